# ruff: noqa: E501 - one entry per line: wrapping a sentence or a word list would hide what belongs together
"""What the assistant says in Korean at the three speech levels: one short spoken sentence per line.

Endings are written `[hae|haeyo|hapsyo]`, particles `{을}`; `words_ko.spoken` resolves both.
"""

from collections.abc import Callable
from typing import Any

from simulator.agents.baseline import speech_manual_ko as book
from simulator.agents.baseline import speech_people_ko as people
from simulator.agents.baseline import speech_road_ko as road
from simulator.agents.baseline.reports import Deed
from simulator.agents.baseline.signals import Line
from simulator.agents.baseline.speech_emergencies import KO as EMERGENCIES
from simulator.agents.baseline.speech_refusals import KO as REFUSALS
from simulator.agents.baseline.words_ko import (
    DEVICES,
    SEATS,
    color,
    condition,
    joined,
    number,
    option,
    side,
    spoken,
    things,
)
from simulator.agents.baseline.words_road_ko import PARAMETERS, TOOLS, VARIABLES, WISHES
from simulator.events import SpeechLevel

Slots = dict[str, Any]
_DID = "[어|어요|습니다]"
_SORRY = "[미안해.|죄송해요.|죄송합니다.]"
_CANNOT = "수 [없어|없어요|없습니다]"
_WHAT = "[할까?|할까요?|하시겠습니까?]"
_SET = "[맞출까?|맞출까요?|맞추시겠습니까?]"


def sentence(line: Line, level: SpeechLevel) -> str:
    """Return the words of one line at a speech level; raises KeyError for a key without words."""
    plain = {**people.PLAIN, **road.PLAIN, **book.PLAIN, **REFUSALS, **EMERGENCIES, **_PLAIN}.get(line.key)
    text = plain if plain is not None else {**people.MADE, **road.MADE, **book.MADE, **_MADE}[line.key](line.slots)
    return spoken(text, level)


def report(deed: Deed, level: SpeechLevel) -> str:
    """Say what one change did, or that it failed; nothing where its plan says it in a line of its own."""
    if deed.failed:
        return spoken(f"{_SORRY} 지금은 {TOOLS[deed.tool]} {_CANNOT}. 시도했지만 되지 않았{_DID}.", level)
    if deed.tool in _DEEDS:
        return spoken(_DEEDS[deed.tool](deed.arguments, deed.places), level)
    return spoken(people.DEEDS[deed.tool](deed.arguments), level) if deed.tool in people.DEEDS else ""


def _share(thing: str, percent: float) -> str:
    if percent == 0:
        return f"{thing}{{을}} 닫았{_DID}."
    if percent == 100:
        return f"{thing}{{을}} 완전히 열었{_DID}."
    return f"{thing}{{을}} {number(percent)}퍼센트로 맞췄{_DID}."


def _on(thing: str, on: bool) -> str:
    return f"{thing}{{을}} {'켰' if on else '껐'}{_DID}."


def _level(thing: str, level: float) -> str:
    return f"{thing}{{을}} {number(level)}단계로 맞췄{_DID}." if level else _on(thing, False)


_DEEDS: dict[str, Callable[[Slots, list[str]], str]] = {
    "open_close_window": lambda a, p: _share(things(p, "창문"), a["percentage"]),
    "open_close_sunroof": lambda a, p: _share("선루프", a["percentage"]),
    "open_close_sunshade": lambda a, p: _share("선셰이드", a["percentage"]),
    "open_close_trunk_door": lambda a, p: f"트렁크를 {'열었' if a['action'] == 'OPEN' else '닫았'}{_DID}.",
    "set_air_circulation": lambda a, p: f"공기 순환을 {option(a['mode'])}{{으로}} 바꿨{_DID}.",
    "set_air_conditioning": lambda a, p: _on("에어컨", a["on"]),
    "set_ambient_lights": lambda a, p: (
        f"무드등을 {color(a['lightcolor'])}으로 바꿨{_DID}." if a["on"] else _on("무드등", False)
    ),
    "set_climate_temperature": lambda a, p: f"{side(a['seat_zone'])} 온도를 {number(a['temperature'])}도로 맞췄{_DID}.",
    "set_fan_airflow_direction": lambda a, p: f"바람 방향을 {option(a['direction'])} 쪽으로 바꿨{_DID}.",
    "set_fan_speed": lambda a, p: _level("풍량", a["level"]) if a["level"] else f"바람을 껐{_DID}.",
    "set_fog_lights": lambda a, p: _on("안개등", a["on"]),
    "set_head_lights_high_beams": lambda a, p: _on("상향등", a["on"]),
    "set_head_lights_low_beams": lambda a, p: _on("하향등", a["on"]),
    "set_reading_light": lambda a, p: _on(things(p, "독서등"), a["on"]),
    "set_seat_heating": lambda a, p: _level(f"{side(a['seat_zone'])} 시트 열선", a["level"]),
    "set_steering_wheel_heating": lambda a, p: _level("핸들 열선", a["level"]),
    "set_window_defrost": lambda a, p: f"{option(a['defrost_window'])} 성에 제거를 {'켰' if a['on'] else '껐'}{_DID}.",
}

_PLAIN = {
    "not_understood": f"{_SORRY} 잘 못 알아들었{_DID}. 차량 조작, 길 안내, 충전, 일정, 연락처를 도와[줄 수 있어|드릴 수 있어요|드릴 수 있습니다]. 다시 말[해 줄래?|씀해 주시겠어요?|씀해 주시겠습니까?]",
    "unsupported": f"{_SORRY} 그건 할 {_CANNOT}. 차량 조작과 길 안내, 충전, 날씨, 일정, 전화, 메일만 [가능해|가능해요|가능합니다].",
    "later": f"{_SORRY} 나중에 할 일이나 조건은 기억해 둘 {_CANNOT}. 지금 [할 일을 말해 주면 바로 할게|하실 일을 말씀해 주시면 바로 할게요|하실 일을 말씀해 주시면 바로 하겠습니다].",
    "cancelled": "[알았어, 그대로 둘게.|네, 그대로 둘게요.|네, 그대로 두겠습니다.]",
    "welcome": "[별말을 다 해.|별말씀을요.|별말씀을 다 하십니다.]",
    "fine": "[알았어.|네, 알겠어요.|네, 알겠습니다.]",
    "nothing_to_confirm": "무엇을 [도와줄까?|도와드릴까요?|도와드릴지 말씀해 주시겠습니까?]",
    "give_up": f"{_SORRY} 여전히 알아듣지 못해서 그대로 두었{_DID}.",
    "say_again": f"{_SORRY} 잘 못 알아들었{_DID}.",
    "answer_help": "창문, 선루프, 공조, 조명을 조작하고, 길 안내와 장소 찾기, 충전, 일정, 전화, 메일을 맡고 있고, 날씨도 알려 [줄게.|드릴게요.|드리겠습니다.]",
    "weather_other_day": f"{_SORRY} 다른 날의 날씨는 알 수 없고 오늘 날씨만 볼 수 [있어.|있어요.|있습니다.]",
    "ac_against_windows": f"창문을 20퍼센트 넘게 연 채로는 에어컨을 켤 {_CANNOT}.",
    "ask_match": f"창문을 몇 퍼센트로 {_SET}",
    "ask_window_both": "어느 창문을 몇 퍼센트로 [열까?|열까요?|여시겠습니까?]",
    "ask_window_zone": "어느 창문을 [말하는 거야?|말씀하시는 거예요?|말씀하시는 겁니까?]",
    "ask_window_share": f"창문을 몇 퍼센트로 {_SET}",
    "ask_share_range": f"0에서 100퍼센트까지 1퍼센트 단위로 맞출 수 [있어|있어요|있습니다]. 몇 퍼센트로 {_SET}",
    "ask_sunroof": "선루프를 몇 퍼센트로 [열까?|열까요?|여시겠습니까?]",
    "ask_sunshade": "선셰이드를 몇 퍼센트로 [열까?|열까요?|여시겠습니까?]",
    "ask_zone_temperature": f"운전석, 조수석, 전체 중에 어느 쪽을 {_SET}",
    "ask_degrees_range": f"온도는 16도에서 28도까지 0.5도 단위로 맞출 수 [있어|있어요|있습니다]. 몇 도로 {_SET}",
    "ask_airflow": "바람을 얼굴, 발, 앞유리 중 어느 쪽으로 [보낼까?|보낼까요?|보내시겠습니까?]",
    "ask_circulation": "외기 유입, 내기 순환, 자동 중 어느 모드로 [바꿀까?|바꿀까요?|바꾸시겠습니까?]",
    "ask_defrost": f"앞유리, 뒷유리, 전체 중 어느 쪽으로 {_WHAT}",
    "ask_fan": f"풍량을 몇 단계로 {_SET}",
    "ask_steering_heating": f"핸들 열선을 몇 단계로 {_SET}",
    "ask_zone_seat": f"운전석, 조수석, 둘 다 중에 어느 자리로 {_WHAT}",
    "ask_seat_and_level": f"어느 자리 시트 열선을 몇 단계로 {_SET}",
    "ask_seat_both": "어느 자리를 몇 단계 [바꿀까?|바꿀까요?|바꾸시겠습니까?]",
    "ask_seat_level": f"시트 열선을 몇 단계로 {_SET}",
    "ask_how_many_levels": "몇 단계 [바꿀까?|바꿀까요?|바꾸시겠습니까?]",
    "ask_reading_light": "어느 자리 독서등을 [켤까?|켤까요?|켜시겠습니까?]",
    "ask_color": f"무드등을 무슨 색으로 {_WHAT}",
    "ask_other_color": f"그 색은 선택할 {_CANNOT}. 빨강, 초록, 파랑, 노랑, 하양, 분홍, 주황, 보라, 청록 중 무슨 색으로 {_WHAT}",
    "wish_cold": f"온도를 올리거나 시트 열선이나 핸들 열선을 켤 수 [있어|있어요|있습니다]. 어떤 걸로 {_WHAT}",
    "wish_hot_on": f"에어컨은 켜져 [있어|있어요|있습니다]. 온도를 낮추거나 바람을 세게 하거나 시트 열선을 줄이거나 창문을 열 수 [있어|있어요|있습니다]. 어떤 걸로 {_WHAT}",
    "wish_hot": f"에어컨을 켜거나 온도를 낮추거나 시트 열선을 줄이거나 창문을 열 수 [있어|있어요|있습니다]. 어떤 걸로 {_WHAT}",
    "wish_stuffy": f"외기를 들이거나 풍량을 높이거나 창문을 열 수 [있어|있어요|있습니다]. 어떤 걸로 {_WHAT}",
    "wish_dark": f"독서등이나 무드등이나 헤드라이트를 켤 수 [있어|있어요|있습니다]. 어떤 걸로 {_WHAT}",
    "wish_foggy": "앞유리 성에 제거를 [켤까?|켤까요?|켜시겠습니까?] 바람과 에어컨도 같이 켜질 수 [있어.|있어요.|있습니다.]",
}


def _on_state(value: Any) -> str:
    return "켜져" if value else "꺼져"


def _open_share(percent: Any) -> str:
    if percent == 0:
        return "닫혀"
    return "완전히 열려" if percent == 100 else f"{number(percent)}퍼센트 열려"


_IS = "[있어|있어요|있습니다]"


def _seated(s: Slots, thing: str, told: Callable[[Any], str], unknown: str) -> str:
    seats = s["seats"]
    known = {seat: value for seat, value in seats.items() if value is not None}
    if len(known) == len(seats) > 1 and len(set(known.values())) == 1:
        words = f"{thing}{{은}} 모두 {told(next(iter(known.values())))} {_IS}."
    else:
        words = " ".join(f"{SEATS[seat]} {thing}{{은}} {told(value)} {_IS}." for seat, value in known.items())
    missing = [SEATS[seat] for seat in seats if seat not in known]
    if not missing:
        return words
    return f"{words} {joined(missing)} {thing}{{이}} {unknown} 알 {_CANNOT}."


def _group(s: Slots) -> str:
    words = " ".join(f"{_GROUP_WORDS[name](value)}." for name, value in s.items() if value is not None)
    missing = [VARIABLES[name] for name, value in s.items() if value is None]
    return f"{words} {', '.join(missing)}는 알 {_CANNOT}." if missing else words


_GROUP_WORDS: dict[str, Callable[[Any], str]] = {
    "air_conditioning": lambda v: f"에어컨은 {_on_state(v)} {_IS}",
    "fan_speed": lambda v: f"풍량은 {number(v)}단계{{이다}}",
    "fan_airflow_direction": lambda v: f"바람은 {option(v)} 쪽으로 나오고 {_IS}",
    "air_circulation": lambda v: f"공기 순환은 {option(v)}{{이다}}",
    "window_front_defrost": lambda v: f"앞유리 성에 제거는 {_on_state(v)} {_IS}",
    "window_rear_defrost": lambda v: f"뒷유리 성에 제거는 {_on_state(v)} {_IS}",
    "head_lights_low_beams": lambda v: f"하향등은 {_on_state(v)} {_IS}",
    "head_lights_high_beams": lambda v: f"상향등은 {_on_state(v)} {_IS}",
    "fog_lights": lambda v: f"안개등은 {_on_state(v)} {_IS}",
}


def _weather(s: Slots) -> str:
    when = "지금" if s["hour"] is None else f"{s['hour']}시에"
    parts = []
    if s["condition"] is not None:
        parts.append(f"{s['place']}{{은}} {when} {condition(s['condition'])}{{이다}}.")
    if s["temperature_c"] is not None:
        degrees = f"{'영하 ' if s['temperature_c'] < 0 else ''}{number(abs(s['temperature_c']))}"
        head = "기온은" if parts else f"{s['place']}{{은}} {when} 기온이"
        parts.append(f"{head} {degrees}도{{이다}}.")
    if s["condition"] is None:
        parts.append(f"날씨가 맑은지 흐린지는 알 {_CANNOT}.")
    if s["temperature_c"] is None:
        parts.append(f"기온은 알 {_CANNOT}.")
    return " ".join(parts)


def _front(s: Slots, thing: str, unit: str) -> str:
    told = [
        f"{side(seat)} {thing}{{은}} {number(value)}{unit}" for seat, value in s["seats"].items() if value is not None
    ]
    missing = [side(seat) for seat, value in s["seats"].items() if value is None]
    words = f"지금 {', '.join(told)}{{이다}}."
    return f"{words} {joined(missing)} 쪽은 알 {_CANNOT}." if missing else words


_MADE: dict[str, Callable[[Slots], str]] = {
    "no_tool": lambda s: f"{_SORRY} 이 차에서는 {TOOLS.get(s['tool'], '그걸 할')} {_CANNOT}.{_left(s)}",
    "no_parameter": lambda s: (
        f"{_SORRY} {PARAMETERS.get(s['parameter'], '그 값')}{{을}} 정할 수 없어서 지금은 {TOOLS.get(s['tool'], '그걸 할')} {_CANNOT}.{_left(s)}"
    ),
    "no_option": lambda s: f"{_SORRY} {option(str(s['value']))}{{은}} 선택할 {_CANNOT}.{_left(s)}",
    "failed": lambda s: f"{_SORRY} 오류가 나서 지금은 {TOOLS.get(s['tool'], '그걸 할')} {_CANNOT}.{_left(s)}",
    "not_told": lambda s: f"{_SORRY} {VARIABLES.get(s['variable'], '그 상태를')} 지금은 알 {_CANNOT}.{_left(s)}",
    "no_rear_zone": lambda s: f"{_SORRY} {DEVICES[s['device']]}{{은}} 뒷좌석에서는 조절할 {_CANNOT}.",
    "already_closed": lambda s: f"{DEVICES[s['device']]}{{은}} 이미 닫혀 {_IS}.",
    "already_on": lambda s: f"{DEVICES[s['device']]}{{은}} 이미 켜져 {_IS}.",
    "already_off": lambda s: f"{DEVICES[s['device']]}{{은}} 이미 꺼져 {_IS}.",
    "at_limit": lambda s: f"{DEVICES[s['device']]}{{은}} 이미 {s['level']}단계라서 더 바꿀 {_CANNOT}.",
    "temperature_gap": lambda s: f"운전석과 조수석 온도가 {number(s['gap'])}도 차이 [나.|나요.|납니다.]",
    "ask_open_window": lambda s: (
        f"{joined([SEATS[zone] for zone in s['zones']])} 창문이 열려 {_IS}. 어느 창문을 [닫을까?|닫을까요?|닫으시겠습니까?]"
    ),
    "ask_lit_reading_light": lambda s: (
        f"{joined([SEATS[zone] for zone in s['zones']])} 독서등이 켜져 {_IS}. 어느 쪽을 [끌까?|끌까요?|끄시겠습니까?]"
    ),
    "ask_degrees": lambda s: (
        "몇 도나 [바꿀까?|바꿀까요?|바꾸시겠습니까?]"
        if s["intent"].action in ("up", "down")
        else f"온도를 몇 도로 {_SET}"
    ),
    "ask_degrees_limit": lambda s: f"지금 {number(s['current'])}도이고 16도에서 28도까지 맞출 수 {_IS}. 몇 도로 {_SET}",
    "ask_level_range": lambda s: (
        f"{DEVICES[s['intent'].device]}{{은}} 0에서 {s['highest']}단계까지 {_IS}. 몇 단계로 {_SET}"
    ),
    "choose_light": lambda s: (
        f"{', '.join(DEVICES[light] for light in s['lights'])} 중 어느 것을 {'[켤까?|켤까요?|켜시겠습니까?]' if s['on'] else '[끌까?|끌까요?|끄시겠습니까?]'}"
    ),
    "confirm_energy": lambda s: (
        f"에어컨이 켜져 있으면 {things(s['zones'], '창문')}{{을}} {number(s['percent'])}퍼센트로 열 때 에너지가 [낭비돼|낭비돼요|낭비됩니다]. 그래도 [열까?|열까요?|여시겠습니까?]"
    ),
    "confirm_sunroof": lambda s: (
        f"지금 {condition(s['condition'])}{{이다}}. 그래도 {'선셰이드를 다 열고 ' if s['shade'] else ''}선루프를 {number(s['percent'])}퍼센트로 [열까?|열까요?|여시겠습니까?]"
    ),
    "confirm_trunk": lambda s: (
        f"트렁크를 {'[열까?|열까요?|여시겠습니까?]' if s['action'] == 'OPEN' else '[닫을까?|닫을까요?|닫으시겠습니까?]'}"
    ),
    "confirm_high_beam": lambda s: (
        f"{'안개등을 끄고 ' if s['fog_off'] else ''}상향등을 {'[켤까?|켤까요?|켜시겠습니까?]' if s['on'] else '[끌까?|끌까요?|끄시겠습니까?]'}"
    ),
    "confirm_fog_light": lambda s: (
        f"지금 {condition(s['condition'])}{{이다}}. {_fog_extras(s)}안개등을 [켤까?|켤까요?|켜시겠습니까?]"
    ),
    "confirm_limit": lambda s: (
        f"{DEVICES[s['device']]}{{은}} {s['level']}단계까지만 [돼|돼요|됩니다]. {s['level']}단계로 {_SET}"
    ),
    "answer_window": lambda s: _seated(s, "창문", _open_share, "얼마나 열려 있는지"),
    "answer_reading_light": lambda s: _seated(s, "독서등", _on_state, "켜져 있는지"),
    "answer_sunroof": lambda s: f"선루프는 {_open_share(s['value'])} {_IS}.",
    "answer_sunshade": lambda s: f"선셰이드는 {_open_share(s['value'])} {_IS}.",
    "answer_trunk": lambda s: f"트렁크는 {'열려' if str(s['value']).upper() == 'OPEN' else '닫혀'} {_IS}.",
    "answer_ambient": lambda s: (
        f"무드등은 꺼져 {_IS}." if s["value"] == "OFF" else f"무드등은 {color(str(s['value']))}으로 켜져 {_IS}."
    ),
    "answer_steering_heating": lambda s: f"핸들 열선은 {number(s['value'])}단계{{이다}}.",
    "answer_fan": lambda s: f"풍량은 {number(s['value'])}단계{{이다}}.",
    "answer_airflow": lambda s: f"바람은 {option(s['value'])} 쪽으로 나오고 {_IS}.",
    "answer_ac": lambda s: f"에어컨은 {_on_state(s['value'])} {_IS}.",
    "answer_circulation": lambda s: f"공기 순환은 {option(s['value'])}{{이다}}.",
    "answer_low_beam": lambda s: f"하향등은 {_on_state(s['value'])} {_IS}.",
    "answer_high_beam": lambda s: f"상향등은 {_on_state(s['value'])} {_IS}.",
    "answer_fog_light": lambda s: f"안개등은 {_on_state(s['value'])} {_IS}.",
    "answer_car_color": lambda s: f"차는 {color(str(s['value']))}{{이다}}.",
    "answer_temperature": lambda s: _front(s, "온도", "도"),
    "answer_seat_heating": lambda s: _front(s, "시트 열선", "단계"),
    "answer_climate": _group,
    "answer_defrost": _group,
    "answer_headlight": _group,
    "answer_light": _group,
    "answer_weather": _weather,
    "answer_occupancy": lambda s: (
        f"{joined([SEATS[seat] for seat in s['seats']])}에 사람이 앉아 {_IS}."
        if s["seats"]
        else "앉아 있는 사람이 [없어|없어요|없습니다]."
    ),
    "answer_preferences": lambda s: (
        f"저장된 선호는 {', '.join(s['sentences'])}{{이다}}."
        if s["sentences"]
        else "차량에 저장된 선호가 [없어|없어요|없습니다]."
    ),
    "answer_math": lambda s: f"답은 {s['text']}{{이다}}.",
    "answer_clock": lambda s: f"지금 {s['hour']}시 {s['minute']}분{{이다}}.",
}


def _left(s: Slots) -> str:
    device = s.get("instead_of")
    if device in WISHES:
        return f" 그래서 {WISHES[device]} {_CANNOT}."
    return f" 그래서 {DEVICES[device]}{{은}} 조작할 {_CANNOT}." if device in DEVICES else ""


def _fog_extras(s: Slots) -> str:
    extras = []
    if s["low_on"]:
        extras.append("하향등을 켜고")
    if s["high_off"]:
        extras.append("상향등을 끄고")
    return f"{' '.join(extras)} " if extras else ""
