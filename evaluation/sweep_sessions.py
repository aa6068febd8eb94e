"""The sessions of a stored sweep, level by level, as they are compared."""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from evaluation.damage import damage_of, without_verdict
from evaluation.robustness import LevelSessions
from evaluation.rows import session_row
from evaluation.store import DamagedSession, Store
from evaluation.summary import SessionRow
from evaluation.sweeps import StoredSweep
from simulator.channel import Locale
from simulator.events import SpeechRecognised, SpeechSynthesised
from simulator.trajectory import Trajectory


def level_sessions(store: Store, sweep: StoredSweep) -> list[LevelSessions]:
    """Return all levels of a sweep with what was played of them; those that were never begun hold no sessions.

    A session that is damaged has no verdict, whatever its row says, and is named under `damaged`.
    """
    clean = sweep.runs.get(0)
    planned = tuple(
        (str(row["scenario_id"]), _locale(row), int(row["trial"])) for row in (store.planned(clean) if clean else ())
    )
    found = []
    for position, one in enumerate(sweep.levels):
        run = sweep.runs.get(position)
        rows, damaged = _examined_rows(store, run) if run else ((), ())
        engines, noise = _ways(readable(store, (row.session for row in rows)))
        found.append(LevelSessions(one.level, rows, run or "", planned, engines, noise, damaged))
    return found


def _examined_rows(store: Store, run: str) -> tuple[tuple[SessionRow, ...], tuple[str, ...]]:
    rows, lines = [], []
    for stored in store.sessions(run):
        line = damage_of(store, stored)
        if not line:
            rows.append(session_row(store, stored))
            continue
        lines.append(line)
        row = without_verdict(stored, line)
        if row is not None:
            rows.append(row)
    return tuple(rows), tuple(lines)


def _locale(row: Mapping[str, object]) -> Locale:
    return "ko" if row["locale"] == "ko" else "en"


def readable(store: Store, sessions: Iterable[str]) -> Iterable[Trajectory]:
    """Yield the trajectories of sessions; those that cannot be read are told of where they are scored."""
    for session in sessions:
        with suppress(DamagedSession):
            yield store.trajectory(session)


def _ways(trajectories: Iterable[Trajectory]) -> tuple[dict[Locale, tuple[str, ...]], dict[Locale, tuple[str, ...]]]:
    """Return by language what spoke and heard the utterances, and through what noise, as the sessions recorded it."""
    engines: dict[Locale, dict[str, None]] = {}
    noises: dict[Locale, dict[str, None]] = {}
    for trajectory in trajectories:
        if not trajectory.events:
            continue
        locale, voice = trajectory.started.locale, ""
        for event in trajectory.events:
            if isinstance(event, SpeechSynthesised) and event.speaker == "driver":
                spoken = event.spoken
                voice = f"{spoken.engine} {spoken.voice}".strip()
                if spoken.noise is not None:
                    parts = [spoken.noise.kind and f"{spoken.noise.kind} ({spoken.noise.weighting}-weighted)"]
                    parts.append(spoken.noise.impairments)
                    noises.setdefault(locale, {})[", ".join(part for part in parts if part)] = None
            elif isinstance(event, SpeechRecognised) and event.heard.engine != "text":
                heard = f"{voice} → {event.heard.engine}" if voice else event.heard.engine
                engines.setdefault(locale, {})[heard] = None
                voice = ""
    return _tuples(engines), _tuples(noises)


def _tuples(found: Mapping[Locale, Mapping[str, None]]) -> dict[Locale, tuple[str, ...]]:
    return {locale: tuple(sorted(names)) for locale, names in found.items()}
