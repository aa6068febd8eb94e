"""The Korean commands the voice is tuned on and measured with."""

from pathlib import Path

import pytest

from simulator.language.alignment import sentence_exact
from simulator.language.numbers import read_korean
from simulator.language.slots import slots_missed

DATA = Path(__file__).parents[2] / "data"


def _commands(name: str) -> list[tuple[str, str, list[str]]]:
    lines = (DATA / f"commands_ko_{name}.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "id\ttext\tslots"
    return [(identity, text, slots.split("|")) for identity, text, slots in (line.split("\t") for line in lines[1:])]


@pytest.mark.parametrize("name", ["tune", "unseen"])
def test_each_set_holds_thirty_commands_whose_slots_they_say(name: str) -> None:
    commands = _commands(name)
    assert len({identity for identity, _, _ in commands}) == len(commands) == 30
    for _, text, slots in commands:
        assert slots_missed(slots, text, "ko") == slots_missed(slots, text, "ko", raw=True) == []
        assert slots_missed(slots, read_korean(text), "ko") == []
        assert sentence_exact(text, read_korean(text), "ko") is True


def test_no_command_is_in_both_sets_or_among_the_earlier_ones() -> None:
    tune, unseen = ({text for _, text, _ in _commands(name)} for name in ("tune", "unseen"))
    earlier = set((DATA.parents[1] / "voice/data/commands_ko.txt").read_text(encoding="utf-8").splitlines())
    assert not tune & unseen
    assert not unseen & earlier
