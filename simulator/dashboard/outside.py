"""How warm it is outside, as people are told: as a scenario pins its weather, until somebody decides otherwise."""

from simulator.dashboard.spec import Moment, changes_of
from simulator.events import ToolReturned
from simulator.vehicle.state import VehicleState
from simulator.vehicle.surroundings import Motion

_TOOL, _VARIABLE = "set_outside_temperature", "outside_temperature_c"
_PATH = f"motion.{_VARIABLE}"


def outside_temperature(moment: Moment) -> tuple[float, float]:
    """Return how warm it was outside when the turn began and how warm it is now, in degrees Celsius.

    Scenarios pin weather without writing it to the car, whose own variable keeps its default then. Shown is the pinned
    temperature as long as that default stands because neither scenario nor person chose a temperature for the car.
    """
    change = moment.changed.get(_PATH)
    now = moment.state.motion.outside_temperature_c
    was = now if change is None else change.before
    scenario = moment.story.scenario
    if scenario.weather is None or _VARIABLE in scenario.state or not _began_at_default(moment):
        return was, now
    pinned, chosen = float(scenario.weather.temperature_c), _chosen(moment)
    start, _ = moment.story.turn_span(moment.turn)
    if chosen is None:
        return pinned, pinned
    return (was if chosen < start else pinned), now


def shown_state(moment: Moment) -> VehicleState:
    """Return the car as a person is told about it: as it is, with the temperature outside that is shown."""
    state, (_, now) = moment.state, outside_temperature(moment)
    if now == state.motion.outside_temperature_c:
        return state
    return state.model_copy(update={"motion": state.motion.model_copy(update={_VARIABLE: now})})


def _began_at_default(moment: Moment) -> bool:
    default = Motion.model_fields[_VARIABLE].default
    return bool(moment.story.state_at(1).motion.outside_temperature_c == default)


def _chosen(moment: Moment) -> int | None:
    """Return the event with which somebody first chose a temperature, though it be the default; None before."""
    for index, event in enumerate(moment.story.events[: moment.position]):
        asked = isinstance(event, ToolReturned) and event.result.name == _TOOL and event.result.fault is None
        if asked or any(change.path == _PATH for change in changes_of(event)):
            return index
    return None
