"""The line that tells what a scenario is about while it is driven or watched."""

from rich.cells import cell_len
from textual import events
from textual.widgets import Static

from scenarios.schema import Scenario
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import Look
from simulator.dashboard.story import Story
from simulator.dashboard.wrapping import breaks
from simulator.users.human_drive import FREE_DRIVE

MOST_LINES = 3
TASK = Phrase("Your task: {}", "과제: {}")
WATCHED = Phrase("Scenario: {}", "시나리오: {}")


def task(scenario: Scenario, look: Look) -> str:
    """Return what a scenario is about, "" for a free drive.

    Where no Korean summary was written the driver's requests tell it in Korean, if somebody speaks Korean.
    """
    if scenario.id == FREE_DRIVE:
        return ""
    script = scenario.driver.get("ko") if look.lang == "ko" and not scenario.summary_ko else None
    return one_line(scenario.about(look.lang) if script is None else " → ".join(turn.say for turn in script.turns))


class TaskLine(Static):
    """Shows it on at most three lines, all of it under the mouse; a free drive has none, and no line for it."""

    DEFAULT_CSS = f"TaskLine {{ height: auto; max-height: {MOST_LINES}; padding: 0 1; color: $accent; }}"

    def __init__(self, story: Story, look: Look, *, human: bool) -> None:
        about = task(story.scenario, look)
        self._told = look.say(TASK if human else WATCHED, about) if about else ""
        super().__init__(self._told, id="task", markup=False)
        self.tooltip = self._told or None

    def on_mount(self) -> None:
        """Take no room without a task."""
        self.display = bool(self._told)

    def on_resize(self, event: events.Resize) -> None:
        """Show as much as fits another width, and where it was cut."""
        self.update(fitted(self._told, event.size.width))


def fitted(told: str, width: int) -> str:
    """Return a text that takes at most three lines of this width, with a sign where it was cut."""
    starts = breaks(told, width)
    if len(starts) < MOST_LINES:
        return told
    last = told[starts[MOST_LINES - 2] : starts[MOST_LINES - 1]].rstrip()
    while last and cell_len(last) >= width:
        last = last[:-1]
    return f"{told[: starts[MOST_LINES - 2]]}{last.rstrip()}…"
