"""A session of ours, live or from the store, as the reference's rules see it."""

from collections.abc import Iterator
from dataclasses import replace

from evaluation.conditions import ONE_ASSISTANT, unsteady
from evaluation.profiles.quirks import Profile
from evaluation.profiles.recording import (
    Batch,
    GroundTruth,
    Judged,
    Key,
    Move,
    RecordedCall,
    Recording,
    Speech,
    carbench_key,
)
from evaluation.profiles.replaying import PlayedCall, ground_truth, removed_call, replay
from evaluation.profiles.scoring import CarbenchScore, score_recording
from scenarios.carbench import FAMILIES, Family
from scenarios.carbench_scenario import OfficialScenario
from scenarios.schema import CALENDAR_ID, Scenario
from simulator.environment import Environment
from simulator.events import (
    AssistantSpoke,
    ClockMoved,
    StepClosed,
    Termination,
    ToolCall,
    ToolCalled,
    ToolReturned,
)
from simulator.policies.catalogue import policies
from simulator.tools.toolset import Toolset
from simulator.trajectory import Trajectory
from simulator.vehicle.state import VehicleState

LARGEST_SILENT_DIFFERENCE_C = 3.0

_CONFIRMED = frozenset({"send_email", "open_close_trunk_door", "set_head_lights_high_beams"})
_ROUTES = "get_routes_from_start_to_destination"
# Source: CAR-bench judged policies and the tools that make a judge be asked.
_ASKED_AFTER: dict[str, frozenset[str]] = {
    "004": _CONFIRMED,
    "007": frozenset({"open_close_window"}),
    "008": frozenset({"open_close_sunroof", "set_fog_lights"}),
    "012": frozenset({"set_climate_temperature"}),
    "021": frozenset({_ROUTES}),
    "022": frozenset({_ROUTES}),
}


class NotComparable(Exception):
    """A session of ours that the reference's rules cannot score; the message says why."""


def recording_of_ours(trajectory: Trajectory, scenario: Scenario) -> Recording:
    """Return a session of ours as a recording; raises NotComparable for a dialogue scenario or two assistants.

    What people and the clock did to the car shows in the states like the assistant's own doing: the reference knows
    neither. Judged policies are decided as our rules decided them, undecided where they left them to a judge.
    """
    family = next((family for family in FAMILIES if family == scenario.kind), None)
    if family is None:
        raise NotComparable(f"the reference has no {scenario.kind} tasks")
    reason = unsteady(trajectory, ONE_ASSISTANT)
    if reason:
        raise NotComparable(reason)
    moves = tuple(_moves(trajectory))
    initial = VehicleState.model_validate(trajectory.started.state)
    toolset = Toolset(scenario.toolset, scenario.removed)
    removed = (removed_call(toolset, move.calls) for move in moves if isinstance(move, Batch))
    ended = trajectory.ended
    word = ended.end_word.value if ended is not None and ended.end_word is not None and ended.end_word.failure else None
    limits = (Termination.MAX_STEPS, Termination.MAX_TURNS)
    final = next((move.state if isinstance(move, Speech) else move.after for move in reversed(moves)), initial)
    return Recording(
        task_id=scenario.id,
        family=family,
        initial=initial,
        moves=moves,
        removed_call=next((found for found in removed if found is not None), None),
        end_word=word,
        finished=ended is not None and ended.termination not in limits,
        judged=_judged(trajectory, moves, final, family),
    )


def _moves(trajectory: Trajectory) -> Iterator[Move]:
    state = VehicleState.model_validate(trajectory.started.state)
    open_calls: list[ToolCall] = []
    done: list[RecordedCall] = []
    for event in trajectory.events:
        match event:
            case ToolCalled(step=int(), call=call):
                open_calls.append(call)
            case ToolReturned(step=step, result=result):
                state = state.apply(result.changes) if result.changes else state
                if step is not None:
                    call = open_calls.pop(0)
                    done.append(RecordedCall(call.name, call.arguments, result.fault, state))
            case ClockMoved(changes=changes):
                state = state.apply(changes)
            case StepClosed():
                if done:
                    yield Batch(tuple(done))
                open_calls, done = [], []
            case AssistantSpoke():
                yield Speech(state)


def _judged(trajectory: Trajectory, moves: tuple[Move, ...], final: VehicleState, family: Family) -> Judged:
    """Return what our rules found about the policies the reference has judged, where it would ask its judge."""
    findings = [
        finding
        for event in trajectory.events
        if isinstance(event, StepClosed | AssistantSpoke)
        for finding in event.findings
    ]
    known = {policy.id for policy in policies()}
    errors: list[str] = []
    undecided: list[str] = []
    for policy in _asked(moves, final):
        found = [finding for finding in findings if finding.policy == policy and finding.applicable]
        broken = [finding.reason for finding in found if finding.upheld is False]
        errors += [f"LLM-POL:{policy}: {reason}" for reason in broken]
        if not broken and policy not in known:
            undecided.append(f"policy {policy} needs a judge")
        elif not broken:
            undecided += [f"policy {policy}: {finding.reason}" for finding in found if finding.upheld is None]
    return Judged(tuple(errors), tuple(undecided))


def _asked(moves: tuple[Move, ...], final: VehicleState) -> Iterator[str]:
    yield "002"
    called = {call.name for move in moves if isinstance(move, Batch) for call in move.calls}
    climate = final.climate
    difference = abs(climate.climate_temperature_driver - climate.climate_temperature_passenger)
    for policy, tools in _ASKED_AFTER.items():
        if called & tools and (policy != "012" or difference > LARGEST_SILENT_DIFFERENCE_C):
            yield policy


def ground_truth_of_ours(scenario: Scenario, seed: int) -> GroundTruth:
    """Return the states a scenario's expected calls lead through, in listed order and with nothing removed."""
    state = scenario.build_state()
    car = Environment(
        state,
        scenario.build_world(seed),
        Toolset(scenario.toolset),
        frozen_charge=True,
        calendar_id=CALENDAR_ID,
    )
    calls: list[RecordedCall] = []
    states: list[Key] = [carbench_key(state)]
    for expected in scenario.expected:
        result = car.call(ToolCall(id="", name=expected.tool, arguments=expected.arguments))
        calls.append(RecordedCall(expected.tool, expected.arguments, result.fault, car.state))
        states.append(carbench_key(car.state))
    return GroundTruth(frozenset(call.name for call in calls), frozenset(states), states[-1], tuple(calls))


def score_ours(trajectory: Trajectory, scenario: Scenario, profile: Profile) -> CarbenchScore:
    """Score a session of ours by a profile of the reference's rules; raises NotComparable.

    The calls of an official task are carried out again with the reference's quirks, as those of a result file are. A
    scenario of our own keeps the answers it got: people and the clock had a hand in them.
    """
    recording = recording_of_ours(trajectory, scenario)
    if not isinstance(scenario, OfficialScenario):
        truth = ground_truth_of_ours(scenario, trajectory.started.seed)
        return score_recording(recording, truth, profile)
    task, world = scenario.official, scenario.build_world(0)
    messages = [
        [PlayedCall(call.name, call.arguments) for call in move.calls] if isinstance(move, Batch) else None
        for move in recording.moves
    ]
    replayed = replay(task, messages, world, profile.tools)
    again = replace(recording, moves=replayed.moves, removed_call=replayed.removed_call)
    return score_recording(again, ground_truth(task, world, profile.tools), profile)
