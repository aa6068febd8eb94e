"""Thresholds a run must reach: `[ko.|en.]METRIC[:KIND]=VALUE`."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from evaluation.catalogue import metrics
from evaluation.metrics.judged import is_own
from evaluation.spec import ALL_KINDS, METRICS, Direction
from evaluation.summary import LanguageSlice, Slice, Summary
from scenarios.schema import Kind
from simulator.channel import LANGUAGES, LOCALES, Locale
from simulator.registry import UsageError, unknown

_FORM = "[ko.|en.]METRIC[:KIND]=VALUE, for example score=0.3 or ko.pass^1:base=0.5"
_PASS = re.compile(r"(?P<measure>pass[\^@])(?P<k>[1-9]\d{0,3})(?P<first>_first)?")
_LANGUAGE = re.compile(r"(?P<locale>[A-Za-z]{2})\.(?P<rest>.+)")
_KINDS: dict[str, Kind] = {kind: kind for kind in ALL_KINDS}
# How many sessions may have gone wrong on our side, and the share that counts.
_COUNTS = ("invalid", "defects")
_RUN = ("score", "pass_rate", "coverage", *_COUNTS)
# Rounding in a sum of floats must not turn a threshold that is just reached into a missed one.
_TOLERANCE = 1e-9


class GateState(StrEnum):
    """How a gate came out."""

    MET = "met"
    MISSED = "missed"
    UNSCOREABLE = "unscoreable"


@dataclass(frozen=True, slots=True)
class Gate:
    """One threshold: the metric must not be worse than `value`."""

    text: str
    metric: str
    value: float
    locale: Locale | None = None
    kind: Kind | None = None

    @property
    def name(self) -> str:
        """The metric as it was asked for, without the threshold."""
        return self.text.partition("=")[0].strip()

    @property
    def direction(self) -> Direction:
        """Which way is better."""
        if self.metric in _COUNTS:
            return "lower"
        return METRICS[self.metric].direction if self.metric in METRICS else "higher"


@dataclass(frozen=True, slots=True)
class GateResult:
    """How one gate came out; `line` is what people read."""

    gate: Gate
    state: GateState
    value: float | None
    line: str


def parse_gate(text: str) -> Gate:
    """Understand one `--fail-under` value; raises UsageError in one line for anything that is no gate.

    Metrics are `score`, `pass_rate`, `coverage` (the share of sessions that count), `pass^K`, `pass@K` (unbiased),
    `pass^K_first`, `pass@K_first` (trials 0 to K-1), every registered metric, and `rubric.NAME` for a user's own (see
    `check_own`). For metrics that are better when lower (wer, turns) the gate is the most allowed, and so it is for
    `invalid` and `defects`, which count sessions.
    """
    left, separator, right = text.partition("=")
    if not separator or not left.strip():
        raise UsageError(f"--fail-under '{text}': expected {_FORM}")
    name, _, kind_name = left.strip().partition(":")
    locale: Locale | None = None
    if match := _LANGUAGE.fullmatch(name):
        locale = next((known for known in LOCALES if known == match["locale"].casefold()), None)
        if locale is None:
            raise unknown("language", match["locale"], LOCALES)
        name = match["rest"]
    metric = _metric(name.casefold())
    kind: Kind | None = None
    if ":" in left:
        if kind_name not in _KINDS:
            raise unknown("scenario kind", kind_name, _KINDS)
        kind = _KINDS[kind_name]
        _check_kind(text, metric, kind)
    return Gate(text.strip(), metric, _value(text, metric, right.strip()), locale, kind)


def _metric(name: str) -> str:
    if _PASS.fullmatch(name) or name in _RUN or name in METRICS or is_own(name):
        return name
    if "@" in name and not name.startswith(("pass^", "pass@")):
        raise UsageError(f"--fail-under '{name}': a figure at a level is a gate of 'dashtalk sweep'")
    known = [*_RUN, "pass^1", "pass@1", *(entry.name for entry in metrics())]
    raise unknown("metric", name, known)


def _check_kind(text: str, metric: str, kind: Kind) -> None:
    if metric == "score":
        raise UsageError(f"--fail-under '{text}': score is a mean over kinds; gate pass^K:{kind} instead")
    if metric in METRICS and kind not in METRICS[metric].kinds:
        raise UsageError(f"--fail-under '{text}': {metric} does not apply to {kind} scenarios")


def _value(text: str, metric: str, value: str) -> float:
    scale = METRICS[metric].scale if metric in METRICS else "count" if metric in _COUNTS else "share"
    least, most = (0.0, 1.0) if scale == "share" else (1.0, 3.0) if scale == "grade" else (0.0, math.inf)
    wanted = f"a number from {least:g} to {most:g}" if math.isfinite(most) else "a number of 0 or more"
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or not least <= number <= most:
        raise UsageError(f"--fail-under '{text}': VALUE must be {wanted}, got '{value}'")
    return number


def check_own(gates: Iterable[Gate], own: Iterable[str]) -> None:
    """Raise UsageError for a gate on a rubric of the user's own that nobody is asked about in this run."""
    known = list(own)
    for gate in gates:
        if is_own(gate.metric) and gate.metric not in known:
            raise unknown("metric", gate.metric, known or [entry.name for entry in metrics()])


def evaluate_gates(gates: Iterable[Gate], summary: Summary) -> tuple[GateResult, ...]:
    """Hold a run against its gates, in the order given."""
    return tuple(_evaluate(gate, summary) for gate in gates)


def _evaluate(gate: Gate, summary: Summary) -> GateResult:
    part = _part(gate, summary)
    value, reason = (None, _nothing_of(gate)) if part is None else _look_up(gate, part, summary)
    if value is None:
        return GateResult(gate, GateState.UNSCOREABLE, None, f"unscoreable: {gate.name}: {reason}")
    if gate.direction == "higher":
        met, sign, opposite = value >= gate.value - _TOLERANCE, ">=", "<"
    else:
        met, sign, opposite = value <= gate.value + _TOLERANCE, "<=", ">"
    state = GateState.MET if met else GateState.MISSED
    line = f"{state}: {gate.name} {value:.4g} {sign if met else opposite} {gate.value:g}"
    return GateResult(gate, state, value, line)


def _part(gate: Gate, summary: Summary) -> Slice | None:
    language: LanguageSlice | None = summary if gate.locale is None else summary.languages.get(gate.locale)
    if language is None or gate.kind is None:
        return language
    return language.kinds.get(gate.kind)


def _nothing_of(gate: Gate) -> str:
    language = f"{LANGUAGES[gate.locale]} " if gate.locale else ""
    return f"no {language}{gate.kind + ' ' if gate.kind else ''}session was run"


def _look_up(gate: Gate, part: Slice, summary: Summary) -> tuple[float | None, str]:
    """Return the value and, when there is none, why."""
    if gate.metric == "score" and isinstance(part, LanguageSlice):
        return part.score, "score needs scored sessions of base, hallucination and disambiguation"
    if gate.metric == "pass_rate":
        return part.pass_rate, "no session passed or failed"
    if gate.metric == "coverage":
        return part.sessions.coverage, "no session was played"
    if gate.metric in _COUNTS:
        return float(part.sessions.invalid if gate.metric == "invalid" else part.sessions.defects), ""
    if match := _PASS.fullmatch(gate.metric):
        k = int(match["k"])
        if k > summary.trials:
            return None, f"each scenario ran {summary.trials} times; run with --trials {k}"
        found = part.passing(f"{match['measure']}k", k, "first_k" if match["first"] else "unbiased")
        return (found.value if found else None), f"no scenario has {k} scored trials"
    metric = part.metrics.get(gate.metric)
    if metric is None:
        return None, "it applied to no session"
    return metric.value, next(iter(metric.reasons), "nothing was scored")


def exit_code(results: Sequence[GateResult], summary: Summary) -> int:
    """Return 0 when all gates are met, 1 when one is missed, 3 when nothing or not every gate could be scored.

    A missed gate outweighs an unscoreable one. A run without a single passed or failed session is 3 with or without
    gates.
    """
    if not summary.sessions.passed + summary.sessions.failed:
        return 3
    states = {result.state for result in results}
    if GateState.MISSED in states:
        return 1
    return 3 if GateState.UNSCOREABLE in states else 0
