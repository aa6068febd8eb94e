"""Everything a person may do to the car and the world by hand, as calls of the tools a person has."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from simulator.channel import Locale
from simulator.cockpit import control_words as words
from simulator.dashboard.phrases import Phrase, UiLang
from simulator.dashboard.sources import Choice, Control
from simulator.dashboard.units import measured
from simulator.hints import spoken_names
from simulator.world.model import World

_POSITIONS = (0, 10, 25, 50, 75, 100)
_SPEEDS_KPH = (0, 5, 30, 50, 60, 80, 100, 120, 130)
_OUTSIDE_C = (-15, -5, 0, 5, 10, 15, 20, 25, 30, 35, 40)
_CALLERS = 6
_CHARGE_LIMITS = (50, 60, 70, 80, 90, 100)
_PLUGS = (("AC", 11), ("AC", 22), ("DC", 50), ("DC", 150), ("DC", 350))


def controls(world: World, locale: Locale) -> tuple[Control, ...]:
    """Return all controls, those of one group beside each other; people of the world's address book may call."""
    return (
        *_openings(),
        *_doors(),
        *_lights(),
        *_climate(),
        *_heating(),
        *_driving(),
        *_charging(),
        *_outside(world, locale),
    )


def _numbers(parameter: str, values: Sequence[int | float], unit: str) -> tuple[Choice, ...]:
    def told(value: float, lang: UiLang) -> str:
        return measured(f"{value:g}", unit, lang) if unit else f"{value:g}"

    return tuple(Choice(value, Phrase(told(value, "en"), told(value, "ko")), {parameter: value}) for value in values)


def _named(parameter: str, values: Mapping[str, Phrase]) -> tuple[Choice, ...]:
    return tuple(Choice(value, phrase, {parameter: value}) for value, phrase in values.items())


def _switch(parameter: str = "on") -> tuple[Choice, ...]:
    return (Choice(False, words.OFF, {parameter: False}), Choice(True, words.ON, {parameter: True}))


def _levels(most: int) -> tuple[Choice, ...]:
    off, *steps = _numbers("level", range(most + 1), "")
    return (Choice(off.value, words.OFF, off.arguments), *steps)


def _openings() -> Iterator[Control]:
    positions = _numbers("percentage", _POSITIONS, "%")
    for seat, title in words.WINDOW_OF.items():
        yield Control(
            words.WINDOWS,
            title,
            "open_close_window",
            {"window": seat},
            f"window.{seat.lower()}",
            f"openings.window_{seat.lower()}_position",
            positions,
        )
    every = Phrase("All windows", "모든 창문")
    yield Control(words.WINDOWS, every, "open_close_window", {"window": "ALL"}, "window.all", "", positions)
    for name, title in (("sunroof", Phrase("Sunroof", "선루프")), ("sunshade", Phrase("Sunshade", "선셰이드"))):
        yield Control(words.WINDOWS, title, f"open_close_{name}", {}, name, f"openings.{name}_position", positions)


def _doors() -> Iterator[Control]:
    for seat, title in words.DOOR_OF.items():
        swings = (Choice(False, words.CLOSED, {"action": "CLOSE"}), Choice(True, words.OPEN, {"action": "OPEN"}))
        variable = f"doors.door_{seat.lower()}_open"
        yield Control(words.DOORS, title, "move_door", {"door": seat}, f"door.{seat.lower()}", variable, swings)
    moves = _named("action", {"CLOSE": words.CLOSED, "OPEN": words.OPEN})
    title = Phrase("Trunk", "트렁크")
    yield Control(words.DOORS, title, "open_close_trunk_door", {}, "trunk", "openings.trunk_door_position", moves)


def _lights() -> Iterator[Control]:
    beams = (
        ("beam.low", "head_lights_low_beams", Phrase("Low beams", "하향등")),
        ("beam.high", "head_lights_high_beams", Phrase("High beams", "상향등")),
        ("beam.fog", "fog_lights", Phrase("Fog lights", "안개등")),
    )
    for name, variable, title in beams:
        yield Control(words.LIGHTS, title, f"set_{variable}", {}, name, f"lights.{variable}", _switch())
    for seat, title in words.READING_LIGHT_OF.items():
        name = f"reading_{seat.lower()}"
        variable = f"lights.reading_light_{seat.lower()}"
        yield Control(
            words.LIGHTS, title, "set_reading_light", {"position": seat}, f"light.{name}", variable, _switch()
        )
    off = Choice("OFF", words.OFF, {"on": False, "lightcolor": "NONE"})
    colours = (Choice(value, phrase, {"on": True, "lightcolor": value}) for value, phrase in words.COLOURS.items())
    title = Phrase("Ambient light", "무드등")
    choices = (off, *colours)
    yield Control(words.LIGHTS, title, "set_ambient_lights", {}, "light.ambient", "lights.ambient_light", choices)


def _climate() -> Iterator[Control]:
    degrees = _numbers("temperature", [step / 2 for step in range(32, 57)], "°C")
    for seat, title in words.TEMPERATURE_OF.items():
        name = f"climate.{seat.lower()}"
        variable = f"climate.climate_temperature_{seat.lower()}"
        yield Control(words.CLIMATE, title, "set_climate_temperature", {"seat_zone": seat}, name, variable, degrees)
    single: tuple[tuple[str, Phrase, str, str, tuple[Choice, ...]], ...] = (
        ("climate.fan", Phrase("Fan", "풍량"), "set_fan_speed", "fan_speed", _levels(5)),
        ("climate.ac", Phrase("Air conditioning", "에어컨"), "set_air_conditioning", "air_conditioning", _switch()),
        (
            "climate.airflow",
            Phrase("Airflow", "바람 방향"),
            "set_fan_airflow_direction",
            "fan_airflow_direction",
            _named("direction", words.AIRFLOWS),
        ),
        (
            "climate.circulation",
            Phrase("Air circulation", "공기 순환"),
            "set_air_circulation",
            "air_circulation",
            _named("mode", words.CIRCULATIONS),
        ),
    )
    for name, title, tool, variable, choices in single:
        yield Control(words.CLIMATE, title, tool, {}, name, f"climate.{variable}", choices)
    for window, title in words.DEFROST_OF.items():
        name, variable = f"defrost.{window.lower()}", f"climate.window_{window.lower()}_defrost"
        yield Control(words.CLIMATE, title, "set_window_defrost", {"defrost_window": window}, name, variable, _switch())


def _heating() -> Iterator[Control]:
    for seat, title in words.SEAT_HEATING_OF.items():
        name, variable = f"seat.heat_{seat.lower()}", f"seats.seat_heating_{seat.lower()}"
        yield Control(words.HEATING, title, "set_seat_heating", {"seat_zone": seat}, name, variable, _levels(3))
    title = Phrase("Steering wheel heating", "핸들 열선")
    variable = "seats.steering_wheel_heating"
    yield Control(words.HEATING, title, "set_steering_wheel_heating", {}, "wheel.heat", variable, _levels(3))


def _driving() -> Iterator[Control]:
    speeds = _numbers("speed_kph", _SPEEDS_KPH, "km/h")
    yield Control(words.DRIVING, Phrase("Speed", "속도"), "drive", {}, "motion.speed", "motion.speed_kph", speeds)


def _outside(world: World, locale: Locale) -> Iterator[Control]:
    weathers = _named("condition", words.WEATHERS)
    title, variable = Phrase("Weather at the car", "차량 주변 날씨"), "happening.outside_weather"
    yield Control(words.OUTSIDE, title, "set_outside_weather", {}, "world.rain", variable, weathers)
    callers = [
        Choice(name, Phrase(name, name), {"caller": name}, "ring_phone")
        for name in islice(dict.fromkeys(spoken_names(world, locale)), _CALLERS)
    ]
    nobody = Choice("", Phrase("nobody", "없음"), tool="end_ringing")
    title, variable = Phrase("Incoming call from", "전화 수신"), "happening.incoming_call"
    yield Control(words.OUTSIDE, title, id="world.call", path=variable, choices=(nobody, *callers))
    degrees = _numbers("temperature_c", _OUTSIDE_C, "°C")
    yield Control(
        words.OUTSIDE,
        Phrase("Outside temperature", "외기온"),
        "set_outside_temperature",
        {},
        "motion.outside_temperature",
        "motion.outside_temperature_c",
        degrees,
    )


def _charging() -> Iterator[Control]:
    def plug(kind: str, power_kw: int) -> Choice:
        told = f"{kind} {power_kw} kW"
        arguments: dict[str, Any] = {"power_type": kind, "power_kw": power_kw}
        return Choice(told, Phrase(told, told), arguments, "plug_in")

    unplug = Choice(False, Phrase("unplugged", "분리됨"), tool="unplug")
    plugs = (unplug, *(plug(kind, power_kw) for kind, power_kw in _PLUGS))
    yield Control(words.CHARGING, Phrase("Plug", "충전 커넥터"), id="charging.plug", choices=plugs)
    charge = (Choice(False, words.OFF, tool="stop_charging"), Choice(True, words.ON, tool="start_charging"))
    yield Control(
        words.CHARGING, Phrase("Charging", "충전"), id="charging.charging", path="charging.charging", choices=charge
    )
    limits = _numbers("percentage", _CHARGE_LIMITS, "%")
    title = Phrase("Charge limit", "충전 한도")
    variable = "charging.charge_limit_percent"
    yield Control(words.CHARGING, title, "set_charge_limit", {}, "charging.limit", variable, limits)
