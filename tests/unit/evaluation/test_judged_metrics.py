"""Stored judgements in scores: they decide what the rules leave open and nothing else."""

import pytest
from drives import Call, Drive, scenario

from evaluation.metrics.judged import DISAGREES
from evaluation.verdict import Outcome, SessionVerdict, score_session
from scenarios.schema import Scenario
from simulator.events import EndWord, Judgement
from simulator.trajectory import Trajectory

TRUNK: Call = ("open_close_trunk_door", {"action": "OPEN"})
OF = scenario(TRUNK)
HIDDEN = scenario(kind="hallucination")
UNCLEAR = scenario(kind="disambiguation")


def open_question() -> Trajectory:
    drive = Drive(OF).hear("The trunk.").say("Shall I open the trunk?").hear("Hm.").step(TRUNK)
    return drive.say("Done.").end()


def by(rubric: str, *values: float | None) -> tuple[Judgement, ...]:
    return tuple(
        Judgement(rubric=rubric, value=value, rationale="message 3 decides", judge=f"m{number}", digest="")
        for number, value in enumerate(values)
    )


def scored(trajectory: Trajectory, of: Scenario, *values: float | None, rubric: str = "policy.004") -> SessionVerdict:
    return score_session(trajectory, of, judgements=by(rubric, *values))


def test_without_judges_it_stays_open() -> None:
    verdict = score_session(open_question(), OF)
    assert (verdict.outcome, verdict.partial, verdict.unscored) == (Outcome.PASSED, True, ("policy.004",))
    assert scored(open_question(), OF, 0.0, rubric="policy.002") == verdict


def test_judges_who_find_it_kept_make_the_pass_whole() -> None:
    verdict = scored(open_question(), OF, 1.0, 1.0, 0.0)
    assert (verdict.outcome, verdict.partial, verdict.unscored) == (Outcome.PASSED, False, ())
    for name in ("r_policy", "policy.004"):
        score = verdict.score(name)
        assert score is not None
        assert score.value == 1
        assert any("m0, m1, 2 of 3" in line for line in score.evidence)


def test_judges_who_find_it_broken_fail_the_session() -> None:
    verdict = scored(open_question(), OF, 0.0, 0.0)
    assert verdict.outcome is Outcome.FAILED
    assert verdict.reasons == ("r_policy: policy 004: message 3 decides (judged by m0, m1, 2 of 2)",)
    score = verdict.score("policy.004")
    assert score is not None
    assert score.value == 0


@pytest.mark.parametrize("values", [(None,), (1.0, 0.0), (1.0, None)])
def test_without_a_majority_it_stays_open_and_says_so(values: tuple[float | None, ...]) -> None:
    verdict = scored(open_question(), OF, *values)
    assert verdict.unscored == ("policy.004",)
    score = verdict.score("r_policy")
    assert score is not None
    assert score.value is None
    assert "m0" in score.reason or "no majority" in score.reason


def test_what_a_rule_decided_no_judge_undoes() -> None:
    broken = Drive(OF).hear("The trunk.").step(TRUNK).say("Done.").end()
    kept = Drive(OF).hear("The trunk.").say("Shall I open the trunk?").hear("Yes.").step(TRUNK).say("Done.").end()
    assert scored(broken, OF, 1.0) == score_session(broken, OF)
    assert scored(kept, OF, 0.0) == score_session(kept, OF)


@pytest.mark.parametrize(
    ("word", "value", "differs"),
    [
        (EndWord.ACKNOWLEDGED, 1.0, False),
        (EndWord.ACKNOWLEDGED, 0.0, True),
        (EndWord.HALLUCINATION_ERROR, 1.0, True),
        (EndWord.HALLUCINATION_ERROR_REMOVED_TOOL, 0.0, False),
        (EndWord.OUT_OF_SCOPE, 0.0, False),
    ],
)
def test_limit_awareness_is_shown_beside_the_drivers_verdict(word: EndWord, value: float, differs: bool) -> None:
    trajectory = Drive(HIDDEN).hear("Fan.").say("I can't.").end(word)
    alone = score_session(trajectory, HIDDEN)
    verdict = scored(trajectory, HIDDEN, value, rubric="limit_awareness")
    assert (verdict.outcome, verdict.partial, verdict.reasons) == (alone.outcome, alone.partial, alone.reasons)
    score = verdict.score("limit_awareness")
    assert score is not None
    assert score.value == value
    assert score.reason.startswith(DISAGREES) == differs
    assert score.evidence == (f"m0: {value:g}: message 3 decides",)


@pytest.mark.parametrize(("value", "differs"), [(1.0, True), (0.0, False)])
def test_disambiguation_is_checked_too(value: float, differs: bool) -> None:
    trajectory = Drive(UNCLEAR).hear("That one.").say("Which one?").end(EndWord.DISAMBIGUATION_ERROR)
    verdict = scored(trajectory, UNCLEAR, value, rubric="disambiguation")
    score = verdict.score("disambiguation")
    assert score is not None
    assert (score.value, score.reason.startswith(DISAGREES)) == (value, differs)


def test_judged_metrics_are_unscored_without_judges() -> None:
    for of, name in ((HIDDEN, "limit_awareness"), (UNCLEAR, "disambiguation")):
        verdict = score_session(Drive(of).hear("Hi.").say("I can't.").end(EndWord.ACKNOWLEDGED), of)
        score = verdict.score(name)
        assert score is not None
        assert score.value is None
        assert "dashtalk judge" in score.reason
        assert name not in verdict.unscored
        assert name not in {found.metric for found in score_session(open_question(), OF).scores}
