"""The calendar, contacts, calls, mails, charging and the weather elsewhere."""

from typing import Any

import pytest

HELEN = "+44 7700 900002"


@pytest.mark.parametrize(
    ("locale", "wish", "told"),
    [
        ("en", "What's on my calendar today?", "12:00"),
        ("en", "When is my next meeting?", "12:00"),
        ("en", "When is my last meeting?", "16:30"),
        ("ko", "오늘 일정 알려 줘", "16시 30분"),
        ("ko", "다음 회의 언제야?", "12시"),
    ],
)
def test_meetings_are_read_for_today(trip: Any, locale: str, wish: str, told: str) -> None:
    car = trip(locale)
    assert told in car.say(wish)
    assert car.called == ["get_entries_from_calendar"]


@pytest.mark.parametrize(("locale", "wish"), [("en", "What's on my calendar tomorrow?"), ("ko", "내일 일정 뭐 있어?")])
def test_other_days_are_declined_without_a_look(trip: Any, locale: str, wish: str) -> None:
    car = trip(locale)
    answer = car.say(wish)
    assert car.called == []
    assert "only read today" in answer or "알 수 없고" in answer


def test_the_next_meeting_is_a_place_to_drive_to(trip: Any) -> None:
    car = trip("en")
    car.say("Take me to my next meeting on the fastest route")
    assert car["waypoints_id"][-1] == "loc_gyj_100058"


@pytest.mark.parametrize(
    ("locale", "wish"), [("en", "Call Helen White"), ("ko", "헬렌 화이트한테 전화해 줘"), ("en", "Give Helen a ring")]
)
def test_a_clear_contact_is_called_at_once(trip: Any, locale: str, wish: str) -> None:
    car = trip(locale)
    car.say(wish)
    assert car["phone_numbers_called"] == [HELEN]


def test_a_name_that_was_misheard_is_confirmed_before_the_call(trip: Any) -> None:
    car = trip("en")
    assert car.say("Call Hellen Whyte") == "Should I call Helen White now?"
    assert car["phone_numbers_called"] == []
    car.say("Yes, that's right")
    assert car["phone_numbers_called"] == [HELEN]


def test_an_unknown_name_is_admitted_and_asked_for(trip: Any) -> None:
    car = trip("en")
    assert "can't find Zebulon" in car.say("Call Zebulon")
    car.say("Helen White")
    assert car["phone_numbers_called"] == [HELEN]


def test_everything_else_is_settled_before_a_call(trip: Any) -> None:
    car = trip("en")
    answer = car.say("Call Helen White and tell me the weather in Busan")
    assert "Busan" in answer
    assert answer.endswith("Should I call Helen White now?")
    assert car["phone_numbers_called"] == []
    car.say("Yes")
    assert car["phone_numbers_called"] == [HELEN]


@pytest.mark.parametrize(
    ("locale", "wish", "yes", "parts"),
    [
        ("en", "Email Helen White that I'm running late", "Yes, send it", ("Helen White", "I'm running late")),
        ("ko", "헬렌 화이트에게 조금 늦는다고 메일 보내 줘", "네, 보내 주세요", ("헬렌 화이트", "조금 늦는다")),
    ],
)
def test_a_mail_is_sent_after_a_yes_to_recipient_and_text(
    trip: Any, locale: str, wish: str, yes: str, parts: tuple[str, ...]
) -> None:
    car = trip(locale)
    answer = car.say(wish)
    assert all(part in answer for part in parts)
    assert car["email_addresses_sent_mail_to"] == []
    car.say(yes)
    assert car["email_addresses_sent_mail_to"] == ["helen.white@example.net"]


def test_a_repeated_request_is_no_yes_to_a_mail(trip: Any) -> None:
    car = trip("en")
    car.say("Email Helen White that I'm running late")
    car.say("Email Helen White that I'm running late")
    assert car["email_addresses_sent_mail_to"] == []
    car.say("No, forget it")
    assert car["email_addresses_sent_mail_to"] == []


def test_a_mail_can_be_dictated_and_corrected(trip: Any) -> None:
    car = trip("en")
    assert car.say("Write an email to Helen White").endswith("?")
    assert "see you at five" in car.say("Tell her see you at five")
    assert "see you at six" in car.say("No, say see you at six")
    car.say("Yes please")
    sent = [arguments for name, arguments in car.steps[-1] if name == "send_email"]
    assert sent == [{"content_message": "see you at six", "email_addresses": ["helen.white@example.net"]}]


def test_everybody_in_a_meeting_gets_one_mail(trip: Any) -> None:
    car = trip("en")
    car.say("Email everyone in my next meeting that I'm late")
    car.say("Yes")
    assert len(car["email_addresses_sent_mail_to"]) == 5


@pytest.mark.parametrize(
    ("removed", "locale", "wish", "told"),
    [
        ("send_email", "en", "Email Helen White that I'm late", "can't send e-mails"),
        (
            "result.get_contact_information.con_0002.email",
            "en",
            "Email Helen White that I'm late",
            "can't tell the e-mail",
        ),
        ("call_phone_by_number", "ko", "헬렌 화이트한테 전화해 줘", "전화를 걸 수 없어요"),
        ("result.get_contact_information.con_0002.phone_number", "ko", "헬렌 화이트한테 전화해 줘", "알 수 없어요"),
        ("get_entries_from_calendar", "ko", "오늘 일정 뭐야?", "일정을 확인할 수 없어요"),
        ("result.get_entries_from_calendar.meetings.location", "en", "Take me to my next meeting", "can't tell where"),
        ("set_charge_limit", "en", "Set the charge limit to 80 percent", "can't set the charge limit"),
        ("result.get_charging_specs_and_status.remaining_range", "en", "What's my range?", "can't tell the range"),
    ],
)
def test_what_is_missing_is_said(trip: Any, removed: str, locale: str, wish: str, told: str) -> None:
    car = trip(locale, removed=(removed,))
    assert told in car.say(wish)
    assert car["phone_numbers_called"] == []
    assert car["email_addresses_sent_mail_to"] == []


def test_charge_range_and_limit(trip: Any) -> None:
    car = trip("ko", {"state_of_charge": 45})
    assert "45퍼센트" in car.say("배터리 얼마나 남았어?")
    assert "킬로미터" in car.say("80퍼센트에서 20퍼센트까지 얼마나 갈 수 있어?")
    car.say("충전 한도를 80퍼센트로 설정해 줘")
    assert car.environment.state.charging.charge_limit_percent == 80
    assert car.say("충전 한도를 30퍼센트로 설정해 줘").endswith("?")
    assert car.environment.state.charging.charge_limit_percent == 80


def test_charging_time_uses_the_station_spoken_of_and_the_preferred_charge(trip: Any) -> None:
    car = trip("en", {"state_of_charge": 45}, charging_preference="always charge to 80 percent")
    assert "can't tell without a charging station" in car.say("How long does charging take?")
    car.say("Find a charging station in Busan")
    car.say("the first one, fastest way")
    answer = car.say("How long does charging take there?")
    assert "from 45 to 80 percent" in answer


@pytest.mark.parametrize(
    ("locale", "wish", "place"),
    [("en", "What's the weather in Busan?", "Busan"), ("ko", "부산 날씨 어때?", "부산")],
)
def test_the_weather_elsewhere(trip: Any, locale: str, wish: str, place: str) -> None:
    car = trip(locale)
    assert place in car.say(wish)
    call = next(arguments for step in car.steps for name, arguments in step if name == "get_weather")
    assert call["location_or_poi_id"] == "loc_bus_100002"


@pytest.mark.parametrize(
    ("locale", "first", "second"),
    [
        ("en", "Call Minji", "Call my wife"),
        ("ko", "민수한테 전화해", "엄마한테 전화 걸어 줘"),
    ],
)
def test_another_call_is_no_yes(trip: Any, locale: str, first: str, second: str) -> None:
    car = trip(locale)
    assert car.say(first).endswith("?")
    car.say(second)
    assert not any(name == "call_phone_by_number" for step in car.steps for name, _ in step)
