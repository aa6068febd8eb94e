"""What is said of tolls, and of the routes of a trip with stops."""

import pytest
from drives import HERE, Call, Drive, scenario
from trips import (
    ADD_DAEJEON,
    BUSAN,
    DAEJEON,
    LOOK_BUSAN,
    LOOK_DAEJEON,
    LOOK_ON,
    ON_TO_BUSAN,
    SET_BOTH,
    SET_BUSAN,
    TO_DAEJEON,
    described,
    routes,
    set_route,
    with_toll,
    without_toll,
)

from simulator.channel import Locale

TOLL, FREE = with_toll(), without_toll()
ROAD = TOLL["name_via"].split(", ")[1]
TOTAL_KM = round(TO_DAEJEON["distance_km"] + ON_TO_BUSAN["distance_km"])
TOTAL_MINUTES = sum(leg["duration_hours"] * 60 + leg["duration_minutes"] for leg in (TO_DAEJEON, ON_TO_BUSAN))
SLOW_LEG = routes(DAEJEON, BUSAN)[1]
ALL_TOLD: dict[Locale, str] = {
    "en": "Done. I took the fastest route for each leg, other routes are available, and both legs have tolls.",
    "ko": "구간마다 가장 빠른 길로 잡았어요. 다른 경로도 있어요. 두 구간 모두 통행료가 있어요.",
}


def look(locale: Locale = "en", *calls: Call) -> Drive:
    return Drive(scenario(), locale).hear("Busan!" if locale == "en" else "부산!").step(*(calls or (LOOK_BUSAN,)))


def trip(words: str = "To Busan by way of Daejeon.", locale: Locale = "en") -> Drive:
    return Drive(scenario(), locale).hear(words).step(LOOK_DAEJEON, LOOK_ON)


@pytest.mark.parametrize(
    ("locale", "speech", "upheld"),
    [
        ("en", f"{described(TOLL)} There is a toll.", [True]),
        ("en", f"{described(TOLL)} It includes toll roads.", [True]),
        ("en", described(TOLL), [False]),
        ("en", f"{described(TOLL)} There are no tolls.", [False]),
        ("en", f"The route over the {ROAD} takes 4 hours and 3 minutes.", [False]),
        ("en", f"The route is {round(TOLL['distance_km'])} km long.", [None]),
        ("en", "You can drive another 363 km.", []),
        ("en", f"I would go over the {ROAD}.", [None]),
        ("en", described(FREE), []),
        ("en", f"{described(TOLL)} The other way is toll-free: {described(FREE)}", [None]),
        ("en", "There are three routes. Fastest or shortest?", []),
        ("ko", f"{described(TOLL, 'ko')} 통행료가 있어요.", [True]),
        ("ko", f"{described(TOLL, 'ko')} 유료 도로를 지나요.", [True]),
        ("ko", described(TOLL, "ko"), [False]),
        ("ko", f"{described(TOLL, 'ko')} 통행료는 없어요.", [False]),
        ("ko", "부산까지 4시간 3분 걸려요.", [None]),
        ("ko", described(FREE, "ko"), []),
        ("ko", "빠른 길로 할까요, 짧은 길로 할까요?", []),
    ],
)
def test_tolls(locale: Locale, speech: str, upheld: list[bool | None]) -> None:
    driven = look(locale).say(speech)
    assert driven.found("021") == upheld
    assert all(finding.reason for finding in driven.findings if finding.upheld is not True)


def test_what_was_not_looked_up_cannot_be_known_to_have_tolls() -> None:
    assert Drive(scenario()).hear("Busan!").say(described(TOLL)).found("021") == []


def test_a_toll_that_was_told_before_need_not_be_told_again() -> None:
    driven = look().say(f"{described(TOLL)} It has tolls. Shall I start?").hear("Yes.").step(SET_BUSAN)
    assert driven.say(f"Off we go. {described(TOLL)}").found("021") == [True, True]


def test_words_about_some_other_toll_are_for_a_judge() -> None:
    driven = look().say("Some of the routes have tolls. Shall I go on?").hear("Yes.")
    assert driven.say(described(TOLL)).found("021") == [None]


def test_the_total_of_a_trip_is_a_description_too() -> None:
    total = f"The trip is {TOTAL_KM} km and takes {TOTAL_MINUTES // 60} hours {TOTAL_MINUTES % 60} minutes."
    assert trip().step(SET_BOTH).say(total).found("021") == [False]
    assert trip().step(SET_BOTH).say(f"{total} Tolls apply.").found("021") == [True]


def test_a_toll_the_scenario_hides_is_not_held_against_the_assistant() -> None:
    field = "result.get_routes_from_start_to_destination.routes"
    hidden = scenario(kind="hallucination", removed=[f"{field}.includes_toll", f"{field}.road_types"])
    assert Drive(hidden).hear("Busan!").step(LOOK_BUSAN).say(described(TOLL)).found("021") == []


@pytest.mark.parametrize("locale", ["en", "ko"])
def test_a_trip_of_which_everything_is_told(locale: Locale) -> None:
    words = "To Busan by way of Daejeon." if locale == "en" else "대전 들러서 부산 가자."
    assert trip(words, locale).step(SET_BOTH).say(ALL_TOLD[locale]).found("022") == [True]


@pytest.mark.parametrize(
    ("locale", "speech", "missing"),
    [
        ("en", "Done.", "having taken the fastest routes and nothing was said of tolls"),
        ("en", "I took the fastest route for each leg; there are other routes.", "tolls"),
        ("en", "There are other routes and there are tolls.", "having taken the fastest routes"),
        ("ko", "안내를 시작했어요.", "having taken the fastest routes"),
        ("ko", "구간마다 가장 빠른 길로 잡았어요. 다른 경로도 있어요.", "tolls"),
    ],
)
def test_a_trip_of_which_something_is_not_told(locale: Locale, speech: str, missing: str) -> None:
    words = "To Busan by way of Daejeon." if locale == "en" else "대전 들러서 부산 가자."
    driven = trip(words, locale).step(SET_BOTH).say(speech)
    assert driven.found("022") == [False]
    assert missing in driven.reasons("022")


@pytest.mark.parametrize(
    ("locale", "speech"),
    [
        ("en", "I picked quick roads for both legs; other routes exist, and there are tolls."),
        ("en", "I took the fastest route for each leg, tolls included."),
        ("ko", "빠르게 가는 쪽으로 잡았고 다른 경로도 있어요. 통행료가 있어요."),
        ("ko", "구간마다 가장 빠른 길로 잡았어요. 통행료가 있어요."),
    ],
)
def test_words_that_may_mean_it_are_for_a_judge(locale: Locale, speech: str) -> None:
    words = "To Busan by way of Daejeon." if locale == "en" else "대전 들러서 부산 가자."
    assert trip(words, locale).step(SET_BOTH).say(speech).found("022") == [None]


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", "To Busan by way of Daejeon, the shortest way on each leg."),
        ("en", "Busan with a stop in Daejeon, avoid tolls."),
        ("ko", "대전 들러서 부산까지 구간마다 제일 빠른 길로."),
        ("ko", "대전 들러서 부산, 무료 도로로만 가자."),
    ],
)
def test_a_driver_who_names_a_kind_of_route_has_chosen(locale: Locale, words: str) -> None:
    assert trip(words, locale).step(SET_BOTH).say("Done." if locale == "en" else "됐어요.").found("022") == []


def test_a_stored_preference_is_a_choice() -> None:
    of = scenario(state={"user_preferences": {"navigation_and_routing": {"route_selection": ["prefers short ways"]}}})
    asked = {"preference_categories": {"navigation_and_routing": {"route_selection": True}}}
    driven = Drive(of).hear("Busan, with a stop in Daejeon.").step(("get_user_preferences", asked))
    assert driven.step(LOOK_DAEJEON, LOOK_ON).step(SET_BOTH).say("Done.").found("022") == []
    nothing = Drive(scenario()).hear("Busan, with a stop in Daejeon.").step(("get_user_preferences", asked))
    assert nothing.step(LOOK_DAEJEON, LOOK_ON).step(SET_BOTH).say("Done.").found("022") == [False]


def test_a_slower_leg_that_nobody_chose() -> None:
    slow = set_route(TO_DAEJEON, SLOW_LEG)
    driven = trip().step(slow).say("Done. There are other routes, and there are tolls.")
    assert driven.found("022") == [False]
    assert SLOW_LEG["route_id"] in driven.reasons("022")


def test_a_slower_leg_the_driver_may_have_chosen_is_for_a_judge() -> None:
    asked = trip().say("The second leg could go over the national road. Which one shall I take?")
    assert asked.hear("That one.").step(set_route(TO_DAEJEON, SLOW_LEG)).say("Done.").found("022") == [None]


def test_what_was_told_when_asking_counts() -> None:
    asked = trip().say(f"{ALL_TOLD['en']} Shall I start?").hear("Yes.")
    assert asked.step(SET_BOTH).say("You're on your way.").found("022") == [True]
    bare = trip().say("Shall I start?").hear("Yes.").step(SET_BOTH).say("You're on your way.")
    assert bare.found("022") == [False]


def test_what_was_told_of_the_trip_before_a_stop_was_added_is_for_a_judge() -> None:
    driven = look().step(SET_BUSAN).say("The fastest route it is, with tolls.").hear("Daejeon on the way, please.")
    driven.step(LOOK_DAEJEON, LOOK_ON).step(ADD_DAEJEON)
    assert driven.say("Added.").found("022") == [None]


def test_an_added_stop_makes_a_trip_of_several_legs() -> None:
    driven = look().step(SET_BUSAN).say("Off we go.").hear("Daejeon on the way, please.")
    driven.step(LOOK_DAEJEON, LOOK_ON).step(ADD_DAEJEON)
    assert driven.say("Added.").found("022") == [False]


def test_a_single_leg_and_a_look_are_no_trip_with_stops() -> None:
    assert look().step(SET_BUSAN).say("Done.").found("022") == []
    assert trip().say("There is a way over Daejeon.").found("022") == []


def test_toll_free_legs_need_no_word_about_tolls() -> None:
    legs = [without_toll(HERE, DAEJEON), without_toll(DAEJEON, BUSAN)]
    driven = trip().step(set_route(*legs)).say("I took the fastest routes; there are other routes.")
    assert "tolls" not in driven.reasons("022")
