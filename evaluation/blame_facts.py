"""What two sessions show of each other: where they part, what was lost on the way, what failed in either."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from evaluation.blame_reading import Sign
from evaluation.blame_signs import read
from evaluation.blame_slots import Bounds, changed_words, heard_instead, utterances
from evaluation.spec import METRICS
from evaluation.taxonomy import classify_session
from evaluation.verdict import Outcome, SessionVerdict
from scenarios.schema import Scenario
from simulator.events import AssistantSpoke, DriverSpoke, Frozen, ToolCalled
from simulator.language.acts import Act, recognise
from simulator.tools.catalogue import all_tools
from simulator.trajectory import Trajectory

_ALL_POLICIES = "r_policy"
_POLICY = "policy."
Deed = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Played:
    """One scored session: what happened, what was made of it, and the scenario it played."""

    trajectory: Trajectory
    verdict: SessionVerdict
    scenario: Scenario


class Misheard(Frozen):
    """One slot that was lost on the way, or with `slot` None an utterance of which other words were.

    `turn` counts the driver's utterances from 0. `instead` is what was heard in the slot's place: "" for nothing, None
    where that cannot be told. `signs`, `plausible` and `kept` say what it looked like from inside the car, see
    `blame_reading.Reading`. `decisive` marks the request in which the heard session and its replay first did different
    things.
    """

    turn: int
    slot: str | None
    intended: str
    heard: str
    instead: str | None = None
    confidence: float | None = None
    signs: tuple[Sign, ...] = ()
    plausible: bool = False
    kept: bool = False
    decisive: bool = False

    @property
    def change(self) -> tuple[str, str | None]:
        """What was meant and what was heard in its place: the slot, or without one the first words that differ."""
        if self.slot is not None:
            return self.slot, self.instead
        return next(iter(changed_words(self.intended, self.heard)), (self.intended, self.heard))

    @property
    def askable(self) -> bool | None:
        """Whether the assistant could have asked: True for any sign, False for a plausible mishearing."""
        if self.signs:
            return True
        return False if self.plausible else None


def misheard(played: Played, unsure_below: Bounds, decisive: int | None) -> tuple[Misheard, ...]:
    """Return what was lost in a session, in order; the same words in another notation are no loss."""
    found: list[Misheard] = []
    for utterance in utterances(played.trajectory):
        if utterance.same_words:
            continue
        for slot in utterance.lost or (None,):
            reading = read(utterance, slot, played.scenario, unsure_below)
            instead = slot and heard_instead(slot, utterance.intended, utterance.heard, utterance.locale)
            found.append(
                Misheard(
                    turn=utterance.turn,
                    slot=slot,
                    intended=utterance.intended,
                    heard=utterance.heard,
                    instead=instead,
                    confidence=utterance.confidence,
                    signs=reading.signs,
                    plausible=reading.plausible,
                    kept=reading.kept,
                    decisive=decisive is not None and utterance.request == decisive,
                )
            )
    return tuple(found)


def most_telling(lost: Iterable[Misheard]) -> Misheard | None:
    """Return the loss that says most, None for none.

    One in the decisive request before others, a slot before other words, and among slots first another value that
    exists, which is what an assistant acts on, then a loss that shows, last a thing that is still named.
    """

    def rank(one: Misheard) -> tuple[bool, bool, bool, bool, bool, int]:
        return not one.decisive, one.slot is None, one.kept, not one.plausible, not one.signs, one.turn

    return min(lost, key=rank, default=None)


def untouched(trajectory: Trajectory) -> bool:
    """Return whether every utterance arrived letter by letter."""
    return all(utterance.untouched for utterance in utterances(trajectory))


def decisive_request(heard: Trajectory, clean: Trajectory) -> int | None:
    """Return the first request of the scenario in which two sessions changed different things.

    None where they changed the same, or where the driver follows no script.
    """
    one, other = _deeds(heard), _deeds(clean)
    return next(
        (request for request in sorted(one.keys() | other.keys()) if one.get(request) != other.get(request)), None
    )


def _deeds(trajectory: Trajectory) -> dict[int, list[Deed]]:
    """Return the assistant's calls that set something, by request."""
    setting = {spec.name for spec in all_tools() if spec.effect == "set"}
    requests = {event.turn: event.request for event in trajectory.of(DriverSpoke)}
    found: dict[int, list[Deed]] = {}
    for event in trajectory.of(ToolCalled):
        request = requests.get(event.turn)
        if event.step is not None and event.call.name in setting and request is not None:
            arguments = repr(sorted(event.call.arguments.items(), key=lambda item: item[0]))
            found.setdefault(request, []).append((event.call.name, arguments))
    return found


def asked_back(trajectory: Trajectory, turns: Collection[int]) -> bool | None:
    """Return whether the assistant put a question in any of these turns; None for no turns."""
    if not turns:
        return None
    locale = trajectory.started.locale
    for event in trajectory.of(AssistantSpoke):
        if event.turn in turns:
            found = recognise(event.text, locale)
            if found.question is not None or Act.REPEAT in found.acts:
                return True
    return False


def failed_in(verdict: SessionVerdict) -> tuple[str, ...]:
    """Return the components that failed a session, the single policies it broke in place of all policies together."""
    return tuple(
        score.metric
        for score in verdict.scores
        if score.value is not None
        and score.value < 1
        and score.metric != _ALL_POLICIES
        and (score.metric.startswith(_POLICY) or (score.metric in METRICS and METRICS[score.metric].component))
    )


def first_cause(played: Played) -> str | None:
    """Return the first decisive cause of a failure, None for a session that did not fail."""
    if played.verdict.outcome is not Outcome.FAILED:
        return None
    return classify_session(played.trajectory, played.scenario, played.verdict.scores).first.value
