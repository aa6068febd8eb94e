"""A sweep as Markdown."""

from collections.abc import Iterable, Sequence

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
from evaluation.report.tables import printable
from evaluation.robustness_spec import Robustness
from evaluation.sweep_blame import LevelBlame

_SPECIAL = str.maketrans({character: f"\\{character}" for character in "\\|*_`<[]"})


def sweep_markdown(
    title: str,
    found: Robustness,
    blames: Sequence[LevelBlame] = (),
    notices: Sequence[str] = (),
    gates: Sequence[str] = (),
) -> str:
    """Return the whole report of a sweep as Markdown, without pictures."""
    parts = [f"# {_plain(title)}"]
    for curve in found.curves:
        parts.append(f"## {_plain(curve_title(curve, found.axis))}")
        parts.append(_table(header(curve), (cells(curve, point) for point in curve.points)))
        parts.append(_list(sentences(curve, found.axis)))
        parts.append(_table(["component", *(point.level.title for point in curve.points)], metric_rows(curve)))
    if blames:
        parts += ["## Who failed", _table(BLAME_HEADER, blame_rows(blames)), _plain(BLAME_MEANING)]
    if gates:
        parts += ["## Gates", _list(gates)]
    parts += ["## How to read this", _list((*explanation(found), *notices))]
    return "\n\n".join(parts) + "\n"


def _table(names: Sequence[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [names, ["---"] * len(names), *([_plain(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {_plain(line)}" for line in lines)


def _plain(text: str) -> str:
    """Return text of which nothing is taken for markup."""
    return printable(text).translate(_SPECIAL)
