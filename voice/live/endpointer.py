"""When an utterance begins, pauses and is over, told from probabilities alone."""

from dataclasses import dataclass, replace
from enum import StrEnum

from voice.live.detector import FRAME_MS

# Within speech a frame may be this much less certain and still belong to it, as Silero's own code has it.
_HYSTERESIS = 0.15
# A candidate survives gaps as short as those between syllables.
_GAP_MS = 96


class Signal(StrEnum):
    """What a frame brought."""

    STARTED = "started"
    PAUSED = "paused"
    """Silent for long enough to guess that it is over."""
    RESUMED = "resumed"
    """It was not."""
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class EndpointRule:
    """When speech counts as begun, paused and over.

    Source: docs/voice.md, 'Talking live': threshold 0.5, 100 to 150 ms of speech, 500 to 600 ms of silence, 800 ms
    while somebody dictates digits, 15 s at most; a guess at the end is worth making after 200 ms.
    """

    threshold: float = 0.5
    shortest_speech_ms: int = 128
    pause_ms: int = 200
    end_silence_ms: int = 500
    longest_ms: int = 15_000


COMMANDS = EndpointRule()
DICTATION = replace(COMMANDS, end_silence_ms=800)
OVER_SPEECH = replace(COMMANDS, threshold=0.8, shortest_speech_ms=250)
"""While the loudspeaker plays, so that its echo is not taken for the driver."""


class Endpointer:
    """Follows one stream frame by frame; after ENDED it waits for the next utterance.

    `start` and `end` are frame numbers from the first frame ever fed: where the speech began, and the first frame
    after its last certain one.
    """

    def __init__(self, rule: EndpointRule = COMMANDS, frame_ms: int = FRAME_MS) -> None:
        self.rule = rule
        self.fed = 0
        self.start = 0
        self.end = 0
        self.speaking = False
        self._frame_ms = frame_ms
        self._paused = False
        self._certain = 0

    def reset(self) -> None:
        """Forget an utterance that has begun; the count of frames goes on."""
        self.speaking = self._paused = False
        self._certain = 0

    @property
    def quiet(self) -> bool:
        """Whether the newest frame held no speech."""
        return self.fed > self.end

    def feed(self, probability: float) -> Signal | None:
        """Take the next frame's probability of speech."""
        self.fed += 1
        return self._within(probability) if self.speaking else self._before(probability)

    def _ms(self, frames: int) -> int:
        return frames * self._frame_ms

    def _before(self, probability: float) -> Signal | None:
        if probability < self.rule.threshold:
            if self._certain and self._ms(self.fed - self.end) > _GAP_MS:
                self._certain = 0
            return None
        if not self._certain:
            self.start = self.fed - 1
        self._certain += 1
        self.end = self.fed
        if self._ms(self._certain) < self.rule.shortest_speech_ms:
            return None
        self.speaking = True
        return Signal.STARTED

    def _within(self, probability: float) -> Signal | None:
        if self._ms(self.fed - self.start) >= self.rule.longest_ms:
            return self._over()
        if probability >= self.rule.threshold - _HYSTERESIS:
            self.end = self.fed
            resumed, self._paused = self._paused, False
            return Signal.RESUMED if resumed else None
        silent_ms = self._ms(self.fed - self.end)
        if silent_ms >= self.rule.end_silence_ms:
            return self._over()
        if silent_ms >= self.rule.pause_ms and not self._paused:
            self._paused = True
            return Signal.PAUSED
        return None

    def _over(self) -> Signal:
        self.reset()
        return Signal.ENDED
