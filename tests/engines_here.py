"""The engines of this machine, for tests with real speech."""

from dataclasses import dataclass

import pytest

from simulator.channel import Locale
from voice import spec
from voice.audio import RECOGNITION_RATE_HZ, Pcm, resampled
from voice.spec import Synthesizer, Transcriber


@dataclass(frozen=True)
class Engines:
    """The best installed voice and recogniser of one language."""

    locale: Locale
    voice: Synthesizer
    recogniser: Transcriber

    def say(self, text: str) -> Pcm:
        """Return the text as speech at the recogniser's rate."""
        return resampled(self.voice.synthesize(text, self.locale), RECOGNITION_RATE_HZ)


def engines_of(locale: Locale) -> Engines:
    """Return the engines of a language; skips the test where one of them is not installed."""
    voice, recogniser = spec.best_synthesizer(locale), spec.best_transcriber(locale)
    if voice is None or recogniser is None:
        pytest.skip(f"no voice or no recogniser for {locale}: dashtalk doctor")
    return Engines(locale, voice, recogniser)
