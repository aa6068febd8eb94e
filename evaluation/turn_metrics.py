"""How the turns of a run went: who waited how long, who spoke how much, what an interruption came to.

Descriptive figures: none of them is a score, takes part in a verdict or is stored. They are computed from stored
events, so a running session and its stored copy give the same. Definitions: docs/voice.md, 'Turn metrics'.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from evaluation.conditions import ONE_LANGUAGE, unsteady
from evaluation.latency import percentile
from evaluation.turn_samples import TurnSamples, samples
from evaluation.verdict import Outcome
from simulator.channel import LOCALES, Locale
from simulator.trajectory import Trajectory

FEWEST_EVENTS = 10
"""A figure that rests on fewer events is not shown. Source: docs/voice.md, 'Turn metrics'."""

Unit = Literal["ms", "s", "share", "turns"]


@dataclass(frozen=True, slots=True)
class TurnFigure:
    """One figure over `n` events: percentiles (nearest rank), a `value` (a share, a ratio, a total), or both.

    With fewer than ten events, or with none that could be judged, all are None and `reason` says why.
    """

    name: str
    unit: Unit
    n: int
    value: float | None = None
    p50: float | None = None
    p90: float | None = None
    p95: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TurnMetrics:
    """The figures of all sessions and of each language, in the order they are shown."""

    all: tuple[TurnFigure, ...]
    languages: dict[Locale, tuple[TurnFigure, ...]]

    def as_json(self) -> dict[str, Any]:
        """Return plain values by name of the figure; null is not shown or not judged, and `reason` says why."""
        return {
            "fewest_events": FEWEST_EVENTS,
            "all": _plain(self.all),
            "languages": {locale: _plain(figures) for locale, figures in self.languages.items()},
        }


def _plain(figures: Iterable[TurnFigure]) -> dict[str, Any]:
    return {figure.name: {key: value for key, value in asdict(figure).items() if key != "name"} for figure in figures}


@dataclass(frozen=True, slots=True)
class _Session:
    locale: Locale | None
    outcome: Outcome
    samples: TurnSamples


class TurnGathering:
    """Gathers what turns measured from sessions that pass by, so that others can look at them in the same reading."""

    def __init__(self) -> None:
        self._known: list[_Session] = []

    def passing(self, sessions: Iterable[tuple[Trajectory, Outcome]]) -> Iterator[Trajectory]:
        """Hand on the trajectories of sessions, each with its outcome; one without events counts for nothing."""
        for trajectory, outcome in sessions:
            if trajectory.events:
                # A session in two languages belongs to none of them.
                locale = None if unsteady(trajectory, ONE_LANGUAGE) else trajectory.started.locale
                self._known.append(_Session(locale, outcome, samples(trajectory)))
            yield trajectory

    def metrics(self) -> TurnMetrics:
        """Return the figures of what has passed so far."""
        by_language: dict[Locale, tuple[TurnFigure, ...]] = {}
        for locale in LOCALES:
            some = [session for session in self._known if session.locale == locale]
            if some:
                by_language[locale] = _figures(some)
        return TurnMetrics(_figures(self._known), by_language)


def turn_metrics(sessions: Iterable[tuple[Trajectory, Outcome]]) -> TurnMetrics:
    """Return the figures of sessions, each with its outcome."""
    gathering = TurnGathering()
    for _ in gathering.passing(sessions):
        pass
    return gathering.metrics()


def _figures(sessions: Sequence[_Session]) -> tuple[TurnFigure, ...]:
    whole = TurnSamples()
    for session in sessions:
        whole.add(session.samples)
    unspoken = "nothing was said aloud" if not whole.driver else "no utterance of the kind"
    return (
        _spread("response_latency_spoken", "ms", whole.spoken, "nobody spoke into a microphone"),
        _spread("response_latency_typed", "ms", whole.typed, "nobody typed"),
        _spread("response_latency_simulated", "ms", whole.simulated, "no simulated driver got an answer"),
        _spread("first_audio_latency", "ms", whole.first_audio, "no answer was played to somebody who spoke"),
        _share("interruption_handled", whole.interruptions, "no answer was interrupted, or none that can be judged"),
        _share("talk_over", whole.talked_over, "the microphone was off while the assistant spoke"),
        _spread("talk_over_duration", "ms", whole.overlaps, "nobody talked over an answer"),
        _dead_air(whole.waits, unspoken),
        _speaking("driver_speaking_time", whole.driver, unspoken),
        _speaking("assistant_speaking_time", whole.assistant, "no answer was said aloud"),
        *_per_goal(sessions),
        _spread("assistant_message", "ms", whole.messages, "the assistant was not asked"),
        _spread("language_model_call", "ms", whole.models, "no language model was asked"),
        _spread("language_model_first_token", "ms", whole.first_tokens, "no answer came in pieces (--stream)"),
        _spread("tools_of_a_step", "ms", whole.steps, "no tool was called, or its time was not recorded"),
    )


def _hidden(n: int, none: str) -> str:
    """Return why a figure is not shown, "" when it is."""
    if n >= FEWEST_EVENTS:
        return ""
    return f"{n} of the {FEWEST_EVENTS} events that it takes" if n else none


def _spread(name: str, unit: Unit, values: Iterable[float], none: str, total: float | None = None) -> TurnFigure:
    ordered = sorted(values)
    reason = _hidden(len(ordered), none)
    if reason:
        return TurnFigure(name, unit, len(ordered), reason=reason)
    p50, p90, p95 = (percentile(ordered, share) for share in (0.5, 0.9, 0.95))
    return TurnFigure(name, unit, len(ordered), total, p50, p90, p95)


def _share(name: str, found: Sequence[bool], none: str) -> TurnFigure:
    reason = _hidden(len(found), none)
    return TurnFigure(name, "share", len(found), None if reason else sum(found) / len(found), reason=reason)


def _dead_air(waits: Sequence[tuple[float, float]], none: str) -> TurnFigure:
    """Return the silence before answers as a share of all time from the driver's first to the answer's last word."""
    waited = math.fsum(wait for wait, _ in waits)
    whole = waited + math.fsum(speech for _, speech in waits)
    reason = _hidden(len(waits), none) or ("" if whole else "nothing took any time")
    return TurnFigure("dead_air", "share", len(waits), None if reason else waited / whole, reason=reason)


def _speaking(name: str, lengths_ms: Sequence[float], none: str) -> TurnFigure:
    seconds = [length / 1000 for length in lengths_ms]
    return _spread(name, "s", seconds, none, total=math.fsum(seconds))


def _per_goal(sessions: Sequence[_Session]) -> tuple[TurnFigure, ...]:
    """Return what a completed goal took: all of passed and failed sessions, divided by those that passed."""
    judged = [session for session in sessions if session.outcome in (Outcome.PASSED, Outcome.FAILED)]
    aloud = [each for each in judged if each.samples.driver and not each.samples.silent_utterances]
    answered = [each for each in judged if each.samples.assistant and not each.samples.silent_answers]
    return (
        _ratio("turns_per_goal", "turns", judged, [each.samples.turns for each in judged]),
        _ratio("driver_speech_per_goal", "s", aloud, [math.fsum(each.samples.driver) / 1000 for each in aloud]),
        _ratio(
            "assistant_speech_per_goal", "s", answered, [math.fsum(each.samples.assistant) / 1000 for each in answered]
        ),
    )


def _ratio(name: str, unit: Unit, sessions: Sequence[_Session], amounts: Sequence[float]) -> TurnFigure:
    goals = sum(session.outcome is Outcome.PASSED for session in sessions)
    if not sessions:
        spoken = unit == "s"
        return TurnFigure(
            name,
            unit,
            0,
            reason="no session that passed or failed was spoken" if spoken else "no session passed or failed",
        )
    reason = _hidden(goals, "no goal was completed")
    return TurnFigure(name, unit, goals, None if reason else math.fsum(amounts) / goals, reason=reason)
