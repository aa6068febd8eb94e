"""What the car panel tells of each variable: its value in words, how it was when the turn began, what a click opens."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich.style import Style

from simulator.dashboard.cells import Piece, clickable, width_of
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.readings import OFF, ON, bar
from simulator.dashboard.spec import Look, Moment
from simulator.dashboard.units import measured
from simulator.dashboard.variable_names import value_words

SEATS = ("driver", "passenger", "driver_rear", "passenger_rear")
HEATED = ("driver", "passenger")
OCCUPANTS = "surroundings.seats_occupied"
_TRUNK, _AMBIENT = "openings.trunk_door_position", "lights.ambient_light"
_HOTTEST = 3

CONTROLS: Mapping[str, str] = {
    **{f"openings.window_{seat}_position": f"window.{seat}" for seat in SEATS},
    **{f"doors.door_{seat}_open": f"door.{seat}" for seat in SEATS},
    **{f"lights.reading_light_{seat}": f"light.reading_{seat}" for seat in SEATS},
    **{f"seats.seat_heating_{seat}": f"seat.heat_{seat}" for seat in HEATED},
    "openings.sunroof_position": "sunroof",
    "openings.sunshade_position": "sunshade",
    _TRUNK: "trunk",
    "lights.fog_lights": "beam.fog",
    "lights.head_lights_low_beams": "beam.low",
    "lights.head_lights_high_beams": "beam.high",
    _AMBIENT: "light.ambient",
    "seats.steering_wheel_heating": "wheel.heat",
    "climate.window_front_defrost": "defrost.front",
    "climate.window_rear_defrost": "defrost.rear",
}
"""Which control a click on a variable opens."""

_OPEN, _CLOSED, _SHUT = Phrase("open", "열림"), Phrase("closed", "닫힘"), Phrase("shut", "닫힘")
_TAKEN, _EMPTY = Phrase("taken", "탑승"), Phrase("empty", "빈자리")
_OF_THREE = Phrase("{} of 3", "{}단계")
# Colours that a terminal calls by another name than the car does.
_COLOURS = {"PINK": "bright_magenta", "ORANGE": "dark_orange", "PURPLE": "magenta"}


@dataclass(frozen=True, slots=True)
class Value:
    """One variable as it is told.

    `forms` are its wordings from the longest to the shortest; `active` tells whether it is on, open or above 0. `style`
    is that of its words, `line` that of what is drawn of it, `mark` that of the dot before its words. A click opens
    `control`, "" nothing.
    """

    forms: tuple[str, ...]
    active: bool
    number: int
    control: str
    style: Style
    line: Style
    mark: Style

    def pieces(self, room: int, name_style: str = "", *labels: str) -> list[Piece]:
        """Return the longest wording in at most `room` cells, behind the first of its names with which one fits.

        Wordings that leave out how it was come last; where nothing fits, the shortest is returned.
        """
        names = labels or ("",)
        told = [(name, form) for name in names for form in self.forms if not form.startswith("→")]
        told += [(names[-1], form) for form in self.forms if form.startswith("→")]
        found: list[Piece] = []
        for name, form in told:
            found = self._behind(name, name_style, form)
            if width_of(found) <= room:
                break
        return found

    def _behind(self, name: str, name_style: str, form: str) -> list[Piece]:
        close = form.startswith("→") and not form.startswith("→ ")
        told = [(name if close else f"{name} ", clickable(name_style, self.control))] if name else []
        return [*told, *([("●", self.mark), (form[1:], self.style)] if form.startswith("●") else [(form, self.style)])]


class CarValues:
    """Reads the variables of one moment."""

    def __init__(self, moment: Moment, look: Look) -> None:
        self._moment = moment
        self._look = look
        self._state = moment.state

    def percent(self, path: str) -> Value:
        """Return a position, 0 closed to 100 open."""
        now, before = self._both(path)
        told = measured(f"{now}", "%", self._look.lang)
        changed = (f"{before} → {told}", f"{before}→{told}", f"{before}→{now}%")
        return self._value(path, (told,) if before is None else changed, before, active=now > 0, number=now)

    def switch(self, path: str) -> Value:
        """Return whether something is on."""
        say = self._look.say
        now, before = self._both(path)
        return self._flag(path, now, before, (say(ON),), (say(OFF),))

    def door(self, seat: str) -> Value:
        """Return whether a door is open."""
        say, path = self._look.say, f"doors.door_{seat}_open"
        now, before = self._both(path)
        return self._flag(path, now, before, (say(_OPEN),), (say(_CLOSED), say(_SHUT)))

    def occupant(self, seat: str) -> Value:
        """Return whether somebody sits on a seat; where it is heated, a click opens the heating."""
        now, before = self._both(OCCUPANTS)
        taken = bool(getattr(now, seat))
        was = taken if before is None else bool(before[seat])
        say = self._look.say
        return self._flag(OCCUPANTS, taken, None if was == taken else was, (say(_TAKEN),), (say(_EMPTY),), seat)

    def trunk(self) -> Value:
        """Return how the trunk stands; it has several words for closed, and unknown ones are told as they are."""
        now, before = self._worded(_TRUNK)
        is_open = now == value_words(_TRUNK, "OPEN", self._look.lang)
        forms = (f"● {now}" if is_open else f"○ {now}", now) if before is None else _arrows(before, now)
        return self._value(_TRUNK, forms, before, active=is_open)

    def ambient(self) -> Value:
        """Return the colour of the ambient light in words, with a dot in that colour."""
        now, before = self._worded(_AMBIENT)
        lit = self._state.lights.ambient_light != "OFF"
        forms = (f"● {now}" if lit else f"○ {now}", now) if before is None else _arrows(before, now)
        return self._value(_AMBIENT, forms, before, active=lit, mark=self.ambient_colour())

    def ambient_colour(self) -> str:
        """Return the style of the ambient light's colour; "" when it is off."""
        colour = self._state.lights.ambient_light
        return "" if colour == "OFF" else f"bold {_COLOURS.get(colour, 'bright_' + colour.lower())}"

    def heat(self, path: str) -> Value:
        """Return a heating level, 0 off to 3."""
        now, before = self._both(path)
        off = self._look.say(OFF)
        told, short = (self._look.say(_OF_THREE, now), f"{now}/{_HOTTEST}") if now else (off, off)
        if before is None:
            drawn = bar(now, _HOTTEST)
            forms: tuple[str, ...] = (f"{drawn} {told}", f"{drawn} {short}", told, short)
        else:
            was = f"{before}" if before else off
            forms = (*(f"{was}{arrow}{to}" for to in (told, short) for arrow in (" → ", "→")),)
            forms += (f"{before}→{now}/{_HOTTEST}", f"{before}→{now}")
        return self._value(path, forms, before, active=now > 0, number=now)

    def _both(self, path: str) -> tuple[Any, Any]:
        """Return the value now, and how it was when the turn began or None where that is the same."""
        part, variable = path.split(".", 1)
        change = self._moment.changed.get(path)
        return getattr(getattr(self._state, part), variable), None if change is None else change.before

    def _worded(self, path: str) -> tuple[str, str | None]:
        """Return both in words; a value that is only spelled another way has not changed."""
        now, before = self._both(path)
        told = value_words(path, now, self._look.lang)
        was = told if before is None else value_words(path, before, self._look.lang)
        return told, None if was == told else was

    def _flag(
        self, path: str, now: bool, before: bool | None, yes: tuple[str, ...], no: tuple[str, ...], seat: str = ""
    ) -> Value:
        told, other = (yes, no) if now else (no, yes)
        forms = (f"{'●' if now else '○'} {told[0]}", *told)
        if before is not None:
            # What is not on is off: where both words find no room, the arrow alone says that it was the other one.
            forms = (*_arrows(other[0], told[0])[:2], f"{other[-1]}→{told[-1]}")
            forms += (f"→ {told[0]}", f"→{told[0]}", f"→{told[-1]}")
        return self._value(path, forms, before, active=now, control=f"seat.heat_{seat}" if seat in HEATED else "")

    def _value(
        self,
        path: str,
        forms: tuple[str, ...],
        before: object,
        *,
        active: bool,
        number: int = 0,
        mark: str = "",
        control: str = "",
    ) -> Value:
        palette = self._look.palette
        control = control or CONTROLS.get(path, "")
        line = palette.accent if active else palette.label
        style = f"{palette.text} bold" if active else palette.label
        if before is not None:
            line, style = palette.changed, palette.changed
        if path in self._moment.flashing and (before is not None or path != OCCUPANTS):
            style = palette.flash
        styles = (clickable(one, control) for one in (style, line, mark or style))
        return Value(forms, active, number, control, *styles)


def _arrows(before: str, now: str) -> tuple[str, ...]:
    return f"{before} → {now}", f"{before}→{now}", f"→ {now}", f"→{now}"
