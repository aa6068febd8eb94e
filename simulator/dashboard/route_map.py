"""A small map drawn in cells: places where they lie, lines between them, and labels that never collide."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from rich.cells import cell_len
from rich.text import Text

from simulator.dashboard.route_plan import Point

# A cell of a terminal is about twice as high as wide; a braille pattern has 2 by 4 dots, which are about square.
_DOTS_WIDE, _DOTS_HIGH = 2, 4
_BRAILLE = 0x2800
# Source: Unicode, braille patterns: the bit of each dot by column and row.
_BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
_MARGIN_CELLS = 2


@dataclass(frozen=True, slots=True)
class Pin:
    """A place on the map: one cell wide glyph, a short tag such as its number, its name, and the glyph's style."""

    point: Point
    glyph: str
    tag: str
    name: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class _Spot:
    column: int
    row: int
    glyph: str
    style: str
    labels: tuple[str, ...]


class _Canvas:
    """Cells of a map: route dots below, glyphs and labels on top, each cell taken once."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.dots = [[0] * width for _ in range(height)]
        self.taken: dict[tuple[int, int], tuple[str, str]] = {}

    def line(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Draw a straight line of dots."""
        steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
        for step in range(steps + 1):
            x = round(start[0] + (end[0] - start[0]) * step / steps)
            y = round(start[1] + (end[1] - start[1]) * step / steps)
            self.dots[y // _DOTS_HIGH][x // _DOTS_WIDE] |= _BITS[x % _DOTS_WIDE][y % _DOTS_HIGH]

    def covered(self, column: int, row: int, cells: int) -> int | None:
        """Return how many cells of a line a text would cover there; None where it does not fit."""
        if not 0 <= row < self.height or column < 0 or column + cells > self.width:
            return None
        # A free cell on either side keeps two labels apart.
        if any((at, row) in self.taken for at in range(column - 1, column + cells + 1)):
            return None
        return sum(self.dots[row][at] != 0 for at in range(column, column + cells))

    def write(self, column: int, row: int, text: str, style: str) -> None:
        """Write a text."""
        for character in text:
            cells = cell_len(character)
            if cells == 0:
                continue
            self.taken[column, row] = (character, style)
            for rest in range(1, cells):
                self.taken[column + rest, row] = ("", style)
            column += cells

    def lines(self, style: str) -> list[Text]:
        """Return the map."""
        found = []
        for row in range(self.height):
            line = Text()
            for column, bits in enumerate(self.dots[row]):
                taken = self.taken.get((column, row))
                if taken is not None:
                    line.append(*taken)
                elif bits:
                    line.append(chr(_BRAILLE + bits), style)
                else:
                    line.append(" ")
            found.append(line)
        return found


def rows_wanted(points: Sequence[Point], width: int, least: int, most: int) -> int:
    """Return how many rows show these points in their true proportions."""
    across, up = _spans(points)
    if across == 0:
        return most if up else least
    return min(max(round(up / across * width / 2) + 1, least), most)


def _spans(points: Sequence[Point]) -> tuple[float, float]:
    if not points:
        return 0.0, 0.0
    longitudes, latitudes = zip(*points, strict=True)
    return (max(longitudes) - min(longitudes)) * _squeeze(latitudes), max(latitudes) - min(latitudes)


def _squeeze(latitudes: Sequence[float]) -> float:
    """Return how much shorter a degree of longitude is than one of latitude in the middle of the map."""
    return max(math.cos(math.radians((max(latitudes) + min(latitudes)) / 2)), 0.01)


def drawn_map(
    pins: Sequence[Pin],
    ways: Sequence[tuple[Point, Point]],
    width: int,
    height: int,
    *,
    line_style: str,
    label_style: str,
) -> list[Text]:
    """Return a map of exactly `height` lines of `width` cells, north up, both axes to one scale.

    A straight line joins the two ends of every way. Every pin keeps its glyph, those of one cell share the last one's;
    a label that finds no room is shortened to its tag, then left out.
    """
    canvas = _Canvas(width, height)
    place = _Projection([*chain.from_iterable(ways), *(pin.point for pin in pins)], width, height)
    for start, end in ways:
        canvas.line(place(start), place(end))
    groups: dict[tuple[int, int], list[Pin]] = {}
    for pin in pins:
        x, y = place(pin.point)
        groups.setdefault((x // _DOTS_WIDE, y // _DOTS_HIGH), []).append(pin)
    spots = [_spot(cell, here) for cell, here in groups.items()]
    for spot in spots:
        canvas.write(spot.column, spot.row, spot.glyph, spot.style)
    for spot in spots:
        _label(canvas, spot, label_style)
    return canvas.lines(line_style)


class _Projection:
    """Turns degrees into dots, all points in the middle of the map and as large as they fit."""

    def __init__(self, points: Sequence[Point], width: int, height: int) -> None:
        dots_wide, dots_high = width * _DOTS_WIDE, height * _DOTS_HIGH
        longitudes = [point[0] for point in points] or [0.0]
        latitudes = [point[1] for point in points] or [0.0]
        self._squeeze = _squeeze(latitudes)
        across, up = (max(longitudes) - min(longitudes)) * self._squeeze, max(latitudes) - min(latitudes)
        margin = min(_MARGIN_CELLS, (width - 1) // 2) * _DOTS_WIDE
        room_wide, room_high = dots_wide - 1 - 2 * margin, dots_high - 1 - _DOTS_HIGH // 2
        scales = [room / span for room, span in ((room_wide, across), (room_high, up)) if span > 0]
        self._scale = min(scales, default=0.0)
        self._middle = (max(longitudes) + min(longitudes)) / 2, (max(latitudes) + min(latitudes)) / 2
        self._centre = (dots_wide - 1) / 2, (dots_high - 1) / 2
        self._last = dots_wide - 1, dots_high - 1

    def __call__(self, point: Point) -> tuple[int, int]:
        x = self._centre[0] + (point[0] - self._middle[0]) * self._squeeze * self._scale
        y = self._centre[1] - (point[1] - self._middle[1]) * self._scale
        return min(max(round(x), 0), self._last[0]), min(max(round(y), 0), self._last[1])


def _spot(cell: tuple[int, int], pins: Sequence[Pin]) -> _Spot:
    """Return what stands in one cell: the last pin's glyph, and labels from the longest to the shortest."""
    tags = ",".join(dict.fromkeys(pin.tag for pin in pins if pin.tag))
    names = "/".join(dict.fromkeys(pin.name for pin in pins if pin.name))
    full = f"{tags} {names}".strip()
    labels = tuple(dict.fromkeys(label for label in (full, tags) if label))
    return _Spot(*cell, pins[-1].glyph, pins[-1].style, labels)


def _label(canvas: _Canvas, spot: _Spot, style: str) -> None:
    """Write the longest label that fits where it hides least of the route."""
    for label in spot.labels:
        cells = sum(map(cell_len, label))
        middle = min(max(spot.column - cells // 2, 0), max(canvas.width - cells, 0))
        seats = (
            (spot.column + 2, spot.row),
            (spot.column - 1 - cells, spot.row),
            (middle, spot.row + 1),
            (middle, spot.row - 1),
            (spot.column + 2, spot.row + 1),
            (spot.column + 2, spot.row - 1),
            (spot.column - 1 - cells, spot.row + 1),
            (spot.column - 1 - cells, spot.row - 1),
        )
        best: tuple[int, int, int] | None = None
        for column, row in seats:
            hidden = canvas.covered(column, row, cells)
            if hidden is not None and (best is None or hidden < best[0]):
                best = hidden, column, row
        if best is not None:
            canvas.write(best[1], best[2], label, style)
            return
