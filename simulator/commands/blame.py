"""`dashtalk blame`: play the failed sessions of a spoken run again with the clean text, and say who failed."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simulator.commands.output import check_writable, console, reader_may_leave, write_json
from simulator.commands.run import EXIT_INCOMPLETE, EXIT_INTERRUPTED, execute, open_store, progress_bar
from simulator.registry import UsageError
from simulator.settings import resolve

if TYPE_CHECKING:
    from evaluation.blame_stored import Beside, Case
    from evaluation.store import Store

_MOST_TRIALS = 100


def blame(arguments: argparse.Namespace) -> int:
    """Replay what has not been replayed yet, print who failed and what speech cost; returns the exit code."""
    from evaluation.blame_stored import beside, cases, heard_run
    from simulator.blame_replay import bring_up_to_date, check_blamable, to_replay, usual_trials

    check_writable(arguments.json, "--json")
    store = open_store(resolve(vars(arguments), arguments.config), create=False)
    run = heard_run(store, arguments.id)
    check_blamable(store, run)
    trials = usual_trials(run) if arguments.replays is None else arguments.replays
    if not 1 <= trials <= _MOST_TRIALS:
        raise UsageError(f"--trials: {trials} must lie between 1 and {_MOST_TRIALS}")
    found = beside(store, run)
    bring_up_to_date(store, found)
    stopped = _replay(store, run, to_replay(found, every=arguments.all), trials, arguments)
    found = beside(store, run)
    made = cases(store, found)
    left_out = _left_out(store, found, arguments)
    with reader_may_leave():
        _report(store, run, made, left_out, arguments)
    if stopped == "interrupted":
        print(f"dashtalk: interrupted; what finished is kept; go on with: {_again(run, arguments)}", file=sys.stderr)
        return EXIT_INTERRUPTED
    if stopped:
        print(f"dashtalk: {stopped}; go on with: {_again(run, arguments)}", file=sys.stderr)
    return EXIT_INCOMPLETE if stopped or left_out or _undecided_only(made) else 0


def _replay(
    store: "Store",
    run: Mapping[str, Any],
    rows: "Sequence[Mapping[str, Any]]",
    trials: int,
    arguments: argparse.Namespace,
) -> str:
    """Play every session until it has `trials` replays, one round after the other; returns what stopped it, or ""."""
    from evaluation.blame_stored import beside
    from simulator.blame_replay import ReplayRun, open_replays, replay_plan, replay_settings
    from simulator.commands.judge import chosen_judges, judge_after

    for number in range(1, trials + 1):
        missing = open_replays(beside(store, run), rows, number)
        if not missing:
            continue
        settings = replay_settings(store, run, vars(arguments), arguments.config, afresh=number > 1)
        plan = replay_plan(store, run, missing, settings)
        judges = chosen_judges(settings)
        with progress_bar(len(missing), "replays") as advance:
            started = ReplayRun(
                plan, store, str(run["id"]), missing, lambda planned, verdict: advance(), judges=judges.panel
            )
            interrupted = execute(started)
        judged = judge_after(store, started.id, judges, plan.require, interrupted=interrupted)
        if interrupted or judged.interrupted:
            return "interrupted"
        if started.stopped:
            return started.stopped
    return ""


def _undecided_only(made: "Sequence[Case]") -> bool:
    """Tell whether sessions failed and nothing at all, or not everything that can be, is known about them."""
    from evaluation.blame import Culprit

    blames = [case.blame for case in made if case.blame is not None]
    return bool(blames) and (
        all(one.culprit is Culprit.UNDECIDED for one in blames)
        or any(case.blame is not None and not case.replays for case in made)
    )


def _left_out(store: "Store", found: "Beside", arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return a line for every damaged session, and how to have it played again; nothing where all can be read."""
    from simulator.resume import how_to_go_on

    lines = found.left_out()
    if not lines:
        return ()
    ways = []
    command = store.request(str(found.run["id"])).get("command")
    if found.damaged and command:
        ways.append(f"'{how_to_go_on(command, str(found.run['id']), arguments.store)}' plays heard ones again")
    if len(lines) > len(found.damaged):
        ways.append("--all plays replays again")
    summed = f"damaged, so left out: {len(lines)}; who failed there is not known, and they are in no tax"
    return (*lines, "; ".join((summed, *ways)))


def _report(
    store: "Store",
    run: Mapping[str, Any],
    made: "Sequence[Case]",
    left_out: "Sequence[str]",
    arguments: argparse.Namespace,
) -> None:
    from evaluation.blame_stored import replay_runs
    from evaluation.blame_summary import blame_groups
    from evaluation.report.blame_table import blame_object, print_blame
    from evaluation.report.tables import printable

    groups = blame_groups(made)
    runs = replay_runs(store, run)
    if arguments.json:
        facts = {"run": run["id"], "agent": run["agent"], "replays": list(runs), "store": str(store.path)}
        write_json(arguments.json, facts | blame_object(groups, made) | {"notices": list(left_out)})
        if arguments.json == "-":
            for line in left_out:
                print(line, file=sys.stderr)
            return
    out = console()
    print_blame(out, groups, made)
    kept = (
        f"replays of run {run['id']} are kept in {', '.join(runs)}"
        if runs
        else f"nothing {'that can be read ' if left_out else ''}failed, so nothing was replayed"
    )
    out.print(kept, markup=False, soft_wrap=True)
    for line in left_out:
        out.print(f"note: {printable(line)}", markup=False, soft_wrap=True)
    failed = next((case.session for case in made if case.blame is not None), None)
    if failed:
        out.print(f"next: dashtalk show {failed}   (what was said and done there)", markup=False, soft_wrap=True)


def _again(run: Mapping[str, Any], arguments: argparse.Namespace) -> str:
    import shlex

    words = ["dashtalk", "blame", str(run["id"])]
    words += ["--all"] if arguments.all else []
    words += ["--trials", str(arguments.replays)] if arguments.replays is not None else []
    words += ["--store", arguments.store] if arguments.store else []
    return shlex.join(words)
