"""What a person changed in mid-session, and which scores that leaves without a meaning."""

from evaluation.remembered import remembered
from simulator.events import ConditionChanged, ConditionName
from simulator.trajectory import Trajectory

Conditions = frozenset[ConditionName]

ONE_ASSISTANT: Conditions = frozenset({"agent"})
ONE_LANGUAGE: Conditions = frozenset({"locale"})
ONE_TONGUE: Conditions = ONE_ASSISTANT | ONE_LANGUAGE
ONE_VOICE: Conditions = ONE_TONGUE | {"speech_level"}

_REASONS: tuple[tuple[ConditionName, str], ...] = (
    ("agent", "the assistant was switched in mid-drive"),
    ("locale", "the language was switched in mid-drive"),
    ("speech_level", "another speech level was asked for in mid-drive"),
    ("error_rate", "the rate of recognition errors was changed in mid-drive"),
    ("snr_db", "the noise was changed in mid-drive"),
)


@remembered
def changed_conditions(trajectory: Trajectory) -> Conditions:
    """Return the conditions that did not stay what they were from the beginning of a session to its end."""
    return frozenset(event.name for event in trajectory.of(ConditionChanged) if event.before != event.after)


def unsteady(trajectory: Trajectory, needed: Conditions) -> str:
    """Return which of the conditions that must stay the same for a whole session did not, "" when all did."""
    changed = changed_conditions(trajectory) & needed
    return next((reason for name, reason in _REASONS if name in changed), "")
