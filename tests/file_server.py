"""A small web server on this machine that serves files badly: it breaks off, forgets ranges, or has nothing."""

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


@dataclass
class Asked:
    """One request as the server saw it."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes = b""


@dataclass
class FileServer:
    """Serves `files` by path; `answer`, where set, answers POST requests with (status, headers, body).

    breaks: after how many bytes of an answer the connection ends, one number per request, then no more.
    ranges: whether Range is understood. statuses: what to answer instead, one per request.
    instead: answers a GET request by itself where it returns True.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    breaks: list[int] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    ranges: bool = True
    tag: str = '"1"'
    answer: Callable[[Asked], tuple[int, dict[str, str], bytes]] | None = None
    instead: Callable[[BaseHTTPRequestHandler], bool] | None = None
    asked: list[Asked] = field(default_factory=list)

    def __enter__(self) -> Self:
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                owner.get(self)

            def do_POST(self) -> None:
                owner.post(self)

            def log_message(self, *arguments: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def get(self, handler: BaseHTTPRequestHandler) -> None:
        self.asked.append(Asked("GET", handler.path, dict(handler.headers)))
        if self.instead is not None and self.instead(handler):
            handler.close_connection = True
            return
        if self.statuses:
            handler.send_error(self.statuses.pop(0))
            return
        content = self.files.get(handler.path)
        if content is None:
            handler.send_error(404)
            return
        start = self._start(handler)
        if start is not None and start >= len(content):
            handler.send_error(416)
            return
        handler.send_response(200 if start is None else 206)
        sent = content[start or 0 :]
        handler.send_header("ETag", self.tag)
        handler.send_header("Content-Length", str(len(sent)))
        if start is not None:
            handler.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        handler.end_headers()
        handler.wfile.write(sent[: self.breaks.pop(0)] if self.breaks else sent)
        handler.close_connection = True

    def _start(self, handler: BaseHTTPRequestHandler) -> int | None:
        wanted = re.fullmatch(r"bytes=(\d+)-", handler.headers.get("Range", ""))
        same = handler.headers.get("If-Range", self.tag) == self.tag
        return int(wanted.group(1)) if wanted and self.ranges and same else None

    def post(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        asked = Asked("POST", handler.path, dict(handler.headers), body)
        self.asked.append(asked)
        assert self.answer is not None
        status, headers, content = self.answer(asked)
        handler.send_response(status)
        for name, value in ({"Content-Length": str(len(content))} | headers).items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)
