"""`dashtalk serve`: doors for other programs, on this machine only."""

import argparse
import asyncio
import signal
import socket
import sys
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from simulator.channel import Locale
from simulator.registry import UsageError
from simulator.settings import Settings, resolve

if TYPE_CHECKING:
    from uvicorn import Server

EXIT_INCOMPLETE = 3
_KNOW_THE_SCENARIO = ("oracle", "silent", "premature", "fabricating", "over-asking")


def serve_a2a(arguments: argparse.Namespace) -> int:
    """Serve an assistant as an A2A agent until interrupted."""
    from simulator.agents.a2a import need_a2a
    from simulator.assembly import agent_factory
    from simulator.serve.a2a import HOST, application, log_briefly

    need_a2a()
    settings = resolve(vars(arguments), arguments.config)
    if settings.agent in _KNOW_THE_SCENARIO:
        raise UsageError(f"--agent {settings.agent} works from a scenario, which a remote evaluator does not show")
    factory: Any = agent_factory(settings)
    listening = _listen(HOST, arguments.port)
    url = f"http://{HOST}:{listening.getsockname()[1]}"

    def make_agent(locale: Locale) -> Any:
        return factory(None, locale)

    web = _web(application(settings.agent, make_agent, f"{url}/"))
    print(f"{settings.agent} answers at {url}; in another terminal: dashtalk run --agent a2a:{url}", file=sys.stderr)
    log_briefly()
    # Ctrl-C is how a server ends, not a failure.
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(web, listening))
    return 0


def serve_mcp(arguments: argparse.Namespace) -> int:
    """Serve one session over MCP, score it at its end and print the scorecard to standard error."""
    from simulator.serve.mcp import need_mcp

    need_mcp()
    fixed = {"suite": arguments.scenario, "agent": "mcp", "channel": "text", "trials": 1}
    settings = resolve(vars(arguments) | fixed, arguments.config)
    try:
        return asyncio.run(_mcp(arguments, settings))
    except asyncio.CancelledError:
        # A polite kill ends the session like Ctrl-C: with what was recorded so far.
        raise KeyboardInterrupt from None


async def _mcp(arguments: argparse.Namespace, settings: Settings) -> int:
    from scenarios.load import catalogue, existing, load_file, pick
    from simulator.commands.run import open_store
    from simulator.serve.mcp import HOST, McpAssistant, application, playing, serve_stdio
    from simulator.suite import Run, make_plan

    path = existing(arguments.scenario)
    (scenario,) = [load_file(path)] if path else pick(catalogue().values(), [arguments.scenario])
    spoken = sorted(scenario.driver)
    chosen = settings.locale == "all" and arguments.locale is None
    if chosen:
        settings = replace(settings, locale="en" if "en" in spoken else spoken[0])
    told = "; the driver speaks English, --locale ko brings one who speaks Korean" if chosen and len(spoken) > 1 else ""
    if settings.locale not in spoken:
        raise UsageError(f"--locale: '{scenario.id}' is spoken in {' and '.join(spoken)}, not in {settings.locale}")
    listening = _listen(HOST, arguments.http) if arguments.http is not None else None
    assistant = McpAssistant()
    store = open_store(settings, create=True)
    outcomes: list[str] = []
    task = asyncio.current_task()
    if task is not None and sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    run = Run(
        make_plan(settings, [scenario], make_agent=lambda of, locale: assistant),
        store,
        lambda planned, verdict: outcomes.append(verdict.outcome.value),
    )

    async def play() -> str:
        await run.execute()
        return outcomes[0] if outcomes else "interrupted"

    async with playing(assistant, play) as (made, session):
        if listening is None:
            if told:
                print(told.removeprefix("; "), file=sys.stderr)
            await serve_stdio(made)
        else:
            web = _web(application(made))
            session.add_done_callback(lambda _: setattr(web, "should_exit", True))
            url = f"http://{HOST}:{listening.getsockname()[1]}/mcp"
            print(f"the car answers at {url}; the server ends with the session{told}", file=sys.stderr)
            await _serve(web, listening)
    return _scorecard(store, run.id)


def _scorecard(store: Any, run_id: str) -> int:
    from evaluation.aggregate import summarise
    from evaluation.report.scorecard import print_scorecard
    from evaluation.rows import run_rows
    from simulator.commands.output import console

    facts = store.run(run_id)
    rows = run_rows(store, run_id)
    summary = summarise(rows, trials=facts["trials"], planned_sessions=facts["planned_sessions"])
    print_scorecard(console(to_stderr=True), facts, summary, rows, latency=(), store=str(store.path))
    return 0 if summary.sessions.defects == 0 and facts["status"] == "finished" else EXIT_INCOMPLETE


def _listen(host: str, port: int) -> socket.socket:
    """Return a bound socket; raises UsageError when the port cannot be had."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        # From here on a client's connection waits instead of being refused.
        made.listen()
    except (OSError, OverflowError) as error:
        made.close()
        reason = error.strerror if isinstance(error, OSError) else "must lie between 0 and 65535"
        raise UsageError(f"port {port}: {reason}; 0 takes a free one") from None
    return made


def _web(app: Any) -> "Server":
    from uvicorn import Config, Server

    return Server(Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=5))


async def _serve(web: "Server", listening: socket.socket) -> None:
    try:
        await web.serve(sockets=[listening])
    finally:
        listening.close()
