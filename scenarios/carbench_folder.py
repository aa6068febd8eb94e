"""A folder with CAR-bench's official data: which task files it holds, and the tasks in them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, get_args

from pydantic_core import from_json

from scenarios.carbench import FAMILIES, Family, OfficialTask, RowError, parse_row
from simulator.registry import UsageError, unknown

Split = Literal["train", "test", "hidden"]
SPLITS: tuple[Split, ...] = get_args(Split)

# Flat, or as the Hub lays it out.
_TASK_FOLDERS = ("", "tasks")


def task_files(folder: Path) -> dict[tuple[Family, Split], Path]:
    """Return the task files of a folder, flat (`base_train.jsonl`) or as on the Hub (`tasks/base_train.jsonl`).

    Raises UsageError when the folder is none or holds no task file.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder; name the one that holds CAR-bench's data")
    found: dict[tuple[Family, Split], Path] = {}
    for family in FAMILIES:
        for split in SPLITS:
            paths = (folder / inner / f"{family}_{split}.jsonl" for inner in _TASK_FOLDERS)
            path = next((path for path in paths if path.is_file()), None)
            if path is not None:
                found[family, split] = path
    if not found:
        raise UsageError(
            f"{folder}: no task file there; expected for example base_train.jsonl or tasks/base_train.jsonl"
        )
    return found


def read_task_file(path: Path) -> Iterator[OfficialTask]:
    """Iterate over the tasks of a JSONL file; raises UsageError naming file, line and what is wrong with it."""
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _task(line, f"{path}:{number}")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None


def _task(line: bytes, place: str) -> OfficialTask:
    try:
        return parse_row(from_json(line), place)
    except RowError as error:
        raise UsageError(f"{place}: {error}") from None
    except ValueError as error:
        raise UsageError(f"{place}: not valid JSON: {error}") from None


def read_tasks(folder: Path, family: str | None = None, split: str | None = None) -> dict[str, OfficialTask]:
    """Return the tasks of a folder by id, in the order of its files; `family` and `split` narrow it.

    Raises UsageError for a corrupt row, an id given twice, or when nothing is left.
    """
    files = task_files(folder)
    for kind, name, known in (("task family", family, FAMILIES), ("split", split, SPLITS)):
        if name is not None and name not in known:
            raise unknown(kind, name, known)
    wanted = {
        key: path
        for key, path in files.items()
        if (family is None or key[0] == family) and (split is None or key[1] == split)
    }
    if not wanted:
        held = ", ".join(path.name for path in files.values())
        raise UsageError(f"{folder}: holds no {family or 'task'}_{split or '*'}.jsonl, only {held}")
    tasks: dict[str, OfficialTask] = {}
    for path in wanted.values():
        for task in read_task_file(path):
            if task.task_id in tasks:
                raise UsageError(f"{task.source}: task {task.task_id} stands in {tasks[task.task_id].source} already")
            tasks[task.task_id] = task
    return tasks


def pick_tasks(tasks: Mapping[str, OfficialTask], wanted: tuple[str, ...]) -> dict[str, OfficialTask]:
    """Return the named tasks, all when none is named; raises UsageError for an unknown id."""
    for name in wanted:
        if name not in tasks:
            raise unknown("task", name, tasks)
    return {name: tasks[name] for name in wanted} if wanted else dict(tasks)
