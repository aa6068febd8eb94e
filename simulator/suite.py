"""Many sessions: run side by side, recorded, scored."""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

import simulator
from evaluation.damage import recorded_settings, sound_trajectory
from evaluation.judge import Judge
from evaluation.judgements import JudgementTable
from evaluation.level_modes import in_mode, level_mode
from evaluation.live_recorder import LiveRecorder, patiently
from evaluation.metrics.judged import score_own
from evaluation.questions import current
from evaluation.running import BEAT_EVERY_S
from evaluation.spec import SCORING_VERSION
from evaluation.store import DamagedSession, Recorder, Store
from evaluation.store_file import BUSY_TIMEOUT_S, StoreBusy
from evaluation.taxonomy import classify_session
from evaluation.validity_gate import gated_score
from evaluation.validity_judge import judge_driver
from evaluation.verdict import Outcome, SessionVerdict
from scenarios.carbench_scenario import stored_scenario
from scenarios.schema import Scenario
from simulator.admission import without_secrets
from simulator.assembly import build_session, session_seed
from simulator.collection import rare_collections
from simulator.events import Event
from simulator.language import kiwi
from simulator.llm import close_clients
from simulator.plan import Plan, PlannedSession, check_required, make_plan, scenario_digest
from simulator.registry import UsageError
from simulator.resume import StoredRun
from simulator.session import Session
from simulator.settings import public_agent
from simulator.streak import DefectStreak
from simulator.trajectory import Trajectory

__all__ = ["Plan", "PlannedSession", "Progress", "Run", "check_required", "make_plan", "rescore", "verdict_row"]

Progress = Callable[[PlannedSession, SessionVerdict], None]
T = TypeVar("T")
# What a busy store could not take of a drive is tried again this often.
TRY_AGAIN_S = 1.0


class Run:
    """One run of a plan, recorded in a store as it goes.

    `taken_over` is a stored run that this one goes on with; the plan then holds only what is missing of it. Raises
    UsageError when another process took it over meanwhile. `stopped` says why no further sessions were begun, "" when
    all were. `watch` is told every event once it is recorded: somebody sits there, who must not have to wait for a
    store that others hold. `judges` look at simulated drivers in which the rules see nothing wrong.
    """

    def __init__(
        self,
        plan: Plan,
        store: Store,
        progress: Progress | None = None,
        *,
        taken_over: StoredRun | None = None,
        judges: Sequence[Judge] = (),
        watch: Callable[[Event], None] | None = None,
    ) -> None:
        self._plan = plan
        self._judges = judges
        self._watch = watch
        self._store = store
        self._progress = progress
        self._streak = DefectStreak(plan.settings.max_defects)
        self._left = len(plan.sessions)
        self._patience_s = BUSY_TIMEOUT_S
        self.stopped = ""
        if taken_over is not None:
            store.take_over(taken_over.id, taken_over.claim, taken_over.part(plan.settings))
        self.id = taken_over.id if taken_over is not None else self._begun_anew()
        if plan.channels.archive is not None:
            plan.channels.archive.begin(self.id)

    @property
    def recorded(self) -> str:
        """What was kept of the sounds, in one sentence; "" where nobody asked for it."""
        archive = self._plan.channels.archive
        return archive.summary() if archive is not None else ""

    def _begun_anew(self) -> str:
        plan, settings = self._plan, self._plan.settings
        channels = {planned.channel.name for planned in plan.sessions}
        facts = {
            "suite": settings.suite,
            "agent": public_agent(settings.agent),
            "user": settings.driver,
            "channel": "+".join(sorted(channels)),
            "trials": settings.trials,
            "seed": settings.seed,
            "planned_sessions": len(plan.sessions),
            "version": simulator.__version__,
            "scoring_version": SCORING_VERSION,
        }
        digests = {planned.scenario.id: scenario_digest(planned.scenario) for planned in plan.sessions}
        planned_rows = [
            {
                "number": planned.number,
                "scenario_id": planned.scenario.id,
                "locale": planned.locale,
                "trial": planned.trial,
                "channel": planned.channel.name,
                "digest": digests[planned.scenario.id],
            }
            for planned in plan.sessions
        ]
        request = {"command": plan.command, "require": list(plan.require)}
        return self._store.begin_run(facts, settings.recorded(), planned_rows, request)

    async def execute(self) -> None:
        """Run every session; on cancellation what is finished is kept and the run is marked as interrupted."""
        if any(planned.locale == "ko" for planned in self._plan.sessions):
            # Loaded at the end of the first session, it would stop the clocks of all others.
            kiwi.load()
        limit = asyncio.Semaphore(self._plan.settings.max_concurrency)
        status = "interrupted"
        alive = asyncio.create_task(self._show_life())
        try:
            with rare_collections():
                async with asyncio.TaskGroup() as group:
                    for planned in self._plan.sessions:
                        group.create_task(self._limited(limit, planned))
            status = "stopped" if self.stopped else "finished"
        except BaseExceptionGroup as group_error:
            status = "incomplete"
            raise group_error.exceptions[0] from None
        finally:
            alive.cancel()
            try:
                await self._plan.channels.aclose()
                await close_clients()
            finally:
                await self._written(lambda: self._store.finish_run(self.id, status))

    async def _written(self, write: Callable[[], T]) -> T:
        """Return what `write` returns; with somebody watching, the event loop goes on while the store is busy."""
        if self._watch is None:
            return write()
        try:
            return await patiently(self._store, write, within_s=self._patience_s)
        except StoreBusy:
            # Who has waited once does not wait again for what follows from it.
            self._patience_s = 0.0
            raise

    async def _show_life(self) -> None:
        while True:
            await asyncio.sleep(BEAT_EVERY_S)
            # A store that is busy now will be told the next time; what a session cannot store stops the run anyway.
            with suppress(UsageError):
                if self._watch is None:
                    self._store.beat(self.id)
                else:
                    with self._store.not_waiting():
                        self._store.beat(self.id)

    async def _limited(self, limit: asyncio.Semaphore, planned: PlannedSession) -> None:
        async with limit:
            if self._streak.verdict:
                self.stopped = f"stopped: {self._streak.verdict}; {self._left} sessions were not begun"
                return
            self._left -= 1
            verdict = await self._recorded(planned)
        if self._progress is not None:
            self._progress(planned, verdict)

    async def _recorded(self, planned: PlannedSession) -> SessionVerdict:
        started = time.perf_counter()
        session_id, attempt = await self._written(lambda: self._begin(planned))
        while True:
            verdict, trajectory = await self._attempted(planned, session_id, attempt)
            if verdict.outcome is not Outcome.INVALID or attempt >= self._further_attempts:
                break
            self._store.set_aside(session_id, attempt)
            attempt += 1
        facts = verdict_row(verdict, trajectory, planned.scenario)
        scores = verdict.scores
        if trajectory.events:
            scores = in_mode(level_mode(self._plan.settings.recorded()), scores, trajectory, planned.scenario)
        facts["wall_ms"] = round((time.perf_counter() - started) * 1000, 1)
        if attempt and trajectory.events:
            facts |= {"regenerated": attempt, "seed": trajectory.started.seed}
        await self._written(lambda: self._store.finish_session(session_id, facts, scores, SCORING_VERSION))
        self._streak.note(verdict.outcome, trajectory)
        # An embedded assistant never waits for anything: give the others, and Ctrl-C, a chance.
        await asyncio.sleep(0)
        return verdict

    def _begin(self, planned: PlannedSession) -> tuple[str, int]:
        """Record that a session starts; returns its id and the attempt it starts with."""
        if planned.begun:
            session_id = f"{self.id}-{planned.number:04d}"
            return session_id, self._store.reopen_session(session_id)
        scenario = planned.scenario
        facts = {
            "scenario_id": scenario.id,
            "kind": scenario.kind,
            "locale": planned.locale,
            "trial": planned.trial,
            "seed": session_seed(self._plan.settings.seed, scenario, planned.locale, planned.trial),
            "channel": planned.channel.name,
            "scenario": scenario.model_dump_json(),
        }
        return self._store.begin_session(self.id, planned.number, facts), 0

    @property
    def _further_attempts(self) -> int:
        """How often a session is run again whose driver went wrong; a script would only go wrong again."""
        settings = self._plan.settings
        return settings.regenerate if settings.validity and settings.driver != "scripted" else 0

    async def _attempted(
        self, planned: PlannedSession, session_id: str, attempt: int
    ) -> tuple[SessionVerdict, Trajectory]:
        trajectory = Trajectory()
        async with self._recorder(session_id) as recorder:
            verdict = await self._judged(planned, recorder, trajectory, attempt, session_id)
        return verdict, trajectory

    @asynccontextmanager
    async def _recorder(self, session_id: str) -> AsyncIterator[Recorder]:
        """Give a session what stores its events, all of them at the end."""
        if self._watch is None:
            recorder = Recorder(self._store, session_id)
            try:
                yield recorder
            finally:
                recorder.flush()
            return
        live = LiveRecorder(self._store, session_id)
        trying = asyncio.create_task(_try_again(live))
        try:
            yield live
        finally:
            trying.cancel()
            await self._written(live.flush)

    async def _judged(
        self, planned: PlannedSession, recorder: Recorder, trajectory: Trajectory, attempt: int, session_id: str
    ) -> SessionVerdict:
        try:
            return await self._played(planned, recorder, trajectory, attempt)
        except UsageError:
            raise
        except Exception as error:
            # A bug of ours spoils its own session and no other.
            logging.getLogger(__name__).exception("session %s", session_id)
            return SessionVerdict(outcome=Outcome.DEFECT, reasons=(f"{type(error).__name__}: {error}",))

    async def _played(
        self, planned: PlannedSession, recorder: Recorder, trajectory: Trajectory, attempt: int
    ) -> SessionVerdict:
        async for event in self._session(planned, attempt).run():
            trajectory.append(event)
            recorder(event)
            if self._watch is not None:
                self._watch(event)
        validity = self._plan.settings.validity
        # Whether the driver kept its part decides whether the session is run again, so its judges are asked now.
        for made in await judge_driver(self._judges, trajectory, planned.scenario) if validity else ():
            event = without_secrets(made)
            trajectory.append(event)
            recorder(event)
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
            hands=self._plan.hands,
        )


async def _try_again(recorder: LiveRecorder) -> None:
    while True:
        await asyncio.sleep(TRY_AGAIN_S)
        # What is wrong with the store is told when the next event is stored.
        with suppress(UsageError):
            recorder.try_again()


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
    settings = recorded_settings(store.run(run_id))
    validity, mode = bool(settings.get("validity", True)), level_mode(settings)
    table = JudgementTable(store)
    own = table.rubrics(run_id)
    for row in store.sessions(run_id):
        try:
            trajectory = sound_trajectory(store, row)
            scenario = stored_scenario(row["scenario"])
        except (DamagedSession, ValueError) as error:
            reasons = json.dumps([str(error) if isinstance(error, DamagedSession) else "its scenario cannot be read"])
            facts = {"outcome": Outcome.UNSCORED.value, "partial": 0, "reasons": reasons}
            store.finish_session(str(row["id"]), facts, (), SCORING_VERSION)
            continue
        if not trajectory.events:
            # The run was killed before this session had begun.
            continue
        counted = table.counted(str(row["id"]))
        judgements = current(counted, trajectory, scenario, own)
        verdict = gated_score(trajectory, scenario, require, validity=validity, judgements=judgements)
        decided = in_mode(mode, verdict.scores, trajectory, scenario, counted)
        scores = (*decided, *score_own(own, trajectory, scenario, judgements))
        store.finish_session(str(row["id"]), verdict_row(verdict, trajectory, scenario), scores, SCORING_VERSION)
        count += 1
    return count
