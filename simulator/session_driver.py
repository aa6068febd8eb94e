"""The driver's half of a session: what the driver says, what happens meanwhile, what arrives at the assistant."""

import time
from collections.abc import AsyncIterator, Iterator

from simulator.admission import Defect, explain, storable
from simulator.events import (
    DriverSpoke,
    Event,
    SpeechRecognised,
    SpeechSynthesised,
    Timed,
    ToolCall,
    ToolCalled,
    ToolReturned,
)
from simulator.language.duration import speech_ms
from simulator.llm_meter import ModelUse, metered
from simulator.session_course import Course, since_ms
from simulator.users.spec import Exchange, User, Utterance


class DriverSide:
    """Asks the driver and carries the words to the assistant."""

    def __init__(self, course: Course, user: User) -> None:
        self._course = course
        self._user = user
        self._request = -1
        self._history: list[Exchange] = []
        self._uses: list[ModelUse] = []

    @property
    def has_spoken(self) -> bool:
        """Whether a turn is over already."""
        return bool(self._history)

    def remember(self, utterance: Utterance, speech: str) -> None:
        """Note what the driver meant to say and what came back."""
        self._history.append(Exchange(utterance.intended, speech))

    def models_called(self) -> Iterator[Event]:
        """Yield the calls of language models that were made since it was last asked."""
        return self._course.models_called("driver", self._uses)

    async def next_utterance(self) -> Utterance:
        """Return what the driver says next; raises Defect."""
        course = self._course
        async with course.waiting("driver") as limit:
            try:
                with metered(self._uses, session=str(course.trajectory.started.seed), limits=(limit,)):
                    utterance = await self._user.speak(tuple(self._history), course.removed_call)
            except Exception as error:
                raise Defect("driver", explain(error)) from error
        if not isinstance(utterance, Utterance):
            raise Defect("driver", f"spoke with {type(utterance).__name__}, expected Utterance")
        return utterance

    async def speak(self, utterance: Utterance) -> AsyncIterator[Event]:
        """Yield what happens from the driver's utterance to what the assistant hears of it; raises Defect."""
        course = self._course
        request = course.turn if utterance.request is None else utterance.request
        if request > self._request:
            self._request = request
            for event in self._happenings(request):
                yield event
        intended = storable(utterance.intended)
        yield DriverSpoke(**course.mark(), intended=intended, request=utterance.request)
        started = time.perf_counter()
        async with course.waiting("channel"):
            try:
                passage = await course.channel.hear(
                    intended, locale=course.locale, utterance=course.turn, hints=utterance.hints
                )
            except Exception as error:
                raise Defect("channel", explain(error)) from error
        if course.channel.name == "voice":
            yield Timed(**course.mark(), stage="hear", duration_ms=since_ms(started))
        if passage.spoken is not None:
            yield SpeechSynthesised(**course.mark(), speaker="driver", spoken=passage.spoken)
        duration_ms = passage.spoken.duration_ms if passage.spoken else speech_ms(intended)
        for event in course.pass_time(duration_ms):
            yield event
        placeholder = passage.spoken is not None and not passage.spoken.real_speech
        measurable = "a placeholder voice spoke" if placeholder else course.channel.accuracy_reason
        yield SpeechRecognised(**course.mark(), heard=passage.heard, measurable=measurable, slots=utterance.slots)

    def _happenings(self, request: int) -> Iterator[Event]:
        course = self._course
        for number, happening in enumerate(course.scenario.events):
            if happening.before_turn == request:
                call = ToolCall(
                    id=f"event-{number}", name=happening.tool, arguments=happening.arguments, actor=happening.actor
                )
                yield ToolCalled(**course.mark(), step=None, call=call)
                yield ToolReturned(**course.mark(), step=None, result=course.pass_gate(call))
