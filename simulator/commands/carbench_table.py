"""What `dashtalk carbench` prints for people."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from evaluation.report.scorecard import table
from evaluation.statistics import Definition, PassEstimate, pass_at, pass_power
from simulator.commands.output import console

if TYPE_CHECKING:
    from rich.console import Console

    from simulator.commands.carbench_rescore import Tally

_DEFINITIONS: tuple[Definition, ...] = ("first_k", "unbiased")


def print_rescored(tally: "Tally", profile: str, *, to_stderr: bool) -> None:
    """Print how far our scores agree with the recorded ones, and the Pass tables of both."""
    out = console(to_stderr=to_stderr)
    agreeing = tally.scored - tally.differing
    line = f"{tally.entries} trajectories, profile {profile}: {agreeing} agree, {tally.differing} differ"
    for count, what in ((tally.crashed, "crashed where recorded"), (tally.unusable, "could not be scored")):
        line += f", {count} {what}" if count else ""
    out.print(line, markup=False)
    if tally.components:
        differing = ", ".join(f"{name} {count}" for name, count in tally.components.most_common())
        out.print(f"differing components: {differing}", markup=False)
    for family, tasks in tally.outcomes.items():
        _print_pass(out, family, tasks)


def _print_pass(
    out: "Console", family: str, tasks: Mapping[str, Mapping[int, tuple[float | None, float | None]]]
) -> None:
    most = max(len(trials) for trials in tasks.values())
    made = table(
        "definition", "k", "Pass^k", "Pass@k", "recorded Pass^k", "recorded Pass@k", "n", "excluded", title=family
    )
    ours, recorded = (
        {task: {trial: _passed(pair[side]) for trial, pair in trials.items()} for task, trials in tasks.items()}
        for side in (0, 1)
    )
    for definition in _DEFINITIONS:
        for k in range(1, most + 1):
            power = pass_power(ours, k, definition)
            cells = [power, pass_at(ours, k, definition), pass_power(recorded, k, definition)]
            cells.append(pass_at(recorded, k, definition))
            made.add_row(definition, str(k), *map(_shown, cells), str(power.scenarios), str(power.excluded))
    out.print(made)


def _passed(reward: float | None) -> bool | None:
    return None if reward is None else reward == 1.0


def _shown(estimate: PassEstimate) -> str:
    return "unscored" if estimate.value is None else f"{estimate.value:.3f}"
