"""Contacts, calls, mails and the calendar."""

from typing import Any

import pytest
from small_world import call, car

from simulator.environment import Environment
from simulator.events import FaultKind
from simulator.tools.distance import bare_city, letters_apart, slips_apart
from simulator.tools.quirks import Quirk

FIND = "get_contact_id_by_contact_name"
HELEN, HELENA, NATHAN, MINJUN_KIM, SEOYEON_KIM, MINJUN_LIM = (f"con_{number}" for number in range(1001, 1007))


@pytest.mark.parametrize(
    ("first", "second", "letters", "slips"),
    [
        ("Munich", "munich", 0, 0),
        ("Muni", "Munich", 2, 2),
        ("Mun", "Munich", None, None),
        ("Bari", "Paris", 2, None),
        ("부산", "부안", 1, 1),
        ("부산", "울산", 1, None),
        ("김", "임", 1, None),
        ("민준", "서연", 2, None),
    ],
)
def test_how_far_names_are_apart(first: str, second: str, letters: int | None, slips: int | None) -> None:
    assert letters_apart(first, second) == letters
    assert slips_apart(first, second) == slips


@pytest.mark.parametrize(
    ("name", "bare"),
    [("부산시", "부산"), ("서울특별시", "서울"), ("대구광역시", "대구"), ("시", "시"), ("Busan", "Busan")],
)
def test_cities_without_the_word_for_city(name: str, bare: str) -> None:
    assert bare_city(name) == bare


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        ({"contact_first_name": "Helen"}, [HELEN]),
        ({"contact_last_name": "white"}, [HELEN, NATHAN]),
        ({"contact_first_name": "Nathan", "contact_last_name": "Whit"}, [NATHAN]),
        ({"contact_first_name": "Helen White"}, [HELEN]),
        ({"contact_last_name": "김"}, [MINJUN_KIM, SEOYEON_KIM]),
        ({"contact_first_name": "민준"}, [MINJUN_KIM, MINJUN_LIM]),
        ({"contact_first_name": "민준", "contact_last_name": "김"}, [MINJUN_KIM]),
        ({"contact_first_name": "김서연"}, [SEOYEON_KIM]),
        ({"contact_last_name": "김 서연"}, [SEOYEON_KIM]),
    ],
)
def test_contacts_by_name(arguments: dict[str, str], ids: list[str]) -> None:
    result = call(car(), FIND, **arguments)
    assert list(result.value["matches"]) == ids


def test_a_name_two_letters_off_gives_the_best_one_only() -> None:
    result = call(car(), FIND, contact_first_name="Nathxx")
    assert result.value == {"id": NATHAN, "name": "nathan white"}


@pytest.mark.parametrize("arguments", [{}, {"contact_first_name": ""}, {"contact_first_name": "Zacharias"}])
def test_contacts_that_are_not_found(arguments: dict[str, str]) -> None:
    fault = call(car(), FIND, **arguments).fault
    assert fault is not None
    assert (fault.code, fault.kind) == ("GET_CONTACT_ID_BY_CONTACT_NAME", FaultKind.CHECKED)


@pytest.mark.parametrize(
    ("arguments", "matches"),
    [
        ({"contact_first_name": "Helen"}, {HELEN: "helen white", HELENA: "helena carter"}),
        ({"contact_first_name": "Helen White"}, None),
        ({"contact_last_name": "김"}, {MINJUN_KIM: "김민준", SEOYEON_KIM: "김서연", MINJUN_LIM: "임민준"}),
    ],
)
def test_contacts_as_the_reference_finds_them(arguments: dict[str, str], matches: dict[str, str] | None) -> None:
    result = call(car(Quirk.PLAIN_NAMES), FIND, **arguments)
    assert (result.value or {}).get("matches") == matches


def test_contact_information() -> None:
    told = call(car(), "get_contact_information", contact_ids=[HELEN, "con_9"]).value
    assert told[HELEN]["email"] == "1001@example.com"
    assert told["con_9"] is None
    fault = call(car(), "get_contact_information", contact_ids=[HELEN, "Helen"]).fault
    assert fault is not None
    assert (fault.code, fault.kind) == ("GET_CONTACT_INFORMATION_001", FaultKind.CHECKED)


def test_calls_are_kept_in_order() -> None:
    target = car()
    for number in ("+49 1", "112"):
        assert call(target, "call_phone_by_number", phone_number=number).value == {"phone_number_called": True}
    assert target.state.outbox.phone_numbers_called == ["+49 1", "112"]


def send(target: Environment, *addresses: str) -> Any:
    return call(target, "send_email", content_message="Late.", email_addresses=list(addresses))


def test_mails_are_kept_in_the_order_given() -> None:
    target = car()
    assert send(target, "1003@example.com", "1001@example.com").value == {"email_sent": True}
    assert send(target, "1002@example.com").fault is None
    assert target.state.outbox.email_addresses_sent_mail_to == [f"100{n}@example.com" for n in (3, 1, 2)]


@pytest.mark.parametrize(("quirks", "sent"), [((), []), ((Quirk.MAIL_PARTLY_SENT,), ["1001@example.com"])])
def test_an_address_of_nobody(quirks: tuple[Quirk, ...], sent: list[str]) -> None:
    target = car(*quirks)
    result = send(target, "1001@example.com", "nobody@example.com", "1002@example.com")
    assert result.fault is not None
    assert (result.fault.code, result.fault.kind) == ("SEND_EMAIL_001", FaultKind.CHECKED)
    assert target.state.outbox.email_addresses_sent_mail_to == sent
    assert [change.after for change in result.changes] == ([sent] if sent else [])
    assert result.digest == target.digest == target.state.digest()


def test_the_calendar_of_today() -> None:
    told = call(car(), "get_entries_from_calendar", month=2, day=14).value
    assert told["date"] == {"year": 2025, "month": 2, "day": 14}
    assert [meeting["topic"] for meeting in told["meetings"]] == ["Budget"]


@pytest.mark.parametrize("date", [{"month": 2, "day": 15}, {"month": 3, "day": 14}])
def test_the_calendar_of_another_day(date: dict[str, int]) -> None:
    fault = call(car(), "get_entries_from_calendar", **date).fault
    assert fault is not None
    assert (fault.code, fault.kind, fault.policy) == (
        "GET_ENTRIES_FROM_CALENDAR_001",
        FaultKind.CHECKED,
        "AUT-POL:023",
    )


@pytest.mark.parametrize("calendar_id", [None, "cal_0"])
def test_without_a_calendar_the_day_is_empty(calendar_id: str | None) -> None:
    target = car()
    target.calendar_id = calendar_id
    told = call(target, "get_entries_from_calendar", month=2, day=14).value
    assert told == {"date": {"year": 2025, "month": 2, "day": 14}, "meetings": []}
