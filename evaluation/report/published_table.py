"""A run beside published figures, for people: what differs comes first."""

from typing import TYPE_CHECKING

from evaluation.published import Comparison
from evaluation.report.tables import table

if TYPE_CHECKING:
    from rich.console import Console

_SHORT = {"base": "base", "hallucination": "hall.", "disambiguation": "disamb."}


def print_beside(out: "Console", comparison: Comparison) -> None:
    """Print a comparison: the conditions that differ, then this run in one table with the published rows."""
    for line in comparison.lines():
        out.print(line, markup=False, soft_wrap=True)
    found = comparison.table
    kinds = found.conditions.kinds
    made = table(
        "assistant",
        "SCORE",
        *(f"{_SHORT.get(kind, kind)} {'/'.join(found.columns)}" for kind in kinds),
        title=found.title,
    )
    mark = "this run" if comparison.comparable else "this run (other conditions)"
    own = ["/".join(_share(comparison.figures[kind][column]) for column in found.columns) for kind in kinds]
    made.add_row(mark, _share(comparison.score), *own, style="bold")
    for row in found.rows:
        figures = ["/".join(_share(row.figures(kind)[column]) for column in found.columns) for kind in kinds]
        made.add_row(row.assistant + (" *" if row.readme_only else ""), _share(row.score), *figures)
    out.print(made)
    if any(row.readme_only for row in found.rows):
        out.print(f"* {found.source}", markup=False, soft_wrap=True)


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}".removeprefix("0")
