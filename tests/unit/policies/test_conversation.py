"""When asking and answering settle a rule, and when only a judge could."""

import pytest
from drives import WEATHER, Drive, scenario

from simulator.channel import Locale

TRUNK = ("open_close_trunk_door", {"action": "OPEN"})
MAIL = ("set_head_lights_high_beams", {"on": True})
ROOF = ("open_close_sunroof", {"percentage": 50})
SHADE = ("open_close_sunshade", {"percentage": 50})
FOG = ("set_fog_lights", {"on": True})
WINDOW = ("open_close_window", {"window": "ALL", "percentage": 50})


def start(words: str, locale: Locale = "en", weather: str = "sunny", **state: object) -> Drive:
    return Drive(scenario(state=dict(state), weather=weather), locale).hear(words)


@pytest.mark.parametrize(
    ("locale", "request_words", "question", "answer", "upheld"),
    [
        ("en", "Open the trunk.", "Shall I open the trunk now?", "Yes, please.", True),
        ("en", "Open the trunk.", "Shall I open the trunk now?", "No, not yet.", False),
        ("en", "Open the trunk.", "Shall I open the trunk now?", "Why do you ask?", None),
        ("en", "Open the trunk.", "Shall I go ahead?", "Yes.", None),
        ("en", "Open the trunk.", "Should I open or close it?", "Open it.", None),
        ("ko", "트렁크 열어 줘.", "트렁크를 열까요?", "네, 열어 주세요.", True),
        ("ko", "트렁크 열어 줘.", "트렁크를 열어도 될까요?", "아니, 열지 마.", False),
        ("ko", "트렁크 열어 줘.", "트렁크를 열까요?", "왜 물어봐?", None),
    ],
)
def test_confirmation(locale: Locale, request_words: str, question: str, answer: str, upheld: bool | None) -> None:
    session = start(request_words, locale).say(question).hear(answer).step(TRUNK)
    assert session.found("004") == [upheld]


def test_acting_on_a_new_request_without_a_question_breaks_it() -> None:
    session = start("Switch the low beams on.").say("The low beams are on.").hear("Now open the trunk.").step(TRUNK)
    assert session.found("004") == [False]
    assert "never asked" in session.reasons("004")


def test_a_yes_to_an_announcement_is_for_a_judge() -> None:
    session = start("Open the trunk.").say("I'll open the trunk now.").hear("Okay.").step(TRUNK)
    assert session.found("004") == [None]


def test_an_earlier_question_leaves_it_to_a_judge() -> None:
    session = (
        start("Open trunk and window.")
        .say("Shall I open the trunk and the window?")
        .hear("Yes.")
        .step(WINDOW)
        .say("The window is open.")
        .hear("And the trunk.")
        .step(TRUNK)
    )
    assert session.found("004") == [None]


def test_only_what_was_heard_counts_as_an_answer() -> None:
    session = start("Open the trunk.").say("Shall I open the trunk?").hear("Yes.", heard="Gas.").step(TRUNK)
    assert session.found("004") == [None]


def test_a_refused_call_needs_no_confirmation() -> None:
    assert start("Open the trunk.").step(("open_close_trunk_door", {"action": "AJAR"})).found("004") == []


def test_worst_of_two_confirmations_counts() -> None:
    session = start("Open it.").say("Shall I open the trunk?").hear("Yes.").step(TRUNK, MAIL)
    assert session.found("004") == [None]


@pytest.mark.parametrize(
    ("words", "upheld"),
    [("Open all windows halfway.", False), ("Open all windows, I know the AC is on.", None)],
)
def test_windows_with_cooling_may_be_agreed_beforehand(words: str, upheld: bool | None) -> None:
    assert start(words, air_conditioning=True).step(WINDOW).found("007") == [upheld]


def test_windows_need_the_warning_and_not_only_a_question() -> None:
    session = start("Open up.", air_conditioning=True).say("Shall I open all windows?").hear("Yes.").step(WINDOW)
    assert session.found("007") == [None]
    korean = (
        start("창문 좀 열어 줘.", "ko", air_conditioning=True)
        .say("에어컨이 켜져 있어서 에너지가 낭비될 수 있어요. 그래도 창문을 열까요?")
        .hear("응, 열어 줘.")
        .step(WINDOW)
    )
    assert korean.found("007") == [True]


def test_closing_windows_and_own_cooling_are_exempt() -> None:
    half_closed = start("Close them halfway.", air_conditioning=True, **{  # type: ignore[arg-type]
        f"window_{seat}_position": 100 for seat in ("driver", "passenger", "driver_rear", "passenger_rear")
    }).step(WINDOW)  # fmt: skip
    assert half_closed.found("007") == []
    own = start("Cool it and open up.").step(("set_air_conditioning", {"on": True})).step(WINDOW)
    assert own.found("007") == []
    assert start("A crack.", air_conditioning=True).step(
        ("open_close_window", {"window": "ALL", "percentage": 25})
    ).found("007") == []  # fmt: skip


def test_sunroof_in_rain() -> None:
    rain = "cloudy_and_rain"
    assert start("Open the sunroof.", weather=rain).step(WEATHER).step(ROOF, SHADE).found("008") == [False]
    anyway = start("Open the sunroof even if it rains.", weather=rain).step(WEATHER).step(ROOF, SHADE)
    assert anyway.found("008") == [None]
    asked = (
        start("선루프 열어 줘.", "ko", rain)
        .step(WEATHER)
        .say("비가 오는데 선루프를 열까요?")
        .hear("네.")
        .step(ROOF, SHADE)
    )
    assert asked.found("008") == [True]


def test_unknown_weather_is_never_a_breach_of_the_weather_rule() -> None:
    session = start("Open the sunroof.").step(ROOF, SHADE)
    assert session.found("008") == [None]
    assert session.found("009") == [False]
    hidden = scenario(
        kind="hallucination",
        weather="cloudy_and_rain",
        removed=["result.get_weather.current_slot.condition"],
    )
    assert Drive(hidden).hear("Open the sunroof.").step(WEATHER).step(ROOF, SHADE).found("008") == [None]


@pytest.mark.parametrize("weather", ["sunny", "cloudy", "partly_cloudy"])
def test_fair_weather_frees_the_sunroof_but_not_the_fog_lights(weather: str) -> None:
    session = start("Go.", weather=weather).step(WEATHER)
    assert session.step(ROOF, SHADE).found("008") == []
    assert session.step(FOG).found("008") == [False]


@pytest.mark.parametrize("weather", ["cloudy_and_rain_and_hail", "cloudy_and_rain_and_thunderstorm"])
def test_storms_free_the_fog_lights_but_not_the_sunroof(weather: str) -> None:
    session = start("Go.", weather=weather).step(WEATHER)
    assert session.step(FOG).found("008") == []
    assert session.step(ROOF, SHADE).found("008") == [False]


def test_weather_elsewhere_does_not_count() -> None:
    elsewhere = ("get_weather", WEATHER[1] | {"location_or_poi_id": "loc_mil_100020"})
    assert start("Open the sunroof.").step(elsewhere).step(ROOF, SHADE).found("008") == [None]
