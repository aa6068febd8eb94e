import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.channel import Locale
from voice.errors import ErrorChannel

LOCALES: st.SearchStrategy[Locale] = st.sampled_from(["ko", "en"])
TEXTS = st.one_of(
    st.text(),
    st.text(alphabet=st.characters(min_codepoint=0x1100, max_codepoint=0xD7FF)),
    st.text(alphabet="강남역으로 이십2도 abcz Tthe'.-,!ㅋ"),
)
# Few values, because each is calibrated once per locale.
RATES = st.sampled_from([0.05, 0.3, 0.6])


@settings(deadline=None)
@given(TEXTS, LOCALES, st.integers(), st.integers(min_value=0), RATES, st.booleans())
def test_no_string_makes_it_raise_and_the_unicode_form_does_not_matter(
    text: str, locale: Locale, seed: int, utterance: int, error_rate: float, catastrophic: bool
) -> None:
    channel = ErrorChannel(error_rate, seed, catastrophic=catastrophic)
    composed, decomposed = (
        channel.mishear(unicodedata.normalize(form, text), locale=locale, utterance=utterance).heard
        for form in ("NFC", "NFD")
    )
    assert composed.confidence is not None
    assert 0 <= composed.confidence <= 1
    assert composed == decomposed


@given(TEXTS, LOCALES, st.integers(), st.integers(min_value=0))
def test_rate_zero_is_the_identity(text: str, locale: Locale, seed: int, utterance: int) -> None:
    assert ErrorChannel(0, seed).mishear(text, locale=locale, utterance=utterance).heard.text == text
