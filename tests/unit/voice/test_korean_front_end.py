"""From Korean text to the phones, durations and pitch that MBROLA is given."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.language.korean_pronunciation import pronounce
from voice.tts import hn1
from voice.tts.hn1 import SILENCE, phones
from voice.tts.korean_prosody import NEUTRAL, Timed
from voice.tts.mbrola import score

PHONE_NAMES = {SILENCE, "l", *hn1.ONSETS.values(), *hn1.VOICED.values(), *hn1.CODAS.values(), *hn1.VOWELS.values()}


def _names(text: str) -> list[str]:
    return [phone.name for phone in phones(pronounce(text))]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("가구", ["k", "a", "g", "u"]),
        ("감다", ["k", "a", "m_}", "d", "a"]),
        ("학교", ["h", "a", "k_}", "k_>", "jo"]),
        ("나라", ["n", "a", "4", "a"]),
        ("달라", ["t", "a", "l_}", "l", "a"]),
        ("창문 닫아", ["ts\\_h", "a", "N", "m", "u", "n_}", "d", "a", "d", "a"]),
        ("의자", ["M\\i", "dz\\", "a"]),
    ],
)
def test_each_sound_gets_the_phone_of_its_place(text: str, names: list[str]) -> None:
    assert _names(text) == names


def test_statements_fall_and_questions_rise() -> None:
    statement = [hz for phone in score("창문 열었어.") for _, hz in phone.pitch]
    question = [hz for phone in score("창문 열었어?") for _, hz in phone.pitch]
    assert statement[-1] == min(statement) < statement[0]
    assert question[-1] == max(question) > 1.2 * question[0]


def test_the_ending_decides_without_a_mark() -> None:
    rising = [hz for phone in score("문을 잠글까요") for _, hz in phone.pitch]
    assert rising[-1] == max(rising)
    assert score("문을 잠글까요") == score("문을 잠글까요?")


def test_the_final_tone_is_held_through_a_coda() -> None:
    *_, coda, silence = score("문 열어 줘, 지금?")
    assert coda.pitch == silence.pitch == ((100, 180),)


def test_lax_stops_are_voiceless_where_an_accent_begins() -> None:
    # 바람을 | 다시: two accents; 가 다: one.
    two = [phone.name for phone in phones(pronounce("가게가"), pronounce("다시"))]
    one = [phone.name for phone in phones(pronounce("가게가 다시"))]
    assert "t" in two
    assert "d" in one


def test_a_vowel_that_begins_an_accent_stands_apart_from_a_coda() -> None:
    names = [phone.name for phone in score("왼쪽 창문 올려 줘요")]
    assert SILENCE in names[1:-1]


def test_h_vanishes_after_a_voiced_coda() -> None:
    assert "h" not in _names("전화")
    assert "h" in _names("하나")


def test_tense_and_aspirated_onsets_start_high() -> None:
    def first_pitch(text: str) -> int:
        return next(phone.pitch[0][1] for phone in score(text) if phone.pitch)

    assert first_pitch("타다가") > first_pitch("다다가")
    assert first_pitch("따다가") > first_pitch("다다가")


def test_the_last_vowel_of_a_phrase_is_long() -> None:
    vowels = [phone.duration_ms for phone in score("가가가") if phone.name == "a"]
    assert vowels[-1] > 1.3 * vowels[0]


def test_marks_become_pauses() -> None:
    silences = [phone for phone in score("네, 켰어요. 더 필요하세요?") if phone.name == SILENCE]
    assert len(silences) == 4
    assert silences[2].duration_ms > silences[1].duration_ms > silences[0].duration_ms


def test_numbers_and_letters_are_spoken() -> None:
    assert score("22도") == score("이십이 도")
    assert score("TV 켜") == score("티브이 켜")


@pytest.mark.parametrize("text", ["", " ", "...", "😀", "?!"])
def test_nothing_sayable_gives_nothing_to_play(text: str) -> None:
    assert score(text) == []


def test_a_slower_way_of_speaking_takes_longer() -> None:
    from dataclasses import replace

    def length(played: list[Timed]) -> int:
        return sum(phone.duration_ms for phone in played)

    slower = replace(NEUTRAL, tempo=NEUTRAL.tempo * 1.5)
    assert length(score("창문을 열어 줘", slower)) > 1.3 * length(score("창문을 열어 줘"))


@given(st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3) | st.sampled_from(" ,.?7kW"), max_size=40))
def test_any_text_gives_known_phones_with_sane_numbers(text: str) -> None:
    for phone in score(text):
        assert phone.name in PHONE_NAMES
        assert 5 <= phone.duration_ms <= 600
        assert all(0 <= at <= 100 and 50 <= hz <= 400 for at, hz in phone.pitch)
