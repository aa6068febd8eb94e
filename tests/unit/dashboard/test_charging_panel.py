"""The charging panel and the forecast it shows: energy, range, plug, power, time to the limit, the curve."""

import random
from typing import Any

import pytest
from car_moments import LANGS, drawn, moment_of, said, styled

from simulator.dashboard.charge_forecast import minutes_to_limit, power_kw
from simulator.dashboard.panels.charging import ChargingPanel
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.spec import Look
from simulator.tools.charging_calculations import range_km
from simulator.vehicle.battery import POWERS, THRESHOLDS, Battery, Charging, charge

PANEL = ChargingPanel()
PLUGGED = {"plugged_in": True, "charging": True, "plug_power_type": "DC", "plug_power_kw": 150, "state_of_charge": 40}


def any_battery(draw: random.Random) -> dict[str, Any]:
    """Return a battery and its charging session, drawn at random."""
    return {
        "state_of_charge": draw.choice((10, 100, round(draw.uniform(10, 100), 3))),
        "battery_capacity_kwh": draw.uniform(60, 100),
        "useable_battery_percentage": draw.uniform(90, 100),
        "energy_consumption": draw.uniform(10, 20),
        "max_charging_power_ac": draw.choice((11, 22)),
        "max_charging_power_dc": draw.choice((150, 250, 1000)),
        "plugged_in": draw.random() < 0.7,
        "charging": draw.random() < 0.6,
        "plug_power_type": draw.choice(("AC", "DC")),
        "plug_power_kw": draw.choice((0, 0.01, 3.7, 11, 300, 1000)),
        "charge_limit_percent": draw.randint(50, 100),
        "charging_curve_parameters": draw.choice(
            (
                {THRESHOLDS: [20, 80, 100], POWERS: [100, 100, 30]},
                {THRESHOLDS: [50, 100], POWERS: [100, 0]},
                {THRESHOLDS: [], POWERS: []},
            )
        ),
    }


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seed", range(12))
def test_no_line_is_wider_than_asked_and_it_stays_low_on_usual_widths(seed: int, lang: UiLang) -> None:
    draw = random.Random(seed)
    moment = moment_of(any_battery(draw), any_battery(draw))
    for width in range(20, 121):
        lines = drawn(PANEL, moment, width, lang=lang)
        assert len(lines) <= (8 if width >= 44 else 9 if width >= 38 else 16)
    for width in (0, 1, 5, 19):
        assert PANEL.draw(moment, width, 0, Look(lang))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("state_of_charge", 41),
        ("battery_capacity_kwh", 90),
        ("useable_battery_percentage", 90),
        ("energy_consumption", 18),
        ("plugged_in", False),
        ("charging", False),
        ("plug_power_type", "AC"),
        ("plug_power_kw", 100),
        ("charge_limit_percent", 90),
        ("charging_curve_parameters", {THRESHOLDS: [30, 100], POWERS: [100, 50]}),
    ],
)
@pytest.mark.parametrize("lang", LANGS)
def test_every_variable_changes_the_text(name: str, value: object, lang: UiLang) -> None:
    one, other = moment_of(PLUGGED), moment_of({**PLUGGED, name: value})
    assert PANEL.depends(one) != PANEL.depends(other)
    assert said(PANEL, one, lang=lang) != said(PANEL, other, lang=lang)


def test_the_car_itself_bounds_the_curve_when_nothing_is_plugged_in() -> None:
    text = said(PANEL, moment_of({"state_of_charge": 30, "max_charging_power_dc": 200}))
    assert "200 of 200 kW" in text


def test_it_tells_charge_energy_and_the_range_that_the_tools_tell() -> None:
    moment = moment_of({"state_of_charge": 50})
    text = said(PANEL, moment)
    assert "50.0 %" in text
    assert "38.0 / 76.0 kWh" in text
    assert f"{range_km(moment.state.battery, 50):.0f} km" in text


@pytest.mark.parametrize(
    ("name", "was", "now", "shown"),
    [
        ("state_of_charge", 40, 42, "40.0 → 42.0 %"),
        ("charge_limit_percent", 80, 90, "80 → 90 %"),
        ("plugged_in", False, True, "out → ● DC 150 kW"),
        ("plug_power_kw", 50, 150, "DC 50 kW → ● DC 150 kW"),
        ("charging", False, True, "off → ● on"),
    ],
)
def test_a_change_shows_old_and_new_and_flashes_only_while_it_should(
    name: str, was: object, now: object, shown: str
) -> None:
    quiet, loud = (moment_of({**PLUGGED, name: now}, {name: was}, flashing=flash) for flash in (False, True))
    assert shown in said(PANEL, quiet)
    assert styled(drawn(PANEL, quiet), "magenta")
    assert not styled(drawn(PANEL, quiet), "red")
    assert styled(drawn(PANEL, loud), "red")
    assert PANEL.depends(quiet) != PANEL.depends(loud)


def test_the_present_power_and_the_time_to_the_limit_are_told_while_plugged_in() -> None:
    text = said(PANEL, moment_of(PLUGGED))
    assert "150.0 kW" in text
    assert "0:13 h left, done 12:13" in text
    assert "left" not in said(PANEL, moment_of({"state_of_charge": 40}))
    assert "limit 80 %  reached" in said(PANEL, moment_of({**PLUGGED, "state_of_charge": 80})).lower()
    stuck = {**PLUGGED, "plug_power_kw": 0}
    assert "not reachable" in said(PANEL, moment_of(stuck))


@pytest.mark.parametrize("width", [20, 38, 77])
@pytest.mark.parametrize("percent", [10, 37.5, 64, 99.9, 100])
def test_the_present_point_stands_over_its_place_on_the_curve(width: int, percent: float) -> None:
    lines = said(PANEL, moment_of({"state_of_charge": percent}), width).split("\n")
    row = next(at for at, line in enumerate(lines) if "▼" in line)
    assert lines[row].index("▼") == min(int(percent * width / 100), width - 1)
    assert len(lines[row + 1]) == width
    assert len(lines[row - 1]) == width


def test_the_curve_is_high_where_the_power_is_high() -> None:
    lines = said(PANEL, moment_of({"charging_curve_parameters": {THRESHOLDS: [50, 100], POWERS: [100, 50]}}), 40)
    curve = lines.split("\n")[3]
    assert curve == "█" * 20 + "▄" * 20


@pytest.mark.parametrize("seed", range(40))
def test_the_forecast_is_what_the_clock_of_the_car_does(seed: int) -> None:
    draw = random.Random(seed)
    battery = Battery(
        state_of_charge=draw.uniform(10, 100),
        battery_capacity_kwh=draw.uniform(60, 100),
        max_charging_power_dc=draw.choice((150, 250, 1000)),
    )
    charging = Charging(
        plugged_in=True,
        charging=True,
        plug_power_type=draw.choice(("AC", "DC")),
        plug_power_kw=draw.uniform(3, 350),
        charge_limit_percent=draw.randint(50, 100),
    )
    minutes = minutes_to_limit(battery, charging)
    assert minutes is not None
    limit = max(charging.charge_limit_percent, battery.state_of_charge)
    # Adding up a thousand steps and multiplying differ in the last digits.
    assert charge(battery, charging, (minutes + 1) * 60_000) == limit
    if minutes > 1:
        assert charge(battery, charging, (minutes - 2) * 60_000) < limit


def test_a_limit_that_is_never_reached_has_no_time() -> None:
    curve = {THRESHOLDS: [50, 100], POWERS: [100, 0]}
    battery = Battery(state_of_charge=40, charging_curve_parameters=curve)
    assert minutes_to_limit(battery, Charging(plugged_in=True, plug_power_kw=11)) is None
    assert minutes_to_limit(battery, Charging(plugged_in=True, plug_power_kw=11, charge_limit_percent=50)) is not None
    assert minutes_to_limit(Battery(state_of_charge=90), Charging()) == 0


def test_a_weak_plug_is_forecast_in_one_step_per_section() -> None:
    minutes = minutes_to_limit(Battery(state_of_charge=10), Charging(plugged_in=True, plug_power_kw=0.001))
    assert minutes is not None
    assert minutes > 10**6


def test_power_without_a_plug_is_what_the_car_could_take() -> None:
    assert power_kw(Battery(), Charging(), 30) == 250
    assert power_kw(Battery(), Charging(plugged_in=True, plug_power_kw=22), 30) == 11
