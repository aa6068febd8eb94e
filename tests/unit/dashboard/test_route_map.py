"""The small map: places where they lie, lines between them, and labels that keep apart and inside."""

import random
from itertools import pairwise

import pytest
from rich.cells import cell_len

from simulator.dashboard.route_map import Pin, drawn_map, rows_wanted
from simulator.dashboard.route_plan import Point

SEOUL, DAEJEON, BUSAN = (126.978, 37.5665), (127.3845, 36.3504), (129.0756, 35.1796)
NAMES = ("서울", "Busan", "대전", "Haneul EV Charging Station", "국립중앙박물관 주차장", "")


def plain(pins: list[Pin], width: int, height: int, ways: list[tuple[Point, Point]] | None = None) -> list[str]:
    """Return a map's lines; raises AssertionError where one has not exactly the width."""
    lines = [line.plain for line in drawn_map(pins, ways or [], width, height, line_style="", label_style="")]
    assert len(lines) == height
    assert [cell_len(line) for line in lines] == [width] * height
    return lines


def pin(point: Point, tag: str, name: str, glyph: str = "●") -> Pin:
    """Return a place."""
    return Pin(point, glyph, tag, name)


def test_places_lie_as_on_the_earth_with_their_names_beside_them() -> None:
    lines = plain([pin(SEOUL, "1", "Seoul"), pin(DAEJEON, "2", "Daejeon"), pin(BUSAN, "3", "Busan")], 40, 7)
    rows = [next(row for row, line in enumerate(lines) if name in line) for name in ("Seoul", "Daejeon", "Busan")]
    assert rows == sorted(rows)
    columns = [lines[row].index("●") for row in rows]
    assert columns == sorted(columns)
    assert rows[0] == 0
    assert rows[2] == 6


def test_a_way_is_a_line_of_dots_from_place_to_place() -> None:
    pins = [pin(SEOUL, "1", ""), pin(BUSAN, "2", "")]
    without, within = plain(pins, 30, 6), plain(pins, 30, 6, [(SEOUL, BUSAN)])
    dots = [sum(0x2800 < ord(letter) <= 0x28FF for letter in line) for line in within]
    assert all(dots[1:-1])
    assert not any(0x2800 < ord(letter) <= 0x28FF for letter in "".join(without))


def test_places_in_one_cell_share_a_label_and_a_place_named_twice_is_told_once() -> None:
    text = "\n".join(plain([pin(SEOUL, "1", "Seoul"), pin(BUSAN, "2", "Busan"), pin(SEOUL, "3", "Seoul")], 40, 5))
    assert "1,3 Seoul" in text
    assert text.count("Seoul") == 1


def test_a_single_place_and_no_place_at_all_can_be_drawn() -> None:
    assert "1 Seoul" in "\n".join(plain([pin(SEOUL, "1", "Seoul")], 30, 4))
    assert not "".join(plain([], 20, 3)).strip()
    assert rows_wanted([], 40, 3, 6) == 3


@pytest.mark.parametrize("second", [(128.9, 37.5665), (126.978, 35.0), (126.978, 37.5666)])
def test_points_on_one_line_of_the_compass_keep_their_marks(second: Point) -> None:
    lines = plain([pin(SEOUL, "1", "a"), pin(second, "2", "b")], 40, 5, [(SEOUL, second)])
    assert sum(line.count("●") for line in lines) == 2


def test_points_on_a_diagonal_line_are_all_shown_in_order() -> None:
    points = [(100 + step, 40 - step / 2) for step in range(5)]
    lines = plain([pin(point, str(index), "") for index, point in enumerate(points)], 40, 9)
    assert sum(line.count("●") for line in lines) == 5


def test_a_flat_trip_asks_for_fewer_rows_than_a_steep_one() -> None:
    flat, steep = [(0.0, 50.0), (10.0, 50.2)], [(0.0, 50.0), (0.2, 60.0)]
    assert rows_wanted(flat, 40, 3, 8) == 3
    assert rows_wanted(steep, 40, 3, 8) == 8
    assert rows_wanted([(0.0, 0.0), (0.0, 9.0)], 40, 3, 8) == 8


@pytest.mark.parametrize("seed", range(60))
def test_labels_never_collide_leave_the_map_or_hide_a_mark(seed: int) -> None:
    draw = random.Random(seed)
    spread = draw.choice((0.0, 0.01, 3.0))
    pins = [
        pin((127 + draw.uniform(0, spread), 36 + draw.uniform(0, spread)), f"#{index}", draw.choice(NAMES), "◆")
        for index in range(draw.randint(1, 12))
    ]
    ways = [(one.point, other.point) for one, other in pairwise(pins)]
    width, height = draw.randint(20, 80), draw.randint(3, 10)
    lines = plain(pins, width, height, ways)
    text = "\n".join(lines)
    marks = text.count("◆")
    assert marks >= 1
    # A label is written whole or not at all: after a tag comes its name, a space or another tag.
    whole = {one.tag for one in pins if f"{one.tag} {one.name}".strip() in text or f"{one.tag}," in text}
    cut = {one.tag for one in pins if one.tag in text} - whole
    for tag in cut:
        name = next(one.name for one in pins if one.tag == tag)
        assert not name or f"{tag} {name[0]}" not in text


def test_a_label_without_room_gives_way_to_its_number() -> None:
    long = "국립중앙박물관 전기차 충전소 주차장"
    text = "\n".join(plain([pin(SEOUL, "1", "Seoul"), pin(BUSAN, "2", long)], 24, 5))
    assert long not in text
    assert "2" in text
