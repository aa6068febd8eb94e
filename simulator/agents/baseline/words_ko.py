"""Korean names of the car's parts, seats and values as they are spoken, and the endings of the three levels."""

import re
from typing import Any

from simulator.events import SpeechLevel
from simulator.language.josa import attach, particle

_LEVELS: tuple[SpeechLevel, ...] = ("hae", "haeyo", "hapsyo")
_CHOICE = re.compile(r"\[([^|\]]*)\|([^|\]]*)\|([^\]]*)\]")
_PARTICLE = re.compile(r"(\S+?)\{(을|이|은|과|으로)\}")
_COPULA = re.compile(r"(\S+?)\{이다\}")
_PAIRS = {"을": "을/를", "이": "이/가", "은": "은/는", "과": "과/와", "으로": "으로/로"}

SEATS = {
    "DRIVER": "운전석",
    "PASSENGER": "조수석",
    "DRIVER_REAR": "운전석 뒤",
    "PASSENGER_REAR": "조수석 뒤",
    "LEFT_REAR": "왼쪽 뒤",
    "RIGHT_REAR": "오른쪽 뒤",
}
DEVICES = {
    "window": "창문",
    "sunroof": "선루프",
    "sunshade": "선셰이드",
    "trunk": "트렁크",
    "temperature": "온도",
    "fan": "풍량",
    "airflow": "바람 방향",
    "ac": "에어컨",
    "circulation": "공기 순환",
    "defrost": "성에 제거",
    "seat_heating": "시트 열선",
    "steering_heating": "핸들 열선",
    "ambient": "무드등",
    "reading_light": "독서등",
    "low_beam": "하향등",
    "high_beam": "상향등",
    "fog_light": "안개등",
    "headlight": "헤드라이트",
    "light": "조명",
}
TOOLS = {
    "open_close_sunroof": "선루프를 움직일",
    "open_close_sunshade": "선셰이드를 움직일",
    "open_close_window": "창문을 움직일",
    "open_close_trunk_door": "트렁크를 여닫을",
    "set_air_circulation": "공기 순환을 바꿀",
    "set_air_conditioning": "에어컨을 켜고 끌",
    "set_ambient_lights": "무드등을 바꿀",
    "set_climate_temperature": "온도를 바꿀",
    "set_fan_airflow_direction": "바람 방향을 바꿀",
    "set_fan_speed": "풍량을 바꿀",
    "set_fog_lights": "안개등을 켜고 끌",
    "set_head_lights_high_beams": "상향등을 켜고 끌",
    "set_head_lights_low_beams": "하향등을 켜고 끌",
    "set_reading_light": "독서등을 켜고 끌",
    "set_seat_heating": "시트 열선을 조절할",
    "set_steering_wheel_heating": "핸들 열선을 조절할",
    "set_window_defrost": "성에 제거를 켜고 끌",
    "get_ambient_light_status_and_color": "무드등 상태를 확인할",
    "get_car_color": "차 색깔을 확인할",
    "get_climate_settings": "공조 설정을 확인할",
    "get_exterior_lights_status": "외부등 상태를 확인할",
    "get_reading_lights_status": "독서등 상태를 확인할",
    "get_seat_heating_level": "시트 열선 상태를 확인할",
    "get_seats_occupancy": "누가 앉아 있는지 확인할",
    "get_steering_wheel_heating_level": "핸들 열선 상태를 확인할",
    "get_sunroof_and_sunshade_position": "선루프와 선셰이드 상태를 확인할",
    "get_temperature_inside_car": "설정 온도를 확인할",
    "get_trunk_door_position": "트렁크 상태를 확인할",
    "get_vehicle_window_positions": "창문 상태를 확인할",
    "get_weather": "날씨를 확인할",
    "get_user_preferences": "저장된 선호를 읽을",
    "calculate_math": "그 계산을 할",
}
PARAMETERS = {
    "percentage": "여는 정도",
    "window": "창문 위치",
    "action": "열고 닫기",
    "mode": "모드",
    "on": "켜고 끄기",
    "lightcolor": "색깔",
    "temperature": "온도 값",
    "seat_zone": "좌석 구역",
    "direction": "방향",
    "level": "단계",
    "position": "위치",
    "defrost_window": "유리 위치",
    "location_or_poi_id": "장소",
    "time_hour_24hformat": "시각",
    "month": "달",
    "day": "날짜",
    "expression": "수식",
}
VARIABLES = {
    "sunroof_position": "선루프가 얼마나 열려 있는지",
    "sunshade_position": "선셰이드가 얼마나 열려 있는지",
    "trunk_door_position": "트렁크가 열려 있는지",
    "fog_lights": "안개등이 켜져 있는지",
    "head_lights_low_beams": "하향등이 켜져 있는지",
    "head_lights_high_beams": "상향등이 켜져 있는지",
    "ambient_light": "무드등이 어떤 상태인지",
    "climate_temperature_driver": "운전석 온도가 몇 도인지",
    "climate_temperature_passenger": "조수석 온도가 몇 도인지",
    "steering_wheel_heating": "핸들 열선이 몇 단계인지",
    "seat_heating_driver": "운전석 시트 열선이 몇 단계인지",
    "seat_heating_passenger": "조수석 시트 열선이 몇 단계인지",
    "fan_speed": "풍량이 몇 단계인지",
    "fan_airflow_direction": "바람이 어느 쪽으로 나오는지",
    "air_conditioning": "에어컨이 켜져 있는지",
    "air_circulation": "공기 순환이 어떤 모드인지",
    "window_front_defrost": "앞유리 성에 제거가 켜져 있는지",
    "window_rear_defrost": "뒷유리 성에 제거가 켜져 있는지",
    "seats_occupied": "누가 앉아 있는지",
    "car_color": "차가 무슨 색인지",
    "weather": "날씨가 어떤지",
    **{
        f"window_{seat.lower()}_position": f"{name} 창문이 얼마나 열려 있는지"
        for seat, name in SEATS.items()
        if not seat.startswith(("LEFT", "RIGHT"))
    },
    **{
        f"reading_light_{seat.lower()}": f"{name} 독서등이 켜져 있는지"
        for seat, name in SEATS.items()
        if not seat.startswith(("LEFT", "RIGHT"))
    },
}
OPTIONS = {
    "FEET": "발",
    "HEAD": "얼굴",
    "WINDSHIELD": "앞유리",
    "FRESH_AIR": "외기 유입",
    "RECIRCULATION": "내기 순환",
    "AUTO": "자동",
    "ALL": "앞뒤 유리",
    "FRONT": "앞유리",
    "REAR": "뒷유리",
}
COLORS = {
    "RED": "빨간색",
    "GREEN": "초록색",
    "BLUE": "파란색",
    "YELLOW": "노란색",
    "WHITE": "흰색",
    "PINK": "분홍색",
    "ORANGE": "주황색",
    "PURPLE": "보라색",
    "CYAN": "청록색",
    "BLACK": "검은색",
    "GRAY": "회색",
    "GREY": "회색",
    "SILVER": "은색",
    "BROWN": "갈색",
}
CONDITIONS = {
    "sunny": "맑은 날씨",
    "cloudy": "흐린 날씨",
    "partly_cloudy": "구름이 조금 낀 날씨",
    "cloudy_and_rain": "비 오는 날씨",
    "cloudy_and_fog": "안개 낀 날씨",
    "cloudy_and_rain_and_hail": "비와 우박이 내리는 날씨",
    "cloudy_and_rain_and_thunderstorm": "천둥 번개가 치고 비가 오는 날씨",
    "cloudy_and_thunderstorm": "천둥 번개가 치는 날씨",
    "cloudy_and_hail": "우박이 내리는 날씨",
}


def spoken(text: str, level: SpeechLevel) -> str:
    """Choose the endings of one speech level and the fitting particles.

    `[hae|haeyo|hapsyo]` holds an ending per level; `{을}` after a word stands for the particle that fits it,
    `{이다}` for the copula.
    """
    text = _COPULA.sub(_copula, text)
    chosen = _CHOICE.sub(lambda match: match[_LEVELS.index(level) + 1], text)
    return _PARTICLE.sub(lambda match: attach(match[1], _PAIRS[match[2]]), chosen)


def _copula(match: re.Match[str]) -> str:
    closed = particle(match[1], "이랑/랑") == "이랑"
    return match[1] + ("[이야|이에요|입니다]" if closed else "[야|예요|입니다]")


def joined(parts: list[str], last: str = "과") -> str:
    """Join words as spoken, the last two with 과/와 or 아니면."""
    if len(parts) < 2:
        return "".join(parts)
    head = ", ".join(parts[:-1])
    return f"{attach(head, '과/와')} {parts[-1]}" if last == "과" else f"{head} {last} {parts[-1]}"


def number(value: Any) -> str:
    """Write a number without superfluous zeros."""
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def option(value: str) -> str:
    """Name an option; combined directions are joined."""
    if value in OPTIONS:
        return OPTIONS[value]
    if "_" in value and all(part in OPTIONS for part in value.split("_")):
        return joined([OPTIONS[part] for part in value.split("_")])
    return value.lower().replace("_", " ")


def color(value: str) -> str:
    """Name a colour."""
    return COLORS.get(value.upper(), value.lower())


def condition(value: Any) -> str:
    """Name a weather condition as a noun phrase."""
    return CONDITIONS.get(str(value), str(value).replace("_", " "))


def things(zones: list[str] | tuple[str, ...], thing: str) -> str:
    """Name a thing at some seats: 운전석 창문, 모든 창문."""
    if "ALL" in zones:
        return f"모든 {thing}"
    return f"{joined([SEATS.get(zone, zone) for zone in zones])} {thing}"


def side(zone: str) -> str:
    """Name a climate zone."""
    return {"ALL_ZONES": "전체", "ALL": "전체", "DRIVER": "운전석"}.get(zone, "조수석")
