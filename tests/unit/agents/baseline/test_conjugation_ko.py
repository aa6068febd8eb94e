"""Formal Korean sentences at the other two levels: irregular stems, and the whole owner's manual."""

import re

import pytest

from evaluation.honorifics.reply import read_reply
from simulator.agents.baseline.conjugation_ko import clauses, infinitive, relevelled
from simulator.events import SpeechLevel
from simulator.world.manual import manual

# Formal words, then what informal and polite speech make of them.
ENDS = [
    ("누르십시오", "눌러", "누르세요"),
    ("따르십시오", "따라", "따르세요"),
    ("들르십시오", "들러", "들르세요"),
    ("부르십시오", "불러", "부르세요"),
    ("여십시오", "열어", "여세요"),
    ("거십시오", "걸어", "거세요"),
    ("만드십시오", "만들어", "만드세요"),
    ("푸십시오", "풀어", "푸세요"),
    ("미루십시오", "미뤄", "미루세요"),
    ("실으십시오", "실어", "실으세요"),
    ("물으십시오", "물어", "물으세요"),
    ("부으십시오", "부어", "부으세요"),
    ("구우십시오", "구워", "구우세요"),
    ("잠그십시오", "잠가", "잠그세요"),
    ("모으십시오", "모아", "모으세요"),
    ("쓰지 마십시오", "쓰지 마", "쓰지 마세요"),
    ("해 주십시오", "해 줘", "해 주세요"),
    ("밟고 계십시오", "밟고 있어", "밟고 계세요"),
    ("끄십시오", "꺼 줘", "끄세요"),
    ("두십시오", "둬", "두세요"),
    ("확인하십시오", "확인해", "확인하세요"),
    ("어둡습니다", "어두워", "어두워요"),
    ("돕습니다", "도와", "도와요"),
    ("좁습니다", "좁아", "좁아요"),
    ("넓습니다", "넓어", "넓어요"),
    ("듣습니다", "들어", "들어요"),
    ("받습니다", "받아", "받아요"),
    ("다시 묻습니다", "다시 물어", "다시 물어요"),
    ("기름이 묻습니다", "기름이 묻어", "기름이 묻어요"),
    ("낫습니다", "나아", "나아요"),
    ("씻습니다", "씻어", "씻어요"),
    ("빨갛습니다", "빨개", "빨개요"),
    ("좋습니다", "좋아", "좋아요"),
    ("많습니다", "많아", "많아요"),
    ("빠릅니다", "빨라", "빨라요"),
    ("흐릅니다", "흘러", "흘러요"),
    ("엽니다", "열어", "열어요"),
    ("멉니다", "멀어", "멀어요"),
    ("줄어듭니다", "줄어들어", "줄어들어요"),
    ("커집니다", "커져", "커져요"),
    ("큽니다", "커", "커요"),
    ("아픕니다", "아파", "아파요"),
    ("됩니다", "돼", "돼요"),
    ("쉽습니다", "쉬워", "쉬워요"),
    ("쉽니다", "쉬어", "쉬어요"),
    ("움직입니다", "움직여", "움직여요"),
    ("정상입니다", "정상이야", "정상이에요"),
    ("소리입니다", "소리야", "소리예요"),
    ("250 kPa입니다", "250 kPa이야", "250 kPa이에요"),
    ("퓨즈(20 A)입니다", "퓨즈(20 A)야", "퓨즈(20 A)예요"),
    ("열선(40 A)입니다", "열선(40 A)이야", "열선(40 A)이에요"),
    ("정상이 아닙니다", "정상이 아니야", "정상이 아니에요"),
    ("것입니다", "거야", "거예요"),
    ("켜질 겁니다", "켜질 거야", "켜질 거예요"),
    ("고리에 겁니다", "고리에 걸어", "고리에 걸어요"),
    ("켰습니다", "켰어", "켰어요"),
    ("갖추었습니다", "갖추었어", "갖추었어요"),
    ("켜겠습니다", "켜겠어", "켜겠어요"),
    ("알려 드립니다", "알려 줘", "알려 드려요"),
    ("없습니다", "없어", "없어요"),
]
LEVELS: tuple[SpeechLevel, ...] = ("hae", "haeyo", "hapsyo")


@pytest.mark.parametrize(("formal", "hae", "haeyo"), ENDS)
def test_the_end_of_a_sentence_takes_the_level(formal: str, hae: str, haeyo: str) -> None:
    assert relevelled(f"{formal}.", "hae") == f"{hae}."
    assert relevelled(f"{formal}.", "haeyo") == f"{haeyo}."


@pytest.mark.parametrize("formal", [formal for formal, _, _ in ENDS if len(formal) > 4])
def test_formal_sentences_stay_at_the_formal_level(formal: str) -> None:
    assert relevelled(f"{formal}.", "hapsyo") == f"{formal}."


def test_a_formal_command_of_one_syllable_is_softened() -> None:
    assert relevelled("문을 여십시오.", "hapsyo") == "문을 열어 주십시오."
    assert relevelled("그렇게 하십시오.", "hapsyo") == "그렇게 하십시오."


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("길어지므로 두십시오.", "길어지니까 둬."),
        ("있으므로 두십시오.", "있으니까 둬."),
        ("얼므로 두십시오.", "어니까 둬."),
    ],
)
def test_a_written_reason_becomes_a_spoken_one(written: str, spoken: str) -> None:
    assert relevelled(written, "hae") == spoken


def test_what_has_no_formal_end_stays_as_it_is() -> None:
    assert relevelled("충전 메뉴", "hae") == "충전 메뉴"
    assert infinitive("") == ""
    assert infinitive("SOS") == "SOS"


def test_joined_clauses_get_ends_of_their_own() -> None:
    assert clauses("흰색은 꽂을 수 있다는 뜻이고, 빨간색은 고장을 뜻합니다.") == [
        "흰색은 꽂을 수 있다는 뜻입니다.",
        "빨간색은 고장을 뜻합니다.",
    ]
    assert clauses("문을 열고, 레버를 당기십시오.") == ["문을 여십시오.", "레버를 당기십시오."]
    assert clauses("꽂혀 있으며, 물을 넣지 말고, 잘 들으며, 기다리십시오.") == [
        "꽂혀 있습니다.",
        "물을 넣지 마십시오.",
        "잘 들으십시오.",
        "기다리십시오.",
    ]


def test_irregular_stems_are_found_again_before_a_join() -> None:
    assert clauses("길이 어두우며, 차가 섭니다.")[0] == "길이 어둡습니다."
    assert clauses("소리를 들으며, 차를 세웁니다.")[0] == "소리를 듣습니다."
    assert clauses("짐을 비우며, 차를 세웁니다.")[0] == "짐을 비웁니다."
    assert clauses("문을 열며, 차를 세웁니다.")[0] == "문을 엽니다."


def test_nouns_that_end_like_a_join_are_no_clauses() -> None:
    sentence = "위험, 경고, 주의로 나뉩니다."
    assert clauses(sentence) == [sentence]


@pytest.mark.parametrize("level", LEVELS)
def test_every_sentence_of_the_manual_keeps_the_level(level: SpeechLevel) -> None:
    passages = {words.ko for page in manual().written for words in (*page.body, *page.steps, *page.warnings)}
    sentences = {sentence for passage in passages for sentence in re.split(r"(?<=[.?!])\s+", passage)}
    assert len(sentences) > 2500
    said = [relevelled(sentence, level) for sentence in sentences]
    assert [sentence for sentence in said if read_reply(sentence).level != level] == []
