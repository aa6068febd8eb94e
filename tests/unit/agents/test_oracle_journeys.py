"""The assistant that knows the answers, on the road: it keeps the rules about routes, mails and calls."""

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from drives import HERE, Call, Drive, scenario
from trips import (
    ADD_DAEJEON,
    BUSAN,
    DAEJEON,
    LOOK_BUSAN,
    LOOK_DAEJEON,
    LOOK_ON,
    SET_BOTH,
    SET_BUSAN,
    TO_DAEJEON,
    routes,
    set_route,
    without_toll,
)

from simulator.agents.oracle import Oracle
from simulator.channel import Locale
from simulator.language.acts import Act, recognise
from simulator.trajectory import AssistantSaid, AssistantView

VIEW = AssistantView("en", None, (), {}, datetime(2026, 3, 12, 15, 20), ())
LEVELS = ("hae", "haeyo", "hapsyo")
TALK = [("en", None), *(("ko", level) for level in LEVELS)]
LOOK_UP: Call = ("get_contact_information", {"contact_ids": ["con_0001", "con_0002"]})
MAIL: Call = (
    "send_email",
    {"content_message": "I am 20 minutes late.", "email_addresses": ["helen.white@example.net"]},
)
TRUNK: Call = ("open_close_trunk_door", {"action": "OPEN"})
RING: Call = ("call_phone_by_number", {"phone_number": "+44 7700 900002"})


def spoken(level: str | None, *replies: dict[str, Any]) -> dict[str, Any]:
    turn = {"say": "Please.", "replies": list(replies)}
    return {"en": {"turns": [turn]}} if level is None else {"ko": {"level": level, "turns": [turn]}}


async def play(*expected: Call, locale: Locale = "en", level: str | None = None, **more: Any) -> Drive:
    """Let the oracle play a scenario to its report, with a driver who says yes to every question."""
    of = scenario(*expected, driver=spoken(level, *more.pop("replies", ())), **more)
    oracle, driven = Oracle(of, locale), Drive(of, locale).hear("Please.")
    for _ in range(20):
        reply = await oracle.respond(replace(VIEW, locale=locale, messages=driven.trajectory.messages()))
        if reply.calls:
            driven.step(*((call.name, call.arguments) for call in reply.calls))
        else:
            driven.say(reply.speech)
            if recognise(reply.speech, locale).question is None:
                return driven
            driven.hear("Yes." if locale == "en" else "네.")
    raise AssertionError("the oracle never reports")


def said(driven: Drive) -> list[str]:
    return [message.text for message in driven.trajectory.messages() if isinstance(message, AssistantSaid)]


def called(driven: Drive) -> list[str]:
    return [call.name for step in driven.trajectory.steps() for call in step.calls]


@pytest.mark.parametrize(("locale", "level"), TALK)
async def test_a_trip_with_stops_is_told_as_the_rules_want(locale: Locale, level: str | None) -> None:
    driven = await play(LOOK_DAEJEON, LOOK_ON, SET_BOTH, locale=locale, level=level)
    assert driven.found("022") == [True]
    assert driven.found("016") == driven.found("018") == [True]
    assert recognise(said(driven)[-1], locale).acts == (Act.DONE,)


@pytest.mark.parametrize(("locale", "level"), TALK)
async def test_tolls_are_told_and_only_those(locale: Locale, level: str | None) -> None:
    word = "toll" if locale == "en" else "유료"
    assert word in said(await play(LOOK_BUSAN, SET_BUSAN, locale=locale, level=level))[-1]
    assert word in said(await play(LOOK_BUSAN, locale=locale, level=level))[-1]
    assert word not in said(await play(LOOK_BUSAN, set_route(without_toll()), locale=locale, level=level))[-1]


async def test_an_added_stop_makes_a_trip_too_and_slower_legs_are_not_called_the_fastest() -> None:
    active = {
        "navigation_active": True,
        "waypoints_id": [HERE, BUSAN],
        "routes_to_final_destination_id": [routes(HERE, BUSAN)[0]["route_id"]],
    }
    added = await play(LOOK_DAEJEON, LOOK_ON, ADD_DAEJEON, state=active)
    assert "fastest route for each leg" in said(added)[-1]
    slow = await play(LOOK_DAEJEON, LOOK_ON, set_route(TO_DAEJEON, routes(DAEJEON, BUSAN)[1]))
    assert "fastest" not in said(slow)[-1]


async def test_what_the_scenario_hides_is_not_told() -> None:
    field = "result.get_routes_from_start_to_destination.routes"
    hidden = [f"{field}.includes_toll", f"{field}.road_types"]
    driven = await play(LOOK_BUSAN, SET_BUSAN, kind="hallucination", removed=hidden)
    assert "toll" not in " ".join(said(driven))


@pytest.mark.parametrize(("locale", "level"), TALK)
async def test_a_mail_is_confirmed_with_recipient_and_text(locale: Locale, level: str | None) -> None:
    driven = await play(LOOK_UP, MAIL, locale=locale, level=level)
    assert driven.found("004") == [True]
    assert "Helen White" in said(driven)[0]
    assert "20 minutes" in said(driven)[0]
    assert called(driven) == ["get_contact_information", "send_email"]


async def test_a_mail_to_somebody_never_looked_up_goes_by_the_address() -> None:
    assert "helen white" in said(await play(MAIL))[0]


async def test_the_script_decides_what_else_is_named() -> None:
    named = await play(LOOK_UP, MAIL, replies=[{"on": "confirm", "say": "Yes.", "about": ["Helen"]}])
    assert said(named)[0].startswith("I'd mail")
    lead = await play(LOOK_UP, MAIL, replies=[{"on": "confirm", "say": "Yes.", "about": ["the delay"]}])
    assert said(lead)[0].startswith("the delay: I'd mail")


async def test_two_things_to_confirm_are_named_in_one_question() -> None:
    driven = await play(LOOK_UP, TRUNK, MAIL)
    assert driven.found("004") == [True, True]
    assert len(said(driven)) == 2


async def test_a_call_comes_last_because_it_ends_the_session() -> None:
    driven = await play(LOOK_UP, RING, MAIL)
    assert called(driven)[-1] == "call_phone_by_number"


async def test_a_limit_comes_after_what_can_be_done_and_that_is_confirmed_too() -> None:
    driven = await play(LOOK_UP, MAIL, kind="hallucination", removed=["set_fan_speed"])
    assert driven.found("004") == [True]
    assert recognise(said(driven)[-1], "en").acts == (Act.LIMIT,)
