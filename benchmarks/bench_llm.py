"""What a call of a language model costs us, and how well many sessions wait side by side.

Usage: python benchmarks/bench_llm.py [--concurrency 10,32,100,500] [--sessions N] [--calls 8] [--latency-ms 300]
       [--only chat|run] [--streamed] [--profile FILE] [--json]

A fake endpoint in a process of its own answers every request after a fixed time. Sessions of the chat assistant, each
with the system prompt and tools of a real one and a dialogue that grows with every call, and the same sessions with a
plain AsyncOpenAI loop, are played in the same run; CPU time of this process per call is measured with them at the
first concurrency, with no wait in the endpoint. "run" is everything `dashtalk run` does: environment, tools, policies,
events, store and scores of whole sessions, each with so many calls of the model.

Efficiency is sessions per second as a share of concurrency / (calls x latency), what an infinitely fast client reaches;
above the number of calls that may be on their way at once it means little, and sessions per second count. The CPU time
of this process beside it tells how far a busy machine is to blame. Every call must be answered.
"""

import argparse
import asyncio
import cProfile
import json
import multiprocessing
import os
import platform
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from simulator.agents.chat import ChatAgent, chat_message, function_tool
from simulator.agents.prompt import system_prompt
from simulator.events import ModelCalled, ToolCall
from simulator.llm import close_clients
from simulator.tools.toolset import Toolset
from simulator.trajectory import AssistantCalled, AssistantView, DriverSaid, Message, OfferedTool, ToolReplied

GOAL_SHARE, GOALS = 1 / 3, {10: 0.95, 32: 0.85}
# More sessions than that at once must not bring less.
GOAL_KEPT, KEPT_FROM = 0.9, 32
MODEL = "fake"
CALL = {"id": "c", "type": "function", "function": {"name": "get_climate_settings", "arguments": "{}"}}
USAGE = {"prompt_tokens": 12000, "completion_tokens": 20, "total_tokens": 12020}
ANSWER = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1_700_000_000,
    "model": MODEL,
    "choices": [
        {
            "index": 0,
            "finish_reason": "tool_calls",
            "message": {"role": "assistant", "content": None, "tool_calls": [CALL]},
        }
    ],
    "usage": USAGE,
}
DONE = {
    **ANSWER,
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "네, 다 됐어요."}}],
}
PIECES = [
    {"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, **CALL}]}, "finish_reason": None}]},
    {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
    {"choices": [], "usage": USAGE},
]


class Endpoint(asyncio.Protocol):
    """A server that reads no more of a request than where it ends; `/0/` in the path asks for no wait."""

    def __init__(self, latency_s: float, calls: int) -> None:
        self._latency_s = latency_s
        self._calls = calls
        self._read = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way back."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer a request once it is there."""
        self._read += data
        end = self._read.find(b"\r\n\r\n")
        if end < 0:
            return
        head = bytes(self._read[:end]).lower()
        length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        if len(self._read) < end + 4 + length:
            return
        streamed = self._read.find(b'"stream":true', end) > 0
        # Of the last call of a session the driver gets to hear, if it is one of a whole run.
        last = head.startswith(b"post /run/") and self._read.count(b'"role":"tool"') >= self._calls - 1
        self._read.clear()
        wait_s = 0.0 if head.startswith(b"post /0/") else self._latency_s
        asyncio.get_running_loop().call_later(wait_s, self._answer, streamed, last)

    def _answer(self, streamed: bool, last: bool) -> None:
        kind, body = "application/json", json.dumps(DONE if last else ANSWER)
        if streamed:
            kind = "text/event-stream"
            body = "".join(f"data: {json.dumps(piece)}\n\n" for piece in PIECES) + "data: [DONE]\n\n"
        head = f"HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n"
        self._transport.write((head + body).encode())


def serve(latency_s: float, calls: int, told: Connection) -> None:
    """Answer until the process is ended."""

    async def listen() -> None:
        server = await asyncio.get_running_loop().create_server(
            lambda: Endpoint(latency_s, calls), "127.0.0.1", 0, backlog=2048
        )
        told.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(listen())


def first_view() -> AssistantView:
    """Return what a session with all our tools begins with."""
    made = Toolset("dashtalk-extras")
    tools = tuple(
        OfferedTool(name, spec.description, made.schemas[name], spec.effect, spec.requires_confirmation)
        for name, spec in made.specs.items()
    )
    place = {"id": "loc_1", "name": "서울", "position": {"longitude": 127.0, "latitude": 37.5}}
    said = DriverSaid("에어컨이 지금 어떻게 돼 있는지 알려 줘")
    return AssistantView("ko", "haeyo", tools, place, datetime(2025, 7, 14, 9, 5), (said,))


def grown(messages: list[Message], number: int) -> None:
    """Add a call and its result."""
    call = ToolCall(id=f"call-{number}", name="get_climate_settings", arguments={})
    result = json.dumps({"status": "SUCCESS", "result": {f"setting_{index}": index for index in range(12)}})
    messages += [AssistantCalled((call,)), ToolReplied(call.id, call.name, result)]


Session = Callable[[str, AssistantView, int], Awaitable[None]]


async def ours(url: str, view: AssistantView, calls: int, *, stream: bool = False) -> None:
    """Play one session with the chat assistant."""
    agent = ChatAgent(MODEL, url, stream=stream)
    messages = list(view.messages)
    for number in range(calls):
        seen = AssistantView(view.locale, view.speech_level, view.tools, view.location, view.now, tuple(messages))
        reply = await agent.respond(seen)
        assert reply.calls
        grown(messages, number)


async def streamed(url: str, view: AssistantView, calls: int) -> None:
    """Play one session with streamed answers."""
    await ours(url, view, calls, stream=True)


async def whole_run(port: int, count: int, at_once: int, folder: str) -> tuple[float, float, int]:
    """Play whole sessions as `dashtalk run` does; returns wall and CPU time in seconds and the calls answered."""
    from evaluation.store import Store
    from scenarios.load import pick, suite
    from simulator.language import kiwi
    from simulator.settings import Settings
    from simulator.suite import Run, make_plan

    settings = Settings(
        agent="chat",
        model=MODEL,
        base_url=f"http://127.0.0.1:{port}/run/v1",
        channel="text",
        locale="ko",
        trials=count,
        max_concurrency=at_once,
        max_turns=1,
    )
    [scenario] = pick(suite("first-drive"), ["base-quarter-window"])
    store = Store(Path(folder) / f"{at_once}.db", create=True)
    run = Run(make_plan(settings, [scenario]), store)
    # Loaded once in a process, 1.5 to 2 s, and no part of how well sessions wait side by side.
    kiwi.load()
    started, cpu_s = time.perf_counter(), time.process_time()
    await run.execute()
    seconds, cpu_s = time.perf_counter() - started, time.process_time() - cpu_s
    rows = store.sessions(run.id)
    called = [event for row in rows for event in store.trajectory(str(row["id"])).of(ModelCalled)]
    return seconds, cpu_s, sum(1 for event in called if event.answered)


_PLAIN: dict[str, Any] = {}


async def plain(url: str, view: AssistantView, calls: int) -> None:
    """Play one session with the SDK as its documentation shows it, one client for all sessions."""
    from openai import AsyncOpenAI

    # To build a client reads the system's certificates, which is no part of a call.
    client = _PLAIN.get(url) or _PLAIN.setdefault(url, AsyncOpenAI(api_key="none", base_url=url))
    system: Any = {"role": "system", "content": system_prompt(view)}
    tools: Any = [function_tool(tool) for tool in view.tools]
    messages = list(view.messages)
    for number in range(calls):
        sent: Any = [system, *(chat_message(message, view.locale) for message in messages)]
        answer = await client.chat.completions.create(model=MODEL, messages=sent, tools=tools, temperature=0)
        assert answer.choices[0].message.tool_calls
        grown(messages, number)


async def play(session: Session, url: str, view: AssistantView, calls: int, count: int, at_once: int) -> float:
    """Play `count` sessions, `at_once` side by side; returns the wall time in seconds."""
    limit = asyncio.Semaphore(at_once)

    async def limited() -> None:
        async with limit:
            await session(url, view, calls)

    started = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for _ in range(count):
            group.create_task(limited())
    return time.perf_counter() - started


async def measure(port: int, arguments: argparse.Namespace) -> dict[str, Any]:
    """Return CPU times and efficiencies."""
    view, calls = first_view(), arguments.calls
    latency_s = arguments.latency_ms / 1000
    levels = [int(word) for word in arguments.concurrency.split(",")]
    found: dict[str, Any] = {"cpu_ms_per_call": {}, "levels": []}
    chat = streamed if arguments.streamed else ours
    for name, session in {"plain AsyncOpenAI": plain, "chat": chat}.items():
        url = f"http://127.0.0.1:{port}/0/v1"
        await play(session, url, view, 2, levels[0], levels[0])
        best = float("inf")
        for _ in range(3):
            cpu_s = time.process_time()
            await play(session, url, view, calls, levels[0], levels[0])
            best = min(best, (time.process_time() - cpu_s) / (calls * levels[0]))
        found["cpu_ms_per_call"][name] = round(best * 1000, 3)
    cpu = found["cpu_ms_per_call"]
    found["share"] = round(cpu["chat"] / cpu["plain AsyncOpenAI"], 3)
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("chat", "run") if arguments.only is None else (arguments.only,):
            for level in levels:
                # Whole rounds: a last one that is half empty would say nothing about the client.
                count = max(arguments.sessions // level, 1) * level
                if kind == "chat":
                    cpu_s = time.process_time()
                    seconds = await play(chat, f"http://127.0.0.1:{port}/v1", view, calls, count, level)
                    cpu_s, answered = time.process_time() - cpu_s, count * calls
                else:
                    seconds, cpu_s, answered = await whole_run(port, count, level, folder)
                found["levels"].append(
                    {
                        "kind": kind,
                        "concurrency": level,
                        "sessions": count,
                        "unanswered": count * calls - answered,
                        "sessions_per_s": round(count / seconds, 2),
                        "efficiency": round(count * calls * latency_s / (level * seconds), 4),
                        "cpu_ms_per_call": round(cpu_s / (count * calls) * 1000, 3),
                        "load": round(os.getloadavg()[0], 1),
                    }
                )
    return found


def missed(found: dict[str, Any]) -> list[str]:
    """Return the goals that were not reached."""
    lines = [] if found["share"] <= GOAL_SHARE else [f"CPU per call: {found['share']:.2f} of the plain loop"]
    for kind in ("chat", "run"):
        levels = {entry["concurrency"]: entry for entry in found["levels"] if entry["kind"] == kind}
        for level, entry in levels.items():
            if entry["unanswered"]:
                lines.append(f"{kind} at {level}: {entry['unanswered']} calls unanswered")
            if entry["efficiency"] < GOALS.get(level, 0):
                lines.append(f"{kind} at {level}: {entry['efficiency']:.1%}, goal >= {GOALS[level]:.0%}")
            rate = levels[KEPT_FROM]["sessions_per_s"] if KEPT_FROM in levels else 0.0
            if level > KEPT_FROM and entry["sessions_per_s"] < GOAL_KEPT * rate:
                lines.append(f"{kind} at {level}: {entry['sessions_per_s']} sessions/s, {rate} at {KEPT_FROM}")
    return lines


async def measured(port: int, arguments: argparse.Namespace) -> dict[str, Any]:
    """Measure and close what was opened."""
    try:
        return await measure(port, arguments)
    finally:
        await close_clients()
        for client in _PLAIN.values():
            await client.close()


def main() -> int:
    """Measure and print; the exit code is 1 when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--concurrency", default="10,32,100,500", metavar="N,N")
    parser.add_argument("--sessions", type=int, default=100, metavar="N")
    parser.add_argument("--calls", type=int, default=8, metavar="N")
    parser.add_argument("--latency-ms", type=float, default=300.0, metavar="MS")
    parser.add_argument("--only", choices=("chat", "run"), help="the client alone, or whole runs (default: both)")
    parser.add_argument("--profile", metavar="FILE", help="write a cProfile of this process")
    parser.add_argument("--streamed", action="store_true")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    here, there = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    server = context.Process(target=serve, args=(arguments.latency_ms / 1000, arguments.calls, there), daemon=True)
    server.start()
    profile = cProfile.Profile() if arguments.profile else None
    try:
        if profile is not None:
            profile.enable()
        found = asyncio.run(measured(here.recv(), arguments))
    finally:
        server.terminate()
    if profile is not None:
        profile.disable()
        profile.dump_stats(arguments.profile)
    found["missed"] = missed(found)
    if arguments.json:
        print(json.dumps(found | {"cores": os.cpu_count(), "python": platform.python_version()}))
        return 1 if found["missed"] else 0
    for name, value in found["cpu_ms_per_call"].items():
        print(f"{value:8.2f} ms CPU per call, {name}")
    print(f"{found['share']:8.2f} of the plain loop, goal <= {GOAL_SHARE:.2f}")
    for entry in found["levels"]:
        goal = GOALS.get(entry["concurrency"])
        print(
            f"{entry['kind']:>6} at {entry['concurrency']:3}: {entry['efficiency']:6.1%} efficiency,"
            f" {entry['sessions_per_s']:6.2f} sessions/s, {entry['cpu_ms_per_call']:5.2f} ms CPU per call,"
            f" {entry['unanswered']} unanswered, load {entry['load']}" + (f", goal >= {goal:.0%}" if goal else "")
        )
    print("\n".join(f"missed: {line}" for line in found["missed"]) or "all goals met")
    return 1 if found["missed"] else 0


if __name__ == "__main__":
    sys.exit(main())
