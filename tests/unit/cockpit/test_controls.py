"""Everything a person may do by hand is a call that works."""

import itertools

import pytest

from simulator.channel import LOCALES, Locale
from simulator.cockpit.controls import controls
from simulator.dashboard.sources import Choice, Control
from simulator.environment import Environment
from simulator.events import ToolCall, ToolResult
from simulator.users.human_drive import free_drive
from simulator.vehicle.state import PART_TYPES, VehicleState

SCENARIO = free_drive()
# Each needs something else to have been done before: they are refused in a car that stands there unplugged.
NEEDS_MORE = {("charging.charging", True), ("world.call", "")}


def _all(locale: Locale = "en") -> tuple[Control, ...]:
    return controls(SCENARIO.build_world(0, locale), locale)


def _environment() -> Environment:
    return Environment(SCENARIO.build_state(), SCENARIO.build_world(0), SCENARIO.build_toolset())


def _done(car: Environment, control: Control, choice: Choice | None) -> ToolResult:
    tool, arguments = control.call(choice)
    return car.call(ToolCall(id="hand", name=tool, arguments=arguments, actor="person"))


@pytest.mark.parametrize("control", _all(), ids=lambda control: control.id)
def test_every_choice_does_what_it_says(control: Control) -> None:
    for choice in control.choices:
        car = _environment()
        result = _done(car, control, choice)
        if (control.id, choice.value) in NEEDS_MORE:
            assert result.fault is not None
            continue
        assert result.fault is None, result.fault
        if control.path:
            assert control.now(car.state) == choice.value
            assert control.chosen(car.state) == choice


def test_charging_works_once_the_plug_is_in() -> None:
    car = _environment()
    by_id = {control.id: control for control in _all()}
    for name, number in (("charging.plug", 1), ("charging.charging", 1)):
        assert _done(car, by_id[name], by_id[name].choices[number]).fault is None
    assert by_id["charging.charging"].now(car.state) is True


def test_a_call_rings_and_stops() -> None:
    car = _environment()
    (call,) = (control for control in _all() if control.id == "world.call")
    nobody, caller, *_ = call.choices
    assert _done(car, call, caller).fault is None
    assert call.chosen(car.state) == caller
    assert _done(car, call, nobody).fault is None
    assert call.chosen(car.state) == nobody


def test_ids_are_unique_and_paths_are_variables() -> None:
    every = _all()
    assert len({control.id for control in every}) == len(every)
    flat = {f"{part}.{name}" for part, kind in PART_TYPES.items() for name in kind.model_fields}
    assert {control.path for control in every if control.path} <= flat


@pytest.mark.parametrize("locale", LOCALES)
def test_a_group_s_controls_stand_together_and_everything_is_named_in_both_languages(locale: Locale) -> None:
    every = _all(locale)
    groups = [control.group for control in every]
    changes = sum(before != after for before, after in itertools.pairwise(groups))
    assert changes == len(set(groups)) - 1
    for control in every:
        for phrase in (control.group, control.title, *(choice.title for choice in control.choices)):
            assert phrase.en
            assert phrase.ko
        titles = [choice.title for choice in control.choices]
        assert len(set(titles)) == len(titles)


def test_a_fresh_car_s_trunk_is_closed() -> None:
    (trunk,) = (control for control in _all() if control.id == "trunk")
    chosen = trunk.chosen(VehicleState())
    assert chosen is not None
    assert chosen.value == "CLOSE"
