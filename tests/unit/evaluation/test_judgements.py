"""Judgements on disk: a cache for what was asked before, and one panel that counts."""

from pathlib import Path

import pytest
from drives import Drive, scenario

from evaluation.judgements import PENDING, JudgementTable
from evaluation.migrations import MIGRATIONS
from evaluation.questions import Question, current, questions
from evaluation.rubric import rubrics
from evaluation.spec import SCORING_VERSION
from evaluation.store import Recorder, Store
from scenarios.schema import Scenario
from simulator.commands.judge import Judging, build_panel
from simulator.events import Judgement
from simulator.registry import UsageError
from simulator.suite import rescore
from simulator.trajectory import Trajectory

TRUNK = ("open_close_trunk_door", {"action": "OPEN"})
OF = scenario(TRUNK)


class Saying:
    """A judge that says what a test tells it and counts how often it was asked."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.asked = 0

    async def answer(self, prompt: object) -> str:
        self.asked += 1
        return self.text


def yes(name: str) -> Saying:
    return Saying(name, '{"reasoning": "message 3 agrees", "verdict": true}')


def no(name: str) -> Saying:
    return Saying(name, '{"reasoning": "message 3 is no yes", "verdict": false}')


def open_question() -> Trajectory:
    drive = Drive(OF, "ko").hear("트렁크요.").say("트렁크를 열까요?").hear("글쎄요.").step(TRUNK)
    return drive.say("열었어요.").end()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "runs.db")


def recorded(store: Store, of: Scenario = OF, trajectory: Trajectory | None = None) -> tuple[str, str]:
    run_id = store.begin_run({"suite": "tests", "trials": 1, "planned_sessions": 1}, {})
    facts = {"scenario_id": of.id, "kind": of.kind, "locale": "ko", "trial": 0, "scenario": of.model_dump_json()}
    session_id = store.begin_session(run_id, 0, facts)
    recorder = Recorder(store, session_id)
    for event in (trajectory or open_question()).events:
        recorder(event)
    recorder.flush()
    store.finish_session(session_id, {"outcome": "passed"}, [], SCORING_VERSION)
    return run_id, session_id


def outcome(store: Store, run_id: str, session_id: str) -> tuple[str, int]:
    rescore(store, run_id)
    row = store.session(session_id)
    assert row is not None
    return row["outcome"], row["partial"]


async def judged(store: Store, run_id: str, *panel: Saying) -> Judging:
    judging = Judging(store, run_id, panel)
    await judging.execute()
    return judging


async def test_a_panel_decides_and_scoring_again_needs_no_judge(store: Store) -> None:
    run_id, session_id = recorded(store)
    assert outcome(store, run_id, session_id) == ("passed", 1)
    await judged(store, run_id, yes("a"))
    assert outcome(store, run_id, session_id) == ("passed", 0)
    store.close()
    again = Store(store.path, create=False)
    assert outcome(again, run_id, session_id) == ("passed", 0)
    found = {score.metric: score for score in again.scores(session_id)}
    assert found["policy.004"].evidence == ("004", "004: message 3 agrees (judged by a, 1 of 1)")


async def test_the_same_question_is_asked_once(store: Store) -> None:
    run_id, _ = recorded(store)
    judge, other = yes("a"), no("b")
    first = await judged(store, run_id, judge)
    assert first.summary() == "1 open questions, 1 judges, 1 answers, 0 known from before, 0 without a verdict"
    second = await judged(store, run_id, judge, other)
    assert (judge.asked, other.asked) == (1, 1)
    assert "1 answers, 1 known from before" in second.summary()
    copy, _ = recorded(store)
    await judged(store, copy, judge)
    assert judge.asked == 1


async def test_only_the_last_panel_counts(store: Store) -> None:
    run_id, session_id = recorded(store)
    await judged(store, run_id, yes("a"))
    await judged(store, run_id, no("b"))
    assert outcome(store, run_id, session_id) == ("failed", 0)
    await judged(store, run_id, yes("a"), no("b"))
    assert outcome(store, run_id, session_id) == ("passed", 1)
    await judged(store, run_id, yes("a"), no("b"), no("c"))
    assert outcome(store, run_id, session_id) == ("failed", 0)


async def test_an_unusable_answer_is_kept_with_its_reason_and_asked_again(store: Store) -> None:
    run_id, session_id = recorded(store)
    await judged(store, run_id, Saying("a", "I would rather not."))
    assert outcome(store, run_id, session_id) == ("passed", 1)
    (kept,) = JudgementTable(store).counted(session_id)
    assert (kept.value, "I would rather not." in kept.rationale) == (None, True)
    again = yes("a")
    await judged(store, run_id, again)
    assert again.asked == 1
    assert outcome(store, run_id, session_id) == ("passed", 0)


async def test_half_a_panel_decides_nothing(store: Store) -> None:
    run_id, session_id = recorded(store)
    judging = Judging(store, run_id, [yes("a"), yes("b")])
    (_, question, _), _ = judging.waiting
    judgement = Judgement(rubric="policy.004", value=1.0, rationale="x", judge="a", digest=question.digest("a"))
    JudgementTable(store).add(session_id, judgement)
    assert outcome(store, run_id, session_id) == ("passed", 1)
    assert [kept.rationale for kept in JudgementTable(store).counted(session_id)] == ["x", PENDING]


async def test_a_changed_rubric_makes_judgements_stale(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    run_id, session_id = recorded(store)
    await judged(store, run_id, yes("a"))
    old = rubrics()
    changed = old["policy.004"].model_copy(update={"source": "somewhere else"})
    monkeypatch.setattr("evaluation.questions.rubrics", lambda: old | {"policy.004": changed})
    assert outcome(store, run_id, session_id) == ("passed", 1)
    judge = no("a")
    await judged(store, run_id, judge)
    assert judge.asked == 1
    assert outcome(store, run_id, session_id) == ("failed", 0)


def test_judgements_of_another_session_are_left_out() -> None:
    other = Drive(OF).hear("Trunk.").say("Shall I open the trunk?").hear("Well.").step(TRUNK).say("Done.").end()
    (question,) = questions(other, OF)
    judgement = Judgement(rubric="policy.004", value=1.0, rationale="x", judge="a", digest=question.digest("a"))
    assert current([judgement], other, OF) == (judgement,)
    assert current([judgement], open_question(), OF) == ()
    assert current([judgement.model_copy(update={"judge": "b"})], other, OF) == ()


def test_an_older_store_gets_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("evaluation.store.MIGRATIONS", MIGRATIONS[:2])
        old = Store(tmp_path / "runs.db")
        run_id, session_id = recorded(old)
        old.close()
    new = Store(tmp_path / "runs.db", create=False)
    assert JudgementTable(new).counted(session_id) == []
    assert outcome(new, run_id, session_id) == ("passed", 1)


def test_a_panel_from_a_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    one, two = "http://127.0.0.1:1/v1", "http://127.0.0.1:2/v1"
    assert [judge.name for judge in build_panel(["a", "b"], [])] == ["a", "b"]
    assert [judge.name for judge in build_panel(["a", "b"], [one])] == [f"a@{one}", f"b@{one}"]
    assert [judge.name for judge in build_panel(["a", "a"], [one, two])] == [f"a@{one}", f"a@{two}"]
    for models, urls, said in (
        ([], [], "--model"),
        (["a", "a"], [one], "twice"),
        (["a", "b", "c"], [one, two], "2 times for 3 models"),
    ):
        with pytest.raises(UsageError, match=said):
            build_panel(models, urls)


def test_a_question_says_of_which_session_it_is() -> None:
    (question,) = questions(open_question(), OF)
    assert isinstance(question, Question)
    assert question.trajectory_digest == open_question().digest()
