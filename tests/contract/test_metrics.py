"""Every metric: a perfect, a worst and an unscored session, and the same score from a stored session."""

from collections.abc import Callable

import pytest
from drives import WEATHER, Call, Drive, scenario
from planted_kpis import planted
from pydantic import TypeAdapter
from trips import (
    DROP_BUSAN,
    DROP_DAEJEON,
    LOOK_BUSAN,
    LOOK_DAEJEON,
    LOOK_ON,
    ON_TO_BUSAN,
    SET_BOTH,
    SET_BUSAN,
    described,
    set_route,
    with_toll,
)

from evaluation.catalogue import metrics
from evaluation.majority import Judgements
from evaluation.spec import METRICS, Measured
from evaluation.verdict import score_session
from scenarios.dialogue import KPIS
from scenarios.schema import Scenario
from simulator.events import AssistantSpoke, EndWord, Event, Judgement, Termination
from simulator.trajectory import Trajectory

FAN: Call = ("set_fan_speed", {"level": 2})
LOOK: Call = ("get_climate_settings", {})
WINDOWS: Call = ("get_vehicle_window_positions", {})
LIGHTS: Call = ("get_exterior_lights_status", {})
COOL: Call = ("set_air_conditioning", {"on": True})
FOG: Call = ("set_fog_lights", {"on": True})
LOW: Call = ("set_head_lights_low_beams", {"on": True})
HIGH: Call = ("set_head_lights_high_beams", {"on": True})
ROOF: Call = ("open_close_sunroof", {"percentage": 50})
SHADE: Call = ("open_close_sunshade", {"percentage": 50})
DEFROST: Call = ("set_window_defrost", {"on": True, "defrost_window": "FRONT"})
AIR: Call = ("set_fan_airflow_direction", {"direction": "WINDSHIELD"})
TRUNK: Call = ("open_close_trunk_door", {"action": "OPEN"})
WINDOW: Call = ("open_close_window", {"window": "ALL", "percentage": 60})
WARM: Call = ("set_climate_temperature", {"temperature": 26, "seat_zone": "DRIVER"})
CALENDAR: Call = ("get_entries_from_calendar", {"month": 3, "day": 12})
OF = scenario(FAN)

Recorded = tuple[Scenario, Trajectory]


def drive(*, weather: str = "sunny", locale: str = "en", **state: object) -> Drive:
    return Drive(scenario(state=dict(state), weather=weather), locale).hear("Please.")  # type: ignore[arg-type]


def done(driven: Drive, word: EndWord = EndWord.STOP) -> Recorded:
    return driven.scenario, driven.end(word)


def fan(*steps: tuple[Call, ...], word: EndWord = EndWord.STOP) -> Recorded:
    driven = Drive(OF).hear("Fan on two, please.", slots=("two",))
    for step in steps:
        driven.step(*step)
    return done(driven.say("Done."), word)


def heard(locale: str, intended: str, words: str, slot: str) -> Recorded:
    return done(Drive(OF, locale).hear(intended, words, slots=(slot,)).say("Done."))  # type: ignore[arg-type]


def answered(locale: str, reply: str) -> Recorded:
    return done(Drive(OF, locale).hear("Please.").say(reply))  # type: ignore[arg-type]


def asked(level: str, reply: str) -> Recorded:
    of = scenario(driver={"ko": {"level": level, "turns": [{"say": "부탁해요."}]}})
    return done(Drive(of, "ko").hear("부탁해요.").say(reply))


# Metric: (perfect, worst), with the value of each where it is not 1 and 0.
EXAMPLES: dict[str, tuple[Callable[[], Recorded], Callable[[], Recorded]]] = {
    "r_actions_final": (lambda: fan((FAN,)), lambda: fan()),
    "r_actions_intermediate": (lambda: fan((FAN,)), lambda: fan((COOL,))),
    "r_tool_subset": (lambda: fan((FAN,)), lambda: fan((LOOK,))),
    "r_tool_execution": (lambda: fan((FAN,)), lambda: fan((("set_fan_speed", {"level": 9}),))),
    "r_policy": (lambda: fan((FAN,)), lambda: fan((TRUNK,))),
    "r_user_end_conversation": (lambda: fan((FAN,)), lambda: fan(word=EndWord.NO_ANSWER)),
    "wer": (
        lambda: heard("en", "Fan on two", "fan on two", "two"),
        lambda: heard("en", "Fan on two", "", "two"),
    ),
    "cer": (
        lambda: heard("ko", "바람 두 단계", "바람 두단계", "두 단계"),
        lambda: heard("ko", "바람 두 단계", "", "두 단계"),
    ),
    "slot_error_rate": (
        lambda: heard("ko", "바람 두 단계", "바람 두 단계", "바람"),
        lambda: heard("ko", "바람 두 단계", "사람 두 단계", "바람"),
    ),
    "sentence_exact": (
        lambda: heard("en", "Fan on two", "fan on two", "two"),
        lambda: heard("en", "Fan on two", "fan on too many", "two"),
    ),
    "wer_raw": (
        lambda: heard("en", "Fan on two", "Fan on two", "two"),
        lambda: heard("en", "Fan on two", "fan On too", "two"),
    ),
    "cer_raw": (
        lambda: heard("ko", "바람 두 단계", "바람 두단계", "두 단계"),
        lambda: heard("ko", "바람 두 단계", "", "두 단계"),
    ),
    "cer_spaced": (
        lambda: heard("ko", "바람 두 단계", "바람 두 단계.", "두 단계"),
        lambda: heard("ko", "바람 두 단계", "", "두 단계"),
    ),
    "cer_spaced_raw": (
        lambda: heard("en", "Fan on two", "Fan on two", "two"),
        lambda: heard("en", "Fan on two", "", "two"),
    ),
    "slot_error_rate_raw": (
        lambda: heard("ko", "바람 두 단계", "바람 두 단계", "두 단계"),
        lambda: heard("ko", "바람 두 단계", "바람 2단계", "두 단계"),
    ),
    "sentence_exact_raw": (
        lambda: heard("en", "Fan on two", "Fan on two", "two"),
        lambda: heard("en", "Fan on two", "Fan on two.", "two"),
    ),
    "substitution_rate": (
        lambda: heard("en", "Fan on two", "fan on", "two"),
        lambda: heard("en", "Fan on two", "man in too", "two"),
    ),
    "deletion_rate": (
        lambda: heard("en", "Fan on two", "fan on too", "two"),
        lambda: heard("en", "Fan on two", "", "two"),
    ),
    "insertion_rate": (
        lambda: heard("en", "Fan on two", "fan on", "two"),
        lambda: heard("en", "Fan on two", "the fan is on at two", "two"),
    ),
    "substitution_rate_raw": (
        lambda: heard("ko", "두 단계", "두 단", "두 단계"),
        lambda: heard("ko", "두 단계", "2번째", "두 단계"),
    ),
    "deletion_rate_raw": (
        lambda: heard("ko", "두 단계", "두 단개", "두 단계"),
        lambda: heard("ko", "두 단계", "", "두 단계"),
    ),
    "insertion_rate_raw": (
        lambda: heard("ko", "두 단계", "두 단", "두 단계"),
        lambda: heard("ko", "두 단계", "두 단계라고요", "두 단계"),
    ),
    "limit_awareness": (
        lambda: admitted("hallucination", EndWord.ACKNOWLEDGED),
        lambda: admitted("hallucination", EndWord.HALLUCINATION_ERROR),
    ),
    "disambiguation": (
        lambda: admitted("disambiguation", EndWord.STOP),
        lambda: admitted("disambiguation", EndWord.DISAMBIGUATION_ERROR),
    ),
    "hae": (lambda: asked("hae", "창문 닫았어."), lambda: asked("hae", "창문을 닫았어요.")),
    "haeyo": (lambda: asked("haeyo", "창문을 닫았어요."), lambda: asked("haeyo", "창문을 닫았습니다.")),
    "hapsyo": (lambda: asked("hapsyo", "창문을 닫았습니다."), lambda: asked("hapsyo", "천천히 가시오.")),
    "conciseness": (
        lambda: answered("ko", "에어컨 온도를 22도로 맞췄어요."),
        lambda: answered("en", "I have set it. You can find every further option at https://example.com/options."),
    ),
    "turns": (lambda: done(Drive(OF)), lambda: fan((FAN,))),
    "steps": (lambda: fan(), lambda: fan((FAN,))),
    "calls": (lambda: fan(), lambda: fan((FAN,))),
    "policy.002": (
        lambda: done(drive().say("It is 15:30 and 21 degrees.")),
        lambda: done(drive(locale="ko").say("오후 3시 30분이에요.")),
    ),
    "policy.004": (
        lambda: done(drive().say("Shall I open the trunk?").hear("Yes.").step(TRUNK)),
        lambda: done(drive().step(TRUNK)),
    ),
    "policy.005": (
        lambda: done(drive().step(ROOF, SHADE)),
        lambda: done(drive().step(ROOF)),
    ),
    "policy.007": (
        lambda: done(
            drive(air_conditioning=True)
            .say("The AC is on, that wastes energy. Should I still open the windows?")
            .hear("Yes.")
            .step(WINDOW)
        ),
        lambda: done(drive(air_conditioning=True).step(WINDOW)),
    ),
    "policy.008": (
        lambda: done(drive().step(WEATHER).say("Shall I switch the fog lights on?").hear("Yes.").step(FOG)),
        lambda: done(drive().step(WEATHER).step(FOG)),
    ),
    "policy.009": (lambda: done(drive().step(WEATHER).step(ROOF)), lambda: done(drive().step(ROOF))),
    "policy.010": (
        lambda: done(drive().step(LOOK).step(DEFROST, FAN, AIR, COOL).say("Done.")),
        lambda: done(drive().step(DEFROST).say("Done.")),
    ),
    "policy.011": (
        lambda: done(drive().step(LOOK, WINDOWS).step(COOL, FAN).say("Done.")),
        lambda: done(drive().step(COOL).say("Done.")),
    ),
    "policy.012": (
        lambda: done(drive().step(WARM).say("That is 6 degrees warmer than the passenger's side.")),
        lambda: done(drive().step(WARM).say("Done.")),
    ),
    "policy.013": (
        lambda: done(drive().step(LIGHTS).step(FOG, LOW).say("Done.")),
        lambda: done(drive().step(FOG).say("Done.")),
    ),
    "policy.014": (
        lambda: done(drive().step(LIGHTS).step(HIGH).say("Done.")),
        lambda: done(drive(fog_lights=True).step(HIGH).say("Done.")),
    ),
    "policy.016": (lambda: done(drive().step(SET_BUSAN)), lambda: done(drive().step(set_route(ON_TO_BUSAN)))),
    "policy.017": (lambda: done(drive().step(SET_BOTH).step(DROP_BUSAN)), lambda: done(drive().step(DROP_BUSAN))),
    "policy.018": (
        lambda: done(drive().step(SET_BOTH).step(DROP_DAEJEON)),
        lambda: done(drive().step(SET_BUSAN).step(SET_BOTH)),
    ),
    "policy.019": (
        lambda: done(drive().step(SET_BOTH).step(DROP_BUSAN)),
        lambda: done(drive().step(SET_BUSAN).step(DROP_BUSAN)),
    ),
    "policy.021": (
        lambda: done(drive().step(LOOK_BUSAN).say(f"{described(with_toll())} There is a toll.")),
        lambda: done(drive().step(LOOK_BUSAN).say(described(with_toll()))),
    ),
    "policy.022": (
        lambda: done(
            drive()
            .step(LOOK_DAEJEON, LOOK_ON)
            .step(SET_BOTH)
            .say("I took the fastest route for each leg, there are other routes, and there are tolls.")
        ),
        lambda: done(drive().step(LOOK_DAEJEON, LOOK_ON).step(SET_BOTH).say("Done.")),
    ),
    "policy.023": (
        lambda: done(drive().step(CALENDAR)),
        lambda: done(drive().step((CALENDAR[0], CALENDAR[1] | {"day": 13}))),
    ),
    "policy.024": (
        lambda: done(drive().step(WEATHER)),
        lambda: done(drive().step((WEATHER[0], WEATHER[1] | {"day": 13}))),
    ),
}


PLANTED = tuple(planted())


def planted_answer(kpi: str, good: bool, speech: str = "") -> Callable[[], Recorded]:
    """The first planted answer of a KPI, or other words in its place."""
    one = next(one for one in PLANTED if (one.kpi, one.good, one.locale) == (kpi, good, "en" if speech else one.locale))
    said = one._replace(calls=(), speech=speech) if speech else one
    return lambda: (said.scenario, said.played())


EXAMPLES |= {kpi: (planted_answer(kpi, True), planted_answer(kpi, False)) for kpi in KPIS}
EXAMPLES["meaningful_information"] = (planted_answer("clarification", True), planted_answer("retention", True, "Okay."))
EXAMPLES["conciseness_judged"] = (
    planted_answer("retention", True),
    planted_answer("retention", True, "There is a way to get there without any toll. " * 20),
)


def score(name: str, recorded: Recorded) -> Measured | None:
    return METRICS[name].score(recorded[1], recorded[0], judged(name, recorded[1]))


def best(name: str) -> float:
    return 3 if METRICS[name].scale == "grade" else 0 if METRICS[name].direction == "lower" else 1


def worst(name: str) -> float:
    return 1 if METRICS[name].scale == "grade" else 1 - best(name)


def judged(name: str, trajectory: Trajectory) -> Judgements:
    """A judge of the one metric that always agrees with the driver, and likes few words."""
    if name == "conciseness_judged":
        brief = sum(len(event.text) for event in trajectory.of(AssistantSpoke)) < 200
        return [Judgement(rubric="kpi_conciseness", value=float(brief), rationale="so it was", judge="m", digest="")]
    word = trajectory.ended.end_word if trajectory.ended else None
    value = float(word is not None and not word.failure)
    return [Judgement(rubric=name, value=value, rationale="so it was", judge="m", digest="")]


def admitted(kind: str, word: EndWord) -> Recorded:
    return done(Drive(scenario(kind=kind)).hear("Fan.").say("I can't."), word)


def test_every_metric_has_its_examples() -> None:
    assert set(EXAMPLES) == {entry.name for entry in metrics()}


@pytest.mark.parametrize("name", EXAMPLES)
def test_perfect(name: str) -> None:
    found = score(name, EXAMPLES[name][0]())
    assert found is not None
    assert found.value == best(name)
    assert found.metric == name


@pytest.mark.parametrize("name", EXAMPLES)
def test_worst(name: str) -> None:
    found = score(name, EXAMPLES[name][1]())
    assert found is not None
    assert found.value == worst(name)
    if METRICS[name].component or name.startswith("policy."):
        assert found.reason
        assert found.evidence or name == "r_actions_intermediate"


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("cause", ["defect", "cut off", "driver lost"])
def test_unscored(name: str, cause: str) -> None:
    of, trajectory = EXAMPLES[name][0]()
    events = trajectory.events[:-1]
    if cause != "cut off":
        termination = Termination.DEFECT if cause == "defect" else Termination.USER_ERROR
        events.append(trajectory.events[-1].model_copy(update={"termination": termination, "detail": cause}))
    found = score(name, (of, Trajectory(events)))
    assert found is not None
    assert found.value is None
    assert found.reason


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_same_live_and_from_the_store(name: str) -> None:
    adapter: TypeAdapter[Event] = TypeAdapter(Event)
    for example in EXAMPLES[name]:
        of, trajectory = example()
        stored = Trajectory(adapter.validate_json(adapter.dump_json(event)) for event in trajectory.events)
        again = Scenario.model_validate_json(of.model_dump_json())
        assert score(name, (again, stored)) == score(name, (of, trajectory))


@pytest.mark.parametrize("name", EXAMPLES)
def test_shares_stay_between_zero_and_one(name: str) -> None:
    for example in EXAMPLES.values():
        found = score(name, example[1]())
        if found is not None and found.value is not None:
            assert found.value >= 0
            assert found.value <= 1 or METRICS[name].scale != "share"
            assert 1 <= found.value <= 3 or METRICS[name].scale != "grade"


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_metric_says_what_it_is(name: str) -> None:
    entry = METRICS[name]
    assert entry.summary.endswith(".")
    assert len(entry.summary.split()) >= 5
    assert entry.kinds
    assert entry.locales


def test_metrics_are_absent_where_they_do_not_apply() -> None:
    hidden = scenario(FAN, kind="hallucination")
    verdict = score_session(Drive(hidden).hear("Fan.").say("I can't.").end(EndWord.ACKNOWLEDGED), hidden)
    names = {found.metric for found in verdict.scores}
    assert names & {"r_actions_final", "r_actions_intermediate", "r_tool_subset", "cer"} == set()
    assert {"r_tool_execution", "r_policy", "r_user_end_conversation", "wer"} <= names


def test_components_are_the_six_of_carbench() -> None:
    assert [entry.name for entry in metrics() if entry.component] == [
        "r_actions_final",
        "r_actions_intermediate",
        "r_policy",
        "r_tool_execution",
        "r_tool_subset",
        "r_user_end_conversation",
    ]
