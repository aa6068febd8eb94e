"""Sessions of a sweep made by hand: who passed at which level, and how much was misheard there."""

from collections.abc import Mapping, Sequence

from evaluation.robustness import LevelSessions
from evaluation.robustness_spec import Axis, Level
from evaluation.spec import Measured, unscored
from evaluation.summary import SessionRow
from evaluation.verdict import Outcome
from scenarios.schema import Kind
from simulator.channel import Locale

WORDS = 100.0
OUTCOMES = {"+": Outcome.PASSED, "-": Outcome.FAILED, "?": Outcome.UNSCORED, "!": Outcome.DEFECT}


def level(axis: Axis, name: str) -> Level:
    """Return a level by its name, as a sweep makes it."""
    if name in ("clean", "quiet"):
        return Level(axis=axis, name=name, value=0.0 if axis == "error_rate" else None)
    return Level(axis=axis, name=name, value=float(name))


def sessions(
    name: str,
    outcomes: str,
    *,
    dose: float | None = None,
    axis: Axis = "error_rate",
    locale: Locale = "en",
    kinds: Sequence[Kind] = ("base",),
    trials: int = 1,
    reason: str = "",
) -> LevelSessions:
    """Return a level whose sessions ended as `outcomes` says, one character a session and a space for one not played.

    Sessions are numbered by trial first: with two trials the first two belong to the first scenario. `kinds` are dealt
    to the scenarios in turn. `dose` is the error rate measured in each of them, None with a `reason` for unmeasured.
    """
    metric = "wer" if locale == "en" else "cer"
    rows = []
    for number, mark in enumerate(outcomes):
        scenario, trial = divmod(number, trials)
        if mark == " ":
            continue
        scores: tuple[Measured, ...] = ()
        if dose is not None:
            scores = (Measured(metric=metric, value=dose, numerator=dose * WORDS, denominator=WORDS),)
        elif reason:
            scores = (unscored(metric, reason),)
        rows.append(
            SessionRow(
                session=f"{name}-{locale}-{number}",
                scenario=f"s{scenario:02d}",
                kind=kinds[scenario % len(kinds)],
                locale=locale,
                trial=trial,
                outcome=OUTCOMES[mark],
                reasons=("it broke",) if mark == "!" else (),
                scores=scores,
            )
        )
    planned = tuple((f"s{number // trials:02d}", locale, number % trials) for number in range(len(outcomes)))
    return LevelSessions(level(axis, name), tuple(rows), run=f"run-{name}", planned=planned)


def both(one: LevelSessions, other: LevelSessions) -> LevelSessions:
    """Return the sessions of two languages at one level as one level."""
    engines: Mapping[Locale, tuple[str, ...]] = {**one.engines, **other.engines}
    return LevelSessions(one.level, one.rows + other.rows, one.run, one.planned + other.planned, engines)
