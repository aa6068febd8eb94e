"""Curves of a sweep as SVG: score over levels, and score over the error that was measured."""

from collections.abc import Callable, Iterable, Sequence
from html import escape

from evaluation.report.sweep_words import DOSE_NAMES
from evaluation.robustness_spec import CLEAN, Curve, Point, Robustness
from simulator.channel import LANGUAGES

_WIDTH, _HEIGHT = 720, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 20, 44, 86
# Blue and orange differ for every kind of colour vision; the marks differ as well.
_COLOURS = {"ko": "#0057b8", "en": "#c04f00"}
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


def levels_svg(found: Robustness) -> str:
    """Return the pass rate at every level with its interval and n, one curve a language.

    Error rates stand at their place on the axis; the levels of a noise sweep, two of which have no number, stand side
    by side from mild to hard.
    """
    places = _places(found)
    parts = [
        _frame("pass rate over levels, middle 95 % of drawn sweeps; dotted: half of clean"),
        *_vertical_axis("pass rate"),
    ]
    axis = "error rate that was asked for" if found.axis == "error_rate" else "speech above noise, harder to the right"
    parts.append(_text(_LEFT + _plot_width() / 2, _HEIGHT - 12, axis, anchor="middle"))
    for level, x in zip(found.levels, places, strict=True):
        parts.append(_line(x, _y(0), x, _y(0) + 5, "#444"))
        parts.append(_text(x, _y(0) + 18, level.title, anchor="middle"))
    for number, curve in enumerate(found.curves):
        shift = (number - (len(found.curves) - 1) / 2) * 10
        colour = _COLOURS[curve.locale]
        points = [(x + shift, point) for x, point in zip(places, curve.points, strict=True) if point.known]
        parts += _half(curve, colour)
        parts.append(_path([(x, _y(point.pass_rate or 0)) for x, point in points], colour))
        parts += [_mark(curve, point, x, _y(point.pass_rate or 0)) for x, point in points]
        low = _y(0) + 32 + 13 * number
        parts += [
            _text(x, low, str(point.known), anchor="middle", colour=colour, size=11)
            for x, point in zip(places, curve.points, strict=True)
        ]
        parts.append(_text(_LEFT - 12, low, f"n {curve.locale}", anchor="end", colour=colour, size=11))
    return "\n".join((*parts, _legend(found.curves), "</svg>"))


def doses_svg(found: Robustness) -> str:
    """Return the pass rate over the error rate that was measured, with the fitted lines; "" when nothing was measured.

    The error is by word in English and by syllable in Korean, so slopes compare within a language only.
    """
    doses = [_dose(point) for curve in found.curves for point in curve.points]
    most = max((dose for dose in doses if dose is not None), default=0.0)
    if not most:
        return ""
    step = next(size for size in (0.05, 0.1, 0.2, 0.5, 1.0, 10.0) if most / size <= 6)
    ticks = [step * number for number in range(int(most / step + 1.999))]

    def x_of(dose: float) -> float:
        return _LEFT + 24 + dose / ticks[-1] * (_plot_width() - 48)

    parts = [_frame("pass rate over the measured error rate, with fitted lines"), *_vertical_axis("pass rate")]
    names = ", ".join(f"{DOSE_NAMES[curve.dose_name]} in {LANGUAGES[curve.locale]}" for curve in found.curves)
    parts.append(_text(_LEFT + _plot_width() / 2, _HEIGHT - 36, f"measured error rate: {names}", anchor="middle"))
    for tick in ticks:
        parts.append(_line(x_of(tick), _y(0), x_of(tick), _y(0) + 5, "#444"))
        parts.append(_text(x_of(tick), _y(0) + 18, f"{tick:.2g}", anchor="middle"))
    for curve in found.curves:
        colour = _COLOURS[curve.locale]
        parts += _fitted(curve, x_of, ticks[-1], colour)
        for point in curve.points:
            if point.known and (dose := _dose(point)) is not None:
                parts.append(_mark(curve, point, x_of(dose), _y(point.pass_rate or 0)))
    return "\n".join((*parts, _legend(found.curves), "</svg>"))


def _fitted(curve: Curve, x_of: Callable[[float], float], last: float, colour: str) -> Iterable[str]:
    slope = next((slope for slope in curve.slopes if slope.measure == "pass_rate"), None)
    if slope is None or slope.value is None or slope.intercept is None:
        return []
    # Only as far as the line stays a share and there is something it was fitted to.
    reach = max((dose for point in curve.points if (dose := _dose(point)) is not None), default=last)
    if slope.value < 0:
        reach = min(reach, -slope.intercept / slope.value)
    ends = [(x_of(dose), _y(min(1.0, max(0.0, slope.intercept + slope.value * dose)))) for dose in (0.0, reach)]
    return [_path(ends, colour, dash="6 4")]


def _half(curve: Curve, colour: str) -> Iterable[str]:
    """Return a dotted line at half of the clean pass rate."""
    clean = curve.point(CLEAN)
    if clean is None or not clean.pass_rate:
        return []
    y = _y(clean.pass_rate / 2)
    return [_path([(_LEFT, y), (_WIDTH - _RIGHT, y)], colour, dash="1 5")]


def _dose(point: Point) -> float | None:
    if point.level.name == CLEAN:
        return 0.0
    return point.dose.value if point.dose is not None else None


def _places(found: Robustness) -> list[float]:
    width = _plot_width() - 60
    if found.axis == "error_rate":
        most = max((level.value or 0.0 for level in found.levels), default=0.0) or 1.0
        return [_LEFT + 30 + (level.value or 0.0) / most * width for level in found.levels]
    between = width / max(1, len(found.levels) - 1)
    return [_LEFT + 30 + between * number for number in range(len(found.levels))]


def _plot_width() -> float:
    return _WIDTH - _LEFT - _RIGHT


def _y(share: float) -> float:
    return _TOP + (1 - share) * (_HEIGHT - _TOP - _BOTTOM)


def _frame(title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" role="img" font-family="sans-serif" font-size="12">\n<title>{escape(title)}</title>\n'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>\n'
        f'<text x="{_LEFT}" y="18" fill="#222222" font-size="13" font-weight="bold">{escape(title)}</text>'
    )


def _vertical_axis(name: str) -> Iterable[str]:
    parts = []
    for tick in _TICKS:
        parts.append(_line(_LEFT, _y(tick), _WIDTH - _RIGHT, _y(tick), "#dddddd"))
        parts.append(_text(_LEFT - 8, _y(tick) + 4, f"{tick:g}", anchor="end"))
    middle = _y(0.5)
    parts.append(
        f'<text x="18" y="{middle:.1f}" fill="#222222" text-anchor="middle" transform="rotate(-90 18 {middle:.1f})">'
        f"{escape(name)}</text>"
    )
    return parts


def _mark(curve: Curve, point: Point, x: float, y: float) -> str:
    """Return a mark with its interval; a pointer over it tells level, value and n."""
    colour = _COLOURS[curve.locale]
    interval = point.pass_rate_interval
    told = f"{LANGUAGES[curve.locale]}, {point.level.title}: {point.pass_rate:.3f}, n = {point.known}"
    parts = [f"<g><title>{escape(told)}</title>"]
    if interval is not None:
        low, high = _y(interval.low), _y(interval.high)
        parts.append(_line(x, low, x, high, colour, width=1.5))
        parts += [_line(x - 4, end, x + 4, end, colour, width=1.5) for end in (low, high)]
    parts.append(_shape(curve, x, y))
    return "".join((*parts, "</g>"))


def _shape(curve: Curve, x: float, y: float) -> str:
    colour = _COLOURS[curve.locale]
    if curve.locale == "ko":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>'
    return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" fill="{colour}"/>'


def _legend(curves: Sequence[Curve]) -> str:
    parts = []
    for number, curve in enumerate(curves):
        x = _WIDTH - _RIGHT - 90 * (len(curves) - number)
        parts.append(_shape(curve, x, 32))
        parts.append(_text(x + 10, 36, LANGUAGES[curve.locale], colour=_COLOURS[curve.locale]))
    return "\n".join(parts)


def _path(points: Sequence[tuple[float, float]], colour: str, *, dash: str = "") -> str:
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashes = f' stroke-dasharray="{dash}" opacity="0.7"' if dash else ""
    return f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'


def _line(x: float, y: float, to_x: float, to_y: float, colour: str, *, width: float = 1) -> str:
    return (
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{colour}" stroke-width="{width:g}"/>'
    )


def _text(x: float, y: float, words: str, *, anchor: str = "start", colour: str = "#222222", size: int = 12) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} fill="{colour}" font-size="{size}">{escape(words)}</text>'
