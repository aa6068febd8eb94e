"""How the assistant spoke, answer by answer: speech levels with their endings, and conciseness."""

from collections.abc import Iterator
from typing import get_args

from evaluation.honorifics.reply import ReplyReading, complies, read_reply
from evaluation.metrics.conciseness import replies
from simulator.channel import Locale
from simulator.dashboard.facts import AnswerFacts, SentenceFacts
from simulator.events import AssistantSpoke, ConditionChanged, SpeechLevel
from simulator.language.kiwi import installed
from simulator.trajectory import Trajectory

NO_ANALYSER = "the Korean analyser is not installed: python -m pip install kiwipiepy"
NO_LEVEL = "no speech level was asked for"
_LEVELS: tuple[SpeechLevel, ...] = get_args(SpeechLevel)


def answer_facts(trajectory: Trajectory) -> tuple[AnswerFacts, ...]:
    """Return what is known of every answer that says something, in the language and by the level of its moment.

    Without the Korean analyser the answers of a session with Korean in it come with that reason and nothing else.
    """
    spoken = list(_spoken(trajectory))
    if any(locale == "ko" for _, _, locale, _ in spoken) and not installed():
        return tuple(
            AnswerFacts(index, wanted, reason=NO_ANALYSER, grade_reasons=(NO_ANALYSER,))
            for index, _, _, wanted in spoken
        )
    return tuple(
        _facts(index, text, locale, wanted, found.grade, found.why)
        for (index, text, locale, wanted), (_, found) in zip(spoken, replies(trajectory), strict=True)
    )


def _spoken(trajectory: Trajectory) -> Iterator[tuple[int, str, Locale, SpeechLevel | None]]:
    """Yield every answer with its index, its text, and the language and level that were asked for then."""
    locale, wanted = trajectory.started.locale, trajectory.started.speech_level
    for index, event in enumerate(trajectory.events):
        match event:
            case ConditionChanged(name="locale", after=after):
                locale = "ko" if after == "ko" else "en"
            case ConditionChanged(name="speech_level", after=after):
                wanted = next((level for level in _LEVELS if level == after), None)
            case AssistantSpoke(text=text) if text.strip():
                yield index, text, locale, wanted


def _facts(
    index: int, text: str, locale: Locale, wanted: SpeechLevel | None, grade: int | None, why: tuple[str, ...]
) -> AnswerFacts:
    if locale != "ko":
        return AnswerFacts(index, grade=grade, grade_reasons=why)
    reading = read_reply(text)
    kept, reason = None, NO_LEVEL
    if wanted is not None:
        found = complies(reading, wanted)
        kept, reason = found.complies, found.reason
    return AnswerFacts(index, wanted, kept, reason, tuple(_sentences(text, reading)), grade, why)


def _sentences(text: str, reading: ReplyReading) -> Iterator[SentenceFacts]:
    """Yield the sentences with their places: each was cut from the answer as it is, after the one before."""
    until = 0
    for sentence in reading.sentences:
        start = text.find(sentence.text, until)
        if start < 0:
            start = max(text.find(sentence.text), 0)
        until = start + len(sentence.text)
        ending = sentence.span if sentence.span and sentence.span[0] < sentence.span[1] else None
        yield SentenceFacts((start, until), sentence.level, ending, sentence.ending, sentence.certain)
