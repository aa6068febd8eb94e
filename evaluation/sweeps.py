"""Sweeps on disk: which runs are the levels of one experiment."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from evaluation.robustness_spec import CLEAN, Axis, Level
from evaluation.run_ids import new_id
from evaluation.running import now
from evaluation.store import Store
from simulator.registry import UsageError, nearest

PREFIX = "sweep-"


@dataclass(frozen=True, slots=True)
class SweepLevel:
    """One level and the settings in which it differs from the sweep's own."""

    level: Level
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoredSweep:
    """A sweep as it is stored: `runs` holds the run of every level that was begun, by position of the level."""

    id: str
    created_at: str
    axis: Axis
    levels: tuple[SweepLevel, ...]
    settings: Mapping[str, Any]
    request: Mapping[str, Any]
    runs: Mapping[int, str]

    @property
    def begun(self) -> bool:
        """Whether any level was begun."""
        return bool(self.runs)


class DamagedSweep(UsageError):
    """A stored sweep of which something is missing or unreadable."""


class SweepTable:
    """The sweeps of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def begin(
        self, axis: Axis, levels: Sequence[SweepLevel], settings: Mapping[str, Any], request: Mapping[str, Any]
    ) -> str:
        """Record a sweep that starts now and return its id; `settings` are those of all levels alike."""
        sweep_id = new_id(lambda drawn: bool(self._store.read("SELECT 1 FROM sweeps WHERE id=?", drawn)), PREFIX)
        kept = [one.level.model_dump(mode="json") | {"settings": dict(one.settings)} for one in levels]
        row = (sweep_id, now(), axis, json.dumps(kept), json.dumps(dict(settings)), json.dumps(dict(request)))
        self._store.write(("INSERT INTO sweeps VALUES (?, ?, ?, ?, ?, ?)", [row]))
        return sweep_id

    def add_run(self, sweep_id: str, position: int, run_id: str) -> None:
        """Record the run of a level; raises UsageError when another process has begun that level."""
        self._store.write(("INSERT OR IGNORE INTO sweep_runs VALUES (?, ?, ?)", [(sweep_id, position, run_id)]))
        query = "SELECT run_id FROM sweep_runs WHERE sweep_id=? AND position=?"
        if self._store.read(query, sweep_id, position)[0]["run_id"] != run_id:
            raise UsageError(f"{sweep_id}: another process plays it; wait for it, or stop it first")

    def _rows(self) -> list[tuple[dict[str, Any], dict[int, str]]]:
        """Return what is stored of all sweeps, read or not, newest first, with their runs by position."""
        rows = self._store.read("SELECT * FROM sweeps ORDER BY created_at DESC, rowid DESC")
        runs: dict[str, dict[int, str]] = {}
        for row in self._store.read("SELECT * FROM sweep_runs ORDER BY position"):
            runs.setdefault(row["sweep_id"], {})[row["position"]] = row["run_id"]
        return [(row, runs.get(row["id"], {})) for row in rows]

    def find(self, name: str | None) -> StoredSweep:
        """Return a sweep by its id, the beginning or the last part of it, or one of its runs.

        None and "latest" name the latest. Raises UsageError when none or several fit, DamagedSweep when it cannot be
        read.
        """
        sweeps = self._rows()
        if not sweeps:
            raise UsageError(f"{self._store.path}: no sweeps are stored yet; 'dashtalk sweep' makes the first")
        if name in (None, "latest"):
            return _stored(*sweeps[0])
        ids = [str(row["id"]) for row, _ in sweeps]
        named = [one.startswith(str(name)) or one.rpartition("-")[2] == name for one in ids]
        matching = [one for one, fits in zip(sweeps, named, strict=True) if fits]
        matching = matching or [one for one in sweeps if name in one[1].values()]
        if len(matching) == 1:
            return _stored(*matching[0])
        if matching:
            raise UsageError(f"'{name}' fits {len(matching)} sweeps; give more of the id")
        close = nearest(str(name), ids)
        raise UsageError(f"unknown sweep '{name}'" + (f": did you mean '{close}'?" if close else ""))

    def by_run(self) -> dict[str, tuple[str, str]]:
        """Return for every run of a sweep the sweep's id and the run's level as people read it, "" where damaged."""
        found: dict[str, tuple[str, str]] = {}
        for row, runs in self._rows():
            titles: dict[int, str] = {}
            with suppress(DamagedSweep):
                titles = dict(enumerate(one.level.title for one in _stored(row, runs).levels))
            found |= {run: (str(row["id"]), titles.get(position, "")) for position, run in runs.items()}
        return found

    def damaged(self) -> list[str]:
        """Return one line for every sweep that cannot be read."""
        found = []
        for row, runs in self._rows():
            try:
                _stored(row, runs)
            except DamagedSweep as error:
                found.append(str(error))
        return found


def _stored(row: Mapping[str, Any], runs: Mapping[int, str]) -> StoredSweep:
    try:
        levels = []
        for kept in json.loads(row["levels"]):
            settings = dict(kept.pop("settings"))
            levels.append(SweepLevel(Level.model_validate(kept), settings))
        found = StoredSweep(
            id=row["id"],
            created_at=row["created_at"],
            axis=row["axis"],
            levels=tuple(levels),
            settings=json.loads(row["settings"]),
            request=json.loads(row["request"]),
            runs=runs,
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        found = None
    if found is None or not _is_whole(found):
        told = f"{row['id']} is damaged: what it was begun with cannot be read"
        kept_runs = "; its levels can still be looked at, one by one, with 'dashtalk show RUN'" if runs else ""
        raise DamagedSweep(told + kept_runs)
    return found


def _is_whole(sweep: StoredSweep) -> bool:
    """Return whether a sweep's parts fit each other as they did when it was begun."""
    return (
        bool(sweep.levels)
        and sweep.levels[0].level.name == CLEAN
        and all(one.level.axis == sweep.axis for one in sweep.levels)
        and isinstance(sweep.settings, dict)
        and isinstance(sweep.settings.get("trials", 1), int)
        and isinstance(sweep.request, dict)
        and set(sweep.runs) <= set(range(len(sweep.levels)))
    )
