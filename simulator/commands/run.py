"""`dashtalk run` and `dashtalk score`: play scenarios, score them, hold them against gates."""

import argparse
import asyncio
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evaluation.gate import Gate, evaluate_gates, exit_code, parse_gate
from evaluation.store import Store, store_path
from simulator.commands.output import check_writable, console, reader_may_leave, write_json, write_text
from simulator.daemon_threads import DaemonThreads
from simulator.registry import UsageError
from simulator.settings import Settings, resolve

if TYPE_CHECKING:
    from evaluation.published import Conditions
    from evaluation.summary import SessionRow
    from evaluation.verdict import Outcome
    from simulator.plan import Plan
    from simulator.resume import StoredRun
    from simulator.trajectory import Trajectory

EXIT_INCOMPLETE = 3
EXIT_INTERRUPTED = 130
COMMAND = "run"


def open_store(settings: Settings, *, create: bool) -> Store:
    """Return the store the settings name."""
    return Store(store_path(settings.store), create=create, durable=settings.durable)


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
    """Play a suite, or what is missing of a stored run, and print its scorecard, or one JSON object."""
    from evaluation.gate import check_own
    from simulator.commands.judge import chosen_judges
    from simulator.commands.play import play
    from simulator.suite import Progress, Run

    gates = read_gates(arguments)
    settings, plan, store, taken_over = _planned(arguments)
    judges = chosen_judges(settings)
    check_own(gates, judges.names)
    store = store or open_store(settings, create=True)

    def begin(progress: Progress) -> Run:
        return Run(plan, store, progress, taken_over=taken_over, judges=judges.panel)

    return play(plan, store, judges, gates, arguments, begin, again=COMMAND)


def _planned(arguments: argparse.Namespace) -> "tuple[Settings, Plan, Store | None, StoredRun | None]":
    """Return what to play and, for a resumed run, what is stored of it and where; raises UsageError."""
    from scenarios.load import pick, suite
    from simulator.plan import asked, make_plan

    if arguments.resume is not None:
        return _missing(arguments)
    settings = resolve(vars(arguments), arguments.config)
    _check_prices(settings)
    scenarios = suite(settings.suite)
    if arguments.scenario:
        scenarios = list(pick(scenarios, arguments.scenario))
    return (
        settings,
        make_plan(settings, asked(settings, scenarios), tuple(arguments.require), command=COMMAND),
        None,
        None,
    )


def _missing(arguments: argparse.Namespace) -> "tuple[Settings, Plan, Store, StoredRun]":
    from scenarios.load import suite
    from simulator.assembly import Channels, agent_factory
    from simulator.plan import Plan, asked, notices_of, recorded_notices
    from simulator.resume import missing_sessions, resumed_settings, scenarios_of, stored_run
    from simulator.users.factory import user_factory

    if arguments.scenario:
        raise UsageError("--scenario: a resumed run plays the sessions it was begun with; leave it out")
    store = open_store(resolve(vars(arguments), arguments.config), create=False)
    run = stored_run(store, arguments.resume, COMMAND, arguments.require)
    settings = resumed_settings(run, vars(arguments), arguments.config)
    _check_prices(settings)
    scenarios = scenarios_of(run, lambda: asked(settings, suite(settings.suite)))
    # Simulated errors are drawn from the words of all scenarios, so they have to be the same ones again.
    channels = Channels(settings, {scenario.id: scenario for scenario in scenarios.values()}.values())
    sessions = missing_sessions(run, scenarios, channels.choose)
    notices = (run.notice(), *notices_of(sessions), *recorded_notices(settings, sessions))
    make_agent, make_user = agent_factory(settings), user_factory(settings)
    plan = Plan(settings, sessions, make_agent, channels, notices, run.require, make_user, COMMAND)
    return settings, plan, store, run


def execute(started: Any) -> bool:
    """Run to the end or until Ctrl-C or a polite kill; returns whether it was interrupted.

    The first Ctrl-C lets the sessions close; the second one stops even an assistant that blocks the event loop. One
    that blocks in a thread of its own holds up nothing.
    """

    async def watched() -> None:
        task = asyncio.current_task()
        assert task is not None
        loop = asyncio.get_running_loop()
        loop.set_default_executor(DaemonThreads())
        loop.add_signal_handler(signal.SIGTERM, task.cancel)
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
def progress_bar(total: int, what: str = "sessions") -> Iterator[Any]:
    """Show a bar on a terminal; elsewhere nothing, so that logs stay readable."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console(to_stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def score(arguments: argparse.Namespace) -> int:
    """Score a stored run again with today's rules and print it."""
    from evaluation.gate import check_own
    from evaluation.judgements import JudgementTable
    from simulator.suite import rescore

    settings = resolve(vars(arguments), arguments.config)
    gates = read_gates(arguments)
    store = open_store(settings, create=False)
    run_id = store.run(arguments.id)["id"]
    check_own(gates, [rubric.name for rubric in JudgementTable(store).rubrics(run_id)])
    rescore(store, run_id, tuple(arguments.require))
    return report(store, run_id, arguments, gates, quiet="-" in (arguments.json, arguments.junit))


def _rows(store: Store, stored: Sequence[Mapping[str, Any]], damaged: list[str]) -> "list[SessionRow]":
    """Return the rows of a run, those that cannot be read without a verdict; add a line for each of them."""
    from evaluation.damage import without_verdict
    from evaluation.rows import session_row
    from evaluation.store import DamagedSession

    rows = []
    for row in stored:
        try:
            rows.append(session_row(store, row))
        except DamagedSession as error:
            line = str(error).removeprefix(f"{store.path}: ")
            made = without_verdict(row, line)
            if made is None:
                raise
            damaged.append(line)
            rows.append(made)
    return rows


def _with_outcomes(
    store: Store, stored: Sequence[Mapping[str, Any]], rows: "Sequence[SessionRow]", damaged: list[str]
) -> "Iterator[tuple[Trajectory, Outcome]]":
    """Yield the trajectories that can be read with what became of each session; add a line for each damaged one."""
    from evaluation.damage import examined

    for kept, row in zip(stored, rows, strict=True):
        trajectory, line = examined(store, kept)
        if line and line not in damaged:
            damaged.append(line)
        if trajectory is not None:
            yield trajectory, row.outcome


def _conditions(facts: Mapping[str, Any], judges: Sequence[str]) -> "Conditions":
    """Return how a run was made, as far as it decides whether its figures compare with published ones."""
    from evaluation.published import Conditions

    return Conditions(
        profile="native",
        tasks=facts["suite"],
        channel=facts["channel"],
        user=facts["user"],
        judge=", ".join(judges) or None,
    )


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
    from evaluation.attempts import aside_trajectories
    from evaluation.cost import costs, read_prices
    from evaluation.formats.junit import junit
    from evaluation.judgements import JudgementTable
    from evaluation.latency import LatencyGathering
    from evaluation.published import beside
    from evaluation.report.cost_table import print_costs
    from evaluation.report.judge_table import print_judging
    from evaluation.report.machine import run_object
    from evaluation.report.published_table import print_beside
    from evaluation.report.scorecard import print_scorecard
    from evaluation.run_parts import part_lines
    from evaluation.turn_metrics import TurnGathering

    prices = read_prices(resolve(vars(arguments), arguments.config).prices)
    if rescued := store.rescue():
        print(f"dashtalk: {rescued}", file=sys.stderr)
    facts = store.run(run_id)
    stored = store.sessions(run_id)
    damaged: list[str] = []
    rows = _rows(store, stored, damaged)
    judging = JudgementTable(store)
    timing, turning = LatencyGathering(), TurnGathering()
    # Sessions are read once: parsing their events takes longer than all that is made of them.
    taken = costs(
        timing.passing(turning.passing(_with_outcomes(store, stored, rows, damaged))),
        prices,
        judging.calls(run_id),
        aside_trajectories(store, run_id),
    )
    summary = summarise(rows, trials=facts["trials"], planned_sessions=facts["planned_sessions"])
    turns = turning.metrics()
    results = evaluate_gates(gates, summary)
    notices = (*damaged, *part_lines(store.parts(run_id)), *notices)
    if quiet:
        for line in (*damaged, *(f"gate {result.line}" for result in results)):
            print(line, file=sys.stderr)
    # Files first, and a reader of standard output who leaves early changes no exit code.
    with reader_may_leave():
        if arguments.json and arguments.json != "-":
            write_json(arguments.json, run_object(store, facts, summary, rows, results, notices, taken, turns))
        if getattr(arguments, "junit", None):
            write_text(arguments.junit, junit(facts["suite"], stored, results), "--junit")
        if arguments.json == "-":
            write_json("-", run_object(store, facts, summary, rows, results, notices, taken, turns))
        if not quiet:
            print_costs(console(), taken)
            print_judging(console(), judging.panel(run_id))
            print_scorecard(
                console(),
                facts,
                summary,
                rows,
                latency=timing.latencies(),
                store=str(store.path),
                gates=results,
                notices=notices,
                details=arguments.details,
                turns=turns,
            )
            if arguments.published:
                print_beside(console(), beside(summary, _conditions(facts, judging.deciders(run_id))))
    code = exit_code(results, summary)
    complete = (
        not damaged
        and summary.sessions.defects == 0
        and len(rows) == facts["planned_sessions"]
        and facts["status"] == "finished"
    )
    return code if code or complete else EXIT_INCOMPLETE
