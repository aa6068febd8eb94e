"""The assistant that knows the answers."""

from datetime import datetime
from typing import Any

import pytest
from drives import WEATHER, Call, scenario

from scenarios.schema import Scenario
from simulator.agents.oracle import Oracle
from simulator.agents.spec import Reply
from simulator.channel import Locale
from simulator.language.acts import Act, recognise
from simulator.trajectory import AssistantView

FAN: Call = ("set_fan_speed", {"level": 3})
SHADE: Call = ("open_close_sunshade", {"percentage": 100})
ROOF: Call = ("open_close_sunroof", {"percentage": 50})
VIEW = AssistantView("en", None, (), {}, datetime(2026, 3, 12, 15, 20), ())


async def answers(of: Scenario, count: int, locale: Locale = "en") -> list[Reply]:
    oracle = Oracle(of, locale)
    return [await oracle.respond(VIEW) for _ in range(count)]


def told(reply: Reply) -> list[str]:
    return [call.name for call in reply.calls] or [reply.speech]


def driver(*turns: dict[str, Any]) -> dict[str, Any]:
    return {"en": {"turns": list(turns)}}


async def test_looks_first_then_changes_one_a_step_then_reports() -> None:
    found = await answers(scenario(SHADE, WEATHER, ROOF), 5)
    assert [told(reply)[0] for reply in found[:3]] == ["get_weather", "open_close_sunshade", "open_close_sunroof"]
    assert all(len(reply.calls) == 1 for reply in found[:3])
    assert found[3].speech == found[4].speech == "That's done."


async def test_asks_what_only_the_driver_knows_and_confirms_by_name() -> None:
    replies = [
        {"on": "confirm", "say": "Yes.", "about": ["trunk"]},
        {"on": "value", "say": "Three.", "about": ["level"]},
    ]
    turns = driver({"say": "The fan.", "replies": replies})
    found = await answers(scenario(FAN, kind="disambiguation", driver=turns), 4)
    assert [recognise(reply.speech, "en").question for reply in found[:2]] == [Act.VALUE, Act.CONFIRM]
    assert found[0].speech.startswith("level: ")
    assert found[1].speech.startswith("trunk: ")
    assert told(found[2]) == ["set_fan_speed"]


async def test_does_not_ask_where_the_car_answers() -> None:
    turns = driver({"say": "The fan.", "replies": [{"on": "value", "say": "Three."}]})
    inner = {"resolved_by": "internal", "element": "level"}
    found = await answers(scenario(FAN, kind="disambiguation", driver=turns, ambiguity=inner), 1)
    assert told(found[0]) == ["set_fan_speed"]


async def test_a_new_request_after_a_report() -> None:
    of = scenario(driver=driver({"say": "One."}, {"say": "Two."})).model_dump()
    of["expected"] = [
        {"tool": "set_fan_speed", "arguments": {"level": 1}, "turn": 0},
        {"tool": "set_fan_speed", "arguments": {"level": 2}, "turn": 1},
    ]
    found = await answers(Scenario.model_validate(of), 4)
    assert [reply.calls[0].arguments["level"] for reply in found if reply.calls] == [1, 2]
    assert [bool(reply.speech) for reply in found] == [False, True, False, True]


@pytest.mark.parametrize("removed", ["set_fan_speed", "set_fan_speed.level", "result.get_weather.current_slot"])
async def test_admits_what_the_car_lacks_and_never_uses_it(removed: str) -> None:
    of = scenario(WEATHER, FAN, kind="hallucination", removed=[removed])
    found = await answers(of, 4)
    assert recognise(found[-1].speech, "en").acts == (Act.LIMIT,)
    calls = {call.name for reply in found for call in reply.calls}
    assert calls <= {"get_weather"} | ({"set_fan_speed"} if removed.startswith("result.") else set())


@pytest.mark.parametrize("level", ["hae", "haeyo", "hapsyo"])
async def test_keeps_the_korean_speech_level_and_tells_a_temperature_difference(level: str) -> None:
    warm: Call = ("set_climate_temperature", {"temperature": 26, "seat_zone": "DRIVER"})
    of = scenario(warm, driver={"ko": {"level": level, "turns": [{"say": "따뜻하게."}]}})
    speech = (await answers(of, 2, "ko"))[1].speech
    endings = {"hae": ("됐어", "나."), "haeyo": ("됐어요", "나요."), "hapsyo": ("했습니다", "납니다.")}[level]
    assert speech.partition(". ")[0].endswith(endings[0])
    assert speech.endswith(endings[1])
    assert recognise(speech, "ko").acts == (Act.DONE,)
