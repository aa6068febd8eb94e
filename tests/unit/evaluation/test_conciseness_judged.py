"""Judges' grades for conciseness stand beside the rule's estimate, where judges were asked."""

import asyncio
import json
from pathlib import Path

import pytest
from planted_kpis import planted_dialogues

from evaluation.kpi_table import kpi_table
from evaluation.questions import Prompt
from evaluation.rows import run_rows
from evaluation.rubric import Likert, load_rubric, rubrics
from evaluation.store import Store
from simulator.commands.judge import Judges, judge_run
from simulator.plan import make_plan
from simulator.registry import UsageError
from simulator.settings import Settings
from simulator.suite import Run

SCENARIOS = list({of.dialogue.kpi: of for _, of in planted_dialogues() if of.dialogue}.values())


class Grading:
    """A judge that grades where it is asked for a number, and says yes otherwise."""

    def __init__(self, name: str, grade: int | None) -> None:
        self.name = name
        self.grade = grade

    async def answer(self, prompt: Prompt) -> str:
        graded = "1 (worst)" in prompt.system or "1(가장 나쁨)" in prompt.system
        verdict = self.grade if graded else True
        objection = "it is long" if graded and verdict not in (None, 3) else ""
        return json.dumps({"reasoning": "message 1 tells", "objection": objection, "verdict": verdict})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Store, str]:
    path = tmp_path_factory.mktemp("grades") / "runs.db"
    store = Store(path)
    run = Run(make_plan(Settings(store=str(path)), SCENARIOS), store)
    asyncio.run(run.execute())
    return store, run.id


def grades(store: Store, run_id: str) -> dict[str, tuple[float | None, float | None]]:
    found = {}
    for row in run_rows(store, run_id):
        scores = {score.metric: score for score in row.scores}
        if judged := scores.get("conciseness_judged"):
            rule = scores.get("conciseness")
            found[f"{row.kpi} {row.locale}"] = (judged.value, rule.value if rule else None)
    return found


def test_nobody_grades_where_no_judge_was_asked(played: tuple[Store, str]) -> None:
    assert grades(*played) == {}


@pytest.mark.parametrize(
    ("given", "median"), [((3, 2, 3), 3.0), ((1, 3, 2), 2.0), ((1,), 1.0), ((3, None, None), None)]
)
def test_the_median_stands_beside_the_rule(
    played: tuple[Store, str], given: tuple[int | None, ...], median: float | None
) -> None:
    store, run_id = played
    name = "-".join(map(str, given))
    judge_run(store, run_id, Judges(tuple(Grading(f"{name}{number}", grade) for number, grade in enumerate(given))))
    found = grades(store, run_id)
    assert len(found) >= 12
    assert {judged for judged, _ in found.values()} == {median}
    assert any(rule is not None for _, rule in found.values())
    assert not any(asked.startswith("harmful") for asked in found)
    table = kpi_table(run_rows(store, run_id))
    assert table is not None
    style = {each.kpi: each for each in table.style}
    assert style["conciseness_judged"].value == median
    assert (style["conciseness_judged"].n == len(found)) == (median is not None)


def test_examples_are_of_the_scale(tmp_path: Path) -> None:
    rubric = rubrics()["kpi_conciseness"]
    assert rubric.scale == Likert(low=1, high=3)
    for locale in ("ko", "en"):
        verdicts = [example.verdict for example in rubric.examples[locale]]
        assert sorted(verdicts) == [1, 2, 3, 3]
    own = tmp_path / "own.yaml"
    exchange = {"driver": "hello", "assistant": "hi", "verdict": True, "why": "short"}
    facts = {"name": "brief", "source": "own", "kinds": ["dialogue"], "scale": {"low": 1, "high": 3}}
    facts |= {
        "question": {"en": "How brief was it all?", "ko": "얼마나 짧게 답했습니까?"},
        "examples": {"en": [exchange]},
    }
    own.write_text(json.dumps(facts), encoding="utf-8")
    with pytest.raises(UsageError, match=r"examples\.en\.0\.verdict: is none of the scale"):
        load_rubric(own)
