"""What people said of stored sessions: judgements like those of models, kept apart from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from evaluation.calibration.labels import AMBIGUOUS_MARK, HUMAN, REASON, Scale, read_scale
from evaluation.calibration.stored import instance_name
from evaluation.questions import Question
from evaluation.rubric import Likert, Rubric
from evaluation.store import Store
from simulator.events import Judgement
from simulator.registry import UsageError

_HIGHEST_KEY = 9
_COLUMNS = ("session_id", "rubric", "annotator", "value", "ambiguous", "rationale", "digest", "scale", "given_at")
_UPSERT = f"INSERT OR REPLACE INTO annotations ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' for _ in _COLUMNS)})"


@dataclass(frozen=True, slots=True)
class Annotation:
    """One person's answer to one question; the judgement has no value where it is marked as ambiguous."""

    session_id: str
    judgement: Judgement
    ambiguous: bool
    scale: Scale

    def answers(self, question: Question) -> bool:
        """Return whether it was given to exactly this question: the same words about the same session."""
        return self.judgement.digest == question.digest(self.judgement.judge)


def scale_of(rubric: Rubric) -> Scale:
    """Return the scale of a rubric as tables name it; two grades are no and yes.

    Raises UsageError for grades that no single key stands for.
    """
    if not isinstance(rubric.scale, Likert):
        return Scale()
    low, high = rubric.scale.low, rubric.scale.high
    if low < 0 or high > _HIGHEST_KEY:
        raise UsageError(f"rubric {rubric.name}: people can be asked for grades from 0 to 9 only, not {low} to {high}")
    return Scale(low, high) if high - low > 1 else Scale()


class AnnotationTable:
    """The labels that people gave in a store; each annotator has one for each question."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def keep(self, session_id: str, question: Question, annotator: str, value: float | None, reason: str) -> None:
        """Keep one label, in a commit of its own; no value marks the question as ambiguous."""
        row = (
            session_id,
            question.rubric.name,
            annotator,
            value,
            int(value is None),
            reason,
            question.digest(annotator),
            str(scale_of(question.rubric)),
            datetime.now(UTC).isoformat(timespec="seconds"),
        )
        self._store.write((_UPSERT, [row]))

    def of_run(self, run_id: str) -> list[Annotation]:
        """Return all labels of a run in order of session, rubric and annotator."""
        rows = self._store.read(
            "SELECT annotations.* FROM annotations JOIN sessions ON sessions.id=annotations.session_id "
            "WHERE sessions.run_id=? ORDER BY sessions.number, rubric, annotator",
            run_id,
        )
        return [_annotation(row) for row in rows]


def _annotation(row: dict[str, Any]) -> Annotation:
    judgement = Judgement(
        rubric=row["rubric"],
        value=row["value"],
        rationale=row["rationale"],
        judge=row["annotator"],
        digest=row["digest"],
    )
    return Annotation(row["session_id"], judgement, bool(row["ambiguous"]), read_scale(row["scale"], row["session_id"]))


def as_table(annotations: Sequence[Annotation]) -> tuple[list[str], list[dict[str, str]]]:
    """Return labels as columns and rows of the table that `dashtalk judge calibrate` reads."""
    people = sorted({found.judgement.judge for found in annotations})
    columns = ["id", "kpi", "scale", *(prefix + person for person in people for prefix in (HUMAN, REASON))]
    rows: dict[tuple[str, str], dict[str, str]] = {}
    for found in annotations:
        name, kpi = instance_name(found.session_id, found.judgement.rubric)
        row = rows.setdefault((name, kpi), {"id": name, "kpi": kpi, "scale": str(found.scale)})
        value = found.judgement.value
        row[HUMAN + found.judgement.judge] = AMBIGUOUS_MARK if value is None else found.scale.word(value)
        row[REASON + found.judgement.judge] = found.judgement.rationale
    return columns, list(rows.values())
