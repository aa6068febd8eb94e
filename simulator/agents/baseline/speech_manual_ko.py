"""Answers from the owner's manual in Korean, at the three speech levels; patterns as in `words_ko.spoken`."""

import re
from collections.abc import Callable
from typing import Any

from simulator.agents.baseline.conjugation_ko import relevelled
from simulator.agents.baseline.manual_choice import Answer
from simulator.agents.baseline.manual_pages import Passage
from simulator.events import SpeechLevel

Slots = dict[str, Any]
_LINKED = re.compile(r"^(?:따라서|그래서|그러나|하지만|또는|또한?) ")
"""How a sentence goes on from one that is not said."""
_LEVELS: tuple[SpeechLevel, ...] = ("hae", "haeyo", "hapsyo")

PLAIN = {
    "manual_nothing": "[미안해.|죄송해요.|죄송합니다.] 그 내용은 차량 설명서에서 찾지 [못했어.|못했어요.|못했습니다.]",
}


def _answer(slots: Slots) -> str:
    answer: Answer = slots["answer"]
    if answer.between:
        named = ", ".join(answer.between)
        return f"{named} 중에 어느 것을 [말하는 거야?|말씀하시는 거예요?|말씀하시는 겁니까?]"
    said = " ".join(_told(passage) for passage in answer.passages)
    if answer.right is None:
        return said
    if answer.right:
        return f"[아까 말한 게 맞아.|아까 말씀드린 게 맞아요.|아까 말씀드린 것이 맞습니다.] {said}"
    return f"[미안해, 내가 잘못 말했어.|죄송해요, 제가 잘못 말씀드렸어요.|죄송합니다, 제가 잘못 말씀드렸습니다.] {said}"


def _told(passage: Passage) -> str:
    if passage.part == "values":
        return f"{passage.name}{{은}} {passage.text}{{이다}}."
    text = _LINKED.sub("", passage.text)
    return "[" + "|".join(relevelled(text, level) for level in _LEVELS) + "]"


MADE: dict[str, Callable[[Slots], str]] = {"manual_answer": _answer}
