"""One session's verdict: passed, failed, unscored, invalid, or stopped by a defect."""

from collections.abc import Iterable
from enum import StrEnum

from evaluation.catalogue import metrics
from evaluation.majority import Judgements
from evaluation.metrics.end_of_conversation import HUMAN
from evaluation.metrics.kpis import GATE
from evaluation.remembered import remembering
from evaluation.spec import METRICS, Measured, obstacle, unscored
from scenarios.dialogue import Kpi
from scenarios.schema import Scenario
from simulator.events import DefectRecorded, DriverSpoke, Frozen, Termination
from simulator.trajectory import Trajectory
from simulator.users.human_drive import FREE_DRIVE

# Without these nobody knows whether the driver got what was asked for.
DECISIVE = ("r_actions_final", "r_actions_intermediate", "r_user_end_conversation")


class Outcome(StrEnum):
    """What became of a session."""

    PASSED = "passed"
    FAILED = "failed"
    UNSCORED = "unscored"
    """Nothing is known to be wrong, but something decisive could not be judged."""
    INVALID = "invalid"
    """The simulated driver went wrong; the assistant is not to blame."""
    DEFECT = "defect"
    """A bug of ours or of the infrastructure ended it; the assistant is not to blame."""


class SessionVerdict(Frozen):
    """The outcome with all scores behind it.

    `unscored` names the components that could not be judged; a pass with any is `partial`. `reasons` says in one
    plain sentence each why the session did not pass, or what a partial pass leaves open.
    """

    outcome: Outcome
    partial: bool = False
    scores: tuple[Measured, ...] = ()
    unscored: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()

    def score(self, name: str) -> Measured | None:
        """Return the score of one metric, None where it does not apply."""
        return next((score for score in self.scores if score.metric == name), None)


def score_session(
    trajectory: Trajectory, scenario: Scenario, require: Iterable[str] = (), judgements: Judgements = ()
) -> SessionVerdict:
    """Score a session with every metric that applies and give the verdict; `require` names metrics that must be scored.

    A component scored below 1 fails the session. A state component or the end of the conversation left unscored makes
    it unscored, and so does a required metric. Otherwise it passes, partially if any component is unscored.
    `judgements` are those stored for this session; they decide what the rules leave to judges. Raises UsageError for
    an unknown name in `require`.
    """
    required = tuple(METRICS[name].name for name in require)
    with remembering():
        scored = [entry.score(trajectory, scenario, judgements) for entry in metrics()]
    found = tuple(score for score in scored if score is not None)
    reason = obstacle(trajectory)
    if reason:
        return SessionVerdict(outcome=_stopped(trajectory), scores=found, reasons=(reason,))
    if trajectory.started.user == HUMAN and next(iter(trajectory.of(DriverSpoke)), None) is None:
        # A person who hung up at once: an untouched car is no achievement of the assistant.
        reason = "the driver said nothing"
        nothing = tuple(unscored(score.metric, reason) for score in found)
        return SessionVerdict(outcome=Outcome.UNSCORED, scores=nothing, unscored=_unscored(nothing), reasons=(reason,))
    if scenario.dialogue is not None:
        return dialogue_verdict(found, scenario.dialogue.kpi)
    if scenario.kind == "dialogue":
        free = scenario.id == FREE_DRIVE
        reason = "a free drive has no goal to score" if free else "dialogue scenarios need a judge, and none was asked"
        return SessionVerdict(outcome=Outcome.UNSCORED, scores=found, reasons=(reason,))
    components = [score for score in found if METRICS[score.metric].component]
    open_names = _unscored(found)
    broken = [score for score in components if score.value is not None and score.value < 1]
    if broken:
        return SessionVerdict(
            outcome=Outcome.FAILED,
            scores=found,
            unscored=open_names,
            reasons=tuple(f"{score.metric}: {score.reason}" for score in broken),
        )
    blocking = [score for score in found if score.value is None and score.metric in (*DECISIVE, *required)]
    if blocking:
        return SessionVerdict(
            outcome=Outcome.UNSCORED,
            scores=found,
            unscored=open_names,
            reasons=tuple(f"{score.metric} is unscored: {score.reason}" for score in blocking),
        )
    return SessionVerdict(
        outcome=Outcome.PASSED,
        partial=bool(open_names),
        scores=found,
        unscored=open_names,
        reasons=tuple(f"{score.metric} is unscored: {score.reason}" for score in found if score.metric in open_names),
    )


def dialogue_verdict(scores: tuple[Measured, ...], kpi: Kpi) -> SessionVerdict:
    """Return the verdict on a dialogue: its KPI decides, and an answer without information fails."""
    gate = next((score for score in scores if score.metric == GATE), None)
    score = next((score for score in scores if score.metric == kpi), None)
    if score is None or score.value is None:
        empty = gate is not None and gate.value == 0
        reasons = (f"{GATE}: {gate.reason}",) if empty and gate is not None else (f"{kpi} is unscored: {_why(score)}",)
        return SessionVerdict(
            outcome=Outcome.FAILED if empty else Outcome.UNSCORED,
            scores=scores,
            unscored=() if empty else (kpi,),
            reasons=reasons,
        )
    if score.value < 1:
        return SessionVerdict(outcome=Outcome.FAILED, scores=scores, reasons=(f"{kpi}: {score.reason}",))
    return SessionVerdict(outcome=Outcome.PASSED, scores=scores)


def _why(score: Measured | None) -> str:
    return "nothing was asked" if score is None else score.reason


def _unscored(scores: tuple[Measured, ...]) -> tuple[str, ...]:
    """Name the unscored components; the policies left open stand in for the component that sums them up."""
    names = [score.metric for score in scores if score.value is None and METRICS[score.metric].component]
    open_policies = [score.metric for score in scores if score.value is None and score.metric.startswith("policy.")]
    return tuple(sorted({name for name in names if name != "r_policy"} | set(open_policies)))


def _stopped(trajectory: Trajectory) -> Outcome:
    ended = trajectory.ended
    if any(True for _ in trajectory.of(DefectRecorded)) or (ended and ended.termination is Termination.DEFECT):
        return Outcome.DEFECT
    if ended is not None and ended.termination is Termination.USER_ERROR:
        return Outcome.INVALID
    return Outcome.UNSCORED
