"""The car seen from above, and everything of it that opens, shines or heats."""

from rich.text import Text

from simulator.dashboard.car_drawing import COMPACT_WIDTH, CarDrawing
from simulator.dashboard.car_list import car_list
from simulator.dashboard.car_values import CONTROLS, OCCUPANTS
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.spec import PANELS, Look, Moment

_PATHS = frozenset((*CONTROLS, OCCUPANTS))


class Car:
    """Draws the car; where it is too narrow for that, the same as a list."""

    key = "car"
    title = Phrase("Car", "차량")

    def depends(self, moment: Moment) -> object:
        """Return the parts of the car that are drawn, and what of them changed or flashes."""
        state = moment.state
        return (
            state.openings,
            state.doors,
            state.lights,
            state.seats,
            state.climate.window_front_defrost,
            state.climate.window_rear_defrost,
            state.surroundings.seats_occupied,
            tuple(change for path, change in moment.changed.items() if path in _PATHS),
            moment.flashing & _PATHS,
        )

    def draw(self, moment: Moment, width: int, height: int, look: Look) -> list[Text]:
        """Return the drawing, or the list."""
        if width < COMPACT_WIDTH:
            return car_list(moment, width, look)
        return CarDrawing(moment, width, look).lines()


PANELS.add("car", Car())
