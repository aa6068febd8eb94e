"""`dashtalk serve`: doors for other programs on this machine, and the cockpit for browsers."""

import argparse
import asyncio
import importlib.util
import shlex
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


def serve_web(arguments: argparse.Namespace) -> int:
    """Serve the cockpit to browsers until interrupted; every page that is opened is a drive of its own."""
    if importlib.util.find_spec("textual_serve") is None:
        raise UsageError("the cockpit in a browser needs the package textual-serve: python -m pip install '.[web]'")
    from simulator.dashboard.phrases import ui_lang
    from simulator.serve.web import DashboardServer, is_local, serve
    from simulator.serve.web_page import WORDS

    local = is_local(arguments.host)
    if not local and arguments.channel is None:
        # Nobody elsewhere wants to be heard by this machine's microphone.
        arguments.channel = "text"
    _check_drive(arguments)
    listening = _listen(arguments.host, arguments.port)
    port = listening.getsockname()[1]
    # Without the shell in between, a drive can tell when this process is gone.
    command = f"exec {shlex.join([sys.executable, '-m', 'simulator', 'drive', *_as_flags(arguments)])}"
    server = DashboardServer(command, WORDS[ui_lang(arguments.ui_lang)], local=local)
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(server, listening, lambda: _welcome(arguments.host, port, local=local)))
    return 0


def _welcome(host: str, port: int, *, local: bool) -> None:
    # Whoever started this from a program reads the address through a pipe.
    print(f"the cockpit is at {_address(host, port)}; Ctrl-C ends it and keeps every session", flush=True)
    if local:
        print("it has no login: everybody on this machine can drive", file=sys.stderr)
    else:
        print(
            f"WARNING: it has no login and no encryption, and listens on {host}: everybody who reaches this"
            " machine over the network can drive, start runs and read what is stored, at your expense",
            file=sys.stderr,
        )


def _address(host: str, port: int) -> str:
    if host in ("0.0.0.0", "::", ""):
        host = socket.gethostname()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _check_drive(arguments: argparse.Namespace) -> None:
    """Raise UsageError for flags that no drive could begin with, before anybody opens the page."""
    from scenarios.load import catalogue, existing, load_file, pick
    from simulator.assembly import agent_factory
    from simulator.dashboard.themes import AUTO, chosen_theme

    chosen_theme(arguments.theme or AUTO, None)
    settings = resolve(vars(arguments) | {"user": arguments.user or "human"}, arguments.config)
    agent_factory(settings)
    if arguments.scenario:
        path = existing(arguments.scenario)
        _ = [load_file(path)] if path else list(pick(catalogue().values(), [arguments.scenario]))


def _as_flags(arguments: argparse.Namespace) -> list[str]:
    """Return the flags that `dashtalk drive` is started with, as they were given here."""
    flags: list[str] = []
    places: list[str] = []
    for action in arguments.passed_on:
        value = getattr(arguments, action.dest)
        if value is None or value == action.default:
            continue
        if not action.option_strings:
            places.append(str(value))
        elif action.nargs == 0:
            flags.append(action.option_strings[0])
        else:
            flags += [f"{action.option_strings[0]}={one}" for one in (value if isinstance(value, list) else [value])]
    return [*flags, *(["--", *places] if places else [])]


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
    """Return a bound socket; raises UsageError when address or port cannot be had."""
    # Some systems take what lies beyond for another port.
    if not 0 <= port <= 65535:
        raise UsageError(f"port {port}: must lie between 0 and 65535; 0 takes a free one")
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise UsageError(f"--host: '{host}' is no address of this machine") from None
    made = socket.socket(family, kind, protocol)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind(place)
        # From here on a client's connection waits instead of being refused.
        made.listen()
    except OSError as error:
        made.close()
        raise UsageError(f"port {port}: {error.strerror}; 0 takes a free one") from None
    return made


def _web(app: Any) -> "Server":
    from uvicorn import Config, Server

    return Server(Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=5))


async def _serve(web: "Server", listening: socket.socket) -> None:
    try:
        await web.serve(sockets=[listening])
    finally:
        listening.close()
