"""Every registered voice and recogniser: empty, very short, Korean, English, and odd input."""

import pytest

from simulator.channel import Heard, Locale
from voice import spec
from voice.audio import Pcm, padded, resampled, silence
from voice.spec import Synthesizer, Transcriber

SENTENCES: dict[Locale, str] = {"ko": "에어컨 켜 줘.", "en": "Turn on the air conditioning."}
ODD_TEXTS = ("", " ", "😀", "...", "[[ h@ ]]", "\0", "ㅋㅋ", "<b>&</b>", "一二三", "\ud7a3힣")

pytestmark = pytest.mark.voice


# Services and people's own programs and recordings have tests of their own, with a service of this machine.
VOICES = [engine.name for engine in spec.synthesizers().values() if engine.automatic]
RECOGNISERS = [engine.name for engine in spec.transcribers().values() if engine.automatic]
LISTENING = [(name, locale) for name in RECOGNISERS for locale in spec.transcribers()[name].describe().languages]


def _installed(description: spec.EngineDescription) -> None:
    if not description.installed:
        pytest.skip(f"{description.name} is not installed: {description.missing}")


def _recogniser(name: str) -> Transcriber:
    _installed(spec.transcribers()[name].describe())
    return spec.transcriber(name)


@pytest.fixture(params=VOICES)
def voice(request: pytest.FixtureRequest) -> Synthesizer:
    _installed(spec.synthesizers()[request.param].describe())
    return spec.synthesizer(request.param)


@pytest.fixture(params=RECOGNISERS)
def recogniser(request: pytest.FixtureRequest) -> Transcriber:
    return _recogniser(request.param)


def _languages(name: str) -> tuple[Locale, ...]:
    return spec.synthesizers()[name].describe().languages


def test_a_voice_says_its_languages(voice: Synthesizer) -> None:
    for locale in _languages(voice.name):
        sound = voice.synthesize(SENTENCES[locale], locale)
        assert 500 < sound.duration_ms < 5000
        assert sound.rate_hz >= 8000
        assert voice.voice(locale)
        assert voice.fingerprint(locale) == voice.fingerprint(locale)
        assert voice.fingerprint(locale) != ""
        if voice.real_speech:
            assert (
                max(abs(int.from_bytes(sound.samples[i : i + 2], "little", signed=True)) for i in range(0, 20_000, 2))
                > 1000
            )


def test_a_voice_repeats_itself(voice: Synthesizer) -> None:
    for locale in _languages(voice.name):
        first = voice.synthesize(SENTENCES[locale], locale)
        voice.synthesize("가" if locale == "ko" else "a", locale)
        assert voice.synthesize(SENTENCES[locale], locale).sha256 == first.sha256


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_a_voice_survives_any_text(voice: Synthesizer, text: str) -> None:
    for locale in _languages(voice.name):
        assert voice.synthesize(text, locale).duration_ms < 10_000


@pytest.mark.parametrize("text", ["", " ", "...", "?!"])
def test_a_voice_is_silent_where_nothing_can_be_said(voice: Synthesizer, text: str) -> None:
    for locale in _languages(voice.name):
        assert voice.synthesize(text, locale).duration_ms == 0


@pytest.mark.parametrize("locale", spec.LOCALES)
@pytest.mark.parametrize("sound", [Pcm(b"", 16_000), silence(10, 16_000), Pcm(b"\0\x40" * 160, 16_000)])
def test_a_recogniser_hears_nothing_in_next_to_nothing(recogniser: Transcriber, sound: Pcm, locale: Locale) -> None:
    assert recogniser.transcribe(sound, locale) == Heard(text="", engine=recogniser.name)


# What each recogniser is sure to get right through the voices there are.
KNOWN_BY_ALL: dict[Locale, tuple[str, str]] = {"ko": (SENTENCES["ko"], "에어컨"), "en": (SENTENCES["en"], "air")}
KNOWN_WORDS = {"vosk": KNOWN_BY_ALL | {"ko": ("지금 속도가 얼마야?", "얼마")}}


@pytest.mark.parametrize(("name", "locale"), LISTENING)
def test_a_recogniser_hears_its_languages(name: str, locale: Locale) -> None:
    recogniser = _recogniser(name)
    said, word = KNOWN_WORDS.get(recogniser.name, KNOWN_BY_ALL)[locale]
    voice = spec.best_synthesizer(locale)
    if voice is None:
        pytest.skip(f"no voice for '{locale}' is installed")
    sound = padded(resampled(voice.synthesize(said, locale), 16_000), before_ms=300, after_ms=300)
    heard = recogniser.transcribe(sound, locale, ("Jennifer",))
    assert heard.engine == recogniser.name
    # Recognisers space Korean as they like.
    assert word in heard.text.replace(" ", "")
    assert heard.confidence is not None
    assert 0 < heard.confidence <= 1
    assert heard.recognition_ms > 0


@pytest.mark.parametrize("name", [name for name, locale in LISTENING if locale == "en"])
def test_a_recogniser_takes_other_rates(name: str) -> None:
    recogniser = _recogniser(name)
    voice = spec.best_synthesizer("en")
    if voice is None:
        pytest.skip("no English voice is installed")
    sound = resampled(voice.synthesize(SENTENCES["en"], "en"), 44_100)
    assert "air" in recogniser.transcribe(padded(sound, before_ms=300, after_ms=300), "en").text
