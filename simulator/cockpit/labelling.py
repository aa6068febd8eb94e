"""The questions of a stored run for one annotator, in a seeded order, and where labels go."""

import random
from collections.abc import Sequence
from typing import Any

from evaluation.annotations import Annotation, AnnotationTable, scale_of
from evaluation.level_modes import REPLY_MARK
from evaluation.questions import Question, facts
from evaluation.store import Store
from scenarios.carbench_scenario import stored_scenario
from simulator.cockpit.stored_runs import RunsInStore
from simulator.dashboard.labelling import Item, Label
from simulator.trajectory import Message


class StoreLabelling:
    """Shows sessions in an order that seed, run and annotator give; the questions of a session stay together."""

    def __init__(
        self,
        stored_runs: RunsInStore,
        run_id: str,
        annotator: str,
        asked: Sequence[tuple[str, Question]],
        seed: int = 0,
    ) -> None:
        self.annotator = annotator
        self._library = stored_runs
        sessions = list(dict.fromkeys(session_id for session_id, _ in asked))
        random.Random(f"{seed} {run_id} {annotator}").shuffle(sessions)
        place = {session_id: number for number, session_id in enumerate(sessions)}
        self._asked = sorted(asked, key=lambda pair: place[pair[0]])
        self.items: Sequence[Item] = [
            self._item(number, session_id, question) for number, (session_id, question) in enumerate(self._asked)
        ]
        known = {
            (found.session_id, found.judgement.rubric): found
            for found in AnnotationTable(self._store).of_run(run_id)
            if found.judgement.judge == annotator
        }
        self._labels = [known.get((session_id, question.rubric.name)) for session_id, question in self._asked]

    @property
    def _store(self) -> Store:
        return self._library.store

    def _item(self, number: int, session_id: str, question: Question) -> Item:
        scale = scale_of(question.rubric)
        _, mark, reply = question.rubric.name.partition(REPLY_MARK)
        told = dict(question.rubric.question)
        if mark:
            return Item(number, told, scale.low, scale.high, int(reply))
        known = self._facts(session_id, question)
        only = known.get("dialogue", {}).get("grade_only_message")
        return Item(number, told, scale.low, scale.high, facts=known, message=only)

    def _facts(self, session_id: str, question: Question) -> dict[str, Any]:
        if not question.rubric.facts:
            return {}
        row = self._store.session(session_id)
        if row is None:
            return {}
        return facts(question.rubric, self._store.trajectory(session_id), stored_scenario(row["scenario"]))

    def dialogue(self, item: Item) -> Sequence[Message]:
        """Return what was heard, said and called; raises UsageError when the session is damaged."""
        return self._store.trajectory(self._asked[item.key][0]).messages()

    def label(self, item: Item) -> Label | None:
        """Return the label that was given to exactly this question; an older one is to be given anew."""
        found = self._labels[item.key]
        _, question = self._asked[item.key]
        if found is None or not found.answers(question):
            return None
        return Label(_grade(found), found.judgement.rationale)

    def keep(self, item: Item, label: Label) -> None:
        """Keep a label in the store."""
        session_id, question = self._asked[item.key]
        value = None if label.grade is None else (label.grade - item.low) / (item.high - item.low)
        AnnotationTable(self._store).keep(session_id, question, self.annotator, value, label.reason)


def _grade(found: Annotation) -> int | None:
    value = found.judgement.value
    return None if value is None else found.scale.low + round(value * (found.scale.high - found.scale.low))
