"""How fast the dashboard follows a drive, and whether a long one makes it slow or large.

Usage: python benchmarks/bench_dashboard.py [--size 120x40] [--only NAME]

The cockpit and the replay run as they do in a terminal, but draw into nothing. Times are of the wall clock. "event to
screen" is from telling the cockpit of an event until the screen is drawn with it, at 50 events per second; "panel" is
one panel's drawing for one event; "scrub" is one jump in a replay of 2,000 events; memory is the process's resident
memory while an hour of driving, an event per second, is played as fast as it is drawn.
"""

import argparse
import asyncio
import gc
import json
import os
import platform
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from scenarios.load import catalogue
from simulator.channel import Heard
from simulator.dashboard.app import DashtalkApp
from simulator.dashboard.look import look_of
from simulator.dashboard.screens.cockpit import Cockpit
from simulator.dashboard.screens.replay import Replay
from simulator.dashboard.sources import Conditions, Drive, Garage, StoredRuns, Talk
from simulator.dashboard.spec import LOGS, PANELS, Moment
from simulator.dashboard.story import Story
from simulator.environment import Environment
from simulator.events import (
    AssistantSpoke,
    DriverSpoke,
    Event,
    SessionStarted,
    SpeechRecognised,
    StepClosed,
    Timed,
    ToolCall,
    ToolCalled,
    ToolReturned,
)

EVENTS_PER_S = 50
GOAL_EVENT_MS = 50.0
GOAL_PANEL_MS = 16.0
GOAL_SCRUB_MS = 100.0
LONG = 2000
HOUR_EVENTS = 3600
# What an hour may add beside the events themselves; the states of a drive share what did not change.
GOAL_GROWTH_MB = 40.0
WINDOWS = ("DRIVER", "PASSENGER", "DRIVER_REAR", "PASSENGER_REAR")


def drive_events(seconds_each: float = 1.0) -> Iterator[Event]:
    """Yield the events of a drive without end: a request, two calls, an answer, and again."""
    scenario = catalogue()["base-quarter-window"]
    car = Environment(scenario.build_state(), scenario.build_world(7, "ko"), scenario.build_toolset())
    number = 0

    def mark(turn: int) -> dict[str, int]:
        nonlocal number
        number += 1
        return {"seq": number - 1, "turn": turn, "at_ms": int((number - 1) * seconds_each * 1000)}

    facts: dict[str, Any] = {"scenario_id": scenario.id, "kind": "base", "locale": "ko", "speech_level": "haeyo"}
    facts |= {"trial": 0, "seed": 7, "agent": "bench", "user": "bench", "channel": "text"}
    yield SessionStarted(**mark(0), **facts, state=car.state.model_dump(), digest=car.digest)
    turn = 0
    while True:
        window, share = WINDOWS[turn % 4], (turn * 10) % 110
        said = f"창문을 {share}퍼센트로 맞춰 주세요. {turn}번째 부탁이에요."
        yield DriverSpoke(**mark(turn), intended=said)
        yield SpeechRecognised(**mark(turn), heard=Heard(text=said, engine="bench"))
        yield Timed(**mark(turn), stage="agent", duration_ms=200 + turn % 50)
        for tool, arguments in (
            ("open_close_window", {"window": window, "percentage": share}),
            ("set_fan_speed", {"level": turn % 5}),
        ):
            call = ToolCall(id=f"{turn}-{tool}", name=tool, arguments=arguments)
            yield ToolCalled(**mark(turn), step=turn, call=call)
            yield ToolReturned(**mark(turn), step=turn, result=car.call(call))
        yield StepClosed(**mark(turn), step=turn, digest=car.digest)
        yield AssistantSpoke(**mark(turn), text=f"네, {share}퍼센트로 맞췄어요.", digest=car.digest)
        turn += 1


def long_story(events: int = LONG) -> Story:
    """Return a story of so many events."""
    scenario = catalogue()["base-quarter-window"]
    return Story.of(islice(drive_events(), events), scenario, "ko", scenario.build_world(7, "ko"), session_id="bench")


class OpenDrive:
    """A drive that waits; events are told from outside."""

    def __init__(self) -> None:
        self.story = long_story(0)
        self.human, self.hears, self.mode = True, False, "push-to-talk"
        self.conditions = Conditions("bench", "ko", "haeyo")
        self.agents: Sequence[str] = ()
        self.controls: Sequence[Any] = ()
        self.suggestions: Sequence[str] = ()

    async def run(self, watch: Callable[[Event], None]) -> None:
        """Wait."""
        await asyncio.Event().wait()

    def talk(self) -> Talk:
        """Return that it waits."""
        return Talk()


def app_with(screen: Callable[[], Any]) -> DashtalkApp:
    """Return an app that shows one screen and has nothing else."""
    nothing = SimpleNamespace()
    return DashtalkApp(cast(Garage, nothing), cast(StoredRuns, nothing), lambda app: screen(), lang="ko", theme="dark")


async def event_to_screen(size: tuple[int, int], seconds: float) -> list[float]:
    """Return how long each event took until it was drawn, in ms."""
    drive = OpenDrive()
    cockpit = Cockpit(cast(Drive, drive))
    app = app_with(lambda: cockpit)
    told: list[float] = []
    times_ms: list[float] = []
    show = cockpit._show

    def shown() -> None:
        batch, told[:] = list(told), []
        show()
        cockpit.call_after_refresh(lambda: times_ms.extend((time.perf_counter() - at) * 1000 for at in batch))

    async with app.run_test(size=size) as pilot:
        app.animation_level = "none"
        await pilot.pause()
        cockpit._show = shown  # type: ignore[method-assign]
        begin = time.perf_counter()
        for number, event in enumerate(islice(drive_events(), int(seconds * EVENTS_PER_S))):
            await asyncio.sleep(max(0.0, begin + number / EVENTS_PER_S - time.perf_counter()))
            told.append(time.perf_counter())
            drive.story.append(event)
            cockpit.heard(event)
        await pilot.pause(0.2)
    return times_ms


async def panels(size: tuple[int, int]) -> dict[str, list[float]]:
    """Return how long each panel's drawing and each log's entry took, in ms, for every event of a long story."""
    story = long_story()
    app = app_with(lambda: Replay(story))
    async with app.run_test(size=size):
        look = look_of(app, "ko")
    found: dict[str, list[float]] = {}
    for key in PANELS:
        panel = PANELS[key]
        times = found.setdefault(key, [])
        for position in range(1, len(story) + 1, 5):
            moment = Moment(story, position)
            begin = time.perf_counter()
            panel.depends(moment)
            panel.draw(moment, 60, 20, look)
            times.append((time.perf_counter() - begin) * 1000)
    for key in LOGS:
        log = LOGS[key]
        times = found.setdefault(key, [])
        for index in range(len(story)):
            begin = time.perf_counter()
            log.entry(story, index, look)
            times.append((time.perf_counter() - begin) * 1000)
    return found


async def scrubbing(size: tuple[int, int], jumps: int) -> tuple[list[float], float]:
    """Return how long jumps to anywhere in a long session took until they were drawn, in ms, and opening it."""
    story = long_story()
    replay = Replay(story)
    app = app_with(lambda: replay)
    times_ms: list[float] = []
    draw = random.Random(7)
    begin = time.perf_counter()
    async with app.run_test(size=size) as pilot:
        app.animation_level = "none"
        await pilot.pause()
        opened_ms = (time.perf_counter() - begin) * 1000
        for _ in range(jumps):
            drawn = asyncio.Event()
            begin = time.perf_counter()
            replay.cursor.go(draw.randrange(1, len(story)))
            replay.show()
            replay.call_after_refresh(drawn.set)
            await drawn.wait()
            times_ms.append((time.perf_counter() - begin) * 1000)
    return times_ms, opened_ms


async def an_hour(size: tuple[int, int]) -> tuple[float, float]:
    """Return the resident memory after ten and after sixty simulated minutes, in MB."""
    drive = OpenDrive()
    cockpit = Cockpit(cast(Drive, drive))
    app = app_with(lambda: cockpit)
    at_ten = 0.0
    async with app.run_test(size=size) as pilot:
        app.animation_level = "none"
        await pilot.pause()
        for number, event in enumerate(islice(drive_events(), HOUR_EVENTS), start=1):
            drive.story.append(event)
            cockpit.heard(event)
            if number % 10 == 0:
                cockpit._show()
                await pilot.pause()
            if number == HOUR_EVENTS // 6:
                at_ten = resident_mb()
        await pilot.pause()
        return at_ten, resident_mb()


def resident_mb() -> float:
    """Return this process's resident memory."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def percentile(values: Sequence[float], share: int) -> float:
    """Return the value that so many percent are not above."""
    return statistics.quantiles(values, n=100, method="inclusive")[share - 1]


def line(name: str, value: float, unit: str, **facts: Any) -> None:
    """Print one figure as a line of JSON."""
    rounded = {key: round(fact, 2) if isinstance(fact, float) else fact for key, fact in facts.items()}
    print(json.dumps({"name": name, "value": round(value, 2), "unit": unit, **rounded}, ensure_ascii=False), flush=True)


def machine() -> str:
    """Return what this was measured on."""
    try:
        rows = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(row.partition(":")[2].strip() for row in rows if row.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.processor() or platform.machine()
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def main(argv: Sequence[str] | None = None) -> int:
    """Print one JSON line per figure; exit code 1 when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="120x40")
    parser.add_argument("--seconds", type=float, default=20.0, help="of driving at 50 events per second")
    parser.add_argument("--jumps", type=int, default=200)
    parser.add_argument("--only", choices=("events", "panels", "scrub", "memory"))
    arguments = parser.parse_args(argv)
    width, height = (int(part) for part in arguments.size.split("x"))
    size, only, met = (width, height), arguments.only, True
    facts = {"size": arguments.size, "load": os.getloadavg()[0], "machine": machine()}
    if only in (None, "events"):
        times = asyncio.run(event_to_screen(size, arguments.seconds))
        p95 = percentile(times, 95)
        line("event to screen", p95, "ms", p50=percentile(times, 50), worst=max(times), n=len(times), **facts)
        met = met and p95 <= GOAL_EVENT_MS
    if only in (None, "panels"):
        for key, found in sorted(asyncio.run(panels(size)).items()):
            p95 = percentile(found, 95)
            line(f"panel {key}", p95, "ms", p50=percentile(found, 50), worst=max(found), n=len(found))
            met = met and p95 <= GOAL_PANEL_MS
    if only in (None, "scrub"):
        times, opened_ms = asyncio.run(scrubbing(size, arguments.jumps))
        p95 = percentile(times, 95)
        line("scrub", p95, "ms", p50=percentile(times, 50), worst=max(times), events=LONG, opening=opened_ms, **facts)
        met = met and p95 <= GOAL_SCRUB_MS
    if only in (None, "memory"):
        at_ten, at_sixty = asyncio.run(an_hour(size))
        line("memory grown from minute 10 to 60", at_sixty - at_ten, "MB", at_ten=at_ten, at_sixty=at_sixty, **facts)
        met = met and at_sixty - at_ten <= GOAL_GROWTH_MB
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
