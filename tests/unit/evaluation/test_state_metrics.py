"""Final and intermediate states against the expected calls."""

from typing import Any

import pytest
from drives import Call, Drive, scenario

from evaluation.metrics.final_state import score_final_state
from evaluation.metrics.intermediate_state import score_intermediate_states
from simulator.trajectory import Trajectory


def window(seat: str, percentage: float) -> Call:
    return "open_close_window", {"window": seat, "percentage": percentage}


def fan(level: float) -> Call:
    return "set_fan_speed", {"level": level}


LOOK: Call = ("get_climate_settings", {})
DRIVER, PASSENGER = window("DRIVER", 50), window("PASSENGER", 50)


def both(*steps: tuple[Call, ...], expected: tuple[Call, ...], **more: Any) -> tuple[float | None, float | None]:
    of = scenario(*expected, **more)
    drive = Drive(of).hear("Please.")
    for step in steps:
        drive.step(*step)
    trajectory = drive.say("Done.").end()
    return score_final_state(trajectory, of).value, score_intermediate_states(trajectory, of).value


@pytest.mark.parametrize(
    ("steps", "values"),
    [
        (((DRIVER, PASSENGER),), (1, 1)),
        (((DRIVER,), (PASSENGER,)), (1, 1)),
        (((PASSENGER,), (DRIVER,)), (1, 1)),
        (((PASSENGER,),), (0, 1)),
        ((), (0, 1)),
        (((DRIVER, window("PASSENGER", 40)),), (0, 0)),
        (((fan(2),), (fan(0), DRIVER, PASSENGER)), (1, 0)),
        (((fan(2), fan(0), DRIVER, PASSENGER),), (1, 1)),
        (((DRIVER,), (window("DRIVER", 0),), (DRIVER, PASSENGER)), (1, 1)),
        (((DRIVER, PASSENGER), (fan(1),)), (0, 0)),
        (((LOOK,), (DRIVER, PASSENGER, LOOK)), (1, 1)),
        (((window("DRIVER", 50.0), window("PASSENGER", 50)),), (1, 1)),
        (((window("DRIVER", 150), DRIVER, PASSENGER),), (1, 1)),
    ],
)
def test_any_order_of_any_subset(steps: tuple[tuple[Call, ...], ...], values: tuple[int, int]) -> None:
    assert both(*steps, expected=(DRIVER, PASSENGER)) == values


def test_expected_calls_that_overwrite_each_other_end_in_the_listed_order() -> None:
    assert both((fan(1),), (fan(3),), expected=(fan(1), fan(3))) == (1, 1)
    assert both((fan(3),), (fan(1),), expected=(fan(1), fan(3))) == (0, 1)


def test_no_expected_change_means_hands_off() -> None:
    assert both((LOOK,), expected=(LOOK,)) == (1, 1)
    assert both((fan(1),), expected=(LOOK,)) == (0, 0)
    assert both((fan(1),), (fan(0),), expected=()) == (1, 0)


def test_a_difference_is_told_in_plain_words() -> None:
    of = scenario(DRIVER, ("set_fog_lights", {"on": True}))
    trajectory = Drive(of).hear("Please.").step(window("DRIVER", 40)).say("Done.").end()
    final = score_final_state(trajectory, of)
    assert final.reason == ("at the end window_driver_position is 40, expected 50; fog_lights is off, expected on")
    assert len(final.evidence) == 2
    between = score_intermediate_states(trajectory, of)
    assert between.reason == "after step 0 window_driver_position is 40, expected 0"


def test_what_a_person_does_is_not_held_against_the_assistant() -> None:
    of = scenario(DRIVER)
    drive = Drive(of).hear("Please.").person("set_fan_speed", level=4).step(DRIVER)
    drive.person("open_close_window", window="PASSENGER_REAR", percentage=10)
    trajectory = drive.say("Done.").end()
    assert score_final_state(trajectory, of).value == 1
    assert score_intermediate_states(trajectory, of).value == 1


def test_a_person_and_the_assistant_may_move_the_same_thing_in_either_order() -> None:
    of = scenario(DRIVER)
    before = Drive(of).hear("Please.").person("open_close_window", window="DRIVER", percentage=100).step(DRIVER)
    after = Drive(of).hear("Please.").step(DRIVER).person("open_close_window", window="DRIVER", percentage=100)
    for drive in (before, after):
        trajectory = drive.say("Done.").end()
        assert score_final_state(trajectory, of).value == 1
        assert score_intermediate_states(trajectory, of).value == 1
    left = Drive(of).hear("Please.").person("open_close_window", window="DRIVER", percentage=30).say("Done.").end()
    # The driver's own hand came last: nothing tells that the assistant did not open it before.
    assert score_final_state(left, of).value == 1
    missed = Drive(of).hear("Please.").person("set_fan_speed", level=4).say("Done.").end()
    assert score_final_state(missed, of).value == 0


def test_the_state_before_a_person_acted_is_no_excuse_afterwards() -> None:
    of = scenario(DRIVER)
    drive = Drive(of).hear("Please.").person("set_fan_speed", level=4).step(fan(0)).step(DRIVER, fan(4))
    assert score_intermediate_states(drive.say("Done.").end(), of).value == 0


def charging(*expected: Call) -> Any:
    return scenario(*expected, state={"state_of_charge": 40}, freeze_charge=False, toolset="dashtalk-extras")


def test_charging_moves_on_the_clock_without_harm() -> None:
    of = charging(("start_charging", {}))
    drive = Drive(of).hear("Charge.").person("plug_in", power_type="DC", power_kw=150)
    drive.step(("start_charging", {})).wait(60_000).say("Charging.").wait(120_000)
    assert drive.car.state.battery.state_of_charge > 40
    trajectory = drive.end()
    assert score_final_state(trajectory, of).value == 1
    assert score_intermediate_states(trajectory, of).value == 1


def test_the_clock_may_end_charging() -> None:
    of = charging(("start_charging", {}), fan(1))
    drive = Drive(of).hear("Charge.").person("plug_in", power_type="DC", power_kw=350)
    drive.step(("start_charging", {})).wait(3_600_000)
    assert not drive.car.state.charging.charging
    trajectory = drive.step(fan(1)).say("Full.").end()
    assert score_final_state(trajectory, of).value == 1
    assert score_intermediate_states(trajectory, of).value == 1


def test_the_parts_beyond_the_reference_are_compared_too() -> None:
    of = scenario(("set_charge_limit", {"percentage": 90}))
    trajectory = Drive(of).hear("90").step(("set_charge_limit", {"percentage": 95})).say("Done.").end()
    assert "charge_limit_percent is 95, expected 90" in score_final_state(trajectory, of).reason


def test_hidden_tools_do_not_keep_the_expected_calls_from_running() -> None:
    of = scenario(fan(1), kind="hallucination")
    assert score_final_state(Drive(of).hear("Fan.").end(), of).value == 0


def test_another_initial_state_is_unscored() -> None:
    trajectory = Drive(scenario(DRIVER)).hear("Please.").step(DRIVER).say("Done.").end()
    changed = scenario(DRIVER, state={"fan_speed": 1})
    for score in (score_final_state(trajectory, changed), score_intermediate_states(trajectory, changed)):
        assert score.value is None
        assert "initial state" in score.reason


def test_a_recording_that_lost_changes_is_unscored() -> None:
    of = scenario(DRIVER)
    events = Drive(of).hear("Please.").step(DRIVER).say("Done.").end().events
    damaged = Trajectory(event for event in events if event.type != "tool_returned")
    assert score_final_state(damaged, of).value is None


def test_expected_calls_the_car_refuses_are_unscored() -> None:
    of = scenario(("start_charging", {}))
    score = score_final_state(Drive(of).hear("Charge.").say("No.").end(), of)
    assert score.value is None
    assert "cannot be carried out" in score.reason


def test_nine_expected_calls_are_followed() -> None:
    lights = [("set_reading_light", {"position": seat, "on": True}) for seat in ("DRIVER", "PASSENGER", "LEFT_REAR")]
    more: list[Call] = [
        ("set_fog_lights", {"on": True}),
        ("set_air_conditioning", {"on": True}),
        ("set_steering_wheel_heating", {"level": 2}),
        fan(2),
        DRIVER,
        PASSENGER,
    ]
    calls = (*lights, *more)
    assert both(*((call,) for call in reversed(calls)), expected=calls) == (1, 1)


def test_too_many_expected_calls_are_unscored() -> None:
    calls = tuple(fan(number % 6) for number in range(13))
    assert both(expected=calls)[1] is None


def two_requests(*events: dict[str, Any]) -> Any:
    """Build a scenario that wants the fan at 2 first and the driver's window at 40 percent second."""
    expected = [
        {"tool": name, "arguments": arguments, "turn": turn}
        for turn, (name, arguments) in enumerate((fan(2), window("DRIVER", 40)))
    ]
    driver = {"en": {"turns": [{"say": "First."}, {"say": "Second."}]}}
    return scenario(expected=expected, driver=driver, events=events)


def test_doing_what_is_asked_only_later_is_no_way_there() -> None:
    of = two_requests()
    early = Drive(of).hear("First.", request=0).step(fan(2), window("DRIVER", 40)).say("Done.")
    assert score_intermediate_states(early.hear("Second.", request=1).say("Done.").end(), of).value == 0
    timely = Drive(of).hear("First.", request=0).step(fan(2)).say("Done.")
    trajectory = timely.hear("Second.", request=1).step(window("DRIVER", 40)).say("Done.").end()
    assert score_intermediate_states(trajectory, of).value == 1


def test_a_request_after_somebody_acted_is_not_met_before_it() -> None:
    of = two_requests({"before_turn": 1, "tool": "open_close_window", "arguments": dict(window("DRIVER", 80)[1])})

    def until_somebody_acted() -> Drive:
        drive = Drive(of).hear("First.", request=0).step(fan(2)).say("Done.")
        return drive.person("open_close_window", window="DRIVER", percentage=80).hear("Second.", request=1)

    left = until_somebody_acted().say("Done.").end()
    assert score_final_state(left, of).value == 0
    matched = until_somebody_acted().step(window("DRIVER", 40)).say("Done.").end()
    assert score_final_state(matched, of).value == 1
    assert score_intermediate_states(matched, of).value == 1
