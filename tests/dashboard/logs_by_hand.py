"""Logs of events that a test makes by hand."""

from typing import Any

from drives import scenario
from rich.text import Text

from simulator.channel import Heard, Locale
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.registered import log
from simulator.dashboard.spec import Entry, Look
from simulator.dashboard.story import Story
from simulator.events import (
    Actor,
    DriverSpoke,
    Event,
    Fault,
    FaultKind,
    SessionStarted,
    SpeechRecognised,
    ToolCall,
    ToolCalled,
    ToolResult,
    ToolReturned,
)
from simulator.vehicle.change import Change

NASTY = "red\x1b[31m bell\x07 left\u202e tab\t one\rtwo\x9b"
"""What a terminal would obey: a colour, a bell, a bidirectional override, a carriage return, an 8-bit escape."""
MARK: dict[str, int] = {"seq": 0, "turn": 0, "at_ms": 0}


def begin(locale: Locale = "en") -> Story:
    """Return a story that has just begun."""
    of = scenario()
    story = Story(of, locale, of.build_world(0, locale))
    state = of.build_state()
    story.append(
        SessionStarted(
            **MARK,
            scenario_id=of.id,
            kind=of.kind,
            locale=locale,
            speech_level=None,
            trial=0,
            seed=0,
            agent="playing",
            user="scripted",
            channel="text",
            state=state.model_dump(),
            digest=state.digest(),
        )
    )
    return story


def told(key: str, *events: Event, locale: Locale = "en", lang: UiLang = "en") -> list[Entry]:
    """Return the entries of a log of these events."""
    story = begin(locale)
    for event in events:
        story.append(event)
    look, one = Look(lang), log(key)
    return [entry for index in range(len(story)) if (entry := one.entry(story, index, look)) is not None]


def heads(key: str, *events: Event, locale: Locale = "en", lang: UiLang = "en") -> list[str]:
    """Return the heads of a log's entries as plain text."""
    return [entry.head.plain for entry in told(key, *events, locale=locale, lang=lang)]


def spoken(intended: str, heard: str, engine: str = "whisper", confidence: float | None = None) -> tuple[Event, Event]:
    """Return the two events of an utterance."""
    said = Heard(text=heard, engine=engine, confidence=confidence)
    return DriverSpoke(**MARK, intended=intended), SpeechRecognised(**MARK, heard=said)


def called(
    name: str,
    arguments: dict[str, Any],
    *changes: tuple[str, Any, Any],
    content: str = "{}",
    fault: Fault | None = None,
    actor: Actor = "assistant",
    step: int = 0,
) -> tuple[Event, Event]:
    """Return the two events of a call; only the assistant's have a step."""
    number = step if actor == "assistant" else None
    done = tuple(Change(path=path, before=before, after=after) for path, before, after in changes)
    result = ToolResult(call_id="c", name=name, content=content, fault=fault, changes=done)
    call = ToolCall(id="c", name=name, arguments=arguments, actor=actor)
    return ToolCalled(**MARK, step=number, call=call), ToolReturned(**MARK, step=number, result=result)


def refused(message: str = "the shade is in the way", code: str = "SUN_001", policy: str | None = None) -> Fault:
    """Return a fault."""
    return Fault(kind=FaultKind.CHECKED, code=code, message=message, policy=policy)


def texts(entry: Entry) -> list[Text]:
    """Return everything of an entry."""
    return [entry.head, *entry.details]


def harmless(entries: list[Entry]) -> bool:
    """Whether a terminal would obey nothing in these entries."""
    return all(text.plain.isprintable() for entry in entries for text in texts(entry))
