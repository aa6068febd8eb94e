"""Drives as the cockpit plays them, for tests: a garage over a temporary store, and a person who drives."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from evaluation.store import Store
from simulator.cockpit.drive import SessionDrive
from simulator.cockpit.garage import SessionGarage
from simulator.dashboard.sources import DriveChoice
from simulator.events import AssistantSpoke, Event
from simulator.settings import Settings

PATIENCE_S = 60.0


def garage_in(folder: Path, *, pace: float = 0.0, **settings: Any) -> SessionGarage:
    """Return a garage whose drives are typed unless settings say otherwise, and as fast as they can be."""
    chosen = Settings(**({"channel": "text"} | settings))
    return SessionGarage(chosen, Store(folder / "runs.db", create=True), pace=pace)


class Person:
    """Plays a drive and acts in it: waits for what happens, then does the next thing."""

    def __init__(self, drive: SessionDrive) -> None:
        self.drive = drive
        self.events: list[Event] = []
        self._news = asyncio.Condition()
        self.playing = asyncio.create_task(drive.run(self._seen))

    def _seen(self, event: Event) -> None:
        self.events.append(event)
        self._tell = asyncio.create_task(self._told())

    async def _told(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is so after an event; fails when the drive ends before."""
        async with asyncio.timeout(PATIENCE_S), self._news:
            await self._news.wait_for(lambda: true() or self.playing.done())
        assert true(), [event.type for event in self.events]

    async def sees(self, kind: type[Event], times: int = 1) -> None:
        """Wait for so many events of a kind."""
        await self.until(lambda: len(self.of(kind)) >= times)

    def of(self, kind: type[Any]) -> list[Any]:
        """Return the events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    async def says(self, line: str) -> str:
        """Type a line and return the answer."""
        answered = len(self.of(AssistantSpoke))
        self.drive.type(line)
        await self.sees(AssistantSpoke, answered + 1)
        answer: str = self.of(AssistantSpoke)[-1].text
        return answer

    async def ends(self) -> None:
        """Leave, and wait for the end."""
        self.drive.leave()
        async with asyncio.timeout(PATIENCE_S):
            await self.playing


def person(garage: SessionGarage, **choice: Any) -> Person:
    """Begin a drive."""
    return Person(garage.drive(DriveChoice(**choice)))
