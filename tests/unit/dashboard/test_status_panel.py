"""The status panel: one line where there is one, all of it where there is room, in both languages."""

from typing import Any

import pytest
from car_moments import LANGS, MARKS, drawn, moment_of, said, styled
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_world import RowsWorld

from simulator.dashboard.panels.status import Status
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.spec import Moment
from simulator.events import ConditionChanged, DriverSpoke

PANEL = Status()
STATES = st.fixed_dictionaries(
    {
        "speed_kph": st.floats(0, 300),
        "gear": st.sampled_from("PRND"),
        "outside_temperature_c": st.floats(-60, 60),
        "state_of_charge": st.floats(10, 100),
        "outside_weather": st.sampled_from(["", "sunny", "cloudy_and_rain_and_thunderstorm"]),
        "incoming_call": st.text(max_size=80),
    }
)
VALUES: dict[str, tuple[Any, Any]] = {
    "speed_kph": (0, 80),
    "gear": ("P", "D"),
    "outside_temperature_c": (15, -3.5),
    "state_of_charge": (10, 64),
    "outside_weather": ("sunny", "cloudy_and_rain"),
    "incoming_call": ("", "Anna"),
}


def later(moment: Moment, *events: Any) -> Moment:
    """Return a moment after more events of its story."""
    for event in events:
        moment.story.append(event)
    return Moment(moment.story, len(moment.story))


def switched(seq: int, name: Any, before: Any, after: Any) -> ConditionChanged:
    return ConditionChanged(seq=seq, turn=0, at_ms=0, name=name, before=before, after=after)


@pytest.mark.parametrize("lang", LANGS)
@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(now=STATES, was=STATES, width=st.integers(20, 120), height=st.integers(0, 3))
def test_no_line_is_wider_than_asked(
    lang: UiLang, now: dict[str, Any], was: dict[str, Any], width: int, height: int
) -> None:
    lines = drawn(PANEL, moment_of(now, was, flashing=True), width, height, lang)
    assert len(lines) == 1 if height == 1 or width >= 76 else lines
    assert all(character.isprintable() for line in lines for character in line.plain)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", [20, 40, 56, 78, 118])
@pytest.mark.parametrize("variable", VALUES)
def test_every_value_reads_differently_and_changes_point_from_old_to_new(
    variable: str, width: int, lang: UiLang
) -> None:
    before, after = VALUES[variable]
    calm, other = moment_of({variable: before}), moment_of({variable: after})
    assert said(PANEL, calm, width, lang=lang) != said(PANEL, other, width, lang=lang)
    assert PANEL.depends(calm) != PANEL.depends(other)
    changed = moment_of({variable: after}, {variable: before})
    assert "→" in said(PANEL, changed, width, lang=lang)
    assert styled(drawn(PANEL, changed, width, lang=lang), MARKS.changed)
    flashing = moment_of({variable: after}, {variable: before}, flashing=True)
    assert styled(drawn(PANEL, flashing, width, lang=lang), MARKS.flash)
    assert PANEL.depends(flashing) != PANEL.depends(changed)


def test_a_line_of_80_columns_tells_when_where_how_fast_how_warm_and_how_full() -> None:
    moment = moment_of({"speed_kph": 50, "gear": "D", "outside_weather": "cloudy_and_rain", "state_of_charge": 64})
    assert said(PANEL, moment, 78) == "Fri 14 Feb 12:00  Munich  50 km/h D  15 °C rain  battery 64 %  a  no turn yet"


def test_a_wide_line_tells_everything_in_both_languages() -> None:
    state = {"speed_kph": 50, "gear": "D", "outside_weather": "cloudy_and_rain"}
    english, korean = (said(PANEL, moment_of(state), 198, lang=lang) for lang in LANGS)
    assert english == (
        "Fri 14 Feb 2025 12:00  Munich  50 km/h  gear D  outside 15 °C rain  battery 10 %  a  text  no turn yet"
    )
    assert (
        korean == "2025년 2월 14일(금) 12:00  Munich  50 km/h  기어 D  외기온 15°C 비  배터리 10%  a  텍스트  턴 없음"
    )


def test_the_place_is_named_in_the_language_that_the_session_began_in() -> None:
    rows = [{"id": "loc_mun_9995", "name": "Munich", "position": {"longitude": 11.6, "latitude": 48.1}}]
    world = RowsWorld(locations=rows)
    assert "뮌헨" in said(PANEL, moment_of({}, locale="ko", world=world), 118)
    english = moment_of({}, locale="en", world=world)
    assert "Munich" in said(PANEL, english, 118, lang="ko")
    # Tools and the map go on with the names of the world the session began in.
    assert "Munich" in said(PANEL, later(english, switched(1, "locale", "en", "ko")), 118)


def test_what_was_switched_in_mid_drive_is_told_as_it_is_now() -> None:
    moment = moment_of({})
    before = PANEL.depends(moment)
    after = later(moment, switched(1, "agent", "a", "other"), switched(2, "speech_level", None, "haeyo"))
    assert "other" in said(PANEL, after, 118)
    assert "해요체" in said(PANEL, after, 118, lang="ko")
    assert PANEL.depends(after) != before
    # Scrubbed back, it is as it was.
    assert PANEL.depends(Moment(after.story, 1)) == before


def test_turns_count_from_one_once_somebody_spoke() -> None:
    moment = moment_of({})
    assert "no turn yet" in said(PANEL, moment, 118)
    spoken = later(moment, DriverSpoke(seq=1, turn=0, at_ms=61_000, intended="x"))
    assert "turn 1" in said(PANEL, spoken, 118)
    assert "12:01" in said(PANEL, spoken, 118)


def test_seconds_do_not_draw_it_anew() -> None:
    moment = moment_of({})
    first = later(moment, DriverSpoke(seq=1, turn=0, at_ms=1_000, intended="x"))
    depends = PANEL.depends(first)
    second = later(moment, DriverSpoke(seq=2, turn=0, at_ms=59_000, intended="x"))
    assert PANEL.depends(second) == depends


def test_the_forecast_is_that_of_the_hour_unless_a_person_decides() -> None:
    slot = {"temperature_c": 3, "wind_speed_kph": 1, "humidity_percent": 50}
    slots = [
        {"start_time": "00:00", "end_time": "12:00", "condition": "sunny", **slot},
        {"start_time": "12:00", "end_time": "24:00", "condition": "cloudy_and_fog", **slot},
    ]
    world = RowsWorld(weather=[{"location_id": "loc_mun_9995", "weather": slots}])
    assert "fog" in said(PANEL, moment_of({}, world=world), 118)
    assert "sunny" in said(PANEL, moment_of({"outside_weather": "sunny"}, world=world), 118)
    assert "15 °C  battery" in said(PANEL, moment_of({}, world=RowsWorld()), 118)
