"""The switch for utterances that are lost altogether: from the command line to what is heard."""

import asyncio
from dataclasses import replace

import pytest

from scenarios.load import suite
from simulator.assembly import Channels
from simulator.cli import parser
from simulator.plan import make_plan
from simulator.settings import Settings, resolve

ONE = next(iter(suite("first-drive")))


def _notes(settings: Settings) -> list[str]:
    choice = Channels(settings, [ONE]).choose(ONE, "en")

    async def ride() -> list[str]:
        channel = choice.build(3)
        passages = [await channel.hear("Open the window.", locale="en", utterance=number) for number in range(400)]
        return [note for passage in passages for note in passage.notes]

    return asyncio.run(ride())


def test_the_flag_reaches_the_channel_and_the_record() -> None:
    flags = vars(parser().parse_args(["run", "--channel", "errors", "--error-rate", "0", "--catastrophic-errors"]))
    settings = resolve(flags, environment={})
    assert settings.recorded()["catastrophic_errors"] is True
    notes = _notes(settings)
    assert 4 <= len(notes) <= 24
    assert all(note.startswith("catastrophe: ") for note in notes)
    assert _notes(replace(settings, catastrophic_errors=False)) == []


@pytest.mark.parametrize(
    ("channel", "told"), [("errors", "simulated errors lose about 1 utterance in 33"), ("text", "changed nothing")]
)
def test_a_run_says_what_the_switch_did(channel: str, told: str) -> None:
    def notices(catastrophic: bool) -> str:
        settings = Settings(channel=channel, locale="en", catastrophic_errors=catastrophic)
        return " ".join(make_plan(settings, [ONE]).notices)

    assert told in notices(True)
    assert told not in notices(False)
