"""The car from above in character cells: lights at its nose, windows and doors at its sides, seats and roof inside."""

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from simulator.dashboard.car_values import HEATED, CarValues, Value
from simulator.dashboard.cells import Piece, Sheet, clickable, width_of
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.spec import Look, Moment
from simulator.dashboard.units import measured

COMPACT_WIDTH, ROOMY_WIDTH, WIDE_WIDTH = 36, 54, 68

HIGH, LOW, FOG = Phrase("High beams", "상향등"), Phrase("Low beams", "하향등"), Phrase("Fog lights", "안개등")
FRONT = Phrase("front", "앞")
FRONT_DEFROST, REAR_DEFROST = (
    Phrase("Windshield defrost", "앞유리 성에 제거"),
    Phrase("Rear defrost", "뒷유리 열선"),
)
FRONT_SHORT, REAR_SHORT = Phrase("Defrost", "앞 성에제거"), Phrase("Defrost", "뒷유리 열선")
WHEEL = Phrase("Wheel heat", "핸들 열선")
DOOR, WINDOW = Phrase("Door", "문"), Phrase("Window", "창문")
SEAT_NAMES = {
    "driver": Phrase("Driver", "운전석"),
    "passenger": Phrase("Passenger", "조수석"),
    "driver_rear": Phrase("Rear left", "운전석 뒤"),
    "passenger_rear": Phrase("Rear right", "조수석 뒤"),
}
HEAT, READING, READING_SHORT = Phrase("Heat", "열선"), Phrase("Light", "독서등"), Phrase("Light", "등")
SUNROOF, SUNSHADE = Phrase("Sunroof", "선루프"), Phrase("Sunshade", "선셰이드")
AMBIENT, TRUNK = Phrase("Ambient light", "무드등"), Phrase("Trunk", "트렁크")

# What a door and its window take: its name, how it stands, the window's name, its gauge, its number.
_SEAT_ROWS = 5
_MOST_ROWS = 40
_LEAST_GAUGE = 4
_LEAST_ROOM = len("25→100%")


def gauge(percent: int, width: int) -> str:
    """Return a bar that is heavy as far as something is open; anything above 0 shows, and full is only 100."""
    filled = 0 if percent == 0 else min(max(round(percent * width / 100), 1), width if percent == 100 else width - 1)
    return "━" * filled + "─" * (width - filled)


class CarDrawing:
    """One drawing; blocks are put below each other from the front of the car to its rear."""

    def __init__(self, moment: Moment, width: int, look: Look) -> None:
        self._roomy = width >= ROOMY_WIDTH
        body = 36 if width >= WIDE_WIDTH else 30 if self._roomy else 22
        self._first = (width - body) // 2
        self._last = self._first + body - 1
        self._inner = body - 2
        self._side = min(self._first, 14)
        self._sheet = Sheet(width, _MOST_ROWS)
        self._y = 0
        self._say = look.say
        self._lang = look.lang
        self._values = CarValues(moment, look)
        self._text, self._label = look.palette.text, look.palette.label
        self._line, self._dim = clickable(self._text), clickable(self._label)
        self._light = clickable(look.palette.warn)

    def lines(self) -> list[Text]:
        """Draw the car."""
        self._beams()
        self._bonnet()
        self._windshield()
        self._wheel()
        self._seats("driver", "passenger")
        self._roof()
        self._ambient()
        self._seats("driver_rear", "passenger_rear")
        self._rear()
        return self._sheet.lines()[: self._y]

    def _told(self, value: Value, room: int, *names: Phrase) -> list[Piece]:
        """Return a value behind its name; both open the same control."""
        return value.pieces(room, self._label, *map(self._say, names))

    def _name(self, name: Phrase, value: Value) -> Piece:
        return self._say(name), clickable(self._label, value.control)

    def _inside(self, pieces: list[Piece], row: int = 0) -> None:
        self._sheet.centred(self._first + 1, self._y + row, pieces, self._inner)

    def _mirrored(self, offset: int, row: int, left: str, right: str, style: Style) -> None:
        """Write at the same distance from both sides of the car; `right` may be longer towards its middle."""
        self._sheet.put(self._first + offset, self._y + row, left, style)
        self._sheet.put(self._last - offset + 1 - len(right), self._y + row, right, style)

    def _walls(self, row: int = 0) -> None:
        self._mirrored(0, row, "│", "│", self._line)

    def _beams(self) -> None:
        """Strokes in front of the car: high beams reach far, low beams spread, fog lights lie low and wide."""
        high = self._values.switch("lights.head_lights_high_beams")
        low = self._values.switch("lights.head_lights_low_beams")
        fog = self._values.switch("lights.fog_lights")
        lamp, stroke = (5, "┃┃") if self._roomy else (2, "┃")
        for row in range(3) if high.active else ():
            self._mirrored(lamp - self._roomy, row, stroke, stroke, self._light)
        for offset in range(lamp - 1 - self._roomy, -2, -2) if low.active else ():
            self._mirrored(offset, 2, "╲", "╱", self._light)
            self._mirrored(offset - 1, 1, "╲", "╱", self._light)
        if fog.active:
            self._mirrored(-4, 2, "░▒▒░", "", self._light)
            self._sheet.put(self._last + 1, self._y + 2, "░▒▒░", self._light)
        room = self._inner - 2 * lamp
        names = [self._say(name) for name in (HIGH, LOW, FOG)]
        longest = max(map(cell_len, names))
        told = [
            value.pieces(room, self._label, name + " " * (longest - cell_len(name)))
            for name, value in zip(names, (high, low, fog), strict=True)
        ]
        start = self._first + 1 + (self._inner - max(map(width_of, told))) // 2
        for row, pieces in enumerate(told):
            self._sheet.left(start, self._y + row, pieces, room)
        self._y = 3

    def _bonnet(self) -> None:
        lit = any(self._values.switch(f"lights.head_lights_{beams}_beams").active for beams in ("low", "high"))
        self._mirrored(2, 0, "╭", "╮", self._line)
        self._sheet.put(self._first + 3, self._y, "─" * (self._inner - 4), self._line)
        self._mirrored(0, 1, "╭─╯", "╰─╮", self._line)
        lamp = "█" if lit else "▁"
        self._mirrored(3, 1, lamp * 3, lamp * 3, self._light if lit else self._dim)
        self._inside([(f"▲ {self._say(FRONT)}", self._dim)], 1)
        rows = 4 if self._roomy else 3
        for row in range(2, rows):
            self._walls(row)
            self._mirrored(-1, row, "▐", "▌", self._line)
        self._sheet.put(self._first + 1, self._y + rows - 1, "▁" * self._inner, self._dim)
        self._y += rows

    def _windshield(self) -> None:
        self._mirrored(1, 0, "╱", "╲", self._dim)
        self._glass(self._values.switch("climate.window_front_defrost"), FRONT_DEFROST, FRONT_SHORT)
        self._mirrored(-2, 0, "◖─", "─◗", self._line)
        self._y += 1

    def _glass(self, value: Value, *names: Phrase) -> None:
        """A window across the car: warm air is drawn on it while it is being defrosted."""
        self._walls()
        told = self._told(value, self._inner - 4, *names)
        if value.active:
            self._sheet.put(self._first + 2, self._y, "≈" * (self._inner - 2), self._light)
        self._inside([(" ", self._dim), *told, (" ", self._dim)])

    def _wheel(self) -> None:
        self._walls()
        heat = self._values.heat("seats.steering_wheel_heating")
        told = [("◎ ", heat.line), *self._told(heat, self._inner - 4, WHEEL)]
        self._sheet.left(self._first + 2, self._y, told, self._inner - 2)
        self._y += 1

    def _seats(self, left: str, right: str) -> None:
        """Two seats beside each other, with their windows and doors; the row above is for the leaves of open doors."""
        half = self._inner // 2
        names = [[(self._say(SEAT_NAMES[seat]), self._line)] for seat in (left, right)]
        early = any(width_of(name) >= half for name in names)
        for column, seat in enumerate((left, right)):
            start, room = self._first + 2 + column * half, half - 1
            occupant = self._values.occupant(seat)
            self._sheet.left(start - early, self._y, names[column], half)
            told = [occupant.pieces(room)]
            if seat in HEATED:
                told.append(self._told(self._values.heat(f"seats.seat_heating_{seat}"), room, HEAT))
            told.append(self._told(self._values.switch(f"lights.reading_light_{seat}"), room, READING, READING_SHORT))
            for row, pieces in enumerate(told, 1):
                self._sheet.left(start, self._y + row, pieces, room)
            back = "▀" if occupant.active else "▔"
            self._sheet.put(start, self._y + _SEAT_ROWS - 1, back * (room - 1), self._dim)
            self._door(seat, at_left=column == 0)
        self._y += _SEAT_ROWS

    def _door(self, seat: str, *, at_left: bool) -> None:
        """A door and its window: an open leaf stands out; the glass leaves the wall as far as it is down."""
        door = self._values.door(seat)
        window = self._values.percent(f"openings.window_{seat}_position")
        # A cell stays free between what is told and the body, except where the longest number would find no room.
        wall, room = (self._first if at_left else self._last), max(self._side - 1, _LEAST_ROOM)
        edge = self._first - self._side if at_left else self._last + 1
        opened = 0 if window.number == 0 else max(1, round(window.number * _SEAT_ROWS / 100))
        for row in range(_SEAT_ROWS):
            glass = "┊" if row >= _SEAT_ROWS - opened else "┃"
            style = window.line if glass == "┊" else clickable(self._text, window.control)
            self._sheet.put(wall, self._y + row, " " if door.active else glass, style)
        if door.active:
            leaf = "━" * (self._side - 1)
            self._sheet.put(edge, self._y - 1, f"┏{leaf}" if at_left else f"{leaf}┓", door.line)
            self._sheet.put(wall, self._y - 1, "┫" if at_left else "┣", door.line)
        told = (
            [self._name(DOOR, door)],
            door.pieces(room),
            [self._name(WINDOW, window)],
            [(gauge(window.number, room), window.line)],
            window.pieces(room),
        )
        for row, pieces in enumerate(told):
            if at_left:
                self._sheet.right(edge, self._y + row, pieces, room)
            else:
                self._sheet.left(edge + self._side - room, self._y + row, pieces, room)

    def _roof(self) -> None:
        start, room = self._first + 2, self._inner - 2
        names = max(width_of([(self._say(name), self._dim)]) for name in (SUNROOF, SUNSHADE))
        for name, path in ((SUNROOF, "openings.sunroof_position"), (SUNSHADE, "openings.sunshade_position")):
            value = self._values.percent(path)
            self._walls()
            number = value.pieces(room - names - 1)
            self._sheet.left(start, self._y, [self._name(name, value)], names)
            self._sheet.right(start, self._y, number, room)
            # As wide as the longest number leaves it, so that it does not jump when something moves.
            width = room - names - 2 - max(width_of(number), cell_len(measured("100", "%", self._lang)))
            if width >= _LEAST_GAUGE:
                self._sheet.put(start + names + 1, self._y, gauge(value.number, width), value.line)
            self._y += 1

    def _ambient(self) -> None:
        """A strip of the light's colour with its name: above it where both find no room in a row."""
        value = self._values.ambient()
        rows = 1 if self._roomy else 2
        for row in range(rows):
            self._walls(row)
        if value.active:
            strip = clickable(self._values.ambient_colour())
            self._sheet.put(self._first + 1, self._y + rows - 1, "━" * self._inner, strip)
        told = self._told(value, self._inner - 2, *((AMBIENT,) if rows == 1 else ()))
        self._inside([self._name(AMBIENT, value)])
        self._inside([(" ", self._dim), *told, (" ", self._dim)], rows - 1)
        self._y += rows

    def _rear(self) -> None:
        self._mirrored(1, 0, "╲", "╱", self._dim)
        self._glass(self._values.switch("climate.window_rear_defrost"), REAR_DEFROST, REAR_SHORT)
        trunk = self._values.trunk()
        self._walls(1)
        self._mirrored(-1, 1, "▐", "▌", self._line)
        self._inside(self._told(trunk, self._inner - 2, TRUNK), 1)
        self._mirrored(0, 2, "╰─╮", "╭─╯", self._line)
        lid = ("╲", "━", "╱", trunk.line) if trunk.active else ("╰", "─", "╯", self._line)
        self._mirrored(2, 3, lid[0], lid[2], lid[3])
        self._sheet.put(self._first + 3, self._y + 3, lid[1] * (self._inner - 4), lid[3])
        self._y += 4
