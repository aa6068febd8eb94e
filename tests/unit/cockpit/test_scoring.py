"""Live scores: the same as the stored ones at the end, open where the end decides, and never in anybody's way."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from drives import Drive, scenario
from panel_stories import FAN, full_events, renumbered, story_of

import simulator.cockpit.answers
from evaluation.cost import Price, Prices
from evaluation.store import Store
from evaluation.verdict import score_session
from scenarios.load import catalogue
from scenarios.schema import Scenario
from simulator.cli import main
from simulator.cockpit.answers import answer_facts
from simulator.cockpit.scoring import (
    GOES_ON,
    NO_GOAL,
    LiveScoring,
    TurnScorer,
    per_turn_scoring,
    stored_scoring,
    turn_ends,
)
from simulator.dashboard.story import Scoring
from simulator.events import AssistantSpoke, ConditionChanged, Event
from simulator.language import kiwi
from simulator.registry import UsageError
from simulator.settings import Settings
from simulator.suite import Run, make_plan
from simulator.trajectory import Trajectory
from simulator.users.human_drive import free_drive


def value(scoring: Scoring, name: str) -> tuple[float | None, str]:
    (found,) = (score for score in scoring.scores if score.metric == name)
    return found.value, found.reason


def driven(*levels: int) -> tuple[Trajectory, Scenario]:
    of = scenario(FAN)
    drive = Drive(of)
    for level in levels:
        drive.hear("Please.", request=0).step(("set_fan_speed", {"level": level})).say("Done.")
    return drive.trajectory, of


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """Sessions of the embedded assistant in both languages, one of which fails."""
    path = tmp_path_factory.mktemp("store") / "runs.db"
    store = Store(path)
    chosen = [catalogue()[name] for name in ("base-evening-mood", "dis-too-hot")]
    run = Run(make_plan(Settings(agent="baseline", channel="text"), chosen, ()), store)
    asyncio.run(run.execute())
    ids = [str(row["id"]) for row in store.sessions(run.id)]
    store.close()
    return path, ids


def test_stored_scores_are_those_that_the_command_line_shows(
    stored: tuple[Path, list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, sessions = stored
    store = Store(path)
    for number, session in enumerate(sessions):
        target = tmp_path / f"{number}.json"
        assert main(["show", session, "--store", str(path), "--json", str(target)]) == 0
        told: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
        found = stored_scoring(store, session)
        assert [score.model_dump(mode="json") for score in found.scores] == told["scores"]
        assert (found.outcome, list(found.reasons)) == (told["outcome"], told["reasons"])
        assert found.costs == ()
        assert found.cost_usd == 0
    capsys.readouterr()


def test_live_scores_at_the_end_are_the_stored_ones(stored: tuple[Path, list[str]]) -> None:
    path, sessions = stored
    store = Store(path)
    chosen = catalogue()
    for session in sessions:
        trajectory = store.trajectory(session)
        of = chosen[trajectory.started.scenario_id]
        *before, (last, end) = per_turn_scoring(trajectory.events, of)
        assert (last, end) == (len(trajectory.events), stored_scoring(store, session))
        assert [scoring.outcome for _, scoring in before] == [""] * len(before)
        assert len(before) == trajectory.turns


def test_an_unknown_session_is_told_in_one_line(stored: tuple[Path, list[str]]) -> None:
    with pytest.raises(UsageError, match="unknown session 'nothing'"):
        stored_scoring(Store(stored[0]), "nothing")


def test_while_it_goes_on_only_the_end_is_open() -> None:
    trajectory, of = driven(3)
    found = LiveScoring().score(trajectory.events, of)
    assert (found.outcome, found.reasons, found.remaining) == ("", (), ())
    assert value(found, "r_user_end_conversation") == (None, GOES_ON)
    assert value(found, "r_actions_final")[0] == 1
    assert value(found, "r_tool_subset")[0] == 1


def test_what_remains_is_told_as_it_stands_and_as_it_should() -> None:
    trajectory, of = driven(2)
    found = LiveScoring().score(trajectory.events, of)
    assert found.remaining is not None
    assert [(change.path, change.before, change.after) for change in found.remaining] == [("climate.fan_speed", 2, 3)]
    assert value(found, "r_actions_final")[0] == 0


def test_what_a_person_does_moves_the_goal_along() -> None:
    of = scenario(FAN)
    drive = Drive(of)
    drive.hear("Please.").step(("set_fan_speed", {"level": 3})).say("Done.").person(
        "set_reading_light", position="DRIVER", on=True
    )
    assert LiveScoring().score(drive.trajectory.events, of).remaining == ()


def test_a_drive_that_is_not_scored_has_no_goal() -> None:
    trajectory, of = driven(2)
    found = LiveScoring().score(trajectory.events, of, scored=False)
    assert found.remaining is None
    for name in ("r_actions_final", "r_actions_intermediate", "r_tool_subset"):
        assert value(found, name) == (None, NO_GOAL)
    free = free_drive()
    trajectory = Drive(free).hear("Hello.").say("Hello.").end()
    found = LiveScoring().score(trajectory.events, free, scored=False)
    assert (found.remaining, found.outcome) == (None, "unscored")
    assert found.reasons == ("a free drive has no goal to score",)


def test_nothing_has_happened_yet() -> None:
    assert LiveScoring().score((), scenario(FAN)) == Scoring()
    trajectory, of = driven()
    found = LiveScoring().score(trajectory.events, of)
    assert (found.outcome, found.answers) == ("", ())


def test_nothing_it_is_given_is_changed() -> None:
    trajectory, of = driven(3, 2)
    before = [event.model_dump_json() for event in trajectory.events]
    LiveScoring().score(trajectory.events, of)
    assert [event.model_dump_json() for event in trajectory.events] == before


def test_scores_are_those_of_the_evaluation() -> None:
    of = scenario(FAN)
    events = full_events("en", 3)
    assert LiveScoring().score(events, of).scores == score_session(Trajectory(events), of).scores


def test_costs_by_role_and_nothing_guessed() -> None:
    of = scenario(FAN)
    events = full_events("en", 2, model="mine")
    known = LiveScoring(Prices("USD", {"mine": Price(input=1.0, output=4.0, cached=0.5)})).score(events, of)
    ((role, amount),) = ((cost.role, cost.amount) for cost in known.costs)
    assert role == "assistant"
    assert amount == pytest.approx(2 * (200 * 1.0 + 1000 * 0.5 + 80 * 4.0) / 1_000_000)
    assert known.cost_usd == pytest.approx(amount)
    unknown = LiveScoring(Prices("USD", {})).score(events, of)
    assert [(cost.amount, cost.reason) for cost in unknown.costs] == [(None, "no price is known for 'mine'")]
    assert unknown.cost_usd is None
    won = LiveScoring(Prices("KRW", {"mine": Price(1, 1, 1)})).score(events, of)
    assert won.costs[0].currency == "KRW"
    assert won.cost_usd is None


def korean(*answers: str, level: str | None = "haeyo") -> Trajectory:
    drive = Drive(scenario(), "ko")
    for answer in answers:
        drive.hear("부탁해요.").say(answer)
    first, *others = drive.trajectory.events
    return Trajectory([first.model_copy(update={"speech_level": level}), *others])


@pytest.mark.skipif(not kiwi.installed(), reason="the Korean analyser is not installed")
def test_endings_stand_where_they_are_in_the_answer() -> None:
    answer = "  네, 창문을 닫았어요.\n더 필요하십니까? 22도."
    (found,) = answer_facts(korean(answer))
    told = [
        (answer[slice(*each.span)], each.level, answer[slice(*each.ending)] if each.ending else None)
        for each in found.sentences
    ]
    assert told == [
        ("네, 창문을 닫았어요", "haeyo", "어요"),
        ("더 필요하십니까", "hapsyo", "십니까"),
        ("22도.", "none", None),
    ]
    assert (found.kept, found.wanted) == (False, "haeyo")
    assert found.grade is not None


@pytest.mark.skipif(not kiwi.installed(), reason="the Korean analyser is not installed")
def test_the_same_sentence_twice_is_found_in_both_places() -> None:
    answer = "닫았어요. 닫았어요."
    (found,) = answer_facts(korean(answer))
    assert [each.span for each in found.sentences] == [(0, 4), (6, 10)]
    assert [each.ending for each in found.sentences] == [(2, 4), (8, 10)]


@pytest.mark.skipif(not kiwi.installed(), reason="the Korean analyser is not installed")
def test_the_level_that_is_asked_for_may_change() -> None:
    first, *others = korean("닫았어요.", "닫았어요.").events
    change = ConditionChanged.model_validate(
        {"seq": 0, "turn": 0, "at_ms": 0, "name": "speech_level", "before": "haeyo", "after": "hapsyo"}
    )
    events: Sequence[Event] = renumbered([first, *others[:3], change, *others[3:]])
    found = answer_facts(Trajectory(events))
    assert [(each.wanted, each.kept) for each in found] == [("haeyo", True), ("hapsyo", False)]
    assert [isinstance(events[each.index], AssistantSpoke) for each in found] == [True, True]
    (nobody,) = answer_facts(korean("닫았어요.", level=None))
    assert (nobody.kept, nobody.reason) == (None, "no speech level was asked for")


def test_without_the_analyser_every_answer_has_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulator.cockpit.answers, "installed", lambda: False)
    (found,) = answer_facts(korean("닫았어요."))
    assert (found.kept, found.sentences, found.grade) == (None, (), None)
    assert "kiwipiepy" in found.reason
    (english,) = answer_facts(Drive(scenario()).hear("Please.").say("The window is closed.").trajectory)
    assert english.reason == ""


class Slow(LiveScoring):
    """Waits to be let go, and notes what it was asked about."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []
        self.go: asyncio.Event = asyncio.Event()
        self.loop = asyncio.get_running_loop()

    def score(self, events: Sequence[Event], scenario: Scenario, *, scored: bool = True) -> Scoring:
        self.asked.append(len(events))
        asyncio.run_coroutine_threadsafe(self.go.wait(), self.loop).result()
        return Scoring(outcome=str(len(events)))


async def test_turns_are_scored_aside_and_what_is_overtaken_is_left_out() -> None:
    events = full_events("en", 4)
    story = story_of(events[:1], scenario(FAN))
    live = Slow()
    told: list[int] = []
    scorer = TurnScorer(story, live, told=lambda: told.append(len(story)))
    for event in events[1:]:
        story.append(event)
        scorer.note(event)
        await asyncio.sleep(0)
    ends = list(turn_ends(events))
    assert story.scoring_at(len(story)) is None
    live.go.set()
    await scorer.settled()
    assert live.asked == [ends[0], ends[-1]]
    assert told == [len(events)] * 2
    first, last = story.scoring_at(ends[0]), story.scoring_at(len(events))
    assert first is not None
    assert last is not None
    assert (first.outcome, last.outcome) == (str(ends[0]), str(ends[-1]))
    assert story.scoring_at(ends[0] - 1) is None


class Broken(LiveScoring):
    """Has a bug."""

    def score(self, events: Sequence[Event], scenario: Scenario, *, scored: bool = True) -> Scoring:
        raise ZeroDivisionError("division by zero")


async def test_a_bug_of_ours_is_told_and_stops_nothing() -> None:
    events = full_events("en", 1)
    story = story_of(events, scenario(FAN))
    scorer = TurnScorer(story, Broken())
    scorer.note(events[-1])
    await scorer.settled()
    found = story.scoring_at(len(story))
    assert found is not None
    assert found.reasons == ("a defect: the scores could not be computed (ZeroDivisionError: division by zero)",)


async def test_nothing_to_wait_for() -> None:
    story = story_of(full_events("en", 1), scenario(FAN))
    await TurnScorer(story, LiveScoring()).settled()
    assert story.scoring_at(len(story)) is None
