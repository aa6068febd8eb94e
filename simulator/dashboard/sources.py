"""What the dashboard is given from outside: drives, stored sessions and scenarios; it builds none of them itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.dashboard.story import Story
from simulator.events import Event, SpeechLevel

Mode = Literal["push-to-talk", "hands-free"]


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a drive is played with at the moment; all of it can be changed in mid-drive where it is not None.

    `error_rate` is 0..1, `snr_db` the ratio of speech to noise; None where the channel knows no such thing.
    """

    agent: str
    locale: Locale
    speech_level: SpeechLevel | None
    error_rate: float | None = None
    snr_db: float | None = None


@dataclass(frozen=True, slots=True)
class Control:
    """One thing a person can do to the car or the world by hand: a call of a tool, in words."""

    group: str
    title: str
    tool: str
    arguments: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Talk:
    """What the live end of a drive tells right now: nothing of it is part of the story.

    `level` is the microphone's loudness, 0..1; `partial` what was understood so far; `saying` what the assistant says
    and `said` how many characters of it were heard by now. `notice` is one plain sentence.
    """

    phase: Literal["waiting", "listening", "hearing", "thinking", "speaking", "ended"] = "waiting"
    level: float = 0.0
    partial: str = ""
    saying: str = ""
    said: int = 0
    notice: str = ""


class Drive(Protocol):
    """One session that is being played, and the person's hands and voice in it. Everything runs in the app's loop.

    `human` tells whether a person drives; `story` grows while it runs; `hears` whether there is a microphone.
    """

    story: Story
    human: bool
    hears: bool
    mode: Mode
    conditions: Conditions
    agents: Sequence[str]
    controls: Sequence[Control]
    suggestions: Sequence[str]

    async def run(self, watch: Callable[[Event], None]) -> None:
        """Play to the end, telling every event once it is recorded; cancelled, what happened so far is kept."""
        ...

    def talk(self) -> Talk:
        """Return what the live end tells now; asked ten times a second."""
        ...

    def type(self, text: str) -> None:
        """Say a line typed at the keyboard."""
        ...

    def press(self) -> None:
        """Press the talk button, or let it go when it is held."""
        ...

    def interrupt(self) -> None:
        """Cut the assistant's speech off."""
        ...

    def hands_free(self, on: bool) -> None:
        """Listen all the time, or only while the button is held."""
        ...

    def leave(self) -> None:
        """End the session as a driver who is content."""
        ...

    def do(self, tool: str, arguments: dict[str, Any]) -> None:
        """Change the car or the world by hand; the result comes as events of actor `person`."""
        ...

    def change(self, name: str, value: str | float) -> None:
        """Change one of the conditions; raises UsageError when it cannot be had."""
        ...


@dataclass(frozen=True, slots=True)
class DriveChoice:
    """What a person wants to drive; `scenario` "" is a free drive."""

    scenario: str = ""
    locale: Locale = "en"
    user: Literal["human", "scripted", "persona"] = "human"


class Garage(Protocol):
    """Makes drives."""

    def drive(self, choice: DriveChoice) -> Drive:
        """Return a drive that is ready to run; raises UsageError."""
        ...

    def scenarios(self) -> Sequence[Scenario]:
        """Return all scenarios."""
        ...


@dataclass(frozen=True, slots=True)
class RunRow:
    """One stored run: counts of its sessions by outcome; `planned` is None where that was not kept."""

    id: str
    created_at: str
    status: str
    suite: str
    agent: str
    channel: str
    planned: int | None
    passed: int = 0
    failed: int = 0
    unscored: int = 0
    invalid: int = 0
    defects: int = 0


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One stored session; `marks` are the kinds of what is worth looking at in it."""

    id: str
    scenario: str
    kind: str
    locale: Locale
    trial: int
    outcome: str
    turns: int
    reasons: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()


class Library(Protocol):
    """The stored runs."""

    def runs(self) -> Sequence[RunRow]:
        """Return all runs, newest first."""
        ...

    def run(self, run_id: str) -> RunRow:
        """Return one run as it stands now."""
        ...

    def sessions(self, run_id: str) -> Sequence[SessionRow]:
        """Return the sessions of a run in order."""
        ...

    def story(self, session_id: str) -> Story:
        """Return a stored session with its scores; raises UsageError when it cannot be read."""
        ...

    def begin(self, flags: Sequence[str]) -> str:
        """Start a run of a suite in a process of its own, which outlives the app; returns the run's id."""
        ...

    def stop(self, run_id: str) -> None:
        """Ask the process that plays a run to stop; what is finished is kept."""
        ...
