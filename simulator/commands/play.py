"""Playing what is planned, new or resumed: shown as it goes, judged, reported, and how to go on when it stops."""

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from evaluation.gate import Gate
from simulator.commands.judge import Judges, exit_after, judge_after, tell
from simulator.commands.output import played_is_kept
from simulator.commands.run import EXIT_INCOMPLETE, EXIT_INTERRUPTED, execute, progress_bar, report

if TYPE_CHECKING:
    from evaluation.store import Store
    from simulator.plan import Plan
    from simulator.suite import Progress, Run


def play(
    plan: "Plan",
    store: "Store",
    judges: Judges,
    gates: Sequence[Gate],
    arguments: argparse.Namespace,
    begin: "Callable[[Progress], Run]",
    *,
    again: str,
) -> int:
    """Run a plan and report it; returns the exit code. `again` is the command that would go on with it."""
    from simulator.resume import how_to_go_on

    quiet = "-" in (arguments.json, arguments.junit)
    with progress_bar(len(plan.sessions)) as advance:
        started = begin(lambda planned, verdict: advance())
        interrupted = execute(started)
    kept = (started.recorded,) if started.recorded else ()
    judged = judge_after(store, started.id, judges, plan.require, interrupted=interrupted)
    if quiet:
        tell((*kept, *judged.notices))
    notices = (*plan.notices, *kept, *judged.notices)
    with played_is_kept(started.id):
        code = report(store, started.id, arguments, gates, notices=notices, quiet=quiet)
    go_on = f"go on with: {how_to_go_on(again, started.id, arguments.store)}"
    if interrupted:
        print(f"dashtalk: interrupted; what finished is kept; {go_on}", file=sys.stderr)
        return EXIT_INTERRUPTED
    code = exit_after(judged, code)
    if started.stopped:
        print(f"dashtalk: {started.stopped}; {go_on}", file=sys.stderr)
        return EXIT_INCOMPLETE
    return code
