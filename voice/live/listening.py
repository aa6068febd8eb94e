"""From frames of sound to utterances: when to listen, where one begins and ends, what is a press and what is not."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from simulator.channel import Heard
from voice.audio import RECOGNITION_RATE_HZ, Pcm
from voice.live.detector import FRAME_SAMPLES, FrameDetector
from voice.live.endpointer import COMMANDS, DICTATION, OVER_SPEECH, Endpointer, Signal
from voice.live.microphone import Frame
from voice.live.recognition import Recognition, dictates
from voice.live.ring import RingBuffer

Mode = Literal["push-to-talk", "hands-free"]
# Source: docs/voice.md, 'Talking live': what was said 300 ms before a press and 200 ms after it still counts.
PRE_ROLL_MS = 300
POST_ROLL_MS = 200
TAIL_MS = 150
_KEPT_S = 20


class Gate(StrEnum):
    """What sound is listened to."""

    SHUT = "shut"
    """None: the assistant speaks or thinks, and the driver waits."""
    OPEN = "open"
    """All."""
    OVER_SPEECH = "over speech"
    """Only what is clearly speech: the assistant is speaking and may be interrupted."""


@dataclass(frozen=True, slots=True)
class Capture:
    """One utterance; moments are on `time.perf_counter`'s clock, `over_speech` tells that it interrupted."""

    heard: Heard
    pcm: Pcm
    at_start: float
    at_speech_end: float
    at_endpoint: float
    at_partial: float | None
    at_final: float
    over_speech: bool


@dataclass(frozen=True, slots=True)
class Hooks:
    """Who is told what: that speech began, that a press held none, an utterance, that the recogniser failed."""

    started: Callable[[], None]
    empty: Callable[[], None]
    captured: Callable[[Capture], None]
    failed: Callable[[Exception], None]


class Listener:
    """Follows one microphone; lives on the event loop, where its frames are fed in order."""

    def __init__(self, mode: Mode, detector: FrameDetector, recognition: Recognition, hooks: Hooks) -> None:
        self.mode: Mode = mode
        self.gate = Gate.SHUT
        self._detector = detector
        self._recognition = recognition
        self._hooks = hooks
        self._sound = RingBuffer(_KEPT_S * RECOGNITION_RATE_HZ)
        self._ends = Endpointer()
        self._offset = 0
        self._open_from = 0
        self._shut_until = 0.0
        self._pressed_at: int | None = None
        self._released_at: float | None = None
        self._heard_speech = False
        self._over_speech = False
        self._fed_to = 0
        self._newest = 0.0
        self._deciding: set[asyncio.Task[None]] = set()

    def open(self, gate: Gate, tail_ms: int = 0) -> None:
        """Change what is listened to; `tail_ms` more are ignored, for the loudspeaker's last sound on its way."""
        before, self.gate = self.gate, gate
        if gate is Gate.OPEN and before is Gate.OVER_SPEECH and self._ends.speaking:
            # The driver interrupted and speaks on.
            self._ends.rule = COMMANDS
            return
        self._shut_until = time.perf_counter() + tail_ms / 1000 if tail_ms else 0.0
        if self._pressed_at is None:
            self._forget()

    def _forget(self) -> None:
        self._ends = Endpointer(OVER_SPEECH if self.gate is Gate.OVER_SPEECH else COMMANDS)
        self._detector.reset()
        self._offset = self._open_from = self._sound.end
        self._heard_speech = self._over_speech = False

    @property
    def pressed(self) -> bool:
        """Whether the button is held."""
        return self._pressed_at is not None and self._released_at is None

    def press(self) -> None:
        """Begin an utterance, 300 ms before now."""
        if self._pressed_at is not None:
            return
        self._ends = Endpointer()
        self._detector.reset()
        before = PRE_ROLL_MS * RECOGNITION_RATE_HZ // 1000 // FRAME_SAMPLES * FRAME_SAMPLES
        self._offset = self._pressed_at = max(self._sound.end - before, self._sound.start, 0)
        self._released_at, self._heard_speech, self._over_speech = None, False, False
        self._recognition.begin()
        self._fed_to = self._offset
        for start in range(self._offset, self._sound.end, FRAME_SAMPLES):
            self._follow(self._sound.read(start, start + FRAME_SAMPLES))

    def release(self) -> None:
        """End the utterance, 200 ms after now; what was said is worked on as soon as it is quiet."""
        if not self.pressed:
            return
        self._released_at = time.perf_counter()

    def drop(self) -> None:
        """Forget a press and an utterance that has begun, as when the microphone is gone."""
        self._pressed_at = self._released_at = None
        self._forget()

    def feed(self, frame: Frame) -> None:
        """Take the next 32 ms of sound."""
        self._sound.write(frame.samples)
        self._newest = frame.at
        if self.mode == "push-to-talk":
            if self._pressed_at is None:
                return
            signal = self._follow(frame.samples)
            if signal is Signal.ENDED:
                self._decide(self._released_at or time.perf_counter())
            elif self._released_at is not None:
                self._after_release(frame.at - self._released_at, self._released_at)
            return
        if self.gate is Gate.SHUT or self._deciding:
            self._open_from = self._offset = self._sound.end
            return
        if frame.at < self._shut_until:
            self._forget()
            return
        signal = self._follow(frame.samples)
        if signal is Signal.ENDED:
            self._decide(time.perf_counter())

    def _after_release(self, since_s: float, released_at: float) -> None:
        if since_s >= POST_ROLL_MS / 1000:
            self._decide(released_at)
        elif since_s >= 0 and self._heard_speech and self._ends.quiet:
            self._guess()

    def _follow(self, frame: bytes) -> Signal | None:
        signal = self._ends.feed(self._detector.probability(frame))
        match signal:
            case Signal.STARTED:
                self._heard_speech = True
                self._over_speech = self.gate is Gate.OVER_SPEECH
                if self.mode == "hands-free":
                    self._recognition.begin()
                    self._fed_to = self._begin()
                self._ends.rule = COMMANDS
                self._hooks.started()
            case Signal.PAUSED:
                self._guess()
        if self._ends.speaking:
            self._stream()
            self._ends.rule = DICTATION if dictates(self._recognition.partial) else COMMANDS
        return signal

    def _stream(self) -> None:
        end = self._sound.end
        if end > self._fed_to:
            self._recognition.feed(Pcm(self._sound.read(self._fed_to, end), RECOGNITION_RATE_HZ))
            self._fed_to = end

    def _sample(self, frame_number: int) -> int:
        return self._offset + frame_number * FRAME_SAMPLES

    def _begin(self) -> int:
        if self._pressed_at is not None:
            return self._pressed_at
        before = PRE_ROLL_MS * RECOGNITION_RATE_HZ // 1000
        return max(self._sample(self._ends.start) - before, self._open_from)

    def _guess(self) -> None:
        end = self._sample(self._ends.end)
        if not self._recognition.covers(end):
            self._recognition.guess(self._cut(end), self._sound.end)

    def _cut(self, end: int) -> Pcm:
        """Return the utterance with some of the quiet around it, in which a recogniser finds its feet."""
        after = POST_ROLL_MS * RECOGNITION_RATE_HZ // 1000
        return Pcm(self._sound.read(self._begin(), end + after), RECOGNITION_RATE_HZ)

    def _at(self, sample: int) -> float:
        return self._newest - (self._sound.end - sample) / RECOGNITION_RATE_HZ

    def _decide(self, at_endpoint: float) -> None:
        """The utterance is over: recognise it, or say that a press held no speech."""
        spoke, over_speech = self._heard_speech, self._over_speech
        end = self._sample(self._ends.end)
        sound, at_start, at_end = self._cut(end), self._at(self._sample(self._ends.start)), self._at(end)
        self._stream()
        pressed = self._pressed_at is not None
        self._pressed_at = self._released_at = None
        self._forget()
        if not spoke:
            if pressed:
                self._hooks.empty()
            return
        task = asyncio.create_task(self._recognised(sound, end, at_start, at_end, at_endpoint, over_speech))
        self._deciding.add(task)
        task.add_done_callback(self._deciding.discard)

    async def _recognised(
        self, sound: Pcm, end: int, at_start: float, at_end: float, at_endpoint: float, over_speech: bool
    ) -> None:
        try:
            heard = await self._recognition.result(sound, end)
        except Exception as error:
            self._hooks.failed(error)
            return
        at_final = time.perf_counter()
        at_partial = self._recognition.at_partial
        self._hooks.captured(Capture(heard, sound, at_start, at_end, at_endpoint, at_partial, at_final, over_speech))
