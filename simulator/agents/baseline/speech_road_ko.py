# ruff: noqa: E501 - one entry per line: wrapping a sentence would hide what belongs together
"""What the assistant says in Korean about routes, places, the battery and people, at the three speech levels.

Endings are written `[hae|haeyo|hapsyo]`, particles `{을}`; `words_ko.spoken` resolves both.
"""

from collections.abc import Callable
from typing import Any

from simulator.agents.baseline.roads import Choice, Route
from simulator.agents.baseline.words_ko import joined, number
from simulator.agents.baseline.words_road_ko import (
    FILTERS,
    clock,
    details,
    duration,
    kilometres,
    kind,
    place,
    roads,
    unknown_of,
)

Slots = dict[str, Any]
_DID = "[어|어요|습니다]"
_SORRY = "[미안해.|죄송해요.|죄송합니다.]"
_CANNOT = "수 [없어|없어요|없습니다]"
_WHAT = "[할까?|할까요?|하시겠습니까?]"
_IS = "[있어|있어요|있습니다]"
_NOT = "[없어|없어요|없습니다]"
_GO = "[갈까?|갈까요?|가시겠습니까?]"
_MEAN = "[말하는 거야?|말씀하시는 거예요?|말씀하시는 겁니까?]"
_BEGIN = "길 안내를 [시작할까?|시작할까요?|시작하시겠습니까?]"

PLAIN = {
    "navigation_cancelled": f"길 안내를 취소했{_DID}.",
    "no_home": f"{_SORRY} 거기가 어디인지 알 {_CANNOT}. 주소는 모르고 도시와 그 안의 장소만 찾을 수 {_IS}.",
    "not_navigating": f"{_SORRY} 지금은 길 안내 중이 아니라서 그건 할 {_CANNOT}.",
    "answer_no_navigation": f"지금은 길 안내가 꺼져 {_IS}.",
    "reroute_with_stops": f"{_SORRY} 경유지가 있을 때는 경로 전체를 한 번에 바꿀 {_CANNOT}.",
    "no_search_on_leg": f"{_SORRY} 도시와 도시를 잇는 경로가 아니라서 경로 주변을 검색할 {_CANNOT}.",
    "beyond_route": f"{_SORRY} 경로가 그 전에 끝나서 알 {_CANNOT}.",
    "no_stops": f"{_SORRY} 경로에 경유지가 없어서 뺄 {_CANNOT}.",
    "ask_where_to": f"어디로 {_GO}",
    "ask_charge_target": "몇 퍼센트까지 [충전할까?|충전할까요?|충전하시겠습니까?]",
    "ask_charge_limit": "충전을 몇 퍼센트에서 [멈출까?|멈출까요?|멈추시겠습니까?]",
    "no_station_yet": f"{_SORRY} 어느 충전소인지 몰라서 알 {_CANNOT}. 어느 도시에서 충전소를 [찾을까?|찾을까요?|찾으시겠습니까?]",
}


def _chosen(choice: Choice) -> str:
    """Say how a route came to be chosen."""
    if choice.how == "preferred":
        return "선호하는 길로 "
    return "가장 빠른 길로 " if choice.how == "default" else ""


def _alternatives(choices: list[Choice]) -> str:
    more = sum(choice.count - 1 for choice in choices if choice.how == "default")
    return f" 다른 경로도 {more}개 {_IS}." if more else ""


def _is(route: Route) -> str:
    return f"{details(route)}{{이다}}."


def _set(s: Slots) -> str:
    names, choices = s["points"], s["choices"]
    if len(names) == 1:
        return f"{_chosen(choices[0])}{names[0]}까지 길 안내를 시작했{_DID}. {_route(choices[0].route)}{_alternatives(choices)}"
    return f"{joined(names[:-1])}{{을}} 들러서 {names[-1]}까지 가는 길 안내를 시작했{_DID}. {_legs(names, choices)}"


def _route(route: Route) -> str:
    return f"{_trip(route)}{unknown_of([route])}"


def _trip(route: Route) -> str:
    """Describe a route in a sentence."""
    road = f"{roads(route.via)}{{을}} 거쳐 " if route.via else ""
    parts = [kilometres(route.km)] if route.km is not None else []
    if route.minutes is not None:
        parts.append(duration(route.minutes))
    length = f"{', '.join(parts)}{{이다}}. " if parts else ""
    toll = "" if route.toll is None else f"통행료는 {_IS if route.toll else _NOT}."
    return f"{road}{length}{toll}".strip() if parts or toll else f"{road}가는 길{{이다}}."


def _legs(names: list[str], choices: list[Choice]) -> str:
    how = f"구간마다 가장 빠른 길로 골랐{_DID}. " if any(choice.how == "default" for choice in choices) else ""
    parts = " ".join(f"{name}까지는 {_trip(choice.route)}" for name, choice in zip(names, choices, strict=True))
    return f"{how}{parts}{unknown_of([choice.route for choice in choices])}{_alternatives(choices)}"


def _replaced(s: Slots) -> str:
    stays = f" {joined(s['stops'])} 경유지는 그대로 두었{_DID}." if s["stops"] else ""
    choice = s["choice"]
    return f"{_chosen(choice)}목적지를 {s['end']}{{으로}} 바꿨{_DID}. {_route(choice.route)}{stays}{_alternatives([choice])}"


def _both(s: Slots) -> str:
    quick, short = s["fastest"], s["shortest"]
    if quick == short:
        return f"{s['end']}까지 가장 빠른 길이 가장 짧은 길이기도 [해|해요|합니다]. {_trip(quick)}"
    return f"{s['end']}까지 가장 빠른 길은 {_trip(quick)} 가장 짧은 길은 {_trip(short)}"


def _count(others: list[Route]) -> str:
    return f" 그 밖에 {len(others)}개가 더 {_IS}." if others else ""


def _present(s: Slots) -> str:
    quick, short, others = s["fastest"], s["shortest"], s["others"]
    facts = f"{_both(s)}{unknown_of([quick, short])}{_count(others)}"
    if quick == short and not others:
        return f"{facts} 이 길로 {_BEGIN}"
    if quick == short:
        return f"{facts} 다른 길도 알려 [줄 수 있어|드릴 수 있어요|드릴 수 있습니다]. 가장 빠른 길로 {_GO}"
    return f"{facts} 가장 빠른 길과 가장 짧은 길 중에 어느 길로 {_GO}"


def _others(s: Slots) -> str:
    told = " ".join(f"다른 길은 {_trip(route)}" for route in s["others"]) or f"다른 길은 {_NOT}."
    if s["fastest"] == s["shortest"]:
        return f"{told} 가장 빠른 길과 다른 길 중에 어느 길로 {_GO}"
    return f"{told} 가장 빠른 길, 가장 짧은 길, 다른 길 중에 어느 길로 {_GO}"


def _places(s: Slots) -> str:
    rows = s["rows"]
    where = "경로 주변에" if s["along"] else f"{s['place']}에"
    listed = (
        "; ".join(place(row, along=s["along"]) for row in rows)
        if s["along"] or s["kind"] == "charging_stations"
        else ", ".join(place(row, along=False) for row in rows)
    )
    return f"{where} {kind(s['kind'])}{{이}} {len(rows)}곳 {_IS}. {listed}{{이다}}."


def _filtered(s: Slots) -> str:
    return " ".join([*(FILTERS[name] for name in s["filters"]), kind(s["kind"])])


def _navigation(s: Slots) -> str:
    names = s["names"]
    stops = f"{joined(names[:-1])}{{을}} 들러서 " if len(names) > 1 else ""
    parts = [f"{stops}{names[-1]}{{으로}} 가고 {_IS}."]
    known = [kilometres(s["km"])] if s["km"] is not None else []
    if s["minutes"] is not None:
        known.append(duration(s["minutes"]))
    if known:
        parts.append(f"전체 {', '.join(known)}{{이다}}.")
    if s["arrival"] is not None:
        parts.append(f"{clock(s['arrival'])}에 도착할 [예정이야|예정이에요|예정입니다].")
    missing = [name for name, value in (("거리", s["km"]), ("시간", s["minutes"])) if value is None]
    if missing:
        parts.append(f"{joined(missing)}{{은}} 알 {_CANNOT}.")
    return " ".join(parts)


def _charge(s: Slots) -> str:
    charge = (
        f"배터리는 {number(round(s['charge']))}퍼센트 남아 {_IS}."
        if s["charge"] is not None
        else f"배터리가 얼마나 남았는지는 알 {_CANNOT}."
    )
    reach = (
        f"앞으로 {kilometres(s['km'])} 더 갈 수 {_IS}."
        if s["km"] is not None
        else f"얼마나 더 갈 수 있는지는 알 {_CANNOT}."
    )
    return f"{charge} {reach}"


def _plug(s: Slots) -> str:
    return f"{s['station']}의 {number(s['plug']['power_kw'])}킬로와트 충전기로"


MADE: dict[str, Callable[[Slots], str]] = {
    "navigation_set": _set,
    "destination_replaced": _replaced,
    "rerouted": lambda s: f"{s['end']}까지 가는 경로를 바꿨{_DID}. {_route(s['choice'].route)}",
    "already_this_route": lambda s: f"이미 그 길로 가고 {_IS}. {_route(s['choice'].route)}",
    "stop_added": lambda s: f"{s['points'][0]}{{을}} 경유지로 추가했{_DID}. {_legs(s['points'], s['choices'])}",
    "stop_replaced": lambda s: (
        f"경유지를 {s['old']}에서 {s['points'][0]}{{으로}} 바꿨{_DID}. {_legs(s['points'], s['choices'])}"
    ),
    "stop_dropped": lambda s: (
        f"{s['old']} 경유지를 뺐{_DID}. {_chosen(s['choice'])}{s['end']}까지는 {_route(s['choice'].route)}{_alternatives([s['choice']])}"
    ),
    "destination_dropped": lambda s: f"{s['old']}{{을}} 뺐{_DID}. 이제 목적지는 {s['end']}{{이다}}.",
    "present_routes": _present,
    "present_others": _others,
    "present_all_toll": lambda s: f"{_SORRY} {s['end']}까지는 통행료 없는 길을 찾을 {_CANNOT}. {_present(s)}",
    "ask_unknown_city": lambda s: f"{_SORRY} 도시 중에서 {s['name']}{{을}} 찾을 {_CANNOT}. 어느 도시를 {_MEAN}",
    "choose_place": lambda s: (
        f"{_places(s)} 어디로 {_GO}" if not s["along"] else f"{_places(s)} 어디를 [들를까?|들를까요?|들르시겠습니까?]"
    ),
    "told_places": _places,
    "offer_place": lambda s: (
        f"{place(s['row'], along=s['along'])}{{을}} 찾았{_DID}. {'경유지로 [추가할까?|추가할까요?|추가하시겠습니까?]' if s['along'] else '거기로 ' + _BEGIN}"
    ),
    "told_place": lambda s: f"{kind(s['kind'])}{{이}} 한 곳 {_IS}. {place(s['row'], along=s['along'])}{{이다}}.",
    "ask_which_place": lambda s: f"{', '.join(str(row.get('name')) for row in s['rows'])} 중에 어디를 {_MEAN}",
    "ask_which_leg": lambda s: (
        f"{s['place']}{{은}} {', '.join(s['points'])} 중에 어디 다음에 [넣을까?|넣을까요?|넣으시겠습니까?]"
    ),
    "ask_which_stop": lambda s: f"{', '.join(s['points'])} 중에 어느 경유지를 {_MEAN}",
    "ask_cancel_instead": lambda s: (
        f"목적지가 {s['place']} 하나뿐[이야|이에요|입니다]. 길 안내를 [취소할까?|취소할까요?|취소하시겠습니까?]"
    ),
    "add_without_route": lambda s: (
        f"지금은 길 안내 중이 [아니야|아니에요|아닙니다]. 대신 {s['place'] + '까지 ' if s['place'] else ''}{_BEGIN}"
    ),
    "ask_kilometre": lambda s: (
        (f"앞으로 {kilometres(s['range'])} 더 갈 수 {_IS}. " if s["range"] is not None else "")
        + "경로의 몇 킬로미터 지점에서 [찾을까?|찾을까요?|찾으시겠습니까?]"
    ),
    "ask_charge_limit_range": lambda s: (
        f"한도는 {s['low']}에서 {s['high']}퍼센트까지 1퍼센트 단위로 정할 수 {_IS}. 몇 퍼센트로 {_WHAT}"
    ),
    "no_route": lambda s: f"{_SORRY} {s['start']}에서 {s['end']}까지 가는 경로를 찾을 {_CANNOT}.",
    "no_route_between_pois": lambda s: (
        f"{_SORRY} {s['start']}에서 {s['end']}까지 바로 가는 경로는 찾을 {_CANNOT}. 도시를 거쳐야 [해|해요|합니다]."
    ),
    "no_city_there": lambda s: f"{_SORRY} {s['place']} 주변은 검색할 {_CANNOT}. 도시 안과 경로 주변만 볼 수 {_IS}.",
    "already_there": lambda s: f"이미 {s['place']}에 {_IS}.",
    "already_going": lambda s: f"목적지가 이미 {s['place']}{{으로}} 설정되어 {_IS}.",
    "on_route_already": lambda s: f"{s['place']}{{은}} 이미 경로에 {_IS}.",
    "none_found": lambda s: f"{_SORRY} {s['place']}에서 {_filtered(s)}{{을}} 찾을 {_CANNOT}.",
    "none_along": lambda s: (
        f"{_SORRY} {'경로 ' + str(s['km']) + '킬로미터 지점' if s['km'] is not None else '경로'} 주변에서 {_filtered(s)}{{을}} 찾을 {_CANNOT}."
    ),
    "kind_not_on_route": lambda s: f"{_SORRY} 경로에 {kind(s['kind'])}{{이}} 없어서 뺄 {_CANNOT}.",
    "not_on_route": lambda s: f"{_SORRY} {s['place']}{{은}} 경로에 없어서 그건 할 {_CANNOT}.",
    "charge_below": lambda s: (
        f"배터리는 지금 {number(round(s['charge']))}퍼센트{{이다}}. {number(s['percent'])}퍼센트보다 많지 [않아|않아요|않습니다]."
    ),
    "charge_reached": lambda s: (
        f"배터리가 이미 {number(round(s['charge']))}퍼센트라서 {number(s['percent'])}퍼센트까지는 충전할 필요가 {_NOT}."
    ),
    "no_free_plug": lambda s: f"{_SORRY} 지금 {s['station']}에 빈 충전기가 없어서 알 {_CANNOT}.",
    "answer_routes": lambda s: f"{_both(s)}{unknown_of([s['fastest'], s['shortest']])}{_count(s['others'])}",
    "answer_navigation": _navigation,
    "answer_share": lambda s: (
        f"{number(round(s['first']))}퍼센트에서 {number(round(s['last']))}퍼센트까지 {kilometres(s['km'])} 갈 수 {_IS}."
    ),
    "answer_reach": lambda s: (
        f"{s['end']}까지 {kilometres(s['km'])}이고 {kilometres(s['range'])} 더 갈 수 있어서 {'배터리는 [충분해|충분해요|충분합니다]' if s['range'] >= s['km'] else '중간에 충전해야 [해|해요|합니다]'}."
    ),
    "answer_left": lambda s: (
        f"{s['end']}까지 {kilometres(s['km'])}이고, 도착하면 배터리가 {number(round(s['left']))}퍼센트쯤 [남아|남아요|남습니다]."
    ),
    "answer_progress": lambda s: (
        f"{duration(s['minutes'])} 뒤에는 경로의 {number(round(s['km']))}킬로미터 지점에 {_IS}."
        if s["asked"] == "minutes"
        else f"경로의 {number(round(s['km']))}킬로미터 지점까지 {duration(s['minutes'])} [걸려|걸려요|걸립니다]."
    ),
    "answer_charge": _charge,
    "answer_charging_time": lambda s: (
        f"{_plug(s)} {s['from']}퍼센트에서 {number(s['level'])}퍼센트까지 {duration(s['minutes'])} [걸려|걸려요|걸립니다]."
    ),
    "answer_charging_level": lambda s: (
        f"{_plug(s)} {s['from']}퍼센트에서 {duration(s['minutes'])} 충전한 뒤의 배터리는 {number(s['level'])}퍼센트{{이다}}."
    ),
}
