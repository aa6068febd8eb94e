"""Expected calls and recorded events carried out again, to know which vehicle states a session may be in."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from evaluation.remembered import remembered
from scenarios.schema import CALENDAR_ID, ExpectedCall, Scenario
from simulator.environment import Environment
from simulator.events import ClockMoved, DriverSpoke, StepClosed, ToolCall, ToolCalled, ToolReturned
from simulator.tools.catalogue import all_tools
from simulator.tools.toolset import Toolset
from simulator.trajectory import Trajectory
from simulator.vehicle.change import Change
from simulator.vehicle.state import PARTS, VehicleState

# Neither part holds anything a tool sets: the charge moves with the clock, the rest never moves.
_NOT_COMPARED = frozenset({"battery", "surroundings"})
CHARGE = "battery.state_of_charge"
_COMPARED = tuple(name for name in PARTS if name not in _NOT_COMPARED)
_HASHABLE = frozenset({str, int, float, bool, type(None)})

Key = Hashable
States = dict[Key, VehicleState]


def key(state: VehicleState) -> Key:
    """Return what two states must share to count as equal: all but what only the clock moves; 20 equals 20.0."""
    parts = vars(state)
    return tuple([_hashable(value) for name in _COMPARED for value in vars(parts[name]).values()])


def _hashable(value: object) -> Hashable:
    if type(value) in _HASHABLE:
        return value
    if isinstance(value, list):
        return tuple(_hashable(item) for item in value)
    if isinstance(value, Mapping):
        return tuple((name, _hashable(item)) for name, item in sorted(value.items()))
    return value


def differences(observed: VehicleState, wanted: VehicleState) -> tuple[Change, ...]:
    """Return what differs, `before` being the observed and `after` the wanted value; uncompared parts are left out."""
    return tuple(change for change in observed.diff(wanted) if change.path.partition(".")[0] not in _NOT_COMPARED)


def nearest_state(observed: VehicleState, candidates: Iterable[VehicleState]) -> tuple[Change, ...]:
    """Return the differences to the candidate that is least far away; the first of equals."""
    return min((differences(observed, candidate) for candidate in candidates), key=len)


@dataclass(frozen=True, slots=True)
class OutsideChange:
    """Something that was not the assistant's doing: a person's or the scenario's call, or the clock.

    Expected calls of request `before_request` and later come after it, since the driver had not asked for them yet;
    None when nobody knows which request a call belongs to.
    """

    call: ToolCall | None
    changes: tuple[Change, ...]
    before_request: int | None = None

    @property
    def charge_only(self) -> bool:
        """Whether nothing but the state of charge moved, which no comparison looks at."""
        return self.call is None and all(change.path == CHARGE for change in self.changes)


@dataclass(frozen=True, slots=True)
class Moment:
    """One point of the recorded session: an outside change, the end of a step, or a new request of the driver."""

    state: VehicleState
    outside: OutsideChange | None = None
    step: int | None = None
    request: int | None = None


@remembered
def moments(trajectory: Trajectory) -> tuple[Moment, ...]:
    """Replay the recorded changes; returns one moment per outside change, closed step and new request."""
    return tuple(_moments(trajectory))


def _moments(trajectory: Trajectory) -> Iterator[Moment]:
    state = VehicleState.model_validate(trajectory.started.state)
    calls: dict[str, ToolCall] = {}
    request = -1
    following = follows_requests(trajectory)
    for event in trajectory.events:
        match event:
            case DriverSpoke(request=int(asked)) if asked > request:
                request = asked
                yield Moment(state, request=asked)
            case ToolCalled(call=call) if call.actor != "assistant":
                calls[call.id] = call
            case ToolReturned(step=step, result=result):
                state = state.apply(result.changes)
                if step is None and result.changes:
                    yield Moment(
                        state,
                        OutsideChange(calls.get(result.call_id), result.changes, request + 1 if following else None),
                    )
            case ClockMoved(changes=changes):
                state = state.apply(changes)
                if changes:
                    yield Moment(state, OutsideChange(None, changes, request + 1 if following else None))
            case StepClosed(step=step):
                yield Moment(state, step=step)


def follows_requests(trajectory: Trajectory) -> bool:
    """Return whether the driver's utterances say which request of the scenario they belong to."""
    return all(event.request is not None for event in trajectory.of(DriverSpoke))


@remembered
def final_state(trajectory: Trajectory) -> VehicleState:
    """Return the vehicle state at the end, from the recorded changes."""
    state = VehicleState.model_validate(trajectory.started.state)
    for event in trajectory.events:
        if isinstance(event, ToolReturned):
            state = state.apply(event.result.changes)
        elif isinstance(event, ClockMoved):
            state = state.apply(event.changes)
    return state


class Replay:
    """Carries out expected and outside calls of one scenario on any state, with every tool and nothing hidden."""

    def __init__(self, scenario: Scenario, seed: int) -> None:
        self._world = scenario.build_world(seed)
        self._toolset = Toolset(scenario.toolset)
        effects = {spec.name: spec.effect for spec in all_tools()}
        self.expected = tuple(call for call in scenario.expected if effects[call.tool] == "set")
        self.initial = scenario.build_state()

    def expect(self, state: VehicleState, call: ExpectedCall) -> VehicleState | None:
        """Return the state after an expected call, None when the car refuses it."""
        return self._run(state, ToolCall(id="expected", name=call.tool, arguments=call.arguments, actor="scenario"))

    def outside(self, state: VehicleState, change: OutsideChange) -> VehicleState:
        """Return the state after an outside change; a refused call changes nothing."""
        if change.call is None:
            return state.apply(change.changes)
        return self._run(state, change.call) or state

    def _run(self, state: VehicleState, call: ToolCall) -> VehicleState | None:
        environment = Environment(
            state, self._world, self._toolset, frozen_charge=True, calendar_id=CALENDAR_ID, digests=False
        )
        result = environment.call(call)
        return None if result.fault is not None else environment.state

    def goals(self, outside: tuple[OutsideChange, ...]) -> States:
        """Return the states in which the session may end.

        The expected calls in listed order and the outside changes in recorded order are interleaved in every way that
        keeps both orders. Empty when the expected calls cannot be carried out.
        """
        row = [self._states([self.initial])]
        for call in self.expected:
            row.append(self._after(row[-1], call) if self._may_come(call, outside, 0) else {})
        for count, change in enumerate(outside, start=1):
            row[0] = self._states(self.outside(state, change) for state in row[0].values())
            for index, call in enumerate(self.expected, start=1):
                moved = self._states(self.outside(state, change) for state in row[index].values())
                asked = self._may_come(call, outside, count)
                row[index] = moved | (self._after(row[index - 1], call) if asked else {})
        return row[-1]

    @staticmethod
    def _may_come(call: ExpectedCall, outside: tuple[OutsideChange, ...], count: int) -> bool:
        """Whether the driver may have asked for a call when the first `count` outside changes had happened."""
        return all(change.before_request is None or change.before_request > call.turn for change in outside[count:])

    def _after(self, states: States, call: ExpectedCall) -> States:
        return self._states(after for state in states.values() if (after := self.expect(state, call)) is not None)

    @staticmethod
    def _states(states: Iterable[VehicleState]) -> States:
        return {key(state): state for state in states}


class Reachable:
    """The states a session may be in: any subset of the calls asked for, in any order, outside changes where they fell.

    With `by_request` an expected call counts as asked for once the driver has made its request, else from the start.
    Each state is kept with the subset that leads to it as a bit mask. At most 2^n subsets are followed; states that
    are equal under the same subset are followed once.
    """

    def __init__(self, replay: Replay, *, by_request: bool = False) -> None:
        self._replay = replay
        self._request: float = -1 if by_request else float("inf")
        self._states: dict[tuple[int, Key], VehicleState] = {(0, key(replay.initial)): replay.initial}
        self._keys: set[Key] = set()
        self._close()

    def __contains__(self, state: VehicleState) -> bool:
        return key(state) in self._keys

    def states(self) -> Iterable[VehicleState]:
        """Return the reachable states, in order of the number of calls that lead there."""
        return self._states.values()

    def ask(self, request: int) -> None:
        """Let the driver make a request; what it asks for may be done from now on."""
        if request > self._request:
            self._request = request
            self._close()

    def move(self, change: OutsideChange) -> None:
        """Let something happen to the car in every reachable state."""
        moved = [(mask, self._replay.outside(state, change)) for (mask, _), state in self._states.items()]
        self._states = {(mask, key(state)): state for mask, state in moved}
        if change.charge_only:
            self._keys = {found for _, found in self._states}
        else:
            self._close()

    def _close(self) -> None:
        queue = list(self._states.items())
        for (mask, _), state in queue:
            for index, call in enumerate(self._replay.expected):
                if mask >> index & 1 or call.turn > self._request:
                    continue
                after = self._replay.expect(state, call)
                if after is None:
                    continue
                entry = (mask | 1 << index, key(after))
                if entry not in self._states:
                    self._states[entry] = after
                    queue.append((entry, after))
        self._keys = {found for _, found in self._states}
