"""Rubrics of a user's own: read, asked, kept with the run, scored as metrics and held against gates."""

import json
from pathlib import Path
from typing import Any

import pytest
from drives import Drive, scenario

from evaluation.aggregate import summarise
from evaluation.catalogue import metrics
from evaluation.gate import GateState, check_own, evaluate_gates, parse_gate
from evaluation.judge_answer import UnusableAnswer, read_answer
from evaluation.judgements import JudgementTable
from evaluation.open_questions import open_questions
from evaluation.questions import Prompt, questions
from evaluation.rows import run_rows
from evaluation.rubric import Rubric, load_own
from evaluation.spec import SCORING_VERSION
from evaluation.store import Recorder, Store
from scenarios.schema import Scenario
from simulator.commands.judge import Judges, Judging, judge_after
from simulator.events import EndWord
from simulator.registry import UsageError
from simulator.suite import rescore
from simulator.trajectory import Trajectory

OF = scenario()
BREVITY: dict[str, Any] = {
    "name": "brevity",
    "source": "our style guide",
    "kinds": ["base"],
    "scale": {"low": 1, "high": 5},
    "question": {
        "en": "How short and clear are the assistant's answers for somebody who is driving?",
        "ko": "운전 중인 사람에게 어시스턴트의 대답은 얼마나 짧고 분명합니까?",
    },
}


def written(folder: Path, file: str = "mine.yaml", **change: Any) -> str:
    path = folder / file
    path.write_text(json.dumps(BREVITY | change, ensure_ascii=False), encoding="utf-8")
    return str(path)


class Saying:
    """A judge that says what a test tells it."""

    def __init__(self, name: str, verdict: int | None) -> None:
        self.name = name
        self.verdict = verdict
        self.prompts: list[Prompt] = []

    async def answer(self, prompt: Prompt) -> str:
        self.prompts.append(prompt)
        objection = "" if self.verdict == 5 else "one answer was long"
        return json.dumps({"reasoning": "message 1 is short", "objection": objection, "verdict": self.verdict})


def played(speech: str = "켰어요.") -> Trajectory:
    return Drive(OF, "ko").hear("팬을 켜 줘요.").step(("set_fan_speed", {"level": 3})).say(speech).end(EndWord.STOP)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "runs.db")


def recorded(store: Store, *sessions: Trajectory, of: Scenario = OF) -> str:
    run_id = store.begin_run({"suite": "tests", "trials": 1, "planned_sessions": len(sessions)}, {"validity": False})
    for number, trajectory in enumerate(sessions):
        facts = {"scenario_id": f"{of.id}-{number}", "kind": of.kind, "locale": "ko", "trial": 0}
        session_id = store.begin_session(run_id, number, facts | {"scenario": of.model_dump_json()})
        recorder = Recorder(store, session_id)
        for event in trajectory.events:
            recorder(event)
        recorder.flush()
        store.finish_session(session_id, {"outcome": "passed"}, [], SCORING_VERSION)
    return run_id


def test_a_file_of_ones_own_is_read_under_a_name_of_its_own(tmp_path: Path) -> None:
    (found,) = load_own([written(tmp_path)])
    assert found.name == "rubric.brevity"
    (again,) = load_own([written(tmp_path, name="rubric.brevity")])
    assert again == found


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "limit_awareness"}, "'limit_awareness' is the name of a shipped rubric"),
        ({"name": "policy.004"}, "'policy.004' is the name of a shipped rubric"),
        ({"name": "policy.999"}, "'policy.999' is the name of a shipped rubric"),
        ({"facts": ["points"]}, "facts: 'points' are where a rule of conduct applied"),
        ({"kind": ["base"]}, "unknown field 'kind': did you mean 'kinds'?"),
        ({"question": {"ko": BREVITY["question"]["ko"]}}, "en is missing"),
        ({"scale": {"low": 5, "high": 1}}, "low 5 must be less than high 1"),
    ],
)
def test_one_that_cannot_be_asked_is_explained(change: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"mine\.yaml: ") as caught:
        load_own([written(tmp_path, **change)])
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"two\.yaml: name: another file"):
        load_own([written(tmp_path), written(tmp_path, "two.yaml")])


def test_it_is_asked_of_every_session_of_its_kinds(tmp_path: Path) -> None:
    (own,) = load_own([written(tmp_path, facts=["state"], state=["fan_speed"])])
    (asked,) = questions(played(), OF, [own])
    assert asked.rubric == own
    assert "1(가장 나쁨)부터 5(가장 좋음)까지" in asked.prompt.system
    assert BREVITY["question"]["ko"] in asked.prompt.user
    facts = json.loads(asked.prompt.user.split("\n")[3])["facts"]
    assert facts["state"]["at_start_of_session"] == {"fan_speed": 0}
    assert facts["state"]["at_end_of_session"] == {"fan_speed": 3}
    other = scenario(kind="hallucination")
    trajectory = Drive(other).hear("Fan.").say("I can't.").end(EndWord.ACKNOWLEDGED)
    assert [found.rubric.name for found in questions(trajectory, other, [own])] == ["limit_awareness"]


async def test_its_result_is_a_metric_that_needs_no_file_any_more(store: Store, tmp_path: Path) -> None:
    path = written(tmp_path)
    own = load_own([path])
    run_id = recorded(store, played(), played("팬을 켰어요."))
    panel = [Saying("a", 4), Saying("b", 4), Saying("c", 1)]
    await Judging(store, run_id, panel, own=own).execute()
    Path(path).unlink()
    rescore(store, run_id)
    summary = summarise(run_rows(store, run_id), trials=1)
    metric = summary.metrics["rubric.brevity"]
    assert (metric.value, metric.n, metric.scale, metric.direction) == (0.75, 2, "share", "higher")
    assert summary.kinds["base"].metrics["rubric.brevity"].value == 0.75
    gates = [parse_gate(f"{name}={value}") for name, value in (("rubric.brevity", 0.7), ("ko.rubric.brevity", 0.8))]
    assert [found.state for found in evaluate_gates(gates, summary)] == [GateState.MET, GateState.MISSED]
    (score, _) = [score for row in run_rows(store, run_id) for score in row.scores if score.metric == "rubric.brevity"]
    assert "judged by a, b, 2 of 3" in score.reason
    assert len(score.evidence) == 3
    assert JudgementTable(store).rubrics(run_id) == own
    await Judging(store, run_id, panel).execute()
    assert [len(judge.prompts) for judge in panel] == [2, 2, 2]


async def test_a_changed_question_is_asked_anew(store: Store, tmp_path: Path) -> None:
    run_id, judge = recorded(store, played()), Saying("a", 5)
    await Judging(store, run_id, [judge], own=load_own([written(tmp_path)])).execute()
    await Judging(store, run_id, [judge], own=load_own([written(tmp_path)])).execute()
    assert len(judge.prompts) == 1
    await Judging(store, run_id, [judge], own=load_own([written(tmp_path, scale="binary")])).execute()
    assert len(judge.prompts) == 2
    (kept,) = JudgementTable(store).rubrics(run_id)
    assert kept.scale == "binary"


def test_without_a_judge_it_is_unscored(store: Store, tmp_path: Path) -> None:
    run_id = recorded(store, played(), Drive(OF, "ko").hear("안녕하세요.").say("네.").trajectory)
    judged = judge_after(store, run_id, Judges(own=load_own([written(tmp_path)])))
    assert (judged.notices, judged.interrupted, judged.incomplete) == ((), False, False)
    rows = run_rows(store, run_id)
    reasons = [score.reason for row in rows for score in row.scores if score.metric == "rubric.brevity"]
    assert reasons == ["needs a judge; 'dashtalk judge' asks one", "the session was cut off before its end"]
    (found,) = evaluate_gates([parse_gate("rubric.brevity=0.5")], summarise(rows, trials=1))
    assert found.state is GateState.UNSCOREABLE


def test_it_never_decides_a_verdict_and_shipped_metrics_stay_as_they_are(store: Store, tmp_path: Path) -> None:
    run_id = recorded(store, played())
    rescore(store, run_id)
    (before,) = run_rows(store, run_id)
    judge_after(store, run_id, Judges(own=load_own([written(tmp_path)])))
    (after,) = run_rows(store, run_id)
    assert (after.outcome, after.partial, after.unscored) == (before.outcome, before.partial, before.unscored)
    assert after.scores[:-1] == before.scores
    assert not [entry.name for entry in metrics() if entry.name.startswith("rubric.")]


def test_a_gate_on_what_nobody_is_asked_is_explained() -> None:
    with pytest.raises(UsageError, match=r"unknown metric 'rubric\.brevty': did you mean 'rubric\.brevity'"):
        check_own([parse_gate("rubric.brevty=0.5")], ["rubric.brevity"])
    with pytest.raises(UsageError, match="unknown metric"):
        check_own([parse_gate("rubric.limit_awareness=0.5")], [])
    check_own([parse_gate("pass_rate=0.5"), parse_gate("rubric.brevity=0.5")], ["rubric.brevity"])
    for text in ("rubric.=0.5", "rubric.Bad Name=0.5", "rubric.x=1.5"):
        with pytest.raises(UsageError):
            parse_gate(text)


def test_a_damaged_rubric_is_told(store: Store) -> None:
    run_id = recorded(store, played())
    store.write(("INSERT INTO rubrics (run_id, name, body) VALUES (?, ?, ?)", [(run_id, "rubric.x", "{}")]))
    with pytest.raises(UsageError, match="a rubric cannot be read"):
        JudgementTable(store).rubrics(run_id)


def test_no_question_without_own_rubrics(store: Store) -> None:
    own: tuple[Rubric, ...] = ()
    assert open_questions(store, recorded(store, played()), own) == []


def test_the_documented_rubric_on_facts_is_a_file_that_loads() -> None:
    docs = Path(__file__).parents[3] / "docs"
    (rubric,) = load_own([str(docs / "examples/told_as_found.yaml")])
    assert (rubric.name, rubric.scale, rubric.kinds) == ("rubric.told_as_found", "binary", ("base", "disambiguation"))
    shown = (docs / "examples/told_as_found.yaml").read_text(encoding="utf-8")
    assert f"```yaml\n{shown}```" in (docs / "judges.md").read_text(encoding="utf-8")


def test_a_korean_question_may_be_short_and_one_too_short_is_told_in_words(tmp_path: Path) -> None:
    english = BREVITY["question"]["en"]
    (rubric,) = load_own([written(tmp_path, question={"en": english, "ko": "대답이 친절합니까?"})])
    assert rubric.question["ko"] == "대답이 친절합니까?"
    with pytest.raises(UsageError, match=r"question\.ko: is too short to be a question: 8 characters are the least"):
        load_own([written(tmp_path, question={"en": english, "ko": "친절?"})])


@pytest.mark.parametrize("verdict", ["4.5", '"four"', "true"])
def test_a_grade_that_is_none_is_told_in_words(verdict: str) -> None:
    answer = f'{{"reasoning": "short", "objection": "long", "verdict": {verdict}}}'
    with pytest.raises(UnusableAnswer, match=r"the verdict .* is no whole number from 1 to 5"):
        read_answer(Rubric.model_validate(BREVITY), answer)
