"""The dashboard in a browser: every visitor gets a process of their own, drawn by the terminal in the page.

Needs the extra `web`. Everything the page loads comes from this server; nothing is asked of other hosts.
"""

import asyncio
import ipaddress
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from importlib.resources import files
from urllib.parse import quote, urlsplit

from aiohttp import WSCloseCode, WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from simulator.serve.web_page import Words, page

# Sessions that are being left may take this long to keep what they have.
SHUTDOWN_S = 10.0
# A page that does not answer for so long is gone, and its session is left.
HEARTBEAT_S = 15.0
_LARGEST_PASTE_BYTES = 1 << 20


def is_local(host: str) -> bool:
    """Return whether only this machine can reach a server at this address."""
    if host.lower() == "localhost":
        return True
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False


class _Process(AppService):
    """One visitor's dashboard; the connection ends with it, even where it never came up."""

    async def run(self) -> None:
        try:
            await super().run()
        finally:
            await self.remote_close()
            await self._left()

    async def _left(self) -> None:
        """Wait for the end of the process whose output has ended, so that nothing of it outlives the server's loop."""
        if self._process is None:
            return
        if self._process.stdin is not None:
            self._process.stdin.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(SHUTDOWN_S):
                await self._process.wait()


class DashboardServer:
    """Serves a command that shows a dashboard; `local` lets in only what calls it by a name of this machine."""

    def __init__(self, command: str, words: Words, *, local: bool) -> None:
        self._command = command
        self._words = words
        self._local = local
        self._sockets: set[web.WebSocketResponse] = set()
        self._downloads = DownloadManager()

    def application(self) -> web.Application:
        """Return what answers requests: the page, the connection behind it, and what the page is made of."""
        made = web.Application()
        static = str(files("textual_serve") / "static")
        made.add_routes(
            [
                web.get("/", self._index),
                web.get("/ws", self._session),
                web.get("/download/{key}", self._download),
                web.static("/static", static),
            ]
        )
        made.on_shutdown.append(self._leave_all)
        return made

    def refused(self, request: web.BaseRequest) -> str:
        """Return why a request is not answered, "" for one that is.

        A page of another site can open connections to this machine as well, also under a name of its own; only ours
        may drive.
        """
        host = request.host.lower()
        name = urlsplit(f"//{host}").hostname or ""
        if self._local and not is_local(name):
            return f"this server is for this machine, which is not called {name!r}"
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host:
            return f"a page of {origin!r} may not drive"
        return ""

    def _check(self, request: web.Request) -> None:
        if reason := self.refused(request):
            raise web.HTTPForbidden(text=reason)

    async def _index(self, request: web.Request) -> web.Response:
        self._check(request)
        text = page(self._words, _number(request, "fontsize", 16, 6, 72))
        return web.Response(text=text, content_type="text/html", charset="utf-8", headers={"Cache-Control": "no-store"})

    async def _download(self, request: web.Request) -> web.StreamResponse:
        """Hand over a file that a dashboard offered, such as a picture of the screen."""
        self._check(request)
        key = request.match_info["key"]
        try:
            offered = await self._downloads.get_download_metadata(key)
        except KeyError:
            raise web.HTTPNotFound(text="no such file, or it was fetched before") from None
        answer = web.StreamResponse(
            headers={
                "Content-Type": offered.mime_type,
                "Content-Disposition": f"attachment; filename*=UTF-8''{quote(offered.file_name)}",
            }
        )
        await answer.prepare(request)
        async for chunk in self._downloads.download(key):
            await answer.write(chunk)
        await answer.write_eof()
        return answer

    async def _session(self, request: web.Request) -> web.WebSocketResponse:
        self._check(request)
        connection = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=_LARGEST_PASTE_BYTES)
        await connection.prepare(request)

        async def close() -> None:
            await connection.close()

        process = _Process(
            self._command,
            write_bytes=connection.send_bytes,
            write_str=connection.send_str,
            close=close,
            download_manager=self._downloads,
        )
        self._sockets.add(connection)
        await process.start(_number(request, "width", 80, 20, 1000), _number(request, "height", 24, 5, 500))
        try:
            async for message in connection:
                if message.type is WSMsgType.TEXT:
                    await _pass_on(process, message.json(), connection)
        finally:
            self._sockets.discard(connection)
            # However the page went, its dashboard ends as if it had been left, and keeps what happened.
            await asyncio.shield(process.stop())
        return connection

    async def _leave_all(self, app: web.Application) -> None:
        closing = [connection.close(code=WSCloseCode.GOING_AWAY) for connection in tuple(self._sockets)]
        await asyncio.gather(*closing, return_exceptions=True)


async def _pass_on(process: AppService, message: object, connection: web.WebSocketResponse) -> None:
    """Do what the page asks for; whatever is not understood is ignored."""
    match message:
        case ["stdin", str(keys)]:
            await process.send_bytes(keys.encode("utf-8", errors="replace"))
        case ["resize", {"width": int(width), "height": int(height)}]:
            await process.set_terminal_size(width, height)
        case ["ping", str(stamp)]:
            await connection.send_json(["pong", stamp])
        case ["blur", *_]:
            await process.blur()
        case ["focus", *_]:
            await process.focus()


def _number(request: web.Request, name: str, default: int, least: int, most: int) -> int:
    text = request.query.get(name, "")
    return min(max(int(text), least), most) if text.isdecimal() and text.isascii() and len(text) < 9 else default


async def serve(server: DashboardServer, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until the process is interrupted or asked to end; the sessions that are open are left and kept.

    `ready` is called once pages are answered and an end is heeded.
    """
    runner = web.AppRunner(server.application(), handle_signals=False, shutdown_timeout=SHUTDOWN_S)
    await runner.setup()
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(name, ended.set)
    try:
        await web.SockSite(runner, listening).start()
        ready()
        await ended.wait()
    finally:
        await runner.cleanup()
