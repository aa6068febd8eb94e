"""Rules for setting and editing a route."""

from simulator.events import FaultKind, ToolResult
from simulator.policies.evidence import UPHELD, answered, kept_by_tool, this_step, worst
from simulator.policies.spec import Situation, Verdict, policy

SET_NEW = "set_new_navigation"
EDITS = frozenset(
    {
        "navigation_add_one_waypoint",
        "navigation_replace_one_waypoint",
        "navigation_replace_final_destination",
        "navigation_delete_waypoint",
        "navigation_delete_destination",
    }
)
ROUTE_WRITERS = EDITS | {SET_NEW}
# Under these names the tools that write a route answer with its waypoints.
_WAYPOINTS = ("waypoints", "new_waypoints", "new_waypoints_id")
_NEVER_RUN = frozenset({FaultKind.UNKNOWN_TOOL, FaultKind.REMOVED})


@policy(
    "016",
    """Every route you set starts at the place where the car is.""",
    when="step",
    source="CAR-bench AUT-POL:016",
)
def route_starts_at_the_car(situation: Situation) -> Verdict | None:
    """Applies to each route that is written; an edit that leaves a start set elsewhere before it is none of its doing.

    Source: CAR-bench AUT-POL:016, checked at every write of the waypoints.
    """
    here = situation.before.surroundings.current_location.id
    left_as_it_was = situation.before.navigation.waypoints_id[:1]
    verdicts = []
    for call, result in answered(this_step(situation), ROUTE_WRITERS):
        start = _start(result)
        if start is None or (call.name in EDITS and start != here and [start] == left_as_it_was):
            continue
        reason = f"the route set by {call.name} starts at {start}, but the car is at {here}"
        verdicts.append(UPHELD if start == here else Verdict(False, reason))
    return worst(verdicts)


def _start(result: ToolResult) -> str | None:
    """Return the first waypoint a call wrote, None when it wrote none."""
    if result.fault is not None or not isinstance(result.value, dict):
        return None
    waypoints = next((result.value[name] for name in _WAYPOINTS if name in result.value), ())
    return str(waypoints[0]) if waypoints else None


@policy(
    "017",
    """Use the tools that edit a navigation only while a navigation is active.""",
    when="step",
    source="CAR-bench AUT-POL:017",
)
def edits_need_an_active_navigation(situation: Situation) -> Verdict | None:
    """Source: CAR-bench AUT-POL:017, which the five edit tools check themselves."""
    return kept_by_tool(situation, "017", EDITS)


@policy(
    "018",
    """While a navigation is active, edit it; set a new one only when none is active. Make edits one after another, each
    in a step of its own, never several in one step.""",
    when="step",
    source="CAR-bench AUT-POL:018",
)
def navigation_is_edited_one_by_one(situation: Situation) -> Verdict | None:
    """Edits in one step break it whether they go through or not; all five edit tools count.

    Source: CAR-bench AUT-POL:018. Its code leaves the two tools that delete uncounted, because it looks for them under
    other names; the native profile asks what its rule says.
    """
    edits = [
        call.name
        for call, result in answered(this_step(situation), EDITS)
        if result.fault is None or result.fault.kind not in _NEVER_RUN
    ]
    if len(edits) > 1:
        return Verdict(False, f"the route was edited {len(edits)} times in one step: {', '.join(edits)}")
    return kept_by_tool(situation, "018", ROUTE_WRITERS)


@policy(
    "019",
    """A route that is set keeps at least its start and its destination: to give up the last leg, end the
    navigation.""",
    when="step",
    source="CAR-bench AUT-POL:019",
)
def route_keeps_start_and_destination(situation: Situation) -> Verdict | None:
    """Source: CAR-bench AUT-POL:019, which the tool that deletes the destination checks itself."""
    return kept_by_tool(situation, "019", ("navigation_delete_destination",))
