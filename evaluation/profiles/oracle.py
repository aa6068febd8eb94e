"""Ground truths of official tasks carried out, told step by step in the shape of the published replays."""

from typing import Any

from evaluation.profiles.aut_policies import tool_errors
from evaluation.profiles.quirks import CARBENCH
from evaluation.profiles.replaying import carry_out
from evaluation.profiles.scoring import execution_errors
from scenarios.carbench import OfficialTask
from simulator.world.model import World

READS_BIG_FILES = frozenset(
    {"get_routes_from_start_to_destination", "search_poi_at_location", "search_poi_along_the_route"}
)
"""The tools whose answers depend on the routes and places a partial dataset lacks."""


def oracle_row(task: OfficialTask, world: World, *, partial: bool) -> dict[str, Any]:
    """Return a task's ground truth carried out: final state, errors, and each step with its answer and state changes.

    `partial` says that the dataset lacks the big route and place files; steps that read them are flagged.
    """
    steps: list[dict[str, Any]] = []
    before = task.initial_state.flat()
    for call, result in carry_out(task, world, CARBENCH.tools):
        after = call.after.flat()
        steps.append(
            {
                "name": call.name,
                "kwargs": dict(call.arguments),
                "observation": result.content,
                "state_diff": {name: value for name, value in after.items() if value != before[name]},
                "new_tool_errors": execution_errors((call,), CARBENCH.scoring),
                "new_policy_errors": list(tool_errors(call)),
                "partial_db": partial and call.name in READS_BIG_FILES,
            }
        )
        before = after
    return {
        "task_id": task.task_id,
        "final_state": before,
        "tool_errors": [error for step in steps for error in step["new_tool_errors"]],
        "policy_errors": [error for step in steps for error in step["new_policy_errors"]],
        "steps": steps,
    }
