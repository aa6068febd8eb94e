"""Labels and judges' answers of the same instance, brought together from a file and a store."""

from collections.abc import Sequence
from dataclasses import replace

from evaluation.calibration.labels import Instance
from evaluation.judgements import JudgementTable
from evaluation.level_modes import REPLY_MARK, level_questions
from evaluation.metrics.kpis import RUBRIC_PREFIX
from evaluation.questions import fresh, questions
from evaluation.store import DamagedSession, Store
from scenarios.carbench_scenario import stored_scenario
from simulator.events import Judgement


def instance_name(session_id: str, rubric: str) -> tuple[str, str]:
    """Return the id and the KPI of what a rubric asks of a session, or of one of its replies."""
    kpi, mark, number = rubric.partition(REPLY_MARK)
    return f"{session_id}{mark}{number}", kpi.removeprefix(RUBRIC_PREFIX)


def with_stored(instances: Sequence[Instance], store: Store) -> tuple[list[Instance], list[str]]:
    """Return the instances with what judges of a store said of them, and one line for each session that is not there.

    Answers to an older rubric or session are left out, those of judges that no longer count are not.
    """
    known: dict[tuple[str, str], list[Judgement]] = {}
    missing: list[str] = []
    for session_id in dict.fromkeys(instance.id.partition(REPLY_MARK)[0] for instance in instances):
        try:
            judgements = _of_session(store, session_id)
        except (DamagedSession, ValueError):
            missing.append(f"session {session_id} is damaged")
            continue
        if judgements is None:
            missing.append(f"session {session_id} is not in {store.path}")
            continue
        for judgement in judgements:
            name = instance_name(session_id, judgement.rubric)
            known.setdefault(name, []).append(judgement.model_copy(update={"rubric": name[1]}))
    found = [replace(instance, judges=tuple(known.get((instance.id, instance.kpi), ()))) for instance in instances]
    return found, missing


def _of_session(store: Store, session_id: str) -> list[Judgement] | None:
    row = store.session(session_id)
    if row is None:
        return None
    table = JudgementTable(store)
    trajectory, scenario = store.trajectory(session_id), stored_scenario(row["scenario"])
    asked = [
        *questions(trajectory, scenario, table.rubrics(row["run_id"])),
        *level_questions(trajectory, scenario, "llm"),
    ]
    return list(fresh(table.all_of(session_id), asked))
