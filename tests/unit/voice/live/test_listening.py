"""From frames to utterances, with a detector that reads the loudness and a recogniser made for the test."""

import asyncio
import time

import pytest

from simulator.channel import Heard, Locale
from voice.audio import Pcm
from voice.live.detector import FRAME_SAMPLES
from voice.live.listening import POST_ROLL_MS, PRE_ROLL_MS, Capture, Gate, Hooks, Listener, Mode
from voice.live.microphone import Frame
from voice.live.recognition import Recognition, dictates

FRAME_MS = 32


class Loudness:
    """Speech is what is loud."""

    def probability(self, frame: bytes) -> float:
        return 0.95 if any(frame) else 0.05

    def reset(self) -> None:
        pass


class Recogniser:
    """Hears the number of loud milliseconds."""

    name = "loud"

    def __init__(self) -> None:
        self.given: list[Pcm] = []

    def transcribe(self, pcm: Pcm, locale: Locale, hints: tuple[str, ...] = ()) -> Heard:
        self.given.append(pcm)
        loud = sum(1 for at in range(0, len(pcm.samples), 2) if pcm.samples[at : at + 2] != b"\0\0")
        return Heard(text=f"{loud * 1000 // pcm.rate_hz} ms", engine=self.name)


class Bench:
    """A listener whose clock is its sound."""

    def __init__(self, mode: Mode) -> None:
        self.recogniser = Recogniser()
        self.captures: list[Capture] = []
        self.partials: list[str] = []
        self.empty = self.started = 0
        self.listener = Listener(
            mode,
            Loudness(),
            Recognition(self.recogniser, "en", on_partial=self.partials.append),
            Hooks(self._start, self._nothing, self.captures.append, self._fail),
        )
        self.listener.open(Gate.OPEN)
        self._at = time.perf_counter()

    def _start(self) -> None:
        self.started += 1

    def _nothing(self) -> None:
        self.empty += 1

    def _fail(self, error: Exception) -> None:
        raise AssertionError from error

    async def hear(self, ms: int, *, loud: bool) -> None:
        sample = b"\0\x20" if loud else b"\0\0"
        for _ in range(ms // FRAME_MS):
            self._at += FRAME_MS / 1000
            self.listener.feed(Frame(sample * FRAME_SAMPLES, self._at))
            await asyncio.sleep(0)

    async def settled(self) -> None:
        for _ in range(500):
            if self.captures:
                return
            await asyncio.to_thread(lambda: None)
            await asyncio.sleep(0)
        raise AssertionError("nothing was captured")


async def test_hands_free_takes_an_utterance_with_what_came_before() -> None:
    bench = Bench("hands-free")
    await bench.hear(640, loud=False)
    await bench.hear(960, loud=True)
    await bench.hear(640, loud=False)
    await bench.settled()
    (capture,) = bench.captures
    assert capture.heard.text == "960 ms"
    assert capture.pcm.duration_ms == PRE_ROLL_MS + 960 + POST_ROLL_MS
    assert round((capture.at_speech_end - capture.at_start) * 1000) == 960
    assert bench.started == 1
    assert not capture.over_speech


async def test_the_guess_in_a_pause_is_the_result() -> None:
    bench = Bench("hands-free")
    await bench.hear(960, loud=True)
    await bench.hear(960, loud=False)
    await bench.settled()
    assert len(bench.recogniser.given) == 1
    assert bench.partials == ["960 ms"]
    assert bench.captures[0].at_partial is not None


async def test_a_guess_is_dropped_when_speech_goes_on() -> None:
    bench = Bench("hands-free")
    await bench.hear(960, loud=True)
    await bench.hear(256, loud=False)
    while not bench.partials:
        await asyncio.sleep(0)
    await bench.hear(640, loud=True)
    await bench.hear(640, loud=False)
    await bench.settled()
    assert bench.partials[0] == "960 ms"
    assert bench.captures[0].heard.text == "1600 ms"


async def test_a_shut_gate_hears_nothing_and_keeps_nothing() -> None:
    bench = Bench("hands-free")
    bench.listener.open(Gate.SHUT)
    await bench.hear(960, loud=True)
    await bench.hear(640, loud=False)
    bench.listener.open(Gate.OPEN)
    await bench.hear(320, loud=True)
    await bench.hear(640, loud=False)
    await bench.settled()
    (capture,) = bench.captures
    assert capture.heard.text == "320 ms"
    assert bench.started == 1


async def test_the_loudspeakers_tail_is_ignored() -> None:
    bench = Bench("hands-free")
    bench.listener.open(Gate.OPEN, tail_ms=10_000)
    await bench.hear(960, loud=True)
    await bench.hear(960, loud=False)
    assert bench.started == 0


async def test_an_interruption_goes_on_after_the_gate_opens() -> None:
    bench = Bench("hands-free")
    bench.listener.open(Gate.OVER_SPEECH)
    await bench.hear(192, loud=True)
    assert bench.started == 0
    await bench.hear(128, loud=True)
    assert bench.started == 1
    bench.listener.open(Gate.OPEN, tail_ms=150)
    await bench.hear(640, loud=True)
    await bench.hear(640, loud=False)
    await bench.settled()
    (capture,) = bench.captures
    assert capture.heard.text == "960 ms"
    assert capture.over_speech


async def test_a_press_keeps_what_was_said_just_before_it() -> None:
    bench = Bench("push-to-talk")
    await bench.hear(640, loud=False)
    await bench.hear(256, loud=True)
    bench.listener.press()
    assert bench.listener.pressed
    await bench.hear(640, loud=True)
    await bench.hear(64, loud=False)
    bench.listener.release()
    assert not bench.listener.pressed
    await bench.hear(640, loud=False)
    await bench.settled()
    assert bench.captures[0].heard.text == "896 ms"
    assert len(bench.recogniser.given) == 1


async def test_silence_ends_a_press_too() -> None:
    bench = Bench("push-to-talk")
    bench.listener.press()
    await bench.hear(640, loud=True)
    await bench.hear(640, loud=False)
    await bench.settled()
    assert not bench.listener.pressed


async def test_an_empty_press_is_rejected() -> None:
    bench = Bench("push-to-talk")
    bench.listener.press()
    await bench.hear(64, loud=True)
    bench.listener.release()
    await bench.hear(640, loud=False)
    assert (bench.empty, bench.captures, bench.recogniser.given) == (1, [], [])


async def test_without_a_press_nothing_is_heard() -> None:
    bench = Bench("push-to-talk")
    await bench.hear(960, loud=True)
    await bench.hear(960, loud=False)
    assert (bench.started, bench.empty, bench.captures) == (0, 0, [])


async def test_a_lost_microphone_forgets_the_press() -> None:
    bench = Bench("push-to-talk")
    bench.listener.press()
    await bench.hear(320, loud=True)
    bench.listener.drop()
    await bench.hear(960, loud=False)
    assert (bench.empty, bench.captures) == (0, [])


class Words:
    """Hears one more word with each piece."""

    name = "words"

    def transcribe(self, pcm: Pcm, locale: Locale, hints: tuple[str, ...] = ()) -> Heard:
        raise AssertionError("a recogniser that streams is not asked again")

    def stream(self, locale: Locale, hints: tuple[str, ...] = ()) -> "Words":
        self.fed_ms = 0
        return self

    def feed(self, pcm: Pcm) -> str:
        self.fed_ms += pcm.duration_ms
        return f"{self.fed_ms // 100} words"

    def finish(self) -> Heard:
        return Heard(text=f"all {self.fed_ms}", engine=self.name)


async def test_a_streaming_recogniser_shows_words_while_somebody_speaks() -> None:
    bench = Bench("hands-free")
    bench.listener = Listener(
        "hands-free",
        Loudness(),
        Recognition(Words(), "en", on_partial=bench.partials.append),
        Hooks(bench._start, bench._nothing, bench.captures.append, bench._fail),
    )
    bench.listener.open(Gate.OPEN)
    await bench.hear(640, loud=False)
    await bench.hear(960, loud=True)
    while not bench.partials:
        await asyncio.sleep(0)
    await bench.hear(640, loud=False)
    await bench.settled()
    capture = bench.captures[0]
    assert capture.at_partial is not None
    assert capture.at_partial <= capture.at_final
    # Everything from the pre-roll to the frame that decided is fed, once.
    assert int(capture.heard.text.removeprefix("all ")) == pytest.approx(PRE_ROLL_MS + 960 + 512, abs=FRAME_MS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("call 010 12", True),
        ("zero one zero five five", True),
        ("공 일 공 오 오", True),
        ("010-555-1234번으로 전화해 줘", False),
        ("set it to 22", False),
        ("turn on the light", False),
        ("", False),
    ],
)
def test_digits_at_the_end_mean_dictation(text: str, expected: bool) -> None:
    assert dictates(text) is expected
