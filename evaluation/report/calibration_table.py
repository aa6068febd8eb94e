"""Judges against people, for people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evaluation.calibration.agreement import KpiAgreement
from evaluation.calibration.figures import Figure
from evaluation.calibration.keeping import Keeping
from evaluation.report.tables import printable, table

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

_MOST_LISTED = 3
_HEADS = {
    "accuracy": "accuracy",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
    "specificity": "specificity",
    "inverted_mse": "inverted MSE",
    "exact": "same grade",
    "kappa": "kappa",
}


def print_calibration(out: "Console", found: Sequence[KpiAgreement], keeping: Keeping) -> None:
    """Print what people say by KPI, how far judges agree with it, and which judges to keep."""
    from rich.text import Text

    out.print(_people(found))
    for kpi in found:
        if kpi.judges:
            out.print(_judges(kpi))
            for line in _lines(kpi):
                out.print(Text(line))
            out.print()
    for line in keeping_lines(keeping):
        out.print(Text(line))


def _cell(figure: Figure) -> "Text":
    from rich.text import Text

    return Text(figure.shown.replace(" [", "\n["))


def _word(name: str) -> "Text":
    from rich.text import Text

    return Text(printable(name))


def _people(found: Sequence[KpiAgreement]) -> "Table":
    made = table(
        "KPI", "instances", "ambiguous", "no label", "no majority", "used", "people say", "agreement", "variance",
        "Fleiss kappa", "alpha", title="what people say",
    )  # fmt: skip
    for kpi in found:
        said = ", ".join(f"{count} {word}" for word, count in kpi.grades.items())
        counts = (kpi.instances, kpi.ambiguous, kpi.unlabelled, kpi.split, kpi.used)
        among = (kpi.agreement, kpi.variance, kpi.fleiss_kappa, kpi.alpha)
        made.add_row(_word(kpi.name), *map(str, counts), said, *map(_cell, among))
    return made


def _judges(kpi: KpiAgreement) -> "Table":
    names = list(kpi.judges[0].figures)
    heads = (_HEADS[name] for name in names)
    made = table("judge", "compared", "no verdict", *heads, title=f"judges against people: {printable(kpi.name)}")
    for judge in kpi.judges:
        figures = (_cell(judge.figures[name]) for name in names)
        made.add_row(_word(judge.name), str(judge.compared), str(judge.without), *figures)
    return made


def _lines(kpi: KpiAgreement) -> Sequence[str]:
    words = [kpi.scale.word(share) for share in kpi.scale.shares]
    lines = []
    for judge in kpi.judges:
        rows = (
            f"where people say {word}, it says {', '.join(f'{said} {count}' for said, count in zip(words, row, strict=True))}"
            for word, row in zip(words, judge.confusion, strict=True)
        )
        lines.append(f"{printable(judge.name)}: {'; '.join(rows)}")
    for duel in kpi.duels:
        first, second = printable(duel.first), printable(duel.second)
        p = f"p {duel.p.value:.4f}" if duel.p.value is not None else f"p {duel.p.shown}"
        lines.append(
            f"McNemar, {first} against {second}: only {first} right {duel.only_first} times, only {second} "
            f"{duel.only_second} times of {duel.n}: {p}"
        )
    return lines


def keeping_lines(keeping: Keeping) -> Sequence[str]:
    """Return which judges to keep and how sure that is."""
    if not keeping.judges:
        return [f"judges to keep: {keeping.agreement.shown}"]
    names = printable(", ".join(keeping.judges))
    lines = [f"judges to keep: {names}: agreement {keeping.agreement.shown} over {keeping.instances} instances"]
    if keeping.agreement.no_interval:
        lines[0] += f" (no interval: {keeping.agreement.no_interval})"
    alike = keeping.alike
    for rival in alike[:_MOST_LISTED]:
        lines.append(f"within noise: {printable(', '.join(rival.judges))} is behind by {rival.behind.shown}")
    if len(alike) > _MOST_LISTED:
        lines.append(f"within noise: {len(alike) - _MOST_LISTED} more sets; --json lists them")
    if keeping.rivals and not alike:
        first = keeping.rivals[0]
        lines.append(f"the next best, {printable(', '.join(first.judges))}, is behind by {first.behind.shown}")
    return lines
