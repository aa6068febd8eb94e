"""Words through a real voice and a real recogniser and back, within measured bounds."""

from pathlib import Path

import pytest

from simulator.channel import Locale
from simulator.language.alignment import align_space_free, pool
from simulator.language.numbers import read_korean
from voice import spec
from voice.audio import Pcm
from voice.channel import VoiceAvailability, VoiceChannel, build_voice_channel
from voice.endpointing import holds_speech, speech_ms

pytestmark = pytest.mark.voice

ENGLISH = ("Turn on the air conditioning.", "Close all the windows.", "How is the weather tomorrow?")
LISTENING = [
    (engine.name, locale)
    for engine in spec.transcribers().values()
    if engine.automatic
    for locale in engine.describe().languages
]
KOREAN = ("가까운 충전소를 찾아 줘", "와이퍼 속도를 높여 주세요", "지금 속도가 얼마야?")


def _channel(locale: Locale) -> VoiceChannel:
    availability: VoiceAvailability = build_voice_channel(locale)
    if availability.channel is None:
        pytest.skip(f"{availability.reason}: {availability.fix}")
    return availability.channel


def _errors(reference: list[str], hypothesis: list[str]) -> int:
    previous = list(range(len(hypothesis) + 1))
    for row, wanted in enumerate(reference, 1):
        current = [row]
        for column, got in enumerate(hypothesis, 1):
            current.append(min(previous[column] + 1, current[-1] + 1, previous[column - 1] + (wanted != got)))
        previous = current
    return previous[-1]


def _bare(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum() or character == " ")


async def test_english_word_error_rate() -> None:
    channel = _channel("en")
    wrong = total = 0
    for utterance, intended in enumerate(ENGLISH):
        passage = await channel.hear(intended, locale="en", utterance=utterance)
        wrong += _errors(_bare(intended).split(), _bare(passage.heard.text).split())
        total += len(intended.split())
    assert channel.accuracy_reason is None
    assert wrong / total <= 0.2


async def test_korean_character_error_rate() -> None:
    channel = _channel("ko")
    wrong = total = 0
    for utterance, intended in enumerate(KOREAN):
        passage = await channel.hear(intended, locale="ko", utterance=utterance)
        wanted, got = (list(_bare(read_korean(text)).replace(" ", "")) for text in (intended, passage.heard.text))
        wrong += _errors(wanted, got)
        total += len(wanted)
    assert channel.accuracy_reason is None
    assert wrong / total <= 0.3


@pytest.mark.slow
async def test_korean_commands_never_tuned_on() -> None:
    """The issue asks for 0.25 at most; what was measured is in docs/voice.md."""
    channel = _channel("ko")
    lines = (Path(__file__).parents[1] / "data/commands_ko_unseen.tsv").read_text(encoding="utf-8").splitlines()[1:]
    aligned = []
    for utterance, line in enumerate(lines):
        text = line.split("\t")[1]
        passage = await channel.hear(text, locale="ko", utterance=utterance)
        aligned.append(align_space_free(text, passage.heard.text, "ko"))
    rate = pool(aligned).rate
    assert rate is not None
    assert rate <= 0.25


@pytest.mark.parametrize("locale", spec.LOCALES)
async def test_the_same_words_are_heard_the_same(locale: Locale) -> None:
    channel = _channel(locale)
    text = "Turn it up to 22." if locale == "en" else "22도로 맞춰 줘"
    first = await channel.hear(text, locale=locale, utterance=0)
    second = await channel.hear(text, locale=locale, utterance=1)
    assert first.heard.text == second.heard.text
    assert first.heard.confidence == second.heard.confidence


def _noise(kind: str, seed: int = 7) -> Pcm:
    """Three seconds of noise: white, or with the bass-heavy spectrum of a cabin (-12 dB per octave)."""
    numpy = pytest.importorskip("numpy")
    from voice.audio import from_floats

    spectrum = numpy.fft.rfft(numpy.random.default_rng(seed).standard_normal(48_000))
    if kind == "cabin":
        hz = numpy.fft.rfftfreq(48_000, 1 / 16_000)
        spectrum *= 1 / (1 + (hz / 110) ** 2)
    values = numpy.fft.irfft(spectrum)
    return from_floats(0.3 * values / numpy.abs(values).max(), 16_000)


@pytest.mark.parametrize("kind", ["white", "cabin"])
@pytest.mark.parametrize(("engine", "locale"), LISTENING)
def test_noise_is_never_an_utterance(engine: str, locale: Locale, kind: str) -> None:
    description = spec.transcribers()[engine].describe()
    if not description.installed:
        pytest.skip(f"{engine} is not installed: {description.missing}")
    noise = _noise(kind)
    assert not holds_speech(noise)
    assert spec.transcriber(engine).transcribe(noise, locale).text == ""


def test_three_seconds_of_digital_silence_hold_no_speech() -> None:
    assert speech_ms(Pcm(bytes(96_000), 16_000)) == 0


def test_speech_passes_the_gate() -> None:
    voice = spec.best_synthesizer("en")
    if voice is None:
        pytest.skip("no English voice is installed")
    sound = voice.synthesize("Open the window.", "en")
    assert 0.5 * sound.duration_ms < speech_ms(sound) <= sound.duration_ms + 64
