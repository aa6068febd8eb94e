"""The recogniser against what assistants said in recorded benchmark sessions."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from simulator.language.acts import Act, recognise

_DIRECTORY = Path(__file__).parents[3] / "shared/data/carbench/trajectories"
_HALLUCINATION = "hallucination_train__gpt-5.2.jsonl"
_OTHERS = ("base_train__claude-sonnet-4-5.jsonl", "disambiguation_train__claude-sonnet-4-6.jsonl")
_YES = re.compile(r"(?:yes|yep|go ahead|please do|do it|confirm)\b", re.IGNORECASE)

pytestmark = pytest.mark.skipif(not _DIRECTORY.is_dir(), reason="the recorded sessions are not here")


def _sessions(name: str) -> Iterator[dict[str, Any]]:
    for line in (_DIRECTORY / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _spoken(session: dict[str, Any]) -> list[dict[str, str]]:
    """Return what driver and assistant said to each other; text beside tool calls was never heard."""
    return [
        {"role": message["role"], "content": message["content"]}
        for message in session["traj"]
        if message["role"] == "user"
        or (message["role"] == "assistant" and message.get("content") and not message.get("tool_calls"))
    ]


def _exchanges(session: dict[str, Any]) -> Iterator[tuple[str, str]]:
    spoken = _spoken(session)
    for reply, answer in pairwise(spoken):
        if reply["role"] == "assistant" and answer["role"] == "user":
            yield reply["content"], answer["content"]


def test_an_admitted_limit_agrees_with_how_the_session_was_judged() -> None:
    misses: list[str] = []
    judged = 0
    for session in _sessions(_HALLUCINATION):
        word = session["info"]["reward_info"]["info"]["end_conversation_keyword"]
        # A session that left its scenario was judged neither way; None is an acknowledged limit.
        if word == "OUT_OF_SCOPE":
            continue
        judged += 1
        replies = [message["content"] for message in _spoken(session) if message["role"] == "assistant"]
        admitted = any(Act.LIMIT in recognise(reply, "en").acts for reply in replies)
        if admitted != (word is None):
            misses.append(f"{session['task_id']}: {word}")
    assert judged == 46
    assert 1 - len(misses) / judged >= 0.9, misses


def test_the_last_reply_mostly_reports() -> None:
    last = [
        recognise(reply, "en").acts
        for name in _OTHERS
        for session in _sessions(name)
        for reply, answer in _exchanges(session)
        if "###STOP###" in answer
    ]
    assert len(last) > 100
    assert sum(Act.DONE in acts for acts in last) / len(last) >= 0.9


def test_a_plain_yes_mostly_answers_a_question_to_confirm() -> None:
    asked = [
        recognise(reply, "en").question
        for name in _OTHERS
        for session in _sessions(name)
        for reply, answer in _exchanges(session)
        if _YES.match(answer) and "###STOP###" not in answer
    ]
    assert len(asked) > 30
    assert sum(question is Act.CONFIRM for question in asked) / len(asked) >= 0.75


def test_hardly_any_recorded_reply_stays_unplaced() -> None:
    acts = [
        recognise(reply, "en").acts
        for name in _OTHERS
        for session in _sessions(name)
        for reply, _ in _exchanges(session)
    ]
    assert sum(found == (Act.OTHER,) for found in acts) / len(acts) <= 0.02
