"""What is told of a drive once it is over, on a bare terminal as after the cockpit."""

import sys
from typing import TYPE_CHECKING

from simulator.commands.judge import Judges, exit_after, judge_after, tell
from simulator.commands.run import EXIT_INCOMPLETE, EXIT_INTERRUPTED

if TYPE_CHECKING:
    from evaluation.store import Store
    from evaluation.verdict import SessionVerdict
    from simulator.commands.talk_lines import Screen


def end_drive(
    store: "Store",
    run_id: str,
    verdict: "SessionVerdict | None",
    judges: Judges,
    screen: "Screen",
    *,
    recorded: str,
    scored: bool,
    interrupted: bool = True,
) -> int:
    """Tell how a drive went and where it is kept; returns its exit code. `verdict` is None when it has no end.

    `scored` tells whether it had a goal, `recorded` what was kept of its sounds, `interrupted` whether a drive without
    an end was left by the person, and not by an interface that broke.
    """
    session_id = f"{run_id}-0000"
    screen.recorded(recorded)
    if verdict is None:
        why = "interrupted; " if interrupted else ""
        print(f"dashtalk: {why}what was said is kept: dashtalk show {session_id}", file=sys.stderr)
        return EXIT_INTERRUPTED if interrupted else EXIT_INCOMPLETE
    screen.turns(store.trajectory(session_id), verdict.outcome)
    judged = judge_after(store, run_id, judges)
    tell(judged.notices)
    screen.verdict(_stored(store, session_id, verdict), session_id, scored=scored)
    return exit_after(judged, EXIT_INCOMPLETE if verdict.outcome.value == "defect" else 0)


def _stored(store: "Store", session_id: str, verdict: "SessionVerdict") -> "SessionVerdict":
    """Return the verdict as it is stored, with what judges said of it."""
    from evaluation.rows import session_row

    stored = store.session(session_id)
    if stored is None:
        return verdict
    row = session_row(store, stored)
    names = ("outcome", "partial", "scores", "unscored", "reasons")
    return verdict.model_copy(update={name: getattr(row, name) for name in names})
