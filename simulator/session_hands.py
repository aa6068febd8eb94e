"""A session's dialogue with a person reaching in: what they do happens as soon as the dialogue waits for anything."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from typing import Any, get_args

from simulator.admission import Defect
from simulator.agents.spec import Agent
from simulator.channel import LOCALES
from simulator.events import (
    AssistantSpoke,
    ConditionChanged,
    DriverSpoke,
    DriverUnderstood,
    Event,
    SpeechLevel,
    SpeechRecognised,
    StepClosed,
    ToolCalled,
    ToolReturned,
)
from simulator.hands import Act, Change, Hands
from simulator.session_course import Course

_LEVELS: tuple[SpeechLevel, ...] = get_args(SpeechLevel)
# After these no half-made step and no answer that is not recorded yet is left behind.
_OPEN_AFTER = (DriverUnderstood, DriverSpoke, SpeechRecognised, StepClosed, AssistantSpoke)
# A dialogue that cannot be stopped holds up the session's end for no longer than this.
STOP_TIMEOUT_S = 5.0


async def attended(
    course: Course, hands: Hands, dialogue: AsyncIterator[Event], switch: Callable[[Agent], None]
) -> AsyncGenerator[Event, None]:
    """Yield the dialogue's events and between them those of a person's acts, all of them recorded.

    An act falls only where the dialogue waits (for the driver, the assistant, the channel) or could, so that a step's
    calls stay together. `switch` puts a new assistant to work. Raises what the dialogue raises, and Defect when a tool
    breaks in a person's hands.
    """
    coming: asyncio.Task[Event] | None = None
    open_to_acts = True
    try:
        while True:
            while open_to_acts and (act := hands.next_act()) is not None:
                for event in _carried_out(course, act, switch):
                    yield event
            coming = asyncio.create_task(_next(dialogue))
            # Lets it run up to its event, or to where it waits.
            await asyncio.sleep(0)
            while not coming.done():
                act = hands.next_act() if course.waits else None
                if act is not None:
                    for event in _carried_out(course, act, switch):
                        yield event
                elif course.waits:
                    either: set[asyncio.Future[Any]] = {coming, hands.stirred()}
                    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
                else:
                    await asyncio.wait({coming})
            # What the dialogue has made is numbered already: nothing may be recorded before it.
            made = course.record(coming.result())
            open_to_acts = isinstance(made, _OPEN_AFTER)
            yield made
    finally:
        if coming is not None and not coming.done():
            coming.cancel()
            await asyncio.wait({coming}, timeout=STOP_TIMEOUT_S)


async def _next(dialogue: AsyncIterator[Event]) -> Event:
    return await anext(dialogue)


def _carried_out(course: Course, act: Act, switch: Callable[[Agent], None]) -> Iterator[Event]:
    """Carry out an act and yield its events, raising Defect after them.

    All are recorded before the first is told: the dialogue may go on while somebody looks at it.
    """
    if isinstance(act, Change):
        _change(course, act, switch)
        yield course.record(_changed(course, act))
        return
    called = course.record(ToolCalled(**course.mark(), step=None, call=act))
    try:
        result = course.pass_gate(act)
    except Defect:
        yield called
        raise
    course.disturbed = course.disturbed or bool(result.changes)
    returned = course.record(ToolReturned(**course.mark(), step=None, result=result))
    yield called
    yield returned


def _changed(course: Course, act: Change) -> ConditionChanged:
    return ConditionChanged(**course.mark(), name=act.name, before=act.before, after=act.after)


def _change(course: Course, act: Change, switch: Callable[[Agent], None]) -> None:
    if act.agent is not None:
        switch(act.agent)
    elif act.name == "locale":
        course.locale = next(locale for locale in LOCALES if locale == act.after)
    elif act.name == "speech_level":
        course.speech_level = next((level for level in _LEVELS if level == act.after), None)
