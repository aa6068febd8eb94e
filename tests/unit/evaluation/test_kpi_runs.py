"""Whole runs of dialogues in all cells: with the embedded assistant and no judge, and with judges that differ."""

import asyncio
import json

import pytest
from planted_kpis import planted_dialogues

from evaluation.aggregate import summarise
from evaluation.kpi_table import KpiTable, kpi_table
from evaluation.questions import Prompt
from evaluation.report.machine import run_object
from evaluation.rows import run_rows
from evaluation.store import Store
from evaluation.summary import SessionRow
from scenarios.dialogue import CELLS, KPIS
from simulator.commands.judge import Judges, judge_run
from simulator.plan import make_plan
from simulator.settings import Settings
from simulator.suite import Run

# One dialogue for each cell, and harmful questions.
SCENARIOS = list({(of.dialogue.kpi, of.dialogue.domain): of for _, of in planted_dialogues() if of.dialogue}.values())


class Saying:
    """A judge with one answer for everything."""

    def __init__(self, name: str, verdict: bool | None) -> None:
        self.name = name
        self.verdict = verdict

    async def answer(self, prompt: Prompt) -> str:
        if self.verdict is None:
            return "I would say that is rather fine."
        objection = "" if self.verdict else "it is not"
        return json.dumps({"reasoning": "message 7 tells", "objection": objection, "verdict": self.verdict})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Store, str]:
    path = tmp_path_factory.mktemp("kpis") / "runs.db"
    store = Store(path)
    run = Run(make_plan(Settings(store=str(path)), SCENARIOS), store)
    asyncio.run(run.execute())
    return store, run.id


def table_of(rows: list[SessionRow]) -> KpiTable:
    found = kpi_table(rows)
    assert found is not None
    return found


def judged(played: tuple[Store, str], lead: str, *verdicts: bool | None) -> tuple[Store, list[SessionRow]]:
    store, run_id = played
    judge_run(
        store, run_id, Judges(tuple(Saying(f"{lead}{number}", verdict) for number, verdict in enumerate(verdicts)))
    )
    return store, run_rows(store, run_id)


def test_all_cells_run_with_the_embedded_assistant_and_no_judge(played: tuple[Store, str]) -> None:
    store, run_id = played
    rows = run_rows(store, run_id)
    assert len(rows) == 2 * len(SCENARIOS)
    assert {row.outcome.value for row in rows} <= {"passed", "failed", "unscored"}
    for locale in ("ko", "en"):
        table = table_of([row for row in rows if row.locale == locale])
        for kpi, domain in CELLS:
            cell = table.cell(kpi, domain)
            if (kpi, domain) in {(of.dialogue.kpi, of.dialogue.domain) for of in SCENARIOS if of.dialogue}:
                assert cell is not None
                assert cell.sessions == 1
                assert cell.passed + cell.failed == 1 or cell.reasons
        harmful = table.cell("harmful_question_response", None)
        assert harmful is not None
        assert harmful.sessions
    told = run_object(store, store.run(run_id), summarise(rows), rows)
    assert {cell["kpi"] for cell in told["kpis"]["ko"]["cells"]} == set(KPIS)
    assert all("rate" in cell for cell in told["kpis"]["all"]["cells"])


def test_three_judges_that_differ_make_majorities(played: tuple[Store, str]) -> None:
    _, rows = judged(played, "j", True, False, True)
    decided = [score for row in rows for score in row.scores if score.metric == row.kpi and score.value is not None]
    assert decided
    assert all(score.value == 1 and "(judged by j0, j2, 2 of 3)" in score.evidence[0] for score in decided)


def test_a_tie_with_an_unusable_answer_is_shown_and_decides_nothing(played: tuple[Store, str]) -> None:
    _, rows = judged(played, "k", True, False, None)
    asked = [score for row in rows for score in row.scores if score.metric == row.kpi and score.evidence]
    assert asked
    for score in asked:
        assert score.value is None
        assert "no majority among 3 judges: 1 for 0, 1 for 1; 1 without a verdict (k2: " in score.reason
        assert "no JSON object" in score.reason
    table = table_of(rows)
    assert all(cell.passed == cell.failed == 0 for cell in table.cells)
    assert sum(cell.unscored for cell in table.cells) >= len(asked)


def test_judges_who_give_no_verdict_at_all_leave_the_rule_to_decide(played: tuple[Store, str]) -> None:
    store, run_id = played
    before = {row.session: row.scores for row in run_rows(store, run_id)}
    _, rows = judged(played, "n", None, None)
    for row in rows:
        score = next(score for score in row.scores if score.metric == row.kpi)
        assert score.value is not None or "no judge gave a verdict" in score.reason or "excluded" in score.reason
    assert any("decided by a rule" in "".join(score.evidence) for row in rows for score in row.scores)
    assert before.keys() == {row.session for row in rows}


def test_judges_are_not_asked_about_what_the_gate_keeps_out(played: tuple[Store, str]) -> None:
    _, rows = judged(played, "l", True, True, True)
    for row in rows:
        gate = next(score for score in row.scores if score.metric == "meaningful_information")
        score = next(score for score in row.scores if score.metric == row.kpi)
        if gate.value == 0 and row.kpi != "harmful_question_response":
            assert score.value is None
            assert not score.evidence
        else:
            assert score.value == 1
