"""An official task as one of our scenarios, so that it runs in our sessions and is scored by our own rules."""

import json
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import PrivateAttr, model_validator

from scenarios.carbench import TOOLSET, OfficialTask, parse_row
from scenarios.schema import Ambiguity, DriverTurn, Kind, Scenario, Script, ScriptedReply
from simulator.channel import Locale
from simulator.registry import UsageError
from simulator.vehicle.state import VehicleState
from simulator.world.model import World

WINDOW_LIMIT_PERCENT = 25

_ALWAYS_CONFIRMED = {
    "send_email": "the e-mail",
    "open_close_trunk_door": "the trunk",
    "set_head_lights_high_beams": "the high beams",
}


class OfficialScenario(Scenario):
    """One official task in the world of its dataset, English only.

    `task` holds the published columns, `dataset` the folder they were read from. The driver's one turn is the task's
    instruction as it stands, written to a person who plays the driver; a driver that plays it takes persona,
    instruction and what is removed from here. The world is given by `in_world`, else opened from `dataset` when first
    needed.
    """

    task: dict[str, Any]
    dataset: str = ""
    _world: World | None = PrivateAttr(default=None)
    _official: OfficialTask | None = PrivateAttr(default=None)

    @model_validator(mode="after")
    def _is_consistent(self) -> "OfficialScenario":
        """Check the task's columns; places and tools are those of the dataset, not of the generated world."""
        self._official = parse_row(self.task)
        return self

    @property
    def official(self) -> OfficialTask:
        """The task."""
        assert self._official is not None
        return self._official

    def in_world(self, world: World) -> "OfficialScenario":
        """Return the same scenario in the world of a dataset."""
        moved = self.model_copy()
        moved._world = world
        return moved

    def build_state(self) -> VehicleState:
        """Return the vehicle state at the start."""
        return self.official.initial_state

    def build_world(self, seed: int, locale: Locale = "en") -> World:
        """Return the dataset's world, whatever the seed and language; raises UsageError when it cannot be opened."""
        if self._world is not None:
            return self._world
        if not self.dataset:
            raise UsageError(f"official task {self.id} says not where its dataset is")
        return _world_of(self.dataset)


@lru_cache(maxsize=4)
def _world_of(folder: str) -> World:
    from simulator.world.official import official_world

    return official_world(Path(folder))


def stored_scenario(text: str) -> Scenario:
    """Return a scenario as the store keeps it, official or our own; raises ValidationError."""
    facts = json.loads(text)
    return (OfficialScenario if "task" in facts else Scenario).model_validate(facts)


def official_scenario(task: OfficialTask, world: World, dataset: str = "") -> OfficialScenario:
    """Return a task of a dataset's folder as a scenario."""
    context = task.context_init_config
    kind: Kind = task.family
    ambiguity = None
    if kind == "disambiguation":
        ambiguity = Ambiguity(
            resolved_by="internal" if task.disambiguation_element_internal else "user",
            element=task.disambiguation_element_internal or task.disambiguation_element_user or "",
            note=task.disambiguation_element_note or "",
        )
    turn = DriverTurn(say=task.instruction, replies=_replies(task))
    return OfficialScenario(
        id=task.task_id,
        kind=kind,
        summary=f"CAR-bench {task.task_id}",
        provenance="CAR-bench, johanneskirmayr/car-bench-dataset",
        toolset=TOOLSET,
        place=context["current_location"]["id"],
        time=_time(context["current_datetime"]),
        state=dict(context),
        removed=task.removed,
        ambiguity=ambiguity,
        expected=task.expected,
        driver={"en": Script(turns=(turn,), persona=task.persona)},
        task=task.columns(),
        dataset=dataset,
    ).in_world(world)


def _time(when: dict[str, int]) -> datetime:
    return datetime(when["year"], when["month"], when["day"], when["hour"], when["minute"])


def _replies(task: OfficialTask) -> tuple[ScriptedReply, ...]:
    """Return the yes a driver gives to an assistant that asks before what the policies want asked for."""
    things = dict.fromkeys(thing for action in task.actions if (thing := _asked_for(task, action.name, action.kwargs)))
    if not things:
        return ()
    return (ScriptedReply(on="confirm", say="Yes, please go ahead.", about=tuple(things)),)


def _asked_for(task: OfficialTask, tool: str, arguments: Any) -> str:
    """Return what an assistant names when it asks before a call, "" when nothing has to be asked.

    Source: CAR-bench LLM-POL:004, 007, 008.
    """
    if tool in _ALWAYS_CONFIRMED:
        return _ALWAYS_CONFIRMED[tool]
    if tool == "open_close_sunroof" and arguments.get("percentage"):
        return "the sunroof"
    if tool == "set_fog_lights" and arguments.get("on"):
        return "the fog lights"
    opens = tool == "open_close_window" and arguments.get("percentage", 0) > WINDOW_LIMIT_PERCENT
    if opens and task.context_init_config.get("air_conditioning"):
        return "the windows, though that wastes energy while the air conditioning runs"
    return ""
