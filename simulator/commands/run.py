"""`dashtalk run` and `dashtalk score`: play scenarios, score them, hold them against gates."""

import argparse
import asyncio
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evaluation.gate import Gate, evaluate_gates, exit_code, parse_gate
from evaluation.store import DamagedSession, Store, default_path
from simulator.commands.output import check_writable, console, reader_may_leave, write_json, write_text
from simulator.registry import UsageError
from simulator.settings import Settings, resolve

if TYPE_CHECKING:
    from evaluation.published import Conditions
    from evaluation.summary import SessionRow
    from simulator.trajectory import Trajectory

EXIT_INCOMPLETE = 3
EXIT_INTERRUPTED = 130


def open_store(settings: Settings, *, create: bool) -> Store:
    """Return the store the settings name."""
    path = Path(settings.store).expanduser() if settings.store else default_path()
    return Store(path, create=create, durable=settings.durable)


def read_gates(arguments: argparse.Namespace) -> list[Gate]:
    """Return the gates of a command line, having checked that its reports can be written; raises UsageError."""
    for path, flag in ((arguments.json, "--json"), (arguments.junit, "--junit")):
        check_writable(path, flag)
    if arguments.json == arguments.junit == "-":
        raise UsageError("--json and --junit cannot both go to standard output; name a file for one of them")
    files = [path for path in (arguments.json, arguments.junit) if path not in (None, "-")]
    if len(files) == 2 and Path(files[0]).resolve() == Path(files[1]).resolve():
        raise UsageError(f"--json and --junit {files[0]}: name two files")
    return [parse_gate(text) for text in arguments.fail_under]


def _check_prices(settings: Settings) -> None:
    """Raise UsageError before a long run when its costs could not be told."""
    from evaluation.cost import read_prices

    read_prices(settings.prices)


def run(arguments: argparse.Namespace) -> int:
    """Play a suite and print its scorecard, or one JSON object."""
    from scenarios.load import pick, suite
    from simulator.suite import Run, make_plan

    settings = resolve(vars(arguments), arguments.config)
    gates = read_gates(arguments)
    _check_prices(settings)
    scenarios = suite(settings.suite)
    if arguments.scenario:
        scenarios = list(pick(scenarios, arguments.scenario))
    plan = make_plan(settings, scenarios, tuple(arguments.require))
    store = open_store(settings, create=True)
    quiet = "-" in (arguments.json, arguments.junit)
    with progress_bar(len(plan.sessions)) as advance:
        started = Run(plan, store, lambda planned, verdict: advance())
        interrupted = execute(started)
    code = report(store, started.id, arguments, gates, notices=plan.notices, quiet=quiet)
    if interrupted:
        print("dashtalk: interrupted; what finished is kept", file=sys.stderr)
        return EXIT_INTERRUPTED
    return code


def execute(started: Any) -> bool:
    """Run to the end or until Ctrl-C or a polite kill; returns whether it was interrupted.

    The first Ctrl-C lets the sessions close; the second one stops even an assistant that blocks.
    """

    async def watched() -> None:
        task = asyncio.current_task()
        assert task is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        try:
            await started.execute()
        except KeyboardInterrupt:
            # Raised in the middle of a session; the loop itself hears of it, and this task need not say it again.
            raise asyncio.CancelledError from None

    try:
        asyncio.run(watched())
    except (KeyboardInterrupt, asyncio.CancelledError):
        return True
    return False


@contextmanager
def progress_bar(total: int) -> Iterator[Any]:
    """Show a bar on a terminal; elsewhere nothing, so that logs stay readable."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("sessions"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console(to_stderr=True), transient=True) as bar:
        task = bar.add_task("sessions", total=total)
        yield lambda: bar.advance(task)


def score(arguments: argparse.Namespace) -> int:
    """Score a stored run again with today's rules and print it."""
    from simulator.suite import rescore

    settings = resolve(vars(arguments), arguments.config)
    gates = read_gates(arguments)
    store = open_store(settings, create=False)
    run_id = store.run(arguments.id)["id"]
    rescore(store, run_id, tuple(arguments.require))
    return report(store, run_id, arguments, gates, quiet="-" in (arguments.json, arguments.junit))


def _readable(store: Store, rows: "Sequence[SessionRow]") -> "Iterator[Trajectory]":
    """Yield the trajectories that can be read; the others are told of where they are scored."""
    for row in rows:
        with suppress(DamagedSession):
            yield store.trajectory(row.session)


def _conditions(facts: Mapping[str, Any]) -> "Conditions":
    """Return how a run was made, as far as it decides whether its figures compare with published ones."""
    from evaluation.published import Conditions

    return Conditions(profile="native", tasks=facts["suite"], channel=facts["channel"], user=facts["user"], judge=None)


def report(
    store: Store,
    run_id: str,
    arguments: argparse.Namespace,
    gates: Sequence[Gate] = (),
    *,
    notices: Sequence[str] = (),
    quiet: bool = False,
) -> int:
    """Write what was asked for about a run and return the exit code its gates and its completeness give."""
    from evaluation.aggregate import summarise
    from evaluation.cost import costs, read_prices
    from evaluation.formats.junit import junit
    from evaluation.latency import latencies
    from evaluation.published import beside
    from evaluation.report.cost_table import print_costs
    from evaluation.report.machine import run_object
    from evaluation.report.published_table import print_beside
    from evaluation.report.scorecard import print_scorecard
    from evaluation.rows import run_rows

    prices = read_prices(resolve(vars(arguments), arguments.config).prices)
    facts = store.run(run_id)
    rows = run_rows(store, run_id)
    taken = costs(_readable(store, rows), prices)
    summary = summarise(rows, trials=facts["trials"], planned_sessions=facts["planned_sessions"])
    results = evaluate_gates(gates, summary)
    if quiet:
        for result in results:
            print(f"gate {result.line}", file=sys.stderr)
    # Files first, and a reader of standard output who leaves early changes no exit code.
    with reader_may_leave():
        if arguments.json and arguments.json != "-":
            write_json(arguments.json, run_object(store, facts, summary, rows, results, notices, taken))
        if getattr(arguments, "junit", None):
            write_text(arguments.junit, junit(facts["suite"], store.sessions(run_id), results), "--junit")
        if arguments.json == "-":
            write_json("-", run_object(store, facts, summary, rows, results, notices, taken))
        if not quiet:
            measured = latencies(_readable(store, rows))
            print_costs(console(), taken)
            print_scorecard(
                console(),
                facts,
                summary,
                rows,
                latency=measured,
                store=str(store.path),
                gates=results,
                notices=notices,
                details=arguments.details,
            )
            if arguments.published:
                print_beside(console(), beside(summary, _conditions(facts)))
    code = exit_code(results, summary)
    complete = (
        summary.sessions.defects == 0 and len(rows) == facts["planned_sessions"] and facts["status"] == "finished"
    )
    return code if code or complete else EXIT_INCOMPLETE
