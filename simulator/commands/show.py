"""`dashtalk show` and `dashtalk runs`: look at what is stored."""

import argparse
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from rich.text import Text

from evaluation.attempts import MARK, aside_trajectories
from evaluation.blame_stored import blame_of
from evaluation.damage import recorded_settings
from evaluation.judgements import JudgementTable
from evaluation.report.blame_table import blame_line
from evaluation.report.scorecard import printable, table
from evaluation.rows import session_row
from evaluation.running import BROKEN_OFF
from evaluation.store import Store
from evaluation.sweeps import PREFIX, SweepTable
from evaluation.validity_aside import attempts_aside
from scenarios.carbench_scenario import stored_scenario
from simulator.commands.event_lines import numbered_lines
from simulator.commands.output import console, write_json
from simulator.commands.run import open_store, report
from simulator.commands.show_attempt import show_attempt
from simulator.language.counted import counted
from simulator.registry import UsageError
from simulator.resume import how_to_go_on
from simulator.settings import resolve
from simulator.trajectory import Trajectory


def _settings(row: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the settings of a run, None where they are damaged, which is no reason to hide the other runs."""
    with suppress(UsageError):
        return recorded_settings(row)
    return None


def runs(arguments: argparse.Namespace) -> int:
    """List the stored runs, newest first."""
    store = open_store(resolve(vars(arguments), arguments.config), create=False)
    rows = store.runs()
    sweeps = SweepTable(store)
    swept, damaged = sweeps.by_run(), sweeps.damaged()
    for row in rows:
        sweep, level = swept.get(row["id"], (None, None))
        row["sweep"], row["level"] = sweep, level or None
    if arguments.json:
        for row in rows:
            row["settings"] = _settings(row)
        write_json(arguments.json, {"store": str(store.path), "runs": rows, "notices": damaged})
        return 0
    names = ("status", "suite", "agent", "channel", "sessions", "passed", "failed", "unscored", "invalid", "defects")
    made = table(
        "run", "status", "suite", "agent", "channel", "all", "passed", "failed", "unscored", "invalid", "defects"
    )
    if swept:
        made.add_column("sweep", overflow="fold")
    for column in (made.columns[0], made.columns[1], *made.columns[5:]):
        column.no_wrap = True
    for row in rows:
        rate = (_settings(row) or {}).get("error_rate")
        if "errors" in row["channel"] and rate is not None:
            row["channel"] = row["channel"].replace("errors", f"errors {rate:g}")
        elif row["level"]:
            row["channel"] = f"{row['channel']} {row['level']}"
        cells = [Text(printable(str(row[name]))) for name in names]
        made.add_row(row["id"], *cells, *([(row["sweep"] or "").rpartition("-")[2]] if swept else []))
    out = console()
    out.print(made)
    out.print(f"{counted(len(rows), 'run')} in {store.path}", markup=False, soft_wrap=True)
    for line in damaged:
        out.print(f"note: {printable(line)}", markup=False, soft_wrap=True)
    return 0


def show(arguments: argparse.Namespace) -> int:
    """Show one session event by event, or a run's scorecard; the latest run by default."""
    if arguments.id is None and (arguments.json or "").isdecimal():
        number = arguments.json
        raise UsageError(f"--json {number} would write a file called {number}; dashtalk show {number} --json is meant")
    store = open_store(resolve(vars(arguments), arguments.config), create=False)
    if (arguments.id or "").startswith(PREFIX):
        from simulator.commands.sweep import check_files
        from simulator.commands.sweep import report as report_sweep

        check_files(arguments)
        report_sweep(store, SweepTable(store).find(arguments.id).id, arguments)
        return 0
    if arguments.report is not None:
        raise UsageError(f"--report {arguments.report}: only a sweep has one; name a sweep")
    name, mark, attempt = (arguments.id or "").partition(MARK)
    stored = find_session(store, name) if name else None
    if stored is not None and mark:
        return show_attempt(store, arguments, stored, attempt)
    if stored is None:
        run = store.run(arguments.id)
        swept = SweepTable(store).by_run().get(run["id"])
        notices: tuple[str, ...] = (
            (f"level {swept[1]} of {swept[0]}: 'dashtalk show {swept[0]}' shows all levels",)
            if swept and swept[1]
            else ()
        )
        notices += _how_to_go_on(store, run, arguments.store)
        report(store, run["id"], arguments, notices=notices, quiet=arguments.json == "-")
        return 0
    from evaluation.cost import costs, read_prices
    from evaluation.report.cost_table import print_costs
    from evaluation.report.machine import session_object

    prices = read_prices(resolve(vars(arguments), arguments.config).prices)
    row = session_row(store, stored)
    trajectory = store.trajectory(row.session)
    aside = aside_trajectories(store, stored["run_id"], row.session)
    taken = costs([trajectory], prices, JudgementTable(store).calls(stored["run_id"], row.session), aside)
    if arguments.json:
        write_json(arguments.json, session_object(store, stored, row, trajectory, taken))
        return 0
    out = console()
    for event in trajectory.events:
        for style, line in numbered_lines(event):
            out.print(Text(printable(line), style=style), soft_wrap=True)
    out.print(f"outcome: {row.outcome.value}{' (partial)' if row.partial else ''}", style="bold", markup=False)
    for reason in row.reasons:
        out.print(f"  {printable(reason)}", markup=False, soft_wrap=True)
    for line in _expected(stored, trajectory):
        out.print(printable(line), markup=False, soft_wrap=True)
    found = blame_of(store, stored)
    if found is not None:
        out.print(printable(blame_line(found)), markup=False, soft_wrap=True)
    for name, why in attempts_aside(store, row.session, str(stored["scenario"])):
        out.print(f"set aside: {name}: {printable('; '.join(why))}", markup=False, soft_wrap=True)
    if row.scores and all(score.value is None and score.reason == row.scores[0].reason for score in row.scores):
        return 0
    made = table("metric", "value", "reason", title="scores")
    for score in row.scores:
        value = "unscored" if score.value is None else f"{score.value:g}"
        made.add_row(score.metric, value, Text(printable(score.reason)))
    out.print(made)
    _print_judgements(store, row.session)
    print_costs(out, taken)
    return 0


def _expected(stored: Mapping[str, Any], trajectory: Trajectory) -> Iterator[str]:
    """Yield what was expected of the answer in a dialogue; nothing for other sessions, whose scores name it."""
    scenario = stored_scenario(stored["scenario"])
    dialogue, started = scenario.dialogue, trajectory.started
    if dialogue is None:
        return
    yield f"one good answer: {dialogue.reference.of(started.locale, started.speech_level)}"
    yield f"what it hangs on: {dialogue.note.of(started.locale)}"
    yield f"the checks: dashtalk scenarios show {scenario.id}"


def find_session(store: Store, name: str) -> dict[str, Any] | None:
    """Return a session by its id, by its number within the latest run, or as RUN-NUMBER with a part of the run's id."""
    found = store.session(name)
    run, dash, number = name.rpartition("-")
    if found is None and name.isdecimal() and len(name) <= 4:
        found = store.session(f"{store.run(None)['id']}-{int(name):04d}")
    elif found is None and dash and run and number.isdecimal() and len(number) <= 4:
        with suppress(UsageError):
            found = store.session(f"{store.run(run)['id']}-{int(number):04d}")
    return found


def _print_judgements(store: Store, session_id: str) -> None:
    judgements = JudgementTable(store).counted(session_id)
    if not judgements:
        return
    made = table("rubric", "judge", "value", "why", title="judgements")
    for found in judgements:
        value = "none" if found.value is None else f"{found.value:g}"
        made.add_row(found.rubric, Text(printable(found.judge)), value, Text(printable(found.rationale)))
    console().print(made)


def _how_to_go_on(store: Store, run: Mapping[str, Any], named: str | None) -> tuple[str, ...]:
    """Say how a run that is not complete and that nobody plays any more can be finished."""
    if run["status"] not in (BROKEN_OFF, "interrupted", "stopped"):
        return ()
    with suppress(UsageError):
        command = store.request(run["id"]).get("command")
        if command:
            return (f"{run['status']}; go on with: {how_to_go_on(command, run['id'], named)}",)
    return ()
