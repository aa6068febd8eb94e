"""The same sessions over levels of trouble: every level a run of its own, all of them paired."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evaluation.judge import Judge
from evaluation.robustness_spec import CLEAN, QUIET, Axis, Level
from evaluation.store import Store
from evaluation.sweeps import StoredSweep, SweepLevel, SweepTable
from scenarios.load import suite
from scenarios.schema import Scenario
from simulator.assembly import Channels, agent_factory
from simulator.plan import Plan, PlannedSession, as_locale, asked, make_plan, notices_of
from simulator.registry import UsageError
from simulator.resume import StoredRun, missing_sessions, resumed_settings, scenarios_of, stored_run
from simulator.settings import Settings
from simulator.suite import Progress, Run
from simulator.users.factory import user_factory

COMMAND = "sweep"
DEFAULT_NOISE = "cabin:100"
_RANGES: dict[Axis, tuple[float, float]] = {"error_rate": (0.0, 0.6), "snr_db": (-30.0, 60.0)}
_FLAGS: dict[Axis, str] = {"error_rate": "--error-rate", "snr_db": "--snr"}


def read_values(axis: Axis, text: str) -> tuple[float, ...]:
    """Return the levels of a comma-separated list, mildest first; raises UsageError for anything else."""
    flag, (low, high) = _FLAGS[axis], _RANGES[axis]
    values = []
    for word in text.split(","):
        try:
            value = float(word)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise UsageError(f"{flag}: '{word.strip()}' must be a number from {low:g} to {high:g}")
        values.append(value + 0.0)
    if len({f"{value:g}" for value in values}) < len(values):
        raise UsageError(f"{flag} {text}: a level is there twice")
    values = sorted(values, reverse=axis == "snr_db")
    if axis == "error_rate" and not any(values):
        raise UsageError(f"{flag} {text}: 0 is the clean level, which is always played; give at least one above it")
    return tuple(values)


def make_levels(axis: Axis, values: Sequence[float], noise: str = DEFAULT_NOISE) -> tuple[SweepLevel, ...]:
    """Return all levels, the clean one first; where noise is swept the quiet one follows.

    An error rate of 0 is the clean level itself.
    """
    clean = {"channel": "text", "noise": "", "impairments": "", "record": False}
    if axis == "error_rate":
        rates = [value for value in values if value]
        return (
            SweepLevel(Level(axis=axis, name=CLEAN, value=0.0), clean),
            *(SweepLevel(_level(axis, rate), clean | {"channel": "errors", "error_rate": rate}) for rate in rates),
        )
    return (
        SweepLevel(Level(axis=axis, name=CLEAN), clean),
        SweepLevel(Level(axis=axis, name=QUIET), {"channel": "voice", "noise": ""}),
        *(SweepLevel(_level(axis, snr), {"channel": "voice", "noise": noise, "snr_db": snr}) for snr in values),
    )


def _level(axis: Axis, value: float) -> Level:
    return Level(axis=axis, name=f"{value:g}", value=value)


@dataclass(frozen=True, slots=True)
class LevelPlan:
    """One level that is still to be played; `taken_over` is its run where it was begun before."""

    position: int
    plan: Plan
    taken_over: StoredRun | None = None


@dataclass(frozen=True, slots=True)
class SweepPlan:
    """What a sweep will do; `stored` is the one it goes on with. `settings` are those of all levels alike."""

    axis: Axis
    settings: Settings
    levels: tuple[SweepLevel, ...]
    parts: tuple[LevelPlan, ...]
    notices: tuple[str, ...]
    require: tuple[str, ...] = ()
    stored: StoredSweep | None = None

    @property
    def sessions(self) -> int:
        """How many sessions are to be played."""
        return sum(len(part.plan.sessions) for part in self.parts)


def plan_sweep(
    settings: Settings,
    axis: Axis,
    values: Sequence[float],
    scenarios: Sequence[Scenario],
    require: tuple[str, ...] = (),
) -> SweepPlan:
    """Return what a new sweep will do; raises UsageError before anything has started.

    Where noise is swept, only sessions whose scenario is marked as spoken in that language are played, or all of them
    when the settings say channel `voice`; a notice says how many were left out.
    """
    noise = settings.noise.strip()
    if axis == "error_rate" and (noise or settings.impairments.strip()):
        raise UsageError("noise and impairments need --snr; an error rate is simulated on text, without sound")
    levels = make_levels(axis, values, noise or DEFAULT_NOISE)
    drawn = make_plan(replace(settings, **levels[0].settings), scenarios, require).sessions
    chosen = [one for one in drawn if axis == "error_rate" or settings.channel == "voice" or _spoken(one)]
    if not chosen:
        raise UsageError("--snr: none of these scenarios is marked as spoken; --channel voice speaks all of them")
    notices = []
    if left_out := len(drawn) - len(chosen):
        told = f"{left_out} of {len(drawn)} sessions are not marked as spoken and were left out"
        notices.append(f"{told}; --channel voice speaks all of them")
    base = replace(settings, channel="errors" if axis == "error_rate" else "voice")
    if axis == "snr_db":
        base = replace(base, noise=noise or DEFAULT_NOISE)
    parts = [
        LevelPlan(position, _whole(replace(base, **level.settings), chosen, require))
        for position, level in enumerate(levels)
    ]
    notices += dict.fromkeys(line for part in parts for line in part.plan.notices)
    return SweepPlan(axis, base, levels, tuple(parts), tuple(notices), require)


def _spoken(planned: PlannedSession) -> bool:
    return planned.scenario.driver[planned.locale].spoken


def _whole(settings: Settings, chosen: Sequence[PlannedSession], require: tuple[str, ...]) -> Plan:
    """Return the plan of a level that was not begun: the chosen sessions over the channel of its settings."""
    channels = Channels(settings, {one.scenario.id: one.scenario for one in chosen}.values())
    sessions = tuple(
        PlannedSession(number, one.scenario, one.locale, one.trial, channels.choose(one.scenario, one.locale))
        for number, one in enumerate(chosen)
    )
    return _plan(settings, sessions, channels, require)


def _plan(
    settings: Settings, sessions: tuple[PlannedSession, ...], channels: Channels, require: tuple[str, ...]
) -> Plan:
    make_agent, make_user = agent_factory(settings), user_factory(settings)
    return Plan(settings, sessions, make_agent, channels, notices_of(sessions), require, make_user, COMMAND)


def resume_sweep(
    store: Store, name: str, flags: Mapping[str, Any], config: str | None = None, require: Sequence[str] = ()
) -> SweepPlan:
    """Return what is missing of a stored sweep; raises UsageError when it cannot be gone on with."""
    stored = SweepTable(store).find(name)
    if 0 not in stored.runs:
        raise UsageError(f"{stored.id}: ended before its first session; start a new sweep")
    runs = {position: stored_run(store, run, COMMAND, require) for position, run in stored.runs.items()}
    clean = runs[0]
    base = resumed_settings(replace(clean, id=stored.id, settings=stored.settings), flags, config)
    scenarios = scenarios_of(clean, lambda: asked(base, suite(base.suite)))
    parts = []
    missing = 0
    for position, level in enumerate(stored.levels):
        try:
            settings = replace(base, **level.settings)
        except TypeError:
            raise UsageError(f"{stored.id} is damaged: its levels cannot be read; start a new sweep") from None
        if (run := runs.get(position)) is None:
            part = LevelPlan(position, _whole(settings, _planned(clean, scenarios), clean.require))
        elif run.missing() or store.run(run.id)["status"] != "finished":
            # A level that was stopped after its last session has nothing to play and only comes to its end.
            channels = Channels(settings, {one.id: one for one in scenarios.values()}.values())
            left = missing_sessions(run, scenarios_of(run, lambda: asked(base, suite(base.suite))), channels.choose)
            part = LevelPlan(position, _plan(settings, left, channels, clean.require), run)
        else:
            continue
        missing += len(part.plan.sessions)
        parts.append(part)
    of_all = len(clean.planned) * len(stored.levels)
    notice = f"resumed: {missing or 'none'} of {of_all} sessions were missing"
    damaged = [line for run in runs.values() for line in run.damaged.values()]
    if damaged:
        notice += f", played again (what is left is kept): {'; '.join(damaged)}"
    return SweepPlan(stored.axis, base, stored.levels, tuple(parts), (notice,), clean.require, stored)


def _planned(clean: StoredRun, scenarios: Mapping[int, Scenario]) -> list[PlannedSession]:
    """Return the sessions of the clean run, which those of every other level are."""
    text = Channels(Settings(channel="text"))
    found = []
    for row in clean.planned:
        scenario, locale = scenarios[int(row["number"])], as_locale(str(row["locale"]))
        choice = text.choose(scenario, locale)
        found.append(PlannedSession(int(row["number"]), scenario, locale, int(row["trial"]), choice))
    return found


class Sweep:
    """One sweep, recorded in a store as it goes: level after level, the clean one first.

    `stopped` says why no further sessions were begun, "" when all were.
    """

    def __init__(
        self, plan: SweepPlan, store: Store, progress: Progress | None = None, *, judges: Sequence[Judge] = ()
    ) -> None:
        self._plan = plan
        self._store = store
        self._progress = progress
        self._judges = judges
        self._table = SweepTable(store)
        self.stopped = ""
        request = {"require": list(plan.require)}
        if plan.stored is not None:
            self.id = plan.stored.id
        else:
            self.id = self._table.begin(plan.axis, plan.levels, plan.settings.recorded(), request)

    async def execute(self) -> None:
        """Play every level; on cancellation what is finished is kept, and the level's run is marked as interrupted."""
        for part in self._plan.parts:
            run = Run(part.plan, self._store, self._progress, taken_over=part.taken_over, judges=self._judges)
            if part.taken_over is None:
                self._table.add_run(self.id, part.position, run.id)
            await run.execute()
            if run.stopped:
                self.stopped = f"{self._plan.levels[part.position].level.title}: {run.stopped}"
                return
