"""The application: themes, the language of the interface, and the drives that must be ended before it ends."""

import asyncio
import atexit
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar

from textual import events
from textual.app import App
from textual.binding import BindingType
from textual.command import Provider
from textual.screen import Screen
from textual.timer import Timer

from simulator.daemon_threads import DaemonThreads
from simulator.dashboard import breakage
from simulator.dashboard.command_list import PLACEHOLDER, Commands
from simulator.dashboard.command_window import CommandWindow
from simulator.dashboard.keys import TypingScreen, key
from simulator.dashboard.look import look_of
from simulator.dashboard.phrases import Phrase, UiLang
from simulator.dashboard.sources import DriveChoice, Garage, StoredRuns
from simulator.dashboard.spec import Look
from simulator.dashboard.themes import colourless, use_theme
from simulator.registry import UsageError

FirstScreen = Callable[["DashtalkApp"], Screen[None]]
# Wider than these many cells, two or three areas stand side by side.
MEDIUM_CELLS, WIDE_CELLS = 104, 168
BROKEN, INTERRUPTED = 3, 130
# An app without a terminal, or one that broke, may take so long to end.
FAREWELL_S = 3.0
SERVER_LOOK_S = 2.0
# A size that is not drawn by then is not waited for.
LONGEST_RESIZE_S = 1.0
# Old objects are looked through seldom: a session makes few that refer to each other.
GENERATIONS = (2000, 20, 100)


STILL_GOING = Phrase(
    "A drive still goes on. Break it off and begin this one? What happened in it is kept.",
    "아직 주행 중입니다. 중단하고 이 주행을 시작할까요? 지금까지의 내용은 기록에 남습니다.",
)
_TEXT_KEYS = ("enter", "ctrl+j", "tab", "backspace")


class DashtalkApp(App[None]):
    """The dashboard; `garage` makes drives and `stored_runs` reads those of before."""

    TITLE = "dashtalk"
    CSS_PATH = "dashboard.tcss"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {Commands}
    BINDINGS: ClassVar[list[BindingType]] = [
        key("ctrl+q", "quit", Phrase("Quit", "종료"), first=True),
        key("ctrl+c", "interrupt", first=True),
    ]

    def __init__(
        self, garage: Garage, stored_runs: StoredRuns, first: FirstScreen, *, lang: UiLang = "en", theme: str = ""
    ) -> None:
        # Without colours none may be sent at all, not even greys; Textual decides that here.
        super().__init__(ansi_color=True if colourless() else None)
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (MEDIUM_CELLS, "-medium"), (WIDE_CELLS, "-wide")]
        self.garage = garage
        self.stored_runs = stored_runs
        self.lang: UiLang = lang
        self._first = first
        self.choice = DriveChoice()
        self.hung_up = asyncio.Event()
        self.broke = asyncio.Event()
        """Set once the interface itself broke; `broken` is what was raised."""
        self.broken: Exception | None = None
        self._resizing: Timer | None = None
        self.left: asyncio.Runner | None = None
        """What still runs of an app that broke and could not end."""
        self._playing: set[asyncio.Task[None]] = set()
        # What was typed before there was anything to type on; None once there is.
        self._early: list[events.Event] | None = []
        use_theme(self, theme)

    @property
    def look(self) -> Look:
        """How panels look under the present theme."""
        return look_of(self, self.lang)

    def say(self, phrase: Phrase, *values: object) -> str:
        """Return a phrase in the interface's language."""
        return phrase.told(self.lang, *values)

    async def on_mount(self) -> None:
        """Show the first screen; a server that goes away ends the app as quitting does."""
        if self.is_web:
            self._server = os.getppid()
            self.set_interval(SERVER_LOOK_S, self._end_without_server)
        await self.push_screen(self._first(self))
        early, self._early = self._early or [], None
        for event in early:
            await self.on_event(event)

    async def on_event(self, event: events.Event) -> None:
        """Take an event; what is typed before the first screen is there waits for it."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            if self._early is not None and (isinstance(event, events.Paste) or _is_text(event)):
                self._early.append(event)
                return
            if self.screen_stack and isinstance(self.screen, TypingScreen):
                self.screen.before(event)
        await super().on_event(event)

    def _check_resize(self) -> None:
        """Take the latest size once the one before has been drawn: laying everything out takes a while."""
        if self._resizing is not None:
            return
        began = self._resize_event is not None and bool(self.screen_stack)
        super()._check_resize()
        if began:
            self._resizing = self.set_timer(LONGEST_RESIZE_S, self._resized)
            self.screen.call_after_refresh(self.screen.call_after_refresh, self._resized)

    def _resized(self) -> None:
        if self._resizing is not None:
            self._resizing.stop()
            self._resizing = None
            self._check_resize()

    def _handle_exception(self, error: Exception) -> None:
        """End when the interface breaks, as in Textual, but leave the telling to whoever started it."""
        if self.broken is None:
            self.broken = self._exception = error
            self._exception_event.set()
        self._return_code = BROKEN
        self.broke.set()
        self._close_messages_no_wait()

    def hang_up(self) -> None:
        """End without a terminal as quitting does."""
        self.hung_up.set()
        self.exit(return_code=INTERRUPTED)

    def _end_without_server(self) -> None:
        """Leave when the server that shows this to a browser is gone, which says nothing when it was killed."""
        if os.getppid() != self._server:
            self.hang_up()

    def drive(self, choice: DriveChoice) -> None:
        """Go to the cockpit with another drive, after asking where one still goes on; raises UsageError."""
        from simulator.dashboard.confirm import Confirm
        from simulator.dashboard.screens.cockpit import Cockpit

        made = self.garage.drive(choice)
        going = [screen for screen in self.screen_stack if isinstance(screen, Cockpit) and not screen.ended]

        def answered(yes: bool | None) -> None:
            if not yes:
                return
            for cockpit in going:
                cockpit.break_off()
            self.choice = choice
            # What was driven before is stored; its cockpit, and what was opened over it, would only fill the memory.
            before = next((n for n, shown in enumerate(self.screen_stack) if isinstance(shown, Cockpit)), None)
            for _ in self.screen_stack[before:] if before is not None else ():
                self.pop_screen()
            self.push_screen(Cockpit(made))

        if any(cockpit.begun for cockpit in going):
            self.push_screen(Confirm(self.say(STILL_GOING)), answered)
        else:
            answered(True)

    def drive_again(self) -> None:
        """Begin another drive like the last one."""
        self.drive(self.choice)

    def open_scenarios(self) -> None:
        """Go to the scenarios."""
        from simulator.dashboard.screens.scenarios import ScenarioBrowser

        self.push_screen(ScenarioBrowser())

    def open_runs(self) -> None:
        """Go to the stored runs."""
        from simulator.dashboard.screens.runs import RunBrowser

        self.push_screen(RunBrowser())

    def play(self, session: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a drive; the app ends only after it has been told to stop and has kept what it has."""
        task = asyncio.create_task(session)
        self._playing.add(task)
        task.add_done_callback(self._played)
        return task

    def _played(self, task: asyncio.Task[None]) -> None:
        self._playing.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception) and not isinstance(error, UsageError):
            self._handle_exception(error)

    def action_command_palette(self) -> None:
        """Open the list of all commands, in the interface's language."""
        if not isinstance(self.screen, CommandWindow):
            self.push_screen(CommandWindow(placeholder=self.say(PLACEHOLDER), id="--command-palette"))

    def action_interrupt(self) -> None:
        """Leave as Ctrl-C does."""
        self.exit(return_code=INTERRUPTED)

    def give_back(self) -> None:
        """Put the terminal back to how it was."""
        if self._driver is not None:
            with suppress(Exception):
                self._driver.stop_application_mode()
                self._driver.close()

    async def finish(self) -> None:
        """Stop what still plays and wait until it has kept what happened."""
        for task in tuple(self._playing):
            task.cancel()
        await asyncio.gather(*tuple(self._playing), return_exceptions=True)


def _is_text(event: events.Key) -> bool:
    return event.is_printable or event.key in _TEXT_KEYS


def _leave() -> None:
    """End the process without taking down what is stuck."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()
    os._exit(BROKEN)


@contextmanager
def _signals(app: DashtalkApp) -> Iterator[None]:
    """Let the app end when its terminal goes away, even when its event loop has stopped going round."""
    loop = asyncio.get_running_loop()

    def taken(number: int, frame: FrameType | None) -> None:
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(app.hang_up)
        last = threading.Timer(FAREWELL_S, lambda: None if app.hung_up.is_set() else os._exit(INTERRUPTED))
        last.daemon = True
        last.start()

    before: dict[int, Any] = {}
    for name in ("SIGHUP", "SIGTERM"):
        # Elsewhere than in the main thread of a system with such signals there are none to take.
        with suppress(AttributeError, ValueError):
            before[getattr(signal, name)] = signal.signal(getattr(signal, name), taken)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def run_app(app: DashtalkApp, errors: Path | None = None) -> int:
    """Run the dashboard in this terminal; returns 130 when it was interrupted, 3 when it broke, else 0.

    What broke is told in one line on standard error, and kept in the file `errors`.
    """

    async def whole() -> bool:
        """Run to the end; returns whether the app ended by itself."""
        # A model that is still being loaded in a thread must not hold up the end.
        asyncio.get_running_loop().set_default_executor(DaemonThreads())
        # What is loaded by now stays; looking through it again and again would make the screen stumble.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GENERATIONS)
        running = asyncio.create_task(app.run_async())
        ends = [asyncio.create_task(event.wait()) for event in (app.hung_up, app.broke)]
        with _signals(app):
            try:
                await asyncio.wait((running, *ends), return_when=asyncio.FIRST_COMPLETED)
                await asyncio.wait((running,), timeout=FAREWELL_S)
            finally:
                for end in ends:
                    end.cancel()
                await app.finish()
        if not running.done() and app.hung_up.is_set():
            # Nobody is there to draw for, and what happened is kept; a screen that cannot end must not live on.
            os._exit(INTERRUPTED)
        if running.done():
            try:
                await running
            except Exception as error:
                app.broken = app.broken or error
        return running.done()

    runner = asyncio.Runner()
    ended = False
    try:
        ended = runner.run(whole())
    finally:
        if ended or app.broken is None:
            runner.close()
        else:
            # What does not end is not waited for; the terminal is given back all the same.
            app.give_back()
            app.left = runner
            atexit.register(_leave)
    if app.broken is None:
        return app.return_code or 0
    print(f"dashtalk: {breakage.told(app.broken, errors)}", file=sys.stderr)
    return BROKEN


def run_cockpit(
    garage: Garage,
    stored_runs: StoredRuns,
    choice: DriveChoice,
    *,
    lang: UiLang = "en",
    theme: str = "",
    errors: Path | None = None,
) -> int:
    """Show the cockpit with a drive that was chosen; returns what `run_app` does."""
    from simulator.dashboard.screens.cockpit import Cockpit

    # A drive that cannot be had is told before the terminal is taken over.
    drive = garage.drive(choice)
    app = DashtalkApp(garage, stored_runs, lambda app: Cockpit(drive), lang=lang, theme=theme)
    app.choice = choice
    return run_app(app, errors)
