"""Noise alone is never an utterance, and speech in noise still is one: the real detector and recogniser."""

import pytest

from simulator.channel import Locale
from voice import spec
from voice.acoustics import parse_acoustics
from voice.audio import Pcm, silence
from voice.channel import VoiceChannel, build_voice_channel
from voice.endpointing import holds_speech
from voice.tts.null import TimedSilence

pytestmark = pytest.mark.voice
SECONDS = 3


def _nothing_said(noise: str, seed: int) -> Pcm:
    """Return three seconds in which there is a noise and nobody speaks."""
    quiet = silence(1000 * SECONDS, 16_000)
    if not noise:
        return quiet
    heard, record = parse_acoustics(noise, 0, "A", "").applied(quiet, seed)
    assert record is not None
    assert any(heard.samples)
    return heard


@pytest.mark.parametrize("noise", ["", "cabin:110", "music", "rain:0.8", "hvac:1"])
def test_noise_does_not_open_the_gate(noise: str) -> None:
    for seed in range(5):
        assert not holds_speech(_nothing_said(noise, seed)), seed


@pytest.mark.parametrize("locale", spec.LOCALES)
@pytest.mark.parametrize("noise", ["", "cabin:110", "music"])
def test_noise_is_never_an_utterance(noise: str, locale: Locale) -> None:
    recogniser = spec.best_transcriber(locale)
    if recogniser is None:
        pytest.skip("no recogniser is installed")
    assert recogniser.transcribe(_nothing_said(noise, 11), locale).text == ""


@pytest.mark.parametrize("locale", spec.LOCALES)
async def test_a_driver_who_says_nothing_in_a_loud_car_is_not_heard(locale: Locale) -> None:
    recogniser = spec.best_transcriber(locale)
    if recogniser is None:
        pytest.skip("no recogniser is installed")
    channel = VoiceChannel(TimedSilence(), recogniser, acoustics=parse_acoustics("cabin:110", 0, "A", ""))
    passage = await channel.hear("창문 열어" if locale == "ko" else "open it", locale=locale, utterance=0)
    assert passage.heard.text == ""
    assert passage.notes == ("no speech was found in the sound",)


@pytest.mark.parametrize("locale", spec.LOCALES)
async def test_speech_in_noise_passes_the_gate_and_is_recorded(locale: Locale) -> None:
    found = build_voice_channel(locale, acoustics=parse_acoustics("cabin:100", 10, "A", "bt-wide"))
    if found.channel is None:
        pytest.skip(f"{found.reason}: {found.fix}")
    text = "가까운 충전소를 찾아 줘" if locale == "ko" else "Turn on the air conditioning."
    passage = await found.channel.for_session(1).hear(text, locale=locale, utterance=0)
    assert passage.heard.text
    assert passage.spoken is not None
    assert passage.spoken.noise is not None
    assert (passage.spoken.noise.snr_db, passage.spoken.noise.impairments) == (10, "bt-wide")
