"""Blame held against forty failures whose culprit the planter chose before anything was played."""

import asyncio
from collections import Counter

import pytest
from planted_blame import BRAIN, EARS, PLANTS, Build, Plant, whole

from evaluation.blame import Blame, Played, blame
from evaluation.validity_gate import gated_score
from evaluation.verdict import Outcome
from scenarios.load import catalogue
from simulator.assembly import ChannelChoice, build_session
from simulator.channel import Channel, TextChannel
from simulator.settings import Settings

AIM = 0.9


async def played(plant: Plant, brain: Build, channel: Channel) -> Played:
    scenario = catalogue()[plant.scenario]
    choice = ChannelChoice(channel.name, lambda seed: channel)
    session = build_session(Settings(agent="planted"), scenario, plant.locale, 0, make_agent=brain, channel=choice)
    async for _ in session.run():
        pass
    return Played(session.trajectory, gated_score(session.trajectory, scenario), scenario)


async def blamed(plant: Plant) -> Blame:
    brain = plant.brain()
    heard = await played(plant, brain, plant.ears)
    name = f"{plant.what} [{plant.scenario} {plant.locale}]"
    assert heard.verdict.outcome is Outcome.FAILED, f"{name}: the planted fault broke nothing"
    return blame(heard, *[await played(plant, brain, TextChannel()) for _ in range(plant.replays)])


@pytest.fixture(scope="module")
def found() -> list[tuple[Plant, Blame]]:
    async def every() -> list[tuple[Plant, Blame]]:
        return [(plant, await blamed(plant)) for plant in PLANTS]

    return asyncio.run(every())


def test_the_plants_are_as_many_and_as_varied_as_documented() -> None:
    assert (len(EARS), len(BRAIN)) == (20, 20)
    assert all(plant.broken == "ears" for plant in EARS)
    assert all(plant.broken == "brain" for plant in BRAIN)
    by_language = Counter((plant.broken, plant.locale) for plant in PLANTS)
    assert set(by_language.values()) == {10}
    assert len({plant.scenario for plant in PLANTS}) >= 15
    assert sum(bool(plant.instead) for plant in BRAIN) >= 10, "mishearings beside a broken assistant"


def test_who_broke_forty_planted_failures(found: list[tuple[Plant, Blame]]) -> None:
    wrong = [f"{plant.broken}: {plant.what}: {one.culprit}" for plant, one in found if one.culprit != plant.broken]
    assert len(wrong) <= (1 - AIM) * len(PLANTS) + 1e-9, wrong
    for broken in ("ears", "brain"):
        right = [one.culprit == broken for plant, one in found if plant.broken == broken]
        assert sum(right) / len(right) >= AIM, wrong


def test_planted_mishearings_are_named_and_nothing_else(found: list[tuple[Plant, Blame]]) -> None:
    for plant, one in found:
        named = {loss.turn for loss in one.misheard}
        assert named or plant.broken == "brain", plant.what
        for loss in one.misheard:
            assert loss.heard != loss.intended
            assert plant.always is not None or any(word in loss.intended for word in plant.instead), plant.what


def test_whether_it_could_have_asked_never_contradicts_what_was_planted(found: list[tuple[Plant, Blame]]) -> None:
    judged = [(plant, one) for plant, one in found if one.could_have_asked is not None]
    assert [plant.what for plant, one in judged if one.could_have_asked != plant.could_ask] == []
    assert len(judged) >= 16, "the rules judge most of the twenty"


async def test_a_whole_assistant_that_hears_right_fails_none_of_these_scenarios() -> None:
    """Otherwise a plant of broken ears would have two culprits."""
    for plant in EARS:
        clean = await played(plant, whole, TextChannel())
        assert clean.verdict.outcome is Outcome.PASSED, plant.what
