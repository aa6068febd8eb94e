"""Judges at work: after the dialogue, side by side, each answer checked before it counts."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from evaluation.judge_answer import Contradiction, Status, UnusableAnswer, read_answer
from evaluation.questions import Prompt, Question
from simulator.events import Judgement
from simulator.llm import Endpoint, EndpointError, ModelUse, complete, metered
from simulator.llm_endpoint import DEFAULT_BASE_URL
from simulator.llm_faults import NO_TEMPERATURE
from simulator.registry import UsageError

# One that failed so often in a row is not there; asking it hundreds of times more would only take long.
GIVE_UP_AFTER = 8


class Judge(Protocol):
    """Anything that answers a prompt with text; `name` tells judges apart and is stored with what they say."""

    @property
    def name(self) -> str:
        """Model and where it runs, without secrets."""

    async def answer(self, prompt: Prompt) -> str:
        """Return the judge's answer as it came; raises EndpointError when none did."""


class ModelJudge:
    """A model behind an OpenAI-compatible endpoint, asked at temperature 0 for JSON.

    A model that takes no temperature but its own is asked without one from then on.
    """

    def __init__(self, model: str, target: Endpoint) -> None:
        self.model = model
        self.name = model if target.base_url == DEFAULT_BASE_URL else f"{model}@{target.shown}"
        self._target = target
        self._temperature: dict[str, float] = {"temperature": 0}

    async def answer(self, prompt: Prompt) -> str:
        """Ask once; an answer that was cut off is returned as it is and fails to parse."""
        body: Mapping[str, Any] = {
            "messages": [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": prompt.user},
            ],
            "response_format": {"type": "json_object"},
        }
        # Others may learn of the refusal while this call is under way: what it sent decides, not what is known now.
        sent = self._temperature
        try:
            return (await complete(self._target, self.model, {**body, **sent})).text
        except EndpointError as error:
            if not sent or NO_TEMPERATURE not in str(error):
                raise
        self._temperature = {}
        return (await complete(self._target, self.model, body)).text


@dataclass(frozen=True, slots=True)
class Asked:
    """One judgement with the session it is of, what became of the question, and the calls of a model it took."""

    session_id: str
    judgement: Judgement
    status: Status
    calls: tuple[ModelUse, ...] = ()

    @property
    def unreachable(self) -> bool:
        """Whether the judge could not be asked at all."""
        return self.status is Status.UNREACHABLE


async def ask(judge: Judge, question: Question, session_id: str = "") -> Asked:
    """Put one question to one judge; what goes wrong becomes a judgement without a value, which says why."""
    value: float | None = None
    calls: list[ModelUse] = []
    try:
        with metered(calls):
            text = await judge.answer(question.prompt)
        reading = read_answer(question.rubric, text)
        value, rationale, status = reading.value, reading.rationale, reading.status
    except Contradiction as error:
        rationale, status = str(error), Status.CONTRADICTION
    except UnusableAnswer as error:
        rationale, status = str(error), Status.UNUSABLE
    except EndpointError as error:
        rationale, status = f"could not be asked: {error}", Status.UNREACHABLE
    return Asked(session_id, _judgement(judge, question, value, rationale), status, tuple(calls))


def _judgement(judge: Judge, question: Question, value: float | None, rationale: str) -> Judgement:
    return Judgement(
        rubric=question.rubric.name,
        value=value,
        rationale=rationale,
        judge=judge.name,
        digest=question.digest(judge.name),
    )


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

    A judge that could not be asked GIVE_UP_AFTER times in a row is not asked any more; what was left counts as not
    answered. Raises UsageError for a panel that names a judge twice, and whatever `heard` raises.
    """
    check_panel(judges)
    waiting = iter(asked)
    in_vain: dict[str, int] = {}

    async def work() -> None:
        for session_id, question, judge in waiting:
            if in_vain.get(judge.name, 0) >= GIVE_UP_AFTER:
                why = f"could not be asked: it failed {GIVE_UP_AFTER} times in a row"
                heard(Asked(session_id, _judgement(judge, question, None, why), Status.UNREACHABLE))
                continue
            answer = await ask(judge, question, session_id)
            in_vain[judge.name] = in_vain.get(judge.name, 0) + 1 if answer.unreachable else 0
            heard(answer)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(max(1, max_concurrency)):
                group.create_task(work())
    except ExceptionGroup as several:
        # What stops one worker, a store that cannot be written for instance, stops the others alike.
        raise several.exceptions[0] from None
