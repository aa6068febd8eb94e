"""The cabin's climate: two zones, the fan and where its air goes, cooling, circulation, defrost and heating."""

from collections.abc import Callable
from typing import Any

from rich.text import Text

from simulator.dashboard.airflow import FIGURE_WIDTH, airflow_figure
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.readings import (
    LEAST_WIDTH,
    bar,
    columns,
    flowed,
    labelled,
    level_of,
    levels,
    padded,
    reading,
    switch,
    touching,
)
from simulator.dashboard.spec import PANELS, Look, Moment
from simulator.dashboard.units import unit

_DRIVER = Phrase("Driver", "운전석")
_PASSENGER = Phrase("Passenger", "조수석")
_SEAT = Phrase("Seat", "시트 열선")
_WHEEL = Phrase("Wheel heat", "핸들 열선")
_FAN = Phrase("Fan", "풍량")
_AIRFLOW = Phrase("Air to", "바람 방향")
_COOLING = Phrase("A/C", "에어컨")
_CIRCULATION = Phrase("Intake", "공기 순환")
_FRONT = Phrase("Defrost front", "앞유리 성에 제거")
_REAR = Phrase("rear", "뒷유리 열선")
_AIRFLOWS = {
    "WINDSHIELD": Phrase("windshield", "앞유리"),
    "HEAD": Phrase("head", "얼굴"),
    "FEET": Phrase("feet", "발"),
}
_CIRCULATIONS = {
    "FRESH_AIR": Phrase("fresh air", "외기 유입"),
    "RECIRCULATION": Phrase("recirculation", "내기 순환"),
    "AUTO": Phrase("auto", "자동"),
}
_MOST_FAN = 5
_MOST_HEAT = 3
# From this width on there is room for the figure beside the fan's settings.
_ROOM_FOR_FIGURE = 34


class ClimatePanel:
    """Shows what the climate control is set to."""

    key = "climate"
    title = Phrase("Climate", "공조")

    def depends(self, moment: Moment) -> object:
        """Return the settings, what changed of them and what flashes."""
        state = moment.state
        return state.climate, state.seats, touching(moment, "climate", "seats")

    def draw(self, moment: Moment, width: int, height: int, look: Look) -> list[Text]:
        """Return both zones, then the fan with its figure, then everything else."""
        width = max(width, LEAST_WIDTH)
        lines = self._zones(moment, width, look)
        if width >= _ROOM_FOR_FIGURE:
            lines.append(Text("─" * width, look.palette.label))
        return lines + self._air(moment, width, look)

    def _zones(self, moment: Moment, width: int, look: Look) -> list[Text]:
        zones = [self._zone(moment, seat, look) for seat in ("driver", "passenger")]
        rows = [columns(left, right, width) for left, right in zip(*zones, strict=True)]
        if all(len(row) == 1 for row in rows):
            return [row[0] for row in rows]
        return [line for name, *values in zones for line in flowed([name, *values], width)]

    def _zone(self, moment: Moment, seat: str, look: Look) -> list[Text]:
        temperature = reading(
            moment,
            f"climate.climate_temperature_{seat}",
            look,
            _celsius,
            style=look.palette.accent,
            unit=unit("°C", look.lang),
        )
        heat = _heat(moment, f"seats.seat_heating_{seat}", look)
        name = look.say(_DRIVER if seat == "driver" else _PASSENGER)
        return [Text(name, look.palette.label), temperature, labelled(look.say(_SEAT), heat, look)]

    def _air(self, moment: Moment, width: int, look: Look) -> list[Text]:
        """Return the settings, the first of them beside the figure where there is room for it."""
        settings = self._settings(moment, width, look)
        if width < _ROOM_FOR_FIGURE:
            return flowed(settings, width)
        climate, room = moment.state.climate, width - FIGURE_WIDTH - 1
        lines = []
        for figure in airflow_figure(climate.fan_airflow_direction, climate.fan_speed, look):
            number = next((at for at, one in enumerate(settings) if one.cell_len <= room), None)
            shown = Text() if number is None else settings.pop(number)
            lines.append(padded(shown, room).append(" ").append_text(figure))
        return lines + flowed(settings, width)

    def _settings(self, moment: Moment, width: int, look: Look) -> list[Text]:
        def setting(label: Phrase, variable: str, words: Callable[[Any], str], brief: Any = None) -> Text:
            return labelled(look.say(label), reading(moment, f"climate.{variable}", look, words, brief=brief), look)

        def fan(level: int) -> str:
            return f"{level}/{_MOST_FAN}"

        front = setting(_FRONT, "window_front_defrost", switch(look))
        rear = setting(_REAR, "window_rear_defrost", switch(look))
        both = Text("  ").join((front, rear))
        return [
            setting(_FAN, "fan_speed", lambda level: f"{bar(level, _MOST_FAN)} {fan(level)}", fan),
            setting(_COOLING, "air_conditioning", switch(look)),
            setting(_CIRCULATION, "air_circulation", lambda mode: look.say(_CIRCULATIONS[mode])),
            setting(
                _AIRFLOW,
                "fan_airflow_direction",
                lambda direction: ", ".join(look.say(_AIRFLOWS[outlet]) for outlet in direction.split("_")),
            ),
            *((both,) if both.cell_len <= width else (front, rear)),
            labelled(look.say(_WHEEL), _heat(moment, "seats.steering_wheel_heating", look), look),
        ]


def _heat(moment: Moment, path: str, look: Look) -> Text:
    return reading(moment, path, look, levels(look, _MOST_HEAT), brief=level_of(look, _MOST_HEAT))


def _celsius(temperature: float) -> str:
    return f"{temperature:.1f}"


PANELS.add("climate", ClimatePanel())
