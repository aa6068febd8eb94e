"""Heard sessions of a store beside their replays with the clean text.

Which runs hold the replays of a run is written with them when they begin; who is to blame is worked out anew each time,
so it follows whatever scoring says today.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from evaluation.blame import Blame, Played, blame, doubt
from evaluation.blame_slots import Bounds, unsure_below
from evaluation.damage import damage_of, sound_trajectory
from evaluation.rows import session_row
from evaluation.store import DamagedSession, Store
from evaluation.verdict import Outcome, SessionVerdict
from scenarios.carbench_scenario import stored_scenario
from simulator.channel import Locale
from simulator.events import Frozen, SpeechRecognised, SpeechSynthesised
from simulator.registry import UsageError
from simulator.trajectory import Trajectory

MOVING = "vehicle"
"""The kind of noise that follows what the simulated car does."""
REPLAYS = "replays"
"""The key in a run's request that names the run whose sessions it plays again."""
TYPED = "text"
Key = tuple[str, str, int]
"""What makes a session and its replay a pair: scenario, language and trial."""


class Case(Frozen):
    """One heard session with what its replays say.

    `ears` names the engines, `trouble` what the speech went through, "" for nothing. `clean` is the share of the scored
    replays that passed, None without any. `blame` is there for failed sessions only.
    """

    session: str
    scenario: str
    locale: Locale
    trial: int
    ears: str
    trouble: str
    passed: bool
    replays: tuple[str, ...] = ()
    clean: float | None = None
    blame: Blame | None = None


@dataclass(frozen=True, slots=True)
class Beside:
    """The rows of a run's heard sessions that passed or failed, and of the replays of each, oldest first.

    `damaged` names in one line each the heard sessions that cannot be read; they are in none of the others. `lost` does
    so for replays, by what they are a pair of and their id.
    """

    run: Mapping[str, Any]
    heard: Sequence[Mapping[str, Any]]
    replays: Mapping[Key, Sequence[Mapping[str, Any]]]
    replay_runs: tuple[str, ...]
    damaged: tuple[str, ...] = ()
    lost: Mapping[Key, Mapping[str, str]] = field(default_factory=dict)

    def left_out(self) -> tuple[str, ...]:
        """Return a line for every session left out: damaged ones, and those of which only a damaged replay is there."""
        alone = {key_of(row) for row in self.heard}.difference(self.replays)
        lost = [line for key, lines in self.lost.items() if key in alone for line in lines.values()]
        return (*self.damaged, *(f"replay: {line}" for line in lost))


def heard_run(store: Store, name: str | None) -> dict[str, Any]:
    """Return a run by id, beginning or latest, replays left out; raises UsageError for one that holds replays."""
    if name not in (None, "latest"):
        run = store.run(name)
        replayed = store.request(str(run["id"])).get(REPLAYS)
        if replayed:
            raise UsageError(f"run {run['id']} holds replays of run {replayed}; name that one")
        return run
    for run in store.runs():
        if not store.request(str(run["id"])).get(REPLAYS):
            return run
    return store.run(None)


def replay_runs(store: Store, run: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the runs that hold replays of a run, oldest first: made for it by the same version of dashtalk.

    The clean level of a sweep is one of its other levels' replays.
    """
    made = store.read(
        # A request that cannot be read is the trouble of its own run and of no other.
        f"SELECT id FROM runs WHERE CASE WHEN json_valid(request) THEN json_extract(request, '$.{REPLAYS}') END=? "
        "AND version=? ORDER BY created_at, rowid",
        run["id"],
        run["version"],
    )
    swept = store.read(
        "SELECT runs.id FROM sweep_runs AS own JOIN sweep_runs AS other USING (sweep_id) "
        "JOIN runs ON runs.id=other.run_id WHERE own.run_id=? AND other.run_id<>? AND runs.channel=? "
        "AND runs.version=?",
        run["id"],
        run["id"],
        TYPED,
        run["version"],
    )
    return tuple(dict.fromkeys(str(row["id"]) for row in (*swept, *made)))


def beside(store: Store, run: Mapping[str, Any]) -> Beside:
    """Return a run's heard sessions with their replays, finished ones only, and apart from them what is damaged."""
    found = unexamined_beside(store, run)
    heard = [row for row in store.sessions(str(run["id"])) if row["channel"] != TYPED]
    lines = {str(row["id"]): line for row in heard if (line := damage_of(store, row))}
    replays: dict[Key, list[Mapping[str, Any]]] = {}
    lost: dict[Key, dict[str, str]] = {}
    for key, rows in found.replays.items():
        for row in rows:
            if line := damage_of(store, row):
                lost.setdefault(key, {})[str(row["id"])] = line
            else:
                replays.setdefault(key, []).append(row)
    sound = [row for row in found.heard if str(row["id"]) not in lines]
    return replace(found, heard=sound, replays=replays, damaged=tuple(lines.values()), lost=lost)


def unexamined_beside(store: Store, run: Mapping[str, Any]) -> Beside:
    """Return what `beside` does without looking for damage; `cases` leaves out what cannot be read all the same."""
    runs = replay_runs(store, run)
    found: dict[Key, list[Mapping[str, Any]]] = {}
    for run_id in runs:
        for row in store.sessions(run_id):
            if is_finished(row):
                found.setdefault(key_of(row), []).append(row)
    known = (Outcome.PASSED.value, Outcome.FAILED.value)
    heard = [row for row in store.sessions(str(run["id"])) if row["channel"] != TYPED and row["outcome"] in known]
    return Beside(run, heard, found, runs)


def key_of(row: Mapping[str, Any]) -> Key:
    """Return what a session has in common with its replays."""
    return str(row["scenario_id"]), str(row["locale"]), int(row["trial"])


def is_finished(row: Mapping[str, Any]) -> bool:
    """Return whether a replay need not be played again; one that ended in a defect says nothing and is."""
    return row["termination"] is not None and row["outcome"] not in (None, Outcome.DEFECT.value)


def cases(store: Store, found: Beside) -> tuple[Case, ...]:
    """Return every heard session that can be read, with its blame where it failed."""
    readable = list(_readable(store, found.heard))
    bounds = unsure_below(played.trajectory for _, played in readable)
    return tuple(_case(store, found, row, heard, bounds) for row, heard in readable)


def blame_of(store: Store, row: Mapping[str, Any]) -> Blame | None:
    """Return the blame of one stored session, None when it did not fail, was typed, or was never replayed."""
    if row["outcome"] != Outcome.FAILED.value or row["channel"] == TYPED:
        return None
    found = unexamined_beside(store, store.run(str(row["run_id"])))
    if key_of(row) not in found.replays:
        return None
    readable = list(_readable(store, found.heard))
    bounds = unsure_below(played.trajectory for _, played in readable)
    heard = next((played for other, played in readable if other["id"] == row["id"]), None)
    return None if heard is None else _case(store, found, row, heard, bounds).blame


def _readable(store: Store, rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], Played]]:
    for row in rows:
        try:
            scored = session_row(store, row)
            trajectory = sound_trajectory(store, row)
            scenario = stored_scenario(row["scenario"])
        except (DamagedSession, ValueError):
            continue
        verdict = SessionVerdict(
            outcome=scored.outcome,
            partial=scored.partial,
            scores=scored.scores,
            unscored=scored.unscored,
            reasons=scored.reasons,
        )
        yield row, Played(trajectory, verdict, scenario)


def _case(store: Store, found: Beside, row: Mapping[str, Any], heard: Played, bounds: Bounds) -> Case:
    stored = found.replays.get(key_of(row), ())
    replays = [played for _, played in _readable(store, stored)]
    scored = [one for one in replays if not doubt(heard, one)]
    passes = sum(one.verdict.outcome is Outcome.PASSED for one in scored)
    failed = heard.verdict.outcome is Outcome.FAILED
    return Case(
        session=str(row["id"]),
        scenario=str(row["scenario_id"]),
        locale=heard.trajectory.started.locale,
        trial=int(row["trial"]),
        ears=_ears(heard.trajectory),
        trouble=_trouble(heard.trajectory),
        passed=not failed,
        # One that is damaged counts as played: where it is the only one, nobody knows what it would have said.
        replays=(*(str(one["id"]) for one in stored), *found.lost.get(key_of(row), ())),
        clean=passes / len(scored) if scored else None,
        blame=blame(heard, *replays, unsure_below=bounds) if failed else None,
    )


def _ears(trajectory: Trajectory) -> str:
    """Return the engines of a session as `voice → recogniser`, the recogniser alone where nothing was spoken."""
    voices = [event.spoken.engine for event in trajectory.of(SpeechSynthesised) if event.speaker == "driver"]
    recognisers = [event.heard.engine for event in trajectory.of(SpeechRecognised)]
    parts = ["+".join(dict.fromkeys(names)) for names in (voices, recognisers) if names]
    return " → ".join(parts)


def _trouble(trajectory: Trajectory) -> str:
    """Return what speech went through: `errors at 0.1`, `cabin at 5 dB(A), bt-narrow`, or "" for nothing."""
    found: list[str] = []
    for event in trajectory.of(SpeechRecognised):
        rate = event.heard.error_rate_target
        found += [f"errors at {rate:g}"] if rate is not None else []
    records = [event.spoken.noise for event in trajectory.of(SpeechSynthesised) if event.spoken.noise is not None]
    for record in records:
        # The noise of a moving car has no level of its own: it changes with every utterance.
        fixed = record.snr_db is not None and record.kind != MOVING
        level = f" at {record.snr_db:g} dB{'(A)' if record.weighting == 'A' else ''}" if fixed else ""
        found.append(", ".join(part for part in (record.kind + level, record.impairments) if part))
    return "+".join(dict.fromkeys(part for part in found if part))
