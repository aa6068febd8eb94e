"""Defrost and cooling."""

import pytest
from drives import Call, Drive, scenario

CLIMATE: Call = ("get_climate_settings", {})
WINDOWS: Call = ("get_vehicle_window_positions", {})
COOL: Call = ("set_air_conditioning", {"on": True})
FAN: Call = ("set_fan_speed", {"level": 2})
CLOSE: Call = ("open_close_window", {"window": "ALL", "percentage": 0})
DEFROST: Call = ("set_window_defrost", {"on": True, "defrost_window": "ALL"})
AIR: Call = ("set_fan_airflow_direction", {"direction": "WINDSHIELD_FEET"})


def start(**state: object) -> Drive:
    return Drive(scenario(state=dict(state))).hear("Please.")


@pytest.mark.parametrize(
    ("looks", "upheld"),
    [
        ([], False),
        ([CLIMATE], False),
        ([WINDOWS], False),
        ([CLIMATE, WINDOWS], True),
        ([FAN, WINDOWS], True),
        ([FAN, CLOSE], True),
        ([CLIMATE, CLOSE], True),
    ],
)
def test_cooling_needs_fan_and_windows_known(looks: list[Call], upheld: bool) -> None:
    session = start()
    if looks:
        session.step(*looks)
    assert session.step(COOL).found("011") == [upheld]


def test_what_is_missing_is_named() -> None:
    assert "the fan level and the windows were known" in start().step(COOL).reasons("011")
    assert "before the windows were known" in start().step(CLIMATE).step(COOL).reasons("011")
    assert "before the fan level was known" in start().step(WINDOWS).step(COOL).reasons("011")


@pytest.mark.parametrize(("window", "fan", "upheld"), [(20, 1, True), (21, 1, False), (0, 0, False)])
def test_cooling_thresholds(window: int, fan: int, upheld: bool) -> None:
    session = start(window_driver_rear_position=window, fan_speed=fan).step(CLIMATE, WINDOWS).step(COOL)
    assert session.say("It is on.").found("011")[1:] == [upheld]


@pytest.mark.parametrize(
    ("state", "upheld"),
    [
        ({"fan_speed": 2, "fan_airflow_direction": "WINDSHIELD_HEAD", "air_conditioning": True}, True),
        ({"fan_speed": 1, "fan_airflow_direction": "WINDSHIELD", "air_conditioning": True}, False),
        ({"fan_speed": 2, "fan_airflow_direction": "HEAD_FEET", "air_conditioning": True}, False),
        ({"fan_speed": 2, "fan_airflow_direction": "WINDSHIELD", "air_conditioning": False}, False),
    ],
)
def test_defrost_needs_air(state: dict[str, object], upheld: bool) -> None:
    session = start(**state).step(CLIMATE).step(DEFROST).say("Done.")
    assert session.found("010") == [True, upheld]


def test_setting_all_three_counts_as_knowing_them() -> None:
    assert start().step(FAN, AIR, COOL).step(DEFROST).found("010") == [True]
    assert start().step(FAN, AIR).step(DEFROST).found("010") == [False]


def test_settings_may_follow_until_the_assistant_speaks() -> None:
    late = start().step(CLIMATE).step(DEFROST).step(FAN, AIR, COOL).say("Done.")
    assert late.found("010") == [True, True]
    too_late = start().step(CLIMATE).step(DEFROST).say("Done.").hear("And now?").step(FAN, AIR, COOL).say("Done.")
    assert too_late.found("010") == [True, False]


def test_defrost_taken_back_before_speaking_leaves_nothing_to_judge() -> None:
    off = ("set_window_defrost", {"on": False, "defrost_window": "ALL"})
    assert start().step(CLIMATE).step(DEFROST).step(off).say("Done.").found("010") == [True]
