"""What a turn's time went to, stage by stage, from the events of the turn."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from simulator.events import (
    Event,
    SpeechRecognised,
    SpeechSynthesised,
    Timed,
    TurnTimed,
)

Stage = Literal["endpoint", "recognition", "model", "tools", "voice"]
STAGES: tuple[Stage, ...] = ("endpoint", "recognition", "model", "tools", "voice")

TIMING = (Timed, TurnTimed, SpeechRecognised, SpeechSynthesised)
"""The events that say how long something took."""


@dataclass(slots=True)
class SpentTime:
    """The time of one turn in ms; None where a stage did not occur or was not timed.

    `waited` is what calls of ours waited for their turn at an endpoint, no part of any stage. `response` is what a
    person waited from the end of the words to the beginning of the answer, known of live turns only.
    """

    endpoint: float | None = None
    recognition: float | None = None
    model: float | None = None
    tools: float | None = None
    voice: float | None = None
    waited: float = 0.0
    response: float | None = None

    def stages(self) -> Iterator[tuple[Stage, float]]:
        """Yield the stages that took time, in the order they follow each other."""
        for stage in STAGES:
            took_ms: float | None = getattr(self, stage)
            if took_ms is not None:
                yield stage, took_ms

    @property
    def total(self) -> float:
        """All stages together."""
        return sum(took_ms for _, took_ms in self.stages())

    @property
    def elsewhere(self) -> float:
        """What of the response no stage accounts for: checks of the session, the screen, the way to the loudspeaker."""
        if self.response is None:
            return 0.0
        return max(self.response - self.total - self.waited, 0.0)


def spent_time(events: Iterable[Event]) -> SpentTime:
    """Return what the time of one turn went to.

    A live turn tells when its stages were reached, so that the recogniser and the voice count with what was waited for
    them; elsewhere their own times count, or that of the whole way through the channel.
    """
    found = SpentTime()
    timed: TurnTimed | None = None
    heard = said = 0.0
    for event in events:
        match event:
            case Timed(stage="agent", duration_ms=took_ms, waited_ms=waited_ms):
                found.model = (found.model or 0.0) + took_ms
                found.waited += waited_ms
            case Timed(stage="tools", duration_ms=took_ms):
                found.tools = (found.tools or 0.0) + took_ms
            case Timed(stage="hear", duration_ms=took_ms):
                heard += took_ms
            case Timed(stage="say", duration_ms=took_ms):
                said += took_ms
            case SpeechRecognised(heard=recognised) if recognised.recognition_ms:
                found.recognition = float(recognised.recognition_ms)
            case SpeechSynthesised(speaker="assistant", spoken=spoken) if spoken.synthesis_ms:
                found.voice = float(spoken.synthesis_ms)
            case TurnTimed():
                timed = event
    if found.recognition is None and heard >= 1:
        found.recognition = heard
    if found.voice is None and said >= 1:
        found.voice = said
    if timed is not None:
        _live(timed, found)
    return found


def _live(timed: TurnTimed, found: SpentTime) -> None:
    spoken = timed.mode != "typed"
    if spoken:
        found.endpoint = _between(timed.t_speech_end, timed.t_endpoint)
        recognised = _between(timed.t_endpoint, timed.t_asr_final)
        found.recognition = found.recognition if recognised is None else recognised
    voiced = _between(timed.t_agent, timed.t_tts_first)
    found.voice = found.voice if voiced is None else voiced
    said = timed.t_speech_end if spoken else timed.t_asr_final
    found.response = _between(said, timed.t_agent if timed.t_audio_out is None else timed.t_audio_out)


def _between(start: float | None, end: float | None) -> float | None:
    return None if start is None or end is None else max(end - start, 0.0)
