"""Whether the ears or the brain failed: a session that was heard, held against replays of it with the clean text."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from evaluation.blame_facts import (
    Misheard,
    Played,
    asked_back,
    decisive_request,
    failed_in,
    first_cause,
    misheard,
    most_telling,
    untouched,
)
from evaluation.blame_slots import Bounds
from evaluation.taxonomy import Cause
from evaluation.verdict import Outcome
from simulator.events import Frozen

__all__ = ["Blame", "Culprit", "Misheard", "Played", "blame", "doubt"]


class Culprit(StrEnum):
    """Which part of the way from the driver's mouth to the car made a session fail."""

    EARS = "ears"
    """The recogniser and all before it: with the words as they were meant, the assistant passes."""
    BRAIN = "brain"
    """The assistant: it fails with the words as they were meant, too."""
    UNDECIDED = "undecided"
    """The replay says nothing about it; the reason tells why."""


class Blame(Frozen):
    """Who made a session fail, with what it rests on.

    `replays` counts the clean replays that were scored, `passed` those that passed. `heard_cause` and `clean_cause` are
    the first decisive causes of failure by the taxonomy, None where nothing failed. `only_heard` names what failed only
    when heard although the clean text fails as well: speech made a bad session worse, which is still the assistant's.
    `misheard` lists what reached the assistant otherwise than it was meant; `asked` tells whether the assistant put a
    question in a turn in which that happened. `could_have_asked` tells whether anything in what it heard showed that
    something was amiss; it is judged for the ears only, and None where the rules of `blame_signs` cannot tell.
    """

    culprit: Culprit
    reason: str
    replays: int = 0
    passed: int = 0
    heard_cause: str | None = None
    clean_cause: str | None = None
    only_heard: tuple[str, ...] = ()
    misheard: tuple[Misheard, ...] = ()
    asked: bool | None = None
    could_have_asked: bool | None = None

    @property
    def stability(self) -> float | None:
        """Share of the scored replays that agree with the majority, 0.5 to 1; None for fewer than two."""
        return max(self.passed, self.replays - self.passed) / self.replays if self.replays > 1 else None

    @property
    def other_cause(self) -> bool | None:
        """Whether the clean replay failed for another cause than the heard session; None unless both are known."""
        unknown = (None, Cause.UNDETERMINED.value)
        if self.heard_cause in unknown or self.clean_cause in unknown:
            return None
        return self.heard_cause != self.clean_cause

    @property
    def lost(self) -> tuple[Misheard, ...]:
        """The slots that were lost."""
        return tuple(one for one in self.misheard if one.slot is not None)


def blame(heard: Played, *clean: Played, unsure_below: Bounds | None = None) -> Blame:
    """Say who made a failed session fail, from replays of it with the clean text and the same seed.

    The ears, when most scored replays pass; the assistant, when most fail; undecided, when there are as many of both,
    none was scored, or the recogniser changed nothing, so that it cannot have been at fault. A replay counts as not
    scored when it is not the same session (see `doubt`) or leaves open what failed when heard. `unsure_below` gives by
    engine and language the confidence below which a recogniser counts as unsure, as `blame_slots.unsure_below` does.
    Raises ValueError unless `heard` failed.

    Source: a failed spoken session replayed with the clean text: passes clean → the ears; fails clean → the assistant.
    """
    if heard.verdict.outcome is not Outcome.FAILED:
        raise ValueError(f"only a failed session has somebody to blame; this one is {heard.verdict.outcome.value}")
    doubts = [doubt(heard, one) for one in clean]
    scored = [one for one, why in zip(clean, doubts, strict=True) if not why]
    passed = [one for one in scored if one.verdict.outcome is Outcome.PASSED]
    failed = [one for one in scored if one.verdict.outcome is Outcome.FAILED]
    decisive = decisive_request(heard.trajectory, passed[0].trajectory) if passed else None
    lost = misheard(heard, unsure_below or {}, decisive)
    facts: dict[str, Any] = {
        "heard_cause": first_cause(heard),
        "clean_cause": first_cause(failed[0]) if failed else None,
        "replays": len(scored),
        "passed": len(passed),
        "misheard": lost,
        "asked": asked_back(heard.trajectory, {one.turn for one in lost}),
    }
    if not scored:
        reason = next(iter(doubts), "it was not played with the clean text")
        return Blame(culprit=Culprit.UNDECIDED, reason=reason, **facts)
    if len(passed) == len(failed):
        reason = f"{len(passed)} of {len(scored)} clean replays pass: the assistant is of two minds"
        return Blame(culprit=Culprit.UNDECIDED, reason=reason, **facts)
    if len(passed) < len(failed):
        return Blame(culprit=Culprit.BRAIN, reason=_fails(failed[0]), only_heard=_only_heard(heard, failed), **facts)
    if untouched(heard.trajectory):
        reason = "every word arrived as it was meant, so the assistant answers the same words in different ways"
        return Blame(culprit=Culprit.UNDECIDED, reason=reason, **facts)
    return Blame(culprit=Culprit.EARS, reason=_passes(lost), could_have_asked=_could_have_asked(lost), **facts)


def doubt(heard: Played, clean: Played) -> str:
    """Return why a replay says nothing about a heard session, "" when it does.

    It has to be the same session (scenario, language, trial, seed, start, assistant, driver, prompt), every word of it
    heard as it was meant, that passed or failed by all that failed when heard.
    """
    if not clean.trajectory.events:
        return "the replay never began"
    then, now = heard.trajectory.started, clean.trajectory.started
    for name, what in (
        ("scenario_id", "scenario"),
        ("locale", "language"),
        ("trial", "trial"),
        ("seed", "seed"),
        ("digest", "start"),
        ("agent", "assistant"),
        ("user", "driver"),
    ):
        if getattr(then, name) != getattr(now, name):
            return f"the replay is another session: its {what} differs"
    if then.prompt_digest != now.prompt_digest:
        return "the assistant was given another prompt in the replay"
    if clean.verdict.outcome not in (Outcome.PASSED, Outcome.FAILED):
        why = f": {clean.verdict.reasons[0]}" if clean.verdict.reasons else ""
        return f"the replay is {clean.verdict.outcome.value}{why}"
    if not untouched(clean.trajectory):
        return f"the replay was not heard as it was meant: it was played over {now.channel}"
    if clean.verdict.outcome is Outcome.PASSED:
        left_open = [name for name in failed_in(heard.verdict) if name in clean.verdict.unscored]
        if left_open:
            return f"the replay leaves open what failed when heard: {', '.join(left_open)}"
    return ""


def _only_heard(heard: Played, failed: Sequence[Played]) -> tuple[str, ...]:
    anyway = {name for one in failed for name in failed_in(one.verdict)}
    return tuple(name for name in failed_in(heard.verdict) if name not in anyway)


def _fails(failed: Played) -> str:
    why = failed.verdict.reasons[0] if failed.verdict.reasons else "no reason recorded"
    return f"fails with the clean text, too: {why}"


def _passes(lost: Sequence[Misheard]) -> str:
    """Say what was misheard where the session went wrong."""
    first = most_telling(lost)
    if first is None:
        return "passes with the clean text; the same words arrived in another notation"
    meant, heard = first.change
    what = f"'{meant}' was heard as '{heard}'" if heard else f"'{meant}' was lost"
    return f"passes with the clean text; in turn {first.turn} " + (what if meant else f"'{heard}' was heard besides")


def _could_have_asked(lost: Sequence[Misheard]) -> bool | None:
    """Return True when any loss that counts gave itself away, False when all of them looked right, else None.

    Those of the request in which the session went wrong count, else all; of them lost slots before other words, without
    those whose thing is still named.
    """
    counted = [one for one in lost if one.decisive] or list(lost)
    counted = [one for one in counted if one.slot is not None] or counted
    counted = [one for one in counted if not one.kept] or counted
    found = [one.askable for one in counted]
    if any(found):
        return True
    return False if found and all(one is False for one in found) else None
