"""A stored session as a story that can be looked at event by event."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from evaluation.cost import Prices
from evaluation.damage import examined, recorded_settings
from evaluation.store import DamagedSession, Store
from evaluation.verdict import Outcome
from scenarios.carbench_scenario import stored_scenario
from simulator.assembly import session_seed
from simulator.cockpit.scoring import stored_scoring
from simulator.dashboard.story import Mark, Scoring, Story
from simulator.events import SessionEnded
from simulator.trajectory import Trajectory


def stored_story(store: Store, row: Mapping[str, Any], name: str, prices: Prices | None = None) -> Story:
    """Return the session of a row with its scores, or the attempt `name` at it, which has none.

    Raises UsageError: DamagedSession when it cannot be read, or when the world of an official task is gone.
    """
    trajectory, line = _events(store, row, name)
    if not trajectory.events:
        raise DamagedSession(f"{store.path}: nothing of session {name} is stored yet")
    try:
        scenario = stored_scenario(row["scenario"])
    except (ValueError, TypeError):
        raise DamagedSession(f"{store.path}: session {name} is damaged: its scenario cannot be read") from None
    seed = int(recorded_settings(store.run(row["run_id"]))["seed"])
    locale = trajectory.started.locale
    world = scenario.build_world(session_seed(seed, scenario, "en", 0), locale)
    try:
        story = Story.of(trajectory.events, scenario, locale, world, session_id=name)
    except (ValueError, KeyError, AttributeError, TypeError):
        raise DamagedSession(f"{store.path}: session {name} is damaged: its events do not fit each other") from None
    if name == row["id"]:
        _score(store, row, story, line, prices)
    return story


def _events(store: Store, row: Mapping[str, Any], name: str) -> tuple[Trajectory, str]:
    if name != row["id"]:
        return store.trajectory(name), ""
    found, line = examined(store, row)
    if found is None:
        raise DamagedSession(f"{store.path}: {line}")
    return found, line


def _score(store: Store, row: Mapping[str, Any], story: Story, line: str, prices: Prices | None) -> None:
    """Put the stored scores at the end of the story; what is missing of it is told with the reasons."""
    try:
        found = stored_scoring(store, story.session_id, prices)
    except DamagedSession as error:
        story.score(Scoring(reasons=(str(error),)))
        return
    if found.outcome == Outcome.FAILED and not any(mark.kind == "failed" for mark in story.marks):
        # Most failures are known only when the whole session is scored.
        end = next(
            (index for index, event in enumerate(story.events) if isinstance(event, SessionEnded)), len(story) - 1
        )
        story.marks.append(Mark(end, "failed"))
        story.marks.sort(key=lambda mark: mark.index)
    reasons = (*found.reasons, *((line,) if line else ()))
    story.score(replace(found, outcome=found.outcome if row["outcome"] else "", reasons=reasons))
