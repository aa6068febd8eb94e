"""What the checks of several policies read from steps: calls that went through, and what was known before them."""

import json
from collections.abc import Container, Iterable, Iterator
from typing import Any

from simulator.events import ToolCall, ToolResult
from simulator.policies.spec import Situation, Verdict
from simulator.trajectory import Step

UPHELD = Verdict(True)


def succeeded(steps: Iterable[Step], *names: str) -> Iterator[ToolCall]:
    """Iterate over the calls of these tools that did not fault, in order."""
    for step in steps:
        for call, result in zip(step.calls, step.results, strict=False):
            if call.name in names and result.fault is None:
                yield call


def answered(steps: Iterable[Step], names: Container[str]) -> Iterator[tuple[ToolCall, ToolResult]]:
    """Iterate over the calls of these tools with what came back, in order."""
    for step in steps:
        for call, result in zip(step.calls, step.results, strict=False):
            if call.name in names:
                yield call, result


def kept_by_tool(situation: Situation, identifier: str, names: Container[str]) -> Verdict | None:
    """Judge a rule the tools uphold themselves: broken by a call refused for it, upheld by one that went through.

    A call refused for any other reason says nothing about the rule.
    """
    verdicts = []
    for call, result in answered(this_step(situation), names):
        if result.fault is None:
            verdicts.append(UPHELD)
        elif result.fault.policy is not None and result.fault.policy.endswith(f":{identifier}"):
            verdicts.append(Verdict(False, f"{call.name} was refused: {result.fault.message}"))
    return worst(verdicts)


def known_before(situation: Situation) -> frozenset[str]:
    """Return the names of the tools that answered without a fault in steps before the one at hand."""
    return frozenset(
        call.name
        for step in situation.earlier
        for call, result in zip(step.calls, step.results, strict=False)
        if result.fault is None
    )


def this_step(situation: Situation) -> tuple[Step, ...]:
    """Return the step at hand, as a sequence; empty when the assistant speaks."""
    return () if situation.step is None else (situation.step,)


def percentage(call: ToolCall) -> float:
    """Return the position a call asks for, in percent; the gate has checked that it is a number."""
    return float(call.arguments["percentage"])


def worst(verdicts: Iterable[Verdict]) -> Verdict | None:
    """Return the gravest of several verdicts: broken, then undecided, then upheld; None when there are none."""
    rank = {False: 0, None: 1, True: 2}
    return min(verdicts, key=lambda verdict: rank[verdict.upheld], default=None)


def weather_seen(situation: Situation) -> str | None:
    """Return the condition the assistant last read for the car's own place, None when it read none.

    Only what the tool's answer showed counts: a condition that the scenario hides was not seen.
    """
    here = situation.before.surroundings.current_location.id
    condition: str | None = None
    for step in situation.earlier:
        for call, result in zip(step.calls, step.results, strict=False):
            if call.name == "get_weather" and result.fault is None and call.arguments.get("location_or_poi_id") == here:
                condition = _condition(result.content)
    return condition


def _condition(content: str) -> str | None:
    try:
        answer: Any = json.loads(content)
        condition = answer["result"]["current_slot"]["condition"]
    except (ValueError, KeyError, TypeError):
        return None
    return condition if isinstance(condition, str) and condition != "unknown" else None
