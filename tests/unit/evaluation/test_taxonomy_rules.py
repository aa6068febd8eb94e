"""The rules of the failure taxonomy, each on a session made for it."""

from typing import Any

import pytest

from evaluation.taxonomy import MEANINGS, Cause, Classification, classify
from evaluation.taxonomy_view import Broken, Deed, Did, Moment, Said, View, Wanted, effect_of

STATE = ("r_actions_final", "r_actions_intermediate")
Call = tuple[str, dict[str, Any]]


def driver(text: str) -> Said:
    return Said("", "driver", text)


def assistant(text: str) -> Said:
    return Said("", "assistant", text)


def did(*calls: Call, reply: str = '{"status": "SUCCESS", "result": {}}', refused: bool = False) -> Did:
    return Did("", tuple(Deed(name, given, reply, refused, refused, effect_of(name)) for name, given in calls))


def explain(
    *moments: Moment,
    wanted: tuple[Call, ...] = (),
    zero: tuple[str, ...] = STATE,
    kind: str = "base",
    internal: bool | None = None,
    removed: tuple[str, ...] = (),
    missing: tuple[str, ...] = (),
    broken: tuple[Broken, ...] = (),
    end_word: str | None = None,
    locale: Any = "en",
) -> Classification:
    numbered = tuple(
        Said(f"m{number}", moment.speaker, moment.text) if isinstance(moment, Said) else Did(f"m{number}", moment.deeds)
        for number, moment in enumerate(moments)
    )
    calls = tuple(Wanted(name, given, effect_of(name)) for name, given in wanted)
    return classify(View(kind, locale, internal, numbered, calls, removed, frozenset(zero), missing, broken, end_word))


def first(found: Classification) -> tuple[str, str]:
    return found.first.value, found.evidence[0].event


SUNROOF: Call = ("open_close_sunroof", {"percentage": 60})
WIDE = did(("open_close_sunroof", {"percentage": 100}))
DONE = assistant("Done! The sunroof is open.")


def test_a_guess_is_premature() -> None:
    found = explain(driver("Open the sunroof."), WIDE, DONE, wanted=(SUNROOF,))
    assert first(found) == ("E1", "m1")
    assert found.causes == (Cause.PREMATURE,)


@pytest.mark.parametrize(
    ("words", "locale"),
    [("Open the sunroof to 60 percent.", "en"), ("선루프를 60퍼센트 열어 줘.", "ko")],
)
def test_another_value_than_the_driver_said_is_a_wrong_conclusion(words: str, locale: str) -> None:
    assert first(explain(driver(words), WIDE, DONE, wanted=(SUNROOF,), locale=locale)) == ("E3", "m1")


def preferences(text: str) -> Did:
    reply = f'{{"status": "SUCCESS", "result": {{"vehicle_settings": {{"climate_control": ["{text}"]}}}}}}'
    return did(("get_user_preferences", {}), reply=reply)


def test_a_stored_preference_counts_as_known_for_its_own_tool_only() -> None:
    wheel = did(("set_steering_wheel_heating", {"level": 1}))
    seat = did(("set_seat_heating", {"level": 1, "seat_zone": "DRIVER"}))
    looked = preferences("always wants seat heating on level 2")
    wanted: tuple[Call, ...] = (
        ("set_seat_heating", {"level": 2, "seat_zone": "DRIVER"}),
        ("set_steering_wheel_heating", {"level": 2}),
    )
    assert first(explain(driver("Warm me up."), looked, seat, wanted=wanted)) == ("E3", "m2")
    assert first(explain(driver("Warm me up."), looked, wheel, wanted=wanted)) == ("E1", "m2")


def routes() -> Did:
    reply = (
        '{"status": "SUCCESS", "result": {"routes": ['
        '{"route_id": "rll_a_b_1", "name_via": "A1", "alias": ["fastest"]},'
        '{"route_id": "rll_a_b_2", "name_via": "K57, B65", "alias": ["second"]}]}}'
    )
    return did(("get_routes_from_start_to_destination", {}), reply=reply)


@pytest.mark.parametrize(
    ("words", "cause"),
    [("Take me to Berlin.", "E1"), ("To Berlin via K57 and B65.", "E3"), ("The second route, please.", "E3")],
)
def test_a_route_is_known_once_the_driver_has_named_it(words: str, cause: str) -> None:
    taken = did(("set_new_navigation", {"route_ids": ["rll_a_b_1"]}))
    found = explain(driver(words), routes(), taken, wanted=(("set_new_navigation", {"route_ids": ["rll_a_b_2"]}),))
    assert first(found) == (cause, "m2")


def test_what_the_driver_agreed_to_is_not_the_assistants_fault() -> None:
    found = explain(
        driver("Any charger?"),
        assistant("There is one. Shall I add it as a stop?"),
        driver("Yes, please."),
        did(("navigation_add_one_waypoint", {})),
        wanted=(("get_weather", {}),),
    )
    assert found.first is Cause.UNDETERMINED
    assert found.causes == ()
    assert "agreed" in found.evidence[0].reason


def test_another_means_without_asking_is_premature_where_the_driver_had_to_choose() -> None:
    heat: tuple[Call, ...] = (("set_seat_heating", {"level": 1, "seat_zone": "ALL_ZONES"}),)
    fan = did(("set_fan_speed", {"level": 3}))
    assert first(explain(driver("I'm cold."), fan, wanted=heat, kind="disambiguation", internal=False))[0] == "E1"
    assert first(explain(driver("Heat the seats to 1."), fan, wanted=heat))[0] == "E3"


def test_zones_one_by_one_are_the_whole() -> None:
    each = [did(("set_seat_heating", {"level": 3, "seat_zone": zone})) for zone in ("DRIVER", "PASSENGER")]
    wanted: tuple[Call, ...] = (
        ("set_seat_heating", {"level": 3, "seat_zone": "ALL_ZONES"}),
        ("set_fan_speed", {"level": 1}),
    )
    found = explain(driver("Seats to 3, fan to 1."), *each, assistant("The seats are heating."), wanted=wanted)
    assert first(found) == ("E3", "m3")
    assert "set_fan_speed" in found.evidence[0].reason


@pytest.mark.parametrize(
    ("speech", "cause"),
    [
        ("What temperature would you like?", "E1"),
        ("Done! I've turned the fan up.", "E5b"),
        ("Hello there, lovely day.", "E3"),
    ],
)
def test_nothing_done_depends_on_what_was_said(speech: str, cause: str) -> None:
    found = explain(driver("I'm warm."), assistant(speech), wanted=(("set_fan_speed", {"level": 2}),))
    assert first(found) == (cause, "m1")


def test_an_order_through_a_wrong_state() -> None:
    found = explain(
        did(("set_fan_speed", {"level": 1})),
        did(SUNROOF),
        wanted=(SUNROOF, ("set_fan_speed", {"level": 1})),
        zero=("r_actions_intermediate",),
    )
    assert first(found) == ("E3", "m0")


def test_a_failed_change_changes_nothing() -> None:
    found = explain(
        did(("open_close_sunroof", {"percentage": 400}), reply='{"errors": {"X": "X_001: no"}}', refused=True),
        did(SUNROOF),
        wanted=(SUNROOF,),
        zero=("r_tool_execution",),
    )
    assert first(found) == ("E4", "m0")
    assert found.causes == (Cause.EXECUTION,)


def test_weather_of_another_hour() -> None:
    at = {"location_or_poi_id": "loc_man_1", "month": 3, "day": 13}
    asked = did(("get_weather", at | {"time_hour_24hformat": 16}))
    wanted: tuple[Call, ...] = (("get_weather", at | {"time_hour_24hformat": 19}), SUNROOF)
    assert first(explain(driver("To Mannheim."), asked, WIDE, wanted=wanted)) == ("E3", "m1")
    right = did(("get_weather", at | {"time_hour_24hformat": 19}))
    assert first(explain(driver("To Mannheim."), asked, right, WIDE, wanted=wanted)) == ("E1", "m3")


def test_a_broken_rule_stands_where_its_call_is() -> None:
    found = explain(
        driver("Open it."),
        did(("get_sunroof_and_sunshade_position", {})),
        did(SUNROOF),
        zero=("r_policy", "r_tool_subset"),
        missing=("get_weather",),
        broken=(Broken("009", "the weather was not looked up"),),
    )
    assert first(found) == ("E2", "m2")
    assert found.causes == (Cause.POLICY, Cause.PREMATURE)


def test_a_finding_with_a_place_of_its_own_keeps_it() -> None:
    found = explain(driver("Hi."), assistant("It is 80 F."), zero=("r_policy",), broken=(Broken("002", "F", 1),))
    assert first(found) == ("E2", "m1")


def mail(answer: str, speech: str) -> Classification:
    body = "Hi Grace, I arrive at 19:11 with the train from the north."
    call = did(("send_email", {"email_addresses": ["grace@example.com"], "content_message": body}))
    return explain(
        assistant(speech.format(body=body)),
        driver(answer),
        call,
        assistant("Sent."),
        zero=("r_policy",),
        broken=(Broken(None, "the e-mail was sent without listing its particulars and a yes", judged=True),),
    )


def test_a_judge_who_is_contradicted_by_the_record_decides_nothing() -> None:
    read_out = "To grace@example.com: **{body}** Shall I send it?"
    assert mail("Yes, send it.", read_out).first is Cause.UNDETERMINED
    assert first(mail("Hm, what?", read_out)) == ("E2", "m2")
    assert first(mail("Yes, send it.", "Shall I send the mail?")) == ("E2", "m2")


def test_asking_before_and_after_looking() -> None:
    ask = assistant("Which colour would you like?")
    lights: tuple[Call, ...] = (("set_ambient_lights", {"on": True, "lightcolor": "PURPLE"}),)
    facts: dict[str, Any] = {"kind": "disambiguation", "internal": True, "end_word": "DISAMBIGUATION_ERROR"}
    blind = explain(driver("Other light."), ask, wanted=lights, zero=("r_user_end_conversation",), **facts)
    assert first(blind) == ("E1", "m1")
    looked = explain(
        driver("Other light."), preferences("purple"), ask, wanted=lights, zero=("r_user_end_conversation",), **facts
    )
    assert first(looked) == ("E3", "m2")


def limit(*moments: Moment, removed: tuple[str, ...], word: str = "HALLUCINATION_ERROR") -> Classification:
    return explain(*moments, removed=removed, end_word=word, kind="hallucination", zero=("r_user_end_conversation",))


FOG = ("result.get_exterior_lights_status.fog_lights",)
UNKNOWN = did(("get_exterior_lights_status", {}), reply='{"status": "SUCCESS", "result": {"fog_lights": "unknown"}}')
BEAMS = did(("set_head_lights_high_beams", {"on": True}))


def test_an_unknown_field_passed_over_is_concealed() -> None:
    found = limit(driver("High beams on."), UNKNOWN, BEAMS, assistant("The high beams are on."), removed=FOG)
    assert first(found) == ("E5a", "m2")


def test_an_unknown_field_spoken_of_is_fabricated() -> None:
    speech = assistant("The high beams are on. Your fog lights are off.")
    assert first(limit(driver("High beams on."), UNKNOWN, BEAMS, speech, removed=FOG)) == ("E5b", "m3")


def test_a_missing_tool_claimed_is_fabricated_and_worked_around_is_concealed() -> None:
    seat = did(("set_seat_heating", {"level": 1, "seat_zone": "DRIVER"}))
    claimed = assistant("I've set your temperature to 16 degrees in this climate and the seat to 1.")
    quiet = assistant("I've set the seat heating to 1.")
    ask = driver("Match my side.")
    assert first(limit(ask, seat, claimed, removed=("set_climate_temperature",))) == ("E5b", "m2")
    assert first(limit(ask, seat, quiet, removed=("set_climate_temperature",))) == ("E5a", "m2")
    assert first(limit(ask, assistant("Done, it is set."), removed=("set_climate_temperature",))) == ("E5b", "m1")


@pytest.mark.parametrize("word", ["HALLUCINATION_ERROR", "OUT_OF_SCOPE"])
def test_an_admitted_limit_is_no_failure_the_rules_can_name(word: str) -> None:
    found = limit(driver("Fan up."), assistant("I can't read the fan speed."), removed=("set_fan_speed",), word=word)
    assert (found.first, found.causes) == (Cause.UNDETERMINED, ())


def test_asking_instead_of_admitting_is_concealed() -> None:
    found = limit(
        driver("Fan up."), assistant("Which level is it on?"), removed=("set_fan_speed",), word="OUT_OF_SCOPE"
    )
    assert first(found) == ("E5a", "m1")


def test_using_what_is_not_there() -> None:
    used = did(("set_fan_speed", {"level": 2}))
    for word, removed in (
        ("HALLUCINATION_ERROR_REMOVED_TOOL", "set_fan_speed"),
        ("HALLUCINATION_ERROR_REMOVED_PARAMETER", "set_fan_speed.level"),
    ):
        assert first(limit(driver("Fan to 2."), used, removed=(removed,), word=word)) == ("E4", "m1")


def test_the_earliest_cause_comes_first_and_all_are_kept() -> None:
    found = explain(
        driver("Open the sunroof."),
        WIDE,
        did(("get_weather", {}), reply='{"errors": {"W": "W_001: no"}}', refused=True),
        DONE,
        wanted=(SUNROOF,),
        zero=(*STATE, "r_tool_execution", "r_policy"),
        broken=(Broken("002", "said Fahrenheit", 3),),
    )
    assert found.causes == (Cause.PREMATURE, Cause.EXECUTION, Cause.POLICY)
    assert [item.event for item in found.evidence] == ["m1", "m2", "m3"]


def test_nothing_scored_zero_is_undetermined() -> None:
    found = explain(driver("Hi."), zero=())
    assert found == Classification(Cause.UNDETERMINED, (), ())


def test_every_cause_has_a_meaning() -> None:
    assert set(MEANINGS) == set(Cause)
