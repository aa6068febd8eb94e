"""The pooled connections to endpoints, and one try of one call over them.

The client's own transport, addresses and headers are used, but not what it does for each call: it builds, copies and
checks every request anew, which takes longer than all the rest of a call.
"""

import asyncio
import ssl
from base64 import b64encode
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import parse_qsl, unquote, urlsplit
from weakref import WeakKeyDictionary

from simulator.llm_endpoint import Api, Endpoint
from simulator.llm_faults import explained, quoted, unusable_surroundings
from simulator.llm_limiter import Limiter
from simulator.llm_responses import ResponsePieces, failure, read_response
from simulator.llm_retry import asked_again, told_wait_s
from simulator.llm_wire import MOST_BYTES, Completion, Pieces, json_object, read_completion, reports_failure

if TYPE_CHECKING:
    from httpx2 import URL, AsyncClient, Headers, Response
    from openai import APIStatusError, AsyncOpenAI, OpenAIError

CONNECT_TIMEOUT_S = 10.0
# Joined to an address that ends in a slash.
_PATHS: dict[Api, str] = {"chat": "chat/completions", "responses": "responses"}


class Trouble(Exception):
    """A try that gave nothing usable, in one line.

    `again`: it may pass. `busy`: the endpoint asks for fewer calls. `wait_s`: for how long it asks to be left alone.
    `missing`: it does not know the model, or the address. `refused`: it takes something about the request for wrong.
    """

    def __init__(
        self,
        line: str,
        *,
        again: bool = False,
        busy: bool = False,
        wait_s: float | None = None,
        missing: bool = False,
        refused: bool = False,
    ) -> None:
        super().__init__(line)
        self.line = line
        self.again = again
        self.busy = busy
        self.wait_s = wait_s
        self.missing = missing
        self.refused = refused


class _Assembler(Protocol):
    begun: bool
    finished: bool
    error: Any

    def add(self, line: str) -> None: ...

    def completion(self, retries: int) -> Completion | None: ...


@dataclass(slots=True)
class Client:
    """A client with its transport; `targets` are address, headers and time limits of requests, made once.

    `shown` is the address as people may read it.
    """

    sdk: "AsyncOpenAI"
    transport: "AsyncClient"
    shown: str
    targets: "dict[Api, tuple[URL, Headers, dict[str, Any]]]" = field(default_factory=dict)

    async def send(self, payload: bytes, api: Api, *, stream: bool = False) -> "tuple[Response, bytes]":
        """Send a request and return a good answer with what it holds, which is still to be read with `stream`.

        Raises the client's own errors, and Trouble for an answer without end.
        """
        import httpx2
        from openai import APIConnectionError, APITimeoutError

        url, headers, extensions = self.targets.get(api) or self._target(api)
        request = httpx2.Request("POST", url, headers=headers, content=payload, extensions=extensions)
        try:
            answer = await self.transport.send(request, stream=True)
            if stream and answer.is_success:
                return answer, b""
            content = await _content(answer, self.shown)
        except httpx2.TimeoutException as error:
            raise APITimeoutError(request) from error
        except _lost() as error:
            raise APIConnectionError(request=request) from error
        if answer.is_success:
            return answer, content
        raise _status_error(answer, content)

    def _target(self, api: Api) -> "tuple[URL, Headers, dict[str, Any]]":
        sdk = self.sdk
        given = {**sdk.auth_headers, **sdk.default_headers, "Content-Type": "application/json"}
        url = sdk.base_url.join(_PATHS[api]).copy_merge_params(
            {name: str(value) for name, value in sdk.default_query.items()}
        )
        headers = {name: value for name, value in given.items() if isinstance(value, str)}
        made = self.transport.build_request("POST", url, headers=headers)
        for name in list(made.headers):
            # The length is each request's own, and what the client tells of this machine is nobody's business.
            if name == "content-length" or name.startswith("x-stainless-"):
                del made.headers[name]
        target = self.targets[api] = made.url, made.headers, dict(made.extensions)
        return target


@dataclass(slots=True)
class Pool:
    """What one event loop holds of endpoints; `schemaless` are models whose server takes no `json_schema`."""

    clients: dict[Endpoint, Client]
    limiters: dict[tuple[str, str], Limiter]
    schemaless: set[tuple[str, str]]


_POOLS: "WeakKeyDictionary[asyncio.AbstractEventLoop, Pool]" = WeakKeyDictionary()


def pool() -> Pool:
    """Return what this event loop holds."""
    loop = asyncio.get_running_loop()
    found = _POOLS.get(loop)
    if found is None:
        found = _POOLS[loop] = Pool({}, {}, set())
    return found


def limiter_of(target: Endpoint) -> Limiter:
    """Return the limiter that all callers with this address and key share in this event loop.

    The first caller that names bounds sets them.
    """
    limiters = pool().limiters
    key = (target.shown, target.api_key.get_secret_value())
    limiter = limiters.get(key)
    if limiter is None:
        limiter = limiters[key] = Limiter(target.requests_per_minute, target.tokens_per_minute)
    return limiter


def client_of(target: Endpoint) -> Client:
    """Return the pooled client; connections belong to the event loop they were opened in.

    Raises Trouble when the environment names proxies or certificates that cannot be used.
    """
    clients = pool().clients
    client = clients.get(target)
    if client is None:
        client = clients[target] = _prepared(target)
    return client


def _prepared(target: Endpoint) -> Client:
    from httpx2 import InvalidURL

    try:
        return _new_client(target)
    except (OSError, ValueError, InvalidURL) as error:
        line = unusable_surroundings(error, target.shown)
    raise Trouble(line)


def _new_client(target: Endpoint) -> Client:
    from openai import AsyncOpenAI, DefaultAioHttpClient, DefaultAsyncHttpxClient, Timeout

    timeout = Timeout(target.timeout_s, connect=min(CONNECT_TIMEOUT_S, target.timeout_s))
    # Its cost per call does not grow with the number of connections, as that of the usual transport does.
    transport = (DefaultAioHttpClient if find_spec("aiohttp") else DefaultAsyncHttpxClient)(timeout=timeout)
    sdk = AsyncOpenAI(
        api_key=target.api_key.get_secret_value(),
        base_url=target.shown,
        default_query=dict(parse_qsl(urlsplit(target.base_url).query)),
        default_headers=_login(target.base_url),
        timeout=timeout,
        # Tries are repeated by us: a pause that one caller is told of holds for all of them.
        max_retries=0,
        http_client=transport,
    )
    return Client(sdk, transport, target.shown)


def _login(address: str) -> dict[str, str]:
    """Return the header for an address with user and password, which stand in place of a key."""
    login, found, _ = urlsplit(address).netloc.rpartition("@")
    return {"Authorization": f"Basic {b64encode(unquote(login).encode()).decode()}"} if found else {}


async def close_clients() -> None:
    """Close the connections opened in this event loop; a run calls it once, at its end."""
    held = _POOLS.pop(asyncio.get_running_loop(), None)
    for client in held.clients.values() if held is not None else ():
        await client.sdk.close()


async def try_once(
    target: Endpoint, model: str, payload: bytes, api: Api, *, stream: bool, begun: Callable[[], None]
) -> Completion:
    """Ask once; `begun` is called when the first piece of a streamed answer is there. Raises Trouble."""
    from openai import OpenAIError

    completion: Completion | None = None
    try:
        completion = await (_in_pieces(target, payload, api, begun) if stream else _whole(target, payload, api))
    except OpenAIError as error:
        found = trouble_of(error, target, model)
    else:
        what = "chat completion" if api == "chat" else "response of a model"
        found = Trouble(f"{target.shown} answered with something that is no {what}")
    # Raised outside the handler: a chained SDK error would carry the request, and with it key and prompt.
    if completion is None:
        raise found
    return completion


def trouble_of(error: "OpenAIError", target: Endpoint, model: str | None) -> Trouble:
    """Return what an error of the SDK means."""
    from openai import APIConnectionError, APIStatusError

    line = explained(error, target.shown, target.api_key, target.key_variable, target.timeout_s, model)
    if isinstance(error, APIStatusError):
        headers, status = error.response.headers, error.status_code
        # One of llama.cpp's servers takes a form it does not know for a fault of its own.
        unformed = status == 500 and "response_format" in error.message
        again = not unformed and asked_again(status, error.code, headers)
        wait_s = told_wait_s(headers) if again else None
        busy = again and (status == 429 or (status >= 500 and wait_s is not None))
        return Trouble(
            line,
            again=again,
            busy=busy,
            wait_s=wait_s if busy else None,
            missing=status == 404,
            refused=unformed or status in (400, 422),
        )
    return Trouble(line, again=isinstance(error, APIConnectionError))


def _lost() -> tuple[type[Exception], ...]:
    """Return what the transports raise when a connection fails."""
    import anyio
    import httpx2

    return httpx2.RequestError, ssl.SSLError, anyio.EndOfStream


async def _content(answer: "Response", shown: str) -> bytes:
    """Read an answer whole and close it; raises Trouble for one without end."""
    parts: list[bytes] = []
    size = 0
    try:
        async with aclosing(answer.aiter_bytes()) as pieces:
            async for piece in pieces:
                size += len(piece)
                if size > MOST_BYTES:
                    raise _endless(shown)
                parts.append(piece)
    finally:
        await answer.aclose()
    return b"".join(parts)


def _endless(shown: str) -> Trouble:
    return Trouble(f"{shown} did not end its answer within {MOST_BYTES // 2**20} MB", again=True)


def _status_error(answer: "Response", content: bytes) -> "APIStatusError":
    """Return the client's error for an answer that refuses."""
    from openai import APIStatusError

    said: Any = json_object(content) or content.decode("utf-8", "replace").strip()
    body = said.get("error", said) if isinstance(said, dict) else said
    message = body.get("message") if isinstance(body, dict) else None
    status = f"Error code: {answer.status_code}"
    return APIStatusError(f"{status} - {message}" if isinstance(message, str) else status, response=answer, body=body)


async def _whole(target: Endpoint, payload: bytes, api: Api) -> Completion | None:
    _, content = await client_of(target).send(payload, api)
    return _read(target, content, api)


def _read(target: Endpoint, content: bytes, api: Api) -> Completion | None:
    if api == "chat":
        completion = read_completion(content, 0)
        failed = completion is None and reports_failure(content)
    else:
        failed = failure(content)
        completion = None if failed else read_response(content, 0)
    if failed:
        raise Trouble(f"{target.shown} reports that the model failed{quoted(json_object(content))}", again=True)
    return completion


async def _in_pieces(target: Endpoint, payload: bytes, api: Api, begun: Callable[[], None]) -> Completion | None:
    """Read a stream; nothing of one that breaks off is used."""
    import httpx2

    answer, _ = await client_of(target).send(payload, api, stream=True)
    try:
        if not answer.headers.get("content-type", "").startswith("text/event-stream"):
            # Servers without streaming answer whole.
            return _read(target, await _content(answer, target.shown), api)
        return await _assembled(target, answer, Pieces() if api == "chat" else ResponsePieces(), begun)
    except httpx2.TimeoutException:
        found = Trouble(f"{target.shown} began an answer and then gave nothing for {target.timeout_s:g} s", again=True)
    except _lost():
        found = _broken_off(target)
    finally:
        await answer.aclose()
    # Raised outside the handlers, as everywhere.
    raise found


def _broken_off(target: Endpoint) -> Trouble:
    return Trouble(f"{target.shown} broke off in the middle of an answer", again=True)


async def _assembled(target: Endpoint, answer: Any, pieces: _Assembler, begun: Callable[[], None]) -> Completion | None:
    rest, size, told = b"", 0, False
    async for chunk in answer.aiter_bytes():
        size += len(chunk)
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            pieces.add(line.decode("utf-8", "replace").rstrip("\r"))
        if pieces.begun and not told:
            told = True
            begun()
        if size > MOST_BYTES:
            raise _endless(target.shown)
    pieces.add(rest.decode("utf-8", "replace"))
    if pieces.error is not None:
        said = quoted({"error": pieces.error})
        raise Trouble(f"{target.shown} reports in the middle of an answer that the model failed{said}", again=True)
    if not pieces.finished:
        raise _broken_off(target)
    return pieces.completion(0)
