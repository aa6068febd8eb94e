"""The line that tells what a scenario is about while it is driven or watched."""

from textual.widgets import Static

from scenarios.schema import Scenario
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import Look
from simulator.dashboard.story import Story
from simulator.users.human_drive import FREE_DRIVE

TASK = Phrase("Your task: {}", "과제: {}")
WATCHED = Phrase("Scenario: {}", "시나리오: {}")


def task(scenario: Scenario, look: Look) -> str:
    """Return what a scenario is about, "" for a free drive.

    Summaries are English; in Korean the driver's requests tell it, where somebody speaks Korean.
    """
    if scenario.id == FREE_DRIVE:
        return ""
    script = scenario.driver.get("ko") if look.lang == "ko" else None
    return one_line(scenario.summary if script is None else " → ".join(turn.say for turn in script.turns))


class TaskLine(Static):
    """Shows it; a free drive has none, and no line for it."""

    DEFAULT_CSS = "TaskLine { height: auto; max-height: 2; padding: 0 1; color: $accent; }"

    def __init__(self, story: Story, look: Look, *, human: bool) -> None:
        self._about = task(story.scenario, look)
        super().__init__(look.say(TASK if human else WATCHED, self._about), id="task", markup=False)

    def on_mount(self) -> None:
        """Take no room without a task."""
        self.display = bool(self._about)
