"""Playing recorded sounds through a loudspeaker made for the test, and joining them."""

import threading
from collections.abc import Callable

import pytest

from voice.audio import Pcm, silence
from voice.live.loudspeaker import Playback
from voice.live.trouble import DeviceTrouble
from voice.playback import BETWEEN_MS, joined, play

LOUD = Pcm(b"\0\x10" * 1600, 16_000)


class Sink:
    """A loudspeaker of 16 kHz that takes everything at once."""

    name = "sink"
    rate_hz = 16_000

    def __init__(self, trouble: str = "") -> None:
        self.trouble = trouble
        self.heard = b""
        self.open_now = False

    def open(self) -> None:
        if self.trouble == "open":
            raise DeviceTrouble("the loudspeaker 'sink' is used by another program")
        self.open_now = True

    def begin(self, playback: Playback, finished: Callable[[], None]) -> None:
        if self.trouble == "begin":
            raise DeviceTrouble("the loudspeaker 'sink' is not there any more")
        done = False
        while not done:
            block, done = playback.pull(1000)
            self.heard += block
        threading.Thread(target=finished).start()

    def abort(self) -> float:
        return 0.0

    def close(self) -> None:
        self.open_now = False


def test_a_sound_is_played_to_its_end() -> None:
    sink = Sink()
    play(LOUD, sink)
    play(LOUD, sink)
    assert sink.heard.replace(bytes(2), b"") == LOUD.samples * 2
    assert not sink.open_now


def test_another_rate_is_made_to_fit() -> None:
    sink = Sink()
    play(Pcm(b"\0\x10" * 4410, 44_100), sink)
    assert len(sink.heard) == pytest.approx(2 * 1600, abs=1000)


@pytest.mark.parametrize("where", ["open", "begin"])
def test_a_device_in_trouble_is_told_and_released(where: str) -> None:
    sink = Sink(where)
    with pytest.raises(DeviceTrouble, match="the loudspeaker 'sink'"):
        play(LOUD, sink)
    assert not sink.open_now


def test_sounds_are_joined_in_order_at_the_highest_rate() -> None:
    other = Pcm(b"\0\x20" * 1600, 16_000)
    whole = joined([LOUD, other])
    assert whole.samples == LOUD.samples + silence(BETWEEN_MS, 16_000).samples + other.samples
    assert joined([LOUD, Pcm(bytes(882), 44_100)]).rate_hz == 44_100
    assert joined([LOUD]) == LOUD
