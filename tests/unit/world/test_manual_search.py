"""Drivers' questions find the section of the manual that answers them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from simulator.language.locale import LOCALES, Locale
from simulator.world.manual import manual, search_words
from simulator.world.manual_search import LONGEST_SNIPPET, index, search
from simulator.world.manual_words import asked_tokens, tokens

DATA = Path(__file__).parents[2] / "data"
# Shares of questions whose answer comes first and among three, a little below what is measured, so that a text may be
# mended. Measured: tuned ko 0.67 and 0.97, en 0.72 and 0.93; unseen ko 0.57 and 0.86, en 0.62 and 0.79. Before the
# writers' search words joined, some of which their own questions prompted, unseen was ko 0.48 and 0.74, en 0.45 and
# 0.67: what a question of somebody new may hope for.
LEAST = {
    ("manual_questions", "ko"): (0.61, 0.91),
    ("manual_questions", "en"): (0.67, 0.87),
    ("manual_questions_unseen", "ko"): (0.52, 0.80),
    ("manual_questions_unseen", "en"): (0.57, 0.73),
}
SETS = ("manual_questions", "manual_questions_unseen")
LEAST_OF_SYMPTOMS_IN_THREE = 0.95


@dataclass(frozen=True, slots=True)
class Question:
    """What a driver asks and the ids of the sections that answer it."""

    sections: frozenset[str]
    locale: Locale
    reworded: bool
    text: str


def questions(name: str) -> Iterator[Question]:
    for line in (DATA / f"{name}.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        sections, locale, worded, text = line.split("\t")
        yield Question(frozenset(sections.split("|")), "ko" if locale == "ko" else "en", worded == "other", text)


def test_a_question_stands_in_one_set_only() -> None:
    texts = [question.text for name in SETS for question in questions(name)]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("name", SETS)
def test_each_set_asks_enough_in_both_languages_and_in_other_words(name: str) -> None:
    asked = list(questions(name))
    for locale in LOCALES:
        mine = [question for question in asked if question.locale == locale]
        assert len(mine) >= 30
        assert sum(question.reworded for question in mine) / len(mine) >= 0.4
    assert [one for question in asked for one in question.sections if manual().place(one) is None] == []


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", SETS)
def test_the_answer_is_among_the_first_results(name: str, locale: Locale) -> None:
    ranks = []
    for question in questions(name):
        if question.locale == locale:
            ids = [found.section.id for found in search(question.text, locale, 3)]
            ranks.append(next((rank for rank, one in enumerate(ids) if one in question.sections), None))
    least_first, least_in_three = LEAST[name, locale]
    assert sum(rank == 0 for rank in ranks) / len(ranks) >= least_first
    assert sum(rank is not None for rank in ranks) / len(ranks) >= least_in_three


@pytest.mark.parametrize("locale", LOCALES)
def test_every_written_section_is_found_by_its_own_title_and_heading(locale: Locale) -> None:
    lost = []
    for _, category, section in manual().pages:
        question = f"{category.title.of(locale)} {section.title.of(locale)}"
        if section.id not in [found.section.id for found in search(question, locale, 5)]:
            lost.append(section.id)
    assert lost == []


@pytest.mark.parametrize("locale", LOCALES)
def test_what_a_driver_says_of_a_fault_finds_its_section(locale: Locale) -> None:
    said = [(section.id, words.of(locale)) for section in manual().written for words in section.symptoms]
    first = [search(words, locale, 3) for _, words in said]
    hits = [one in [found.section.id for found in found_] for (one, _), found_ in zip(said, first, strict=True)]
    assert sum(hits) / len(hits) >= LEAST_OF_SYMPTOMS_IN_THREE


def test_excerpts_answer_and_are_short() -> None:
    for question in (one for name in SETS for one in questions(name)):
        for found in search(question.text, question.locale, 3):
            assert 0 < len(found.snippet) <= LONGEST_SNIPPET
            assert found.snippet.removesuffix("…") in "\n".join(found.section.passages(question.locale))


def test_korean_is_cut_into_pairs_and_questions_lose_what_only_holds_them_together() -> None:
    assert list(tokens("공기압을 12V로", "ko")) == ["공기", "기압", "압을", "12v"]
    assert list(asked_tokens("타이어 공기압을 어떻게 확인해요?", "ko")) == [
        "타이",
        "이어",
        "공기",
        "기압",
        "확인",
        "인해",
    ]
    assert list(asked_tokens("문이 안 열려요", "ko")) == ["문", "문이", "열려", "려요"]
    assert list(asked_tokens("How do I use the A/C?", "en"))[:2] == ["use", "ac"]


def test_the_drivers_own_words_lead_to_the_manuals() -> None:
    assert {"운전", "전대"} <= set(asked_tokens("핸들이 차가워요", "ko"))
    assert {"windshield"} <= set(asked_tokens("clean the windscreen", "en"))
    assert "windshield" not in asked_tokens("windscreens", "en")
    assert "air" in asked_tokens("use the AC", "en")
    assert "air" not in asked_tokens("use AC charging", "en")
    assert not {"방향", "향지"} & set(asked_tokens("비상 깜빡이 켜 줘", "ko"))
    for locale in LOCALES:
        for theirs, ours in search_words(locale)["names"].items():
            assert set(tokens(ours, locale)) - set(tokens(theirs, locale)), theirs


def test_the_index_is_built_once_for_all_sessions() -> None:
    assert index("ko") is index("ko")
    assert search("?!", "ko", 5) == ()
