"""Going on with a stored run: its settings as they were, and the sessions that are missing of it."""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import simulator
from evaluation.damage import damage_of, recorded_settings
from evaluation.run_parts import new_part, part_settings
from evaluation.spec import SCORING_VERSION
from evaluation.store import Claim, Store
from evaluation.verdict import Outcome
from scenarios.carbench_scenario import stored_scenario
from scenarios.schema import Scenario
from simulator.assembly import ChannelChoice
from simulator.channel import Locale
from simulator.plan import PlannedSession, as_locale, scenario_digest
from simulator.registry import UsageError
from simulator.settings import Settings, public_address, public_agent, resolve

ADDRESSES = ("base_url", "user_base_url", "judge_base_url")
HERE_AND_NOW = ("prices", "store", "durable")
# None of these can move a score: a session that times out or gets no answer is a defect and is not scored.
FREE = frozenset(
    {
        *ADDRESSES,
        *HERE_AND_NOW,
        "call_timeout_s",
        "max_concurrency",
        "max_defects",
        "record",
        "requests_per_minute",
        "session_timeout_s",
        "tokens_per_minute",
    }
)


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run that no process plays, as it is stored; `claim` is for `Store.take_over`."""

    id: str
    suite: str
    settings: Mapping[str, Any]
    require: tuple[str, ...]
    planned: Sequence[Mapping[str, Any]]
    sessions: Mapping[int, Mapping[str, Any]]
    claim: Claim
    parts: Sequence[Mapping[str, Any]] = ()
    damaged: Mapping[int, str] = field(default_factory=dict)

    def missing(self) -> list[int]:
        """Return the numbers of the sessions that were never begun, broke off, ended in a defect, or are damaged."""
        numbers = (int(row["number"]) for row in self.planned)
        return [number for number in numbers if number in self.damaged or _is_missing(self.sessions.get(number))]

    def part(self, settings: Settings) -> dict[str, Any]:
        """Return what to record of the part that these settings play."""
        told = settings.recorded()
        free = {name: told[name] for name in sorted(FREE.difference(HERE_AND_NOW)) if name in told}
        return new_part(part_settings(self.settings, self.parts), free, self.missing())

    def notice(self) -> str:
        """Say in one sentence how much of the run was left to do."""
        counted = f"resumed: {len(self.missing()) or 'none'} of {len(self.planned)} sessions were missing"
        if not self.damaged:
            return counted
        return f"{counted}, played again (what is left is kept): {'; '.join(self.damaged.values())}"


def _is_missing(row: Mapping[str, Any] | None) -> bool:
    return row is None or row["termination"] is None or row["outcome"] in (None, Outcome.DEFECT.value)


def stored_run(store: Store, name: str, command: str, require: Sequence[str]) -> StoredRun:
    """Return a run by id, beginning or `latest`, to go on with by `command`; raises UsageError when that cannot be."""
    run = store.run(name)
    run_id = str(run["id"])
    claim = store.claim_of(run_id)
    request, planned = store.request(run_id), store.planned(run_id)
    begun_with = request.get("command", "")
    if not planned or not begun_with:
        raise UsageError(f"run {run_id} was not begun by a command that can take it up again; start a new run")
    if begun_with != command:
        raise UsageError(f"run {run_id}: go on with it by: dashtalk {begun_with} --resume {run_id}")
    for what, then, today in (
        ("dashtalk", run["version"], simulator.__version__),
        ("the scoring rules", run["scoring_version"], SCORING_VERSION),
    ):
        if then != today:
            raise UsageError(f"run {run_id} was begun with version {then} of {what}, this is {today}; start a new run")
    wanted = tuple(request.get("require", ()))
    if require and set(require) != set(wanted):
        told = " ".join(wanted) or "nothing"
        raise UsageError(f"--require: run {run_id} was begun with {told}; leave it out, or start a new run")
    sessions = {int(row["number"]): row for row in store.sessions(run_id)}
    settings, parts = recorded_settings(run), store.parts(run_id)
    found = {number: damage_of(store, row) for number, row in sessions.items() if not _is_missing(row)}
    damaged = {number: line for number, line in found.items() if line}
    return StoredRun(run_id, str(run["suite"]), settings, wanted, planned, sessions, claim, parts, damaged)


def resumed_settings(run: StoredRun, flags: Mapping[str, Any], config: str | None = None) -> Settings:
    """Return the settings of a stored run with what may be told anew; raises UsageError for what contradicts them.

    What cannot move a score may be given as a flag. The file and the environment count where they say where this
    machine keeps things, and where they bring back the user and password of an address, which are never stored.
    """
    names = [one.name for one in fields(Settings)]
    values = {name: run.settings[name] for name in names if name in run.settings}
    given = {name: flags[name] for name in names if flags.get(name) is not None}
    for name, value in given.items():
        if name == "agent" and public_agent(value) == values.get(name):
            # What an address holds of secrets is not stored, so it may be told again.
            values[name] = value
        elif name not in FREE and not _same(value, values.get(name)):
            shown = public_agent(value) if name == "agent" else value
            flag = "no-validity" if name == "validity" else name.replace("_", "-")
            raise UsageError(
                f"--{flag}: run {run.id} was begun with {values.get(name)!r}, not {shown!r}; "
                "leave it out, or start a new run"
            )
    around = resolve(flags, config)
    values |= {name: value for name, value in given.items() if name in FREE}
    values |= {name: getattr(around, name) for name in HERE_AND_NOW}
    for name, public in (("agent", public_agent), *((name, _public) for name in ADDRESSES)):
        told = getattr(around, name)
        if name not in given and public(told) == values.get(name):
            values[name] = told
    try:
        return Settings(**values)
    except TypeError:
        raise UsageError(f"run {run.id} is damaged: its settings cannot be read; start a new run") from None


def _public(addresses: str) -> str:
    return ",".join(public_address(part.strip()) for part in addresses.split(",") if part.strip())


def _same(given: Any, stored: Any) -> bool:
    try:
        return bool(given == stored or float(given) == float(stored))
    except (TypeError, ValueError):
        return False


def scenarios_of(
    run: StoredRun, suite: Callable[[], Iterable[Scenario]], adopt: Callable[[Scenario], Scenario] = lambda one: one
) -> dict[int, Scenario]:
    """Return the scenario of every planned session by number, missing or not.

    A session that was begun keeps the scenario that is stored with it, as `adopt` brings it back to life. One that was
    not takes it from `suite`, which is asked only when there is such a session. Raises UsageError when a scenario there
    is gone or has changed.
    """
    kept: dict[str, Scenario] = {}
    fresh: dict[str, Scenario] | None = None
    found: dict[int, Scenario] = {}
    for planned in run.planned:
        number, name = int(planned["number"]), str(planned["scenario_id"])
        row = run.sessions.get(number)
        if row is not None:
            if name not in kept:
                kept[name] = adopt(_read(run, row))
            found[number] = kept[name]
            continue
        if fresh is None:
            fresh = {scenario.id: scenario for scenario in suite()}
        if name not in fresh:
            raise UsageError(f"run {run.id}: scenario {name} is no longer in {run.suite}; start a new run")
        if scenario_digest(fresh[name]) != planned["digest"]:
            raise UsageError(
                f"run {run.id}: scenario {name} has changed since the run was begun; "
                "bring back what it was, or start a new run"
            )
        found[number] = fresh[name]
    return found


def _read(run: StoredRun, row: Mapping[str, Any]) -> Scenario:
    try:
        return stored_scenario(row["scenario"])
    except ValueError:
        raise UsageError(f"run {run.id}: the scenario of session {row['id']} cannot be read; start a new run") from None


def missing_sessions(
    run: StoredRun, scenarios: Mapping[int, Scenario], choose: Callable[[Scenario, Locale], ChannelChoice]
) -> tuple[PlannedSession, ...]:
    """Return the missing sessions as they were planned; raises UsageError when one would get another channel."""
    missing = set(run.missing())
    found = []
    for planned in run.planned:
        number, locale = int(planned["number"]), as_locale(str(planned["locale"]))
        if number not in missing:
            continue
        channel = choose(scenarios[number], locale)
        if channel.name != planned["channel"]:
            raise UsageError(
                f"run {run.id} was begun over the {planned['channel']} channel, now it would be {channel.name}; "
                + (channel.notice or "see 'dashtalk doctor', or start a new run")
            )
        trial = int(planned["trial"])
        found.append(PlannedSession(number, scenarios[number], locale, trial, channel, number in run.sessions))
    return tuple(found)


def how_to_go_on(command: str, run_id: str, store: str | None) -> str:
    """Return the command that goes on with a run; `store` is the file a flag named."""
    where = f" --store {shlex.quote(store)}" if store else ""
    return f"dashtalk {command} --resume {run_id}{where}"
