"""A small server on this machine: the wire formats of `/v1/chat/completions`, `/v1/responses` and `/v1/models`.

It answers what a test scripted, in order, or what `answer` makes of each request, and misbehaves on demand. It runs in
a thread of its own, so that asynchronous tests, synchronous ones and whole programs can talk to it.
"""

import asyncio
import json
import threading
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any, Literal, Self

Misdeed = Literal["none", "drop", "cut", "silence"]
REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 429: "Too Many Requests"}


@dataclass(frozen=True)
class Answer:
    """One HTTP answer; `body` is sent as JSON unless it is bytes already.

    `misdeed`: drop closes the connection unanswered, cut closes it in the middle of the body, silence never answers.
    `delay_s` passes before the answer. `pieces`, in place of `body`, are sent as a stream of events, each as a chunk of
    its own; "cut" then breaks off after the last one, and `pause_s` passes after each.
    """

    body: Any = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    misdeed: Misdeed = "none"
    delay_s: float = 0.0
    pieces: tuple[bytes, ...] = ()
    pause_s: float = 0.0

    def payload(self) -> bytes:
        """Return the bytes of the body."""
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


@dataclass(frozen=True)
class Received:
    """One request as it arrived; header names are lower case, `path` is without `query`."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any
    query: str = ""


def message_answer(message: Mapping[str, Any], finish_reason: str = "stop", usage: Any = None) -> Answer:
    """Return a chat completion with this assistant message."""
    return Answer(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1_700_000_000,
            "model": "fake",
            "choices": [{"index": 0, "finish_reason": finish_reason, "message": {"role": "assistant", **message}}],
            "usage": usage or {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
        }
    )


def says(text: str | None, finish_reason: str = "stop") -> Answer:
    """Return a completion that speaks."""
    return message_answer({"content": text}, finish_reason)


def wire_call(name: Any, arguments: Any, identifier: Any = "call_1") -> dict[str, Any]:
    """Return one tool call; `arguments` should be JSON text but is sent as given."""
    return {"id": identifier, "type": "function", "function": {"name": name, "arguments": arguments}}


def calls(*listed: Mapping[str, Any], content: str | None = None, finish_reason: str = "tool_calls") -> Answer:
    """Return a completion that calls tools."""
    return message_answer({"content": content, "tool_calls": list(listed)}, finish_reason)


def refuses(
    status: int, code: str = "", *, message: str = "prose of the endpoint", retry_after_ms: int | None = None
) -> Answer:
    """Return an error in the endpoint's usual envelope; `retry_after_ms` tells clients when to come back."""
    headers = {} if retry_after_ms is None else {"retry-after-ms": str(retry_after_ms)}
    body = {"error": {"message": message, "type": "error", "param": None, "code": code or None}}
    return Answer(body, status, headers)


def deltas(answer: Answer, size: int = 5) -> list[dict[str, Any]]:
    """Return a completion as the chunks of a stream, its texts and arguments in bits of `size` characters."""
    [choice], made = answer.body["choices"], list[dict[str, Any]]()
    message = choice["message"]

    def bits(text: str) -> list[str]:
        return [text[start : start + size] for start in range(0, len(text), size)]

    made += [{"content": bit} for bit in bits(message.get("content") or "")]
    for index, call in enumerate(message.get("tool_calls") or []):
        function = call["function"]
        made.append({"tool_calls": [{**call, "index": index, "function": {"name": function["name"], "arguments": ""}}]})
        made += [
            {"tool_calls": [{"index": index, "function": {"arguments": bit}}]} for bit in bits(function["arguments"])
        ]
    chunks: list[dict[str, Any]] = [
        {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in made
    ]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]})
    return [*chunks, {"choices": [], "usage": answer.body["usage"]}]


def streamed(
    answer: Answer, *, characters: int = 5, piece_bytes: int | None = None, cut_after: int | None = None
) -> Answer:
    """Return a completion as a stream of events.

    `piece_bytes` cuts the stream into network pieces of that size, in the middle of letters; else one event is one
    piece. `cut_after` breaks the connection after so many pieces.
    """
    events = [f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n".encode() for chunk in deltas(answer, characters)]
    events.append(b"data: [DONE]\n\n")
    if piece_bytes:
        whole = b"".join(events)
        events = [whole[start : start + piece_bytes] for start in range(0, len(whole), piece_bytes)]
    if cut_after is not None:
        return Answer(pieces=tuple(events[:cut_after]), misdeed="cut")
    return Answer(pieces=tuple(events))


def thought(number: int) -> dict[str, Any]:
    """Return a sealed thought of a response."""
    return {
        "type": "reasoning",
        "id": f"rs_{number}",
        "summary": [],
        "encrypted_content": f"seal-{number}",
        "status": None,
    }


def as_response(answer: Answer, thoughts: tuple[Mapping[str, Any], ...] = ()) -> Answer:
    """Return a completion in the Responses format, after these thoughts."""
    [choice], usage = answer.body["choices"], answer.body["usage"]
    message, output = choice["message"], [dict(item) for item in thoughts]
    if message.get("content") is not None:
        text = {"type": "output_text", "text": message["content"], "annotations": []}
        output.append({"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [text]})
    for number, call in enumerate(message.get("tool_calls") or ()):
        output.append({"type": "function_call", "id": f"fc_{number}", "call_id": call["id"], **call["function"]})
    cut = choice["finish_reason"] == "length"
    body = {
        "id": "resp_1",
        "object": "response",
        "model": "fake",
        "status": "incomplete" if cut else "completed",
        "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
        "error": None,
        "output": output,
        "usage": {
            "input_tokens": usage["prompt_tokens"],
            "output_tokens": usage["completion_tokens"],
            "input_tokens_details": {"cached_tokens": 5},
            "output_tokens_details": {"reasoning_tokens": 3},
        },
    }
    return replace(answer, body=body)


def response_events(answer: Answer, size: int = 5) -> list[dict[str, Any]]:
    """Return a response as the events of a stream, its texts and arguments in bits of `size` characters."""
    body, made = answer.body, list[dict[str, Any]]()

    def bits(text: str) -> list[str]:
        return [text[start : start + size] for start in range(0, len(text), size)]

    for index, item in enumerate(body["output"]):
        at = {"output_index": index}
        made.append({"type": "response.output_item.added", "item": {**item, "content": [], "arguments": ""}, **at})
        for part in item.get("content") or ():
            made += [{"type": "response.output_text.delta", "delta": bit, **at} for bit in bits(part["text"])]
        for bit in bits(item.get("arguments") or "") if isinstance(item.get("arguments"), str) else ():
            made.append({"type": "response.function_call_arguments.delta", "delta": bit, **at})
        made.append({"type": "response.output_item.done", "item": item, **at})
    return [*made, {"type": f"response.{body['status']}", "response": body}]


def streamed_response(
    answer: Answer, *, characters: int = 5, piece_bytes: int | None = None, cut_after: int | None = None
) -> Answer:
    """Return a response as a stream of events, as `streamed` does it for completions."""
    events = [
        f"event: {event['type']}\ndata: {json.dumps(event, ensure_ascii=False)}\n\n".encode()
        for event in response_events(answer, characters)
    ]
    if piece_bytes:
        whole = b"".join(events)
        events = [whole[start : start + piece_bytes] for start in range(0, len(whole), piece_bytes)]
    if cut_after is not None:
        return Answer(pieces=tuple(events[:cut_after]), misdeed="cut")
    return Answer(pieces=tuple(events))


def misbehaves(misdeed: Misdeed, otherwise: Answer | None = None) -> Answer:
    """Return an answer that never arrives whole."""
    return replace(otherwise or says("hello"), misdeed=misdeed)


class OpenAIServer:
    """The server; a context manager that listens on a free port of 127.0.0.1 while it is open.

    `models` are the names it offers; a request for another is a 404 unless `models` is empty. With `key` set, other
    keys are a 401. Requests that were not scripted are a 500 that must not be repeated. Chat completions that were
    scripted are sent as responses, or as streams of them, where the request asks for these.
    """

    def __init__(self, *script: Answer, models: tuple[str, ...] = (), key: str | None = None) -> None:
        self.script: deque[Answer] = deque(script)
        self.answer: Callable[[Received], Answer] | None = None
        self.models = models
        self.key = key
        self.requests: list[Received] = []
        self.connections = 0
        self.url = ""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._ready: Future[int] = Future()
        self._stop = asyncio.Event()
        self._serving: set[asyncio.Task[None]] = set()

    def __enter__(self) -> Self:
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._ready.result(timeout=30)}/v1"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(timeout=30)

    @property
    def chats(self) -> list[Any]:
        """The bodies of the chat requests so far."""
        paths = ("/v1/chat/completions", "/v1/responses")
        return [request.body for request in self.requests if request.path in paths]

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._listen())
        finally:
            self._loop.close()

    async def _listen(self) -> None:
        try:
            server = await asyncio.start_server(self._accept, "127.0.0.1", 0, backlog=1024)
        except OSError as error:
            self._ready.set_exception(error)
            return
        self._ready.set_result(server.sockets[0].getsockname()[1])
        await self._stop.wait()
        server.close()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        task = self._loop.create_task(self._serve(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (request := await _receive(reader)) is not None:
                self.requests.append(request)
                answer = self._decide(request)
                if answer.delay_s:
                    await asyncio.sleep(answer.delay_s)
                if answer.misdeed == "silence":
                    await self._stop.wait()
                if not (await _send_pieces(writer, answer) if answer.pieces else _send(writer, answer)):
                    break
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            # The client went away, which is its right.
            pass
        except _SpokenToInTls:
            writer.write(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        finally:
            writer.close()

    def _decide(self, request: Received) -> Answer:
        if self.key is not None and request.headers.get("authorization") != f"Bearer {self.key}":
            return refuses(401, "invalid_api_key", message=f"wrong key: {request.headers.get('authorization')}")
        match request.method, request.path:
            case "GET", "/v1/models":
                return Answer({"object": "list", "data": [{"id": name, "object": "model"} for name in self.models]})
            case "POST", "/v1/chat/completions":
                return self._chat(request)
            case "POST", "/v1/responses":
                return self._respond(request)
            case _:
                return refuses(404, "unknown_url")

    def _respond(self, request: Received) -> Answer:
        answer = self._chat(request, "input")
        if not isinstance(answer.body, dict) or not {"choices", "output"} & answer.body.keys() or answer.status != 200:
            return answer
        made = as_response(answer) if "choices" in answer.body else answer
        streams = request.body.get("stream") and answer.misdeed == "none"
        return replace(streamed_response(made), delay_s=answer.delay_s) if streams else made

    def _chat(self, request: Received, dialogue: str = "messages") -> Answer:
        if not isinstance(request.body, dict) or not request.body.get(dialogue):
            return refuses(400, "invalid_body")
        if self.models and request.body.get("model") not in self.models:
            return refuses(404, "model_not_found")
        if self.answer is not None:
            return self.answer(request)
        if self.script:
            return self.script.popleft()
        return replace(refuses(500, "nothing_scripted"), headers={"x-should-retry": "false"})


_TLS_HELLO = b"\x16"


class _SpokenToInTls(Exception):
    """A client began a TLS handshake with this server, which knows only plain HTTP."""


async def _receive(reader: asyncio.StreamReader) -> Received | None:
    begins = await reader.read(1)
    if begins == _TLS_HELLO:
        raise _SpokenToInTls
    first = (begins + await reader.readline()).decode("latin-1").split()
    if len(first) != 3:
        return None
    headers: dict[str, str] = {}
    while line := (await reader.readline()).decode("latin-1").strip():
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    content = await reader.readexactly(int(headers.get("content-length", "0")))
    try:
        body = json.loads(content) if content else None
    except ValueError:
        body = content
    path, _, query = first[1].partition("?")
    return Received(first[0], path, headers, body, query)


async def _send_pieces(writer: asyncio.StreamWriter, answer: Answer) -> bool:
    """Write the pieces one by one; False when the connection ends with the last."""
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")
    for piece in answer.pieces:
        writer.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        await writer.drain()
        if answer.pause_s:
            await asyncio.sleep(answer.pause_s)
    if answer.misdeed == "cut":
        return False
    writer.write(b"0\r\n\r\n")
    return True


def _send(writer: asyncio.StreamWriter, answer: Answer) -> bool:
    """Write the answer; False when the connection ends with it."""
    if answer.misdeed in ("drop", "silence"):
        return False
    payload = answer.payload()
    headers = {"content-type": "application/json", "content-length": str(len(payload)), **answer.headers}
    lines = [f"HTTP/1.1 {answer.status} {REASONS.get(answer.status, 'Error')}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
    if answer.misdeed == "cut":
        writer.write(payload[: len(payload) // 2])
        return False
    writer.write(payload)
    return True
