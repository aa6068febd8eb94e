"""Thresholds a sweep must keep: `[ko.|en.]tax@LEVEL=MOST`, `[ko.|en.]pass_rate@LEVEL=LEAST`."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaluation.gate import GateState
from evaluation.robustness_spec import CLEAN, Curve, Level, Robustness
from simulator.channel import LOCALES, Locale
from simulator.registry import UsageError, unknown

_FORM = "[ko.|en.]tax@LEVEL=MOST or [ko.|en.]pass_rate@LEVEL=LEAST, for example tax@0.1=0.2 or ko.pass_rate@quiet=0.5"
_GATE = re.compile(r"(?:(?P<locale>[A-Za-z]{2})\.)?(?P<figure>[a-z_]+)@(?P<level>[^=]+)=(?P<value>.+)")
_FIGURES = ("tax", "pass_rate")
# Rounding in a difference of floats must not turn a threshold that is just kept into a missed one.
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class SweepGate:
    """One threshold at one level; without a language every language must keep it."""

    text: str
    figure: str
    level: str
    value: float
    locale: Locale | None = None


@dataclass(frozen=True, slots=True)
class SweepGateResult:
    """How one gate came out in one language; `line` is what people read."""

    gate: SweepGate
    locale: Locale | None
    state: GateState
    value: float | None
    line: str


def parse_sweep_gate(text: str, levels: Iterable[Level]) -> SweepGate:
    """Understand one `--fail-under` value; raises UsageError in one line for anything that is no gate of this sweep."""
    match = _GATE.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"--fail-under '{text}': expected {_FORM}")
    if match["figure"] not in _FIGURES:
        raise unknown("figure of a sweep", match["figure"], _FIGURES)
    locale: Locale | None = None
    if match["locale"] is not None:
        locale = next((known for known in LOCALES if known == match["locale"].casefold()), None)
        if locale is None:
            raise unknown("language", match["locale"], LOCALES)
    known = [level.name for level in levels]
    level = _named(match["level"].strip())
    if level not in known:
        raise UsageError(f"--fail-under '{text}': the sweep has no level '{level}': {', '.join(known)}")
    if match["figure"] == "tax" and level == CLEAN:
        raise UsageError(f"--fail-under '{text}': the clean level has no tax")
    return SweepGate(text.strip(), match["figure"], level, _value(text, match["figure"], match["value"]), locale)


def _named(level: str) -> str:
    try:
        return f"{float(level) + 0.0:g}"
    except ValueError:
        return level.casefold()


def _value(text: str, figure: str, value: str) -> float:
    low = -1.0 if figure == "tax" else 0.0
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not low <= number <= 1:
        raise UsageError(f"--fail-under '{text}': '{value}' must be a number from {low:g} to 1")
    return number


def evaluate_sweep_gates(gates: Sequence[SweepGate], found: Robustness) -> list[SweepGateResult]:
    """Return how every gate came out in each language it is about; figures count, not their intervals."""
    results = []
    for gate in gates:
        curves = [curve for curve in found.curves if gate.locale in (None, curve.locale)]
        if not curves:
            what = "no session was played" if gate.locale is None else "no session of that language was played"
            line = f"{GateState.UNSCOREABLE}: {gate.text}: {what}"
            results.append(SweepGateResult(gate, gate.locale, GateState.UNSCOREABLE, None, line))
        results += [_evaluated(gate, curve) for curve in curves]
    return results


def _evaluated(gate: SweepGate, curve: Curve) -> SweepGateResult:
    point = curve.point(gate.level)
    tax = point.tax() if point is not None else None
    name = f"{curve.locale}.{gate.figure}@{gate.level}"
    value = (tax.value if tax else None) if gate.figure == "tax" else (point.pass_rate if point else None)
    if value is None:
        reason = (tax.reason if tax and gate.figure == "tax" else "") or "no session passed or failed"
        return SweepGateResult(
            gate, curve.locale, GateState.UNSCOREABLE, None, f"{GateState.UNSCOREABLE}: {name}: {reason}"
        )
    if gate.figure == "tax":
        met, sign, opposite = value <= gate.value + _TOLERANCE, "<=", ">"
    else:
        met, sign, opposite = value >= gate.value - _TOLERANCE, ">=", "<"
    state = GateState.MET if met else GateState.MISSED
    line = f"{state}: {name} {value:.4g} {sign if met else opposite} {gate.value:g}"
    return SweepGateResult(gate, curve.locale, state, value, line)


def sweep_exit_code(results: Sequence[SweepGateResult], found: Robustness) -> int:
    """Return 0 when all gates are met, 1 when one is missed, 3 when nothing or not every gate could be scored."""
    if not any(point.known for curve in found.curves for point in curve.points):
        return 3
    states = {result.state for result in results}
    if GateState.MISSED in states:
        return 1
    return 3 if GateState.UNSCOREABLE in states else 0
