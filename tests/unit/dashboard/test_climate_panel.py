"""The climate panel: every setting in words and numbers, what changed, and its width."""

import random
from typing import Any, get_args

import pytest
from car_moments import LANGS, drawn, moment_of, said, styled

from simulator.dashboard.airflow import FIGURE_WIDTH, airflow_figure
from simulator.dashboard.panels.climate import ClimatePanel
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.spec import Look
from simulator.vehicle.quantities import AirCirculation, AirflowDirection

PANEL = ClimatePanel()
CHOICES: dict[str, tuple[Any, ...]] = {
    "climate_temperature_driver": (16.0, 20.5, 28.0),
    "climate_temperature_passenger": (16.0, 21.5, 28.0),
    "fan_speed": tuple(range(6)),
    "fan_airflow_direction": get_args(AirflowDirection),
    "air_conditioning": (False, True),
    "air_circulation": get_args(AirCirculation),
    "window_front_defrost": (False, True),
    "window_rear_defrost": (False, True),
    "steering_wheel_heating": tuple(range(4)),
    "seat_heating_driver": tuple(range(4)),
    "seat_heating_passenger": tuple(range(4)),
}


def any_settings(draw: random.Random) -> dict[str, Any]:
    """Return settings drawn at random."""
    return {name: draw.choice(values) for name, values in CHOICES.items()}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seed", range(12))
def test_no_line_is_wider_than_asked_and_it_stays_low_on_usual_widths(seed: int, lang: UiLang) -> None:
    draw = random.Random(seed)
    moment = moment_of(any_settings(draw), any_settings(draw))
    for width in range(20, 121):
        lines = drawn(PANEL, moment, width, lang=lang)
        assert len(lines) <= (12 if width >= 38 else 24)
    for width in (0, 1, 5, 19):
        assert PANEL.draw(moment, width, 0, Look(lang))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("width", [20, 38, 56])
def test_every_value_of_every_setting_reads_differently(name: str, lang: UiLang, width: int) -> None:
    values = CHOICES[name]
    texts = {said(PANEL, moment_of({"fan_speed": 3, name: value}), width, lang=lang) for value in values}
    assert len(texts) == len(values)
    kept = {PANEL.depends(moment_of({name: value})) == PANEL.depends(moment_of({})) for value in values}
    assert False in kept


def test_numbers_carry_units_and_levels_their_number() -> None:
    text = said(PANEL, moment_of({"climate_temperature_driver": 22.5, "fan_speed": 3, "seat_heating_passenger": 2}))
    assert "22.5 °C" in text
    assert "▰▰▰▱▱ 3/5" in text
    assert "▰▰▱ 2/3" in text


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("width", [20, 38, 56])
def test_a_change_shows_old_and_new_and_flashes_only_while_it_should(name: str, width: int) -> None:
    was, now = CHOICES[name][0], CHOICES[name][1]
    quiet, loud = (moment_of({name: now}, {name: was}, flashing=flashing) for flashing in (False, True))
    assert "→" in said(PANEL, quiet, width)
    assert "→" not in said(PANEL, moment_of({name: now}), width)
    assert styled(drawn(PANEL, quiet, width), "magenta")
    assert not styled(drawn(PANEL, quiet, width), "red")
    assert styled(drawn(PANEL, loud, width), "red")
    assert PANEL.depends(quiet) != PANEL.depends(loud)
    assert PANEL.depends(quiet) != PANEL.depends(moment_of({name: now}))


def test_old_and_new_temperature_stand_in_order() -> None:
    text = said(PANEL, moment_of({"climate_temperature_driver": 22.5}, {"climate_temperature_driver": 20}))
    assert "20.0 → 22.5 °C" in text


def test_nothing_is_drawn_again_for_changes_elsewhere() -> None:
    one, other = moment_of({}), moment_of({"sunroof_position": 50}, {"sunroof_position": 0}, flashing=True)
    assert PANEL.depends(one) == PANEL.depends(other)


@pytest.mark.parametrize("direction", get_args(AirflowDirection))
def test_the_figure_has_an_arrow_where_air_goes_and_nowhere_else(direction: AirflowDirection) -> None:
    outlets = ("WINDSHIELD", "HEAD", "FEET")
    figure = airflow_figure(direction, 2, Look())
    assert [line.cell_len for line in figure] == [FIGURE_WIDTH] * 3
    assert ["━━" in line.plain for line in figure] == [outlet in direction for outlet in outlets]
    assert not any("━━" in line.plain for line in airflow_figure(direction, 0, Look()))
