"""An interface that breaks ends in order: the drive is kept, one line tells, and the rest lies in a file."""

import asyncio
import atexit
import os
import signal
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from cockpit_drives import garage_in
from textual.css.query import NoMatches

from evaluation.store import Store
from simulator.cockpit.stored_runs import RunsInStore
from simulator.dashboard import app as dashboard
from simulator.dashboard.app import BROKEN, DashtalkApp, run_app
from simulator.dashboard.breakage import errors_beside, told
from simulator.dashboard.screens.cockpit import Cockpit
from simulator.dashboard.sources import DriveChoice


class Breaking:
    """A cockpit without a terminal in which something happens once the drive has begun."""

    def __init__(self, folder: Path, happens: Any) -> None:
        self.garage = garage_in(folder)
        self.store = Store(folder / "runs.db")
        self.errors = errors_beside(folder / "runs.db")
        self.app = DashtalkApp(
            self.garage, RunsInStore(folder / "runs.db"), lambda app: Cockpit(self.garage.drive(DriveChoice()))
        )
        self.app.run_async = partial(self.app.run_async, headless=True, auto_pilot=self._pilot)  # type: ignore[method-assign]
        self._happens = happens

    async def _pilot(self, pilot: Any) -> None:
        while not (self.garage.drives and self.garage.drives[0].run_id):
            await pilot.pause(0.01)
        self._happens(self.app)

    def run(self) -> int:
        return run_app(self.app, self.errors)

    @property
    def status(self) -> str:
        return str(self.store.run(self.garage.drives[0].run_id)["status"])


def broken() -> None:
    raise NoMatches("No nodes match 'CommandList'")


@pytest.mark.parametrize("stuck", [False, True])
def test_a_widget_that_breaks_ends_the_app_and_keeps_the_drive(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, stuck: bool
) -> None:
    monkeypatch.setattr(dashboard, "FAREWELL_S", 0.2 if stuck else 60.0)
    at_exit: list[Any] = []
    monkeypatch.setattr(atexit, "register", at_exit.append)
    let_go = False
    close_all = DashtalkApp._close_all

    async def never(app: DashtalkApp) -> None:
        while not let_go:
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(0.01)
        await close_all(app)

    def happens(app: DashtalkApp) -> None:
        if stuck:
            monkeypatch.setattr(DashtalkApp, "_close_all", never)
        app.screen.call_later(broken)

    seen = Breaking(tmp_path, happens)
    assert seen.run() == BROKEN
    shown = "".join(capfd.readouterr())
    (line,) = [line for line in shown.splitlines() if "the interface broke" in line]
    assert "NoMatches: No nodes match 'CommandList'" in line
    assert f"details: {seen.errors}" in line
    assert "Traceback" not in shown
    assert "Traceback" in seen.errors.read_text(encoding="utf-8")
    assert seen.status == "interrupted"
    assert (seen.app.left is not None) is bool(at_exit) is stuck
    if seen.app.left is not None:
        let_go = True
        seen.app.left.close()


def test_a_drive_that_breaks_is_no_silent_end(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    async def breaks() -> None:
        raise RuntimeError("no such thing")

    seen = Breaking(tmp_path, lambda app: app.play(breaks()))
    assert seen.run() == BROKEN
    assert "RuntimeError: no such thing" in "".join(capfd.readouterr())


def test_the_place_is_told_and_the_file_may_be_out_of_reach(tmp_path: Path) -> None:
    try:
        broken()
    except NoMatches as error:
        line = told(error, tmp_path / "no such folder" / "runs-errors.log")
    assert "test_breakage.py:" in line
    assert "details" not in line


def test_a_loop_that_has_stopped_ends_with_its_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dashboard, "FAREWELL_S", 0.1)
    ended: list[int] = []

    def exits(code: int) -> None:
        ended.append(code)

    def happens(app: DashtalkApp) -> None:
        monkeypatch.setattr(os, "_exit", exits)
        os.kill(os.getpid(), signal.SIGHUP)
        limit = time.monotonic() + 30
        while not ended and time.monotonic() < limit:
            pass

    before = signal.getsignal(signal.SIGHUP)
    assert Breaking(tmp_path, happens).run() == 130
    assert ended == [130]
    assert signal.getsignal(signal.SIGHUP) is before
