"""A headless Chromium that is driven over its DevTools protocol, for tests of what browsers show."""

import asyncio
import base64
import json
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp

ESCAPES = re.compile(rb"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07\x1b]*(\x07|\x1b\\)|[()][A-Za-z0-9])")


def chromium() -> str | None:
    """Return where Chromium is, None where there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Page:
    """One page; `received` is what came in over its connections, `requested` every address it asked for."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._news = asyncio.Event()
        self.received = b""
        self.requested: list[str] = []
        self.errors: list[str] = []

    async def listen(self) -> None:
        """Take in what the browser tells until it ends."""
        async for message in self._socket:
            told = json.loads(message.data)
            if "id" in told:
                self._answers.pop(told["id"]).set_result(told)
                continue
            match told["method"], told["params"]:
                case "Network.webSocketFrameReceived", {"response": {"opcode": 2, "payloadData": data}}:
                    self.received += base64.b64decode(data)
                case "Network.requestWillBeSent", {"request": {"url": url}}:
                    self.requested.append(url)
                case "Network.webSocketCreated", {"url": url}:
                    self.requested.append(url)
                case "Runtime.exceptionThrown", {"exceptionDetails": details}:
                    self.errors.append(str(details.get("exception", details)))
            self._news.set()

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol and return its result."""
        number = next(self._numbers)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        await self._socket.send_str(json.dumps({"id": number, "method": method, "params": parameters}))
        told = await answer
        assert "error" not in told, f"{method}: {told['error']}"
        result: dict[str, Any] = told["result"]
        return result

    async def open(self, url: str) -> None:
        """Go to an address."""
        for domain in ("Page", "Network", "Runtime"):
            await self.call(f"{domain}.enable")
        await self.call("Page.navigate", url=url)

    async def script(self, text: str) -> Any:
        """Return what an expression of the page is."""
        return (await self.call("Runtime.evaluate", expression=text, returnByValue=True))["result"].get("value")

    async def type(self, text: str) -> None:
        """Type as an input method does: the composed text at once."""
        await self.call("Input.insertText", text=text)

    async def press_enter(self) -> None:
        """Press and let go of the return key."""
        key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"}
        await self.call("Input.dispatchKeyEvent", type="keyDown", **key)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **key)

    @property
    def text(self) -> str:
        """What was drawn so far, without what places and colours it."""
        return ESCAPES.sub(b"", self.received).decode("utf-8", errors="replace")

    async def wait_for(self, words: str, seconds: float = 30.0) -> None:
        """Wait until words were drawn; raises AssertionError with the end of what was."""
        try:
            async with asyncio.timeout(seconds):
                while words not in self.text:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"{words!r} was not drawn; {self.errors}; the end: {self.text[-3000:]}") from None

    async def picture(self) -> bytes:
        """Return the page as a PNG."""
        return base64.b64decode((await self.call("Page.captureScreenshot", format="png"))["data"])


@asynccontextmanager
async def browsing(folder: Path, width: int = 1280, height: int = 800) -> AsyncIterator[Page]:
    """Open an empty page in a browser that keeps its files in `folder`."""
    program = chromium()
    assert program is not None
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions"]
    flags += ["--disable-background-networking", "--remote-debugging-port=0", f"--user-data-dir={folder}"]
    flags += [f"--window-size={width},{height}", "about:blank"]
    process = await asyncio.create_subprocess_exec(
        program, *flags, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stderr is not None
        port = ""
        async with asyncio.timeout(30):
            while not port:
                line = (await process.stderr.readline()).decode(errors="replace")
                assert line, "the browser did not start"
                if found := re.search(r"DevTools listening on ws://[^:]+:(\d+)/", line):
                    port = found[1]
        drained = asyncio.create_task(process.stderr.read())
        async with aiohttp.ClientSession() as client:
            async with client.get(f"http://127.0.0.1:{port}/json/list") as answer:
                (target,) = [one for one in await answer.json() if one["type"] == "page"]
            async with client.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                page = Page(socket)
                listening = asyncio.create_task(page.listen())
                yield page
                listening.cancel()
        drained.cancel()
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
