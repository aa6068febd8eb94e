"""The KPIs of dialogues as a terminal shows them, and as one JSON object."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evaluation.kpi_table import KpiCell, KpiTable, kpi_tables
from evaluation.metrics.kpis import EXCLUDED
from evaluation.report.tables import more, number, printable, table
from evaluation.summary import SessionRow
from scenarios.dialogue import KPIS
from simulator.channel import LANGUAGES

if TYPE_CHECKING:
    from rich.console import Console

_TITLES = {
    "hae": "hae (speech level)",
    "haeyo": "haeyo (speech level)",
    "hapsyo": "hapsyo (speech level)",
    "conciseness": "conciseness, 1 to 3 (estimated, rule)",
    "conciseness_judged": "conciseness, 1 to 3 (judges)",
}
_MOST_REASONS = 3


def print_kpis(out: "Console", rows: Sequence[SessionRow]) -> None:
    """Print one table of KPIs for each language in which dialogues were held; nothing without dialogues."""
    tables = kpi_tables(rows)
    for name, found in tables.items():
        if name != "all":
            _print(out, LANGUAGES[name], found)


def _print(out: "Console", language: str, found: KpiTable) -> None:
    made = table("KPI", "Navigation", "Car Expert", "all", title=f"KPIs, {language}: rate (passed/decided)")
    for kpi in KPIS:
        cells = [found.cell(kpi, domain) for domain in ("navigation", "car_expert", None)]
        if any(cells):
            made.add_row(kpi.replace("_", " "), *map(_words, cells))
    for style in found.style:
        if style.n or style.unscored:
            open_ones = f", {style.unscored} unscored" if style.unscored else ""
            made.add_row(_TITLES[style.kpi], "", "", f"{number(style.value)} ({style.n}{open_ones})")
    out.print(made)
    gate = found.gate
    out.print(
        f"meaningful information: {gate.passed} yes, {gate.failed} no (their KPIs are excluded, but for harmful "
        f"questions), {gate.unscored} not known and let through",
        markup=False,
        soft_wrap=True,
    )
    for cell in found.cells:
        reasons = [reason for reason in cell.reasons if not reason.startswith(EXCLUDED)]
        if cell.unscored and reasons:
            where = f", {cell.domain.replace('_', ' ')}" if cell.domain else ""
            told = "; ".join(f"{reason} ({cell.reasons[reason]})" for reason in reasons[:_MOST_REASONS])
            told += more(reasons[_MOST_REASONS:], cell.reasons)
            out.print(f"unscored {cell.kpi}{where}: {printable(told)}", markup=False, soft_wrap=True, style="dim")


def _words(cell: KpiCell | None) -> str:
    if cell is None:
        return ""
    if not cell.sessions:
        return "no dialogue"
    further = [f"{count} {word}" for count, word in ((cell.unscored, "unscored"), (cell.excluded, "excluded")) if count]
    decided = f"{cell.passed}/{cell.passed + cell.failed}"
    return f"{number(cell.rate)} ({', '.join((decided, *further))})"


def kpis_json(rows: Sequence[SessionRow]) -> dict[str, Any] | None:
    """Return the KPIs of all dialogues and of each language, None where there are none."""
    tables = kpi_tables(rows)
    return {name: _table_json(found) for name, found in tables.items()} or None


def _table_json(found: KpiTable) -> dict[str, Any]:
    return {
        "cells": [cell.model_dump(mode="json") | {"rate": cell.rate} for cell in found.cells],
        "style": [style.model_dump(mode="json") for style in found.style],
        "gate": {
            "yes": found.gate.passed,
            "no": found.gate.failed,
            "unscored": found.gate.unscored,
        },
    }
