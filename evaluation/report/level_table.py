"""Ways to decide speech levels against people, for people."""

from typing import TYPE_CHECKING

from evaluation.calibration.agreement import Duel
from evaluation.level_comparison import LevelComparison
from evaluation.report.calibration_table import chance
from evaluation.report.tables import printable, table

if TYPE_CHECKING:
    from rich.console import Console


def print_level_comparison(out: "Console", found: LevelComparison) -> None:
    """Print the agreement of each mode with people, and what tells judges alone from judges after the rule."""
    from rich.text import Text

    told = f"{found.replies} replies that people decided, {found.left_out} left out; "
    out.print(Text(f"{told}{found.unmarked} show no level and count as kept"))
    out.print(Text(f"rule: agreement with people {found.rule.shown}"))
    if not found.models:
        out.print(Text("no judge answered: add columns judge:NAME, or ask with --judge-model NAME"))
        return
    made = table(
        "judge", "replies", "no verdict", "rule", "llm", "hybrid", "llm against hybrid", "rule against hybrid",
        title="agreement with people, and McNemar's test (exact)",
    )  # fmt: skip
    for model in found.models:
        shares = (Text(figure.shown.replace(" [", "\n[")) for figure in (model.rule, model.llm, model.hybrid))
        duels = (_told(model.llm_against_hybrid), _told(model.rule_against_hybrid))
        made.add_row(Text(printable(model.judge)), f"{model.n}", f"{model.without}", *shares, *duels)
    out.print(made)


def _told(duel: Duel) -> str:
    if duel.p.value is None:
        return duel.p.shown
    return f"{duel.only_first} to {duel.only_second}, p {chance(duel.p.value)}"
