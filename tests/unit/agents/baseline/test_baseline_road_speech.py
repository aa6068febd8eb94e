"""Every line about roads, places and people has words in both languages that do what they are meant to do."""

import re
from typing import Any

import pytest

from simulator.agents.baseline import (
    speech_en,
    speech_ko,
    speech_people_en,
    speech_people_ko,
    speech_road_en,
    speech_road_ko,
)
from simulator.agents.baseline.roads import Choice, Route
from simulator.agents.baseline.signals import Line
from simulator.events import SpeechLevel
from simulator.language.acts import Act, Recognition, recognise

LEVELS: tuple[SpeechLevel, ...] = ("hae", "haeyo", "hapsyo")
QUICK = Route("rll_a_1", "A8", 320.4, 190, True, ("fastest", "first"))
SHORT = Route("rll_a_2", "B10, B16", 290.0, 250, False, ("second", "shortest"))
THIRD = Route("rll_a_3", "A6", 400.0, 260, True, ("third",))
BY_DEFAULT, SAID = Choice(QUICK, "default", 3), Choice(SHORT, "said", 3)
BAKERY = {"name": "Gaon", "category": "bakery", "detour_from_route_time": {"hour": 0, "minutes": 4}}
PLUGS = [{"power_type": "DC", "power_kw": 150, "availability": "available"}]
STATION = {"name": "Maru", "category": "charging_stations", "charging_plugs": PLUGS}
MEETING = {"start": 570, "duration": "30min", "place": "Ulsan", "topic": "Planning", "count": 2}
ROUTES = {"start": "Seoul", "end": "Busan", "fastest": QUICK, "shortest": SHORT, "others": [THIRD]}
ONE_BEST = {**ROUTES, "shortest": QUICK, "others": [SHORT, THIRD]}
PLACES = {"kind": "bakery", "place": "Suwon", "rows": [BAKERY, {**BAKERY, "name": "Narae"}], "along": False, "km": None}
LINES: list[tuple[str, dict[str, Any], str]] = [
    ("navigation_set", {"points": ["Busan"], "choices": [SAID]}, "done"),
    ("navigation_set", {"points": ["Daejeon", "Busan"], "choices": [BY_DEFAULT, BY_DEFAULT]}, "done"),
    ("destination_replaced", {"end": "Busan", "choice": BY_DEFAULT, "stops": ["Daejeon"]}, "done"),
    ("rerouted", {"end": "Busan", "choice": SAID}, "done"),
    ("already_this_route", {"choice": SAID}, "done"),
    ("stop_added", {"points": ["Gaon", "Busan"], "choices": [BY_DEFAULT, SAID]}, "done"),
    ("stop_replaced", {"old": "Sejong", "points": ["Gaon", "Busan"], "choices": [BY_DEFAULT, SAID]}, "done"),
    ("stop_dropped", {"old": "Sejong", "end": "Busan", "choice": BY_DEFAULT}, "done"),
    ("destination_dropped", {"old": "Busan", "end": "Daejeon"}, "done"),
    ("present_routes", ROUTES, "choose"),
    ("present_routes", ONE_BEST, "confirm"),
    ("present_routes", {**ONE_BEST, "others": []}, "confirm"),
    ("present_others", ROUTES, "choose"),
    ("present_others", ONE_BEST, "choose"),
    ("present_all_toll", ROUTES, "choose"),
    ("ask_unknown_city", {"name": "Atlantis"}, "value"),
    ("choose_place", PLACES, "choose"),
    ("choose_place", {**PLACES, "kind": "charging_stations", "rows": [STATION, STATION], "along": True}, "choose"),
    ("told_places", PLACES, "done"),
    ("offer_place", {"kind": "bakery", "row": BAKERY, "along": True}, "confirm"),
    ("offer_place", {"kind": "charging_stations", "row": STATION, "along": False}, "confirm"),
    ("told_place", {"kind": "bakery", "row": BAKERY, "along": False}, "done"),
    ("ask_which_place", {"rows": [BAKERY, STATION]}, "choose"),
    ("ask_which_leg", {"place": "Sejong", "points": ["Seoul", "Daejeon"]}, "choose"),
    ("ask_which_stop", {"points": ["Sejong", "Daejeon"]}, "choose"),
    ("ask_cancel_instead", {"place": "Busan"}, "confirm"),
    ("add_without_route", {"place": "Busan"}, "confirm"),
    ("ask_kilometre", {"range": 155.0}, "value"),
    ("ask_charge_limit_range", {"low": 50, "high": 100}, "value"),
    ("no_route", {"start": "Seoul", "end": "Jeju"}, "limit"),
    ("no_route_between_pois", {"start": "Gaon", "end": "Maru"}, "limit"),
    ("no_city_there", {"place": "Maru"}, "limit"),
    ("already_there", {"place": "Seoul"}, "done"),
    ("already_going", {"place": "Busan"}, "done"),
    ("on_route_already", {"place": "Busan"}, "done"),
    ("none_found", {"kind": "bakery", "place": "Suwon", "filters": ("open",)}, "limit"),
    ("none_along", {"kind": "charging_stations", "km": 120, "filters": ("dc", "free")}, "limit"),
    ("kind_not_on_route", {"kind": "bakery"}, "limit"),
    ("not_on_route", {"place": "Ulsan"}, "limit"),
    ("charge_below", {"charge": 20.0, "percent": 30}, "done"),
    ("charge_reached", {"charge": 90.0, "percent": 80}, "done"),
    ("no_free_plug", {"station": "Maru"}, "limit"),
    ("answer_routes", ROUTES, "done"),
    ("answer_navigation", {"names": ["Daejeon", "Busan"], "km": 417.0, "minutes": 270, "arrival": 990}, "done"),
    ("answer_navigation", {"names": ["Busan"], "km": None, "minutes": 270, "arrival": 990}, "limit"),
    ("answer_share", {"first": 80, "last": 20, "km": 304.0}, "done"),
    ("answer_reach", {"end": "Busan", "km": 362.0, "range": 155.0}, "done"),
    ("answer_left", {"end": "Busan", "km": 362.0, "range": 510.0, "left": 28.9}, "done"),
    ("answer_progress", {"minutes": 90, "km": 130.4, "asked": "minutes"}, "done"),
    ("answer_progress", {"minutes": 90, "km": 130.0, "asked": "km"}, "done"),
    ("answer_charge", {"charge": 45.0, "km": 228.0}, "done"),
    ("answer_charging_time", {"station": "Maru", "plug": PLUGS[0], "from": 20, "level": 80, "minutes": 28}, "done"),
    ("answer_charging_level", {"station": "Maru", "plug": PLUGS[0], "from": 20, "level": 64, "minutes": 25}, "done"),
    ("answer_attendees", {"meeting": MEETING, "names": ["Mina Kim", "Helen White"]}, "done"),
    ("answer_meetings", {"meetings": [MEETING, MEETING], "which": ""}, "done"),
    ("answer_meetings", {"meetings": [MEETING], "which": "next"}, "done"),
    ("answer_contact", {"name": "Helen White", "phone": "+44 7700 900002", "email": None, "want": "phone"}, "done"),
    ("answer_contact", {"name": "Helen White", "phone": None, "email": "h.w@example.net", "want": "email"}, "done"),
    ("ask_unknown_person", {"name": "Smith"}, "value"),
    ("choose_person", {"names": ["Mina Kim", "Mina Park"]}, "choose"),
    ("ask_whom", {"device": "call"}, "value"),
    ("ask_whom", {"device": "mail"}, "value"),
    ("ask_whom", {"device": "contact"}, "value"),
    ("confirm_call", {"name": "Helen White"}, "confirm"),
    ("calling", {"name": "Helen White"}, "done"),
    ("ask_mail_text", {"names": ["Helen White"]}, "value"),
    ("confirm_mail", {"names": ["Helen White"], "text": "We meet at six."}, "confirm"),
]
PLAIN: list[tuple[str, str]] = [
    ("navigation_cancelled", "done"),
    ("no_home", "limit"),
    ("not_navigating", "limit"),
    ("answer_no_navigation", "done"),
    ("reroute_with_stops", "limit"),
    ("no_search_on_leg", "limit"),
    ("beyond_route", "limit"),
    ("no_stops", "limit"),
    ("ask_where_to", "value"),
    ("ask_charge_target", "value"),
    ("ask_charge_limit", "value"),
    ("no_station_yet", "value"),
    ("no_meetings", "limit"),
    ("no_more_meetings", "limit"),
    ("answer_no_meetings", "done"),
    ("calendar_other_day", "limit"),
    ("weather_other_day", "limit"),
    ("not_understood", "repeat"),
    ("unsupported", "limit"),
]
ALL = [*LINES, *((key, {}, act) for key, act in PLAIN)]


def test_both_languages_know_the_same_lines_and_all_are_tried() -> None:
    assert speech_road_en.PLAIN.keys() == speech_road_ko.PLAIN.keys()
    assert speech_road_en.MADE.keys() == speech_road_ko.MADE.keys()
    assert speech_people_en.PLAIN.keys() == speech_people_ko.PLAIN.keys()
    assert speech_people_en.MADE.keys() == speech_people_ko.MADE.keys()
    assert speech_people_en.DEEDS.keys() == speech_people_ko.DEEDS.keys()
    tried = {key for key, _, _ in ALL}
    assert tried >= {*speech_road_en.PLAIN, *speech_road_en.MADE, *speech_people_en.PLAIN, *speech_people_en.MADE}


def _act(heard: Recognition) -> str:
    """Name what a driver reacts to: a question before a limit before a report."""
    if heard.question:
        return heard.question.value
    return Act.LIMIT.value if Act.LIMIT in heard.acts else heard.acts[0].value


@pytest.mark.parametrize(("key", "slots", "act"), ALL)
def test_english_lines_do_what_they_are_meant_to(key: str, slots: dict[str, Any], act: str) -> None:
    text = speech_en.sentence(Line(key, slots))
    assert not re.search(r"[\[\]{}|*#]|None|_", text)
    heard = recognise(text, "en")
    assert act == _act(heard), (text, heard)


@pytest.mark.parametrize(("key", "slots", "act"), ALL)
@pytest.mark.parametrize("level", LEVELS)
def test_korean_lines_do_what_they_are_meant_to(key: str, slots: dict[str, Any], act: str, level: SpeechLevel) -> None:
    text = speech_ko.sentence(Line(key, slots), level)
    assert not re.search(r"[\[\]{}|*#]|None|_", text)
    heard = recognise(text, "ko")
    assert act == _act(heard), (text, heard)
