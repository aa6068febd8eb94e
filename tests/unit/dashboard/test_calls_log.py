"""The log of tool calls."""

import json

import pytest
from dashboard.logs_by_hand import MARK, NASTY, called, harmless, heads, refused, told

from simulator.dashboard.log_lines import MOST_CHARACTERS, MOST_LINES, pretty
from simulator.events import DefectRecorded, Event, StepClosed, Timed, ToolCalled

CALL = {"window": "DRIVER", "percentage": 50}
CHANGE = ("openings.window_driver_position", 0, 50)


def test_a_call_that_did_it() -> None:
    (entry,) = told("calls", *called("open_close_window", CALL, CHANGE, content='{"status": "SUCCESS"}', step=2))
    assert entry.head.plain == "step 3 · open_close_window(window=DRIVER, percentage=50) ✓"
    assert [detail.plain for detail in entry.details] == [
        "arguments",
        '  {"window": "DRIVER", "percentage": 50}',
        "result",
        '  {"status": "SUCCESS"}',
        "changed in the car",
        "  driver's window 0 % → 50 %",
    ]


def test_a_call_that_failed() -> None:
    fault = refused("GetWeather_001: today only", "GET_WEATHER_001", "AUT-POL:024")
    (entry,) = told("calls", *called("get_weather", {}, fault=fault), lang="ko")
    assert entry.head.plain == "단계 1 · get_weather() ✗ GET_WEATHER_001"
    assert [detail.plain for detail in entry.details] == [
        "인자 없음",
        "실패: 도구가 거부함 · 정책 AUT-POL:024",
        "  GetWeather_001: today only",
        "결과",
        "  {}",
    ]
    assert entry.kind == "fault"


def test_a_fault_without_a_code_is_told_in_words() -> None:
    assert heads("calls", *called("x", {}, fault=refused(code=""))) == ["step 1 · x() ✗ refused by the tool"]


def test_calls_of_others_are_marked() -> None:
    events = (*called("drive", {"speed_kph": 50}, actor="person"), *called("ring_phone", {}, actor="scenario"))
    assert heads("calls", *events) == ["by hand · drive(speed_kph=50) ✓", "event · ring_phone() ✓"]
    assert heads("calls", *events, lang="ko") == ["직접 조작 · drive(speed_kph=50) ✓", "상황 발생 · ring_phone() ✓"]


def test_the_time_of_a_step_follows_its_calls() -> None:
    def step(number: int, count: int) -> list[Event]:
        calls = [event for _ in range(count) for event in called("get_car_color", {}, step=number)]
        took = Timed(**MARK, stage="tools", duration_ms=12.34)
        return [*calls, took, StepClosed(**MARK, step=number, digest="")]

    lines = heads("calls", *step(0, 1), *step(1, 3))
    assert lines[1] == "step 1: 1 call, 12.3 ms"
    assert lines[-1] == "step 2: 3 calls, 12.3 ms"
    assert heads("calls", Timed(**MARK, stage="tools", duration_ms=1)) == []


def test_a_call_that_never_came_back() -> None:
    call, _ = called("open_close_window", CALL)
    broken = DefectRecorded(**MARK, where="tool", message="ZeroDivisionError")
    assert isinstance(call, ToolCalled)
    assert heads("calls", call, broken) == [
        "step 1 · open_close_window(window=DRIVER, percentage=50) ✗ defect: tool: ZeroDivisionError"
    ]
    assert heads("calls", broken) == ["✗ defect: tool: ZeroDivisionError"]


def test_long_arguments_are_short_in_the_head_and_whole_below() -> None:
    body = "내일 오전 열 시에 만나자는 말과 함께 회의 자료를 모두 붙여서 보내 달라고 전해 주세요."
    (entry,) = told("calls", *called("send_email", {"content_message": body}))
    assert "…" in entry.head.plain
    assert body in entry.plain


@pytest.mark.parametrize(
    "content",
    [
        json.dumps({"rows": [{"id": number, "name": "x" * 70} for number in range(2000)]}),
        json.dumps(["y" * 5000]),
        "plain " * 3000,
        "line\n" * 500,
        "[" * 90_000,
        "{" + "broken" * 1000,
    ],
)
def test_huge_results_are_cut_and_tell_so(content: str) -> None:
    lines = pretty(content, "en")
    assert len(lines) <= MOST_LINES + 2
    assert sum(map(len, lines)) <= MOST_CHARACTERS + 100
    assert "left out" in lines[-1]
    assert "생략" in pretty(content, "ko")[-1]


def test_what_is_left_out_is_counted() -> None:
    assert pretty("a" * (MOST_CHARACTERS + 7), "en")[-1] == "… 7 more characters left out"
    assert pretty("\n".join("abc" for _ in range(MOST_LINES + 2)), "en")[-1] == "… 7 more characters left out"
    assert pretty(["z" * 60] * 100, "en")[-1] == f"… {102 - MOST_LINES} more lines left out"


@pytest.mark.parametrize(
    "value",
    [{}, [], {"a": {"b": [1, 2.5, None, True]}}, {"창문": ["열림"] * 30}, [["x" * 50, {"y": "z" * 50}]]],
)
def test_json_stays_the_same_value(value: object) -> None:
    for given in (value, json.dumps(value), json.dumps(value, ensure_ascii=False, indent=8)):
        assert json.loads("\n".join(pretty(given, "en"))) == value


def test_nothing_that_a_terminal_would_obey_is_shown() -> None:
    nasty = refused(NASTY, NASTY, NASTY)
    events = (
        *called(NASTY, {NASTY: [NASTY]}, ("openings.trunk_door_position", NASTY, NASTY), content=NASTY, fault=nasty),
        *called("x", {}, content=json.dumps({NASTY: NASTY})),
        *called("x", {}, content=json.dumps({NASTY: NASTY}, ensure_ascii=False)),
        DefectRecorded(**MARK, where=NASTY, message=NASTY),
    )
    entries = told("calls", *events)
    assert len(entries) == 4
    assert harmless(entries)
