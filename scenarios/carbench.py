"""CAR-bench's official tasks: the row format of the published dataset, and what is needed to play a task."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal, cast, get_args

from pydantic_core import from_json

from scenarios.schema import ExpectedCall
from simulator.registry import UsageError, unknown
from simulator.tools.catalogue import toolset as tools_of
from simulator.tools.toolset import Toolset
from simulator.vehicle.state import VehicleState

Family = Literal["base", "hallucination", "disambiguation"]
TaskType = Literal[
    "base",
    "hallucination_missing_tool",
    "hallucination_missing_tool_parameter",
    "hallucination_missing_tool_response",
    "disambiguation_internal",
    "disambiguation_user",
]
FAMILIES: tuple[Family, ...] = get_args(Family)
TASK_TYPES: tuple[TaskType, ...] = get_args(TaskType)
TOOLSET = "carbench"

_TEXTS = ("task_id", "calendar_id", "persona", "instruction", "task_type")
_JSON_COLUMNS = ("actions", "context_init_config", "removed_part")
_ELEMENTS = ("disambiguation_element_internal", "disambiguation_element_user", "disambiguation_element_note")
COLUMNS = (
    "task_id",
    "calendar_id",
    "actions",
    "persona",
    "instruction",
    "context_init_config",
    "task_type",
    *_ELEMENTS,
    "removed_part",
)
"""The eleven columns of a row in their published order."""


class RowError(Exception):
    """A task row cannot be used; the message says which column and why, the caller knows file and line."""


@dataclass(frozen=True, slots=True)
class OfficialAction:
    """One action of the ground truth as published; `index` is informative only."""

    name: str
    kwargs: Mapping[str, Any]
    index: int | None = None
    dependent_on_action_index: int | None = None

    def row(self) -> dict[str, Any]:
        """Return the action in the published shape."""
        return {
            "name": self.name,
            "kwargs": dict(self.kwargs),
            "index": self.index,
            "dependent_on_action_index": self.dependent_on_action_index,
        }


@lru_cache(maxsize=512)
def toolset_without(removed: tuple[str, ...]) -> Toolset:
    """Return the reference's 57 tools with a task's removals; shared, since a toolset never changes."""
    return Toolset(TOOLSET, removed)


@dataclass(frozen=True)
class OfficialTask:
    """One task with its columns as published; `actions`, `context_init_config` and `removed_part` are decoded.

    `source` is where the row was read, for messages: `FILE:LINE`.
    """

    task_id: str
    calendar_id: str
    actions: tuple[OfficialAction, ...]
    persona: str
    instruction: str
    context_init_config: Mapping[str, Any]
    task_type: TaskType
    disambiguation_element_internal: str | None = None
    disambiguation_element_user: str | None = None
    disambiguation_element_note: str | None = None
    removed_part: tuple[str, ...] | None = None
    source: str = field(default="", compare=False)

    @property
    def family(self) -> Family:
        """Which of the three families the task belongs to."""
        return cast(Family, self.task_type.partition("_")[0])

    @property
    def removed(self) -> tuple[str, ...]:
        """What the task takes away, in the published notation; empty outside the hallucination family."""
        return self.removed_part or ()

    @cached_property
    def initial_state(self) -> VehicleState:
        """The car at the start; raises UsageError for a variable the car does not have or a value it refuses."""
        return VehicleState.from_flat(self.context_init_config)

    @property
    def toolset(self) -> Toolset:
        """The tools the assistant is offered: the reference's 57 without what the task takes away."""
        return toolset_without(self.removed)

    @property
    def expected(self) -> tuple[ExpectedCall, ...]:
        """The ground truth as expected calls."""
        return tuple(ExpectedCall(tool=action.name, arguments=dict(action.kwargs)) for action in self.actions)

    def columns(self) -> dict[str, Any]:
        """Return the eleven columns with decoded JSON, as result files carry them."""
        removed = None if self.removed_part is None else list(self.removed_part)
        row: dict[str, Any] = {name: getattr(self, name) for name in COLUMNS}
        return row | {
            "actions": [action.row() for action in self.actions],
            "context_init_config": dict(self.context_init_config),
            "removed_part": removed,
        }


def parse_row(row: Any, source: str = "", *, strict: bool = True) -> OfficialTask:
    """Return the task of a row; its JSON columns may be texts (as published) or decoded (as in result files).

    `strict` also builds the car, looks the ground truth's tools up and checks the removals. Raises RowError naming the
    column; columns beyond the published eleven are ignored.
    """
    if not isinstance(row, dict):
        raise RowError(f"a task row must be a JSON object, this is {_kind(row)}")
    missing = [name for name in COLUMNS if name not in row and name not in (*_ELEMENTS, "removed_part")]
    if missing:
        raise RowError(f"column '{missing[0]}' is missing")
    for name in _TEXTS:
        if not isinstance(row[name], str):
            raise RowError(f"column '{name}' must be a text, this is {_kind(row[name])}")
    for name in _ELEMENTS:
        if not isinstance(row.get(name), str | None):
            raise RowError(f"column '{name}' must be a text or null, this is {_kind(row[name])}")
    if row["task_type"] not in TASK_TYPES:
        raise RowError(f"task {row['task_id']}: {unknown('task type', row['task_type'], TASK_TYPES)}")
    task = OfficialTask(
        task_id=row["task_id"],
        calendar_id=row["calendar_id"],
        actions=_actions(_decoded(row, "actions")),
        persona=row["persona"],
        instruction=row["instruction"],
        context_init_config=_context(_decoded(row, "context_init_config")),
        task_type=row["task_type"],
        disambiguation_element_internal=row.get("disambiguation_element_internal"),
        disambiguation_element_user=row.get("disambiguation_element_user"),
        disambiguation_element_note=row.get("disambiguation_element_note"),
        removed_part=_removed(_decoded(row, "removed_part")),
        source=source,
    )
    if strict:
        _check(task)
    return task


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


def _decoded(row: dict[str, Any], name: str) -> Any:
    value = row.get(name)
    if not isinstance(value, str):
        return value
    try:
        return from_json(value)
    except ValueError as error:
        raise RowError(f"column '{name}' holds no valid JSON: {error}") from None


def _actions(value: Any) -> tuple[OfficialAction, ...]:
    if not isinstance(value, list):
        raise RowError(f"column 'actions' must hold a list, this is {_kind(value)}")
    actions: list[OfficialAction] = []
    for number, action in enumerate(value):
        if not isinstance(action, dict) or not isinstance(action.get("name"), str):
            raise RowError(f"column 'actions': action {number} has no name")
        arguments = action.get("kwargs")
        if not isinstance(arguments, dict):
            raise RowError(f"column 'actions': action {number} has no 'kwargs' object")
        index = action.get("index")
        depends = action.get("dependent_on_action_index")
        actions.append(OfficialAction(action["name"], arguments, index, depends))
    return tuple(actions)


def _context(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RowError(f"column 'context_init_config' must hold an object, this is {_kind(value)}")
    return value


def _removed(value: Any) -> tuple[str, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise RowError("column 'removed_part' must hold a list of texts or null")
    return tuple(value)


def _check(task: OfficialTask) -> None:
    try:
        _ = task.initial_state
    except UsageError as error:
        raise RowError(f"task {task.task_id}: column 'context_init_config': {error}") from None
    known = {spec.name for spec in tools_of(TOOLSET)}
    for number, action in enumerate(task.actions):
        if action.name not in known:
            raise RowError(
                f"task {task.task_id}: column 'actions': action {number}: {unknown('tool', action.name, known)}"
            )
    if (task.family == "hallucination") != bool(task.removed):
        raise RowError(f"task {task.task_id}: column 'removed_part' belongs to hallucination tasks, and they need it")
    try:
        _ = task.toolset
    except UsageError as error:
        raise RowError(f"task {task.task_id}: column 'removed_part': {error}") from None
