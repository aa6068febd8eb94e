"""Every policy: one obeying, one breaching and one session it does not apply to."""

import re
from collections.abc import Callable

import pytest
from drives import WEATHER, Call, Drive, scenario
from trips import (
    DROP_BUSAN,
    DROP_DAEJEON,
    LOOK_BUSAN,
    LOOK_DAEJEON,
    LOOK_ON,
    ON_TO_BUSAN,
    SET_BOTH,
    SET_BUSAN,
    TO_ULSAN,
    described,
    set_route,
    with_toll,
    without_toll,
)

from simulator.agents.prompt_korean_rules import POLICIES as KOREAN
from simulator.policies.catalogue import policies
from simulator.policies.spec import checks

ON = {"on": True}
RAIN = "cloudy_and_rain"
LIGHTS: Call = ("get_exterior_lights_status", {})
CLIMATE: Call = ("get_climate_settings", {})
WINDOWS: Call = ("get_vehicle_window_positions", {})
ROOF = ("open_close_sunroof", {"percentage": 50})
SHADE = ("open_close_sunshade", {"percentage": 50})
TRUNK = ("open_close_trunk_door", {"action": "OPEN"})
FOG = ("set_fog_lights", ON)
HIGH = ("set_head_lights_high_beams", ON)
LOW = ("set_head_lights_low_beams", ON)
COOL = ("set_air_conditioning", ON)
DEFROST = ("set_window_defrost", {"on": True, "defrost_window": "FRONT"})
WARM = ("set_climate_temperature", {"temperature": 25, "seat_zone": "DRIVER"})
WINDOW = ("open_close_window", {"window": "DRIVER", "percentage": 60})
FAN = ("set_fan_speed", {"level": 2})
AIR = ("set_fan_airflow_direction", {"direction": "WINDSHIELD"})
CALENDAR = ("get_entries_from_calendar", {"month": 3, "day": 12})
TOMORROW = {"day": 13}
TOLD = "I took the fastest route for each leg, there are other routes, and there are tolls."

Session = Callable[[], Drive]


def drive(weather: str = "sunny", **state: object) -> Drive:
    return Drive(scenario(state=dict(state), weather=weather)).hear("please do what I asked for")


# Policy, moment: (obeying, breaching, not applicable).
EXAMPLES: dict[tuple[str, str], tuple[Session, Session, Session]] = {
    ("002", "speech"): (
        lambda: drive().say("It is 21 degrees outside, and you arrive at 15:40."),
        lambda: drive().say("It is 70 degrees Fahrenheit outside."),
        lambda: drive().say("The window is open to 50 percent, fan level 3."),
    ),
    ("004", "step"): (
        lambda: drive().say("Shall I open the trunk?").hear("Yes, please.").step(TRUNK),
        lambda: drive().step(TRUNK),
        lambda: drive().step(LOW),
    ),
    ("005", "step"): (
        lambda: drive().step(WEATHER).step(ROOF, SHADE),
        lambda: drive().step(WEATHER).step(ROOF),
        lambda: drive(sunroof_position=50).step(("open_close_sunroof", {"percentage": 0})),
    ),
    ("007", "step"): (
        lambda: (
            drive(air_conditioning=True)
            .say("The AC is running, so an open window wastes energy. Should I open the window anyway?")
            .hear("yes")
            .step(WINDOW)
        ),
        lambda: drive(air_conditioning=True).step(WINDOW),
        lambda: drive().step(WINDOW),
    ),
    ("008", "step"): (
        lambda: (
            drive(RAIN).step(WEATHER).say("It is raining. Shall I open the sunroof?").hear("Yes.").step(ROOF, SHADE)
        ),
        lambda: drive(RAIN).step(WEATHER).step(ROOF, SHADE),
        lambda: drive().step(WEATHER).step(ROOF, SHADE),
    ),
    ("009", "step"): (
        lambda: drive().step(WEATHER).step(ROOF, SHADE),
        lambda: drive().step(ROOF, SHADE, WEATHER),
        lambda: drive().step(SHADE),
    ),
    ("010", "step"): (
        lambda: drive().step(CLIMATE).step(DEFROST),
        lambda: drive().step(CLIMATE, DEFROST),
        lambda: drive().step(("set_window_defrost", {"on": True, "defrost_window": "REAR"})),
    ),
    ("010", "speech"): (
        lambda: drive().step(CLIMATE).step(DEFROST, FAN, AIR, COOL).say("Done."),
        lambda: drive().step(CLIMATE).step(DEFROST, FAN, AIR).say("Done."),
        lambda: drive().step(CLIMATE).say("The defrost is off."),
    ),
    ("011", "step"): (
        lambda: drive().step(CLIMATE, WINDOWS).step(COOL, FAN),
        lambda: drive().step(COOL, FAN),
        lambda: drive().step(("set_air_conditioning", {"on": False})),
    ),
    ("011", "speech"): (
        lambda: drive().step(CLIMATE, WINDOWS).step(COOL, FAN).say("The AC is on."),
        lambda: drive(window_passenger_position=21, fan_speed=2).step(CLIMATE, WINDOWS).step(COOL).say("The AC is on."),
        lambda: drive(window_passenger_position=21, air_conditioning=True).step(CLIMATE).say("The AC is on."),
    ),
    ("012", "speech"): (
        lambda: drive().step(WARM).say("Your side is at 25 degrees now, 5 warmer than the passenger's."),
        lambda: drive().step(WARM).say("Done."),
        lambda: drive(climate_temperature_passenger=22).step(WARM).say("Done."),
    ),
    ("013", "step"): (
        lambda: drive().step(LIGHTS).step(FOG, LOW),
        lambda: drive().step(FOG, LOW, LIGHTS),
        lambda: drive().step(("set_fog_lights", {"on": False})),
    ),
    ("013", "speech"): (
        lambda: drive().step(LIGHTS).step(FOG, LOW).say("The fog lights are on."),
        lambda: drive().step(LIGHTS).step(FOG).say("The fog lights are on."),
        lambda: drive(fog_lights=True).step(LIGHTS).say("The fog lights are on."),
    ),
    ("014", "step"): (
        lambda: drive().step(LIGHTS).step(HIGH),
        lambda: drive().step(HIGH),
        lambda: drive().step(("set_head_lights_high_beams", {"on": False})),
    ),
    ("014", "speech"): (
        lambda: drive().step(LIGHTS).step(HIGH).say("The high beams are on."),
        lambda: drive(fog_lights=True).step(LIGHTS).step(HIGH).say("The high beams are on."),
        lambda: drive(fog_lights=True).step(LIGHTS).say("The high beams are off."),
    ),
    ("016", "step"): (
        lambda: drive().step(LOOK_BUSAN).step(SET_BUSAN),
        lambda: drive().step(LOOK_ON).step(set_route(ON_TO_BUSAN)),
        lambda: drive().step(LOOK_BUSAN),
    ),
    ("017", "step"): (
        lambda: drive().step(SET_BOTH).step(DROP_DAEJEON),
        lambda: drive().step(DROP_DAEJEON),
        lambda: drive().step(SET_BOTH),
    ),
    ("018", "step"): (
        lambda: drive().step(SET_BOTH).step(DROP_DAEJEON),
        lambda: drive().step(SET_BOTH).step(DROP_BUSAN, TO_ULSAN),
        lambda: drive().step(LOOK_BUSAN),
    ),
    ("019", "step"): (
        lambda: drive().step(SET_BOTH).step(DROP_BUSAN),
        lambda: drive().step(SET_BUSAN).step(DROP_BUSAN),
        lambda: drive().step(SET_BOTH).step(DROP_DAEJEON),
    ),
    ("021", "speech"): (
        lambda: drive().step(LOOK_BUSAN).say(f"{described(with_toll())} There is a toll."),
        lambda: drive().step(LOOK_BUSAN).say(described(with_toll())),
        lambda: drive().step(LOOK_BUSAN).say(described(without_toll())),
    ),
    ("022", "speech"): (
        lambda: drive().step(LOOK_DAEJEON, LOOK_ON).step(SET_BOTH).say(TOLD),
        lambda: drive().step(LOOK_DAEJEON, LOOK_ON).step(SET_BOTH).say("You're on your way."),
        lambda: drive().step(LOOK_BUSAN).step(SET_BUSAN).say("You're on your way."),
    ),
    ("023", "step"): (
        lambda: drive().step(CALENDAR),
        lambda: drive().step((CALENDAR[0], CALENDAR[1] | TOMORROW)),
        lambda: drive().step(WEATHER),
    ),
    ("024", "step"): (
        lambda: drive().step(WEATHER),
        lambda: drive().step((WEATHER[0], WEATHER[1] | TOMORROW)),
        lambda: drive().step(CALENDAR),
    ),
}
# A judged policy: what leaves it undecided.
UNDECIDED: dict[str, Session] = {
    "002": lambda: drive().say("You arrive at 3 o'clock."),
    "004": lambda: drive().say("I'll open the trunk.").hear("Okay.").step(TRUNK),
    "007": lambda: drive(air_conditioning=True).say("Shall I open the window?").hear("Yes.").step(WINDOW),
    "008": lambda: drive(RAIN).step(WEATHER).say("Shall I go ahead?").hear("Yes.").step(ROOF, SHADE),
    "012": lambda: drive().step(WARM).say("Warmer now, mind the passenger."),
    "021": lambda: drive().step(LOOK_BUSAN).say("The route takes 4 hours and 3 minutes."),
    "022": lambda: (
        drive()
        .step(LOOK_DAEJEON, LOOK_ON)
        .step(SET_BOTH)
        .say("Fast roads on both legs; other ways exist, and there are tolls.")
    ),
}


def found(session: Session, policy: str, when: str) -> list[bool | None]:
    driven = session()
    events = [event for event in driven.trajectory.events if event.type in ("step_closed", "assistant_spoke")]
    wanted = "step_closed" if when == "step" else "assistant_spoke"
    return [
        finding.upheld
        for event in events
        if event.type == wanted
        for finding in event.findings
        if finding.policy == policy
    ]


def test_every_check_has_its_examples() -> None:
    registered = {(entry.id, entry.when) for when in ("step", "speech") for entry in checks(when)}
    assert set(EXAMPLES) == registered


@pytest.mark.parametrize(("policy", "when"), EXAMPLES)
def test_obeying_upholds(policy: str, when: str) -> None:
    verdicts = found(EXAMPLES[policy, when][0], policy, when)
    assert verdicts
    assert set(verdicts) == {True}


@pytest.mark.parametrize(("policy", "when"), EXAMPLES)
def test_breaching_is_found(policy: str, when: str) -> None:
    assert False in found(EXAMPLES[policy, when][1], policy, when)


@pytest.mark.parametrize(("policy", "when"), EXAMPLES)
def test_elsewhere_it_does_not_apply(policy: str, when: str) -> None:
    assert found(EXAMPLES[policy, when][2], policy, when) == []


@pytest.mark.parametrize(("policy", "when"), EXAMPLES)
def test_a_breach_or_an_open_question_says_why(policy: str, when: str) -> None:
    findings = [finding for finding in EXAMPLES[policy, when][1]().findings if finding.upheld is not True]
    assert all(finding.reason for finding in findings)
    assert all(finding.reason for finding in findings if finding.policy == policy)


def test_every_judged_policy_can_be_left_to_a_judge() -> None:
    assert set(UNDECIDED) == {entry.id for entry in policies() if entry.judged}


@pytest.mark.parametrize("policy", UNDECIDED)
def test_what_is_unclear_is_left_to_a_judge(policy: str) -> None:
    driven = UNDECIDED[policy]()
    assert driven.found(policy) == [None]
    assert driven.reasons(policy).startswith("needs a judge: ")


def test_all_nineteen_policies_are_there() -> None:
    ids = "002 004 005 007 008 009 010 011 012 013 014 016 017 018 019 021 022 023 024"
    assert [entry.id for entry in policies()] == ids.split()


def test_the_korean_sentences_name_the_same_policies() -> None:
    assert list(KOREAN) == [entry.id for entry in policies()]


def test_sentences_are_sentences_with_a_source() -> None:
    for entry in policies():
        assert re.fullmatch(r"[A-Z].*\.", entry.sentence), entry.id
        assert "  " not in entry.sentence
        assert has_source(entry.id, entry.source), entry.source


def has_source(policy: str, source: str) -> bool:
    """Return whether a source names the benchmark's rule of that id, or where a rule of our own comes from."""
    return re.fullmatch(rf"CAR-bench (?:AUT|LLM)-POL:{policy}|dashtalk: \S.*", source) is not None


def test_a_source_is_the_benchmarks_or_our_own() -> None:
    assert has_source("004", "CAR-bench LLM-POL:004")
    assert has_source("101", "dashtalk: docs/scoring.md, rules of our own")
    for source in ("CAR-bench LLM-POL:005", "CAR-bench", "dashtalk", "dashtalk: ", ""):
        assert not has_source("004", source)


def test_both_checks_of_a_policy_tell_the_assistant_the_same() -> None:
    for entry in (*checks("step"), *checks("speech")):
        assert entry.sentence == next(other.sentence for other in policies() if other.id == entry.id)
