"""What the car panel tells of each variable: its value in words, how it was when the turn began, and what a click does."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich.style import Style

from simulator.dashboard.cells import PLAIN, Piece, clickable, width_of
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.readings import OFF, ON, bar
from simulator.dashboard.spec import Look, Moment
from simulator.dashboard.variable_names import value_words

SEATS = ("driver", "passenger", "driver_rear", "passenger_rear")
HEATED = ("driver", "passenger")
OCCUPANTS = "surroundings.seats_occupied"
HOTTEST = 3

# Which control a click on a variable opens.
CONTROLS: Mapping[str, str] = {
    **{f"openings.window_{seat}_position": f"window.{seat}" for seat in SEATS},
    **{f"doors.door_{seat}_open": f"door.{seat}" for seat in SEATS},
    **{f"lights.reading_light_{seat}": f"light.reading_{seat}" for seat in SEATS},
    **{f"seats.seat_heating_{seat}": f"seat.heat_{seat}" for seat in HEATED},
    "openings.sunroof_position": "sunroof",
    "openings.sunshade_position": "sunshade",
    "openings.trunk_door_position": "trunk",
    "lights.fog_lights": "beam.fog",
    "lights.head_lights_low_beams": "beam.low",
    "lights.head_lights_high_beams": "beam.high",
    "lights.ambient_light": "light.ambient",
    "seats.steering_wheel_heating": "wheel.heat",
    "climate.window_front_defrost": "defrost.front",
    "climate.window_rear_defrost": "defrost.rear",
}

_SHORT_ON, _SHORT_OFF = Phrase("on", "켬"), Phrase("off", "끔")
_OPEN, _CLOSED, _SHUT = Phrase("open", "열림"), Phrase("closed", "닫힘"), Phrase("shut", "닫힘")
_TAKEN, _EMPTY = Phrase("taken", "탑승"), Phrase("empty", "빈자리")
_OF_THREE = Phrase("{} of 3", "{}단계")
# Names of colours that every terminal has, for the colours of the ambient light.
_COLOURS = {"PINK": "bright_magenta", "ORANGE": "dark_orange", "PURPLE": "magenta"}


@dataclass(frozen=True, slots=True)
class Value:
    """One variable as it is told: wordings from the longest to the shortest, and whether it is on, open or above 0."""

    forms: tuple[str, ...]
    style: Style
    active: bool
    number: int = 0
    mark_style: Style | None = None

    def pieces(self, room: int, label_style: Style = PLAIN, *labels: str) -> list[Piece]:
        """Return the longest wording, behind the first of its names with which one fits, in at most `room` cells.

        Where nothing fits, the shortest is returned.
        """
        found: list[Piece] = []
        label_style += Style(meta=self.style.meta)
        for label in labels or ("",):
            for form in self.forms:
                gap = "" if not label or form.startswith("→") else " "
                head = [(label + gap, label_style)] if label else []
                if self.mark_style is not None and form.startswith("●"):
                    found = [*head, ("●", self.mark_style), (form[1:], self.style)]
                else:
                    found = [*head, (form, self.style)]
                if width_of(found) <= room:
                    return found
        return found


class CarValues:
    """Reads variables of one moment."""

    def __init__(self, moment: Moment, look: Look) -> None:
        self._moment = moment
        self._look = look
        self._state = moment.state

    def percent(self, path: str) -> Value:
        """Return a position."""
        now, before = self._both(path)
        forms = (f"{now} %",) if before is None else (f"{before} → {now} %", f"{before}→{now} %", f"{before}→{now}%")
        return self._value(path, forms, active=now > 0, number=now)

    def switch(self, path: str) -> Value:
        """Return whether something is on."""
        say = self._look.say
        return self._flag(path, (say(ON), say(_SHORT_ON)), (say(OFF), say(_SHORT_OFF)))

    def door(self, path: str) -> Value:
        """Return whether a door is open."""
        return self._flag(path, (self._look.say(_OPEN),), (self._look.say(_CLOSED), self._look.say(_SHUT)))

    def trunk(self) -> Value:
        """Return how the trunk stands; words that are not known are told as they are."""
        path = "openings.trunk_door_position"
        now, before = (None if word is None else value_words(path, word, self._look.lang) for word in self._both(path))
        is_open = now == value_words(path, "OPEN", self._look.lang)
        told = f"{now}"
        forms = (f"● {told}" if is_open else f"○ {told}", told)
        if before is not None and before != now:
            forms = (f"{before} → {told}", f"{before}→{told}", f"→ {told}", f"→{told}")
        return self._value(path, forms, active=is_open)

    def heat(self, path: str) -> Value:
        """Return a heating level, 0 to 3."""
        now, before = self._both(path)
        off, say = self._look.say(OFF), self._look.say
        told = say(_OF_THREE, now) if now else off
        short = f"{now}/{HOTTEST}" if now else off
        forms: tuple[str, ...] = (f"{bar(now, HOTTEST)} {told}", f"{bar(now, HOTTEST)} {short}", told, short, f"{now}")
        if before is not None:
            was = f"{before}" if before else off
            forms = tuple(f"{was}{arrow}{to}" for to in (told, short) for arrow in (" → ", "→"))
            forms += (f"{before}→{now}/{HOTTEST}", f"{before}→{now}")
        return self._value(path, forms, active=now > 0, number=now)

    def ambient(self) -> Value:
        """Return the colour of the ambient light, in that colour and in words."""
        path = "lights.ambient_light"
        raw, was = self._both(path)
        now, before = (None if one is None else value_words(path, one, self._look.lang) for one in (raw, was))
        lit = raw != "OFF"
        forms = (f"● {now}" if lit else f"○ {now}", f"{now}")
        if before is not None:
            forms = (f"{before} → {now}", f"{before}→{now}", f"→ {now}", f"→{now}")
        return self._value(path, forms, active=lit, mark=self.ambient_colour())

    def ambient_colour(self) -> str:
        """Return the style of the ambient light's colour; "" when it is off."""
        colour = self._state.lights.ambient_light
        return "" if colour == "OFF" else f"bold {_COLOURS.get(colour, 'bright_' + colour.lower())}"

    def occupant(self, seat: str) -> Value:
        """Return whether somebody sits on a seat."""
        taken = bool(getattr(self._state.surroundings.seats_occupied, seat))
        change = self._moment.changed.get(OCCUPANTS)
        before = None if change is None else bool(change.before.get(seat, taken))
        say = self._look.say
        return self._told(
            OCCUPANTS, taken, None if before == taken else before, (say(_TAKEN),), (say(_EMPTY),), f"seat.{seat}"
        )

    def _both(self, path: str) -> tuple[Any, Any]:
        """Return the value now, and how it was when the turn began or None where that is the same."""
        part, variable = path.split(".", 1)
        change = self._moment.changed.get(path)
        return getattr(getattr(self._state, part), variable), None if change is None else change.before

    def _flag(self, path: str, yes: tuple[str, ...], no: tuple[str, ...]) -> Value:
        now, before = self._both(path)
        return self._told(path, now, before, yes, no, CONTROLS[path])

    def _told(
        self, path: str, now: bool, before: bool | None, yes: tuple[str, ...], no: tuple[str, ...], control: str
    ) -> Value:
        told, other = (yes, no) if now else (no, yes)
        mark = "●" if now else "○"
        forms = (f"{mark} {told[0]}", *told)
        if before is not None:
            forms = (
                *(f"{other[0]}{arrow}{told[0]}" for arrow in (" → ", "→")),
                f"{other[-1]}→{told[-1]}",
                f"→ {told[0]}",
                f"→{told[0]}",
                f"→{told[-1]}",
            )
        return self._value(path, forms, active=now, control=control, changed=before is not None if control.startswith("seat.") and path == OCCUPANTS else None)

    def _value(
        self,
        path: str,
        forms: tuple[str, ...],
        *,
        active: bool,
        number: int = 0,
        mark: str = "",
        control: str = "",
        changed: bool | None = None,
    ) -> Value:
        palette, control = self._look.palette, control or CONTROLS[path]
        differs = path in self._moment.changed if changed is None else changed
        flashes = path in self._moment.flashing and (differs or changed is None)
        shown = palette.accent if active else palette.label
        if flashes or differs:
            shown = palette.flash if flashes else palette.changed
        return Value(forms, clickable(shown, control), active, number, clickable(mark, control) if mark else None)


