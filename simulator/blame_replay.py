"""Playing sessions of a stored run again with the clean text, as runs of their own that are linked to it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import simulator
from evaluation.blame_stored import REPLAYS, TYPED, Beside, key_of
from evaluation.damage import recorded_settings
from evaluation.judge import Judge
from evaluation.spec import SCORING_VERSION
from evaluation.store import Store
from evaluation.verdict import Outcome
from scenarios.carbench_scenario import stored_scenario
from simulator.agents.probes import PROBES
from simulator.assembly import ChannelChoice, Channels, agent_factory, session_seed
from simulator.channel import TextChannel
from simulator.plan import Plan, PlannedSession, as_locale
from simulator.registry import UsageError
from simulator.resume import StoredRun, resumed_settings
from simulator.session import Session
from simulator.settings import Settings
from simulator.suite import Progress, Run, rescore
from simulator.users.factory import user_factory

CLEAN = ChannelChoice(TYPED, lambda seed: TextChannel())
REPEATED = 3
_SAME_EVERY_TIME = frozenset({"baseline", "oracle", *PROBES})


def usual_trials(run: Mapping[str, Any]) -> int:
    """Return how often each session is replayed unless asked otherwise: once where nothing is drawn at random."""
    return 1 if run["agent"] in _SAME_EVERY_TIME and run["user"] == "scripted" else REPEATED


def check_blamable(store: Store, run: Mapping[str, Any]) -> None:
    """Raise UsageError unless a run holds heard sessions, scored by today's rules, whose driver can speak again."""
    run_id = run["id"]
    if run["user"] == "human":
        raise UsageError(f"run {run_id}: a person drove it, whose words nobody can say again")
    if all(row["channel"] == TYPED for row in store.sessions(str(run_id))):
        raise UsageError(
            f"run {run_id}: nothing was heard in it, every session was typed; play one with --channel errors or voice"
        )
    store.claim_of(str(run_id))
    then = _scored_by(store, str(run_id)) - {SCORING_VERSION}
    if then:
        raise UsageError(
            f"run {run_id} was scored by version {min(then)} of the rules, this is {SCORING_VERSION}; "
            f"first: dashtalk score {run_id}"
        )


def bring_up_to_date(store: Store, found: Beside) -> None:
    """Score replays by today's rules; raises UsageError when another process plays them."""
    for run_id in found.replay_runs:
        store.claim_of(run_id)
        if _scored_by(store, run_id) - {SCORING_VERSION}:
            rescore(store, run_id, tuple(store.request(run_id).get("require", ())))


def _scored_by(store: Store, run_id: str) -> set[str]:
    query = "SELECT DISTINCT scoring_version FROM scores JOIN sessions ON sessions.id=session_id WHERE run_id=?"
    return {str(row["scoring_version"]) for row in store.read(query, run_id)}


def replay_settings(
    store: Store, run: Mapping[str, Any], flags: Mapping[str, Any], config: str | None, *, afresh: bool
) -> Settings:
    """Return the settings of a run with nothing between driver and assistant; raises UsageError.

    A driver that goes wrong is not replaced, since it would get another seed. `afresh` asks models again even where
    their answers were kept, since a further replay is to be a further answer.
    """
    settings = resumed_settings(_as_stored(store, run), flags, config)
    clean = replace(settings, channel=TYPED, noise="", impairments="", regenerate=0)
    return replace(clean, llm_cache="") if afresh else clean


def _as_stored(store: Store, run: Mapping[str, Any]) -> StoredRun:
    run_id = str(run["id"])
    require = tuple(store.request(run_id).get("require", ()))
    return StoredRun(run_id, str(run["suite"]), recorded_settings(run), require, (), {}, ())


def open_replays(found: Beside, rows: Sequence[Mapping[str, Any]], number: int) -> list[Mapping[str, Any]]:
    """Return the heard sessions with fewer than `number` finished replays."""
    return [row for row in rows if len(found.replays.get(key_of(row), ())) < number]


def to_replay(found: Beside, *, every: bool) -> list[Mapping[str, Any]]:
    """Return the heard sessions to replay: those that failed, or `every` one that passed or failed."""
    return [row for row in found.heard if every or row["outcome"] == Outcome.FAILED.value]


def replay_plan(store: Store, run: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], settings: Settings) -> Plan:
    """Return the plan that plays heard sessions again; raises UsageError when their assistant cannot be built."""
    run_id = str(run["id"])
    if run["version"] != simulator.__version__:
        raise UsageError(
            f"run {run_id} was played by version {run['version']} of dashtalk, this is {simulator.__version__}; "
            "its replays would not be the same sessions, so play it anew"
        )
    try:
        make_agent = agent_factory(settings)
    except UsageError as error:
        raise UsageError(f"run {run_id}: its assistant '{run['agent']}' cannot be built any more: {error}") from None
    planned = []
    for number, row in enumerate(rows):
        try:
            scenario = stored_scenario(row["scenario"])
        except ValueError:
            raise UsageError(f"run {run_id}: the scenario of session {row['id']} cannot be read") from None
        planned.append(PlannedSession(number, scenario, as_locale(str(row["locale"])), int(row["trial"]), CLEAN))
    require = tuple(store.request(run_id).get("require", ()))
    return Plan(settings, tuple(planned), make_agent, Channels(settings), (), require, user_factory(settings))


class ReplayRun(Run):
    """A run of replays, linked to the run it replays; `rows` are the heard sessions in the order of the plan.

    A heard session whose driver had gone wrong first counts with the seed of its last attempt, so does its replay.
    """

    def __init__(
        self,
        plan: Plan,
        store: Store,
        heard_run: str,
        rows: Sequence[Mapping[str, Any]],
        progress: Progress | None = None,
        *,
        judges: Sequence[Judge] = (),
    ) -> None:
        self._heard_run = heard_run
        self._attempts = [int(row["regenerated"] or 0) for row in rows]
        self._replay_settings = plan.settings
        self._kept_in = store
        super().__init__(plan, store, progress, judges=judges)

    def _begun_anew(self) -> str:
        run_id = super()._begun_anew()
        request = json.dumps(self._kept_in.request(run_id) | {REPLAYS: self._heard_run})
        self._kept_in.write(("UPDATE runs SET request=? WHERE id=?", [(request, run_id)]))
        return run_id

    def _begin(self, planned: PlannedSession) -> tuple[str, int]:
        session_id, attempt = super()._begin(planned)
        number = self._attempts[planned.number]
        if number:
            seed = session_seed(self._replay_settings.seed, planned.scenario, planned.locale, planned.trial, number)
            self._kept_in.write(("UPDATE sessions SET seed=? WHERE id=?", [(seed, session_id)]))
        return session_id, attempt

    def _session(self, planned: PlannedSession, attempt: int = 0) -> Session:
        return super()._session(planned, attempt + self._attempts[planned.number])
