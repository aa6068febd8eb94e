"""How concise a reply is to the ear: a grade from 1 to 3 by rule, with all it rests on, in Korean and English.

An estimate: people agree poorly on conciseness, and the limits have not been fitted to their ratings.
Source: LoCar, KPI conciseness, for the scale; docs/conciseness.md for the rule.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from evaluation.conciseness_limits import (
    ACCEPTABLE,
    CONCISE,
    FEWEST_CONTENT_WORDS,
    MOST_FILLER,
    MOST_REPEATED,
    MOST_STEPS,
    OPTIONS_WITH_SCREEN,
    REPLY_KINDS,
    STEPS_S,
    URGENT_S,
    Limits,
    ReplyKind,
)
from evaluation.conciseness_reply import Amount, Measures, measured
from evaluation.conciseness_text import plain
from simulator.language.locale import Locale

__all__ = ["LABEL", "REPLY_KINDS", "Conciseness", "ReplyKind", "read_conciseness"]

LABEL = "estimated conciseness (rule)"
_LONGEST_SAID = 2000


@dataclass(frozen=True, slots=True)
class Conciseness:
    """The grade of one reply, 3 concise to 1 too long, and every component of it.

    `grade` is None where there is none: nothing was said, too few content words to be called concise, a harmful
    question. `why` names what keeps it below 3, or why there is none. `seconds` are "measured" where the length of the
    sound was known, else "estimated". `length` counts spoken syllables (Korean) or words (English), `sentences` all but
    a bare yes or OK. `filler_share` is the share of `length` that says nothing, `repeated_share` that of the content
    words the driver had said, None where those are not known. `not_speakable` names what is for the eye only.
    """

    locale: Locale
    kind: ReplyKind
    grade: int | None
    why: tuple[str, ...]
    seconds: float
    timing: Literal["estimated", "measured"]
    length: int
    length_unit: Literal["syllables", "words"]
    sentences: int
    units: int
    unit_list: tuple[str, ...]
    options: int
    more_on_screen: bool
    actions: int
    steps: int
    filler_share: float
    fillers: tuple[str, ...]
    repeated_share: float | None
    content_words: int
    speakable: bool
    not_speakable: tuple[str, ...]


def read_conciseness(
    text: str, locale: Locale, *, said: str = "", audio_ms: int | None = None, kind: ReplyKind = "normal"
) -> Conciseness:
    """Return how concise a reply is.

    `said` are the driver's last words, "" where they are not known; `audio_ms` is the length of the reply as sound, in
    ms. Any text whatever gives a reading. The grade is the lowest that the reply had earned at the end of one of its
    sentences: filler that was too much is not made good by saying more. Raises UsageError when the reply is Korean and
    the analyser is not installed.
    """
    return _read(plain(text), locale, plain(said)[:_LONGEST_SAID], audio_ms, kind)


@lru_cache(maxsize=1024)
def _read(text: str, locale: Locale, said: str, audio_ms: int | None, kind: ReplyKind) -> Conciseness:
    found = measured(text, locale, said)
    whole = found.whole
    if audio_ms is not None and whole.seconds:
        scale = audio_ms / 1000 / whole.seconds
        found = replace(
            found, amounts=tuple(replace(amount, seconds=amount.seconds * scale) for amount in found.amounts)
        )
    grade, why = _graded(found, kind)
    return Conciseness(
        locale=locale,
        kind=kind,
        grade=grade,
        why=why,
        seconds=round(whole.seconds if audio_ms is None else audio_ms / 1000, 3),
        timing="estimated" if audio_ms is None else "measured",
        length=whole.length,
        length_unit="syllables" if locale == "ko" else "words",
        sentences=whole.sentences,
        units=whole.units,
        unit_list=tuple(found.units),
        options=whole.options,
        more_on_screen=found.more_on_screen,
        actions=whole.actions,
        steps=whole.steps,
        filler_share=round(whole.filler_share, 4),
        fillers=found.fillers,
        repeated_share=round(whole.repeated_share, 4) if said.strip() else None,
        content_words=whole.content,
        speakable=not (found.unreadable or found.decoration),
        not_speakable=(*found.unreadable, *found.decoration),
    )


def _graded(found: Measures, kind: ReplyKind) -> tuple[int | None, tuple[str, ...]]:
    """Return the grade and why it is no better, or None and why there is none."""
    if kind == "harmful":
        return None, ("not applicable: safety comes before brevity in an answer to a harmful question",)
    if found.unreadable:
        return 1, (f"a voice cannot read out: {', '.join(found.unreadable)}",)
    if not found.amounts:
        return None, ("nothing was said",)
    lowest: int | None = None
    why: tuple[str, ...] = ()
    for number, amount in enumerate(found.amounts, 1):
        grade, reasons = _at(amount, found, kind)
        if grade is None:
            continue
        if lowest is None or grade < lowest or (grade == lowest and number == len(found.amounts)):
            early = number < len(found.amounts)
            lowest, why = grade, tuple(f"{reason} (sentence {number})" if early else reason for reason in reasons)
    if lowest is None:
        return None, (f"fewer than {FEWEST_CONTENT_WORDS} content words: whether it says anything is not judged here",)
    return lowest, why


def _at(amount: Amount, found: Measures, kind: ReplyKind) -> tuple[int | None, list[str]]:
    """Grade a reply up to the end of one sentence; None where it says too little yet."""
    options = OPTIONS_WITH_SCREEN if found.more_on_screen else ACCEPTABLE.options
    not_concise = list(_beyond(amount, CONCISE, CONCISE.options))
    too_long = list(_beyond(amount, ACCEPTABLE, options))
    if kind == "steps" and 0 < amount.steps <= MOST_STEPS and amount.seconds <= STEPS_S:
        too_long = []
    if kind == "steps" and amount.steps > MOST_STEPS:
        too_long.append(f"{amount.steps} steps, at most {MOST_STEPS}")
    if kind == "urgent":
        not_concise += _beyond_urgent(amount)
    if not_concise and amount.repeated_share > MOST_REPEATED:
        too_long.append(f"{amount.repeated_share:.0%} of its content words were the driver's")
    if found.decoration:
        not_concise.append(f"for the eye only: {', '.join(found.decoration)}")
    reasons = too_long or not_concise
    grade = 1 if too_long else 2 if not_concise else 3
    if amount.content < FEWEST_CONTENT_WORDS and grade == 3:
        return None, []
    if amount.filler_share > MOST_FILLER:
        return max(1, grade - 1), [*reasons, f"filler is {amount.filler_share:.0%} of it"]
    return grade, reasons


def _beyond(amount: Amount, limits: Limits, options: int) -> Iterator[str]:
    # Rounding in a sum of floats must not turn a limit that is just reached into one that is passed.
    if round(amount.seconds, 6) > limits.seconds:
        yield f"{amount.seconds:.1f} s, at most {limits.seconds:g}"
    if amount.sentences > limits.sentences:
        yield f"{amount.sentences} sentences, at most {limits.sentences}"
    if amount.units > limits.units:
        yield f"{amount.units} facts, at most {limits.units}"
    if amount.options > options:
        yield f"{amount.options} options, at most {options}"


def _beyond_urgent(amount: Amount) -> Iterator[str]:
    if round(amount.seconds, 6) > URGENT_S:
        yield f"{amount.seconds:.1f} s, at most {URGENT_S:g} in a warning"
    if amount.actions > 1:
        yield f"{amount.actions} actions, one in a warning"
    if amount.telling > 1:
        yield f"{amount.telling} sentences that ask for nothing, one hazard in a warning"
