"""The car as a list of names and values, for places too narrow to draw it."""

from rich.text import Text

from simulator.dashboard import car_drawing as words
from simulator.dashboard.car_values import HEATED, SEATS, CarValues, Value
from simulator.dashboard.cells import Piece, Sheet, clickable, width_of
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.spec import Look, Moment

_SEATS = Phrase("Seats", "좌석")
_WINDOWS, _DOORS, _ROOF = Phrase("Windows", "창문"), Phrase("Doors", "문"), Phrase("Roof and trunk", "지붕·트렁크")
_LIGHTS, _READING = Phrase("Lights", "조명"), Phrase("Reading lights", "독서등")
_HEATING, _GLASS = Phrase("Heating", "시트·핸들 열선"), Phrase("Defrost", "성에 제거")
_WHEEL = Phrase("Wheel", "핸들 열선")
_WINDSHIELD, _REAR_WINDOW = Phrase("Windshield", "앞유리 성에 제거"), Phrase("Rear window", "뒷유리 열선")

Row = tuple[Phrase, Value]


def _groups(values: CarValues) -> list[tuple[Phrase, list[Row]]]:
    def at_seats(read: str) -> list[Row]:
        kind, path = read.split(":")
        return [(words.SEAT_NAMES[seat], getattr(values, kind)(path.format(seat))) for seat in SEATS]

    return [
        (_WINDOWS, at_seats("percent:openings.window_{}_position")),
        (_DOORS, at_seats("door:{}")),
        (
            _ROOF,
            [
                (words.SUNROOF, values.percent("openings.sunroof_position")),
                (words.SUNSHADE, values.percent("openings.sunshade_position")),
                (words.TRUNK, values.trunk()),
            ],
        ),
        (
            _LIGHTS,
            [
                (words.LOW, values.switch("lights.head_lights_low_beams")),
                (words.HIGH, values.switch("lights.head_lights_high_beams")),
                (words.FOG, values.switch("lights.fog_lights")),
                (words.AMBIENT, values.ambient()),
            ],
        ),
        (_READING, at_seats("switch:lights.reading_light_{}")),
        (_SEATS, at_seats("occupant:{}")),
        (
            _HEATING,
            [
                *((words.SEAT_NAMES[seat], values.heat(f"seats.seat_heating_{seat}")) for seat in HEATED),
                (_WHEEL, values.heat("seats.steering_wheel_heating")),
            ],
        ),
        (
            _GLASS,
            [
                (_WINDSHIELD, values.switch("climate.window_front_defrost")),
                (_REAR_WINDOW, values.switch("climate.window_rear_defrost")),
            ],
        ),
    ]


def car_list(moment: Moment, width: int, look: Look) -> list[Text]:
    """Return groups of rows: the name at the left, the value at the right, below it where both are too long."""
    title, dim = clickable(look.palette.text + " bold"), look.palette.label
    rows: list[tuple[list[Piece], list[Piece]]] = []
    for heading, group in _groups(CarValues(moment, look)):
        rows.append(([(look.say(heading), title)], []))
        for name, value in group:
            label = [(" " + look.say(name), clickable(dim, value.control))]
            room = width - width_of(label) - 1
            told = value.pieces(room)
            if width_of(told) <= room:
                rows.append((label, told))
            else:
                rows.append((label, []))
                rows.append(([], value.pieces(width - 2)))
    sheet = Sheet(width, len(rows))
    for y, (left, right) in enumerate(rows):
        sheet.left(0, y, left, width)
        sheet.right(0, y, right, width)
    return sheet.lines()
