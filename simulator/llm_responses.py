"""The Responses API: the same request and answer as a chat completion, in its other wire format."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from simulator.llm_wire import Completion, ProposedCall, count_of, dicts, json_object, spoken, string_of

_RENAMED = {"max_tokens": "max_output_tokens", "max_completion_tokens": "max_output_tokens"}
_SEALED = "reasoning.encrypted_content"
# What an endpoint told of a thought that another request may repeat; it refuses fields like a null status.
_THOUGHT = ("type", "id", "summary", "content", "encrypted_content")


def responses_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields of a chat request, without messages and tools, as a Responses request has them.

    Nothing is kept at the endpoint unless `store` says so; thoughts are then asked for sealed, where the request asks
    for reasoning at all, since endpoints refuse that for models without.
    """
    made = {_RENAMED.get(name, name): value for name, value in fields.items()}
    if "reasoning_effort" in made:
        made["reasoning"] = {"effort": made.pop("reasoning_effort")} | dict(made.get("reasoning") or {})
    made.setdefault("store", False)
    if made.get("reasoning") and not made["store"]:
        made.setdefault("include", [_SEALED])
    return made


def responses_tools(tools: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return function tools of the chat format; they are not strict, since ours have optional parameters."""
    return [{"type": "function", "strict": False, **tool["function"]} for tool in tools]


def input_items(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return one message of the chat format as items of an input."""
    if message["role"] == "tool":
        return [{"type": "function_call_output", "call_id": message["tool_call_id"], "output": message["content"]}]
    calls = [
        {"type": "function_call", "call_id": call["id"], **call["function"]} for call in message.get("tool_calls") or ()
    ]
    if calls:
        return calls
    return [{"role": message["role"], "content": message["content"]}]


def responses_request(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return a whole chat request; its system message becomes the instructions."""
    rest = {name: value for name, value in fields.items() if name not in ("messages", "tools")}
    made = responses_fields(rest)
    spoken_before = [message for message in fields["messages"] if message["role"] != "system"]
    told = [message["content"] for message in fields["messages"] if message["role"] == "system"]
    if told:
        made["instructions"] = "\n\n".join(told)
    made["input"] = [item for message in spoken_before for item in input_items(message)]
    if fields.get("tools"):
        made["tools"] = responses_tools(fields["tools"])
    return made


def failure(content: bytes) -> bool:
    """Return whether an answer only says that the model failed."""
    answer = json_object(content)
    return answer is not None and _failed(answer)


def _failed(answer: Mapping[str, Any]) -> bool:
    return answer.get("status") == "failed" or bool(answer.get("error") and not answer.get("output"))


def read_response(content: bytes, retries: int) -> Completion | None:
    """Return the completion that the body of an answer holds, or None when it is no response."""
    answer = json_object(content)
    return None if answer is None else _completion(answer, answer.get("output"), retries)


class ResponsePieces:
    """A streamed response that is put together; `begun` tells that words or a call have come.

    The last event holds the whole; where a server leaves items out of it, those that were finished on the way count,
    and of those that were not, the pieces.
    """

    def __init__(self) -> None:
        self.begun = False
        self.finished = False
        self.error: Any = None
        self._items: dict[int, dict[str, Any]] = {}
        self._texts: dict[int, list[str]] = {}
        self._end: dict[str, Any] = {}

    def add(self, line: str) -> None:
        """Take one line of the stream; lines that are no data are ignored."""
        if not line.startswith("data:"):
            return
        event = json_object(line[5:].strip())
        if event is None:
            return
        kind, index = string_of(event.get("type")), event.get("output_index")
        place = index if isinstance(index, int) and not isinstance(index, bool) else 0
        match kind:
            case "response.completed" | "response.incomplete":
                self.finished = True
                self._end = event["response"] if isinstance(event.get("response"), dict) else {}
            case "response.failed" | "error":
                self.error = event
            case "" if event.get("error"):
                self.error = event
            case "response.output_item.added" | "response.output_item.done":
                item = event.get("item")
                if isinstance(item, dict):
                    self._items[place] = item
                    self.begun = self.begun or item.get("type") == "function_call"
                    if kind.endswith("done"):
                        self._texts.pop(place, None)
            case "response.output_text.delta" | "response.refusal.delta" | "response.function_call_arguments.delta":
                self._texts.setdefault(place, []).append(string_of(event.get("delta")))
                self.begun = True

    def completion(self, retries: int) -> Completion | None:
        """Return what has come, or None when it was no response."""
        whole = self._end.get("output")
        if not dicts(whole):
            whole = [self._whole(index) for index in sorted(self._items.keys() | self._texts.keys())]
        return _completion(self._end | {"output": whole}, whole, retries)

    def _whole(self, index: int) -> dict[str, Any]:
        item, text = self._items.get(index, {"type": "message"}), "".join(self._texts.get(index, ()))
        if not text:
            return item
        if item.get("type") == "function_call":
            return item | {"arguments": text}
        return item | {"content": [{"type": "output_text", "text": text}]}


def _completion(answer: Mapping[str, Any], output: Any, retries: int) -> Completion | None:
    if not isinstance(output, Sequence) or isinstance(output, str):
        return None
    texts: list[str] = []
    calls: list[ProposedCall] = []
    thoughts: list[dict[str, Any]] = []
    for item in dicts(output):
        match item.get("type"):
            case "message":
                texts.append(_words(item.get("content")))
            case "function_call":
                identifier = string_of(item.get("call_id")) or string_of(item.get("id"))
                calls.append(ProposedCall(identifier, string_of(item.get("name")), item.get("arguments")))
            case "reasoning" if item.get("encrypted_content") or item.get("content"):
                thoughts.append({name: item[name] for name in _THOUGHT if item.get(name) is not None})
    usage = answer.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    of_prompt, of_completion = counts.get("input_tokens_details"), counts.get("output_tokens_details")
    return Completion(
        text=spoken("".join(texts)),
        calls=tuple(calls),
        finish_reason=_finish_reason(answer, bool(calls)),
        prompt_tokens=count_of(counts.get("input_tokens")),
        completion_tokens=count_of(counts.get("output_tokens")),
        cached_tokens=count_of(of_prompt.get("cached_tokens")) if isinstance(of_prompt, dict) else None,
        reasoning_tokens=count_of(of_completion.get("reasoning_tokens")) if isinstance(of_completion, dict) else None,
        retries=retries,
        reasoning=tuple(thoughts),
    )


def _words(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = dicts(content)
    said = "".join(string_of(part.get("text")) for part in parts if part.get("type") in ("output_text", "text"))
    return said or "".join(string_of(part.get("refusal")) for part in parts if part.get("type") == "refusal")


def _finish_reason(answer: Mapping[str, Any], called: bool) -> str:
    """Return why the answer ended, in the words of chat completions."""
    if answer.get("status") == "incomplete":
        details = answer.get("incomplete_details")
        reason = string_of(details.get("reason")) if isinstance(details, dict) else ""
        return "length" if reason in ("", "max_output_tokens") else reason
    return "tool_calls" if called else "stop"
