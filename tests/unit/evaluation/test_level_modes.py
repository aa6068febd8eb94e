"""Speech levels by rule, by judges after the rule, and by judges alone: who is asked, and what counts."""

import json
from pathlib import Path
from typing import Any

import pytest
from drives import Drive, scenario

from evaluation import level_modes
from evaluation.honorifics.reply import complies, read_reply
from evaluation.judge_agreement import agreements
from evaluation.judgements import JudgementTable
from evaluation.level_modes import LEVELS, LevelMode, in_mode, level_questions, level_rubrics
from evaluation.questions import Prompt, Question
from evaluation.spec import METRICS, SCORING_VERSION, Measured
from evaluation.store import Recorder, Store
from evaluation.validity_gate import gated_score
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.cockpit.scoring import LiveScoring
from simulator.commands.judge import Judges, judge_run
from simulator.events import EndWord, Judgement
from simulator.suite import rescore
from simulator.trajectory import Trajectory

REPLIES = ("네, 창문을 닫았어요.", "켰습니다.", "22도.", "더 필요하세요?")
"""Kept, broken, without a level, kept."""
OF = scenario(driver={"ko": {"level": "haeyo", "turns": [{"say": "부탁해."}]}, "en": {"turns": [{"say": "Please."}]}})


def spoken(*replies: str, locale: Locale = "ko", of: Scenario = OF) -> Trajectory:
    drive = Drive(of, locale)
    for reply in replies:
        drive.hear("창문 닫아 줘.").say(reply)
    return drive.end(EndWord.STOP)


def by_rule(trajectory: Trajectory) -> Measured:
    found = METRICS["haeyo"].score(trajectory, OF)
    assert found is not None
    return found


def answer(question: Question, value: float | None, judge: str = "a") -> Judgement:
    return Judgement(
        rubric=question.rubric.name, value=value, rationale="why", judge=judge, digest=question.digest(judge)
    )


def decided(mode: LevelMode, trajectory: Trajectory, verdicts: dict[str, float | None]) -> Measured:
    asked = level_questions(trajectory, OF, mode)
    judgements = [answer(one, verdicts[one.rubric.name]) for one in asked if one.rubric.name in verdicts]
    (found,) = in_mode(mode, [by_rule(trajectory)], trajectory, OF, judgements)
    return found


def test_the_rule_asks_nobody_and_changes_nothing() -> None:
    trajectory = spoken(*REPLIES)
    assert level_questions(trajectory, OF, "rule") == []
    found = by_rule(trajectory)
    assert (found.numerator, found.denominator) == (2, 3)
    assert in_mode("rule", [found], trajectory, OF) == (found,)


def test_hybrid_asks_only_about_what_the_rule_passes_and_llm_about_everything() -> None:
    trajectory = spoken(*REPLIES)
    names = {mode: [one.rubric.name for one in level_questions(trajectory, OF, mode)] for mode in ("hybrid", "llm")}
    assert names == {"hybrid": ["haeyo#1", "haeyo#4"], "llm": ["haeyo#1", "haeyo#2", "haeyo#3", "haeyo#4"]}
    both = {one.rubric.name: one.digest("a") for one in level_questions(trajectory, OF, "llm")}
    assert all(both[one.rubric.name] == one.digest("a") for one in level_questions(trajectory, OF, "hybrid"))


def test_in_hybrid_a_judge_may_fail_what_the_rule_passes_and_never_the_other_way() -> None:
    trajectory = spoken(*REPLIES)
    found = decided("hybrid", trajectory, {"haeyo#1": 1, "haeyo#4": 0})
    assert (found.numerator, found.denominator) == (1, 3)
    assert found.value == pytest.approx(1 / 3)
    assert [line.split(":")[1].strip() for line in found.evidence] == ["by rule", "by judges"]
    # What the rule has failed is not even asked about.
    assert decided("hybrid", spoken("켰습니다."), {}).value == 0


def test_judges_alone_decide_about_every_reply() -> None:
    verdicts: dict[str, float | None] = {"haeyo#1": 1, "haeyo#2": 1, "haeyo#3": 1, "haeyo#4": 0}
    found = decided("llm", spoken(*REPLIES), verdicts)
    assert (found.numerator, found.denominator) == (3, 4)


@pytest.mark.parametrize("mode", ["hybrid", "llm"])
@pytest.mark.parametrize("verdict", ["nobody", None])
def test_without_verdicts_it_is_unscored_with_the_reason(mode: LevelMode, verdict: Any) -> None:
    verdicts: dict[str, float | None] = {} if verdict == "nobody" else {"haeyo#1": None, "haeyo#4": 1}
    found = decided(mode, spoken(*REPLIES), verdicts)
    assert found.value is None
    assert f"level mode {mode}" in found.reason
    assert "need a judge" in found.reason
    assert any("turn 0" in line for line in found.evidence)


def test_a_majority_decides_and_a_tie_does_not() -> None:
    trajectory = spoken("닫았어요.")
    (asked,) = level_questions(trajectory, OF, "llm")
    for verdicts, value in (((1, 0, 1), 1.0), ((0, None, 0), 0.0), ((1, 0), None), ((1, None, None), None)):
        judgements = [answer(asked, verdict, f"j{at}") for at, verdict in enumerate(verdicts)]
        (found,) = in_mode("llm", [by_rule(trajectory)], trajectory, OF, judgements)
        assert found.value == value


def test_an_answer_about_other_words_does_not_count() -> None:
    trajectory = spoken("닫았어요.")
    (asked,) = level_questions(trajectory, OF, "llm")
    stale = answer(asked, 1).model_copy(update={"digest": "another"})
    (found,) = in_mode("llm", [by_rule(trajectory)], trajectory, OF, [stale])
    assert found.value is None


def test_nothing_is_asked_where_no_level_is_asked_for() -> None:
    assert level_questions(spoken("Done.", locale="en"), OF, "llm") == []


def test_judges_alone_need_no_analyser(monkeypatch: pytest.MonkeyPatch) -> None:
    trajectory = spoken("닫았어요.")
    monkeypatch.setattr(level_modes, "installed", lambda: False)
    assert level_questions(trajectory, OF, "hybrid") == []
    assert len(level_questions(trajectory, OF, "llm")) == 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("locale", ["ko", "en"])
def test_every_rubric_has_two_good_and_two_bad_examples_that_the_rule_reads_alike(level: Any, locale: Locale) -> None:
    examples = level_rubrics()[level].examples[locale]
    assert [example.verdict for example in examples] == [True, True, False, False]
    for example in examples:
        assert complies(read_reply(example.assistant), level).complies is example.verdict


def test_a_judge_sees_the_reply_and_nothing_of_what_the_rule_found() -> None:
    asked = level_questions(spoken("켰습니다."), OF, "llm")[0]
    block = asked.prompt.user.partition("<<<DATA")[2]
    lines = [json.loads(line) for line in block.split("\n")[1:-1]]
    assert lines == [
        {"facts": {"level": "haeyo", "message": 1}},
        {"n": 0, "driver": "창문 닫아 줘."},
        {"n": 1, "assistant": "켰습니다."},
    ]


class Saying:
    """A judge that answers by what is said in the reply it is shown."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.asked = 0

    async def answer(self, prompt: Prompt) -> str:
        self.asked += 1
        kept = "필요하세요" not in prompt.user.partition("<<<DATA")[2]
        objection = "" if kept else "it sounds too formal"
        return json.dumps({"reasoning": "message 1", "objection": objection, "verdict": kept})


def test_a_stored_run_is_judged_in_its_mode_and_scored_again_without_a_judge(tmp_path: Path) -> None:
    store = Store(tmp_path / "runs.db")
    run_id = store.begin_run(
        {"suite": "tests", "trials": 1, "planned_sessions": 1}, {"level_mode": "hybrid", "validity": False}
    )
    trajectory = spoken(*REPLIES)
    facts = {"scenario_id": OF.id, "kind": OF.kind, "locale": "ko", "trial": 0, "scenario": OF.model_dump_json()}
    session_id = store.begin_session(run_id, 0, facts)
    recorder = Recorder(store, session_id)
    for event in trajectory.events:
        recorder(event)
    recorder.flush()
    verdict = gated_score(trajectory, OF, validity=False)
    store.finish_session(session_id, {"outcome": verdict.outcome.value}, verdict.scores, SCORING_VERSION)
    rescore(store, run_id)
    assert _haeyo(store, session_id).value is None
    judge = Saying("a")
    judge_run(store, run_id, Judges((judge,)))
    assert judge.asked == 2
    assert _haeyo(store, session_id).value == pytest.approx(1 / 3)
    rescore(store, run_id)
    assert _haeyo(store, session_id).value == pytest.approx(1 / 3)
    (told,) = agreements(JudgementTable(store).panel(run_id))
    assert (told.rubric, told.questions, told.decided) == ("haeyo", 2, 2)
    # The same answers serve judges alone, who are asked about the rest only.
    store.set_setting(run_id, "level_mode", "llm")
    judge_run(store, run_id, Judges((judge,)))
    assert judge.asked == 4
    assert _haeyo(store, session_id).value == pytest.approx(3 / 4)
    store.set_setting(run_id, "level_mode", "rule")
    rescore(store, run_id)
    assert _haeyo(store, session_id).value == pytest.approx(2 / 3)


def _haeyo(store: Store, session_id: str) -> Measured:
    (found,) = [score for score in store.scores(session_id) if score.metric == "haeyo"]
    return found


def test_a_drive_that_goes_on_is_unscored_where_judges_take_part() -> None:
    trajectory = spoken("닫았어요.")
    wanted: dict[LevelMode, float | None] = {"rule": 1.0, "hybrid": None, "llm": None}
    for levels, expected in wanted.items():
        found = LiveScoring(levels=levels).score(trajectory.events, OF)
        (score,) = [one for one in found.scores if one.metric == "haeyo"]
        assert score.value == expected
