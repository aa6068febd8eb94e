"""Calendar and weather of the current day only."""

import pytest
from drives import WEATHER, Call, Drive, scenario

CALENDAR: Call = ("get_entries_from_calendar", {"month": 3, "day": 12})


@pytest.mark.parametrize(("policy", "call"), [("023", CALENDAR), ("024", WEATHER)])
@pytest.mark.parametrize(("change", "upheld"), [({}, True), ({"day": 13}, False), ({"month": 4}, False)])
def test_another_day_is_a_breach(policy: str, call: Call, change: dict[str, int], upheld: bool) -> None:
    driven = Drive(scenario()).hear("What's on?").step((call[0], call[1] | change))
    assert driven.found(policy) == [upheld]


def test_a_look_for_an_unknown_place_says_nothing_of_the_day() -> None:
    nowhere = WEATHER[1] | {"location_or_poi_id": "loc_xyz_000000"}
    assert Drive(scenario()).hear("Weather?").step(("get_weather", nowhere)).found("024") == []


def test_one_wrong_day_among_several_looks_breaks_it() -> None:
    tomorrow = (WEATHER[0], WEATHER[1] | {"day": 13})
    driven = Drive(scenario()).hear("Today and tomorrow?").step(WEATHER, tomorrow)
    assert driven.found("024") == [False]
    assert "024" in driven.reasons("024")
