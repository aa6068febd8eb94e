"""`dashtalk carbench import`, `oracle` and `export`: official data in, ground truths carried out, results out."""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evaluation.damage import sound_trajectory
from evaluation.formats.carbench_export import entry_of
from evaluation.profiles.oracle import oracle_row
from evaluation.profiles.quirks import CARBENCH
from evaluation.profiles.stored import NotComparable, score_ours
from evaluation.rows import is_unfinished
from evaluation.store import Store
from evaluation.verdict import Outcome
from scenarios.carbench_folder import pick_tasks, read_tasks
from scenarios.carbench_scenario import OfficialScenario, stored_scenario
from scenarios.schema import Scenario
from simulator.commands.carbench_data import json_line, open_world, say, writer
from simulator.commands.output import check_writable, console, write_text
from simulator.commands.run import open_store
from simulator.registry import UsageError
from simulator.settings import resolve

EXIT_INCOMPLETE = 3


def import_data(arguments: argparse.Namespace) -> int:
    """Read the official files into a database once, and say what they hold and lack."""
    folder = Path(arguments.folder)
    # First the tasks: a corrupt one is told before the long part begins.
    tasks = read_tasks(folder)
    world = open_world(folder, told=True)
    print(f"imported into {world.path}")
    counts = Counter(task.source.rpartition("/")[2].partition(":")[0] for task in tasks.values())
    print(f"{len(tasks)} tasks: {', '.join(f'{name} {count}' for name, count in counts.items())}")
    print(f"{len(world.places())} cities, {len(world.contacts())} contacts")
    for line in world.missing:
        print(f"missing {line}")
    return 0


def oracle(arguments: argparse.Namespace) -> int:
    """Carry out ground truths; exit code 3 when one met an error, which a complete dataset never gives."""
    check_writable(arguments.json, "--json")
    folder = Path(arguments.folder)
    tasks = pick_tasks(read_tasks(folder, arguments.family, arguments.split), tuple(arguments.task))
    world = open_world(folder)
    partial = bool(world.missing)
    failing: list[str] = []
    with writer(arguments.json) as out:
        for task in tasks.values():
            row = oracle_row(task, world, partial=partial)
            failing += [f"{task.task_id}: {error}" for error in (*row["tool_errors"], *row["policy_errors"])]
            if out is not None:
                out.write(json_line(row))
    for line in failing:
        say(line)
    summary = f"{len(tasks)} ground truths carried out, {len(failing)} errors"
    note = "; the dataset lacks the big route and place files" if partial else ""
    console(to_stderr=arguments.json == "-").print(f"{summary}{note}", markup=False)
    return EXIT_INCOMPLETE if failing and not partial else 0


def export(arguments: argparse.Namespace) -> int:
    """Write a stored run as a result file of the reference's format."""
    check_writable(arguments.out, "--out")
    store = open_store(resolve(vars(arguments), arguments.config), create=False)
    run = store.run(arguments.id)
    world = open_world(Path(arguments.dataset)) if arguments.dataset else None
    entries: list[dict[str, Any]] = []
    indexes: dict[str, int] = {}
    left_out = undecided = 0
    for row, scenario in _sessions(store, run["id"]):
        if row["outcome"] not in (Outcome.PASSED, Outcome.FAILED, Outcome.UNSCORED) or is_unfinished(row):
            left_out += 1
            continue
        if isinstance(scenario, OfficialScenario):
            scenario = scenario if world is None else scenario.in_world(world)
        trajectory = sound_trajectory(store, row)
        try:
            score = score_ours(trajectory, scenario, CARBENCH)
        except NotComparable:
            left_out += 1
            continue
        undecided += bool(score.undecided)
        index = indexes.setdefault(scenario.id, len(indexes))
        entries.append(entry_of(trajectory, scenario, score, task_index=index))
    if not entries:
        raise UsageError(f"run {run['id']} has no session that can be written as a CAR-bench result")
    write_text(arguments.out, json.dumps(entries, ensure_ascii=False, indent=2, allow_nan=False) + "\n", "--out")
    if left_out:
        why = "defects, invalid and unfinished ones, and kinds the reference does not have"
        say(f"{left_out} sessions are left out: {why}")
    if undecided:
        say(f"in {undecided} sessions something that needs a judge is null, as without the reference's policy judge")
    return 0


def _sessions(store: Store, run_id: str) -> Iterator[tuple[dict[str, Any], Scenario]]:
    for row in store.sessions(run_id):
        yield row, stored_scenario(row["scenario"])
