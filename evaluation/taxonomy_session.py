"""The taxonomy's view of a session played here."""

from collections.abc import Iterable, Iterator

from evaluation.spec import Measured
from evaluation.taxonomy_view import Broken, Deed, Did, Moment, Said, View, Wanted, effect_of
from scenarios.schema import Scenario
from simulator.events import (
    AssistantSpoke,
    FaultKind,
    PolicyFinding,
    SpeechRecognised,
    StepClosed,
    ToolCall,
    ToolCalled,
    ToolResult,
    ToolReturned,
)
from simulator.trajectory import Trajectory

_TOOL_SUBSET = "r_tool_subset"


def view_of_session(trajectory: Trajectory, scenario: Scenario, scores: Iterable[Measured]) -> View:
    """Return the view of a scored session; `event` is `event N`, N the event's `seq`.

    The driver's words are those the assistant heard, since only they could guide it. Raises ValueError for a
    trajectory without a beginning.
    """
    found = {score.metric: score for score in scores}
    subset = found.get(_TOOL_SUBSET)
    ended = trajectory.ended
    moments = list(_moments(trajectory, scenario.kind == "hallucination"))
    ambiguity = scenario.ambiguity
    return View(
        kind=scenario.kind,
        locale=trajectory.started.locale,
        internal=None if ambiguity is None else ambiguity.resolved_by == "internal",
        moments=tuple(moment for moment, _ in moments),
        wanted=tuple(Wanted(call.tool, call.arguments, effect_of(call.tool)) for call in scenario.expected),
        removed=scenario.removed,
        zero=frozenset(name for name, score in found.items() if name.startswith("r_") and score.value == 0),
        missing=subset.evidence if subset is not None and subset.value == 0 else (),
        broken=tuple(
            Broken(finding.policy, finding.reason, position)
            for position, (_, findings) in enumerate(moments)
            for finding in findings
            if finding.applicable and finding.upheld is False
        ),
        end_word=ended.end_word.value if ended is not None and ended.end_word is not None else None,
    )


def _moments(trajectory: Trajectory, limits: bool) -> Iterator[tuple[Moment, tuple[PolicyFinding, ...]]]:
    calls: dict[str, ToolCall] = {}
    results: list[ToolResult] = []
    for event in trajectory.events:
        match event:
            case SpeechRecognised():
                yield Said(f"event {event.seq}", "driver", event.heard.text), ()
            case ToolCalled(step=int(), call=call):
                calls[call.id] = call
            case ToolReturned(step=int(), result=result):
                results.append(result)
            case StepClosed():
                deeds = tuple(_deed(calls[result.call_id], result, limits) for result in results)
                yield Did(f"event {event.seq}", deeds), event.findings
                results.clear()
            case AssistantSpoke():
                yield Said(f"event {event.seq}", "assistant", event.text), event.findings


def _deed(call: ToolCall, result: ToolResult, limits: bool) -> Deed:
    """Make a deed; using what a hallucination scenario took away is no refusal that is scored."""
    fault = result.fault
    forgiven = {FaultKind.SILENT} | ({FaultKind.REMOVED} if limits else set())
    refused = fault is not None and fault.kind not in forgiven
    return Deed(call.name, call.arguments, result.content, refused, fault is not None, effect_of(call.name))
