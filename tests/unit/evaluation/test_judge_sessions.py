"""Which sessions judges are asked about, and how they check drivers who follow a script, a persona or nothing."""

from pathlib import Path
from typing import Any

import pytest
from drives import Drive, scenario

from evaluation.judgements import JudgementTable
from evaluation.metrics.judged import DISAGREES
from evaluation.open_questions import open_questions
from evaluation.questions import Prompt
from evaluation.spec import SCORING_VERSION
from evaluation.store import Recorder, Store
from evaluation.validity_gate import gated_score
from evaluation.verdict import Outcome
from scenarios.schema import Scenario
from simulator.commands.judge import Judges, judge_run
from simulator.events import EndWord, SessionStarted, Termination
from simulator.suite import rescore
from simulator.trajectory import Trajectory

HIDDEN = scenario(kind="hallucination")
UNCLEAR = scenario(kind="disambiguation")


class Saying:
    """A judge with one answer for everything."""

    def __init__(self, name: str, verdict: bool) -> None:
        self.name = name
        self.verdict = verdict
        self.asked = 0

    async def answer(self, prompt: Prompt) -> str:
        self.asked += 1
        objection = '""' if self.verdict else '"it made something up"'
        return f'{{"reasoning": "message 1 tells", "objection": {objection}, "verdict": {str(self.verdict).lower()}}}'


def driven_by(user: str, drive: Drive, word: EndWord, **more: Any) -> Trajectory:
    trajectory = drive.end(word, **more)
    return Trajectory(
        event.model_copy(update={"user": user}) if isinstance(event, SessionStarted) else event
        for event in trajectory.events
    )


def hidden(user: str, word: EndWord, said: str = "Please.") -> Trajectory:
    return driven_by(user, Drive(HIDDEN).hear(said).say("I can't change the fan here, sorry."), word)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "runs.db")


def recorded(store: Store, of: Scenario, *sessions: Trajectory) -> str:
    run_id = store.begin_run({"suite": "tests", "trials": len(sessions), "planned_sessions": len(sessions)}, {})
    for number, trajectory in enumerate(sessions):
        facts = {"scenario_id": of.id, "kind": of.kind, "locale": "en", "trial": number}
        session_id = store.begin_session(run_id, number, facts | {"scenario": of.model_dump_json()})
        recorder = Recorder(store, session_id)
        for event in trajectory.events:
            recorder(event)
        recorder.flush()
        verdict = gated_score(trajectory, of)
        store.finish_session(session_id, {"outcome": verdict.outcome.value}, verdict.scores, SCORING_VERSION)
    return run_id


def outcomes(store: Store, run_id: str) -> list[str]:
    return [row["outcome"] for row in store.sessions(run_id)]


@pytest.mark.parametrize("user", ["scripted", "persona"])
def test_every_kind_of_driver_is_checked_by_itself(store: Store, user: str) -> None:
    run_id = recorded(store, HIDDEN, hidden(user, EndWord.ACKNOWLEDGED), hidden(user, EndWord.HALLUCINATION_ERROR))
    before = outcomes(store, run_id)
    assert Outcome.INVALID.value not in before
    judge = Saying("a", True)
    done = judge_run(store, run_id, Judges((judge,)))
    # How the driver ended the session is nothing a judge is told, so the second question is the first one again.
    assert judge.asked == 2
    (_, first), (_, second) = ((session, question.prompt) for session, question in open_questions(store, run_id))
    assert first == second
    assert outcomes(store, run_id) == before
    found = [_score(store, str(row["id"]), "limit_awareness") for row in store.sessions(run_id)]
    assert [value for value, _ in found] == [1.0, 1.0]
    assert [reason.startswith(DISAGREES) for _, reason in found] == [False, True]
    assert any("disagree in 1 of 2 sessions" in notice for notice in done.notices)


def _score(store: Store, session_id: str, metric: str) -> tuple[float | None, str]:
    (score,) = [score for score in store.scores(session_id) if score.metric == metric]
    return score.value, score.reason


@pytest.mark.parametrize("word", [EndWord.STOP, EndWord.DISAMBIGUATION_ERROR])
def test_ambiguities_are_checked_alike(store: Store, word: EndWord) -> None:
    trajectory = driven_by("scripted", Drive(UNCLEAR).hear("Please.").say("Which one do you mean?"), word)
    run_id = recorded(store, UNCLEAR, trajectory)
    done = judge_run(store, run_id, Judges((Saying("a", False),)))
    value, reason = _score(store, str(store.sessions(run_id)[0]["id"]), "disambiguation")
    assert value == 0
    assert reason.startswith(DISAGREES) == (word is EndWord.STOP)
    assert any("disagree" in notice for notice in done.notices) == (word is EndWord.STOP)


def test_nothing_is_asked_of_a_session_whose_driver_went_wrong(store: Store) -> None:
    # A persona that speaks as the assistant does; a script cannot leave itself, so its words are trusted.
    wrong = "How may I help you? I have turned on the fan for you."
    run_id = recorded(
        store,
        HIDDEN,
        hidden("persona", EndWord.HALLUCINATION_ERROR, wrong),
        hidden("persona", EndWord.ACKNOWLEDGED),
        hidden("scripted", EndWord.ACKNOWLEDGED, wrong),
    )
    invalid, *_ = outcomes(store, run_id)
    assert invalid == Outcome.INVALID.value
    judge = Saying("a", True)
    done = judge_run(store, run_id, Judges((judge,)))
    assert judge.asked == 2
    spoilt, *_ = [str(row["id"]) for row in store.sessions(run_id)]
    assert spoilt not in {kept.session_id for kept in JudgementTable(store).panel(run_id)}
    assert not any(spoilt in notice for notice in done.notices)


def test_a_session_found_invalid_later_loses_its_judgements(store: Store) -> None:
    run_id = recorded(store, HIDDEN, hidden("persona", EndWord.ACKNOWLEDGED))
    judge_run(store, run_id, Judges((Saying("a", True),)))
    assert len(JudgementTable(store).panel(run_id)) == 1
    store.write(("UPDATE sessions SET outcome=? WHERE run_id=?", [(Outcome.INVALID.value, run_id)]))
    judge_run(store, run_id, Judges((Saying("a", True),)))
    assert JudgementTable(store).panel(run_id) == []


@pytest.mark.parametrize("termination", [Termination.DEFECT, Termination.USER_ERROR, Termination.TIMEOUT])
def test_nothing_is_asked_of_a_session_that_broke_off(store: Store, termination: Termination) -> None:
    whole = hidden("scripted", EndWord.ACKNOWLEDGED)
    *events, ended = whole.events
    broken = Trajectory([*events, ended.model_copy(update={"termination": termination, "end_word": None})])
    run_id = recorded(store, HIDDEN, broken)
    assert open_questions(store, run_id) == []


def test_a_damaged_session_does_not_keep_others_from_being_judged(store: Store) -> None:
    run_id = recorded(store, HIDDEN, hidden("scripted", EndWord.ACKNOWLEDGED), hidden("scripted", EndWord.ACKNOWLEDGED))
    first, second = (str(row["id"]) for row in store.sessions(run_id))
    store.write(("DELETE FROM events WHERE session_id=? AND seq=1", [(first,)]))
    judge_run(store, run_id, Judges((Saying("a", True),)))
    assert {kept.session_id for kept in JudgementTable(store).panel(run_id)} == {second}
    rescore(store, run_id)
    assert _score(store, second, "limit_awareness") == (1.0, "")
