"""Assistants with one fault each."""

from datetime import datetime

import pytest
from drives import WEATHER, Call, scenario

from simulator.agents.probes import PROBES, requests
from simulator.agents.spec import Reply
from simulator.channel import Locale
from simulator.language.acts import Act, recognise
from simulator.trajectory import AssistantView

FAN: Call = ("set_fan_speed", {"level": 3})
VIEW = AssistantView("en", None, (), {}, datetime(2026, 3, 12, 15, 20), ())


async def three(name: str, locale: Locale = "en", *expected: Call, **more: object) -> list[Reply]:
    probe = PROBES[name](scenario(*(expected or (WEATHER, FAN)), **more), locale)  # type: ignore[arg-type]
    assert probe.name == name
    found = [await probe.respond(VIEW) for _ in range(3)]
    await probe.aclose()
    return found


def test_there_are_four() -> None:
    assert set(PROBES) == {"silent", "premature", "fabricating", "over-asking"}


async def test_silent() -> None:
    assert await three("silent") == [Reply()] * 3


@pytest.mark.parametrize("locale", ["ko", "en"])
async def test_fabricating(locale: Locale) -> None:
    for reply in await three("fabricating", locale):
        assert not reply.calls
        assert recognise(reply.speech, locale).acts == (Act.DONE,)


@pytest.mark.parametrize("locale", ["ko", "en"])
async def test_over_asking(locale: Locale) -> None:
    for reply in await three("over-asking", locale):
        assert not reply.calls
        assert recognise(reply.speech, locale).question is Act.VALUE


@pytest.mark.parametrize("locale", ["ko", "en"])
async def test_premature_changes_everything_at_once_without_a_look(locale: Locale) -> None:
    first, second, third = await three("premature", locale)
    assert [call.name for call in first.calls] == ["set_fan_speed"]
    assert second == third
    assert recognise(second.speech, locale).acts == (Act.DONE,)


async def test_premature_follows_its_guess() -> None:
    first, *_ = await three("premature", "en", FAN, guess=[{"tool": "set_fan_speed", "arguments": {"level": 5}}])
    assert first.calls[0].arguments == {"level": 5}


async def test_premature_with_nothing_to_do_only_talks() -> None:
    first, *_ = await three("premature", "en", WEATHER)
    assert not first.calls


def test_requests_do_not_share_arguments_with_the_scenario() -> None:
    of = scenario(FAN)
    (request,) = requests(of.expected)
    request.arguments.clear()
    assert of.expected[0].arguments == {"level": 3}
