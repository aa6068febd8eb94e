"""The car panel: everything it claims to show changes what it says, at every size and in both languages."""

from typing import Any, get_args

import pytest
from car_moments import LANGS, MARKS, drawn, moment_of, said, styled
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulator.dashboard.car_drawing import gauge
from simulator.dashboard.car_values import CONTROLS, OCCUPANTS
from simulator.dashboard.panels.car import Car
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.spec import Look
from simulator.vehicle.openings import Doors, Openings
from simulator.vehicle.quantities import AmbientLight

PANEL = Car()
SIZES = (20, 36, 39, 54, 76)
TAKEN = {"driver": True, "passenger": True, "driver_rear": False, "passenger_rear": True}


def choices(variable: str) -> tuple[Any, ...]:
    """Return values of a variable that all have to be told apart."""
    if variable == "ambient_light":
        return get_args(AmbientLight)
    if variable == "trunk_door_position":
        return "closed", "OPEN"
    if variable in Openings.model_fields:
        return 0, 1, 50, 99, 100
    if variable.endswith("_heating") or variable.startswith("seat_heating"):
        return 0, 1, 2, 3
    if variable == "seats_occupied":
        return TAKEN, {**TAKEN, "driver": False}, {**TAKEN, "driver_rear": True}
    return False, True


SHOWN = {path.split(".", 1)[1]: path for path in (*CONTROLS, OCCUPANTS)}
CARS = st.fixed_dictionaries({variable: st.sampled_from(choices(variable)) for variable in SHOWN})


@pytest.mark.parametrize("lang", LANGS)
@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(now=CARS, was=CARS, width=st.integers(20, 120))
def test_no_line_is_wider_than_asked_and_no_height_moves(
    lang: UiLang, now: dict[str, Any], was: dict[str, Any], width: int
) -> None:
    moment = moment_of(now, was, flashing=True)
    lines = drawn(PANEL, moment, width, lang=lang)
    calm = drawn(PANEL, moment_of({}), width, lang=lang)
    # Nothing below the car may jump when something of it changes.
    assert width < 36 or len(lines) == len(calm)


@pytest.mark.parametrize("lang", LANGS)
def test_every_width_holds(lang: UiLang) -> None:
    for width in range(20, 121):
        for now in ({}, {variable: choices(variable)[-1] for variable in SHOWN}):
            drawn(PANEL, moment_of(now), width, lang=lang)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("variable", SHOWN)
def test_every_value_reads_differently(variable: str, width: int, lang: UiLang) -> None:
    values = choices(variable)
    moments = [moment_of({variable: value}) for value in values]
    assert len({said(PANEL, moment, width, lang=lang) for moment in moments}) == len(values)
    assert len({repr(PANEL.depends(moment)) for moment in moments}) == len(values)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("variable", SHOWN)
def test_what_changed_points_from_old_to_new_and_flashes(variable: str, width: int, lang: UiLang) -> None:
    before, after = choices(variable)[:2]
    changed = moment_of({variable: after}, {variable: before})
    lines = drawn(PANEL, changed, width, lang=lang)
    assert "→" in styled(lines, MARKS.changed)
    assert not styled(lines, MARKS.flash)
    assert "→" not in said(PANEL, moment_of({variable: after}), width, lang=lang)
    flashing = moment_of({variable: after}, {variable: before}, flashing=True)
    assert "→" in styled(drawn(PANEL, flashing, width, lang=lang), MARKS.flash)
    # Flashing is a matter of style alone, so it has to be part of what the drawing depends on.
    assert PANEL.depends(flashing) != PANEL.depends(changed)


@pytest.mark.parametrize("width", SIZES)
def test_positions_tell_both_numbers_with_their_unit(width: int) -> None:
    text = said(PANEL, moment_of({"window_driver_position": 100}, {"window_driver_position": 25}), width)
    assert "25→100%" in text.replace(" ", "")


@pytest.mark.parametrize("width", SIZES)
def test_a_trunk_that_is_only_spelled_another_way_is_as_closed_as_before(width: int) -> None:
    moment = moment_of({"trunk_door_position": "CLOSE"}, {"trunk_door_position": "closed"})
    assert "→" not in said(PANEL, moment, width)
    assert said(PANEL, moment, width) == said(PANEL, moment_of({}), width)


@pytest.mark.parametrize("width", SIZES)
def test_an_unknown_word_for_the_trunk_is_told_without_what_a_terminal_would_obey(width: int) -> None:
    text = said(PANEL, moment_of({"trunk_door_position": "aj\x1b[31mar"}), width)
    assert "aj" in text
    assert "\x1b" not in text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", SIZES)
def test_a_click_on_a_name_or_a_value_opens_its_control(width: int, lang: UiLang) -> None:
    lines = PANEL.draw(moment_of({}), width, 0, Look(lang))
    found: dict[str, str] = {}
    for line in lines:
        for span in line.spans:
            meta = getattr(span.style, "meta", {})
            if "@click" in meta:
                found[meta["@click"]] = found.get(meta["@click"], "") + line.plain[span.start : span.end]
    assert set(found) == {f"screen.hand({control!r})" for control in CONTROLS.values()}
    assert all(text.strip() for text in found.values())


@pytest.mark.parametrize("width", [36, 54, 76])
def test_open_doors_stand_out_from_the_body(width: int) -> None:
    closed = said(PANEL, moment_of({}), width)
    assert "┏" not in closed
    assert "┓" not in closed
    every = said(PANEL, moment_of(dict.fromkeys(Doors.model_fields, True)), width)
    assert (every.count("┏"), every.count("┓")) == (2, 2)


@pytest.mark.parametrize(
    ("variable", "stroke"),
    [("head_lights_high_beams", "┃"), ("head_lights_low_beams", "╲"), ("fog_lights", "▒")],
)
def test_beams_are_seen_in_front_of_the_car(variable: str, stroke: str) -> None:
    for width in (36, 54, 76):
        dark, lit = (drawn(PANEL, moment_of({variable: on}), width)[:3] for on in (False, True))
        assert not any(stroke in line.plain for line in dark)
        assert any(stroke in line.plain for line in lit)


def test_other_parts_of_the_car_do_not_matter() -> None:
    calm = PANEL.depends(moment_of({}))
    assert PANEL.depends(moment_of({"fan_speed": 3, "speed_kph": 50, "state_of_charge": 60})) == calm
    assert PANEL.depends(moment_of({"fan_speed": 3}, {"fan_speed": 0}, flashing=True)) == calm


@pytest.mark.parametrize(
    ("percent", "drawing"),
    [(0, "────"), (1, "━───"), (50, "━━──"), (99, "━━━─"), (100, "━━━━")],
)
def test_a_gauge_is_empty_only_at_0_and_full_only_at_100(percent: int, drawing: str) -> None:
    assert gauge(percent, 4) == drawing
