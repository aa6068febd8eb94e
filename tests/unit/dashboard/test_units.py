"""Numbers with units, as each language writes them, wherever they are shown."""

import pytest

from simulator.channel import Locale
from simulator.cockpit.controls import controls
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.units import measured, share
from simulator.dashboard.variable_names import value_words


@pytest.mark.parametrize(
    ("name", "english", "korean"),
    [("%", "5 %", "5%"), ("°C", "5 °C", "5°C"), ("km/h", "5 km/h", "5 km/h"), ("dB", "5 dB", "5 dB")],
)
def test_a_unit_stands_as_its_language_writes_it(name: str, english: str, korean: str) -> None:
    assert measured("5", name, "en") == english
    assert measured("5", name, "ko") == korean


def test_a_share_is_told_in_per_cent() -> None:
    assert share(0.334, "en") == "33 %"
    assert share(1, "ko") == "100%"


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_hands_and_panels_write_the_same(lang: UiLang) -> None:
    from dashboard.screens import story

    locale: Locale = lang
    found = {control.path: control for control in controls(story(locale=locale).world, locale) if control.path}
    for path in (
        "openings.window_driver_position",
        "climate.climate_temperature_driver",
        "motion.speed_kph",
        "motion.outside_temperature_c",
        "charging.charge_limit_percent",
        "lights.fog_lights",
        "doors.door_driver_open",
    ):
        for choice in found[path].choices:
            assert choice.title.told(lang) == value_words(path, choice.value, lang)
