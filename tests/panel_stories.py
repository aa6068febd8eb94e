"""Stories with everything in them that panels of the hood look at: times, model calls, speech misheard and answers."""

from collections.abc import Sequence
from typing import Any

from drives import Call, Drive, scenario
from rich.text import Text

from scenarios.schema import Scenario
from simulator.channel import Heard, Locale, Spoken
from simulator.dashboard.registered import panel
from simulator.dashboard.spec import Look, Moment
from simulator.dashboard.story import Story
from simulator.events import (
    AssistantSpoke,
    Event,
    ModelCalled,
    SessionStarted,
    SpeechRecognised,
    SpeechSynthesised,
    Timed,
    TurnTimed,
)

FAN: Call = ("set_fan_speed", {"level": 3})
WIDTHS = range(20, 121)
SAID = {
    "en": ("Please set the fan to three.", "Please set the van to three.", "The fan is at level 3 now. Anything else?"),
    "ko": ("바람 세기를 3으로 해 줘.", "바람 새기를 3으로 해 줘.", "바람 세기를 3단으로 맞췄어요. 더 필요하십니까?"),
}


def story_of(events: Sequence[Event], of: Scenario, locale: Locale = "en") -> Story:
    """Return the story of hand-made events."""
    return Story.of(events, of, locale, of.build_world(0))


def renumbered(events: Sequence[Event]) -> list[Event]:
    """Return events with the numbers of their places."""
    return [event.model_copy(update={"seq": place}) for place, event in enumerate(events)]


def full_events(locale: Locale = "en", turns: int = 3, *, model: str = "gpt-4.1-mini", **level: Any) -> list[Event]:
    """Return a spoken session in which every stage of every turn is timed and every turn has a model call."""
    of = scenario(FAN)
    drive = Drive(of, locale)
    intended, heard, answer = SAID[locale]
    for turn in range(turns):
        drive.hear(intended, heard if turn % 2 else intended, request=0)
        drive.step(("set_fan_speed", {"level": 3 if turn % 2 == 0 else 2}))
        drive.say(answer)
    made: list[Event] = []
    for event in drive.end().events:
        made += _with_times(event, model, level)
    return renumbered(made)


def _with_times(event: Event, model: str, level: dict[str, Any]) -> list[Event]:
    at: dict[str, int] = {"seq": 0, "turn": event.turn, "at_ms": event.at_ms}
    match event:
        case SessionStarted():
            return [event.model_copy(update={"channel": "voice"} | level)]
        case SpeechRecognised(heard=words):
            slow = Heard(text=words.text, engine="e", recognition_ms=400)
            return [event.model_copy(update={"heard": slow}), Timed(**at, stage="hear", duration_ms=900)]
        case AssistantSpoke():
            return [
                ModelCalled(
                    **at,
                    role="assistant",
                    model=model,
                    prompt_tokens=1200,
                    cached_tokens=1000,
                    completion_tokens=80,
                    reasoning_tokens=20,
                    latency_ms=1400,
                    first_token_ms=310,
                    retries=1,
                ),
                Timed(**at, stage="agent", duration_ms=1500, waited_ms=250),
                Timed(**at, stage="tools", duration_ms=35),
                event,
                SpeechSynthesised(
                    **at,
                    speaker="assistant",
                    spoken=Spoken(engine="e", voice="v", duration_ms=2000, synthesis_ms=180, real_speech=True),
                ),
            ]
    return [event]


def live_turn(mode: str = "push-to-talk", **moments: float) -> TurnTimed:
    """Return the times of one live turn, without their `t_`."""
    named = {f"t_{name}": value for name, value in moments.items()}
    return TurnTimed.model_validate({"seq": 0, "turn": 0, "at_ms": 0, "mode": mode, **named})


def drawn(key: str, story: Story, width: int = 60, *, position: int | None = None, **more: Any) -> list[Text]:
    """Return the lines of a panel at a moment, by default the last one; `lang` is the interface's language."""
    look = Look(more.pop("lang", "en"))
    moment = Moment(story, len(story) if position is None else position, **more)
    return panel(key).draw(moment, width, 20, look)


def text_of(lines: Sequence[Text]) -> str:
    """Return lines as one text without styles."""
    return "\n".join(line.plain for line in lines)


def fits(lines: Sequence[Text], width: int) -> bool:
    """Return whether no line is wider than it may be or hides a second one."""
    return all(line.cell_len <= width and "\n" not in line.plain for line in lines)
