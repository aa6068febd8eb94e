"""Who said what in a stored session, with what is kept of its sound, and how well it was heard."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from simulator.channel import Heard, Locale, Spoken
from simulator.events import AssistantSpoke, DriverSpoke, SpeechRecognised, SpeechSynthesised
from simulator.language.alignment import Alignment, align_space_free, align_words
from simulator.trajectory import Trajectory


@dataclass(slots=True)
class Utterance:
    """One utterance of a session: `words` as they were meant, "" where only the ears know, and how they were made.

    `heard` is what the recogniser made of a driver's words; `unmeasurable` is why the two are not to be compared, ""
    when they are.
    """

    turn: int
    speaker: Literal["driver", "assistant"]
    words: str
    spoken: Spoken | None = None
    heard: Heard | None = None
    unmeasurable: str = "nothing was recognised"

    def comparison(self, heard: str, locale: Locale) -> Alignment | None:
        """Return the words of an utterance beside what was heard: words in English, syllables in Korean."""
        if self.unmeasurable or not self.words:
            return None
        return align_space_free(self.words, heard, locale) if locale == "ko" else align_words(self.words, heard, locale)

    def misheard(self, locale: Locale) -> bool:
        """Tell whether something of it was lost or added on the way; False where that cannot be told."""
        found = self.comparison(self.heard.text, locale) if self.heard is not None else None
        return found is not None and found.errors > 0


def measure_of(locale: Locale) -> str:
    """Return the name of the error rate that counts for a language."""
    return "CER" if locale == "ko" else "WER"


def utterances(trajectory: Trajectory) -> Iterator[Utterance]:
    """Yield all utterances in the order they were said."""
    found: Utterance | None = None
    for event in trajectory.events:
        match event:
            case DriverSpoke(intended=words, turn=turn):
                if found is not None:
                    yield found
                found = Utterance(turn, "driver", words)
            case AssistantSpoke(text=words, turn=turn):
                if found is not None:
                    yield found
                found = Utterance(turn, "assistant", words)
            case SpeechSynthesised(spoken=spoken) if found is not None:
                found.spoken = spoken
            case SpeechRecognised(heard=heard, measurable=reason) if found is not None:
                found.heard, found.unmeasurable = heard, reason or ""
            case _:
                pass
    if found is not None:
        yield found
