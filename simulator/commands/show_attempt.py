"""`dashtalk show SESSION~N`: an attempt at a session that was set aside."""

import argparse
from typing import Any

from rich.text import Text

from evaluation.attempts import MARK
from evaluation.report.scorecard import printable
from evaluation.store import Store
from evaluation.validity_aside import attempts_aside
from simulator.commands.event_lines import numbered_lines
from simulator.commands.output import console, write_json
from simulator.registry import UsageError
from simulator.settings import resolve


def show_attempt(store: Store, arguments: argparse.Namespace, stored: dict[str, Any], attempt: str) -> int:
    """Show an attempt of a stored session event by event, and why it was set aside; raises UsageError."""
    from evaluation.cost import costs, read_prices
    from evaluation.report.cost_table import print_costs

    name = f"{stored['id']}{MARK}{attempt}"
    aside = dict(attempts_aside(store, str(stored["id"]), str(stored["scenario"])))
    if name not in aside:
        there = f"there are {', '.join(aside)}" if aside else "none of its attempts was set aside"
        raise UsageError(f"unknown attempt '{name}': {there}")
    reasons = aside[name]
    trajectory = store.trajectory(name)
    taken = costs([trajectory], read_prices(resolve(vars(arguments), arguments.config).prices))
    if arguments.json:
        found = {"session": stored["id"], "run": stored["run_id"], "attempt": name, "set_aside_because": list(reasons)}
        found |= {"store": str(store.path), "cost": taken.as_json()}
        write_json(arguments.json, found | {"events": [event.model_dump(mode="json") for event in trajectory.events]})
        return 0
    out = console()
    for event in trajectory.events:
        for style, line in numbered_lines(event):
            out.print(Text(printable(line), style=style), soft_wrap=True)
    out.print(f"set aside: {printable('; '.join(reasons))}", style="bold", markup=False, soft_wrap=True)
    print_costs(out, taken)
    return 0
