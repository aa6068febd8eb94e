"""How warm it is outside: as the scenario's weather says until somebody chooses a temperature, whatever is recorded."""

from car_moments import drawn, said
from dialogue_stories import frosty, told

from scenarios.schema import Scenario
from simulator.dashboard.outside import outside_temperature, shown_state
from simulator.dashboard.panels.status import Status
from simulator.dashboard.spec import Moment
from simulator.events import DriverSpoke, ToolResult, ToolReturned
from simulator.vehicle.change import Change

PANEL = Status()


def end_of(scenario: Scenario) -> Moment:
    story = told("ko", of=scenario, scored=False)
    return Moment(story, len(story))


def chosen(moment: Moment, before: float, after: float, turn: int = 0) -> Moment:
    """Return a moment after a person let the air outside have a temperature."""
    changes = (Change(path="motion.outside_temperature_c", before=before, after=after),) if before != after else ()
    result = ToolResult(call_id="c", name="set_outside_temperature", content="", changes=changes)
    story = moment.story
    story.append(ToolReturned(seq=len(story), turn=turn, at_ms=0, step=None, result=result))
    return Moment(story, len(story))


def test_pinned_weather_is_shown_and_nothing_of_the_car_is_changed() -> None:
    moment = end_of(frosty(-9))
    digest = moment.state.digest()
    assert "외기온 -9°C 맑음" in said(PANEL, moment, 118, lang="ko")
    assert "outside -9 °C sunny" in said(PANEL, moment, 118)
    assert moment.state.motion.outside_temperature_c == 15
    assert moment.state.digest() == digest
    # From the first event on.
    assert "-9 °C" in said(PANEL, Moment(moment.story, 1), 118)


def test_without_pinned_weather_the_cars_own_variable_is_shown() -> None:
    moment = end_of(frosty(None))
    assert "15 °C" in said(PANEL, moment, 118)
    assert shown_state(moment) is moment.state


def test_a_temperature_that_the_scenario_gives_the_car_goes_first() -> None:
    given = frosty(-9).model_copy(update={"state": {"outside_temperature_c": 3}})
    assert "3 °C" in said(PANEL, end_of(given), 118)
    # Even where that is what any car has.
    given = frosty(-9).model_copy(update={"state": {"outside_temperature_c": 15}})
    assert "15 °C" in said(PANEL, end_of(given), 118)


def test_what_a_person_chooses_takes_its_place_from_then_on() -> None:
    moment = end_of(frosty(-9))
    depends = PANEL.depends(moment)
    warm = chosen(moment, 15, 20)
    assert "-9 → 20 °C" in said(PANEL, warm, 118)
    assert PANEL.depends(warm) != depends
    warm.story.append(DriverSpoke(seq=len(warm.story), turn=1, at_ms=0, intended="x"))
    later = Moment(warm.story, len(warm.story))
    assert outside_temperature(later) == (20, 20)
    # Back at what any car has: now it is somebody's choice.
    back = chosen(later, 20, 15, turn=1)
    assert outside_temperature(back) == (20, 15)
    assert "20 → 15 °C" in said(PANEL, back, 118)
    # Scrubbed back, it is as it was.
    assert outside_temperature(Moment(back.story, 1)) == (-9, -9)


def test_choosing_what_any_car_has_is_a_choice() -> None:
    moment = end_of(frosty(-9))
    depends = PANEL.depends(moment)
    after = chosen(moment, 15, 15)
    assert outside_temperature(after) == (-9, 15)
    assert PANEL.depends(after) != depends


def test_controls_are_told_the_same() -> None:
    moment = end_of(frosty(-9))
    assert shown_state(moment).motion.outside_temperature_c == -9
    assert shown_state(moment).climate == moment.state.climate


def test_the_narrowest_line_tells_the_pinned_temperature_too() -> None:
    lines = drawn(PANEL, end_of(frosty(-9)), 40, 0, "ko")
    assert any("-9°C" in line.plain for line in lines)
