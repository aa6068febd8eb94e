import unicodedata

import pytest

from simulator.language import hangul


def test_every_syllable_is_its_letters_put_together() -> None:
    for code in range(0xAC00, 0xD7A4):
        syllable = hangul.decompose(chr(code))
        assert syllable is not None
        assert hangul.compose(*syllable) == chr(code)


@pytest.mark.parametrize("character", ["a", "ㄱ", "", "가나", "漢", "ᄀ"])
def test_what_is_no_syllable_has_no_letters(character: str) -> None:
    assert hangul.decompose(character) is None


def test_letters_out_of_place_are_refused() -> None:
    with pytest.raises(ValueError, match="no syllable"):
        hangul.compose("ㄳ", "ㅏ")


@pytest.mark.parametrize(("word", "closed"), [("강남역", True), ("도", False), ("abc", False), ("", False)])
def test_coda_of_the_last_syllable(word: str, closed: bool) -> None:
    assert hangul.has_coda(word) is closed
    assert hangul.has_coda(unicodedata.normalize("NFD", word)) is closed


def test_coda_sounds_are_the_seven() -> None:
    assert {hangul.coda_sound(letter) for letter in hangul.CODAS[1:]} == set("ㄱㄴㄷㄹㅁㅂㅇ")


def test_clusters_give_their_second_letter_away() -> None:
    assert hangul.split_cluster("ㄺ") == ("ㄹ", "ㄱ")
    assert hangul.split_cluster("ㄱ") == ("", "ㄱ")


def test_jamo_spells_out_and_keeps_the_rest() -> None:
    assert hangul.jamo("닭 2") == "ㄷㅏㄺ 2"
    assert hangul.is_hangul("안녕")
    assert not hangul.is_hangul("안녕!")
    assert hangul.has_hangul("T2로")
