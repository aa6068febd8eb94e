"""The stored runs as the dashboard reads them, and runs that it starts and stops."""

import json
import os
import threading
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from evaluation.aggregate import summarise
from evaluation.attempts import MARK
from evaluation.cost import read_prices
from evaluation.damage import recorded_settings
from evaluation.rows import run_rows
from evaluation.running import interrupt, whereabouts
from evaluation.store import Store
from evaluation.summary import Interval, LanguageSlice
from simulator.cockpit.begun_run import BegunRun
from simulator.cockpit.scoring import LiveScoring
from simulator.cockpit.stored_story import stored_story
from simulator.dashboard.sources import Figures, RunRow, SessionRow
from simulator.dashboard.story import MarkKind, Scoring, Story
from simulator.registry import UsageError
from simulator.settings import public_agent, resolve
from simulator.users.human_drive import FREE_DRIVE

# What is below 1 in these tells that a rule was broken, or that words were not heard as they were meant.
_BREACHES = "metric='r_policy' OR metric LIKE 'policy.%'"
_MISHEARD = "metric='sentence_exact'"


class RunsInStore:
    """Reads one store, from any thread, without ever holding its lock; `config` is the settings file of new runs.

    A store that is not there yet is an empty one. `begun` are the runs it started that may still go on; `flags` stand
    before the flags of every run that it starts. `prices` is a file of the user's own prices of models.
    """

    def __init__(self, path: Path, *, config: str | None = None, flags: Sequence[str] = (), prices: str = "") -> None:
        self.path = path
        self._config = config
        self._flags = tuple(flags)
        self._here = threading.local()
        self.begun: list[BegunRun] = []
        self._prices = read_prices(prices)
        self._scores = LiveScoring(self._prices)

    @property
    def store(self) -> Store:
        """The store as this thread reads it: an SQLite connection belongs to one thread."""
        found: Store | None = getattr(self._here, "store", None)
        if found is None:
            found = self._here.store = Store(self.path, create=False)
        return found

    @property
    def agent(self) -> str:
        """The assistant that a run begun here plays with, as it may be shown; raises UsageError."""
        named = dict(pairwise(self._flags)).get("--agent")
        return public_agent(resolve({"agent": named}, self._config).agent)

    def runs(self) -> Sequence[RunRow]:
        """Return all runs, newest first; raises UsageError."""
        if not self.path.exists():
            return []
        only = self._only_scenarios()
        return [_run_row(run, only) for run in self.store.runs()]

    def run(self, run_id: str) -> RunRow:
        """Return one run as it stands now, by id, a part of it that fits one run only, or `latest`."""
        return _run_row(self.store.run(run_id), self._only_scenarios())

    def _only_scenarios(self) -> dict[str, str]:
        """Return the scenario of each run that plays only one."""
        rows = self.store.read(
            "SELECT run_id, min(scenario_id) AS scenario FROM sessions GROUP BY run_id "
            "HAVING min(scenario_id) = max(scenario_id)"
        )
        return {str(row["run_id"]): str(row["scenario"]) for row in rows}

    def sessions(self, run_id: str) -> Sequence[SessionRow]:
        """Return the sessions of a run in order, without reading what happened in them."""
        store = self.store
        breached = self._below_one(run_id, _BREACHES)
        breached |= {
            str(row["id"])
            for row in store.read(
                "SELECT id FROM sessions WHERE run_id=? AND outcome IS NULL OR run_id=? AND outcome='defect'",
                run_id,
                run_id,
            )
            if store.read(
                "SELECT 1 FROM events WHERE session_id=? AND type='policy_breached' LIMIT 1",
                row["id"],
            )
        }
        misheard = self._below_one(run_id, _MISHEARD)
        columns = "id, scenario_id, kind, locale, trial, outcome, turns, reasons, wall_ms"
        rows = store.read(f"SELECT {columns} FROM sessions WHERE run_id=? ORDER BY number", run_id)
        return [_session_row(row, breached, misheard) for row in rows]

    def _below_one(self, run_id: str, which: str) -> set[str]:
        rows = self.store.read(
            "SELECT DISTINCT scores.session_id AS id FROM sessions JOIN scores ON scores.session_id=sessions.id "
            f"WHERE sessions.run_id=? AND ({which}) AND scores.value < 1",
            run_id,
        )
        return {str(row["id"]) for row in rows}

    def figures(self, run_id: str) -> Sequence[Figures]:
        """Return what a run comes to, as `dashtalk show` tells it; raises UsageError when some of it is damaged."""
        run = self.store.run(run_id)
        summary = summarise(run_rows(self.store, run_id), trials=run["trials"])
        parts: list[tuple[str, LanguageSlice]] = [*summary.languages.items(), ("all", summary)]
        return [
            Figures(
                part=name,
                pass_rate=part.pass_rate,
                score=part.score,
                pass_bounds=_bounds(part.pass_rate_interval),
                score_bounds=_bounds(part.score_interval),
            )
            for name, part in parts
        ]

    def story(self, session_id: str) -> Story:
        """Return a stored session, or an attempt at one (`SESSION~N`); raises UsageError when it cannot be read."""
        row = self.store.session(session_id.partition(MARK)[0])
        if row is None:
            raise UsageError(f"{self.path}: no session '{session_id}' is stored there")
        return stored_story(self.store, row, session_id, self._prices)

    def scoring(self, story: Story, position: int) -> Scoring:
        """Return what a session scores after `position` of its events, as if it ended there."""
        return self._scores.score(story.events[:position], story.scenario, scored=story.scenario.id != FREE_DRIVE)

    def begin(self, flags: Sequence[str]) -> str:
        """Start `dashtalk run` with these flags in a process that outlives this one; returns the run's id.

        Its output goes to a file beside the store that is named after the run. Raises UsageError with what the process
        said when it ends without having begun a run.
        """
        self.begun = [begun for begun in self.begun if begun.goes_on()]
        begun = BegunRun(self.path, [*self._flags, *flags, *(("--config", self._config) if self._config else ())])
        self.begun.append(begun)
        return begun.run_id()

    def stop(self, run_id: str) -> None:
        """Ask the process of this machine that plays a run to stop as Ctrl-C does; raises UsageError without one."""
        rows = self.store.read("SELECT id, status, process, heartbeat FROM runs WHERE id=?", run_id)
        if not rows:
            raise UsageError(f"{self.path}: no run '{run_id}' is stored there")
        (run,) = rows
        if _mark_pid(run) == os.getpid():
            raise UsageError(f"run {run_id} is a drive of this dashboard; leave the drive to end it")
        try:
            interrupt(run)
        except ProcessLookupError:
            where = f" ({whereabouts(run)})" if run["status"] == "running" else f": it is {run['status']}"
            raise UsageError(f"run {run_id} is played by no process of this machine{where}") from None
        except PermissionError:
            raise UsageError(f"run {run_id} is played by another user's {whereabouts(run)}") from None


def _mark_pid(run: Mapping[str, Any]) -> int | None:
    try:
        mark = json.loads(run["process"] or "{}")
    except ValueError:
        return None
    return mark.get("pid") if isinstance(mark, dict) else None


def _bounds(interval: Interval | None) -> tuple[float, float] | None:
    return None if interval is None else (interval.low, interval.high)


def _concurrency(run: Mapping[str, Any]) -> int:
    try:
        found = recorded_settings(run).get("max_concurrency")
    except UsageError:
        return 1
    return found if isinstance(found, int) and found > 0 else 1


def _run_row(run: Mapping[str, Any], only: Mapping[str, str]) -> RunRow:
    return RunRow(
        id=str(run["id"]),
        created_at=str(run["created_at"]),
        status=str(run["status"]),
        suite=str(run["suite"]),
        agent=str(run["agent"]),
        channel=str(run["channel"]),
        planned=run["planned_sessions"],
        passed=run["passed"],
        failed=run["failed"],
        unscored=run["unscored"],
        invalid=run["invalid"],
        defects=run["defects"],
        concurrency=_concurrency(run),
        scenario=only.get(str(run["id"]), "") if run["sessions"] >= (run["planned_sessions"] or 0) else "",
    )


def _session_row(row: Mapping[str, Any], breached: set[str], misheard: set[str]) -> SessionRow:
    name, outcome = str(row["id"]), str(row["outcome"] or "")
    marks: set[MarkKind] = set()
    if outcome in ("failed", "defect"):
        marks.add("failed" if outcome == "failed" else "defect")
    if name in breached:
        marks.add("breach")
    if name in misheard:
        marks.add("misheard")
    return SessionRow(
        id=name,
        scenario=str(row["scenario_id"]),
        kind=str(row["kind"]),
        locale="ko" if row["locale"] == "ko" else "en",
        trial=row["trial"],
        outcome=outcome,
        turns=row["turns"] or 0,
        reasons=_texts(row["reasons"]),
        marks=frozenset(marks),
        wall_ms=row["wall_ms"],
    )


def _texts(stored: str | None) -> tuple[str, ...]:
    try:
        found = json.loads(stored or "[]")
    except (ValueError, RecursionError):
        return ("its reasons cannot be read",)
    return tuple(map(str, found)) if isinstance(found, list) else ()
