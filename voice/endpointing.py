"""Whether anybody spoke at all: the gate before a recogniser that would invent words on noise."""

import threading

from voice.audio import RECOGNITION_RATE_HZ, Pcm, resampled
from voice.whisper_library import faster_whisper

# Source: docs/voice.md, fact 2: threshold 0.5, at least 100 ms of speech.
SPEECH_THRESHOLD = 0.5
SHORTEST_SPEECH_MS = 100
_lock = threading.Lock()


def speech_ms(pcm: Pcm) -> int:
    """Return how many milliseconds of `pcm` are speech, by the Silero detector that faster-whisper carries.

    0 for silence, noise, and sounds shorter than the shortest speech.
    """
    if pcm.duration_ms < SHORTEST_SPEECH_MS or not any(pcm.samples):
        return 0
    detector = faster_whisper().vad
    options = detector.VadOptions(
        threshold=SPEECH_THRESHOLD,
        min_speech_duration_ms=SHORTEST_SPEECH_MS,
        min_silence_duration_ms=100,
        speech_pad_ms=0,
    )
    with _lock:
        found = detector.get_speech_timestamps(resampled(pcm, RECOGNITION_RATE_HZ).floats(), options)
    samples = sum(int(part["end"]) - int(part["start"]) for part in found)
    return round(samples * 1000 / RECOGNITION_RATE_HZ)


def holds_speech(pcm: Pcm) -> bool:
    """Tell whether there is anything worth recognising."""
    return speech_ms(pcm) >= SHORTEST_SPEECH_MS
