"""What the reference's scoring needs to know of a session, whether it was read from a result file or from our store."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scenarios.carbench import Family
from simulator.events import Fault
from simulator.vehicle.state import VehicleState

ROUTE_WRITERS = frozenset(
    {
        "set_new_navigation",
        "navigation_add_one_waypoint",
        "navigation_replace_one_waypoint",
        "navigation_replace_final_destination",
        "navigation_delete_waypoint",
        "navigation_delete_destination",
    }
)
"""The tools that write the waypoints of a route; each such write is checked for where the route starts."""

Key = Hashable


def carbench_key(state: VehicleState) -> Key:
    """Return what two states must share to be equal for the reference: its 31 mutable variables, list order included.

    20 equals 20.0. Source: CAR-bench state equality, the SHA-256 of the printed model.
    """
    navigation, outbox = state.navigation, state.outbox
    return (
        *vars(state.openings).values(),
        *vars(state.lights).values(),
        *vars(state.climate).values(),
        *vars(state.seats).values(),
        navigation.navigation_active,
        tuple(navigation.waypoints_id),
        tuple(navigation.routes_to_final_destination_id),
        tuple(outbox.email_addresses_sent_mail_to),
        tuple(outbox.phone_numbers_called),
    )


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """One call with how it failed, if it did, and the state after it."""

    name: str
    arguments: Mapping[str, Any]
    fault: Fault | None
    after: VehicleState


@dataclass(frozen=True, slots=True)
class Batch:
    """The calls of one assistant message, in order; never empty."""

    calls: tuple[RecordedCall, ...]

    @property
    def after(self) -> VehicleState:
        """The state after the batch."""
        return self.calls[-1].after

    def first(self, name: str) -> RecordedCall | None:
        """Return the first call of a tool, None when it was not called."""
        return next((call for call in self.calls if call.name == name), None)


@dataclass(frozen=True, slots=True)
class Speech:
    """The assistant spoke to the driver; the state at that moment."""

    state: VehicleState


Move = Batch | Speech


@dataclass(frozen=True, slots=True)
class Judged:
    """What a judge found about the judged policies: why some were broken, and which nobody decided."""

    errors: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GroundTruth:
    """The ground truth carried out: the state at the start and after each action, the tools used and what failed."""

    names: frozenset[str]
    states: frozenset[Key]
    final: Key
    calls: tuple[RecordedCall, ...] = ()


@dataclass(frozen=True, slots=True)
class Recording:
    """One session as the reference scores it.

    `removed_call` is the failure word for calling what the task took away, if that happened; `end_word` the driver's
    failure word, if there was one. `finished` False: the session ran into its step limit. `judged` None: no judge was
    asked.
    """

    task_id: str
    family: Family
    initial: VehicleState
    moves: tuple[Move, ...]
    removed_call: str | None = None
    end_word: str | None = None
    finished: bool = True
    judged: Judged | None = field(default=None)

    @property
    def final(self) -> VehicleState:
        """The state at the end."""
        for move in reversed(self.moves):
            return move.state if isinstance(move, Speech) else move.after
        return self.initial

    def batches(self) -> Iterator[Batch]:
        """Iterate over the assistant's messages with calls."""
        return (move for move in self.moves if isinstance(move, Batch))

    def settled(self, batch: Batch) -> VehicleState:
        """Return the state when the assistant next speaks after a batch, the final one when it does not."""
        behind = False
        for move in self.moves:
            if move is batch:
                behind = True
            elif behind and isinstance(move, Speech):
                return move.state
        return self.final
