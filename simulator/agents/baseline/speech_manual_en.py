"""Answers from the owner's manual in English."""

import re
from collections.abc import Callable
from typing import Any

from simulator.agents.baseline.manual_choice import Answer
from simulator.agents.baseline.manual_pages import Passage

Slots = dict[str, Any]
_SINGULAR = re.compile(r"(?<!\S)(?!1 )(\d[\d.,]* (?:day|week|month|year))$")

PLAIN = {"manual_nothing": "Sorry, I could not find that in the owner's manual."}


def _answer(slots: Slots) -> str:
    answer: Answer = slots["answer"]
    if answer.between:
        return f"Which one do you mean: {_listed([_lowered(name) for name in answer.between])}?"
    said = " ".join(_told(passage) for passage in answer.passages)
    if answer.right is None:
        return said
    return f"Yes, what I said is right. {said}" if answer.right else f"Sorry, I got that wrong. {said}"


def _told(passage: Passage) -> str:
    if passage.part != "values":
        return passage.text
    value = _SINGULAR.sub(r"\1s", passage.text)
    return f"{passage.name}: {value}."


def _listed(names: list[str]) -> str:
    return ", ".join(names[:-1]) + " or " + names[-1]


def _lowered(name: str) -> str:
    return name if name[:2].isupper() else name[:1].lower() + name[1:]


MADE: dict[str, Callable[[Slots], str]] = {"manual_answer": _answer}
