"""What the driver meant beside what was heard, for the speech metrics."""

from dataclasses import dataclass

from evaluation.remembered import remembered
from simulator.events import DriverSpoke, SpeechRecognised
from simulator.trajectory import Trajectory


@dataclass(frozen=True, slots=True)
class Pair:
    """One utterance as intended and as heard, with the strings that had to survive."""

    intended: str
    heard: str
    slots: tuple[str, ...]


@remembered
def heard_pairs(trajectory: Trajectory) -> tuple[tuple[Pair, ...], str]:
    """Return the utterances whose recognition can be measured, and why there are none if so."""
    pairs: list[Pair] = []
    reason = "nothing was spoken and heard"
    intended: str | None = None
    for event in trajectory.events:
        if isinstance(event, DriverSpoke):
            intended = event.intended
        elif isinstance(event, SpeechRecognised) and intended is not None:
            if event.measurable is None:
                pairs.append(Pair(intended, event.heard.text, event.slots))
            else:
                reason = event.measurable
            intended = None
    return tuple(pairs), "" if pairs else reason
