"""Names told to the recogniser help it with names, and never put words into anybody's mouth."""

import pytest

from scenarios.load import suite
from simulator.channel import Locale
from simulator.hints import expected_names
from simulator.language.normalise import normalise, space_free
from voice import spec
from voice.audio import Pcm, padded, resampled

pytestmark = pytest.mark.voice

NAMED: dict[Locale, tuple[tuple[str, str], ...]] = {
    "en": (("Take me to Salzburg.", "Salzburg"), ("Call Minjun Kim.", "Minjun Kim"), ("Call Haeun Lee.", "Haeun Lee")),
    "ko": (
        ("잘츠부르크 가는 길 안내해 줘.", "잘츠부르크"),
        ("윤서연 씨에게 메일 보내 줘.", "윤서연"),
        ("그레이스 터너 씨한테 전화 걸어 줘.", "그레이스 터너"),
    ),
}
PLAIN: dict[Locale, str] = {"en": "Set the temperature to twenty one degrees.", "ko": "에어컨 켜 줘."}


def _names(locale: Locale) -> tuple[str, ...]:
    scenario = next(each for each in suite("first-drive") if each.place == "loc_mil_100020")
    return expected_names(scenario.build_world(1, locale), locale, scenario.place)


def _sound(text: str, locale: Locale) -> Pcm:
    voice = spec.best_synthesizer(locale)
    if voice is None:
        pytest.skip(f"no voice for '{locale}' is installed")
    return padded(resampled(voice.synthesize(text, locale), 16_000), before_ms=300, after_ms=300)


def _holds(heard: str, name: str, locale: Locale) -> bool:
    return space_free(normalise(name, locale)) in space_free(normalise(heard, locale))


@pytest.fixture
def ears() -> spec.Transcriber:
    described = spec.transcribers()["faster-whisper"].describe()
    if not described.installed:
        pytest.skip(f"faster-whisper is not installed: {described.missing}")
    return spec.transcriber("faster-whisper")


@pytest.mark.parametrize("locale", spec.LOCALES)
def test_more_names_are_heard_when_they_are_expected(ears: spec.Transcriber, locale: Locale) -> None:
    names = _names(locale)
    found = {False: 0, True: 0}
    for text, name in NAMED[locale]:
        assert name in names
        for told in found:
            heard = ears.transcribe(_sound(text, locale), locale, names if told else ())
            found[told] += _holds(heard.text, name, locale)
    assert found[True] > found[False]


@pytest.mark.parametrize("locale", spec.LOCALES)
def test_a_request_without_a_name_gets_none(ears: spec.Transcriber, locale: Locale) -> None:
    names = _names(locale)
    heard = ears.transcribe(_sound(PLAIN[locale], locale), locale, names)
    assert heard.text
    assert not [name for name in names if _holds(heard.text, name, locale)]


@pytest.mark.parametrize("locale", spec.LOCALES)
def test_expected_names_are_not_heard_in_noise(ears: spec.Transcriber, locale: Locale) -> None:
    numpy = pytest.importorskip("numpy")
    from voice.audio import from_floats

    noise = from_floats(0.2 * numpy.clip(numpy.random.default_rng(3).standard_normal(48_000) / 3, -1, 1), 16_000)
    assert ears.transcribe(noise, locale, _names(locale)).text == ""
