"""Judgements on disk: one row per rubric, session and judge, each there as soon as it was given."""

from collections.abc import Sequence

from evaluation.questions import Question
from evaluation.store import Store
from simulator.events import Judgement

PENDING = "not asked yet"


class JudgementTable:
    """The judgements of a store.

    Only those of the panel that was last set for a run count in its scores; the others are kept as a cache.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def counted(self, session_id: str) -> list[Judgement]:
        """Return the judgements of the panel, in order of rubric and judge."""
        rows = self._store.read(
            "SELECT rubric, value, rationale, judge, digest FROM judgements WHERE session_id=? AND counted=1 "
            "ORDER BY rubric, judge",
            session_id,
        )
        return [Judgement(**row) for row in rows]

    def cached(self, digest: str) -> Judgement | None:
        """Return the judgement given before to the very same question by the same judge, None unless it had a value."""
        rows = self._store.read(
            "SELECT rubric, value, rationale, judge, digest FROM judgements WHERE digest=? AND value IS NOT NULL "
            "LIMIT 1",
            digest,
        )
        return Judgement(**rows[0]) if rows else None

    def set_panel(self, run_id: str, asked: Sequence[tuple[str, Question]], judges: Sequence[str]) -> None:
        """Let only these judges count in a run, each with its cached judgement or as not asked yet.

        A judge that is never reached therefore still counts as asked, and half a panel decides nothing.
        """
        rows = []
        for session_id, question in asked:
            for judge in judges:
                digest = question.digest(judge)
                known = self.cached(digest)
                value, rationale = (known.value, known.rationale) if known else (None, PENDING)
                rows.append((session_id, question.rubric.name, judge, value, rationale, digest, 1))
        self._store.write(
            (
                "UPDATE judgements SET counted=0 WHERE session_id IN (SELECT id FROM sessions WHERE run_id=?)",
                [(run_id,)],
            ),
            ("INSERT OR REPLACE INTO judgements VALUES (?, ?, ?, ?, ?, ?, ?)", rows),
        )

    def add(self, session_id: str, judgement: Judgement) -> None:
        """Keep one judgement that counts, in a commit of its own."""
        row = (
            session_id,
            judgement.rubric,
            judgement.judge,
            judgement.value,
            judgement.rationale,
            judgement.digest,
            1,
        )
        self._store.write(("INSERT OR REPLACE INTO judgements VALUES (?, ?, ?, ?, ?, ?, ?)", [row]))
