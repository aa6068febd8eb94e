"""Which routes a speech presents, and what it says of tolls."""

import json

import pytest

from simulator.channel import Locale
from simulator.events import ToolCall, ToolResult
from simulator.policies.presented import RouteSpeech, SeenRoute, routes_in, seen_routes
from simulator.trajectory import Step

ROUTE = SeenRoute("rll_a_b_000001", True, 362.53, 243, ("Jungbu Expressway", "A8"), ("fastest", "first"))
OTHER = SeenRoute("rll_a_b_000002", False, 362.9, 243, ("National Route 3",), ("second",))
KOREAN = SeenRoute("rll_a_b_000003", True, 362.53, 243, ("경부고속도로", "국도 제3호선"), ("fastest",))
ROW = {
    "route_id": "rll_a_b_000001",
    "name_via": "Jungbu Expressway, A8",
    "distance_km": 362.53,
    "duration_hours": 4,
    "duration_minutes": 3,
    "road_types": ["highway", "includes toll road"],
    "includes_toll": True,
    "alias": ["fastest", "first"],
}


def told(row: dict[str, object]) -> str:
    return json.dumps({"status": "SUCCESS", "result": {"routes": [row]}})


@pytest.mark.parametrize(
    ("locale", "speech", "minutes"),
    [
        ("en", "4 hours and 3 minutes", {243}),
        ("en", "4 h 3 min, then 95 minutes", {243, 95}),
        ("en", "two and a half hours", {150}),
        ("en", "3 minutes or 4 hours", {3, 240}),
        ("ko", "4시간 3분", {243}),
        ("ko", "두 시간 반쯤", {150}),
        ("ko", "95분이고 4시간은 아니에요", {95, 240}),
    ],
)
def test_durations(locale: Locale, speech: str, minutes: set[float]) -> None:
    assert RouteSpeech(speech, locale).minutes == minutes


@pytest.mark.parametrize(
    ("speech", "route", "facts"),
    [
        ("363 km in 4 hours 3 minutes", ROUTE, {"distance", "duration"}),
        ("362.5 km", ROUTE, {"distance"}),
        ("364 km", ROUTE, set()),
        ("over the jungbu  expressway", ROUTE, {"roads"}),
        ("over the A8", ROUTE, {"roads"}),
        ("over the A80", ROUTE, set()),
        ("경부 고속도로로 가요", KOREAN, {"roads"}),
        ("국도 3호선으로 가요", KOREAN, {"roads"}),
        ("국도 33호선으로 가요", KOREAN, set()),
    ],
)
def test_facts(speech: str, route: SeenRoute, facts: set[str]) -> None:
    locale: Locale = "ko" if "가요" in speech else "en"
    assert RouteSpeech(speech, locale).facts(route) == facts


def test_two_facts_that_no_other_route_shares_are_sure() -> None:
    speech = RouteSpeech("363 km in 4 hours 3 minutes", "en")
    assert speech.presents(ROUTE, []) == "surely"
    assert speech.presents(ROUTE, [OTHER]) == "perhaps"
    assert RouteSpeech("363 km over the A8", "en").presents(ROUTE, [OTHER]) == "surely"
    assert RouteSpeech("363 km", "en").presents(ROUTE, []) == "perhaps"
    assert RouteSpeech("Shall I start?", "en").presents(ROUTE, []) is None


@pytest.mark.parametrize(
    ("locale", "speech", "names", "denies"),
    [
        ("en", "It has tolls.", True, False),
        ("en", "It includes a toll road.", True, False),
        ("en", "It is toll-free.", False, True),
        ("en", "There aren't any tolls on it.", False, True),
        ("en", "It avoids toll roads.", False, True),
        ("en", "The first has tolls, the second has no tolls.", True, True),
        ("en", "It takes 2 hours.", False, False),
        ("ko", "통행료가 있어요.", True, False),
        ("ko", "유료 도로를 지납니다.", True, False),
        ("ko", "통행료가 없어요.", False, True),
        ("ko", "통행료는 안 들어요.", False, True),
        ("ko", "유료 도로를 피해요.", False, True),
        ("ko", "첫째 길은 통행료가 있고 둘째 길은 통행료가 없어.", True, True),
    ],
)
def test_tolls(locale: Locale, speech: str, names: bool, denies: bool) -> None:
    found = RouteSpeech(speech, locale)
    assert (found.names_tolls, found.denies_tolls) == (names, denies)


def test_rows_are_read_where_they_lie() -> None:
    assert list(routes_in(told(ROW))) == [ROUTE]
    details = json.dumps({"status": "SUCCESS", "result": {"details": {"routes": [ROW, {"id": "x", "error": "none"}]}}})
    assert list(routes_in(details)) == [ROUTE]
    assert list(routes_in("Unknown action route_id")) == []


@pytest.mark.parametrize(
    ("hidden", "toll"),
    [(("includes_toll",), True), (("road_types",), True), (("includes_toll", "road_types"), None)],
)
def test_what_a_result_hides_is_unknown(hidden: tuple[str, ...], toll: bool | None) -> None:
    (route,) = routes_in(told(ROW | dict.fromkeys(hidden, "unknown")))
    assert route.toll is toll
    (bare,) = routes_in(told(ROW | dict.fromkeys(("alias", "distance_km", "duration_hours", "name_via"), "unknown")))
    assert (bare.fastest, bare.km, bare.minutes, bare.roads) == (None, None, None, ())


def test_the_newest_row_of_a_route_counts_and_refusals_show_none() -> None:
    call = ToolCall(id="1", name="get_routes_from_start_to_destination", arguments={})
    old = ToolResult(call_id="1", name=call.name, content=told(ROW | {"includes_toll": False}))
    new = ToolResult(call_id="1", name=call.name, content=told(ROW))
    seen = seen_routes([Step(0, 0, (call,), (old,)), Step(1, 0, (call,), (new,))])
    assert seen == {ROUTE.id: ROUTE}
