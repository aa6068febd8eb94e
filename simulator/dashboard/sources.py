"""What the dashboard is given from outside: drives, stored sessions and scenarios; it builds none of them itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.story import MarkKind, Scoring, Story
from simulator.events import Event, SpeechLevel
from simulator.vehicle.state import VehicleState

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
class Choice:
    """One of the values a control can be set to; `arguments` join the control's own, `tool` replaces it if given."""

    value: bool | int | float | str
    title: Phrase
    arguments: dict[str, Any] = field(default_factory=dict)
    tool: str = ""


@dataclass(frozen=True, slots=True)
class Control:
    """One thing a person can do to the car or the world by hand: a call of a tool, in words.

    With `choices` it is set to one of them, without it is a button. `id` names it for whoever wants to open it, `path`
    is the variable of the vehicle state that it sets, "" where there is none.
    """

    group: Phrase
    title: Phrase
    tool: str = ""
    arguments: dict[str, Any] = field(default_factory=dict)
    id: str = ""
    path: str = ""
    choices: tuple[Choice, ...] = ()

    def call(self, choice: Choice | None = None) -> tuple[str, dict[str, Any]]:
        """Return the tool and the arguments of pressing it, or of setting it to a choice."""
        if choice is None:
            return self.tool, dict(self.arguments)
        return choice.tool or self.tool, {**self.arguments, **choice.arguments}

    def now(self, state: VehicleState) -> bool | int | float | str | None:
        """Return how it stands, as a choice's value is written; None where the car does not tell."""
        if not self.path:
            return None
        part, variable = self.path.split(".", 1)
        value: bool | int | float | str = getattr(getattr(state, part), variable)
        # A fresh car's trunk is "closed", one that was shut "CLOSE".
        return {"closed": "CLOSE"}.get(value, value) if isinstance(value, str) else value

    def chosen(self, state: VehicleState) -> Choice | None:
        """Return the choice that it stands at; None between two of them."""
        now = self.now(state)
        return next((choice for choice in self.choices if choice.value == now), None)


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
    agents: Sequence[str]
    controls: Sequence[Control]
    rescored: Callable[[], None]
    """Called whenever the story has new scores; whoever shows it sets it."""

    @property
    def hears(self) -> bool:
        """Whether there is a microphone by now."""
        ...

    @property
    def mode(self) -> Mode:
        """How the microphone listens."""
        ...

    @property
    def conditions(self) -> Conditions:
        """What the drive is played with now."""
        ...

    @property
    def suggestions(self) -> Sequence[str]:
        """What a person may say now, in the language of the drive."""
        ...

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

    def leave(self, content: bool = True) -> None:
        """End the session as a driver who is content, or as one who gave up."""
        ...

    def do(self, tool: str, arguments: dict[str, Any]) -> None:
        """Change the car or the world by hand; the result comes as events of actor `person`."""
        ...

    def change(self, name: str, value: str | float) -> None:
        """Change one of the conditions; raises UsageError when it cannot be had."""
        ...


@dataclass(frozen=True, slots=True)
class DriveChoice:
    """What a person wants to drive; `scenario` "" is a free drive, `channel` "" what the garage was told."""

    scenario: str = ""
    locale: Locale = "en"
    user: Literal["human", "scripted", "persona"] = "human"
    channel: Literal["", "text", "errors", "voice"] = ""


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
    """One stored run: counts of its sessions by outcome; `planned` is None where that was not kept.

    `concurrency` is how many of its sessions are played at a time; `scenario` the only one it plays, "" for several.
    """

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
    concurrency: int = 1
    scenario: str = ""

    @property
    def pass_rate(self) -> float | None:
        """Passed of those that passed or failed, 0..1; None while there are none."""
        known = self.passed + self.failed
        return self.passed / known if known else None


@dataclass(frozen=True, slots=True)
class Figures:
    """What the sessions of one language come to, or of all (`part` "all"); bounds are those of a 95 % interval."""

    part: str
    pass_rate: float | None
    score: float | None
    pass_bounds: tuple[float, float] | None = None
    score_bounds: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One stored session; `marks` are the kinds of what is worth looking at in it.

    `outcome` is "" until it is finished; `wall_ms` is how long it took on the machine that played it.
    """

    id: str
    scenario: str
    kind: str
    locale: Locale
    trial: int
    outcome: str
    turns: int
    reasons: tuple[str, ...] = ()
    marks: frozenset[MarkKind] = frozenset()
    wall_ms: float | None = None


class StoredRuns(Protocol):
    """The stored runs; may be asked from any thread. Every method raises UsageError when the store cannot be read."""

    @property
    def agent(self) -> str:
        """The assistant that a run begun here plays with."""
        ...

    def runs(self) -> Sequence[RunRow]:
        """Return all runs, newest first."""
        ...

    def run(self, run_id: str) -> RunRow:
        """Return one run as it stands now."""
        ...

    def sessions(self, run_id: str) -> Sequence[SessionRow]:
        """Return the sessions of a run in order."""
        ...

    def figures(self, run_id: str) -> Sequence[Figures]:
        """Return what a run comes to, each language before all of it; takes a moment for many sessions."""
        ...

    def story(self, session_id: str) -> Story:
        """Return a stored session with its scores; raises UsageError when it cannot be read."""
        ...

    def scoring(self, story: Story, position: int) -> Scoring:
        """Return what a session scores after `position` of its events, as if it ended there; takes a moment."""
        ...

    def begin(self, flags: Sequence[str]) -> str:
        """Start a run of a suite in a process of its own, which outlives the app; returns the run's id."""
        ...

    def stop(self, run_id: str) -> None:
        """Ask the process that plays a run to stop; what is finished is kept."""
        ...
