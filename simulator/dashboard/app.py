"""The application: themes, the language of the interface, and the drives that must be ended before it ends."""

import asyncio
import gc
import os
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.screen import Screen

from simulator.daemon_threads import DaemonThreads
from simulator.dashboard.keys import key
from simulator.dashboard.look import look_of
from simulator.dashboard.phrases import Phrase, UiLang
from simulator.dashboard.sources import DriveChoice, Garage, Library
from simulator.dashboard.spec import Look
from simulator.dashboard.themes import colourless, use_theme

FirstScreen = Callable[["DashtalkApp"], Screen[None]]
# Wider than these many cells, two or three areas stand side by side.
MEDIUM_CELLS, WIDE_CELLS = 104, 168
INTERRUPTED = 130
# An app without a terminal may take so long to end.
FAREWELL_S = 3.0
SERVER_LOOK_S = 2.0
# Old objects are looked through seldom: a session makes few that refer to each other.
GENERATIONS = (2000, 20, 100)


class DashtalkApp(App[None]):
    """The dashboard; `garage` makes drives and `library` reads stored ones."""

    TITLE = "dashtalk"
    CSS_PATH = "dashboard.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        key("ctrl+q", "quit", Phrase("Quit", "종료"), first=True),
        key("ctrl+c", "interrupt", first=True),
    ]

    def __init__(
        self, garage: Garage, library: Library, first: FirstScreen, *, lang: UiLang = "en", theme: str = ""
    ) -> None:
        # Without colours none may be sent at all, not even greys; Textual decides that here.
        super().__init__(ansi_color=True if colourless() else None)
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (MEDIUM_CELLS, "-medium"), (WIDE_CELLS, "-wide")]
        self.garage = garage
        self.library = library
        self.lang: UiLang = lang
        self._first = first
        self.choice = DriveChoice()
        self.hung_up = asyncio.Event()
        self._playing: set[asyncio.Task[None]] = set()
        use_theme(self, theme)

    @property
    def look(self) -> Look:
        """How panels look under the present theme."""
        return look_of(self, self.lang)

    def say(self, phrase: Phrase, *values: object) -> str:
        """Return a phrase in the interface's language."""
        return phrase.told(self.lang, *values)

    def on_mount(self) -> None:
        """Show the first screen; a terminal that goes away ends the app as quitting does."""
        with suppress(NotImplementedError, RuntimeError, ValueError):
            loop = asyncio.get_running_loop()
            for name in ("SIGHUP", "SIGTERM"):
                loop.add_signal_handler(getattr(signal, name), self._hang_up)
        if self.is_web:
            self._server = os.getppid()
            self.set_interval(SERVER_LOOK_S, self._end_without_server)
        self.push_screen(self._first(self))

    def _hang_up(self) -> None:
        self.hung_up.set()
        self.exit(return_code=INTERRUPTED)

    def _end_without_server(self) -> None:
        """Leave when the server that shows this to a browser is gone, which says nothing when it was killed."""
        if os.getppid() != self._server:
            self._hang_up()

    def drive(self, choice: DriveChoice) -> None:
        """Go to the cockpit with another drive; raises UsageError."""
        from simulator.dashboard.screens.cockpit import Cockpit

        self.choice = choice
        self.push_screen(Cockpit(self.garage.drive(choice)))

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
        task.add_done_callback(self._playing.discard)
        return task

    def action_interrupt(self) -> None:
        """Leave as Ctrl-C does."""
        self.exit(return_code=INTERRUPTED)

    async def finish(self) -> None:
        """Stop what still plays and wait until it has kept what happened."""
        for task in tuple(self._playing):
            task.cancel()
        await asyncio.gather(*tuple(self._playing), return_exceptions=True)


def run_app(app: DashtalkApp) -> int:
    """Run the dashboard in this terminal; returns 130 when it was interrupted, else 0."""

    async def whole() -> None:
        # A model that is still being loaded in a thread must not hold up the end.
        asyncio.get_running_loop().set_default_executor(DaemonThreads())
        # What is loaded by now stays; looking through it again and again would make the screen stumble.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GENERATIONS)
        running = asyncio.create_task(app.run_async())
        hung_up = asyncio.create_task(app.hung_up.wait())
        try:
            await asyncio.wait((running, hung_up), return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait((running,), timeout=FAREWELL_S if app.hung_up.is_set() else None)
        finally:
            hung_up.cancel()
            await app.finish()
        if not running.done():
            # Nobody is there to draw for, and what happened is kept; a screen that cannot end must not live on.
            os._exit(INTERRUPTED)
        await running

    asyncio.run(whole())
    return app.return_code or 0


def run_cockpit(garage: Garage, library: Library, choice: DriveChoice, *, lang: UiLang = "en", theme: str = "") -> int:
    """Show the cockpit with a drive that was chosen; returns 130 when it was interrupted, else 0."""
    from simulator.dashboard.screens.cockpit import Cockpit

    # A drive that cannot be had is told before the terminal is taken over.
    drive = garage.drive(choice)
    app = DashtalkApp(garage, library, lambda app: Cockpit(drive), lang=lang, theme=theme)
    app.choice = choice
    return run_app(app)
