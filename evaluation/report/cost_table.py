"""What the language models of a run took, for people."""

from typing import TYPE_CHECKING

from evaluation.cost import Costs
from evaluation.report.tables import printable, table
from simulator.language.counted import counted

if TYPE_CHECKING:
    from rich.console import Console


def print_costs(out: "Console", costs: Costs) -> None:
    """Print calls, tokens, time and money by role and model; nothing when no model was asked."""
    from rich.text import Text

    if not costs.rows:
        return
    made = table(
        "role", "model", "calls", "prompt", "cached", "completion", "reasoning", "p50 ms", "1st token ms", "cost",
        title="language models",
    )  # fmt: skip
    for row in costs.rows:
        calls = f"{row.calls}" + (f", {row.failed} failed" if row.failed else "")
        calls += f", {row.cached_responses} kept from before" if row.cached_responses else ""
        calls += f", {row.retries} retries" if row.retries else ""
        counts = (row.prompt_tokens, row.cached_tokens, row.completion_tokens, row.reasoning_tokens)
        made.add_row(
            row.role,
            Text(printable(row.model or "(not named)")),
            calls,
            *("unknown" if count is None else str(count) for count in counts),
            *("-" if time is None else f"{time:.0f}" for time in (row.latency_p50_ms, row.first_token_p50_ms)),
            _money(row.cost, costs.currency),
        )
    out.print(made)
    totals = costs.totals
    out.print(
        f"{totals['calls']} calls: {totals['failed']} without an answer, {totals['cached_responses']} answered from the"
        f" cache, {totals['retries']} retries",
        soft_wrap=True,
    )
    out.print(f"cost in all: {_money(costs.total, costs.currency)}", soft_wrap=True)
    if costs.attempts:
        attempts = "1 attempt" if costs.attempts == 1 else f"{costs.attempts} attempts"
        out.print(
            f"of it on attempts set aside: {_money(costs.aside_total, costs.currency)}"
            f" ({attempts}, {counted(costs.aside_calls, 'call')})",
            soft_wrap=True,
        )
    for row in costs.rows:
        if row.cost is None:
            out.print(f"cost of the {row.role} unknown: {printable(row.reason)}", markup=False, soft_wrap=True)


def _money(amount: float | None, currency: str) -> str:
    return "unknown" if amount is None else f"{amount:.4f} {currency}"
