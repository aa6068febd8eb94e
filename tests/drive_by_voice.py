"""A drive by voice in a process of its own, whose sound card is the virtual one of its environment.

`python drive_by_voice.py FOLDER PRESSED.wav FREE.wav`: types a line, says one sentence with the button held and cuts
the answer off, says another hands-free, then types in Korean; prints what was seen as JSON.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from evaluation.store import Store
from simulator.cockpit.garage import SessionGarage
from simulator.dashboard.sources import DriveChoice, Talk
from simulator.events import Event, TurnTimed
from simulator.settings import Settings

PATIENCE_S = 120.0
LOOK_EVERY_S = 0.02


async def _drive(folder: Path, pressed: str, free: str) -> None:
    store = Store(folder / "drive.db", create=True)
    drive = SessionGarage(Settings(channel="voice"), store).drive(DriveChoice())
    seen: list[Talk] = []
    turns = 0

    def watch(event: Event) -> None:
        nonlocal turns
        turns += isinstance(event, TurnTimed)

    async def until(true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not true():
                seen.append(drive.talk())
                await asyncio.sleep(LOOK_EVERY_S)

    async def play(file: str) -> None:
        playing = await asyncio.create_subprocess_exec("paplay", "--device=mic", file, stderr=subprocess.DEVNULL)
        await until(lambda: playing.returncode is not None)

    playing = asyncio.create_task(drive.run(watch))
    # On a busy machine an answer may otherwise come before there is a voice for it.
    await until(lambda: drive.hears)
    drive.type("Open my window halfway.")
    await until(lambda: turns == 1)
    drive.press()
    await play(pressed)
    drive.press()
    await until(lambda: drive.talk().said > 0)
    drive.interrupt()
    await until(lambda: turns == 2)
    drive.hands_free(True)
    await until(lambda: drive.talk().phase == "listening")
    await play(free)
    await until(lambda: turns == 3)
    drive.change("locale", "ko")
    drive.type("에어컨 꺼 줘.")
    await until(lambda: turns == 4)
    drive.leave()
    await playing
    events = [event.model_dump(mode="json") for event in drive.story.events]
    talks = [(talk.phase, talk.said, round(talk.level, 3)) for talk in seen]
    print(json.dumps({"events": events, "talks": talks}))


if __name__ == "__main__":
    asyncio.run(_drive(Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
