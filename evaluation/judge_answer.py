"""What a judge's answer says: a verdict that agrees with itself, or why there is none."""

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, StrictBool, StrictInt, StrictStr, ValidationError

from evaluation.rubric import Likert, Rubric

LONGEST_RATIONALE = 4000
_THOUGHTS = re.compile(r"\A\s*<think>.*?</think>\s*", re.DOTALL)
_FENCE = re.compile(r"\A```(?:json)?\s*\n(?P<inside>.*)\n```\Z", re.DOTALL)
# Ways to say that there is no objection, without punctuation.
_NO_OBJECTION = frozenset({"", "none", "no", "nothing", "na", "null", "no objection", "없음", "없습니다", "해당 없음"})


class Status(StrEnum):
    """What became of one question put to one judge."""

    VERDICT = "verdict"
    UNCHECKED = "unchecked"
    """A verdict without the field that it is checked against."""
    CANNOT_TELL = "cannot_tell"
    UNUSABLE = "unusable"
    CONTRADICTION = "contradiction"
    UNREACHABLE = "unreachable"
    PENDING = "pending"


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore")

    reasoning: StrictStr
    objection: StrictStr | None = None


class _BinaryAnswer(_Answer):
    verdict: StrictBool | None


class _LikertAnswer(_Answer):
    verdict: StrictInt | None


class UnusableAnswer(ValueError):
    """An answer that holds no verdict; the message is one short sentence."""


class Contradiction(UnusableAnswer):
    """An answer whose verdict is not what the judge itself says beside it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A usable answer: `value` is 0 to 1, None when the judge says that it cannot tell."""

    value: float | None
    rationale: str
    status: Status


def read_answer(rubric: Rubric, text: str) -> Reading:
    """Return what an answer says.

    The verdict is checked against the objection, which a judge states before it: the best verdict goes with none, any
    other with one. Raises Contradiction where they differ, and UnusableAnswer for a refusal, anything but one JSON
    object of the form asked for, or a verdict off the scale.
    """
    answer = _answer(rubric, text)
    rationale = answer.reasoning.strip()[:LONGEST_RATIONALE]
    if not rationale:
        raise UnusableAnswer("a verdict without reasoning")
    verdict, scale = answer.verdict, rubric.scale
    if verdict is None:
        return Reading(None, rationale, Status.CANNOT_TELL)
    if isinstance(scale, Likert) and not scale.low <= verdict <= scale.high:
        raise UnusableAnswer(f"verdict {verdict} is not on the scale from {scale.low} to {scale.high}")
    value = rubric.share(verdict)
    if "objection" not in answer.model_fields_set:
        return Reading(value, rationale, Status.UNCHECKED)
    objection = " ".join((answer.objection or "").split())
    objects = "".join(letter for letter in objection.casefold() if letter.isalnum() or letter == " ").strip()
    if (value == 1) == (objects not in _NO_OBJECTION):
        told = f"it objects: {objection}" if value == 1 else "it objects to nothing"
        word = str(verdict).lower()
        raise Contradiction(f"contradicts itself: verdict {word}, yet {told}; {rationale}"[:LONGEST_RATIONALE])
    return Reading(value, rationale, Status.VERDICT)


def _answer(rubric: Rubric, text: str) -> _BinaryAnswer | _LikertAnswer:
    plain = _THOUGHTS.sub("", text).strip()
    if not plain:
        raise UnusableAnswer("the answer was empty")
    fenced = _FENCE.match(plain)
    try:
        found = json.loads(fenced["inside"] if fenced else plain, object_pairs_hook=_once)
    except RecursionError:
        raise UnusableAnswer("the answer was no JSON object") from None
    except json.JSONDecodeError:
        raise UnusableAnswer(f"the answer was no JSON object: {_start(plain)}") from None
    model = _LikertAnswer if isinstance(rubric.scale, Likert) else _BinaryAnswer
    try:
        answer: _BinaryAnswer | _LikertAnswer = model.model_validate(found)
    except ValidationError as error:
        first = error.errors()[0]
        if first["loc"] == ("verdict",) and first["type"] != "missing":
            raise UnusableAnswer(f"the verdict {_start(str(first['input']))} is {_wanted(rubric)}") from None
        place = ".".join(str(part) for part in first["loc"]) or "the answer"
        raise UnusableAnswer(f"{place}: {first['msg']}") from None
    return answer


def _wanted(rubric: Rubric) -> str:
    scale = rubric.scale
    if isinstance(scale, Likert):
        return f"no whole number from {scale.low} to {scale.high}"
    return "neither true nor false nor null"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise UnusableAnswer("the answer names a field twice")
    return found


def _start(text: str) -> str:
    short = " ".join(text.split())
    return repr(short if len(short) <= 80 else f"{short[:79]}…")
