"""The one client for OpenAI-compatible endpoints: where to ask, with which key, and what came back."""

import asyncio
import json
import random
import time
from base64 import b64encode
from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote, urlsplit
from weakref import WeakKeyDictionary

from simulator.llm_endpoint import Endpoint, endpoint
from simulator.llm_faults import explained, unreachable
from simulator.llm_meter import ModelUse, metered, note
from simulator.llm_wire import Completion, Pieces, ProposedCall, json_object, read_completion, well_formed
from simulator.registry import nearest

if TYPE_CHECKING:
    from openai import AsyncOpenAI, OpenAIError

__all__ = [
    "Completion",
    "Endpoint",
    "EndpointError",
    "ModelUse",
    "ProposedCall",
    "close_clients",
    "complete",
    "endpoint",
    "metered",
    "models",
    "well_formed",
]

CONNECT_TIMEOUT_S = 10.0
FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 8.0
# Far more than any model writes; a server that never stops must not fill the memory.
MOST_STREAMED_BYTES = 64 * 2**20


class EndpointError(Exception):
    """An endpoint gave no usable answer: infrastructure, never the fault of the model that was asked.

    The message is one line and holds neither a key, nor words of a prompt, nor prose of the endpoint.
    """


_CLIENTS: "WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Endpoint, AsyncOpenAI]]" = WeakKeyDictionary()


def _client(target: Endpoint) -> "AsyncOpenAI":
    """Return the pooled client; connections belong to the event loop they were opened in."""
    clients = _CLIENTS.setdefault(asyncio.get_running_loop(), {})
    if target not in clients:
        from openai import AsyncOpenAI, DefaultAioHttpClient, Timeout

        timeout = Timeout(target.timeout_s, connect=min(CONNECT_TIMEOUT_S, target.timeout_s))
        clients[target] = AsyncOpenAI(
            api_key=target.api_key.get_secret_value(),
            base_url=target.shown,
            default_query=dict(parse_qsl(urlsplit(target.base_url).query)),
            default_headers=_login(target.base_url),
            timeout=timeout,
            max_retries=target.max_retries,
            # Its cost per call does not grow with the number of connections, as that of the usual transport does.
            http_client=DefaultAioHttpClient(timeout=timeout) if find_spec("aiohttp") else None,
        )
    return clients[target]


def _login(address: str) -> dict[str, str]:
    """Return the header for an address with user and password, which stand in place of a key."""
    login, found, _ = urlsplit(address).netloc.rpartition("@")
    return {"Authorization": f"Basic {b64encode(unquote(login).encode()).decode()}"} if found else {}


async def close_clients() -> None:
    """Close the connections opened in this event loop; a run calls it once, at its end."""
    for client in _CLIENTS.pop(asyncio.get_running_loop(), {}).values():
        await client.close()


async def complete(
    target: Endpoint,
    model: str,
    body: Mapping[str, Any],
    *,
    rendered: Mapping[str, bytes] | None = None,
    stream: bool = False,
) -> Completion:
    """Ask for one chat completion; `body` holds `messages` and every further field of the request.

    `rendered` are fields that the caller holds as JSON already, sent as they are: what grows with a dialogue need not
    be written anew for each call. `stream` asks for the answer in pieces, to know when the first one came.
    Every call is noted for `metered`. Raises EndpointError when no usable answer came, whatever the reason.
    """
    call = _Call(target, model, stream)
    fields = dict(body)
    if stream:
        fields = {"stream": True, "stream_options": {"include_usage": True}} | fields
    payload = _payload(model, fields, rendered or {})
    completion: Completion | None = None
    try:
        async with asyncio.timeout(target.limit_s):
            completion, problem = await call.answer(payload)
    except TimeoutError:
        problem = f"{target.shown} gave no whole answer within {target.limit_s:g} s"
    finally:
        note(call.use(completion))
    # Raised outside the handler: a chained SDK error would carry the request, and with it key and prompt.
    if completion is None:
        raise EndpointError(problem)
    return completion


def _payload(model: str, fields: Mapping[str, Any], rendered: Mapping[str, bytes]) -> bytes:
    text = json.dumps({"model": model, **fields}, ensure_ascii=False, separators=(",", ":"))
    parts = [text[:-1].encode("utf-8", "replace")]
    parts += [b',"%s":%s' % (name.encode(), value) for name, value in rendered.items()]
    return b"".join([*parts, b"}"])


class _Call:
    """One call on its way: its tries, and when its first piece came."""

    def __init__(self, target: Endpoint, model: str, stream: bool) -> None:
        self._target = target
        self._model = model
        self._stream = stream
        self._started = time.perf_counter()
        self._first_s: float | None = None
        self._retries = 0

    def use(self, completion: Completion | None) -> ModelUse:
        """Return what the call took so far."""
        return ModelUse(
            self._model,
            completion.prompt_tokens if completion else None,
            completion.cached_tokens if completion else None,
            completion.completion_tokens if completion else None,
            completion.reasoning_tokens if completion else None,
            round((time.perf_counter() - self._started) * 1000, 3),
            None if self._first_s is None else round((self._first_s - self._started) * 1000, 3),
            self._retries,
            completion is not None,
        )

    async def answer(self, payload: bytes) -> tuple[Completion | None, str]:
        """Return the completion, or None and what went wrong."""
        from openai import NotFoundError, OpenAIError

        target = self._target
        try:
            completion = await (self._in_pieces(payload) if self._stream else self._whole(payload))
        except OpenAIError as error:
            self._count(error)
            line = _explained(error, target, self._model)
            unknown = isinstance(error, NotFoundError)
        except _Cut as cut:
            return None, f"cannot reach {target.shown}: {cut}"
        else:
            return completion, f"{target.shown} answered with something that is no chat completion"
        return None, line + (await _nearest_model(target, self._model) if unknown else "")

    async def _whole(self, payload: bytes) -> Completion | None:
        import httpx2

        answer = await _client(self._target).post(
            "/chat/completions", cast_to=httpx2.Response, content=payload, options=_OPTIONS
        )
        self._count(answer)
        return read_completion(answer.content, self._retries)

    async def _in_pieces(self, payload: bytes) -> Completion | None:
        """Read a stream; one that breaks off is asked for anew, since nothing of it has been used."""
        wait_s = FIRST_WAIT_S
        for left in reversed(range(self._target.max_retries + 1)):
            try:
                return await self._one_stream(payload)
            except _Cut:
                if not left:
                    raise
            self._retries += 1
            await asyncio.sleep(wait_s * (1 - random.random() / 4))
            wait_s = min(wait_s * 2, LONGEST_WAIT_S)
        return None

    async def _one_stream(self, payload: bytes) -> Completion | None:
        import httpx2
        from openai import AsyncStream

        stream = await _client(self._target).post(
            "/chat/completions",
            cast_to=object,
            content=payload,
            options=_OPTIONS,
            stream=True,
            stream_cls=AsyncStream[object],
        )
        answer = stream.response
        self._count(answer)
        try:
            if not answer.headers.get("content-type", "").startswith("text/event-stream"):
                # Servers without streaming answer whole.
                return read_completion(await answer.aread(), self._retries)
            return await self._pieces(answer)
        except httpx2.HTTPError as error:
            reason = unreachable(error)
        finally:
            await answer.aclose()
        raise _Cut(reason)

    async def _pieces(self, answer: Any) -> Completion | None:
        pieces, rest, size = Pieces(), b"", 0
        async for chunk in answer.aiter_bytes():
            size += len(chunk)
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                pieces.add(line.decode("utf-8", "replace").rstrip("\r"))
            if pieces.begun and self._first_s is None:
                self._first_s = time.perf_counter()
            if size > MOST_STREAMED_BYTES:
                break
        pieces.add(rest.decode("utf-8", "replace"))
        if pieces.error is not None or not pieces.finished:
            raise _Cut("the answer broke off")
        return pieces.completion(self._retries)

    def _count(self, answer: Any) -> None:
        """Add the tries before this answer, or error, which the SDK counts in the request."""
        request = getattr(answer, "request", None)
        tries = request.headers.get("x-stainless-retry-count", "0") if request is not None else "0"
        self._retries += int(tries) if tries.isdecimal() else 0


class _Cut(Exception):
    """A streamed answer that did not come to its end."""


_OPTIONS: Any = {"headers": {"content-type": "application/json"}}


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
        raise EndpointError(_explained(failure, target, None))
    answer = json_object(content)
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


def _explained(error: "OpenAIError", target: Endpoint, model: str | None) -> str:
    return explained(error, target.shown, target.api_key, target.key_variable, target.timeout_s, model)
