"""Scores of a session that still goes on, of a stored one, and of either turn by turn."""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence

from evaluation.attempts import aside_trajectories
from evaluation.cost import Costs, Prices, costs, read_prices
from evaluation.judgements import JudgementTable
from evaluation.level_modes import RULE, LevelMode, in_mode
from evaluation.metrics import end_of_conversation, final_state, intermediate_state, tool_subset
from evaluation.metrics.end_states import not_comparable
from evaluation.remembered import remembering
from evaluation.replay import Replay, key, moments, nearest_state
from evaluation.replay import final_state as state_at_end
from evaluation.rows import session_row
from evaluation.spec import STATE_KINDS, Measured, unscored
from evaluation.store import Store
from evaluation.verdict import score_session
from scenarios.carbench_scenario import stored_scenario
from scenarios.schema import Scenario
from simulator.cockpit.answers import answer_facts
from simulator.dashboard.facts import RoleCost
from simulator.dashboard.model_use import ROLES
from simulator.dashboard.story import Scoring, Story
from simulator.events import AssistantSpoke, Event, SessionEnded, SessionStarted, Termination
from simulator.registry import UsageError
from simulator.trajectory import Trajectory
from simulator.vehicle.change import Change

GOES_ON = "the session still goes on"
NO_GOAL = "this drive has no goal to score"
_GOALS = frozenset({final_state.NAME, intermediate_state.NAME, tool_subset.NAME})


class LiveScoring:
    """Scores sessions as they stand; may be used in any thread.

    `levels` tells who decides about speech levels; where judges take part, they are unscored here.
    """

    def __init__(self, prices: Prices | None = None, levels: LevelMode = RULE) -> None:
        self._prices = prices
        self._levels = levels

    @property
    def prices(self) -> Prices:
        """What models cost; those that come along unless others were given."""
        if self._prices is None:
            self._prices = read_prices()
        return self._prices

    def score(self, events: Sequence[Event], scenario: Scenario, *, scored: bool = True) -> Scoring:
        """Return what a session scores after these of its events, as if it ended there.

        What only its end can tell stays unscored, and so does what judges decide, since nobody asks them here.
        `scored` tells whether anything is expected of the car.
        """
        trajectory = Trajectory(events)
        if not events or not isinstance(events[0], SessionStarted):
            return Scoring()
        over = trajectory.ended is not None
        whole = trajectory if over else _ended_here(trajectory)
        verdict = score_session(whole, scenario)
        scores = in_mode(self._levels, verdict.scores, whole, scenario)
        if not over:
            scores = _without(scores, frozenset({end_of_conversation.NAME}), GOES_ON)
        if not scored:
            scores = _without(scores, _GOALS, NO_GOAL)
        return Scoring(
            scores=scores,
            remaining=remaining(trajectory, scenario) if scored else None,
            outcome=verdict.outcome.value if over else "",
            reasons=verdict.reasons if over else (),
            costs=role_costs(costs([trajectory], self.prices)),
            answers=answer_facts(trajectory),
        )


def _ended_here(trajectory: Trajectory) -> Trajectory:
    last = trajectory.events[-1]
    end = SessionEnded(
        seq=last.seq + 1, turn=last.turn, at_ms=last.at_ms, termination=Termination.USER_STOP, end_word=None, digest=""
    )
    return Trajectory([*trajectory.events, end])


def _without(scores: tuple[Measured, ...], names: frozenset[str], reason: str) -> tuple[Measured, ...]:
    return tuple(unscored(score.metric, reason) if score.metric in names else score for score in scores)


def remaining(trajectory: Trajectory, scenario: Scenario) -> tuple[Change, ...] | None:
    """Return what differs from the nearest state that the session may end in, None where nothing can be expected."""
    if scenario.kind not in STATE_KINDS:
        return None
    with remembering():
        if not_comparable(trajectory, scenario):
            return None
        outside = tuple(moment.outside for moment in moments(trajectory) if moment.outside is not None)
        goals = Replay(scenario, trajectory.started.seed).goals(outside)
        state = state_at_end(trajectory)
    if not goals:
        return None
    return () if key(state) in goals else nearest_state(state, goals.values())


def role_costs(found: Costs) -> tuple[RoleCost, ...]:
    """Return the costs of every role that was asked."""
    asked = [role for role in ROLES if any(row.role == role for row in found.rows)]
    return tuple(
        RoleCost(
            role,
            found.of_role(role),
            found.currency,
            "; ".join(row.reason for row in found.rows if row.role == role and row.reason),
        )
        for role in asked
    )


def turn_ends(events: Sequence[Event]) -> Iterator[int]:
    """Yield how many events have happened at the end of each turn, and at the end of the session."""
    for position, event in enumerate(events, start=1):
        if isinstance(event, AssistantSpoke | SessionEnded):
            yield position


def per_turn_scoring(
    events: Sequence[Event], scenario: Scenario, live: LiveScoring | None = None, *, scored: bool = True
) -> Iterator[tuple[int, Scoring]]:
    """Yield the scores of a session at the end of each of its turns with the number of events until there."""
    scoring = live or LiveScoring()
    for position in turn_ends(events):
        yield position, scoring.score(events[:position], scenario, scored=scored)


def stored_scoring(store: Store, session_id: str, prices: Prices | None = None) -> Scoring:
    """Return the scores of a stored session as they are stored, with its costs and how the assistant spoke.

    Raises UsageError when there is no such session, DamagedSession when it cannot be read.
    """
    stored = store.session(session_id)
    if stored is None:
        raise UsageError(f"unknown session '{session_id}'")
    row = session_row(store, stored)
    trajectory = store.trajectory(session_id)
    if not trajectory.events:
        return Scoring(outcome=row.outcome.value, reasons=row.reasons)
    judged = JudgementTable(store).calls(stored["run_id"], session_id)
    aside = aside_trajectories(store, stored["run_id"], session_id)
    return Scoring(
        scores=row.scores,
        remaining=remaining(trajectory, stored_scenario(stored["scenario"])),
        outcome=row.outcome.value,
        reasons=row.reasons,
        costs=role_costs(costs([trajectory], prices or read_prices(), judged, aside)),
        answers=answer_facts(trajectory),
    )


def _nobody() -> None:
    """Tell nobody."""


class TurnScorer:
    """Scores a story that grows, in the app's loop and without ever holding it up.

    Turns that end while scores are computed are not scored one by one: only the newest is. `told` is called when new
    scores are there. `scored` tells whether anything is expected of the car.
    """

    def __init__(
        self, story: Story, live: LiveScoring, *, scored: bool = True, told: Callable[[], None] = _nobody
    ) -> None:
        self._story = story
        self._live = live
        self._scored = scored
        self._told = told
        self._wanted: int | None = None
        self._task: asyncio.Task[None] | None = None

    def note(self, event: Event) -> None:
        """Take an event that the story has already; to be called in the loop."""
        if not isinstance(event, AssistantSpoke | SessionEnded):
            return
        self._wanted = len(self._story)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def settled(self) -> None:
        """Wait until everything is scored."""
        if self._task is not None:
            await asyncio.shield(self._task)

    async def _work(self) -> None:
        while self._wanted is not None:
            position, self._wanted = self._wanted, None
            scoring = await _in_a_thread(self._live, self._story, position, scored=self._scored)
            self._story.score(scoring, position)
            self._told()


async def _in_a_thread(live: LiveScoring, story: Story, position: int, *, scored: bool) -> Scoring:
    events = tuple(story.events[:position])
    try:
        return await asyncio.to_thread(live.score, events, story.scenario, scored=scored)
    except Exception as error:  # a drive goes on whatever goes wrong here, and the person is told
        logging.getLogger(__name__).debug("the scores could not be computed", exc_info=True)
        return Scoring(reasons=(f"a defect: the scores could not be computed ({type(error).__name__}: {error})",))
