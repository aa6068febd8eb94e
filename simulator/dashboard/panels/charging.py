"""The battery: its charge and range, the plug, the charging session and the curve it follows."""

from collections.abc import Sequence
from datetime import timedelta

from rich.cells import cell_len
from rich.text import Text

from simulator.dashboard.charge_forecast import minutes_to_limit, power_kw
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.readings import (
    LEAST_WIDTH,
    before,
    duration,
    emphasis,
    flowed,
    labelled,
    reading,
    switch,
    touching,
    transition,
)
from simulator.dashboard.spec import PANELS, Look, Moment
from simulator.dashboard.units import unit
from simulator.tools.charging_calculations import range_km
from simulator.vehicle.battery import Battery, Charging

_RANGE = Phrase("Range", "주행 가능")
_PLUG = Phrase("Plug", "커넥터")
_UNPLUGGED = Phrase("○ out", "○ 분리됨")
_CHARGING = Phrase("Charging", "충전")
_LIMIT = Phrase("Limit", "한도")
_LEFT = Phrase("{} left, done {}", "{} 남음, {} 완료")
_REACHED = Phrase("reached", "도달")
_NEVER = Phrase("not reachable at this plug", "이 충전기로는 도달 불가")
_HERE = Phrase("{:.0f} of {:.0f} kW", "{:.0f} / 최고 {:.0f} kW")
_BLOCKS = " ▁▂▃▄▅▆▇█"
# Source: usual reserve warning of electric cars.
_LOW_PERCENT = 20


class ChargingPanel:
    """Shows what the battery holds and how it fills."""

    key = "charging"
    title = Phrase("Battery and charging", "배터리·충전")

    def depends(self, moment: Moment) -> object:
        """Return battery and charging session, what changed of them, and the minute while it charges."""
        state = moment.state
        now = moment.story.now_at(moment.position).replace(second=0, microsecond=0) if state.charging.charging else None
        return state.battery, state.charging, now, touching(moment, "battery", "charging")

    def draw(self, moment: Moment, width: int, height: int, look: Look) -> list[Text]:
        """Return the charge as a bar above the curve on the same axis, then plug, session and limit."""
        width = max(width, LEAST_WIDTH)
        battery, charging, palette = moment.state.battery, moment.state.charging, look.palette
        level = reading(
            moment,
            "battery.state_of_charge",
            look,
            lambda soc: f"{soc:.1f}",
            style=palette.accent,
            unit=unit("%", look.lang),
        )
        kwh = battery.usable_kwh * battery.state_of_charge / 100
        energy = Text(f"{kwh:.1f} / {battery.usable_kwh:.1f} kWh", palette.text)
        reach = Text(f"{range_km(battery, battery.state_of_charge):.0f} km", palette.accent)
        return [
            *flowed([level, energy, labelled(look.say(_RANGE), reach, look)], width),
            self._gauge(battery, charging, width, look),
            *self._curve(battery, charging, width, look),
            *flowed(self._session(moment, look), width),
        ]

    def _gauge(self, battery: Battery, charging: Charging, width: int, look: Look) -> Text:
        filled = round(width * battery.state_of_charge / 100)
        limit = min(round(width * charging.charge_limit_percent / 100), width - 1)
        marks = ["█"] * filled + ["░"] * (width - filled)
        marks[limit] = "┃"
        style = look.palette.bad if battery.state_of_charge < _LOW_PERCENT else look.palette.good
        gauge = Text("".join(marks), look.palette.label)
        gauge.stylize(style, 0, filled)
        gauge.stylize(look.palette.accent, limit, limit + 1)
        return gauge

    def _curve(self, battery: Battery, charging: Charging, width: int, look: Look) -> list[Text]:
        """Return the present point, and below it the power over the charge."""
        powers = [power_kw(battery, charging, (column + 0.5) * 100 / width) for column in range(width)]
        peak = max(powers)
        drawn = "".join(_BLOCKS[round(kw / peak * (len(_BLOCKS) - 1)) if peak else 0] for kw in powers)
        column = min(int(battery.state_of_charge * width / 100), width - 1)
        here = power_kw(battery, charging, battery.state_of_charge)
        mark = _pointer(column, width, (look.say(_HERE, here, peak), f"{here:.0f} kW"))
        return [Text(mark, look.palette.text), Text(drawn, look.palette.driver)]

    def _session(self, moment: Moment, look: Look) -> list[Text]:
        battery, charging, palette = moment.state.battery, moment.state.charging, look.palette
        paths = ("charging.plugged_in", "charging.plug_power_type", "charging.plug_power_kw")
        plugged, kind, kw = (before(moment, path) for path in paths)
        was = _plug(plugged, kind, kw, look)
        now = _plug(charging.plugged_in, charging.plug_power_type, charging.plug_power_kw, look)
        style = emphasis(moment, look, *paths) or palette.text
        state = reading(moment, "charging.charging", look, switch(look))
        if charging.charging:
            state.append(f" {power_kw(battery, charging, battery.state_of_charge):.1f} kW", palette.good)
        limit = reading(moment, "charging.charge_limit_percent", look, str, unit=unit("%", look.lang))
        found = [
            labelled(look.say(_PLUG), transition(was, now, style, look), look),
            labelled(look.say(_CHARGING), state, look),
            labelled(look.say(_LIMIT), limit, look),
        ]
        if charging.plugged_in:
            found.append(Text(self._forecast(moment, look), palette.text))
        return found

    def _forecast(self, moment: Moment, look: Look) -> str:
        battery, charging = moment.state.battery, moment.state.charging
        if battery.state_of_charge >= charging.charge_limit_percent:
            return look.say(_REACHED)
        minutes = minutes_to_limit(battery, charging)
        if minutes is None:
            return look.say(_NEVER)
        done = moment.story.now_at(moment.position) + timedelta(minutes=minutes)
        return look.say(_LEFT, duration(minutes, look), f"{done:%H:%M}")


def _pointer(column: int, width: int, notes: Sequence[str]) -> str:
    """Return a mark at a column with the first of these notes that has room on either side of it."""
    for note in notes:
        cells = cell_len(note)
        if column + 2 + cells <= width:
            return f"{' ' * column}▼ {note}"
        if cells + 1 <= column:
            return f"{' ' * (column - 1 - cells)}{note} ▼"
    return " " * column + "▼"


def _plug(plugged_in: bool, power_type: str, power_kw: float, look: Look) -> str:
    return f"● {power_type} {power_kw:.0f} kW" if plugged_in else look.say(_UNPLUGGED)


PANELS.add("charging", ChargingPanel())
