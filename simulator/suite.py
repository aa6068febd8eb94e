"""Many sessions: planned, run side by side, recorded, scored."""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import simulator
from evaluation.catalogue import metrics
from evaluation.judgements import JudgementTable
from evaluation.questions import current
from evaluation.spec import SCORING_VERSION
from evaluation.store import DamagedSession, Recorder, Store
from evaluation.taxonomy import classify_session
from evaluation.validity_gate import gated_score
from evaluation.verdict import Outcome, SessionVerdict
from scenarios.carbench_scenario import stored_scenario
from scenarios.schema import Scenario
from simulator.assembly import AgentFactory, ChannelChoice, Channels, agent_factory, build_session, session_seed
from simulator.channel import Locale
from simulator.llm import close_clients
from simulator.registry import UsageError, unknown
from simulator.session import Session
from simulator.settings import Settings
from simulator.trajectory import Trajectory
from simulator.users.factory import UserFactory, scripted, user_factory

Progress = Callable[["PlannedSession", SessionVerdict], None]


@dataclass(frozen=True, slots=True)
class PlannedSession:
    """One session that is to run."""

    number: int
    scenario: Scenario
    locale: Locale
    trial: int
    channel: ChannelChoice


@dataclass(frozen=True, slots=True)
class Plan:
    """All sessions of a run, the assistant under test and the notices a person should read first."""

    settings: Settings
    sessions: tuple[PlannedSession, ...]
    make_agent: AgentFactory
    channels: Channels
    notices: tuple[str, ...]
    require: tuple[str, ...] = ()
    make_user: UserFactory = scripted


def make_plan(
    settings: Settings,
    scenarios: Sequence[Scenario],
    require: tuple[str, ...] = (),
    *,
    make_agent: AgentFactory | None = None,
) -> Plan:
    """Return what a run will do; raises UsageError before anything has started.

    The assistant is the one the settings name unless `make_agent` brings another.
    """
    check_required(require)
    make_agent = make_agent or agent_factory(settings)
    make_user = user_factory(settings)
    channels = Channels(settings, scenarios)
    wanted: tuple[Locale, ...] = ("ko", "en") if settings.locale == "all" else (_locale(settings.locale),)
    chosen = [
        (scenario, locale, trial, channels.choose(scenario, locale))
        for trial in range(settings.trials)
        for scenario in scenarios
        for locale in wanted
        if locale in scenario.driver
    ]
    if not chosen:
        raise UsageError(f"nothing to run: no scenario of '{settings.suite}' speaks {settings.locale}")
    sessions = tuple(PlannedSession(number, *facts) for number, facts in enumerate(chosen))
    notices = tuple(dict.fromkeys(planned.channel.notice for planned in sessions if planned.channel.notice))
    unused = settings.error_rate != Settings().error_rate
    if unused and all(planned.channel.name != "errors" for planned in sessions):
        notices += ("--error-rate changed nothing: no session used simulated errors (--channel errors asks for them)",)
    return Plan(settings, sessions, make_agent, channels, notices, require, make_user)


def check_required(require: Iterable[str]) -> None:
    """Raise UsageError when a required component is no metric."""
    known = {metric.name for metric in metrics()}
    for name in require:
        if name not in known:
            raise unknown("component", name, known)


def _locale(name: str) -> Locale:
    return "ko" if name == "ko" else "en"


class Run:
    """One run of a plan, recorded in a store as it goes."""

    def __init__(self, plan: Plan, store: Store, progress: Progress | None = None) -> None:
        self._plan = plan
        self._store = store
        self._progress = progress
        settings = plan.settings
        channels = {planned.channel.name for planned in plan.sessions}
        facts = {
            "suite": settings.suite,
            "agent": settings.agent,
            "user": settings.driver,
            "channel": "+".join(sorted(channels)),
            "trials": settings.trials,
            "seed": settings.seed,
            "planned_sessions": len(plan.sessions),
            "version": simulator.__version__,
            "scoring_version": SCORING_VERSION,
        }
        self.id = store.begin_run(facts, settings.recorded())

    async def execute(self) -> None:
        """Run every session; on cancellation what is finished is kept and the run is marked as interrupted."""
        limit = asyncio.Semaphore(self._plan.settings.max_concurrency)
        status = "interrupted"
        try:
            async with asyncio.TaskGroup() as group:
                for planned in self._plan.sessions:
                    group.create_task(self._limited(limit, planned))
            status = "finished"
        except BaseExceptionGroup as group_error:
            status = "incomplete"
            raise group_error.exceptions[0] from None
        finally:
            try:
                await self._plan.channels.aclose()
                await close_clients()
            finally:
                self._store.finish_run(self.id, status)

    async def _limited(self, limit: asyncio.Semaphore, planned: PlannedSession) -> None:
        async with limit:
            verdict = await self._recorded(planned)
        if self._progress is not None:
            self._progress(planned, verdict)

    async def _recorded(self, planned: PlannedSession) -> SessionVerdict:
        started = time.perf_counter()
        scenario, settings = planned.scenario, self._plan.settings
        session_id = self._store.begin_session(
            self.id,
            planned.number,
            {
                "scenario_id": scenario.id,
                "kind": scenario.kind,
                "locale": planned.locale,
                "trial": planned.trial,
                "seed": session_seed(settings.seed, scenario, planned.locale, planned.trial),
                "channel": planned.channel.name,
                "scenario": scenario.model_dump_json(),
            },
        )
        attempt = 0
        while True:
            verdict, trajectory = await self._attempted(planned, session_id, attempt)
            if verdict.outcome is not Outcome.INVALID or attempt >= self._further_attempts:
                break
            self._store.set_aside(session_id, attempt)
            attempt += 1
        facts = verdict_row(verdict, trajectory, scenario)
        facts["wall_ms"] = round((time.perf_counter() - started) * 1000, 1)
        if attempt:
            facts |= {"regenerated": attempt, "seed": trajectory.started.seed}
        self._store.finish_session(session_id, facts, verdict.scores, SCORING_VERSION)
        # An embedded assistant never waits for anything: give the others, and Ctrl-C, a chance.
        await asyncio.sleep(0)
        return verdict

    @property
    def _further_attempts(self) -> int:
        """How often a session is run again whose driver went wrong; a script would only go wrong again."""
        settings = self._plan.settings
        return settings.regenerate if settings.validity and settings.driver != "scripted" else 0

    async def _attempted(
        self, planned: PlannedSession, session_id: str, attempt: int
    ) -> tuple[SessionVerdict, Trajectory]:
        recorder = Recorder(self._store, session_id)
        trajectory = Trajectory()
        try:
            verdict = await self._played(planned, recorder, trajectory, attempt)
        except UsageError:
            raise
        except Exception as error:
            # A bug of ours spoils its own session and no other.
            logging.getLogger(__name__).exception("session %s", session_id)
            verdict = SessionVerdict(outcome=Outcome.DEFECT, reasons=(f"{type(error).__name__}: {error}",))
        finally:
            recorder.flush()
        return verdict, trajectory

    async def _played(
        self, planned: PlannedSession, recorder: Recorder, trajectory: Trajectory, attempt: int
    ) -> SessionVerdict:
        async for event in self._session(planned, attempt).run():
            trajectory.append(event)
            recorder(event)
        validity = self._plan.settings.validity
        return gated_score(trajectory, planned.scenario, self._plan.require, validity=validity)

    def _session(self, planned: PlannedSession, attempt: int = 0) -> Session:
        return build_session(
            self._plan.settings,
            planned.scenario,
            planned.locale,
            planned.trial,
            make_agent=self._plan.make_agent,
            channel=planned.channel,
            make_user=self._plan.make_user,
            attempt=attempt,
        )


def verdict_row(verdict: SessionVerdict, trajectory: Trajectory, scenario: Scenario) -> dict[str, object]:
    """Return the stored columns of a verdict, and for a failed session why it failed."""
    ended = trajectory.ended
    failed = verdict.outcome is Outcome.FAILED
    found = classify_session(trajectory, scenario, verdict.scores) if failed else None
    return {
        "cause": found.first.value if found else None,
        "causes": json.dumps([cause.value for cause in found.causes] if found else []),
        "outcome": verdict.outcome.value,
        "partial": int(verdict.partial),
        "unscored": json.dumps(list(verdict.unscored)),
        "reasons": json.dumps(list(verdict.reasons), ensure_ascii=False),
        "termination": ended.termination.value if ended else None,
        "end_word": ended.end_word.value if ended and ended.end_word else None,
        "turns": trajectory.turns,
        "trajectory_digest": trajectory.digest(),
    }


def rescore(store: Store, run_id: str, require: tuple[str, ...] = ()) -> int:
    """Score the stored sessions of a run again with today's rules; returns how many. Needs no model."""
    check_required(require)
    count = 0
    validity = bool(json.loads(store.run(run_id)["settings"]).get("validity", True))
    table = JudgementTable(store)
    for row in store.sessions(run_id):
        try:
            trajectory = store.trajectory(str(row["id"]))
            scenario = stored_scenario(row["scenario"])
        except (DamagedSession, ValueError) as error:
            reasons = json.dumps([str(error) if isinstance(error, DamagedSession) else "its scenario cannot be read"])
            facts = {"outcome": Outcome.UNSCORED.value, "partial": 0, "reasons": reasons}
            store.finish_session(str(row["id"]), facts, (), SCORING_VERSION)
            continue
        if not trajectory.events:
            # The run was killed before this session had begun.
            continue
        judgements = current(table.counted(str(row["id"])), trajectory, scenario)
        verdict = gated_score(trajectory, scenario, require, validity=validity, judgements=judgements)
        store.finish_session(
            str(row["id"]), verdict_row(verdict, trajectory, scenario), verdict.scores, SCORING_VERSION
        )
        count += 1
    return count
