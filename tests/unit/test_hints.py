"""The names a recogniser is told: from where the car is, never from what a scenario wants to hear."""

import pytest

from scenarios.load import suite
from scenarios.schema import Scenario
from simulator.assembly import session_seed
from simulator.channel import Heard, Locale, Passage, Spoken, TextChannel
from simulator.hints import MOST_NAMES, VEHICLE_WORDS, HintingChannel, expected_names
from simulator.language.normalise import normalise

LOCALES: tuple[Locale, ...] = ("ko", "en")


def _names(scenario: Scenario, locale: Locale) -> tuple[str, ...]:
    return expected_names(scenario.build_world(session_seed(0, scenario, "en", 0), locale), locale, scenario.place)


@pytest.mark.parametrize("locale", LOCALES)
def test_towns_people_and_parts_of_the_car_are_among_thirty_names(locale: Locale) -> None:
    scenario = suite("first-drive")[0]
    names = _names(scenario, locale)
    assert len(names) == MOST_NAMES == len(set(names))
    assert names[0] == ("밀라노" if locale == "ko" else "Milan")
    assert set(VEHICLE_WORDS[locale]) <= set(names)
    assert any(" " in name for name in names if name not in VEHICLE_WORDS[locale])
    hangul = [name for name in names if any("가" <= letter <= "힣" for letter in name)]
    assert len(hangul) == (len(names) if locale == "ko" else 0)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_names_say_nothing_about_what_a_scenario_asks(locale: Locale) -> None:
    """Two scenarios that start at the same place in the same world are given the same names, whatever they ask."""
    by_place: dict[str, list[Scenario]] = {}
    for scenario in (*suite("first-drive"), *suite("journeys")):
        by_place.setdefault(scenario.place, []).append(scenario)
    compared = 0
    for scenarios in by_place.values():
        towns = set()
        for scenario in scenarios:
            world = scenario.build_world(1, locale)
            people = {name for contact in world.contacts() for name in contact["name"].values()}
            names = expected_names(world, locale, scenario.place)
            towns.add(tuple(name for name in names if not any(part in people for part in name.split())))
        compared += len(scenarios) - 1
        assert len({frozenset(each) for each in towns}) == 1 or locale == "ko"
    assert compared > 20


@pytest.mark.parametrize("locale", LOCALES)
def test_no_request_is_among_the_names(locale: Locale) -> None:
    for scenario in suite("journeys"):
        said = {normalise(turn.say, locale) for turn in scenario.driver[locale].turns}
        assert not said & {normalise(name, locale) for name in _names(scenario, locale)}


class _Recorder(TextChannel):
    def __init__(self) -> None:
        self.hints: list[tuple[str, ...]] = []

    async def hear(self, intended: str, *, locale: Locale, utterance: int, hints: tuple[str, ...] = ()) -> Passage:
        self.hints.append(hints)
        return Passage(intended=intended, heard=Heard(text=intended, engine="text"))

    async def say(self, text: str, *, locale: Locale, utterance: int) -> Spoken | None:
        return Spoken(engine="x", voice="y", duration_ms=1, synthesis_ms=0, real_speech=False)


async def test_every_utterance_of_a_session_comes_with_the_same_names() -> None:
    inner = _Recorder()
    channel = HintingChannel(inner, ("강남역", "김민수"))
    for utterance, text in enumerate(("강남역으로 가 줘", "창문 열어 줘")):
        await channel.hear(text, locale="ko", utterance=utterance)
    await channel.hear("네", locale="ko", utterance=2, hints=("김민수", "판교"))
    assert inner.hints == [("강남역", "김민수")] * 2 + [("강남역", "김민수", "판교")]
    assert (channel.name, channel.accuracy_reason) == (inner.name, inner.accuracy_reason)
    assert channel.hints is inner.hints
    spoken = await channel.say("네", locale="ko", utterance=2)
    assert spoken is not None
