"""A sweep as one HTML file that needs nothing else: no network, no script, pictures inline."""

from collections.abc import Iterable, Sequence
from html import escape

from evaluation.report.sweep_svg import doses_svg, levels_svg
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

_STYLE = """
body { font-family: sans-serif; margin: 2rem auto; max-width: 64rem; padding: 0 1rem; color: #222; background: #fff; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.1rem; margin-top: 2rem; } figure { margin: 1rem 0; overflow-x: auto; }
div { overflow-x: auto; } table { border-collapse: collapse; font-size: 0.85rem; margin: 0.5rem 0; }
th, td { border-bottom: 1px solid #ddd; padding: 0.25rem 0.6rem; text-align: left; white-space: nowrap; }
th { border-bottom: 2px solid #444; } td { font-variant-numeric: tabular-nums; } li { margin: 0.2rem 0; }
svg { max-width: 100%; height: auto; } .quiet { color: #555; font-size: 0.85rem; }
"""


def sweep_html(
    title: str,
    found: Robustness,
    blames: Sequence[LevelBlame] = (),
    notices: Sequence[str] = (),
    gates: Sequence[str] = (),
) -> str:
    """Return the whole report of a sweep as an HTML document."""
    shown = printable(title)
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(shown)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{escape(shown)}</h1>",
        *(f"<figure>\n{picture}\n</figure>" for picture in (levels_svg(found), doses_svg(found)) if picture),
    ]
    for curve in found.curves:
        parts.append(f"<h2>{escape(printable(curve_title(curve, found.axis)))}</h2>")
        parts.append(_table(header(curve), (cells(curve, point) for point in curve.points)))
        parts.append(_list(sentences(curve, found.axis)))
        parts.append("<h3>Task metrics, mean</h3>")
        parts.append(_table(["component", *(point.level.title for point in curve.points)], metric_rows(curve)))
    if blames:
        parts += ["<h2>Who failed</h2>", _table(BLAME_HEADER, blame_rows(blames))]
        parts.append(f'<p class="quiet">{escape(BLAME_MEANING)}</p>')
    if gates:
        parts += ["<h2>Gates</h2>", _list(gates)]
    parts += ["<h2>How to read this</h2>", _list((*explanation(found), *notices))]
    return "\n".join((*parts, "</body>\n</html>\n"))


def _table(names: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "\n".join(f"<tr>{''.join(f'<td>{escape(printable(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<div><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>"


def _list(lines: Iterable[str]) -> str:
    items = "\n".join(f"<li>{escape(printable(line))}</li>" for line in lines)
    return f"<ul>\n{items}\n</ul>"
