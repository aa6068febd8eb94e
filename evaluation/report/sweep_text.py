"""A sweep as a terminal shows it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evaluation.report.sweep_words import (
    BLAME_HEADER,
    BLAME_MEANING,
    blame_rows,
    cells,
    curve_title,
    explanation,
    header,
    metric_rows,
    sentences,
)
from evaluation.report.tables import printable, table
from evaluation.robustness_spec import Robustness
from evaluation.sweep_blame import LevelBlame

if TYPE_CHECKING:
    from rich.console import Console


def print_sweep(
    out: "Console",
    title: str,
    found: Robustness,
    blames: Sequence[LevelBlame],
    notices: Sequence[str] = (),
    *,
    details: bool = False,
) -> None:
    """Print the curves of a sweep as tables with what follows from them, and who failed.

    `details` adds the components' means.
    """
    out.print(printable(title), markup=False, style="bold", soft_wrap=True)
    for curve in found.curves:
        made = table(*header(curve, narrow=True), title=printable(curve_title(curve, found.axis)))
        for point in curve.points:
            made.add_row(*cells(curve, point, narrow=True))
        out.print(made)
        if details:
            more = table("component", *(point.level.title for point in curve.points), title="task metrics, mean")
            for row in metric_rows(curve):
                more.add_row(*row)
            out.print(more)
        for line in sentences(curve, found.axis):
            out.print(f"  {printable(line)}", markup=False, soft_wrap=True)
    if blames:
        who = table(*BLAME_HEADER, title="who failed")
        for row in blame_rows(blames):
            who.add_row(*row)
        out.print(who)
        out.print(BLAME_MEANING, markup=False, soft_wrap=True, style="dim")
    for line in explanation(found):
        out.print(line, markup=False, soft_wrap=True, style="dim")
    for notice in notices:
        out.print(f"note: {printable(notice)}", markup=False, soft_wrap=True)
