"""The log of what was said, heard and done."""

from itertools import pairwise
from typing import get_args

import pytest
from dashboard.logs_by_hand import MARK, NASTY, begin, called, harmless, heads, refused, spoken, told

from simulator.dashboard.phrases import UiLang
from simulator.dashboard.registered import log
from simulator.dashboard.spec import Look
from simulator.dashboard.variable_names import VARIABLE_NAMES, change_words, value_words, variable_name
from simulator.dashboard.word_diff import diff_text, differs, word_diff
from simulator.events import (
    AssistantSpoke,
    Breach,
    ClockMoved,
    ConditionChanged,
    ConditionName,
    DefectRecorded,
    EndWord,
    PolicyBreached,
    SessionEnded,
    SpeechInterrupted,
    Termination,
)
from simulator.vehicle.change import Change
from simulator.vehicle.state import CARBENCH_MUTABLE, PART_OF, VehicleState

LANGS: tuple[UiLang, ...] = ("en", "ko")
WINDOW = ("openings.window_driver_position", 0, 50)


def test_words_that_were_heard_as_meant_are_told_once() -> None:
    assert heads("dialogue", *spoken("Open the window, please.", "open the window please")) == [
        "Driver  Open the window, please."
    ]
    assert heads("dialogue", *spoken("창문 열어 줘요.", "창문 열어 줘요"), locale="ko", lang="ko") == [
        "운전자  창문 열어 줘요."
    ]


def test_numbers_may_be_spelled_otherwise() -> None:
    assert not differs("Set it to 21 degrees.", "set it to twenty one degrees", "en")
    assert not differs("이십일 도로 맞춰 줘", "21도로 맞춰 줘", "ko")


def test_words_that_were_heard_otherwise_are_marked_without_colour() -> None:
    head = heads("dialogue", *spoken("Open the driver window now", "open driver widow now please"))[1]
    assert head == "  ≠ heard  Open [-the-] driver [-window-] {+widow+} now {+please+}"
    korean = heads("dialogue", *spoken("운전석 창문을 열어 줘", "운전석 창문 열어 줘"), locale="ko", lang="ko")[1]
    assert korean == "  ≠ 인식  운전석 [-창문을-] {+창문+} 열어 줘"


def test_every_word_is_in_the_diff_once() -> None:
    meant, found = "a b c d e f", "x b d d y f g"
    pieces = word_diff(meant, found)
    assert " ".join(word for piece in pieces if piece.kind != "heard" for word in piece.words) == meant
    assert " ".join(word for piece in pieces if piece.kind != "intended" for word in piece.words) == found
    assert all(one.kind != other.kind for one, other in pairwise(pieces))


def test_lost_spaces_are_no_other_words() -> None:
    told = diff_text("창문은 다 열고 에어컨은 꺼 줘", "창문은 다열고 에어컨은 켜 줘", Look().palette).plain
    assert told == "창문은 다 열고 에어컨은 [-꺼-] {+켜+} 줘"


def test_the_diff_of_nothing() -> None:
    assert word_diff("", "") == []
    assert diff_text("창문", "", Look().palette).plain == "[-창문-]"
    assert diff_text("", "창문", Look().palette).plain == "{+창문+}"


def test_what_was_heard_unfolds() -> None:
    entry = told("dialogue", *spoken("left", "right", confidence=0.4))[1]
    assert [detail.plain for detail in entry.details] == ["right", "recogniser whisper · confidence 40 %"]
    assert entry.kind == "misheard"


def test_a_person_who_speaks_is_shown_as_heard() -> None:
    assert heads("dialogue", *spoken("", "open the window")) == ["Driver  open the window"]
    assert heads("dialogue", *spoken("", "")) == ["Driver  (nothing)"]
    assert heads("dialogue", *spoken("", ""), lang="ko") == ["운전자  (인식된 말 없음)"]


def test_the_assistant_speaks_or_not() -> None:
    said = [AssistantSpoke(**MARK, text=text, digest="") for text in ("Sure.\nDone.", "")]
    assert heads("dialogue", *said) == ["Assistant  Sure. Done.", "Assistant  (says nothing)"]
    assert heads("dialogue", *said, lang="ko") == ["어시스턴트  Sure. Done.", "어시스턴트  (말 없음)"]


def test_what_changed_tells_who_did_it() -> None:
    call = {"window": "DRIVER", "percentage": 50}
    assert heads("dialogue", *called("open_close_window", call, WINDOW)) == ["  ● driver's window 0 % → 50 %"]
    by_hand = called("open_close_window", call, WINDOW, actor="person")
    assert heads("dialogue", *by_hand) == ["  ● by hand: driver's window 0 % → 50 %"]
    assert heads("dialogue", *by_hand, lang="ko") == ["  ● 직접 조작: 운전석 창문 0% → 50%"]
    rain = ("happening.outside_weather", "", "cloudy_and_rain")
    happened = called("set_outside_weather", {"condition": "cloudy_and_rain"}, rain, actor="scenario")
    assert heads("dialogue", *happened) == ["  ● event: weather outside as forecast → rain"]
    assert heads("dialogue", *happened, lang="ko") == ["  ● 상황 발생: 바깥 날씨 예보대로 → 비"]


def test_a_call_that_changes_nothing_shows_only_when_no_assistant_made_it() -> None:
    assert heads("dialogue", *called("open_close_sunroof", {"percentage": 0})) == []
    assert heads("dialogue", *called("open_close_sunroof", {"percentage": 0}, actor="person")) == [
        "  ○ by hand: open_close_sunroof(percentage=0), nothing changed"
    ]


def test_what_the_assistant_tried_in_vain_is_told_under_the_hood_only() -> None:
    tried = called("open_close_sunroof", {"percentage": 50}, fault=refused("two\nlines"))
    assert heads("dialogue", *tried) == []
    assert any("two" in line for line in heads("calls", *tried)) or told("calls", *tried)[0].kind == "fault"


def test_faults_breaches_and_defects_take_one_line_each() -> None:
    events = (
        *called("open_close_sunroof", {"percentage": 50}, fault=refused("two\nlines"), actor="person"),
        PolicyBreached(**MARK, breach=Breach(policy="008", reason="no yes\nbefore it")),
        DefectRecorded(**MARK, where="assistant", message="ValueError"),
    )
    assert heads("dialogue", *events) == [
        "  ✗ by hand: open_close_sunroof: two lines",
        "  ▲ breach of policy 008: no yes before it",
        "  ✗ defect in the assistant: ValueError",
    ]
    assert heads("dialogue", *events, lang="ko")[1:] == [
        "  ▲ 정책 008 위반: no yes before it",
        "  ✗ 결함(어시스턴트): ValueError",
    ]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", '  ! cut off by the button after 1.2 s: "I have op"'),
        ("ko", '  ! 1.2초 만에 버튼으로 끊김: "I have op"'),
    ],
)
def test_speech_that_was_cut_off(lang: UiLang, line: str) -> None:
    cut = SpeechInterrupted(
        **MARK, by="button", audible="I have op", played_ms=1240, made_ms=3000, t_interrupt=0, t_silent=1
    )
    assert heads("dialogue", cut, lang=lang) == [line]


@pytest.mark.parametrize(
    ("name", "before", "after", "en", "ko"),
    [
        ("agent", "chat", "baseline", "assistant chat → baseline", "어시스턴트 chat → baseline"),
        ("locale", "en", "ko", "language English → Korean", "언어 영어 → 한국어"),
        ("speech_level", None, "haeyo", "speech level none → haeyo (polite)", "말투 없음 → 해요체"),
        ("error_rate", 0.05, 0.2, "recognition errors 5 % → 20 %", "인식 오류율 5% → 20%"),
        ("snr_db", None, -2.5, "speech over noise none → -2.5 dB", "신호 대 잡음비 없음 → -2.5 dB"),
    ],
)
def test_conditions_that_were_switched(
    name: ConditionName, before: str | float | None, after: str | float | None, en: str, ko: str
) -> None:
    event = ConditionChanged(**MARK, name=name, before=before, after=after)
    assert heads("dialogue", event) == [f"  ◆ switched: {en}"]
    assert heads("dialogue", event, lang="ko") == [f"  ◆ 설정 변경: {ko}"]


def test_every_condition_has_a_name() -> None:
    for name in get_args(ConditionName):
        assert heads("dialogue", ConditionChanged(**MARK, name=name, before=None, after=None))


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_end_is_told_in_words(lang: UiLang) -> None:
    ends = [SessionEnded(**MARK, termination=why, digest="") for why in Termination]
    words = [
        SessionEnded(**MARK, termination=Termination.USER_STOP, end_word=word, detail="20 turns", digest="")
        for word in EndWord
    ]
    lines = heads("dialogue", *ends, *words, lang=lang)
    assert len(set(lines)) == len(lines) == len(Termination) + len(EndWord)
    assert all(line.endswith(f"({word.value}) · 20 turns") for word, line in zip(EndWord, lines[-9:], strict=True))


def test_the_car_changes_by_itself() -> None:
    change = Change(path="battery.state_of_charge", before=40.0, after=40.26)
    assert heads("dialogue", ClockMoved(**MARK, changes=(change,), digest="")) == [
        "  · meanwhile: battery 40 % → 40.3 %"
    ]
    assert heads("dialogue", ClockMoved(**MARK, changes=(), digest="")) == []


def test_nothing_that_a_terminal_would_obey_is_shown() -> None:
    events = (
        *spoken(NASTY, f"x {NASTY}", engine=NASTY),
        *spoken("", NASTY),
        AssistantSpoke(**MARK, text=NASTY, digest=""),
        *called(NASTY, {NASTY: NASTY}, ("outbox.phone_numbers_called", [], [NASTY]), actor="person"),
        *called(NASTY, {NASTY: NASTY}, actor="person"),
        *called("x", {}, fault=refused(NASTY), actor="person"),
        PolicyBreached(**MARK, breach=Breach(policy=NASTY, reason=NASTY)),
        DefectRecorded(**MARK, where=NASTY, message=NASTY),
        ConditionChanged(**MARK, name="agent", before=NASTY, after=NASTY),
        SessionEnded(**MARK, termination=Termination.DEFECT, detail=NASTY, digest=""),
    )
    entries = told("dialogue", *events)
    assert len(entries) == 11
    assert harmless(entries)
    assert "\\x1b[31m" in entries[0].head.plain


def test_an_entry_depends_on_nothing_that_comes_later() -> None:
    events = (*spoken("left", "right"), *called("open_close_window", {}, WINDOW, actor="person"))
    whole = heads("dialogue", *events)
    for count in range(len(events)):
        part = heads("dialogue", *events[:count])
        assert whole[: len(part)] == part


def test_every_variable_has_a_name_in_both_languages() -> None:
    assert set(CARBENCH_MUTABLE) <= set(VARIABLE_NAMES)
    assert set(PART_OF) == set(VARIABLE_NAMES)
    for lang in LANGS:
        names = [variable_name(name, lang) for name in VARIABLE_NAMES]
        assert len(set(names)) == len(names)


def test_every_value_of_a_fresh_car_can_be_told() -> None:
    state = VehicleState()
    for name, value in state.flat(tuple(PART_OF)).items():
        for lang in LANGS:
            assert value_words(name, value, lang).isprintable()


@pytest.mark.parametrize(
    ("path", "value", "en", "ko"),
    [
        ("climate.climate_temperature_driver", 21.5, "21.5 °C", "21.5°C"),
        ("climate.fan_speed", 3, "level 3", "3단계"),
        ("climate.fan_speed", 0, "off", "꺼짐"),
        ("doors.door_driver_open", True, "open", "열림"),
        ("lights.fog_lights", True, "on", "켜짐"),
        ("openings.trunk_door_position", "CLOSE", "closed", "닫힘"),
        ("climate.fan_airflow_direction", "WINDSHIELD_FEET", "windshield and feet", "앞유리·발"),
        ("motion.speed_kph", 87.0, "87 km/h", "87 km/h"),
        ("happening.incoming_call", "", "none", "없음"),
        ("navigation.routes_to_final_destination_id", ["a"], "1 part", "1개 구간"),
    ],
)
def test_values_have_units_and_words(path: str, value: object, en: str, ko: str) -> None:
    assert (value_words(path, value, "en"), value_words(path, value, "ko")) == (en, ko)


def test_what_left_the_car_tells_only_what_is_new() -> None:
    change = Change(path="outbox.email_addresses_sent_mail_to", before=["a@b.c"], after=["a@b.c", "d@e.f"])
    assert change_words(change, "en") == "mail sent to + d@e.f"


def test_places_are_named_where_the_world_is_known() -> None:
    story = begin("ko")
    place = story.world.places()[0]
    change = Change(path="navigation.waypoints_id", before=[], after=[place.id, "nowhere"])
    row = story.world.location(place.id)
    assert row is not None
    assert change_words(change, "ko", story.world) == f"경유지 없음 → {row['name']} – nowhere"


def test_it_is_registered_under_its_key() -> None:
    assert log("dialogue").title.told("ko") == "대화"


@pytest.mark.parametrize(
    ("where", "english", "korean"),
    [
        ("assistant", "■ End: a defect in the assistant", "■ 종료: 결함으로 종료(어시스턴트)"),
        (
            "tool set_fan_speed",
            "■ End: a defect in the tool set_fan_speed",
            "■ 종료: 결함으로 종료(도구 set_fan_speed)",
        ),
        ("elsewhere", "■ End: a defect in elsewhere", "■ 종료: 결함으로 종료(elsewhere)"),
    ],
)
def test_the_end_names_what_broke(where: str, english: str, korean: str) -> None:
    end = SessionEnded(**MARK, termination=Termination.DEFECT, detail=where, digest="")
    assert heads("dialogue", end) == [english]
    assert heads("dialogue", end, lang="ko") == [korean]
