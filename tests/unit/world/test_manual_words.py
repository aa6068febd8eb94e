"""What is searched for of a question."""

import unicodedata

from simulator.world.manual_search import search
from simulator.world.manual_words import asked_tokens, composed, tokens


def test_syllables_taken_apart_are_put_together() -> None:
    apart = unicodedata.normalize("NFD", "타이어 공기압")
    assert composed(apart) == "타이어 공기압"
    assert list(tokens(apart, "ko")) == list(tokens("타이어 공기압", "ko"))
    assert asked_tokens(apart, "ko") == asked_tokens("타이어 공기압", "ko")
    for locale in ("ko", "en"):
        assert search(apart, locale, 3) == search("타이어 공기압", locale, 3) != ()


def test_a_name_that_is_spelled_apart_is_known() -> None:
    assert asked_tokens(unicodedata.normalize("NFD", "본넷"), "ko") == asked_tokens("본넷", "ko")


def test_a_tire_finds_tyres_and_nobody_who_is_tired() -> None:
    for question in ("tire", "tires"):
        titles = [found.section.title.en.lower() for found in search(question, "en", 3)]
        assert any("tyre" in title for title in titles)
        assert not any("attention" in title or "recirculation" in title for title in titles)
