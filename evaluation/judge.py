"""Judges at work: after the dialogue, side by side, each answer checked before it counts."""

import asyncio
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, StrictBool, StrictInt, StrictStr, ValidationError

from evaluation.questions import Prompt, Question
from evaluation.rubric import Likert, Rubric
from simulator.events import Judgement
from simulator.llm import Endpoint, EndpointError, complete
from simulator.llm_endpoint import DEFAULT_BASE_URL
from simulator.registry import UsageError

LONGEST_RATIONALE = 4000
_THOUGHTS = re.compile(r"\A\s*<think>.*?</think>\s*", re.DOTALL)
_FENCE = re.compile(r"\A```(?:json)?\s*\n(?P<inside>.*)\n```\Z", re.DOTALL)


class Judge(Protocol):
    """Anything that answers a prompt with text; `name` tells judges apart and is stored with what they say."""

    @property
    def name(self) -> str:
        """Model and where it runs, without secrets."""

    async def answer(self, prompt: Prompt) -> str:
        """Return the judge's answer as it came; raises EndpointError when none did."""


class ModelJudge:
    """A model behind an OpenAI-compatible endpoint, asked at temperature 0 for JSON.

    `prompt_tokens` and `completion_tokens` add up what the endpoint reported.
    """

    def __init__(self, model: str, target: Endpoint) -> None:
        self.model = model
        self.name = model if target.base_url == DEFAULT_BASE_URL else f"{model}@{target.shown}"
        self.prompt_tokens = 0
        self.completion_tokens = 0
        self._target = target

    async def answer(self, prompt: Prompt) -> str:
        """Ask once; an answer that was cut off is returned as it is and fails to parse."""
        body: Mapping[str, Any] = {
            "messages": [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": prompt.user},
            ],
            "temperature": 0,
            "response_format": {"type": "json_object"},
        }
        found = await complete(self._target, self.model, body)
        self.prompt_tokens += found.prompt_tokens or 0
        self.completion_tokens += found.completion_tokens or 0
        return found.text


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore")

    reasoning: StrictStr


class _BinaryAnswer(_Answer):
    verdict: StrictBool | None


class _LikertAnswer(_Answer):
    verdict: StrictInt | None


class UnusableAnswer(ValueError):
    """An answer that holds no verdict; the message is one short sentence."""


def read_answer(rubric: Rubric, text: str) -> tuple[float | None, str]:
    """Return value (0 to 1) and reasoning of an answer; None when the judge says that it cannot tell.

    Raises UnusableAnswer for a refusal, anything but one JSON object of the form asked for, or a verdict off the scale.
    """
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
        place = ".".join(str(part) for part in first["loc"]) or "the answer"
        raise UnusableAnswer(f"{place}: {first['msg']}") from None
    rationale = answer.reasoning.strip()[:LONGEST_RATIONALE]
    if not rationale:
        raise UnusableAnswer("a verdict without reasoning")
    if answer.verdict is None:
        return None, rationale
    scale = rubric.scale
    if isinstance(scale, Likert) and not scale.low <= answer.verdict <= scale.high:
        raise UnusableAnswer(f"verdict {answer.verdict} is not on the scale from {scale.low} to {scale.high}")
    return rubric.share(answer.verdict), rationale


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise UnusableAnswer("the answer names a field twice")
    return found


def _start(text: str) -> str:
    short = " ".join(text.split())
    return repr(short if len(short) <= 80 else f"{short[:79]}…")


@dataclass(frozen=True, slots=True)
class Asked:
    """One judgement with the session it is of; `unreachable` when the judge could not be asked at all."""

    session_id: str
    judgement: Judgement
    unreachable: bool = False


async def ask(judge: Judge, question: Question, session_id: str = "") -> Asked:
    """Put one question to one judge; what goes wrong becomes a judgement without a value, which says why."""
    value: float | None = None
    unreachable = False
    try:
        value, rationale = read_answer(question.rubric, await judge.answer(question.prompt))
    except UnusableAnswer as error:
        rationale = str(error)
    except EndpointError as error:
        rationale, unreachable = f"could not be asked: {error}", True
    judgement = Judgement(
        rubric=question.rubric.name,
        value=value,
        rationale=rationale,
        judge=judge.name,
        digest=question.digest(judge.name),
    )
    return Asked(session_id, judgement, unreachable)


def check_panel(judges: Sequence[Judge]) -> None:
    """Raise UsageError unless there is a judge and no two are the same."""
    names = [judge.name for judge in judges]
    if not names:
        raise UsageError("no judge: name one with --model")
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"judge {name} is named twice; at temperature 0 its second vote says nothing new")


async def ask_all(
    judges: Sequence[Judge],
    asked: Iterable[tuple[str, Question, Judge]],
    heard: Callable[[Asked], None],
    max_concurrency: int = 8,
) -> None:
    """Put questions to judges, at most `max_concurrency` at a time; `heard` is told of each answer as it comes.

    Raises UsageError for a panel that names a judge twice, and whatever `heard` raises.
    """
    check_panel(judges)
    waiting = iter(list(asked))

    async def work() -> None:
        for session_id, question, judge in waiting:
            heard(await ask(judge, question, session_id))

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(max(1, max_concurrency)):
                group.create_task(work())
    except ExceptionGroup as several:
        # What stops one worker, a store that cannot be written for instance, stops the others alike.
        raise several.exceptions[0] from None
