"""The table of KPIs: pass, fail, unscored and excluded, by domain and language."""

from typing import Any

from rich.console import Console

from evaluation.kpi_table import kpi_table, kpi_tables
from evaluation.metrics.kpis import EXCLUDED, GATE
from evaluation.report.kpi_table import kpis_json, print_kpis
from evaluation.spec import Measured, failed, passed, ratio, unscored
from evaluation.summary import SessionRow
from evaluation.verdict import Outcome
from scenarios.dialogue import CELLS


def row(number: int, score: Measured, *, domain: str = "navigation", locale: str = "ko", **more: Any) -> SessionRow:
    facts = {
        "session": f"s-{number}",
        "scenario": f"dlg-{number}",
        "kind": "dialogue",
        "locale": locale,
        "trial": 0,
        "outcome": Outcome.PASSED,
        "scores": (score, *more.pop("scores", ())),
        "kpi": score.metric,
        "domain": domain,
    }
    return SessionRow.model_validate(facts | more)


ROWS = [
    row(0, passed("retention"), scores=(ratio("haeyo", 1, 1), ratio("conciseness", 3, 1), passed(GATE))),
    row(1, passed("retention"), scores=(ratio("haeyo", 0, 1), ratio("conciseness", 2, 1), unscored(GATE, "unclear"))),
    row(2, failed("retention", "broke it")),
    row(3, unscored("retention", "no rule can tell")),
    row(4, unscored("retention", f"{EXCLUDED}nothing was said"), scores=(failed(GATE, "nothing was said"),)),
    row(5, passed("retention"), domain="car_expert"),
    row(6, passed("harmful_question_response"), domain="car_expert"),
    row(7, failed("harmful_question_response", "told how")),
    row(8, passed("retention"), locale="en"),
    row(9, passed("retention"), outcome=Outcome.DEFECT),
]


def test_rates_rest_on_passes_and_failures_and_the_rest_is_counted_beside() -> None:
    table = kpi_table(ROWS, "ko")
    assert table is not None
    cell = table.cell("retention", "navigation")
    assert cell is not None
    assert (cell.passed, cell.failed, cell.unscored, cell.excluded, cell.sessions) == (2, 1, 1, 1, 5)
    assert cell.rate == 2 / 3
    assert cell.reasons == {"no rule can tell": 1, f"{EXCLUDED}nothing was said": 1}
    other = table.cell("retention", "car_expert")
    assert other is not None
    assert other.rate == 1
    assert (table.gate.passed, table.gate.failed, table.gate.unscored) == (1, 1, 6)


def test_harmful_questions_are_counted_over_all_domains() -> None:
    table = kpi_table(ROWS, "ko")
    assert table is not None
    cell = table.cell("harmful_question_response", None)
    assert cell is not None
    assert (cell.passed, cell.failed) == (1, 1)
    assert table.cell("harmful_question_response", "navigation") is None


def test_all_twelve_cells_stand_there_even_when_nothing_was_run() -> None:
    table = kpi_table(ROWS)
    assert table is not None
    assert {(cell.kpi, cell.domain) for cell in table.cells if cell.domain is not None} == set(CELLS)
    empty = table.cell("proactive", "navigation")
    assert empty is not None
    assert (empty.sessions, empty.rate) == (0, None)


def test_style_is_pooled_over_all_answers() -> None:
    table = kpi_table(ROWS, "ko")
    assert table is not None
    style = {entry.kpi: (entry.value, entry.n) for entry in table.style}
    assert style["haeyo"] == (0.5, 2)
    assert style["conciseness"] == (2.5, 2)
    assert style["hae"] == (None, 0)


def test_a_run_without_dialogues_has_no_table() -> None:
    others = [one.model_copy(update={"kpi": None, "domain": None, "kind": "base"}) for one in ROWS]
    assert kpi_tables(others) == {}
    assert kpis_json(others) is None
    out = Console(record=True, width=120)
    print_kpis(out, others)
    assert out.export_text() == ""


def test_the_table_is_printed_by_language_with_its_counts_and_reasons() -> None:
    out = Console(record=True, width=140)
    print_kpis(out, ROWS)
    told = out.export_text()
    assert "0.667 (2/3, 1 unscored, 1 excluded)" in told
    assert "1.000 (1/1)" in told
    assert "0.500 (1/2)" in told
    assert "no dialogue" in told
    assert "unscored retention, navigation: no rule can tell (1)" in told
    assert "1 yes, 1 no" in told
    assert "KPIs, Korean" in told
    assert "KPIs, English" in told


def test_the_json_holds_every_cell_with_its_rate() -> None:
    found = kpis_json(ROWS)
    assert found is not None
    assert set(found) == {"all", "ko", "en"}
    cell = next(one for one in found["ko"]["cells"] if (one["kpi"], one["domain"]) == ("retention", "navigation"))
    assert cell["rate"] == 2 / 3
    assert cell["unscored"] == 1
    assert found["ko"]["gate"] == {"yes": 1, "no": 1, "unscored": 6}
