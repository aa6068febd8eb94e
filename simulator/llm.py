"""The one client for OpenAI-compatible endpoints: where to ask, with which key, and what came back."""

import asyncio
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from pydantic import SecretStr

from simulator.registry import UsageError, nearest

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI, OpenAIError

DEFAULT_BASE_URL = "https://api.openai.com/v1"
DEFAULT_KEY_VARIABLE = "OPENAI_API_KEY"
BASE_URL_VARIABLE = "OPENAI_BASE_URL"
CONNECT_TIMEOUT_S = 10.0

# Local servers ask for no key, but the wire format wants some value in the header.
_NO_KEY = "none"
_IDENTIFIER = re.compile(r"[A-Za-z0-9_.\[\]-]{1,64}")


class EndpointError(Exception):
    """An endpoint gave no usable answer: infrastructure, never the fault of the model that was asked.

    The message is one line and holds neither a key, nor words of a prompt, nor prose of the endpoint.
    """


@dataclass(frozen=True, slots=True, repr=False)
class Endpoint:
    """Where to ask and how patiently; `timeout_s` bounds one try, `max_retries` counts further tries.

    Tries are repeated for lost connections, time-outs and the statuses 408, 409, 429 and 5xx only.
    """

    base_url: str
    api_key: SecretStr
    key_variable: str = DEFAULT_KEY_VARIABLE
    timeout_s: float = 110.0
    max_retries: int = 2

    @property
    def shown(self) -> str:
        """The address as people may see it: without user, password and query."""
        parts = urlsplit(self.base_url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    def __repr__(self) -> str:
        return f"Endpoint({self.shown!r})"


def endpoint(
    base_url: str | None = None,
    *,
    api_key: str | None = None,
    key_variable: str = DEFAULT_KEY_VARIABLE,
    timeout_s: float = 110.0,
    max_retries: int = 2,
    environment: Mapping[str, str] | None = None,
) -> Endpoint:
    """Return the endpoint that settings and environment name.

    A given value wins over the environment's OPENAI_BASE_URL and the variable `key_variable`. The default endpoint
    needs a key, and so does every endpoint whose key variable was named; other servers get a placeholder.
    Raises UsageError when a needed key is missing, or key or address cannot be right.
    """
    variables = os.environ if environment is None else environment
    address = (base_url or variables.get(BASE_URL_VARIABLE, "")).strip().rstrip("/") or DEFAULT_BASE_URL
    key = (api_key or variables.get(key_variable, "")).strip()
    _check_address(address)
    if not key and (address == DEFAULT_BASE_URL or key_variable != DEFAULT_KEY_VARIABLE):
        other = ", or name another server with --base-url" if address == DEFAULT_BASE_URL else ""
        raise UsageError(f"no API key: export {key_variable}=YOUR_KEY{other}")
    if not all("!" <= character <= "~" for character in key):
        raise UsageError(f"the API key in {key_variable} holds a space or a letter no key has: export it again")
    return Endpoint(address, SecretStr(key or _NO_KEY), key_variable, timeout_s, max_retries)


def _check_address(address: str) -> None:
    try:
        parts = urlsplit(address)
        fits = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        fits = False
    if not fits:
        shown = address.rpartition("@")[2]
        raise UsageError(f"'{shown}' is no base URL: write it like http://127.0.0.1:8000/v1")


@dataclass(frozen=True, slots=True)
class ProposedCall:
    """One tool call as it came over the wire; `arguments` should be a JSON string but may be anything."""

    id: str
    name: str
    arguments: Any


@dataclass(frozen=True, slots=True)
class Completion:
    """One answer; counts are None where the endpoint does not say, `retries` counts repeated tries.

    `finish_reason` is the endpoint's own word; "length" means that the answer was cut off.
    """

    text: str
    calls: tuple[ProposedCall, ...] = ()
    finish_reason: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    retries: int = 0


_CLIENTS: "WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Endpoint, AsyncOpenAI]]" = WeakKeyDictionary()


def _client(target: Endpoint) -> "AsyncOpenAI":
    """Return the pooled client; connections belong to the event loop they were opened in."""
    clients = _CLIENTS.setdefault(asyncio.get_running_loop(), {})
    if target not in clients:
        from openai import AsyncOpenAI, Timeout

        clients[target] = AsyncOpenAI(
            api_key=target.api_key.get_secret_value(),
            base_url=target.base_url,
            timeout=Timeout(target.timeout_s, connect=min(CONNECT_TIMEOUT_S, target.timeout_s)),
            max_retries=target.max_retries,
        )
    return clients[target]


async def close_clients() -> None:
    """Close the connections opened in this event loop; a run calls it once, at its end."""
    for client in _CLIENTS.pop(asyncio.get_running_loop(), {}).values():
        await client.close()


async def complete(target: Endpoint, model: str, body: Mapping[str, Any]) -> Completion:
    """Ask for one chat completion; `body` holds `messages` and every further field of the request.

    Raises EndpointError when no usable answer came, whatever the reason.
    """
    from openai import NotFoundError, OpenAIError

    failure: OpenAIError | None = None
    content, retries = b"", 0
    try:
        answer = await _client(target).chat.completions.with_raw_response.create(
            model=model, messages=[], extra_body=dict(body)
        )
        content, retries = answer.content, answer.retries_taken
    except OpenAIError as error:
        failure = error
    # Raised outside the handler: a chained SDK error would carry the request, and with it key and prompt.
    if failure is not None:
        hint = await _nearest_model(target, model) if isinstance(failure, NotFoundError) else ""
        raise EndpointError(_plain(failure, target, model) + hint)
    completion = _read(content, retries)
    if completion is None:
        raise EndpointError(f"{target.shown} answered with something that is no chat completion")
    return completion


async def models(target: Endpoint) -> tuple[str, ...]:
    """Return the names of the models an endpoint offers; raises EndpointError."""
    from openai import OpenAIError

    failure: OpenAIError | None = None
    content = b""
    try:
        content = (await _client(target).models.with_raw_response.list()).content
    except OpenAIError as error:
        failure = error
    if failure is not None:
        raise EndpointError(_plain(failure, target, None))
    answer = _json_object(content)
    listed = answer.get("data") if answer else None
    if not isinstance(listed, list):
        raise EndpointError(f"{target.shown} answered with something that is no list of models")
    return tuple(entry["id"] for entry in listed if isinstance(entry, dict) and isinstance(entry.get("id"), str))


async def _nearest_model(target: Endpoint, model: str) -> str:
    try:
        close = nearest(model, await models(target))
    except EndpointError:
        return ""
    return f"; did you mean '{close}'?" if close and close != model else ""


def _plain(error: "OpenAIError", target: Endpoint, model: str | None) -> str:
    from openai import APIConnectionError, APIStatusError, APITimeoutError

    if isinstance(error, APITimeoutError):
        return f"{target.shown} gave no answer within {target.timeout_s:g} s"
    if isinstance(error, APIConnectionError):
        return f"cannot reach {target.shown}: {_root(error)}; is the server running?"
    if isinstance(error, APIStatusError):
        return f"{target.shown} {_refusal(error, target, model)}"
    return f"{target.shown} could not be asked: {type(error).__name__}"


def _root(error: BaseException) -> str:
    """Say in a few words why a connection failed; only the system's own wording is quoted."""
    reason, cause = "", error.__cause__ or error.__context__
    while cause is not None:
        reason = type(cause).__name__
        if isinstance(cause, OSError) and cause.errno is not None:
            reason = os.strerror(cause.errno) if cause.errno > 0 else cause.strerror or reason
        cause = cause.__cause__ or cause.__context__
    return reason or type(error).__name__


def _refusal(error: "APIStatusError", target: Endpoint, model: str | None) -> str:
    status = error.status_code
    named = [word for word in (error.code, error.param) if isinstance(word, str) and _IDENTIFIER.fullmatch(word)]
    secret = target.api_key.get_secret_value()
    detail = ", ".join([str(status), *(word for word in named if word not in secret and secret not in word)])
    match status:
        case 401 | 403 if secret == _NO_KEY:
            return f"asks for an API key ({detail}): export {target.key_variable}=YOUR_KEY"
        case 401 | 403:
            return f"does not accept the API key ({detail}): check {target.key_variable}"
        case 404 if model is not None:
            return f"does not know the model '{model}', or the address is wrong ({detail})"
        case 429:
            return f"limits requests ({detail}): ask fewer at once, or check the account's quota"
        case status if status >= 500:
            return f"failed, and again when asked anew ({detail})"
        case _:
            return f"refused the request ({detail})"


def _json_object(content: bytes) -> dict[str, Any] | None:
    try:
        answer = json.loads(content.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


def _read(content: bytes, retries: int) -> Completion | None:
    answer = _json_object(content)
    choices = answer.get("choices") if answer else None
    if answer is None or not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return None
    message = choices[0].get("message")
    if not isinstance(message, dict):
        return None
    usage = answer.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    return Completion(
        text=_text(message.get("content")) or _text(message.get("refusal")),
        calls=_calls(message.get("tool_calls")),
        finish_reason=_string(choices[0].get("finish_reason")),
        prompt_tokens=_count(counts.get("prompt_tokens")),
        completion_tokens=_count(counts.get("completion_tokens")),
        retries=retries,
    )


def _calls(listed: Any) -> tuple[ProposedCall, ...]:
    calls: list[ProposedCall] = []
    for entry in listed if isinstance(listed, Sequence) and not isinstance(listed, str) else ():
        function = entry.get("function") if isinstance(entry, dict) else None
        if isinstance(function, dict):
            name = _string(function.get("name"))
            calls.append(ProposedCall(_string(entry.get("id")), name, function.get("arguments")))
    return tuple(calls)


def _text(content: Any) -> str:
    """Return the words of a message; some servers send a list of parts, of which only texts are speech."""
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict) and part.get("type") == "text"]
        content = "".join(_string(part.get("text")) for part in parts)
    return well_formed(_string(content))


def _string(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def well_formed(text: str) -> str:
    """Return text that UTF-8 can carry: paired surrogates joined, lone ones replaced."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
