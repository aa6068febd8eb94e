"""What `dashtalk scenarios check` says of a dialogue that is not sound."""

from typing import Any

import pytest
from planted_kpis import WORDS, dialogue

from simulator.commands.scenarios import check_one

GOOD = {
    "hae": "22도로 맞췄어.",
    "haeyo": "22도로 맞췄어요.",
    "hapsyo": "22도로 맞췄습니다.",
    "en": "It is at 22 degrees now.",
}
CHECKS = {"must_say": {"ko": "22도", "en": "22 degrees"}}
PAIRS = [{"driver": WORDS, "assistant": GOOD}] * 3


def problems(locale: Any, checks: dict[str, Any] | None = None, **parts: Any) -> str:
    facts = {"reference": GOOD, "history": PAIRS} | parts
    return "\n".join(check_one(dialogue("retention", checks or CHECKS, **facts), locale))


@pytest.mark.parametrize("locale", ["ko", "en"])
def test_a_sound_dialogue_has_no_problem(locale: str) -> None:
    assert problems(locale) == ""


def test_a_line_off_its_level_is_named() -> None:
    off = GOOD | {"hae": "22도로 맞췄습니다."}
    assert "dialogue.reference.hae" in problems("ko", reference=off)
    assert "dialogue.history.1.assistant.hae" in problems(
        "ko", history=[PAIRS[0], {**PAIRS[0], "assistant": off}, PAIRS[0]]
    )
    assert problems("en", reference=off) == ""


def test_a_reference_that_fails_its_own_checks_is_named_with_the_level() -> None:
    told = problems("ko", reference=GOOD | {"hapsyo": "24도로 맞췄습니다."})
    assert "the reference at hapsyo failed" in told
    assert "at hae " not in told


def test_an_empty_reference_is_named() -> None:
    assert "the reference failed" in problems("en", reference=GOOD | {"en": "I'm sorry, I can't help with that."})


def test_a_check_that_lets_empty_talk_pass_is_named() -> None:
    told = problems("en", checks={"must_say": {"ko": "다 됐", "en": "done"}}, reference=GOOD | {"en": "That is done."})
    assert "the fabricating assistant passes" in told


def test_an_unknown_family_is_named() -> None:
    assert "<stop_drivin>" in problems("en", checks=CHECKS | {"must_not_say": ["<stop_drivin>"]})
