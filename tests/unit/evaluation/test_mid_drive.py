"""A person's hand in a session: what it leaves of the scores, live and from the store."""

from pathlib import Path
from typing import Any

import pytest
from drives import WEATHER, Drive, scenario
from sessions import FAN, Playing, calls, session

from evaluation.aggregate import SPEECH_METRICS
from evaluation.catalogue import metrics
from evaluation.conditions import changed_conditions
from evaluation.profiles.quirks import CARBENCH
from evaluation.profiles.stored import NotComparable, score_ours
from evaluation.replay import final_state, moments
from evaluation.spec import METRICS
from evaluation.store import Recorder, Store
from evaluation.turn_metrics import TurnGathering
from evaluation.verdict import Outcome, SessionVerdict, score_session
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.commands.event_lines import event_lines
from simulator.events import ConditionChanged, ConditionName, SpeechRecognised, StepClosed
from simulator.hands import Hands
from simulator.language.kiwi import installed
from simulator.trajectory import Trajectory

Acts = dict[type[Any], list[tuple[str, dict[str, Any]]]]
WINDOW = {"window": "DRIVER", "percentage": 50}
OF = scenario(FAN)


def change(drive: Drive, name: ConditionName, before: str | float | None, after: str | float | None) -> Drive:
    events = drive.trajectory
    at = {"seq": len(events.events), "turn": 0, "at_ms": 0}
    events.append(ConditionChanged(**at, name=name, before=before, after=after))
    return drive


def drive(of: Scenario = OF, locale: Locale = "en") -> Drive:
    words = (
        ("바람 3단으로 해 주세요.", "바람 삼단으로 해 주세요.") if locale == "ko" else ("Fan on three.", "Fan on tree.")
    )
    return Drive(of, locale).hear(*words, slots=("3",)).step(WEATHER, FAN)


def finished(of: Drive) -> Trajectory:
    return of.say("바람을 3단으로 맞췄어요." if of.locale == "ko" else "The fan is on three.").end()


def scored(trajectory: Trajectory, of: Scenario = OF) -> SessionVerdict:
    return score_session(trajectory, of)


def unscored(verdict: SessionVerdict) -> dict[str, str]:
    return {score.metric: score.reason for score in verdict.scores if score.value is None}


@pytest.mark.parametrize("kind", ["base", "hallucination", "disambiguation"])
def test_no_scorecard_mixes_two_assistants(kind: str) -> None:
    of = scenario(("open_close_window", WINDOW), kind=kind)
    undisturbed, switched = (Drive(of).hear("Fan on.", "Fan an.").step(("get_climate_settings", {})) for _ in range(2))
    change(switched, "agent", "baseline", "chat")
    before, after = scored(finished(undisturbed), of), scored(finished(switched), of)
    assert {score.metric for score in before.scores} == {score.metric for score in after.scores}
    told = "the assistant was switched in mid-drive"
    assert {score.metric for score in after.scores if score.value is not None} <= set(SPEECH_METRICS)
    assert {METRICS[name].component for name, reason in unscored(after).items() if reason == told} == {True, False}
    assert all(
        score.value is None and score.reason == told for score in after.scores if METRICS[score.metric].component
    )
    assert after.outcome is Outcome.UNSCORED
    assert after.reasons[0].endswith(told)


@pytest.mark.parametrize("locale", ["en", "ko"])
def test_what_was_heard_in_two_languages_has_no_error_rate(locale: Locale) -> None:
    before, after = "en", "ko"
    same = scored(finished(drive(locale=locale)))
    switched = scored(finished(change(drive(locale=locale), "locale", before, after)))
    heard = {score.metric for score in same.scores if score.metric in SPEECH_METRICS}
    assert len(heard) > 10
    assert heard <= set(unscored(switched))
    assert not heard & set(unscored(same))
    assert {unscored(switched)[name] for name in heard} == {"the language was switched in mid-drive"}
    assert unscored(switched)["conciseness"] == "the language was switched in mid-drive"
    assert switched.outcome is same.outcome is Outcome.PASSED


@pytest.mark.skipif(not installed(), reason="kiwipiepy is not installed")
@pytest.mark.parametrize(("name", "before", "after"), [("speech_level", "haeyo", "hapsyo"), ("locale", "ko", "en")])
def test_two_speech_levels_in_a_session_are_none(name: ConditionName, before: str, after: str) -> None:
    same, changed = (
        scored(finished(drive(locale="ko"))),
        scored(finished(change(drive(locale="ko"), name, before, after))),
    )
    level = same.score("haeyo")
    assert level is not None
    assert level.value == 1
    assert "mid-drive" in unscored(changed)["haeyo"]
    assert changed.score("hapsyo") is None
    assert ("conciseness" in unscored(changed)) is (name == "locale")
    assert changed.outcome is Outcome.PASSED


def test_noise_and_errors_belong_to_the_drive_and_unscore_nothing() -> None:
    noisy = change(change(drive(), "error_rate", 0.1, 0.4), "snr_db", 20.0, 5.0)
    assert scored(finished(noisy)) == scored(finished(drive()))
    assert changed_conditions(noisy.trajectory) == {"error_rate", "snr_db"}


def test_a_change_to_the_same_is_none() -> None:
    assert scored(finished(change(drive(), "agent", "chat", "chat"))) == scored(finished(drive()))


def test_only_what_is_heard_speaks_of_no_assistant() -> None:
    for entry in metrics():
        assert ("agent" in entry.steady) is (entry.name not in SPEECH_METRICS), entry.name
        if entry.name in SPEECH_METRICS:
            assert "locale" in entry.steady, entry.name


def test_a_person_who_left_in_another_language_is_not_read_by_the_rules_of_the_first() -> None:
    of = scenario(kind="hallucination")
    hung_up = change(Drive(of).hear("Fan on three."), "locale", "en", "ko").say("The car cannot do that.").end()
    start = hung_up.events[0].model_copy(update={"user": "human"})
    left = scored(Trajectory([start, *hung_up.events[1:]]), of).score("r_user_end_conversation")
    assert left is not None
    assert left.value is None
    assert "the language was switched" in left.reason


def test_the_references_rules_score_one_assistant_only() -> None:
    trajectory = finished(change(drive(), "agent", "baseline", "chat"))
    with pytest.raises(NotComparable, match="switched"):
        score_ours(trajectory, OF, CARBENCH)


def test_the_turns_of_a_session_in_two_languages_belong_to_neither() -> None:
    gathering = TurnGathering()
    trajectory = finished(change(drive(), "locale", "en", "ko"))
    assert list(gathering.passing([(trajectory, Outcome.PASSED)])) == [trajectory]
    found = gathering.metrics()
    assert not found.languages
    assert found.all


@pytest.mark.parametrize(
    ("name", "before", "after", "line"),
    [
        ("agent", "baseline", "chat", "assistant: baseline → chat"),
        ("speech_level", "haeyo", None, "speech level: haeyo → none"),
        ("error_rate", 0.1, 0.25, "rate of recognition errors: 0.1 → 0.25"),
        ("snr_db", 20.0, 5.0, "speech over noise in dB: 20.0 → 5.0"),
    ],
)
def test_every_change_has_a_line(name: ConditionName, before: Any, after: Any, line: str) -> None:
    event = ConditionChanged(seq=0, turn=0, at_ms=0, name=name, before=before, after=after)
    ((_, told),) = event_lines(event)
    assert told == f"  changed {line}"


async def played(
    of: Scenario, agent: Any, hands: Hands, acts: dict[type[Any], list[tuple[str, dict[str, Any]]]]
) -> Any:
    """Play a scored session in which a person acts after the first event of a kind."""
    made = session(agent, of, hands=hands)
    left = dict(acts)
    async for event in made.run():
        for tool, arguments in left.pop(type(event), []):
            hands.do(tool, arguments)
    return made.trajectory


@pytest.mark.parametrize("moment", [SpeechRecognised, StepClosed])
async def test_a_window_that_a_person_opens_is_nobodys_mistake(moment: type[Any]) -> None:
    acts: Acts = {
        moment: [("open_close_window", WINDOW), ("drive", {"speed_kph": 50}), ("ring_phone", {"caller": "엄마"})]
    }
    right = scored(await played(OF, Playing(calls(WEATHER, FAN)), Hands(), acts))
    assert right.outcome is Outcome.PASSED
    assert {score.value for score in right.scores if METRICS[score.metric].component} == {1}
    wrong = await played(OF, Playing(calls(WEATHER, ("set_fan_speed", {"level": 4}))), Hands(), acts)
    failed = scored(wrong)
    assert failed.outcome is Outcome.FAILED
    final = failed.score("r_actions_final")
    assert final is not None
    assert final.evidence == ("climate.fan_speed: 4, expected 3",)
    assert not any("policy" in reason for reason in failed.reasons)


async def test_what_a_person_undoes_and_refused_acts_count_for_nothing() -> None:
    acts: Acts = {
        StepClosed: [
            ("set_fan_speed", {"level": 1}),
            ("set_fan_speed", {"level": 3}),
            ("no_such_lever", {}),
            ("drive", {"speed_kph": 999}),
        ]
    }
    verdict = scored(await played(OF, Playing(calls(FAN)), Hands(), acts))
    assert verdict.outcome is Outcome.PASSED
    steps = verdict.score("r_tool_execution")
    assert steps is not None
    assert steps.value == 1


async def test_a_stored_session_with_a_person_in_it_comes_back_and_scores_the_same(tmp_path: Path) -> None:
    hands = Hands(set_condition=lambda name, value: None, error_rate=0.0, make_agent=lambda name, locale: Playing())
    made = session(Playing(calls(FAN)), OF, hands=hands)
    store = Store(tmp_path / "runs.db")
    run = store.begin_run({"suite": "tests", "trials": 1, "planned_sessions": 1}, {"seed": 0})
    facts = {"scenario_id": "by-hand", "kind": "base", "locale": "en", "trial": 0}
    name = store.begin_session(run, 0, facts)
    recorder = Recorder(store, name)
    async for event in made.run():
        recorder(event)
        if isinstance(event, SpeechRecognised):
            hands.do("open_close_window", WINDOW)
            hands.change("error_rate", 0.2)
            hands.do("set_outside_weather", {"condition": "cloudy_and_rain"})
        if isinstance(event, StepClosed):
            hands.change("agent", "other")
    store.close()
    again = Store(tmp_path / "runs.db", create=False).trajectory(name)
    assert again.events == made.trajectory.events
    assert again.digest() == made.trajectory.digest()
    assert [event.name for event in again.of(ConditionChanged)] == ["error_rate", "agent"]
    assert scored(again) == scored(made.trajectory)
    assert final_state(again).digest() == made.trajectory.events[-1].digest  # type: ignore[union-attr]
    outside = [moment.outside for moment in moments(again) if moment.outside is not None]
    assert [change.call.name for change in outside if change.call] == ["open_close_window", "set_outside_weather"]


def test_what_was_changed_is_part_of_what_happened() -> None:
    assert finished(change(drive(), "snr_db", 20.0, 5.0)).digest() != finished(drive()).digest()
