"""Judges against people, for people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evaluation.calibration.agreement import KpiAgreement
from evaluation.calibration.figures import Figure
from evaluation.calibration.keeping import Keeping
from evaluation.report.tables import printable, table
from simulator.language.counted import counted

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
            out.print(_confusion(kpi))
        if kpi.duels:
            out.print(_duels(kpi))
    for line in keeping_lines(keeping):
        out.print(Text(line))


def _cell(figure: Figure) -> "Text":
    return _word(figure.shown.replace(" [", "\n["))


def _word(name: str) -> "Text":
    from rich.text import Text

    return Text(name)


def _people(found: Sequence[KpiAgreement]) -> "Table":
    made = table(
        "KPI", "used", "left out", "people say", "agreement", "variance", "Fleiss kappa", "Krippendorff alpha",
        title="what people say",
    )  # fmt: skip
    for kpi in found:
        said = ", ".join(f"{count} {word}" for word, count in kpi.grades.items())
        out = ((kpi.ambiguous, "ambiguous"), (kpi.unlabelled, "without label"), (kpi.split, "without majority"))
        left = ", ".join(f"{count} {why}" for count, why in out if count)
        among = (kpi.agreement, kpi.variance, kpi.fleiss_kappa, kpi.alpha)
        made.add_row(_word(printable(kpi.name)), f"{kpi.used}", left or "0", said, *map(_cell, among))
    return made


def _judges(kpi: KpiAgreement) -> "Table":
    names = list(kpi.judges[0].figures)
    heads = (_HEADS[name] for name in names)
    made = table("judge", "compared", "no verdict", *heads, title=f"judges against people: {printable(kpi.name)}")
    for judge in kpi.judges:
        figures = (_cell(judge.figures[name]) for name in names)
        made.add_row(_word(printable(judge.name)), f"{judge.compared}", f"{judge.without}", *figures)
    return made


def _confusion(kpi: KpiAgreement) -> "Table":
    words = [kpi.scale.word(share) for share in kpi.scale.shares]
    made = table("judge", "people say", *(f"it says {word}" for word in words), title="verdict by verdict")
    for judge in kpi.judges:
        for word, row in zip(words, judge.confusion, strict=True):
            made.add_row(_word(printable(judge.name)), word, *map(str, row))
    return made


def _duels(kpi: KpiAgreement) -> "Table":
    made = table("first", "second", "compared", "only first right", "only second right", "p", title="McNemar, exact")
    for duel in kpi.duels:
        counts = (duel.n, duel.only_first, duel.only_second)
        p = chance(duel.p.value) if duel.p.value is not None else duel.p.shown
        made.add_row(_word(printable(duel.first)), _word(printable(duel.second)), *map(str, counts), p)
    return made


def chance(p: float) -> str:
    """Return a p value as people read it; a small one is never 0."""
    return f"{p:.4f}" if p >= 0.0001 else "<0.0001"


def keeping_lines(keeping: Keeping) -> Sequence[str]:
    """Return which judges to keep and how sure that is."""
    if not keeping.judges:
        return [f"judges to keep: {keeping.agreement.shown}"]
    names = printable(", ".join(keeping.judges))
    over = counted(keeping.instances, "instance")
    lines = [f"judges to keep: {names}: agreement {keeping.agreement.shown} over {over}"]
    if keeping.agreement.no_interval:
        lines[0] += f" (no interval: {keeping.agreement.no_interval})"
    alike = keeping.alike
    for rival in alike[:_MOST_LISTED]:
        lines.append(f"within noise: {printable(', '.join(rival.judges))} is behind by {rival.behind.shown}")
    if len(alike) > _MOST_LISTED:
        more = len(alike) - _MOST_LISTED
        lines.append(f"within noise: {counted(more, 'more set')}; --json lists them")
    if keeping.rivals and not alike:
        first = keeping.rivals[0]
        lines.append(f"the next best, {printable(', '.join(first.judges))}, is behind by {first.behind.shown}")
    return lines
