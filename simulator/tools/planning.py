"""The planning tool: a list of steps the assistant keeps for itself."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict, get_args

from simulator.events import FaultKind
from simulator.tools.parameters import ToolValue
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, PlanStore, ToolFault, tool

Command = Literal["create", "update", "list", "get", "set_active", "mark_steps", "delete"]
StepStatus = Literal["not_started", "in_progress", "completed", "blocked"]
READY = "executable_but_not_started"
WAITING = "unresolved_dependencies_and_not_started"


class PlanStep(TypedDict):
    """One step and the indices of the steps it waits for."""

    step_description: str
    step_dependent_on: list[int]


class StepUpdate(TypedDict):
    """A new status or note for one step."""

    step_index: int
    step_status: NotRequired[StepStatus]
    step_notes: NotRequired[str]


def _refuse(message: str) -> ToolFault:
    return ToolFault("PLANNING_TOOL_ERROR", message, FaultKind.SILENT)


def _steps(steps: list[PlanStep]) -> list[dict[str, Any]]:
    for index, step in enumerate(steps):
        if any(not 0 <= other < index for other in step["step_dependent_on"]):
            raise _refuse(f"step {index} may only depend on earlier steps")
    return [
        {
            "index": index,
            "step_description": step["step_description"],
            "step_dependent_on": list(step["step_dependent_on"]),
            "status": WAITING if step["step_dependent_on"] else READY,
            "notes": "",
        }
        for index, step in enumerate(steps)
    ]


def _progress(plan: dict[str, Any]) -> dict[str, Any]:
    done = sum(step["status"] == "completed" for step in plan["steps"])
    total = len(plan["steps"])
    return {"completed": done, "total": total, "percentage": done / total * 100 if total else 0}


def _details(store: PlanStore, plan_id: str) -> dict[str, Any]:
    plan = store.plans[plan_id]
    statuses = ("completed", "in_progress", "blocked", READY, WAITING, "not_started")
    return {
        "title": plan["title"],
        "plan_id": plan_id,
        "progress": _progress(plan),
        "status_counts": {name: sum(step["status"] == name for step in plan["steps"]) for name in statuses},
        # What is told stays as it was told when the plan goes on.
        "steps": [{**step, "step_dependent_on": list(step["step_dependent_on"])} for step in plan["steps"]],
        "is_active": store.active == plan_id,
    }


def _mark(plan: dict[str, Any], updates: list[StepUpdate]) -> list[dict[str, Any]]:
    applied: list[dict[str, Any]] = []
    for update in updates:
        index = update["step_index"]
        if not 0 <= index < len(plan["steps"]):
            raise _refuse(f"there is no step {index}")
        step = plan["steps"][index]
        old = step["status"]
        step["status"] = update.get("step_status", old)
        step["notes"] = update.get("step_notes", step["notes"])
        applied.append({"step_index": index, "old_status": old, "new_status": step["status"]})
    completed = {step["index"] for step in plan["steps"] if step["status"] == "completed"}
    for step in plan["steps"]:
        if step["status"] == WAITING and set(step["step_dependent_on"]) <= completed:
            step["status"] = READY
    return applied


@tool(domain="cross_domain", effect="none", order=4)
def planning_tool(
    car: Desk,
    command: Annotated[Command, Param("What to do with the plans.")],
    plan_id: Annotated[str | None, Param("The plan's id; the active plan when left out.")] = None,
    title: Annotated[str | None, Param("The plan's title.")] = None,
    steps: Annotated[list[PlanStep] | None, Param("The plan's steps in order.")] = None,
    step_updates: Annotated[list[StepUpdate] | None, Param("Steps to mark.")] = None,
) -> ToolValue:
    """Keep a plan for a request with several steps. Nothing in the car changes."""
    if command not in get_args(Command):
        raise ToolFault("PLANNING_TOOL_001", f"PlanningTool_001: there is no command {command}.", FaultKind.SILENT)
    try:
        return _carry_out(car.plans, command, plan_id, title, steps, step_updates)
    except (KeyError, TypeError, AttributeError) as error:
        # Only arguments nobody checked come in a shape that does this.
        raise _refuse(f"the plan cannot be read: {error}") from None


def _carry_out(
    store: PlanStore,
    command: Command,
    plan_id: str | None,
    title: str | None,
    steps: list[PlanStep] | None,
    step_updates: list[StepUpdate] | None,
) -> ToolValue:
    if command == "list":
        rows = [
            {
                "plan_id": key,
                "title": plan["title"],
                "is_active": store.active == key,
                "progress": _progress(plan),
            }
            for key, plan in store.plans.items()
        ]
        return {"plans": rows, "active_plan_id": store.active, "total_plans": len(rows)}
    key = plan_id or store.active
    if key is None:
        raise _refuse("a plan_id is needed")
    if command == "create":
        if key in store.plans or not title or steps is None:
            raise _refuse("a new plan needs a fresh plan_id, a title and steps")
        store.plans[key] = {"title": title, "steps": _steps(steps)}
        store.active = key
        return {"plan_created": True, "plan_id": key, "plan_details": _details(store, key)}
    if key not in store.plans:
        raise _refuse(f"there is no plan {key}")
    return _existing(store, command, key, title, steps, step_updates)


def _existing(
    store: PlanStore,
    command: Command,
    key: str,
    title: str | None,
    steps: list[PlanStep] | None,
    step_updates: list[StepUpdate] | None,
) -> ToolValue:
    plan = store.plans[key]
    match command:
        case "update":
            plan["title"] = title or plan["title"]
            plan["steps"] = plan["steps"] if steps is None else _steps(steps)
            return {"plan_updated": True, "plan_id": key, "plan_details": _details(store, key)}
        case "get":
            return {"plan_id": key, "plan_details": _details(store, key), "is_active": store.active == key}
        case "set_active":
            store.active = key
            return {"active_plan_set": True, "plan_id": key, "plan_details": _details(store, key)}
        case "mark_steps":
            applied = _mark(plan, step_updates or [])
            return {
                "steps_updated": True,
                "plan_id": key,
                "updates_applied": applied,
                "plan_details": _details(store, key),
            }
        case _:
            del store.plans[key]
            was_active = store.active == key
            store.active = None if was_active else store.active
            return {"plan_deleted": True, "plan_id": key, "was_active_plan": was_active}
