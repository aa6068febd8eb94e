"""A person talks to the assistant over a virtual sound card: real voices, real recogniser, real streams."""

from pathlib import Path

import numpy
import pytest
import sound_server
from engines_here import engines_of
from rapidfuzz.fuzz import partial_ratio
from sound_server import SoundServer
from talking import talking

from simulator.channel import Locale
from simulator.events import AssistantSpoke, SpeechInterrupted, SpeechRecognised, SpeechSynthesised, TurnTimed
from simulator.trajectory import Trajectory
from voice.audio import RECOGNITION_RATE_HZ, Pcm, concatenate, from_floats, padded, silence
from voice.endpointing import speech_ms

pytestmark = [pytest.mark.voice, pytest.mark.sound]

COMMANDS: dict[Locale, str] = {"en": "Close all the windows.", "ko": "배터리가 얼마나 남았어?"}
OTHERS: dict[Locale, str] = {"en": "Turn on the air conditioning.", "ko": "에어컨 켜 줘."}


def voiced(text: str, locale: Locale) -> Pcm:
    return padded(engines_of(locale).say(text), before_ms=100, after_ms=100)


def cabin_noise(seconds: int) -> Pcm:
    """Noise that falls by 12 dB per octave above 60 Hz, as in a car at speed."""
    random = numpy.random.default_rng(1)
    spectrum = numpy.fft.rfft(random.standard_normal(seconds * RECOGNITION_RATE_HZ))
    hertz = numpy.fft.rfftfreq(seconds * RECOGNITION_RATE_HZ, 1 / RECOGNITION_RATE_HZ)
    sound = numpy.fft.irfft(spectrum / numpy.maximum(1.0, hertz / 60) ** 2)
    return from_floats((0.4 * sound / numpy.abs(sound).max()).astype(numpy.float32), RECOGNITION_RATE_HZ)


def music(seconds: int) -> Pcm:
    """Chords with a beat."""
    moment = numpy.arange(seconds * RECOGNITION_RATE_HZ) / RECOGNITION_RATE_HZ
    chords = ((220.0, 277.2, 329.6), (196.0, 246.9, 293.7), (174.6, 220.0, 261.6))
    sound = numpy.zeros_like(moment)
    for number, chord in enumerate(chords):
        here = (moment // 1 % len(chords)) == number
        for tone in chord:
            sound += here * sum(numpy.sin(2 * numpy.pi * tone * k * moment) / k for k in (1, 2, 3))
    sound *= numpy.exp(-3 * (moment % 0.5))
    return from_floats((0.4 * sound / numpy.abs(sound).max()).astype(numpy.float32), RECOGNITION_RATE_HZ)


def heard(trajectory: Trajectory) -> list[str]:
    return [event.heard.text for event in trajectory.of(SpeechRecognised)]


def alike(text: str, wanted: str) -> bool:
    """Tell whether a command was recognised more or less; a recogniser in a hurry may say it twice."""
    ours, theirs = ("".join(filter(str.isalnum, each)).lower() for each in (text, wanted))
    return len(ours) <= 3 * len(theirs) and partial_ratio(ours, theirs) >= 60


def check_timing(timed: TurnTimed, mode: str) -> None:
    """Every stage was reached, in the order of a turn."""
    assert timed.mode == mode
    assert timed.t_asr_partial is not None
    stages = (
        timed.t_speech_start,
        timed.t_speech_end,
        timed.t_asr_final,
        timed.t_agent,
        timed.t_tts_first,
        timed.t_audio_out,
        timed.t_audio_end,
    )
    assert all(stage is not None for stage in stages)
    assert list(stages) == sorted(stage for stage in stages if stage is not None)


@pytest.mark.parametrize("locale", ["en", "ko"])
def test_hands_free(server: SoundServer, locale: Locale) -> None:
    command = voiced(COMMANDS[locale], locale)
    with talking(server, "--lang", locale, "--mode", "hands-free") as talk, server.recorded() as recording:
        for nobody in (silence(3000, RECOGNITION_RATE_HZ), cabin_noise(4), music(4)):
            talk.speaks(nobody)
        assert talk.count("heard") == talk.count("you  ") == 0, talk.text
        talk.speaks(command)
        talk.sees("timing")
        trajectory = talk.ends()
    (text,) = heard(trajectory)
    assert alike(text, COMMANDS[locale])
    (timed,) = trajectory.of(TurnTimed)
    check_timing(timed, "hands-free")
    assert timed.t_speech_end is not None
    assert timed.t_endpoint is not None
    assert timed.t_endpoint - timed.t_speech_end >= 400
    assert next(event.spoken.engine for event in trajectory.of(SpeechSynthesised)) == "microphone"
    assert speech_ms(Pcm(recording.read_bytes(), RECOGNITION_RATE_HZ)) > 500
    (event,) = trajectory.of(SpeechRecognised)
    assert event.measurable is not None


@pytest.mark.parametrize("locale", ["en", "ko"])
def test_push_to_talk(server: SoundServer, locale: Locale) -> None:
    command = voiced(COMMANDS[locale], locale)
    with talking(server, "--lang", locale, "--mode", "push-to-talk") as talk, server.recorded() as recording:
        unasked = voiced(OTHERS[locale], locale)
        talk.speaks(concatenate((unasked, silence(1500, RECOGNITION_RATE_HZ)), RECOGNITION_RATE_HZ))
        talk.writes()
        talk.sees("speak ...")
        talk.speaks(silence(1000, RECOGNITION_RATE_HZ))
        talk.writes()
        talk.sees("nothing was said")
        talk.writes()
        talk.sees("speak ...", 2)
        talk.speaks(command)
        talk.writes()
        talk.sees("timing")
        talk.writes(OTHERS[locale])
        talk.sees("timing", 2)
        trajectory = talk.ends()
    spoken, typed = heard(trajectory)
    assert alike(spoken, COMMANDS[locale])
    assert typed == OTHERS[locale]
    first, second = trajectory.of(TurnTimed)
    check_timing(first, "push-to-talk")
    assert second.mode == "typed"
    assert second.t_speech_end is None
    assert speech_ms(Pcm(recording.read_bytes(), RECOGNITION_RATE_HZ)) > 500


def test_barge_in(server: SoundServer) -> None:
    first, second = voiced(OTHERS["en"], "en"), voiced(COMMANDS["en"], "en")
    with talking(server, "--lang", "en", "--mode", "hands-free", "--barge-in") as talk:
        talk.speaks(first)
        talk.sees("assistant")
        talk.speaks(second)
        talk.sees("cut off after")
        talk.sees("timing", 2)
        trajectory = talk.ends()
    (cut,) = trajectory.of(SpeechInterrupted)
    answer = next(trajectory.of(AssistantSpoke)).text
    assert cut.by == "voice"
    assert cut.t_silent >= cut.t_interrupt
    assert cut.played_ms < cut.made_ms or cut.audible != answer
    assert answer.startswith(cut.audible)
    assert len(heard(trajectory)) == 2
    assert alike(heard(trajectory)[1], COMMANDS["en"])


def test_a_microphone_that_goes_and_comes_back(server: SoundServer, tmp_path: Path) -> None:
    command = voiced(COMMANDS["ko"], "ko")
    with talking(server, "--lang", "ko", "--mode", "hands-free") as talk:
        talk.speaks(silence(500, RECOGNITION_RATE_HZ))
        server.stop()
        # On a busy machine it may be gone before it was ever open.
        talk.sees(": type instead")
        talk.writes(OTHERS["ko"])
        talk.sees("timing")
        again = sound_server.start(tmp_path)
        try:
            talk.server = again
            talk.sees("is back")
            talk.speaks(concatenate((silence(1000, RECOGNITION_RATE_HZ), command), RECOGNITION_RATE_HZ))
            talk.sees("timing", 2)
            trajectory = talk.ends()
        finally:
            again.stop()
    typed, spoken = heard(trajectory)
    assert typed == OTHERS["ko"]
    assert alike(spoken, COMMANDS["ko"])


def test_an_unknown_microphone_is_one_line(server: SoundServer) -> None:
    with talking(server, "--microphone", "nothing like it", ready="no microphone") as talk:
        assert talk.process.wait(60) == 2
    assert "'pulse', 'default'" in talk.text
    assert len(talk.text.splitlines()) == 1
