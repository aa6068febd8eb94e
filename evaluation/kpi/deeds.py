"""Tells whether an answer did what a dialogue's checks describe."""

from collections.abc import Iterable, Mapping
from typing import Any

from evaluation.kpi.answer import Answer
from scenarios.dialogue_checks import Deed, Range, RouteWish
from simulator.events import ToolCall


def first_done(deeds: Iterable[Deed], answer: Answer) -> Deed | None:
    """Return the first of these deeds that the answer did."""
    return next((deed for deed in deeds if was_done(deed, answer)), None)


def beside(deeds: Iterable[Deed], answer: Answer) -> str:
    """Return the tool of a call that set something and belongs to none of these deeds, "" where there is none.

    A deed without a tool may take any calls.
    """
    known = tuple(deeds)
    if any(not deed.tool for deed in known):
        return ""
    for call in answer.acted:
        if not any(deed.tool == call.name and fits(deed.arguments, call, answer) for deed in known):
            return call.name
    return ""


def was_done(deed: Deed, answer: Answer) -> bool:
    """Return whether the answer did a deed; what was so before and did not change was not done."""
    if deed.tool and not any(fits(deed.arguments, call, answer) for call in calls_of(deed.tool, answer)):
        return False
    if deed.state and not (_state_holds(deed, answer) and _state_changed(deed, answer)):
        return False
    return deed.route is None or (answer.rerouted and route_holds(deed.route, answer) is True)


def kept(deed: Deed, answer: Answer) -> bool | None:
    """Return whether a deed that must be done so, when it is done at all, was; None where it was not done.

    Each call of its tool must fit, the state must hold at the end if the answer changed it, and the route likewise.
    """
    found: list[bool | None] = []
    if deed.tool:
        fitting = [fits(deed.arguments, call, answer) for call in calls_of(deed.tool, answer)]
        # Who puts right a first call that was wrong is judged by others.
        found.append(fitting[0] if len(set(fitting)) == 1 else None)
    if deed.state:
        found.append(_state_holds(deed, answer) if _state_changed(deed, answer) else None)
    if deed.route is not None:
        found.append(route_holds(deed.route, answer) if answer.rerouted and answer.routes else None)
    if False in found:
        return False
    return None if None in found else True


def calls_of(tool: str, answer: Answer) -> tuple[ToolCall, ...]:
    """Return the answer's calls of a tool that succeeded."""
    return tuple(call for call, _ in answer.done if call.name == tool)


def fits(wanted: Mapping[str, Any], call: ToolCall, answer: Answer) -> bool:
    """Return whether a call has all these arguments."""
    return all(matches(value, call.arguments.get(name), None) for name, value in wanted.items())


def matches(wanted: Any, found: Any, before: Any) -> bool:
    """Return whether a value is the wanted one, one of several, or in a range; `before` is where it stood."""
    if isinstance(wanted, Range):
        return _in_range(wanted, found, before)
    if isinstance(wanted, tuple):
        if isinstance(found, list):
            return list(wanted) == found
        return any(matches(one, found, before) for one in wanted)
    if isinstance(wanted, str) and isinstance(found, str):
        return wanted.casefold() == found.casefold()
    if isinstance(wanted, bool) or isinstance(found, bool):
        return wanted is found
    return bool(wanted == found)


def _in_range(wanted: Range, found: Any, before: Any) -> bool:
    if isinstance(found, bool) or not isinstance(found, int | float):
        return False
    if wanted.min is not None and found < wanted.min:
        return False
    if wanted.max is not None and found > wanted.max:
        return False
    if wanted.change is None:
        return True
    if isinstance(before, bool) or not isinstance(before, int | float):
        return False
    return found > before if wanted.change == "up" else found < before


def _state_holds(deed: Deed, answer: Answer) -> bool:
    names = tuple(deed.state)
    before, after = answer.before.flat(names), answer.after.flat(names)
    return all(matches(value, after[name], before[name]) for name, value in deed.state.items())


def _state_changed(deed: Deed, answer: Answer) -> bool:
    names = tuple(deed.state)
    return answer.before.flat(names) != answer.after.flat(names)


def route_holds(wish: RouteWish, answer: Answer) -> bool | None:
    """Return whether the route set at the end is as wished; None where none is set, or nobody knows it."""
    legs, stops = answer.routes, answer.after.navigation.waypoints_id
    if not legs or len(legs) != len(answer.after.navigation.routes_to_final_destination_id):
        return None
    found: list[bool] = []
    if wish.toll is not None:
        found.append(any(bool(leg["includes_toll"]) for leg in legs) == wish.toll)
    for name, wanted in (("fastest", wish.fastest), ("shortest", wish.shortest)):
        if wanted is not None:
            found.append(all(name in leg["alias"] for leg in legs) == wanted)
    if wish.destination:
        found.append(bool(stops) and stops[-1] == wish.destination)
    if wish.stops is not None:
        found.append(tuple(stops[1:-1]) == wish.stops)
    return all(found)
