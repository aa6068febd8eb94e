"""Where utterances begin, pause and end, told by made-up probabilities; one frame is 32 ms."""

from itertools import chain, repeat

from hypothesis import given
from hypothesis import strategies as st

from voice.live.endpointer import COMMANDS, DICTATION, OVER_SPEECH, Endpointer, Signal

FRAME_MS = 32


def _feed(endpointer: Endpointer, *runs: tuple[int, float]) -> list[tuple[int, Signal]]:
    """Feed runs of (milliseconds, probability) and return each signal with the number of its frame."""
    values = chain.from_iterable(repeat(probability, ms // FRAME_MS) for ms, probability in runs)
    signals = ((endpointer.fed, endpointer.feed(value)) for value in values)
    return [(number, signal) for number, signal in signals if signal is not None]


def test_an_utterance_pauses_and_ends() -> None:
    endpointer = Endpointer()
    signals = _feed(endpointer, (320, 0.1), (640, 0.9), (960, 0.1))
    assert [signal for _, signal in signals] == [Signal.STARTED, Signal.PAUSED, Signal.ENDED]
    assert (endpointer.start, endpointer.end) == (10, 30)
    (_, _), (paused, _), (ended, _) = signals
    assert (paused - 29) * FRAME_MS >= COMMANDS.pause_ms
    assert COMMANDS.end_silence_ms <= (ended - 29) * FRAME_MS < COMMANDS.end_silence_ms + 2 * FRAME_MS


def test_a_click_is_no_speech() -> None:
    assert _feed(Endpointer(), (96, 0.99), (640, 0.1), (96, 0.99), (640, 0.1)) == []


def test_syllables_with_short_gaps_are_one_beginning() -> None:
    endpointer = Endpointer()
    signals = _feed(endpointer, (96, 0.9), (64, 0.2), (96, 0.9))
    assert [signal for _, signal in signals] == [Signal.STARTED]
    assert endpointer.start == 0


def test_speech_that_goes_on_resumes() -> None:
    signals = _feed(Endpointer(), (640, 0.9), (256, 0.1), (320, 0.9), (960, 0.1))
    assert [signal for _, signal in signals] == [
        Signal.STARTED,
        Signal.PAUSED,
        Signal.RESUMED,
        Signal.PAUSED,
        Signal.ENDED,
    ]


def test_a_little_doubt_within_speech_belongs_to_it() -> None:
    endpointer = Endpointer()
    assert [signal for _, signal in _feed(endpointer, (320, 0.9), (960, 0.4))] == [Signal.STARTED]
    assert endpointer.end == 40


def test_doubt_alone_is_no_speech() -> None:
    assert _feed(Endpointer(), (3200, 0.45)) == []


def test_dictation_waits_longer() -> None:
    endpointer = Endpointer(DICTATION)
    assert Signal.ENDED not in [signal for _, signal in _feed(endpointer, (640, 0.9), (704, 0.1))]
    assert [signal for _, signal in _feed(endpointer, (192, 0.1))] == [Signal.ENDED]


def test_speech_over_speech_must_be_clear_and_long() -> None:
    assert _feed(Endpointer(OVER_SPEECH), (640, 0.7), (224, 0.95), (320, 0.1)) == []
    assert [signal for _, signal in _feed(Endpointer(OVER_SPEECH), (256, 0.95))] == [Signal.STARTED]


def test_nobody_speaks_for_ever() -> None:
    endpointer = Endpointer()
    signals = _feed(endpointer, (16_000, 0.9))
    assert [signal for _, signal in signals] == [Signal.STARTED, Signal.ENDED, Signal.STARTED]
    assert signals[1][0] * FRAME_MS < COMMANDS.longest_ms + FRAME_MS


@given(st.lists(st.floats(0, 1), max_size=400))
def test_every_end_has_a_beginning(probabilities: list[float]) -> None:
    endpointer = Endpointer()
    open_utterance = False
    for probability in probabilities:
        signal = endpointer.feed(probability)
        if signal is Signal.STARTED:
            assert not open_utterance
            open_utterance = True
        elif signal is not None:
            assert open_utterance
            open_utterance = signal is not Signal.ENDED
        assert endpointer.speaking == open_utterance
        assert 0 <= endpointer.start <= endpointer.end <= endpointer.fed
