"""Tables and figures as a terminal shows them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from simulator.language.printable import printable as printable

if TYPE_CHECKING:
    from rich.table import Table


def table(*columns: str, title: str = "") -> "Table":
    """Return an empty table whose cells fold rather than lose text."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    made = Table(box=SIMPLE_HEAD, title=title or None, title_justify="left", title_style="bold", pad_edge=False)
    for column in columns:
        made.add_column(column, overflow="fold")
    return made


def number(value: float | None) -> str:
    """Return a figure with three decimals, or the word for none."""
    return "unscored" if value is None else f"{value:.3f}"


def more(reasons: Sequence[str], times: Mapping[str, int]) -> str:
    """Return how many sessions have reasons that are not told, "" where all are told."""
    return f"; other reasons ({sum(times[reason] for reason in reasons)})" if reasons else ""
