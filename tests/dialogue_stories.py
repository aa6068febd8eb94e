"""A dialogue with everything in it that the dashboard shows of one, played by hand and told as a story."""

from typing import Any

from drives import Call, Drive
from planted_kpis import dialogue

from scenarios.schema import Scenario, Weather
from simulator.channel import Locale
from simulator.cockpit.scoring import LiveScoring
from simulator.dashboard.story import Story
from simulator.events import SessionStarted, SpeechLevel

REFERENCE = {
    "en": "I'll take the road without tolls.",
    "hae": "통행료 없는 길로 갈게.",
    "haeyo": "통행료 없는 길로 갈게요.",
    "hapsyo": "통행료 없는 길로 가겠습니다.",
}
HANGS = {"en": "No tolls was agreed on before.", "ko": "통행료 없는 길로만 가기로 했다."}
CHECKS: dict[str, Any] = {
    "must_say": [{"ko": ["통행료 없", "무료 도로"], "en": ["without tolls", "toll-free"]}],
    "must_not_say": {"ko": "8200원", "en": "8,200 won"},
    "accept": [{"tool": "set_fan_speed", "arguments": {"level": 3}}, {"state": {"fog_lights": True}}],
    "hold": {"route": {"toll": False}},
}
SAID = {"en": "It costs 8,200 won to take the motorway.", "ko": "고속도로 통행료는 8200원이에요."}
FAN: Call = ("set_fan_speed", {"level": 3})


def frosty(celsius: int | None = -9) -> Scenario:
    """Build a dialogue about tolls whose weather is pinned, to frost by default; None pins nothing."""
    made = dialogue("retention", CHECKS, reference=REFERENCE, note=HANGS, level="haeyo")
    weather = None if celsius is None else Weather(condition="sunny", temperature_c=celsius)
    return made.model_copy(update={"weather": weather})


def told(
    locale: Locale = "ko", level: SpeechLevel | None = None, *, of: Scenario | None = None, scored: bool = True
) -> Story:
    """Return the story of a session in which the answer breaks a promise after it set the fan."""
    scenario = of or frosty()
    drive = Drive(scenario, locale)
    drive.hear(scenario.driver[locale].turns[0].say)
    drive.step(FAN)
    events = list(drive.say(SAID[locale]).end().events)
    started = events[0]
    assert isinstance(started, SessionStarted)
    events[0] = started.model_copy(update={"speech_level": level})
    story = Story.of(events, scenario, locale, scenario.build_world(0, locale))
    if scored:
        story.score(LiveScoring().score(events, scenario))
    return story
