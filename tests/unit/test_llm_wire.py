"""Answers as they come over the wire."""

import json
from typing import Any

import pytest

from simulator.llm_wire import Completion, Pieces, ProposedCall, read_completion, without_thoughts


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<think>a\nb</think>\n\n네, 했어요.", "네, 했어요."),
        ("<think></think>네", "네"),
        ("네 <think>a</think> 그래요 <thinking>b</thinking>!", "네  그래요 !"),
        ("the template opened it</think>\nYes.", "Yes."),
        ("<THINK>a</THINK>Yes.", "Yes."),
        ("<think>it never ended", ""),
        ("Yes. <think>it never ended", "Yes. "),
        ("<think>a</think>", ""),
        ("I think so.", "I think so."),
        ("", ""),
    ],
)
def test_thoughts_are_no_speech(text: str, said: str) -> None:
    assert without_thoughts(text) == said


def test_thoughts_in_a_field_of_their_own_are_no_speech() -> None:
    message = {"content": "Yes.", "reasoning_content": "hm", "reasoning": "hm"}
    completion = read_completion(json.dumps({"choices": [{"message": message}]}).encode(), 0)
    assert completion == Completion("Yes.")


def test_all_tokens_are_counted() -> None:
    usage = {
        "prompt_tokens": 100,
        "prompt_tokens_details": {"cached_tokens": 90},
        "completion_tokens": 50,
        "completion_tokens_details": {"reasoning_tokens": 40},
    }
    completion = read_completion(json.dumps({"choices": [{"message": {"content": "a"}}], "usage": usage}).encode(), 1)
    assert completion == Completion("a", (), "", 100, 50, 90, 40, 1)


@pytest.mark.parametrize(
    "usage",
    [None, [], "many", {"prompt_tokens": -1, "completion_tokens": True}, {"prompt_tokens_details": 3}],
)
def test_counts_that_make_no_sense_are_unknown(usage: Any) -> None:
    completion = read_completion(json.dumps({"choices": [{"message": {"content": "a"}}], "usage": usage}).encode(), 0)
    assert completion == Completion("a")


def pieces(*deltas: Any, finish: str = "stop") -> Completion | None:
    made = Pieces()
    for delta in deltas:
        made.add("data: " + json.dumps({"choices": [{"index": 0, "delta": delta}]}))
    made.add("data: " + json.dumps({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}))
    assert made.finished
    return made.completion(0)


def fragment(arguments: str, **more: Any) -> dict[str, Any]:
    name = more.pop("name", None)
    return {**more, "function": {"arguments": arguments} | ({"name": name} if name else {})}


def test_pieces_of_two_calls_are_told_apart_by_index() -> None:
    found = pieces(
        {"tool_calls": [fragment("", index=0, id="a", name="one"), fragment("{", index=1, id="b", name="two")]},
        {"tool_calls": [fragment("{}", index=0)]},
        {"tool_calls": [fragment("}", index=1)]},
    )
    assert found == Completion("", (ProposedCall("a", "one", "{}"), ProposedCall("b", "two", "{}")), "stop")


def test_without_an_index_a_new_id_begins_a_new_call() -> None:
    found = pieces(
        {"tool_calls": [fragment("{", id="a", name="one")]},
        {"tool_calls": [fragment("}")]},
        {"tool_calls": [fragment("{}", id="b", name="two")]},
    )
    assert found is not None
    assert found.calls == (ProposedCall("a", "one", "{}"), ProposedCall("b", "two", "{}"))


def test_thoughts_that_are_split_between_pieces_are_no_speech() -> None:
    found = pieces({"content": "<thi"}, {"content": "nk>hm</th"}, {"content": "ink>Yes."})
    assert found == Completion("Yes.", (), "stop")


def test_pieces_that_make_no_sense_are_left_out() -> None:
    made = Pieces()
    nonsense = ("", ": comment", "event: x", "data: {", "data: []", 'data: {"choices": 3}', 'data: {"choices": [null]}')
    for line in nonsense:
        made.add(line)
    assert (made.completion(0), made.finished, made.begun) == (None, False, False)
    assert pieces(None, {"content": None}, {"content": 3}, {"tool_calls": [None, {"index": 0}]}) == Completion(
        "", (ProposedCall("", "", ""),), "stop"
    )
