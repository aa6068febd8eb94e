"""What reached the assistant otherwise than the driver meant it, utterance by utterance and slot by slot."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from evaluation.statistics_bootstrap import quantile
from simulator.channel import Locale
from simulator.events import DriverSpoke, SpeechRecognised
from simulator.language.alignment import align_space_free, align_words, sentence_exact
from simulator.language.normalise import readings, space_free
from simulator.language.slots import slots_missed
from simulator.trajectory import Trajectory

Bounds = Mapping[tuple[str, Locale], float]
"""By engine and language, the confidence below which a recogniser counts as unsure."""

_WELL_HEARD_SHARE = 0.05
_FEWEST_WELL_HEARD = 20


@dataclass(frozen=True, slots=True)
class Utterance:
    """One utterance of the driver as it was meant and as it arrived.

    `turn` counts the driver's utterances and `request` the requests of the scenario, both from 0; `request` is None for
    drivers who follow no script. `confidence` is 0..1, None where `engine` gives none.
    """

    locale: Locale
    turn: int
    request: int | None
    intended: str
    heard: str
    slots: tuple[str, ...]
    confidence: float | None
    engine: str

    @property
    def untouched(self) -> bool:
        """Whether it arrived letter by letter."""
        return self.heard == self.intended

    @property
    def lost(self) -> tuple[str, ...]:
        """The slots that did not arrive, in any notation."""
        return tuple(slots_missed(self.slots, self.heard, self.locale))

    @property
    def same_words(self) -> bool:
        """Whether it arrived word by word, in whatever notation."""
        return self.untouched or bool(sentence_exact(self.intended, self.heard, self.locale))


def utterances(trajectory: Trajectory) -> Iterator[Utterance]:
    """Iterate over the utterances of a session that arrived, in order."""
    spoken: DriverSpoke | None = None
    for event in trajectory.events:
        if isinstance(event, DriverSpoke):
            spoken = event
        elif isinstance(event, SpeechRecognised) and spoken is not None:
            heard = event.heard
            yield Utterance(
                trajectory.started.locale,
                event.turn,
                spoken.request,
                spoken.intended,
                heard.text,
                event.slots,
                heard.confidence,
                heard.engine,
            )
            spoken = None


def unsure_below(trajectories: Iterable[Trajectory]) -> Bounds:
    """Return the bounds that these sessions give: one in twenty utterances that were heard right lies below its bound.

    An assistant that asks again below it would bother the driver once in twenty utterances for nothing. Engines and
    languages with fewer than 20 such utterances have no bound.
    """
    sure: dict[tuple[str, Locale], list[float]] = {}
    for trajectory in trajectories:
        for utterance in utterances(trajectory):
            if utterance.confidence is not None and utterance.same_words:
                sure.setdefault((utterance.engine, utterance.locale), []).append(utterance.confidence)
    return {
        key: quantile(sorted(values), _WELL_HEARD_SHARE)
        for key, values in sure.items()
        if len(values) >= _FEWEST_WELL_HEARD
    }


def heard_instead(slot: str, intended: str, heard: str, locale: Locale) -> str | None:
    """Return what was heard in the place of a slot, "" for nothing, None where its place cannot be found.

    Intended and heard are laid beside each other, in English by words and in Korean by syllables without spaces, in
    their normal form.
    """
    if locale == "en":
        pairs = align_words(intended, heard, locale).pairs
        wanted, glue = [reading.split() for reading in readings(slot, locale)], " "
    else:
        pairs = align_space_free(intended, heard, locale).pairs
        wanted, glue = [list(space_free(reading)) for reading in readings(slot, locale)], ""
    places = [index for index, (unit, _) in enumerate(pairs) if unit is not None]
    units = [pairs[index][0] for index in places]
    for words in wanted:
        for start in range(len(units) - len(words) + 1 if words else 0):
            if all(map(_same_unit, units[start : start + len(words)], words)):
                first, last = places[start], places[start + len(words) - 1]
                return glue.join(unit for _, unit in pairs[first : last + 1] if unit is not None)
    return None


def _same_unit(unit: str | None, word: str) -> bool:
    """Compare a word with one of a slot, whose possessive has lost its apostrophe: driver's, drivers."""
    return unit in (word, f"{word}s")


def changed_words(intended: str, heard: str) -> list[tuple[str, str]]:
    """Return every run of words that differ, as they were meant and as they were heard; case and marks do not count."""
    meant, arrived = intended.split(), heard.split()
    steps = SequenceMatcher(None, _bare(meant), _bare(arrived), autojunk=False).get_opcodes()
    return [
        (" ".join(meant[start:end]), " ".join(arrived[from_:to]))
        for tag, start, end, from_, to in steps
        if tag != "equal"
    ]


def _bare(words: list[str]) -> list[str]:
    return [word.strip(".,!?").casefold() for word in words]
