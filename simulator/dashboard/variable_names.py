"""What the variables of the car and their values are called by people, in both languages."""

from collections.abc import Mapping, Sequence
from typing import Any

from simulator.dashboard.phrases import Phrase, UiLang
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.units import measured
from simulator.vehicle.change import Change
from simulator.world.model import World

_SEATS = {
    "driver": Phrase("driver", "운전석"),
    "passenger": Phrase("passenger", "조수석"),
    "driver_rear": Phrase("behind the driver", "운전석 뒤"),
    "passenger_rear": Phrase("behind the passenger", "조수석 뒤"),
}


def _at_seats(name: str, en: str, ko: str) -> dict[str, Phrase]:
    return {
        name.format(seat): Phrase(f"{en} {of.en}" if seat.endswith("rear") else f"{of.en}'s {en}", f"{of.ko} {ko}")
        for seat, of in _SEATS.items()
    }


VARIABLE_NAMES: Mapping[str, Phrase] = {
    "sunroof_position": Phrase("sunroof", "선루프"),
    "sunshade_position": Phrase("sunshade", "선셰이드"),
    "trunk_door_position": Phrase("trunk", "트렁크"),
    **_at_seats("window_{}_position", "window", "창문"),
    **_at_seats("reading_light_{}", "reading light", "독서등"),
    "fog_lights": Phrase("fog lights", "안개등"),
    "head_lights_low_beams": Phrase("low beams", "하향등"),
    "head_lights_high_beams": Phrase("high beams", "상향등"),
    "ambient_light": Phrase("ambient light", "무드등"),
    "climate_temperature_driver": Phrase("driver's temperature", "운전석 온도"),
    "climate_temperature_passenger": Phrase("passenger's temperature", "조수석 온도"),
    "steering_wheel_heating": Phrase("steering wheel heating", "핸들 열선"),
    "seat_heating_driver": Phrase("driver's seat heating", "운전석 시트 열선"),
    "seat_heating_passenger": Phrase("passenger's seat heating", "조수석 시트 열선"),
    "fan_speed": Phrase("fan", "풍량"),
    "window_front_defrost": Phrase("windshield defrost", "앞유리 성에 제거"),
    "window_rear_defrost": Phrase("rear window defrost", "뒷유리 열선"),
    "fan_airflow_direction": Phrase("airflow", "바람 방향"),
    "air_conditioning": Phrase("air conditioning", "에어컨"),
    "air_circulation": Phrase("air circulation", "공기 순환"),
    "navigation_active": Phrase("route guidance", "길 안내"),
    "waypoints_id": Phrase("waypoints", "경유지"),
    "routes_to_final_destination_id": Phrase("route", "경로"),
    "email_addresses_sent_mail_to": Phrase("mail sent to", "메일 받는 사람"),
    "phone_numbers_called": Phrase("phone calls to", "전화 건 번호"),
    "battery_capacity_kwh": Phrase("battery capacity", "배터리 용량"),
    "useable_battery_percentage": Phrase("usable battery share", "사용 가능 배터리"),
    "max_charging_power_ac": Phrase("charging limit AC", "최대 완속 충전 출력"),
    "max_charging_power_dc": Phrase("charging limit DC", "최대 급속 충전 출력"),
    "energy_consumption": Phrase("consumption", "전력 소비"),
    "charging_curve_parameters": Phrase("charging curve", "충전 곡선"),
    "state_of_charge": Phrase("battery", "배터리"),
    "car_color": Phrase("car colour", "차 색상"),
    "seats_occupied": Phrase("seats taken", "탑승 좌석"),
    "current_location": Phrase("place", "현재 위치"),
    "current_datetime": Phrase("date and time", "날짜와 시각"),
    "user_preferences": Phrase("preferences", "사용자 선호"),
    "plugged_in": Phrase("charging plug", "충전 커넥터"),
    "charging": Phrase("charging", "충전"),
    "plug_power_type": Phrase("plug type", "충전기 종류"),
    "plug_power_kw": Phrase("plug power", "충전기 출력"),
    "charge_limit_percent": Phrase("charge limit", "충전 한도"),
    **_at_seats("door_{}_open", "door", "도어"),
    "speed_kph": Phrase("speed", "속도"),
    "gear": Phrase("gear", "기어"),
    "outside_temperature_c": Phrase("outside temperature", "외기온"),
    "outside_weather": Phrase("weather outside", "바깥 날씨"),
    "incoming_call": Phrase("incoming call", "걸려 온 전화"),
}

_OPEN = Phrase("open", "열림"), Phrase("closed", "닫힘")
_ON = Phrase("on", "켜짐"), Phrase("off", "꺼짐")
_SWITCHES = {
    "plugged_in": (Phrase("plugged in", "연결됨"), Phrase("unplugged", "분리됨")),
    "charging": (Phrase("charging", "충전 중"), Phrase("not charging", "멈춤")),
    "navigation_active": (Phrase("active", "안내 중"), Phrase("off", "꺼짐")),
    **{f"door_{seat}_open": _OPEN for seat in _SEATS},
}
_LEVELS = frozenset(("fan_speed", "steering_wheel_heating", "seat_heating_driver", "seat_heating_passenger"))
_LEVEL = Phrase("level {}", "{}단계")
_UNITS = {
    **dict.fromkeys(("sunroof_position", "sunshade_position", "state_of_charge", "charge_limit_percent"), "%"),
    **{f"window_{seat}_position": "%" for seat in _SEATS},
    "useable_battery_percentage": "%",
    **dict.fromkeys(("climate_temperature_driver", "climate_temperature_passenger", "outside_temperature_c"), "°C"),
    "battery_capacity_kwh": "kWh",
    "energy_consumption": "kWh/100 km",
    **dict.fromkeys(("max_charging_power_ac", "max_charging_power_dc", "plug_power_kw"), "kW"),
    "speed_kph": "km/h",
}
_DECIMALS = {"state_of_charge": 1}

# Words that tools and the reference use for values; the trunk has three spellings of two states.
_WORDS: Mapping[str, Mapping[str, Phrase]] = {
    "trunk_door_position": {"open": _OPEN[0], "closed": _OPEN[1], "close": _OPEN[1]},
    "ambient_light": {
        "off": _ON[1],
        "red": Phrase("red", "빨강"),
        "green": Phrase("green", "초록"),
        "blue": Phrase("blue", "파랑"),
        "yellow": Phrase("yellow", "노랑"),
        "white": Phrase("white", "하양"),
        "pink": Phrase("pink", "분홍"),
        "orange": Phrase("orange", "주황"),
        "purple": Phrase("purple", "보라"),
        "cyan": Phrase("cyan", "청록"),
    },
    "fan_airflow_direction": {
        "feet": Phrase("feet", "발"),
        "head": Phrase("face", "얼굴"),
        "head_feet": Phrase("face and feet", "얼굴·발"),
        "windshield": Phrase("windshield", "앞유리"),
        "windshield_feet": Phrase("windshield and feet", "앞유리·발"),
        "windshield_head": Phrase("windshield and face", "앞유리·얼굴"),
        "windshield_head_feet": Phrase("windshield, face and feet", "앞유리·얼굴·발"),
    },
    "air_circulation": {
        "fresh_air": Phrase("fresh air", "외기 유입"),
        "recirculation": Phrase("recirculation", "내기 순환"),
        "auto": Phrase("automatic", "자동"),
    },
    "outside_weather": {
        "": Phrase("as forecast", "예보대로"),
        "sunny": Phrase("sunny", "맑음"),
        "partly_cloudy": Phrase("partly cloudy", "구름 조금"),
        "cloudy": Phrase("cloudy", "흐림"),
        "cloudy_and_rain": Phrase("rain", "비"),
        "cloudy_and_rain_and_hail": Phrase("rain and hail", "비·우박"),
        "cloudy_and_rain_and_thunderstorm": Phrase("thunderstorm", "뇌우"),
        "cloudy_and_fog": Phrase("fog", "안개"),
    },
    "plug_power_type": {"ac": Phrase("AC", "완속(AC)"), "dc": Phrase("DC", "급속(DC)")},
}
_NOTHING = Phrase("none", "없음")
_PARTS, _ONE_PART = Phrase("{} parts", "{}개 구간"), Phrase("1 part", "1개 구간")


def variable_name(path: str, lang: UiLang) -> str:
    """Return what a variable is called; `path` is flat (`fan_speed`) or dotted (`climate.fan_speed`).

    An unknown variable keeps its own name.
    """
    key = path.rpartition(".")[2]
    phrase = VARIABLE_NAMES.get(key)
    return one_line(key.replace("_", " ")) if phrase is None else phrase.told(lang)


def value_words(path: str, value: Any, lang: UiLang, world: World | None = None) -> str:
    """Return a value in words with its unit; places are named where the world that knows them is given."""
    key = path.rpartition(".")[2]
    if value is None:
        return _NOTHING.told(lang)
    if isinstance(value, bool):
        return _SWITCHES.get(key, _ON)[not value].told(lang)
    if isinstance(value, int | float):
        if key in _LEVELS:
            return _LEVEL.told(lang, f"{value:g}") if value else _ON[1].told(lang)
        unit = _UNITS.get(key)
        number = f"{round(value, _DECIMALS.get(key, 3)):g}"
        return measured(number, unit, lang) if unit else number
    if isinstance(value, str):
        phrase = _WORDS.get(key, {}).get(value.casefold())
        return (one_line(value) or _NOTHING.told(lang)) if phrase is None else phrase.told(lang)
    return _many(key, value, lang, world)


def _many(key: str, value: Any, lang: UiLang, world: World | None) -> str:
    if not value:
        return _NOTHING.told(lang)
    if key == "routes_to_final_destination_id":
        return _ONE_PART.told(lang) if len(value) == 1 else _PARTS.told(lang, len(value))
    if key == "waypoints_id":
        return " – ".join(place_name(item, world) for item in value)
    if key == "seats_occupied" and isinstance(value, Mapping):
        return ", ".join(_SEATS[seat].told(lang) for seat, taken in value.items() if taken and seat in _SEATS)
    if isinstance(value, Sequence):
        return ", ".join(one_line(str(item)) for item in value)
    return one_line(str(value))


def place_name(identifier: Any, world: World | None) -> str:
    """Return what a place or point of interest is called; its id where no world knows it."""
    name = ""
    if world is not None and isinstance(identifier, str):
        found = world.location(identifier) or world.poi(identifier)
        name = found["name"] if found is not None else ""
    return one_line(name or str(identifier))


def change_words(change: Change, lang: UiLang, world: World | None = None) -> str:
    """Return a change in words: `driver's window 0 % → 50 %`; a list that only grew tells what was added."""
    name, before, after = variable_name(change.path, lang), change.before, change.after
    grown = isinstance(before, list) and isinstance(after, list) and change.path.startswith("outbox.")
    if grown and after[: len(before)] == before:
        return f"{name} + {value_words(change.path, after[len(before) :], lang)}"
    old, new = (value_words(change.path, value, lang, world) for value in (before, after))
    return f"{name} {old} → {new}"


def changes_words(changes: Sequence[Change], lang: UiLang, world: World | None = None) -> str:
    """Return several changes on one line."""
    return " · ".join(change_words(change, lang, world) for change in changes)
