"""Judgements on disk: a cache for what was asked before, and one panel that counts."""

from pathlib import Path

import pytest
from drives import Drive, scenario
from openai_server import OpenAIServer, refuses, says

from evaluation.cost import Price, Prices, costs
from evaluation.judge import Asked, ModelJudge
from evaluation.judge_answer import Status
from evaluation.judgements import PENDING, JudgementTable
from evaluation.migrations import MIGRATIONS
from evaluation.questions import Question, current, questions
from evaluation.rubric import rubrics
from evaluation.spec import SCORING_VERSION
from evaluation.store import DamagedSession, Recorder, Store
from scenarios.schema import Scenario
from simulator.commands.judge import Judging, build_panel
from simulator.events import Judgement
from simulator.llm import endpoint
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


YES = '{"reasoning": "message 3 agrees", "objection": "", "verdict": true}'


def yes(name: str) -> Saying:
    return Saying(name, YES)


def no(name: str) -> Saying:
    return Saying(name, '{"reasoning": "message 3 is no yes", "objection": "it is none", "verdict": false}')


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
    assert first.summary() == "1 open question, 1 judge, 1 answer, 0 known from before, 0 without a verdict"
    second = await judged(store, run_id, judge, other)
    assert (judge.asked, other.asked) == (1, 1)
    assert "1 answer, 1 known from before" in second.summary()
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
    JudgementTable(store).add(Asked(session_id, judgement, Status.VERDICT))
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


def test_a_store_from_before_the_calls_were_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trajectory = open_question()
    (question,) = questions(trajectory, OF)
    with monkeypatch.context() as patched:
        patched.setattr("evaluation.store_file.MIGRATIONS", MIGRATIONS[:4])
        old = Store(tmp_path / "runs.db")
        facts = {"id": "r", "suite": "tests", "trials": 1, "planned_sessions": 1, "settings": "{}", "created_at": "1"}
        old.db.table("runs").insert(facts)
        row = {"scenario_id": OF.id, "kind": OF.kind, "locale": "ko", "trial": 0, "scenario": OF.model_dump_json()}
        old.db.table("sessions").insert({"id": "r-0000", "run_id": "r", "number": 0, "outcome": "passed"} | row)
        old.add_events("r-0000", list(trajectory.events))
        given: dict[str, dict[str, object]] = {
            "a": {"value": 1.0, "rationale": "x"},
            "b": {"value": None, "rationale": PENDING},
            "c": {"value": None, "rationale": "I would rather not."},
        }
        for judge, answer in given.items():
            key = {"session_id": "r-0000", "rubric": "policy.004", "judge": judge, "digest": question.digest(judge)}
            old.db.table("judgements").insert(key | answer | {"counted": 1})
        old.close()
    new = Store(tmp_path / "runs.db", create=False)
    table = JudgementTable(new)
    assert [kept.status for kept in table.panel("r")] == [Status.UNCHECKED, Status.PENDING, Status.UNUSABLE]
    assert (table.calls("r"), table.rubrics("r"), table.deciders("r")) == ([], (), ("a",))
    table.set_panel("r", [("r-0000", question)], ["a"])
    assert outcome(new, "r", "r-0000") == ("passed", 0)


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


async def test_what_judges_took_is_kept_and_not_counted_twice(store: Store) -> None:
    run_id, session_id = recorded(store)
    table = JudgementTable(store)
    with OpenAIServer() as server:
        target = endpoint(server.url, api_key="sk-x", max_retries=0)
        judge = ModelJudge("m", target)
        server.answer = lambda request: says("I would rather not.")
        await Judging(store, run_id, [judge]).execute()
        server.answer = lambda request: says(YES)
        await Judging(store, run_id, [judge]).execute()
        await Judging(store, run_id, [judge]).execute()
        copy, _ = recorded(store)
        await Judging(store, copy, [judge]).execute()
        assert len(server.chats) == 2
        calls = table.calls(run_id)
        assert [(call.role, call.model, call.prompt_tokens, call.answered) for call in calls] == [
            ("judge", "m", 11, True),
            ("judge", "m", 11, True),
        ]
        assert table.calls(run_id, session_id) == calls
        assert (table.calls(copy), table.calls(run_id, "other")) == ([], [])
        assert [kept.status for kept in table.panel(copy)] == [Status.VERDICT]
        assert table.deciders(copy) == table.deciders(run_id) == ("m",)
        (row,) = store.read("SELECT * FROM judgements WHERE session_id=?", session_id)
        assert (row["prompt_tokens"], row["completion_tokens"], row["retries"], row["model"]) == (11, 7, 0, "m")
        assert row["latency_ms"] is not None
        assert row["cached_tokens"] is None
        server.answer = lambda request: refuses(401)
        await Judging(store, run_id, [ModelJudge("other", target)]).execute()
    assert [(call.model, call.answered) for call in table.calls(run_id)] == [("m", True), ("m", True), ("other", False)]
    assert table.deciders(run_id) == ()
    taken = costs([], Prices("USD", {"m": Price(1.0, 10.0, 1.0)}), table.calls(run_id))
    assert [(row.model, row.calls, row.failed, row.cost) for row in taken.rows] == [
        ("m", 2, 0, pytest.approx(2 * (11 + 70) / 1e6)),
        ("other", 1, 1, None),
    ]


async def test_an_answer_is_not_forgotten_when_nobody_can_be_asked_again(store: Store) -> None:
    run_id, session_id = recorded(store)
    await judged(store, run_id, Saying("a", "I would rather not."))
    Judging(store, run_id, [yes("a")])
    (kept,) = JudgementTable(store).panel(run_id)
    assert (kept.session_id, kept.status) == (session_id, Status.UNUSABLE)


async def test_an_answer_of_judges_that_were_replaced_meanwhile_does_not_count(store: Store) -> None:
    run_id, session_id = recorded(store)
    first = Judging(store, run_id, [yes("a")])
    await judged(store, run_id, no("b"))
    assert not first.replaced or first.waiting
    await first.execute()
    assert first.replaced
    assert {kept.judgement.judge for kept in JudgementTable(store).panel(run_id)} == {"b"}
    assert {one.judge for one in JudgementTable(store).all_of(session_id)} == {"a", "b"}


async def test_what_another_process_asked_the_same_judge_is_not_asked_again(store: Store) -> None:
    run_id, _ = recorded(store)
    judge, twin = yes("a"), yes("a")
    waiting = Judging(store, run_id, [judge])
    await judged(store, run_id, twin)
    await waiting.execute()
    assert (judge.asked, twin.asked) == (0, 1)
    assert not waiting.replaced


@pytest.mark.parametrize(
    "change", ["value='abc'", "value=7", "value=-0.5", "status='weird'", "calls='{bad'", "calls='[1]'"]
)
async def test_a_damaged_judgement_is_one_line(store: Store, change: str) -> None:
    run_id, session_id = recorded(store)
    await judged(store, run_id, yes("a"))
    store.write((f"UPDATE judgements SET {change}", [()]))
    table = JudgementTable(store)
    with pytest.raises(DamagedSession, match=f"judgements of {session_id} are damaged"):
        [*table.panel(run_id), *table.calls(run_id)]


def test_a_question_says_of_which_session_it_is() -> None:
    (question,) = questions(open_question(), OF)
    assert isinstance(question, Question)
    assert question.trajectory_digest == open_question().digest()
