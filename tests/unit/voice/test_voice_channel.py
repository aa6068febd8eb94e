"""The spoken channel with a voice and a recogniser made for the test."""

from pathlib import Path

import pytest

from simulator.channel import Heard, Locale
from simulator.registry import UsageError
from voice import channel as channel_module
from voice.audio import Pcm, read_wav, silence
from voice.channel import VoiceChannel, build_voice_channel
from voice.recording import SoundArchive
from voice.tts.null import TimedSilence, speech_duration_ms


class Tone:
    """A voice whose sound is one loud sample per letter at 22,050 Hz."""

    name = "tone"
    real_speech = True

    def __init__(self) -> None:
        self.said: list[str] = []

    def voice(self, locale: Locale) -> str:
        return f"tone-{locale}"

    def fingerprint(self, locale: Locale) -> str:
        return "1"

    def synthesize(self, text: str, locale: Locale) -> Pcm:
        self.said.append(text)
        return Pcm(b"\0\x40" * len(text) * 1000, 16_000)


class Echo:
    """A recogniser that reports what it was given."""

    name = "echo"

    def __init__(self) -> None:
        self.calls: list[tuple[Pcm, Locale, tuple[str, ...]]] = []

    def transcribe(self, pcm: Pcm, locale: Locale, hints: tuple[str, ...] = ()) -> Heard:
        self.calls.append((pcm, locale, hints))
        return Heard(text="heard", engine=self.name, confidence=0.5, recognition_ms=7)


@pytest.fixture
def speech_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel_module, "holds_speech", lambda pcm: any(pcm.samples))


@pytest.mark.usefixtures("speech_everywhere")
async def test_an_utterance_is_spoken_padded_and_heard(tmp_path: Path) -> None:
    recogniser = Echo()
    channel = VoiceChannel(Tone(), recogniser, archive=SoundArchive(tmp_path / "runs.db"))
    passage = await channel.hear("창문 열어", locale="ko", utterance=0, hints=("강남역",))
    assert passage.intended == "창문 열어"
    assert passage.heard == Heard(text="heard", engine="echo", confidence=0.5, recognition_ms=7)
    ((microphone, locale, hints),) = recogniser.calls
    assert (locale, hints) == ("ko", ("강남역",))
    assert microphone.rate_hz == 16_000
    assert microphone.samples[:9600] == bytes(9600)
    assert microphone.samples[-9600:] == bytes(9600)
    assert passage.spoken is not None
    assert passage.spoken.voice == "tone-ko"
    assert passage.spoken.duration_ms == 312
    assert passage.spoken.audio is not None
    assert read_wav(tmp_path / passage.spoken.audio.path) == microphone
    assert channel.accuracy_reason is None


@pytest.mark.usefixtures("speech_everywhere")
async def test_equal_sounds_are_stored_once(tmp_path: Path) -> None:
    archive = SoundArchive(tmp_path / "runs.db")
    channel = VoiceChannel(Tone(), Echo(), archive=archive)
    first = await channel.hear("same", locale="en", utterance=0)
    second = await channel.hear("same", locale="en", utterance=1)
    assert first.spoken is not None
    assert second.spoken is not None
    assert first.spoken.audio == second.spoken.audio
    assert len(list(archive.folder.iterdir())) == 1


async def test_what_holds_no_speech_is_not_recognised() -> None:
    recogniser = Echo()
    channel = VoiceChannel(TimedSilence(), recogniser)
    passage = await channel.hear("창문 열어 줘", locale="ko", utterance=0)
    assert passage.heard == Heard(text="", engine="echo")
    assert passage.notes == ("no speech was found in the sound",)
    assert recogniser.calls == []
    assert channel.accuracy_reason is not None
    assert "placeholder" in channel.accuracy_reason


async def test_answers_are_timed_by_estimate_or_voice() -> None:
    estimated = await VoiceChannel(Tone(), Echo()).say("네, 열었습니다.", locale="ko", utterance=0)
    assert estimated is not None
    assert (estimated.engine, estimated.real_speech) == ("estimate", False)
    assert estimated.duration_ms == speech_duration_ms("네, 열었습니다.")
    voice = Tone()
    spoken = await VoiceChannel(voice, Echo(), say_engine=voice).say("Done", locale="en", utterance=0)
    assert spoken is not None
    assert (spoken.engine, spoken.duration_ms) == ("tone", 250)
    assert await VoiceChannel(Tone(), Echo()).say("…", locale="en", utterance=0) is None


@pytest.mark.usefixtures("speech_everywhere")
async def test_nothing_is_kept_unless_asked_for() -> None:
    passage = await VoiceChannel(Tone(), Echo()).hear("x", locale="en", utterance=0)
    assert passage.spoken is not None
    assert passage.spoken.audio is None


@pytest.mark.usefixtures("speech_everywhere")
async def test_a_sound_that_cannot_be_kept_costs_no_session(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    archive = SoundArchive(blocked / "runs.db")
    passage = await VoiceChannel(Tone(), Echo(), archive=archive).hear("x", locale="en", utterance=0)
    assert passage.heard.text == "heard"
    assert passage.spoken is not None
    assert passage.spoken.audio is None
    assert archive.summary().startswith("not recorded: 1 of 1 utterances, since ")


@pytest.mark.usefixtures("speech_everywhere")
async def test_answers_are_kept_where_they_are_synthesised(tmp_path: Path) -> None:
    archive = SoundArchive(tmp_path / "runs.db")
    silent = await VoiceChannel(Tone(), Echo(), archive=archive).say("Done", locale="en", utterance=0)
    spoken = await VoiceChannel(Tone(), Echo(), archive=archive, say_engine=Tone()).say(
        "Done", locale="en", utterance=0
    )
    assert silent is not None
    assert silent.audio is None
    assert spoken is not None
    assert spoken.audio is not None
    assert read_wav(tmp_path / spoken.audio.path).duration_ms == spoken.duration_ms


def test_a_voice_of_the_wrong_language_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown tts engine 'pipr': did you mean 'piper'"):
        build_voice_channel("en", tts="pipr")


def test_estimated_durations_grow_with_the_text() -> None:
    assert speech_duration_ms("") == 0
    assert speech_duration_ms("🙂!") == 0
    assert speech_duration_ms("안녕하세요") == 1000
    assert speech_duration_ms("네. 알겠습니다.") > speech_duration_ms("네 알겠습니다")
    assert silence(speech_duration_ms("hello"), 16_000).duration_ms == 335
