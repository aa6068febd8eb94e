"""Labels of people in a store: kept, found again, exported, and brought together with judges' answers."""

from pathlib import Path

import pytest
from drives import Drive, scenario

from evaluation.annotations import AnnotationTable, as_table
from evaluation.calibration.labels import Row, read_instances
from evaluation.calibration.stored import with_stored
from evaluation.judge import Asked
from evaluation.judge_answer import Status
from evaluation.judgements import JudgementTable
from evaluation.open_questions import open_questions
from evaluation.questions import Question
from evaluation.rubric import Rubric
from evaluation.store import Recorder, Store
from simulator.cockpit.labelling import StoreLabelling
from simulator.cockpit.stored_runs import RunsInStore
from simulator.dashboard.labelling import Label
from simulator.events import EndWord, Judgement
from simulator.registry import UsageError

HIDDEN = scenario(kind="hallucination")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "runs.db")


def recorded(store: Store, count: int = 6) -> str:
    run_id = store.begin_run({"suite": "tests", "trials": count, "planned_sessions": count}, {"level_mode": "rule"})
    for number in range(count):
        trajectory = Drive(HIDDEN, "ko").hear("부탁해요.").say(f"{number}번은 할 수 없어요.").end(EndWord.STOP)
        facts = {"scenario_id": HIDDEN.id, "kind": HIDDEN.kind, "locale": "ko", "trial": number}
        session_id = store.begin_session(run_id, number, facts | {"scenario": HIDDEN.model_dump_json()})
        recorder = Recorder(store, session_id)
        for event in trajectory.events:
            recorder(event)
        recorder.flush()
    return run_id


def labelling(store: Store, run_id: str, who: str = "kim", levels: bool = True, seed: int = 0) -> StoreLabelling:
    asked = open_questions(store, run_id, (), "llm" if levels else None)
    return StoreLabelling(RunsInStore(store.path), run_id, who, asked, seed)


def order(made: StoreLabelling) -> list[str]:
    return [" ".join(str(message) for message in made.dialogue(item)) for item in made.items]


def test_sessions_come_in_an_order_of_the_seed_and_the_annotator(store: Store) -> None:
    run_id = recorded(store)
    first = labelling(store, run_id)
    assert len(first.items) == 12
    assert order(first) == order(labelling(store, run_id))
    by_seed = [order(labelling(store, run_id, seed=seed)) for seed in range(5)]
    by_name = [order(labelling(store, run_id, who)) for who in ("kim", "lee", "park", "choi", "jung")]
    for orders in (by_seed, by_name):
        assert len(set(map(tuple, orders))) > 1
        assert all(sorted(one) == sorted(order(first)) for one in orders)
    # The questions of a session stay together.
    assert all(order(first)[at] == order(first)[at + 1] for at in range(0, 12, 2))


def test_what_was_labelled_is_found_again_and_only_by_its_annotator(store: Store) -> None:
    run_id = recorded(store)
    made = labelling(store, run_id)
    made.keep(made.items[0], Label(1, "it says so"))
    made.keep(made.items[1], Label(None, "could be either"))
    again = labelling(store, run_id)
    assert [again.label(item) for item in again.items[:3]] == [
        Label(1, "it says so"),
        Label(None, "could be either"),
        None,
    ]
    assert not any(labelling(store, run_id, "lee").label(item) for item in again.items)
    made.keep(made.items[0], Label(0, "on second thought"))
    assert labelling(store, run_id).label(again.items[0]) == Label(0, "on second thought")


def test_a_label_of_other_words_is_asked_for_again(store: Store) -> None:
    run_id = recorded(store)
    made = labelling(store, run_id)
    made.keep(made.items[0], Label(1, "it says so"))
    store.write(("UPDATE annotations SET digest='older'", [()]))
    assert labelling(store, run_id).label(made.items[0]) is None


def test_judges_are_never_scored_by_what_people_say(store: Store) -> None:
    run_id = recorded(store)
    made = labelling(store, run_id)
    made.keep(made.items[0], Label(1, "it says so"))
    assert JudgementTable(store).panel(run_id) == []


def test_exported_labels_meet_the_answers_of_judges(store: Store) -> None:
    run_id = recorded(store)
    for who, grade in (("kim", 1), ("lee", 1), ("park", 0)):
        made = labelling(store, run_id, who)
        for item in made.items:
            made.keep(item, Label(None if item.key == 0 and who == "park" else grade, "why"))
    table = JudgementTable(store)
    for session_id, question in open_questions(store, run_id, (), "llm"):
        table.add(Asked(session_id, _answer(question, 0.0), Status.VERDICT))
        table.add(Asked(session_id, _answer(question, None, "silent"), Status.UNUSABLE))
    columns, rows = as_table(AnnotationTable(store).of_run(run_id))
    assert columns[:3] == ["id", "kpi", "scale"]
    assert {row["kpi"] for row in rows} == {"limit_awareness", "haeyo"}
    assert sum("#1" in row["id"] for row in rows) == 6
    instances = read_instances("x", columns, [Row("x", row) for row in rows])
    found, missing = with_stored(instances, store)
    assert missing == []
    assert sum(bool(one.ambiguous) for one in found) == 1
    assert all(one.verdict(["m"]) == 0 for one in found)
    assert all([(given.judge, given.value) for given in one.judges] == [("m", 0.0), ("silent", None)] for one in found)


def test_answers_to_an_older_question_do_not_count(store: Store) -> None:
    run_id = recorded(store, 1)
    made = labelling(store, run_id)
    for item in made.items:
        made.keep(item, Label(1, "why"))
    ((session_id, question), *_) = open_questions(store, run_id, (), "llm")
    stale = _answer(question, 1.0).model_copy(update={"digest": "older"})
    JudgementTable(store).add(Asked(session_id, stale, Status.VERDICT))
    columns, rows = as_table(AnnotationTable(store).of_run(run_id))
    table = [Row("x", row) for row in [*rows, {"id": "elsewhere", "kpi": "haeyo", "scale": "binary"}]]
    found, missing = with_stored(read_instances("x", columns, table), store)
    assert all(one.judges == () for one in found)
    assert missing == [f"session elsewhere is not in {store.path}"]


def _answer(question: Question, value: float | None, judge: str = "m") -> Judgement:
    return Judgement(
        rubric=question.rubric.name, value=value, rationale="r", judge=judge, digest=question.digest(judge)
    )


def rubric(low: int, high: int) -> Rubric:
    question = {"en": "How short is what the assistant says?", "ko": "어시스턴트의 말이 얼마나 짧습니까?"}
    facts = {"name": "rubric.brevity", "source": "us", "kinds": ["hallucination"], "question": question}
    return Rubric.model_validate(facts | {"scale": {"low": low, "high": high}})


@pytest.mark.parametrize(("low", "high", "grade", "word"), [(1, 5, 4, "4"), (0, 9, 0, "0"), (1, 2, 1, "yes")])
def test_grades_come_back_as_they_were_given(store: Store, low: int, high: int, grade: int, word: str) -> None:
    run_id = recorded(store, 1)
    asked = [
        pair for pair in open_questions(store, run_id, (rubric(low, high),)) if pair[1].rubric.name != "limit_awareness"
    ]
    made = StoreLabelling(RunsInStore(store.path), run_id, "kim", asked)
    made.keep(made.items[0], Label(grade, "why"))
    again = StoreLabelling(RunsInStore(store.path), run_id, "kim", asked)
    assert again.label(again.items[0]) == Label(grade, "why")
    _, (row,) = as_table(AnnotationTable(store).of_run(run_id))
    assert row["human:kim"] == word


@pytest.mark.parametrize(("low", "high"), [(0, 10), (-1, 1)])
def test_grades_without_a_key_are_refused(store: Store, low: int, high: int) -> None:
    run_id = recorded(store, 1)
    asked = open_questions(store, run_id, (rubric(low, high),))
    with pytest.raises(UsageError, match="grades from 0 to 9 only"):
        StoreLabelling(RunsInStore(store.path), run_id, "kim", asked)
