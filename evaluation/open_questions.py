"""What judges, or people, can be asked about a stored run."""

from collections.abc import Sequence

from evaluation.damage import recorded_settings
from evaluation.level_modes import LevelMode, level_mode, level_questions
from evaluation.questions import Question, questions
from evaluation.rubric import Rubric
from evaluation.store import DamagedSession, Store
from evaluation.verdict import Outcome
from scenarios.carbench_scenario import stored_scenario

SPOILT = (Outcome.INVALID, Outcome.DEFECT)
"""Somebody else than the assistant spoilt these, so nothing that was said in them says anything about it."""


def open_questions(
    store: Store, run_id: str, own: Sequence[Rubric] = (), levels: LevelMode | None = None
) -> list[tuple[str, Question]]:
    """Return what can be asked about a run; nothing of sessions that somebody else spoilt, or damaged ones.

    `levels` is how speech levels are decided, by default as the run was told.
    """
    found: list[tuple[str, Question]] = []
    mode = levels or level_mode(recorded_settings(store.run(run_id)))
    for row in store.sessions(run_id):
        session_id = str(row["id"])
        if row["outcome"] in SPOILT:
            continue
        try:
            trajectory, scenario = store.trajectory(session_id), stored_scenario(row["scenario"])
            asked = [*questions(trajectory, scenario, own), *level_questions(trajectory, scenario, mode)]
        except (DamagedSession, ValueError):
            # It is told of where it is scored.
            continue
        found += [(session_id, question) for question in asked]
    return found
