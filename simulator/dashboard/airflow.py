"""A small figure of the cabin from the side: windshield, driver, and where the fan's air goes."""

from rich.text import Text

from simulator.dashboard.spec import Look
from simulator.vehicle.quantities import AirflowDirection

FIGURE_WIDTH = 11
# Windshield and driver of each line, and the outlet between them: the air goes to the glass, the face, the feet.
_LINES = (
    ("WINDSHIELD", "  ╱ ", "◂━━", "    "),
    ("HEAD", " ╱   ", "━━▸", " ● "),
    ("FEET", "╱▁▁  ", "━━▸", "▄▙▖"),
)
_STILL = "┄┄┄"


def airflow_figure(direction: AirflowDirection, fan_level: int, look: Look) -> list[Text]:
    """Return three lines of `FIGURE_WIDTH` cells; arrows where air goes, dots where none does or the fan is off."""
    outlets = direction.split("_")
    lines = []
    for outlet, before, arrow, after in _LINES:
        blows = fan_level > 0 and outlet in outlets
        line = Text().append(before, look.palette.label)
        line.append(arrow if blows else _STILL, look.palette.accent if blows else look.palette.label)
        lines.append(line.append(after, look.palette.text))
    return lines
