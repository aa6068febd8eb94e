"""A recording's score by the reference's rules.

Source: CAR-bench scoring: the reward is 1 if every component that applies is 1, else 0.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from evaluation.profiles.aut_policies import RuleCrash, policy_errors, tool_errors
from evaluation.profiles.quirks import Profile, ScoringQuirk
from evaluation.profiles.recording import Batch, GroundTruth, Judged, RecordedCall, Recording, Speech, carbench_key
from simulator.events import FaultKind

COMPONENTS = (
    "r_actions_final",
    "r_actions_intermediate",
    "r_tool_subset",
    "r_tool_execution",
    "r_policy",
    "r_user_end_conversation",
)
"""What the reward is made of; `r_actions` repeats the first two."""


@dataclass(slots=True)
class CarbenchScore:
    """The reference's components under its names: 1.0, 0.0, or None where one does not apply or nobody decided.

    `reward` is None when nothing failed but something that counts is undecided; `undecided` names that. `note` says
    why a session has no components.
    """

    r_actions: float | None = None
    r_actions_final: float | None = None
    r_actions_intermediate: float | None = None
    r_tool_subset: float | None = None
    tool_subset_missing_tools: list[str] | None = None
    r_tool_execution: float | None = None
    tool_execution_errors: list[str] | None = None
    r_policy: float | None = None
    policy_llm_errors: list[str] | None = None
    policy_aut_errors: list[str] | None = None
    r_user_end_conversation: float | None = None
    end_conversation_keyword: str | None = None
    reward: float | None = None
    undecided: list[str] = field(default_factory=list)
    note: str = ""

    def row(self) -> dict[str, Any]:
        """Return the components as result files carry them, with `reward`; our two only where they say something."""
        row = asdict(self)
        for name in ("undecided", "note"):
            if not row[name]:
                del row[name]
        return row


def score_recording(recording: Recording, truth: GroundTruth, profile: Profile) -> CarbenchScore:
    """Score a session by a reference profile."""
    quirks = profile.scoring
    if not recording.finished and ScoringQuirk.STEP_LIMIT_IS_ZERO in quirks:
        return CarbenchScore(reward=0.0, note="the session reached the step limit")
    score = CarbenchScore()
    shared = truth.calls if ScoringQuirk.SHARED_ERROR_LISTS in quirks else ()
    scored = recording.family != "hallucination"
    if scored:
        _score_states(score, recording, truth, quirks)
    else:
        # Only what the ground truth is compared for is replayed there.
        shared = ()
    _score_execution(score, recording, shared, quirks)
    _score_end(score, recording, quirks)
    if scored or ScoringQuirk.HALLUCINATION_SKIPS_POLICY not in quirks:
        try:
            _score_policy(score, recording, shared, quirks)
        except RuleCrash as crash:
            return CarbenchScore(reward=0.0, note=f"a rule check crashed: {crash}")
    values = [getattr(score, name) for name in COMPONENTS]
    score.reward = 0.0 if 0.0 in values else None if score.undecided else 1.0
    return score


def _flag(condition: bool) -> float:
    return 1.0 if condition else 0.0


def _score_states(
    score: CarbenchScore, recording: Recording, truth: GroundTruth, quirks: frozenset[ScoringQuirk]
) -> None:
    score.r_actions_final = _flag(carbench_key(recording.final) == truth.final)
    score.r_actions_intermediate = _flag(truth.states.issuperset(_sampled(recording, quirks)))
    score.r_actions = _flag(score.r_actions_final == score.r_actions_intermediate == 1.0)
    called = {call.name for batch in recording.batches() for call in batch.calls}
    score.tool_subset_missing_tools = sorted(truth.names - called)
    score.r_tool_subset = _flag(not score.tool_subset_missing_tools)


def _sampled(recording: Recording, quirks: frozenset[ScoringQuirk]) -> Iterable[Any]:
    """Yield the initial state and the one at each speech; each distinct one once."""
    last = recording.initial
    yield carbench_key(last)
    for move in recording.moves:
        if isinstance(move, Speech) and move.state is not last:
            last = move.state
            yield carbench_key(last)
    closing = recording.moves[-1] if recording.moves else None
    if isinstance(closing, Batch) and ScoringQuirk.CALL_NOT_SAMPLED not in quirks:
        yield carbench_key(closing.after)


def execution_errors(calls: Iterable[RecordedCall], quirks: frozenset[ScoringQuirk]) -> list[str]:
    """Return one message per execution error, each beginning with the tool's code or name.

    Source: CAR-bench scored tool errors; silent failures and unknown tools never count, exceptions only in profile U.
    """
    counted = {FaultKind.CHECKED}
    if ScoringQuirk.EXCEPTIONS_FREE not in quirks:
        counted |= {FaultKind.INVALID_ARGUMENTS, FaultKind.REMOVED}
    errors: list[str] = []
    for call in calls:
        if call.fault is None or call.fault.kind not in counted:
            continue
        message = call.fault.message
        errors.append(message if call.fault.kind is FaultKind.CHECKED else f"{call.name}: {message}")
    return errors


def _score_execution(
    score: CarbenchScore, recording: Recording, shared: tuple[RecordedCall, ...], quirks: frozenset[ScoringQuirk]
) -> None:
    calls = (call for batch in recording.batches() for call in batch.calls)
    score.tool_execution_errors = execution_errors((*calls, *shared), quirks)
    score.r_tool_execution = _flag(not score.tool_execution_errors)


def _score_end(score: CarbenchScore, recording: Recording, quirks: frozenset[ScoringQuirk]) -> None:
    word = recording.end_word
    if ScoringQuirk.REMOVED_CALL_FAILS in quirks:
        word = recording.removed_call or word
    if word == "OUT_OF_SCOPE" and recording.family == "base" and ScoringQuirk.OUT_OF_SCOPE_FAILS not in quirks:
        score.end_conversation_keyword = word
        score.undecided.append("r_user_end_conversation")
        return
    failed = word is not None or not recording.finished
    score.end_conversation_keyword = word
    score.r_user_end_conversation = _flag(not failed)


def _score_policy(
    score: CarbenchScore, recording: Recording, shared: tuple[RecordedCall, ...], quirks: frozenset[ScoringQuirk]
) -> None:
    score.policy_aut_errors = policy_errors(recording, quirks)
    score.policy_aut_errors += [error for call in shared for error in tool_errors(call)]
    judged = recording.judged or Judged(undecided=("no judge was asked",))
    # A list means that the judge was asked about everything; without one, null is what the reference writes.
    score.policy_llm_errors = list(judged.errors) if judged.errors or not judged.undecided else None
    if score.policy_aut_errors or judged.errors:
        score.r_policy = 0.0
    elif judged.undecided:
        score.undecided.append(f"r_policy: {'; '.join(judged.undecided)}")
    else:
        score.r_policy = 1.0
