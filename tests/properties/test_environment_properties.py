"""Whatever is called on a car: its state stays valid, faults and looks change nothing, and replays agree."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from simulator.admission import storable_arguments
from simulator.environment import Environment
from simulator.events import Actor, ToolCall
from simulator.tools.catalogue import all_tools
from simulator.tools.schema import Schema
from simulator.tools.spec import ToolSpec
from simulator.tools.toolset import Toolset
from simulator.vehicle.state import VehicleState
from simulator.world.generated import GeneratedWorld, places

SPECS = all_tools()
EFFECTS = {spec.name: spec.effect for spec in SPECS}
# Strings that mean something to some tool are worth more than random ones.
TELLING = (*list(places())[:3], "RED", "1 + 2 * 3", "p", "loc_nowhere")
RELAXED = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
MANY = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])

Step = ToolCall | int


def numbers(schema: Schema) -> SearchStrategy[Any]:
    low, high = schema.get("minimum", -50), schema.get("maximum", 200)
    step = schema.get("multipleOf") or (1 if schema["type"] == "integer" else None)
    if step is None:
        return st.floats(low, high, allow_nan=False)
    return st.integers(int(-(-low // step)), int(high // step)).map(lambda count: count * step)


def values(schema: Schema) -> SearchStrategy[Any]:
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "boolean":
            return st.booleans()
        case "integer" | "number":
            return numbers(schema)
        case "string":
            return st.sampled_from(TELLING) | st.text(max_size=8)
        case "array":
            return st.lists(values(schema["items"]), max_size=3)
        case _:
            return objects(schema)


def objects(schema: Schema) -> SearchStrategy[dict[str, Any]]:
    inner = {name: values(one) for name, one in schema.get("properties", {}).items() if isinstance(one, dict)}
    required = set(schema.get("required", ()))
    return st.fixed_dictionaries(
        {name: value for name, value in inner.items() if name in required},
        optional={name: value for name, value in inner.items() if name not in required},
    )


def call_of(spec: ToolSpec, arguments: SearchStrategy[Any]) -> SearchStrategy[ToolCall]:
    own = spec.name in Toolset("dashtalk").specs
    actors: tuple[Actor, ...] = ("assistant", "person", "scenario") if own else ("person", "scenario")
    return st.builds(
        ToolCall, id=st.just("1"), name=st.just(spec.name), arguments=arguments, actor=st.sampled_from(actors)
    )


VALID = st.one_of([call_of(spec, objects(spec.parameters)) for spec in SPECS])
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(TELLING),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def spoilt(spec: ToolSpec) -> SearchStrategy[Any]:
    """Return arguments of which some have the right names and hardly any the right values."""
    names = [name for name, one in spec.parameters["properties"].items() if isinstance(one, dict)]
    name = st.sampled_from(names) | st.text(max_size=5) if names else st.text(max_size=5)
    return st.dictionaries(name, JUNK, max_size=4).map(storable_arguments)


SPOILT = st.one_of([call_of(spec, spoilt(spec)) for spec in SPECS])
WAITS = st.integers(0, 7_200_000)
STARTS = st.fixed_dictionaries(
    {},
    optional={
        "state_of_charge": st.floats(10, 100),
        "plugged_in": st.booleans(),
        "fan_speed": st.integers(0, 5),
        "sunshade_position": st.integers(0, 100),
        "air_conditioning": st.booleans(),
        "fog_lights": st.booleans(),
    },
)


def car_of(start: dict[str, Any]) -> Environment:
    return Environment(VehicleState.from_flat(start), GeneratedWorld(1), Toolset("dashtalk"))


def check_valid(state: VehicleState) -> None:
    assert VehicleState.model_validate(state.model_dump()) == state


@MANY
@given(STARTS, st.lists(st.one_of(VALID, WAITS, SPOILT), max_size=12))
def test_no_sequence_reaches_an_invalid_state_and_every_digest_can_be_replayed(
    start: dict[str, Any], steps: list[Step]
) -> None:
    car = car_of(start)
    replayed = car.state
    for step in steps:
        before = car.state
        if isinstance(step, int):
            changes = car.advance(step)
            digest = car.digest
        else:
            result = car.call(step)
            changes, digest = result.changes, result.digest
            if result.fault is not None or EFFECTS[step.name] != "set":
                assert changes == ()
                assert car.state is before
        check_valid(car.state)
        assert before.diff(car.state) == changes
        replayed = replayed.apply(changes)
        assert digest == car.digest == car.state.digest() == replayed.digest()


@RELAXED
@given(STARTS, SPOILT)
def test_whatever_the_arguments_a_call_returns_and_a_fault_changes_nothing(
    start: dict[str, Any], call: ToolCall
) -> None:
    car = car_of(start)
    before = car.digest
    result = car.call(call)
    assert result.call_id == call.id
    assert result.digest == car.digest
    if result.fault is not None:
        assert car.digest == before
        assert result.fault.message
        assert len(result.content) < 1000
    type(result).model_validate_json(result.model_dump_json())


@RELAXED
@given(
    STARTS,
    st.lists(VALID, max_size=6),
    st.one_of([call_of(s, objects(s.parameters)) for s in SPECS if s.effect != "set"]),
)
def test_looking_never_changes_anything(start: dict[str, Any], first: list[ToolCall], look: ToolCall) -> None:
    car = car_of(start)
    for call in first:
        car.call(call)
    before = car.digest
    again = [car.call(look), car.call(look)]
    assert car.digest == before
    assert all(result.changes == () for result in again)
    if EFFECTS[look.name] == "get":
        assert again[0].content == again[1].content


@RELAXED
@given(st.floats(10, 100), st.integers(50, 100), st.lists(WAITS, max_size=6))
def test_charging_never_runs_backwards_or_past_its_limit(level: float, limit: int, waits: list[int]) -> None:
    state = {"plugged_in": True, "charging": True, "plug_power_kw": 50, "charge_limit_percent": limit}
    car = car_of(state | {"state_of_charge": level})
    for wait in waits:
        before = car.state.battery.state_of_charge
        car.advance(wait)
        after = car.state.battery.state_of_charge
        assert before <= after <= max(before, limit)
        check_valid(car.state)
