"""Assistants written for the reference benchmark's agent interface, or for tau2's close variant of it.

Source: CAR-bench's agent factory `(tools_info, wiki, args)` and its two methods; tau2's `(tools, domain_policy)`.
"""

import inspect
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import FunctionType, SimpleNamespace
from typing import Any

from simulator.agents.chat import function_tool, read_arguments
from simulator.agents.prompt import prompt_digest, system_prompt
from simulator.agents.spec import CallRequest, Reply
from simulator.daemon_threads import in_own_thread
from simulator.registry import UsageError
from simulator.trajectory import AssistantSaid, AssistantView, DriverSaid, ToolReplied

_METHODS = ("get_init_state", "generate_next_message")
_TOOLS = ("tools_info", "tools")
_PROMPT = ("wiki", "domain_policy", "system_prompt", "policy")
_SETTINGS = ("args", "settings", "config")
_MODEL = ("model", "llm")
_KNOWN = (*_TOOLS, *_PROMPT, *_SETTINGS, *_MODEL)
_TAU2_MESSAGES = "tau2.data_model.message"


@dataclass
class UserMessage:
    """The driver's words in tau2's form."""

    content: str
    role: str = "user"


@dataclass
class ToolMessage:
    """One tool's answer in tau2's form; `id` is the id of the call."""

    id: str
    content: str
    role: str = "tool"
    requestor: str = "assistant"
    error: bool = False


@dataclass
class MultiToolMessage:
    """The answers to one message's several calls in tau2's form."""

    tool_messages: list[Any] = field(default_factory=list)
    role: str = "tool"


@dataclass(frozen=True)
class NamedTool:
    """A tool in tau2's form, as far as an assistant needs it: it may be shown, not run."""

    name: str
    openai_schema: dict[str, Any]


def speaks_reference(found: Any) -> bool:
    """Whether a class or factory function is meant for this adapter."""
    if isinstance(found, type):
        return all(callable(getattr(found, name, None)) for name in _METHODS)
    return isinstance(found, FunctionType) and (
        any(name in _KNOWN for name in inspect.signature(found).parameters) or len(_required(found)) == 3
    )


class ReferenceAgent:
    """Plays an assistant that hands a state from message to message; one instance serves one session.

    The factory or class gets the tools in OpenAI form, the system prompt and the settings, by the parameter names of
    the reference or of tau2, or in the reference's order `(tools_info, wiki, args)`. It is called with the session's
    first message, in a thread of its own like every call afterwards. Like in the reference the assistant adds its own
    messages to `state.messages`; the driver's words and the tools' answers are added for it.

    Raises UsageError when parameters are asked for that nobody can give; what the assistant raises is passed on.
    """

    def __init__(self, path: str, found: Any, settings: Mapping[str, Any] | None = None) -> None:
        self.name = path
        self._found = found
        self._settings = dict(settings or {})
        self._assistant: Any = None
        self._tau2 = False
        self._state: Any = None
        self._tools: list[dict[str, Any]] = []
        self._seen = 0
        self._ids: list[str] = []
        _check_parameters(path, found)

    async def respond(self, view: AssistantView) -> Reply:
        """Return the assistant's next message; raises TypeError when it is none."""
        return await in_own_thread(self._respond, view)

    def prompt_digest(self, view: AssistantView) -> str:
        """Return the digest of the prompt and tools the assistant is handed."""
        return prompt_digest(view)

    async def aclose(self) -> None:
        """Hold nothing."""

    def _respond(self, view: AssistantView) -> Reply:
        news = view.messages[self._seen :]
        self._seen = len(view.messages)
        begins = self._assistant is None
        if begins:
            self._build(view)
        told = self._told(news)
        if self._tau2:
            if begins:
                self._state = self._assistant.get_init_state()
            message, self._state = self._assistant.generate_next_message(_tau2_message(told), self._state)
        else:
            if begins:
                first = told[0]["content"] if told else ""
                self._state = self._assistant.get_init_state(system_prompt(view), first)
            else:
                _messages(self._state, self.name).extend(told)
            message, self._state = self._assistant.generate_next_message(self._state, self._tools)
        return self._reply(message)

    def _build(self, view: AssistantView) -> None:
        self._tools = [function_tool(tool) for tool in view.tools]
        parameters = inspect.signature(self._found).parameters
        tau2 = _is_tau2(self._found) or "domain_policy" in parameters
        shown = [NamedTool(tool.name, wire) for tool, wire in zip(view.tools, self._tools, strict=True)]
        tools: list[Any] = list(shown) if tau2 else list(self._tools)
        settings = SimpleNamespace(**self._settings)
        prompt = system_prompt(view)
        required = _required(self._found)
        if len(required) == 3 and not set(required) <= set(_KNOWN):
            self._assistant = self._found(tools, prompt, settings)
        else:
            given = {
                **dict.fromkeys(_TOOLS, tools),
                **dict.fromkeys(_PROMPT, prompt),
                **dict.fromkeys(_SETTINGS, settings),
                **dict.fromkeys(_MODEL, self._settings.get("model", "")),
            }
            self._assistant = self._found(**{name: given[name] for name in parameters if name in given})
        missing = [name for name in _METHODS if not callable(getattr(self._assistant, name, None))]
        if missing:
            raise TypeError(f"{self.name} made a {type(self._assistant).__name__} without {' and '.join(missing)}")
        self._tau2 = _is_tau2(type(self._assistant))

    def _told(self, news: tuple[Any, ...]) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = []
        ids = iter(self._ids)
        for message in news:
            if isinstance(message, DriverSaid):
                told.append({"role": "user", "content": message.heard})
            elif isinstance(message, AssistantSaid) and message.given:
                told.append({"role": "assistant", "content": message.text})
            elif isinstance(message, ToolReplied):
                own = next(ids, "") or message.call_id
                told.append({"role": "tool", "tool_call_id": own, "name": message.name, "content": message.content})
        return told

    def _reply(self, message: Any) -> Reply:
        if isinstance(message, str) or not any(_has(message, name) for name in ("content", "tool_calls")):
            raise TypeError(f"generate_next_message of {self.name} returned no message but {type(message).__name__}")
        calls: list[CallRequest] = []
        self._ids = []
        for call in _get(message, "tool_calls") or ():
            function = _get(call, "function") or call
            calls.append(CallRequest(str(_get(function, "name")), read_arguments(_get(function, "arguments"))))
            self._ids.append(str(_get(call, "id") or ""))
        return Reply(calls=tuple(calls), speech=str(_get(message, "content") or "").strip())


def _is_tau2(found: Any) -> bool:
    """Whether the message comes before the state, as tau2 has it."""
    method = getattr(found, "generate_next_message", None)
    if method is None:
        return False
    names = [name for name in inspect.signature(method).parameters if name != "self"]
    return len(names) > 1 and names[1] == "state"


def _required(found: Any) -> list[str]:
    return [
        name
        for name, parameter in inspect.signature(found).parameters.items()
        if parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]


def _check_parameters(path: str, found: Any) -> None:
    required = _required(found)
    strange = [name for name in required if name not in _KNOWN]
    if strange and len(required) != 3:
        raise UsageError(
            f"cannot build {path}: it asks for '{strange[0]}', but it can get tools_info (or tools), wiki (or"
            " domain_policy), args and model"
        )


def _messages(state: Any, path: str) -> list[Any]:
    found = state if isinstance(state, list) else _get(state, "messages")
    if not isinstance(found, list):
        raise TypeError(f"the state of {path} has no list 'messages'")
    return found


def _tau2_message(told: list[dict[str, Any]]) -> Any:
    """Return the news in tau2's own classes when the assistant has loaded them, else in ours of the same shape."""
    own = sys.modules.get(_TAU2_MESSAGES, sys.modules[__name__])
    if told and told[-1]["role"] == "user":
        return own.UserMessage(role="user", content=told[-1]["content"])
    answers = [
        own.ToolMessage(id=entry["tool_call_id"], role="tool", content=entry["content"], requestor="assistant")
        for entry in told
    ]
    return answers[0] if len(answers) == 1 else own.MultiToolMessage(role="tool", tool_messages=answers)


def _has(holder: Any, name: str) -> bool:
    return name in holder if isinstance(holder, Mapping) else hasattr(holder, name)


def _get(holder: Any, name: str) -> Any:
    return holder.get(name) if isinstance(holder, Mapping) else getattr(holder, name, None)
