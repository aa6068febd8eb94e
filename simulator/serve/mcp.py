"""One session over the Model Context Protocol: the client is the assistant, its tool calls drive the car."""

import asyncio
import importlib.util
import json
import logging
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import simulator
from simulator.agents.prompt import prompt_digest, system_prompt
from simulator.agents.spec import CallRequest, Reply
from simulator.channel import Locale
from simulator.daemon_threads import in_own_thread
from simulator.registry import UsageError
from simulator.trajectory import AssistantSaid, AssistantView, DriverSaid, OfferedTool, ToolReplied

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server
    from starlette.applications import Starlette

HOST = "127.0.0.1"
SPEAK = "send_message_to_user"
# A person may think, and leave for lunch; a session that nobody continues ends after this long.
PATIENCE_S = 4 * 3600.0
_READ_BYTES = 2**16

_TELL: dict[Locale, str] = {
    "ko": "운전자에게 말하고 그 대답을 듣는다. 대화가 끝나면 done이 true이다. 운전자의 첫마디: {heard}",
    "en": "Speak to the driver and hear the answer; done is true once the conversation is over. First words: {heard}",
}
_MESSAGE: dict[Locale, str] = {"ko": "운전자에게 할 말", "en": "What to say to the driver"}
_HOW: dict[Locale, str] = {
    "ko": "운전자에게는 send_message_to_user 도구로만 말할 수 있다. 운전자의 첫마디: {heard}",
    "en": "The driver hears only what the tool send_message_to_user is given. The driver's first words: {heard}",
}
_OVER: dict[Locale, str] = {"ko": "세션이 끝났다.", "en": "The session is over."}


class ClientLeft(Exception):
    """The client went away in the middle of the session: recorded as a defect, scored for nobody."""


@dataclass
class _Asked:
    reply: Reply
    answer: "asyncio.Future[str]"


class McpAssistant:
    """The assistant of one session whose replies are a client's tool calls; every call is a step of its own.

    The session side is `respond`; the client side is `opening`, `ask`, `finish` and `leave`. Calls that arrive at the
    same time wait for each other.
    """

    name = "mcp"
    answers_within_s = PATIENCE_S

    def __init__(self) -> None:
        self._asked: asyncio.Queue[_Asked | None] = asyncio.Queue()
        self._turn = asyncio.Lock()
        self._first: asyncio.Future[AssistantView] = asyncio.get_running_loop().create_future()
        self._open: _Asked | None = None
        self._seen = 0
        self._end: str | None = None
        self._locale: Locale = "en"

    async def respond(self, view: AssistantView) -> Reply:
        """Hand the news to the client and wait for what it does next; raises ClientLeft."""
        self._locale = view.locale
        news = view.messages[self._seen :]
        self._seen = len(view.messages)
        if not self._first.done():
            self._first.set_result(view)
        self._settle(_told(news))
        asked = await self._asked.get()
        while asked is not None and asked.answer.cancelled():
            # The client gave up on this one while the session was busy.
            asked = await self._asked.get()
        if asked is None:
            raise ClientLeft("the client left before the session was over")
        self._open = asked
        return asked.reply

    def prompt_digest(self, view: AssistantView) -> str:
        """Return the digest of the instructions and tools the client is offered."""
        return prompt_digest(view)

    async def aclose(self) -> None:
        """Keep the last call open: `finish` answers it with the outcome."""

    async def opening(self) -> AssistantView:
        """Return what the session begins with, as soon as the driver has spoken."""
        return await asyncio.shield(self._first)

    async def ask(self, reply: Reply) -> str:
        """Do one thing in the session and return what came of it."""
        async with self._turn:
            if self._end is not None:
                return self._end
            asked = _Asked(reply, asyncio.get_running_loop().create_future())
            self._asked.put_nowait(asked)
            return await asked.answer

    def finish(self, outcome: str) -> None:
        """Answer the last call, and every later one, with the end of the session."""
        self._end = json.dumps(
            {"driver": "", "done": True, "outcome": outcome, "note": _OVER[self._locale]}, ensure_ascii=False
        )
        self._settle(self._end)
        while not self._asked.empty():
            waiting = self._asked.get_nowait()
            if waiting is not None and not waiting.answer.done():
                waiting.answer.set_result(self._end)

    def leave(self) -> None:
        """Say that the client is gone."""
        self._asked.put_nowait(None)

    def _settle(self, answer: str) -> None:
        if self._open is not None and not self._open.answer.done():
            self._open.answer.set_result(answer)
        self._open = None


def _told(news: tuple[Any, ...]) -> str:
    results = [entry.content for entry in news if isinstance(entry, ToolReplied)]
    if results:
        return results[-1]
    heard = next((entry.heard for entry in news if isinstance(entry, DriverSaid) and not entry.given), "")
    return json.dumps({"driver": heard, "done": False}, ensure_ascii=False)


def _earlier(opening: AssistantView) -> str:
    """Return what was said before the session began, "" where nothing was."""
    said = {"ko": ("운전자", "어시스턴트"), "en": ("Driver", "Assistant")}[opening.locale]
    told = [
        f"{said[0]}: {entry.heard}" if isinstance(entry, DriverSaid) else f"{said[1]}: {entry.text}"
        for entry in opening.messages
        if isinstance(entry, DriverSaid | AssistantSaid) and entry.given
    ]
    return "".join(f"{line}\n" for line in told)


def need_mcp() -> None:
    """Raise UsageError when the package for MCP is missing."""
    if importlib.util.find_spec("mcp") is None:
        raise UsageError("MCP needs the package mcp: python -m pip install '.[mcp]'")


def server(assistant: McpAssistant, opening: AssistantView) -> "Server[Any]":
    """Return an MCP server with the session's tools, the driver's ear and the assistant's instructions."""
    import mcp_types as types
    from mcp.server.lowlevel import Server

    said = [entry for entry in opening.messages if isinstance(entry, DriverSaid)]
    heard = next((entry.heard for entry in said if not entry.given), "")
    tools = [types.Tool(**row) for row in (*map(_row, opening.tools), _speak(opening.locale, heard))]

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        arguments = params.arguments or {}
        if params.name == SPEAK:
            message = arguments.get("message")
            if not isinstance(message, str):
                problem = types.TextContent(type="text", text=f"{SPEAK} needs the text 'message'")
                return types.CallToolResult(content=[problem], is_error=True)
            reply = Reply(speech=message)
        else:
            reply = Reply(calls=(CallRequest(params.name, arguments),))
        told = await assistant.ask(reply)
        return types.CallToolResult(content=[types.TextContent(type="text", text=told)])

    return Server(
        "dashtalk",
        version=simulator.__version__,
        instructions=f"{system_prompt(opening)}\n{_earlier(opening)}{_HOW[opening.locale].format(heard=heard)}",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _row(tool: OfferedTool) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.description, "input_schema": tool.parameters}


def _speak(locale: Locale, heard: str) -> dict[str, Any]:
    message = {"type": "string", "description": _MESSAGE[locale]}
    schema = {"type": "object", "properties": {"message": message}, "required": ["message"]}
    return {"name": SPEAK, "description": _TELL[locale].format(heard=heard), "input_schema": schema}


async def serve_stdio(made: "Server[Any]") -> None:
    """Serve one client over standard input and output until it closes them."""
    from mcp.server.stdio import stdio_server

    # The SDK reads in a thread that nothing but the client can end; Ctrl-C would wait for it.
    reader: Any = _lines(sys.stdin.fileno())
    try:
        async with stdio_server(stdin=reader) as (reading, writing):
            await made.run(reading, writing, made.create_initialization_options())
    except* (BrokenPipeError, ConnectionResetError):
        logging.getLogger(__name__).debug("the client closed its end of the pipe")


async def _lines(descriptor: int) -> AsyncIterator[str]:
    rest = b""
    while chunk := await in_own_thread(os.read, descriptor, _READ_BYTES):
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line.decode("utf-8", "replace")
    if rest.strip():
        yield rest.decode("utf-8", "replace")


def application(made: "Server[Any]") -> "Starlette":
    """Return the server as an ASGI application with its endpoint at `/mcp`."""
    return made.streamable_http_app(host=HOST)


@asynccontextmanager
async def playing(
    assistant: McpAssistant, play: Callable[[], Awaitable[str]]
) -> AsyncIterator[tuple["Server[Any]", "asyncio.Task[str]"]]:
    """Run a session beside its server: `play` returns the outcome, which answers the client's last call.

    The session is told when the block is left before its end.
    """

    async def played() -> str:
        outcome = ""
        try:
            outcome = await play()
        finally:
            assistant.finish(outcome)
        return outcome

    task = asyncio.create_task(played())
    opening = asyncio.create_task(assistant.opening())
    await asyncio.wait({task, opening}, return_when=asyncio.FIRST_COMPLETED)
    if not opening.done():
        # The session ended before the driver spoke; its own error says why.
        opening.cancel()
        await task
        raise UsageError("the session ended before it began; `dashtalk show` says why")
    try:
        yield server(assistant, opening.result()), task
    finally:
        if not task.done():
            assistant.leave()
        await task
