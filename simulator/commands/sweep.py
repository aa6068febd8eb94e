"""`dashtalk sweep`: the same sessions over levels of recognition errors or noise, and what each level costs."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from simulator.commands.output import check_writable, console, played_is_kept, reader_may_leave, write_json, write_text
from simulator.commands.run import EXIT_INCOMPLETE, EXIT_INTERRUPTED, execute, open_store, progress_bar
from simulator.language.counted import counted
from simulator.registry import UsageError
from simulator.settings import resolve

if TYPE_CHECKING:
    from evaluation.cost import Costs, Prices
    from evaluation.robustness_spec import Axis
    from evaluation.store import Store
    from evaluation.sweep_gate import SweepGate
    from evaluation.sweeps import StoredSweep
    from simulator.commands.judge import Judged, Judges
    from simulator.sweep import SweepPlan

_REPORTS = (".html", ".md")


def sweep(arguments: argparse.Namespace) -> int:
    """Play a sweep, or what is missing of a stored one, and report it; returns the exit code."""
    from evaluation.cost import read_prices
    from evaluation.sweep_gate import parse_sweep_gate
    from simulator.commands.judge import chosen_judges, exit_after
    from simulator.sweep import Sweep

    check_files(arguments)
    plan, store = _planned(arguments)
    gates = [parse_sweep_gate(text, [one.level for one in plan.levels]) for text in arguments.fail_under]
    _check_languages(gates, plan.settings.locale)
    read_prices(plan.settings.prices)
    judges = chosen_judges(plan.settings)
    store = store or open_store(plan.settings, create=True)
    with progress_bar(plan.sessions) as advance:
        started = Sweep(plan, store, lambda planned, verdict: advance(), judges=judges.panel)
        if arguments.json != "-" and not sys.stderr.isatty():
            # No bar shows in a log that anything goes on.
            with reader_may_leave():
                print(f"{started.id}: playing {counted(plan.sessions, 'session')}; 'dashtalk runs' tells how far it is")
        interrupted = execute(started)
    judged = _judged(store, started.id, plan, judges, interrupted=interrupted)
    with played_is_kept(started.id):
        code = report(store, started.id, arguments, gates, notices=(*plan.notices, *judged.notices))
    again = _go_on(started.id, arguments)
    if interrupted:
        print(f"dashtalk: interrupted; what finished is kept; {again}", file=sys.stderr)
        return EXIT_INTERRUPTED
    code = exit_after(judged, code)
    if started.stopped:
        print(f"dashtalk: {started.stopped}; {again}", file=sys.stderr)
        return EXIT_INCOMPLETE
    return code


def _check_languages(gates: "Sequence[SweepGate]", played: str) -> None:
    """Raise UsageError before hours of playing when a gate is about a language that nobody will speak."""
    for gate in gates:
        if gate.locale is not None and played not in ("all", gate.locale):
            raise UsageError(f"--fail-under '{gate.text}': only '{played}' is played; leave it out or give --lang all")


def check_files(arguments: argparse.Namespace) -> None:
    """Raise UsageError when a report could not be written or its kind is unknown."""
    check_writable(arguments.json, "--json")
    check_writable(arguments.report, "--report")
    if arguments.report is not None and Path(arguments.report).suffix.lower() not in _REPORTS:
        raise UsageError(f"--report {arguments.report}: name a file that ends in {' or '.join(_REPORTS)}")


def _axis(arguments: argparse.Namespace) -> "tuple[Axis, str]":
    if arguments.error_rates is not None and arguments.snr_levels is not None:
        raise UsageError("--error-rate and --snr: sweep one of them at a time")
    if arguments.error_rates is not None:
        return "error_rate", arguments.error_rates
    if arguments.snr_levels is not None:
        return "snr_db", arguments.snr_levels
    raise UsageError("nothing to sweep: give --error-rate 0,0.05,0.1,0.2 or --snr 20,10,5,0,-5, or --resume a sweep")


def _planned(arguments: argparse.Namespace) -> "tuple[SweepPlan, Store | None]":
    from scenarios.load import pick, suite
    from simulator.plan import asked
    from simulator.sweep import plan_sweep, read_values, resume_sweep

    settings = resolve(vars(arguments), arguments.config)
    if arguments.resume is not None:
        for given, flag in ((arguments.error_rates, "--error-rate"), (arguments.snr_levels, "--snr")):
            if given is not None:
                raise UsageError(f"{flag}: a resumed sweep has the levels it was begun with; leave it out")
        if arguments.scenario:
            raise UsageError("--scenario: a resumed sweep plays the sessions it was begun with; leave it out")
        store = open_store(settings, create=False)
        return resume_sweep(store, arguments.resume, vars(arguments), arguments.config, arguments.require), store
    axis, text = _axis(arguments)
    values = read_values(axis, text)
    _check_channel(arguments.channel, axis)
    scenarios = suite(settings.suite)
    if arguments.scenario:
        scenarios = list(pick(scenarios, arguments.scenario))
    return plan_sweep(settings, axis, values, asked(settings, scenarios), tuple(arguments.require)), None


def _check_channel(channel: str | None, axis: "Axis") -> None:
    if channel in (None, "auto"):
        return
    wanted = "errors" if axis == "error_rate" else "voice"
    if channel != wanted:
        flag = "--error-rate simulates errors on text" if axis == "error_rate" else "--snr speaks"
        raise UsageError(f"--channel {channel}: {flag}; leave it out, or give --channel {wanted}")


def _judged(store: "Store", sweep_id: str, plan: "SweepPlan", judges: "Judges", *, interrupted: bool) -> "Judged":
    from evaluation.sweeps import SweepTable
    from simulator.commands.judge import Judged, judge_after

    notices: list[str] = []
    stopped = incomplete = False
    for position, run in sorted(SweepTable(store).find(sweep_id).runs.items()):
        one = judge_after(store, run, judges, plan.require, interrupted=interrupted or stopped)
        stopped, incomplete = stopped or one.interrupted, incomplete or one.incomplete
        notices += [f"{plan.levels[position].level.title}: {notice}" for notice in one.notices]
    return Judged(tuple(notices), stopped, incomplete)


def _go_on(sweep_id: str, arguments: argparse.Namespace) -> str:
    from simulator.resume import how_to_go_on
    from simulator.sweep import COMMAND

    return f"go on with: {how_to_go_on(COMMAND, sweep_id, arguments.store)}"


def report(
    store: "Store",
    sweep_id: str,
    arguments: argparse.Namespace,
    gates: "Sequence[SweepGate]" = (),
    *,
    notices: Sequence[str] = (),
) -> int:
    """Write what was asked for about a stored sweep and return the exit code its gates and its completeness give."""
    from evaluation.cost import read_prices
    from evaluation.report.cost_table import print_costs
    from evaluation.report.sweep_html import sweep_html
    from evaluation.report.sweep_machine import sweep_object
    from evaluation.report.sweep_markdown import sweep_markdown
    from evaluation.report.sweep_text import print_sweep
    from evaluation.report.sweep_words import sweep_title
    from evaluation.robustness import robustness
    from evaluation.sweep_blame import level_blames
    from evaluation.sweep_gate import evaluate_sweep_gates, sweep_exit_code
    from evaluation.sweep_sessions import level_sessions
    from evaluation.sweeps import SweepTable

    stored = SweepTable(store).find(sweep_id)
    levels = level_sessions(store, stored)
    damaged = [line for level in levels for line in level.damaged]
    if damaged:
        told = f"damaged, so without a verdict here: {len(damaged)} of {sum(len(one.rows) for one in levels)} sessions"
        notices = (*notices, *damaged, f"{told}; to play them again, {_go_on(sweep_id, arguments)}")
    found = robustness(levels, int(stored.settings.get("trials", 1)))
    blames = level_blames(store, stored)
    results = evaluate_sweep_gates(gates, found)
    status = "incomplete" if damaged else _status(store, stored)
    title = sweep_title(stored, status)
    lines = [result.line for result in results]
    taken = _costs(store, stored, read_prices(resolve(vars(arguments), arguments.config).prices))
    if arguments.json == "-":
        for line in (*damaged, *(f"gate {line}" for line in lines)):
            print(line, file=sys.stderr)
    with reader_may_leave():
        if path := getattr(arguments, "report", None):
            make = sweep_html if Path(path).suffix.lower() == ".html" else sweep_markdown
            write_text(path, make(title, found, blames, notices, lines), "--report")
        if arguments.json:
            write_json(arguments.json, sweep_object(store, stored, found, status, results, notices, blames, taken))
        if arguments.json != "-":
            print_costs(console(), taken)
            print_sweep(console(), title, found, blames, notices, details=arguments.details)
            out = console()
            for line in lines:
                out.print(f"gate {line}", markup=False, soft_wrap=True)
            out.print(f"stored as {stored.id} in {store.path}", markup=False, soft_wrap=True)
    code = sweep_exit_code(results, found)
    return code if code or status == "finished" else EXIT_INCOMPLETE


def _costs(store: "Store", stored: "StoredSweep", prices: "Prices") -> "Costs":
    """Return what language models took at all levels together."""
    from evaluation.attempts import aside_trajectories
    from evaluation.cost import costs
    from evaluation.judgements import JudgementTable
    from evaluation.sweep_sessions import readable

    runs = tuple(stored.runs.values())
    sessions = (str(row["id"]) for run in runs for row in store.sessions(run))
    judged = (call for run in runs for call in JudgementTable(store).calls(run))
    aside = (trajectory for run in runs for trajectory in aside_trajectories(store, run))
    return costs(readable(store, sessions), prices, judged, aside)


def _status(store: "Store", stored: "StoredSweep") -> str:
    """Return finished when every session of every level was played and none ended in a defect, else incomplete."""
    for position in range(len(stored.levels)):
        run_id = stored.runs.get(position)
        if run_id is None:
            return "incomplete"
        run = store.run(run_id)
        if run["status"] != "finished" or run["defects"] or run["sessions"] != run["planned_sessions"]:
            return "incomplete"
    return "finished"
