"""No voice at all: silence that lasts as long as saying the text would."""

import re

from simulator.channel import Locale
from voice.audio import RECOGNITION_RATE_HZ, Pcm, silence
from voice.spec import Engine, EngineDescription, Synthesizer

# Conversational rates: Korean about 5 syllables/s (docs/voice.md, fact 4), English about 15 letters/s
# (150 words of 6 characters a minute). A pause stands at each mark.
_MS_PER_SYLLABLE = 200
_MS_PER_LETTER = 67
_PAUSE_MS = 250
_HANGUL_OR_DIGIT = re.compile(r"[가-힣0-9]")
_OTHER_LETTER = re.compile(r"[^\W\d_가-힣]")
_PAUSE = re.compile(r"[.,!?;:。、…]+(?=\s)")


def speech_duration_ms(text: str) -> int:
    """Estimate how long saying the text takes, in milliseconds; 0 when nothing in it can be said."""
    spoken = len(_HANGUL_OR_DIGIT.findall(text)) * _MS_PER_SYLLABLE
    spoken += len(_OTHER_LETTER.findall(text)) * _MS_PER_LETTER
    return spoken + len(_PAUSE.findall(text)) * _PAUSE_MS if spoken else 0


class TimedSilence:
    """Gives silence of the estimated length, for timing only."""

    name = "null"
    real_speech = False

    def voice(self, locale: Locale) -> str:
        """Name the absence of a voice."""
        return "silence"

    def fingerprint(self, locale: Locale) -> None:
        """Nothing is worth keeping."""
        return None

    def synthesize(self, text: str, locale: Locale) -> Pcm:
        """Return silence as long as the text would take."""
        return silence(speech_duration_ms(text), RECOGNITION_RATE_HZ)


def _describe() -> EngineDescription:
    return EngineDescription(
        name="null",
        kind="tts",
        languages=("ko", "en"),
        model="silence",
        licence="Apache-2.0",
        size_mb=0,
        installed=True,
        missing=None,
        real_speech=False,
        verified=True,
    )


ENGINES: tuple[Engine[Synthesizer], ...] = (Engine("null", 99, _describe, TimedSilence),)
