"""Standard pronunciation, rule by rule, with the regulation's own kinds of example."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.language import hangul
from simulator.language.korean_pronunciation import pronounce, respell


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("이십이", "이시비"),
        ("앉아", "안자"),
        ("있어요", "이써요"),
        ("값이", "갑씨"),
        ("없애", "업쌔"),
    ],
)
def test_a_coda_moves_to_an_empty_onset(written: str, spoken: str) -> None:
    assert respell(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"), [("같이", "가치"), ("닫힌", "다친"), ("붙여", "부처"), ("굳이", "구지")]
)
def test_dentals_are_palatalised_before_i(written: str, spoken: str) -> None:
    assert respell(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("좋아", "조아"),
        ("많이", "마니"),
        ("많고", "만코"),
        ("싫어", "시러"),
        ("끓는", "끌른"),
        ("입학", "이팍"),
        ("맏형", "마텽"),
        ("못 해", "모 태"),
        ("전화해", "전화해"),
    ],
)
def test_h_merges_or_disappears(written: str, spoken: str) -> None:
    assert respell(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("국립공원으로", "궁닙꽁워느로"),
        ("밟는", "밤는"),
        ("없는", "엄는"),
        ("첫눈", "천눈"),
        ("종로", "종노"),
        ("왕십리", "왕심니"),
        ("연락", "열락"),
        ("실내", "실래"),
        ("몇 리", "면 니"),
        ("온라인", "온나인"),
    ],
)
def test_nasals_and_laterals_assimilate(written: str, spoken: str) -> None:
    assert respell(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("앞좌석", "압쫘석"),
        ("뒷좌석", "뒫쫘석"),
        ("읽고", "일꼬"),
        ("밝게", "발께"),
        ("넓게", "널께"),
        ("설정", "설쩡"),
        ("문자", "문짜"),
        ("할 수 있어", "할 쑤 이써"),
        ("갈 거야", "갈 꺼야"),
        ("갈게요", "갈께요"),
        ("이십칠 도", "이십칠 또"),
    ],
)
def test_lax_onsets_become_tense(written: str, spoken: str) -> None:
    assert respell(written) == spoken


@pytest.mark.parametrize("written", ["길게", "창문을 지금", "물 주세요", "신고", "온도", "갈비", "감기", "열지 마"])
def test_what_stays_lax(written: str) -> None:
    onsets = [sound.onset for sound in pronounce(written)]
    assert not set(onsets) & set("ㄲㄸㅃㅆㅉ")


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("강남역으로", "강남녀그로"),
        ("서울역", "서울력"),
        ("수원역까지", "수원녁까지"),
        ("번역", "버녁"),
        ("지역", "지역"),
        ("십육", "심뉵"),
        ("휘발유", "휘발류"),
        ("꽃잎", "꼰닙"),
    ],
)
def test_n_comes_in_before_i_and_y(written: str, spoken: str) -> None:
    assert respell(written) == spoken


def test_words_of_a_phrase_are_joined() -> None:
    assert respell("옷 한 벌") == "오 탄 벌"
    assert respell("선루프 좀 열어 줘") == "설루프 조 며러 줘"


def test_other_characters_stay_and_break_the_phrase() -> None:
    assert respell("밥, 물! abc 12") == "밥, 물! abc 12"


def test_decomposed_input_is_composed_first() -> None:
    assert respell("\u1100\u1161\u11b9\u110b\u1175") == "갑씨"


@given(st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3) | st.sampled_from(" ,.?a\u1161ㄱ")))
def test_any_hangul_gives_sayable_syllables(text: str) -> None:
    sounds = pronounce(text)
    assert len(sounds) == sum(map(hangul.is_syllable, text))
    for sound in sounds:
        assert sound.coda in ("", "ㄱ", "ㄴ", "ㄷ", "ㄹ", "ㅁ", "ㅂ", "ㅇ")
        assert hangul.decompose(str(sound)) is not None


@given(st.text())
def test_no_string_raises(text: str) -> None:
    assert isinstance(respell(text), str)
