"""A language model as the assistant: native tool calling over any OpenAI-compatible endpoint."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from simulator.agents.prompt import prompt_digest, system_prompt
from simulator.agents.spec import CallRequest, Reply, Usage
from simulator.agents.tool_texts import ToolTexts
from simulator.channel import Locale
from simulator.llm import Completion, EndpointError, complete, endpoint, well_formed
from simulator.llm_endpoint import Api
from simulator.llm_responses import input_items, responses_fields, responses_tools
from simulator.registry import UsageError
from simulator.trajectory import (
    AssistantCalled,
    AssistantSaid,
    AssistantView,
    DriverSaid,
    Message,
    OfferedTool,
    ToolReplied,
)

MALFORMED = "__malformed__"
MALFORMED_CHARACTERS = 2000
# No tool takes more; what is longer would only fill the store.
MOST_ARGUMENT_CHARACTERS = 100_000

# Endpoints refuse a history whose function names leave this alphabet, whatever the model itself called.
_NAME_CHARACTERS = 64
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]")
# Many servers refuse empty content, and many chat templates two messages of one speaker in a row.
_SILENCE = "…"
_NOTHING_HEARD: dict[Locale, str] = {"ko": "(알아들은 말 없음)", "en": "(no words were recognised)"}


class AgentUnavailable(EndpointError):
    """The assistant's endpoint gave no usable answer: the session records a defect, never a failure."""


class ChatAgent:
    """An assistant behind `/v1/chat/completions` or `/v1/responses`; one instance serves one session.

    The system prompt, with the time in it, and the tools are rendered from the first view and stay the same bytes for
    the whole session, so that providers' prompt caches hit. `temperature` None leaves it to the endpoint, which some
    reasoning models ask for; `options` are further fields of the request, sent as they are.

    What a model gets wrong reaches the session as its own call: arguments that are no JSON object are proposed as
    `{"__malformed__": raw text}`, which no tool accepts, so the assistant is told of the fault; unknown tool names
    are passed on. No arguments at all are an empty object. An answer that was cut off is used as far as it came.
    `stream` asks for answers in pieces, so that the time to the first one is known; `call_limit_s` bounds one message
    with all tries. `requests_per_minute`, `tokens_per_minute` and `cache` are those of `simulator.llm_endpoint`.
    With `api` "responses" the same goes in that wire format, and thoughts that came, sealed or not, go back with the
    next request of the session.

    Raises UsageError when the endpoint cannot be right; `respond` raises AgentUnavailable.
    """

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        api_key_variable: str = "OPENAI_API_KEY",
        temperature: float | None = 0.0,
        *,
        max_tokens: int | None = None,
        timeout_s: float = 110.0,
        max_retries: int = 2,
        options: Mapping[str, Any] | None = None,
        stream: bool = False,
        call_limit_s: float = 115.0,
        api: Api = "chat",
        requests_per_minute: int = 0,
        tokens_per_minute: int = 0,
        cache: str = "",
    ) -> None:
        if not model.strip():
            raise UsageError("the chat assistant needs a model: add --model NAME")
        self.model = model.strip()
        self.name = f"chat:{self.model}"
        self._endpoint = endpoint(
            base_url,
            key_variable=api_key_variable,
            timeout_s=timeout_s,
            max_retries=max_retries,
            limit_s=call_limit_s,
            requests_per_minute=requests_per_minute,
            tokens_per_minute=tokens_per_minute,
            cache=cache,
        )
        self._api: Api = api
        fields: dict[str, Any] = {"temperature": temperature, "max_tokens": max_tokens}
        self._fields = {name: value for name, value in fields.items() if value is not None} | dict(options or {})
        if api == "responses":
            self._fields = responses_fields(self._fields)
        self._stream = stream
        self._system = b""
        self._rendered: dict[str, bytes] | None = None
        self._written: list[tuple[Message, bytes]] = []
        self._thoughts: dict[int, tuple[dict[str, Any], ...]] = {}

    async def respond(self, view: AssistantView) -> Reply:
        """Ask the model for its next message; raises AgentUnavailable."""
        if self._rendered is None:
            self._rendered = self._preamble(view)
        dialogue = "messages" if self._api == "chat" else "input"
        rendered = self._rendered | {dialogue: self._dialogue(view)}
        try:
            completion = await complete(
                self._endpoint, self.model, self._fields, rendered=rendered, stream=self._stream, api=self._api
            )
        except EndpointError as error:
            message = str(error)
        else:
            if completion.reasoning:
                self._thoughts[len(view.messages)] = completion.reasoning
            return _reply(completion, _call_ids(view.messages))
        raise AgentUnavailable(message)

    def _preamble(self, view: AssistantView) -> dict[str, bytes]:
        """Return what stays the same for the whole session, but for the system message of a chat."""
        prompt = system_prompt(view)
        if self._api == "responses":
            made, texts = {"instructions": _json(prompt)}, _RESPONSES_TOOLS
        else:
            made, texts = {}, _FUNCTION_TOOLS
            self._system = _json({"role": "system", "content": prompt})
        return made | ({"tools": texts.of(view.tools)} if view.tools else {})

    def _dialogue(self, view: AssistantView) -> bytes:
        """Return the dialogue as JSON; what was written for an earlier message of this session is kept."""
        written = self._written
        for number, entry in enumerate(view.messages):
            if number < len(written) and (written[number][0] is entry or written[number][0] == entry):
                continue
            del written[number:]
            written.append((entry, self._text(number, entry, view.locale)))
        del written[len(view.messages) :]
        first = [self._system] if self._system else []
        return b"[%s]" % b",".join([*first, *(text for _, text in written)])

    def _text(self, number: int, entry: Message, locale: Locale) -> bytes:
        message = chat_message(entry, locale)
        if self._api == "chat":
            return _json(message)
        thoughts = self._thoughts.get(number, ()) if isinstance(entry, AssistantCalled | AssistantSaid) else ()
        return b",".join(_json(item) for item in (*thoughts, *input_items(message)))

    def prompt_digest(self, view: AssistantView) -> str:
        """Return the digest of everything a session that begins with `view` tells the model beforehand."""
        return prompt_digest(view)

    async def aclose(self) -> None:
        """Hold nothing: connections are pooled and closed by `simulator.llm.close_clients` at the end of a run."""


def function_tool(tool: OfferedTool) -> dict[str, Any]:
    """Return a tool in the wire format."""
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def chat_message(message: Message, locale: Locale) -> dict[str, Any]:
    """Return one message of the dialogue in the wire format."""
    match message:
        case DriverSaid():
            return {"role": "user", "content": well_formed(message.heard).strip() or _NOTHING_HEARD[locale]}
        case AssistantSaid():
            return {"role": "assistant", "content": message.text.strip() or _SILENCE}
        case ToolReplied():
            return {"role": "tool", "tool_call_id": message.call_id, "content": message.content}
        case AssistantCalled():
            calls = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {
                        "name": _sendable_name(call.name),
                        "arguments": json.dumps(call.arguments, ensure_ascii=False),
                    },
                }
                for call in message.calls
            ]
            return {"role": "assistant", "content": None, "tool_calls": calls}


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _function_tools(tools: Sequence[OfferedTool]) -> bytes:
    return _json([function_tool(tool) for tool in tools])


def _responses_tools(tools: Sequence[OfferedTool]) -> bytes:
    return _json(responses_tools([function_tool(tool) for tool in tools]))


_FUNCTION_TOOLS, _RESPONSES_TOOLS = ToolTexts(_function_tools), ToolTexts(_responses_tools)


def read_arguments(raw: Any) -> dict[str, Any]:
    """Return the arguments a model wrote; what is no JSON object is kept under `__malformed__`.

    Absent and empty arguments are an empty object, an object in place of its JSON text is accepted; what is longer
    than `MOST_ARGUMENT_CHARACTERS` is refused as it is cut.
    NaN, infinities and lone surrogates are no JSON, though some parsers let them pass.
    """
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return {}
    try:
        value = json.loads(raw[: MOST_ARGUMENT_CHARACTERS + 1]) if isinstance(raw, str) else raw
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, dict) else _malformed(raw)


def _malformed(raw: Any) -> dict[str, Any]:
    try:
        text = raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False)
    except RecursionError:
        text = f"a value of type {type(raw).__name__}, nested too deeply"
    return {MALFORMED: well_formed(text)[:MALFORMED_CHARACTERS]}


def _sendable_name(name: str) -> str:
    return _NOT_IN_A_NAME.sub("_", name)[:_NAME_CHARACTERS] or "unnamed"


def _call_ids(messages: tuple[Message, ...]) -> set[str]:
    return {call.id for message in messages if isinstance(message, AssistantCalled) for call in message.calls}


def _reply(completion: Completion, taken: set[str]) -> Reply:
    """Return the answer as the session takes it; an id the session knows already is left to be given anew."""
    calls: list[CallRequest] = []
    for proposed in completion.calls:
        identifier = "" if proposed.id in taken else well_formed(proposed.id)
        taken.add(proposed.id)
        calls.append(CallRequest(well_formed(proposed.name), read_arguments(proposed.arguments), identifier))
    usage = Usage(completion.prompt_tokens, completion.completion_tokens)
    return Reply(calls=tuple(calls), speech=completion.text.strip(), usage=usage)
