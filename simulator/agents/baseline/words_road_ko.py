"""Korean names of tools, values and places of the road and of people, as they are spoken."""

from collections.abc import Sequence
from typing import Any

from simulator.agents.baseline import words_ko as words
from simulator.agents.baseline.roads import Route, told
from simulator.agents.baseline.words_ko import joined, number

TOOLS = {
    **words.TOOLS,
    "get_location_id_by_location_name": "장소를 찾을",
    "get_routes_from_start_to_destination": "경로를 찾을",
    "search_poi_at_location": "도시 안의 장소를 검색할",
    "search_poi_along_the_route": "경로 주변을 검색할",
    "get_current_navigation_state": "길 안내 상태를 확인할",
    "convert_route_distance_and_time": "경로의 어느 지점인지 계산할",
    "set_new_navigation": "길 안내를 시작할",
    "delete_current_navigation": "길 안내를 취소할",
    "navigation_add_one_waypoint": "경유지를 추가할",
    "navigation_replace_one_waypoint": "경유지를 바꿀",
    "navigation_replace_final_destination": "목적지를 바꿀",
    "navigation_delete_waypoint": "경유지를 뺄",
    "navigation_delete_destination": "목적지를 뺄",
    "get_charging_specs_and_status": "배터리 상태를 확인할",
    "get_distance_by_soc": "주행 거리를 계산할",
    "calculate_charging_time_by_soc": "충전 시간을 계산할",
    "calculate_charging_soc_by_time": "충전량을 계산할",
    "set_charge_limit": "충전 한도를 설정할",
    "get_entries_from_calendar": "일정을 확인할",
    "get_contact_id_by_contact_name": "연락처를 찾을",
    "get_contact_information": "연락처 정보를 읽을",
    "call_phone_by_number": "전화를 걸",
    "send_email": "메일을 보낼",
    "search_manual": "설명서를 찾아볼",
    "read_manual": "설명서를 읽을",
}
PARAMETERS = {
    **words.PARAMETERS,
    "location": "장소 이름",
    "location_id": "도시",
    "category_poi": "장소 종류",
    "filters": "검색 조건",
    "at_kilometer": "킬로미터 지점",
    "start_id": "출발지",
    "destination_id": "도착지",
    "route_id": "경로",
    "route_ids": "경로",
    "percentage": "퍼센트",
    "charging_time": "충전 시간",
    "target_state_of_charge": "목표 충전량",
    "start_state_of_charge": "시작 충전량",
    "initial_state_of_charge": "처음 충전량",
    "final_state_of_charge": "나중 충전량",
    "charging_station_id": "충전소",
    "charging_station_plug_id": "충전기",
    "contact_first_name": "이름",
    "contact_last_name": "성",
    "contact_ids": "연락처",
    "phone_number": "전화번호",
    "content_message": "메일 내용",
    "email_addresses": "받는 사람",
    "waypoint_id_to_add": "경유지",
    "waypoint_id_to_delete": "경유지",
    "waypoint_id_to_replace": "경유지",
    "new_waypoint_id": "새 경유지",
    "new_destination_id": "새 목적지",
}
VARIABLES = {
    **words.VARIABLES,
    "routes": "어떤 경로가 있는지",
    "route_id": "어느 경로인지",
    "fastest_route": "어느 길이 가장 빠른지",
    "shortest_route": "어느 길이 가장 짧은지",
    "tolls": "통행료가 있는지",
    "distance": "거리가 얼마인지",
    "duration": "시간이 얼마나 걸리는지",
    "location_id": "그곳이 어디인지",
    "places": "어떤 장소가 있는지",
    "navigation_active": "길 안내가 켜져 있는지",
    "waypoints": "경유지가 어디인지",
    "meetings": "일정이 어떻게 되는지",
    "meeting_place": "회의 장소가 어디인지",
    "meeting_start": "회의가 언제 시작하는지",
    "attendees": "누가 참석하는지",
    "contact": "연락처 정보가 어떻게 되는지",
    "phone_number": "전화번호가 무엇인지",
    "email": "메일 주소가 무엇인지",
    "state_of_charge": "배터리가 얼마나 남았는지",
    "range": "얼마나 더 갈 수 있는지",
    "plugs": "어떤 충전기가 있는지",
    "charging_time": "충전이 얼마나 걸리는지",
    "charging_level": "얼마나 충전되는지",
}
WISHES = {
    "navigation": "길 안내를 설정할",
    "poi": "그 장소를 찾을",
    "route": "가는 길을 찾을",
    "call": "전화를 걸",
    "mail": "메일을 보낼",
    "contact": "연락처를 찾을",
    "charge_limit": "충전 한도를 설정할",
}
KINDS = {
    "airports": "공항",
    "bakery": "빵집",
    "fast_food": "패스트푸드점",
    "parking": "주차장",
    "public_toilets": "공중화장실",
    "restaurants": "식당",
    "supermarkets": "마트",
    "charging_stations": "충전소",
}
FILTERS = {"open": "지금 문 연", "dc": "급속", "free": "비어 있는", "nearest": "가까운"}
WHICH = {"next": "다음", "first": "첫", "last": "마지막"}


MOST_ROADS = 2


def kind(category: str) -> str:
    """Name a kind of place."""
    return KINDS.get(category, "장소")


def kilometres(km: float) -> str:
    """Write a length in whole kilometres, short ones with one decimal."""
    return f"{number(round(km, 1) if km < 10 else round(km))}킬로미터"


def duration(minutes: float) -> str:
    """Write a duration in hours and minutes."""
    hours, rest = divmod(round(minutes), 60)
    parts = [f"{hours}시간"] if hours else []
    if rest or not hours:
        parts.append(f"{rest}분")
    return " ".join(parts)


def clock(minute: int | None) -> str:
    """Write a time of day on the 24-hour clock."""
    if minute is None:
        return "알 수 없는 시각"
    return f"{minute // 60}시 {minute % 60}분" if minute % 60 else f"{minute // 60}시"


def roads(via: str) -> str:
    """Name the first roads of a route; a whole list is too much to hear."""
    return joined(via.split(", ")[:MOST_ROADS])


def details(route: Route) -> str:
    """Describe a route as a noun phrase: roads, length, time and tolls."""
    known = [f"{roads(route.via)} 경유"] if route.via else []
    if route.km is not None:
        known.append(kilometres(route.km))
    if route.minutes is not None:
        known.append(duration(route.minutes))
    if route.toll is not None:
        known.append("통행료 있음" if route.toll else "통행료 없음")
    return ", ".join(known)


def unknown_of(routes: Sequence[Route]) -> str:
    """Admit what is not told of some routes, in a sentence of its own."""
    missing = [
        name
        for name, values in (
            ("어느 도로로 가는지", [route.via for route in routes]),
            ("거리가 얼마인지", [route.km for route in routes]),
            ("시간이 얼마나 걸리는지", [route.minutes for route in routes]),
            ("통행료가 있는지", [route.toll for route in routes]),
        )
        if any(value is None for value in values)
    ]
    return f" {', '.join(missing)}는 알 수 [없어|없어요|없습니다]." if missing else ""


def place(row: dict[str, Any], *, along: bool) -> str:
    """Describe a place that was found: its name, its free plugs, its detour."""
    name = told(row.get("name")) or f"이름을 알 수 없는 {kind(str(row.get('category')))}"
    extras = []
    plugs = told(row.get("charging_plugs"))
    if isinstance(plugs, list):
        extras.append(plug_words(plugs))
    detour = told(row.get("detour_from_route_time"))
    if along and isinstance(detour, dict) and told(detour.get("minutes")) is not None:
        minutes = detour.get("hour", 0) * 60 + detour["minutes"]
        extras.append(f"{duration(minutes)} 우회" if minutes else "우회 없음")
    return f"{name}, {', '.join(extras)}" if extras else str(name)


def plug_words(plugs: list[dict[str, Any]]) -> str:
    """Describe the free plugs of a station."""
    free = [plug for plug in plugs if plug.get("availability") == "available"]
    if not free:
        known = all(told(plug.get("availability")) is not None for plug in plugs)
        return "빈 충전기 0대" if known else "충전기 상태 미확인"
    fast = [plug for plug in free if plug.get("power_type") == "DC"]
    best = max((float(plug["power_kw"]) for plug in fast or free if told(plug.get("power_kw"))), default=None)
    power = f" 최대 {number(best)}킬로와트" if best is not None else ""
    return f"빈 {'급속 ' if fast else ''}충전기 {len(fast or free)}대{power}"
