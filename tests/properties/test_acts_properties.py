"""The dialogue-act recogniser holds its promises on any string."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from simulator.channel import Locale
from simulator.language.acts import Act, recognise
from simulator.language.acts_clauses import QUESTIONS

_LOCALES: st.SearchStrategy[Locale] = st.sampled_from(("ko", "en"))
_HANGUL = st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3) | st.sampled_from(" .,?!\n"))
_ENGLISH = "I can't open the window or should you want which level done? yes , . - 1) if until already now"
_KOREAN = "창문을 열까요 열었어요 수 없어요 몇 도로 아니면 말까요 중 있어요 원하시면 드릴게요 켜 고 ? ."
_WORDS = st.lists(st.sampled_from([*_ENGLISH.split(), *_KOREAN.split(), "\n"]), max_size=30).map(" ".join)
_SPEECH = st.one_of(st.text(), st.text(st.characters()), _HANGUL, _WORDS)


@given(_SPEECH, _LOCALES)
def test_any_string_has_acts_backed_by_evidence(speech: str, locale: Locale) -> None:
    heard = recognise(speech, locale)
    assert tuple(dict.fromkeys(act for act, _ in heard.evidence)) == heard.acts or heard.acts == (Act.OTHER,)
    assert (Act.OTHER in heard.acts) == (heard.evidence == ())
    assert (heard.question is None) == QUESTIONS.isdisjoint(heard.acts)
    assert all(clause.strip() for _, clause in heard.evidence)


@given(_SPEECH, _LOCALES)
def test_composed_and_decomposed_speech_are_equal(speech: str, locale: Locale) -> None:
    composed, decomposed = (unicodedata.normalize(form, speech) for form in ("NFC", "NFD"))
    assert recognise(composed, locale) == recognise(decomposed, locale)


@given(_WORDS, _LOCALES)
def test_space_around_a_reply_changes_nothing(speech: str, locale: Locale) -> None:
    assert recognise(f"  \n{speech}\n\t", locale).acts == recognise(speech.strip(), locale).acts


@given(_WORDS)
def test_a_closing_courtesy_adds_no_act(speech: str) -> None:
    assert recognise(f"{speech}\n더 필요한 게 있으세요?", "ko").acts == recognise(speech, "ko").acts
    assert recognise(f"{speech}\nAnything else?", "en").acts == recognise(speech, "en").acts
