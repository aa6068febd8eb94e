"""Calls into a sound library that never come back: they are given up, and everything else goes on."""

import asyncio
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from voice.audio import Pcm
from voice.devices import AudioDevice
from voice.live import loudspeaker as loudspeaker_module
from voice.live import microphone as microphone_module
from voice.live.loudspeaker import Loudspeaker, Playback
from voice.live.microphone import Microphone, look_again
from voice.live.patience import bounded, calls_lost, library_lock, promptly
from voice.live.trouble import DeviceGone, DeviceTrouble

DEVICE = AudioDevice(0, "default", 1, 1, 16_000)


@pytest.fixture
def stuck() -> Iterator[threading.Event]:
    """What a stuck call waits for; it comes back after the test."""
    event = threading.Event()
    yield event
    event.set()
    while calls_lost():
        threading.Event().wait(0.01)


async def lose(call: Callable[[], object]) -> None:
    with pytest.raises(DeviceTrouble, match="the device does not answer"):
        await bounded(call, "device", 0.02)


async def test_what_comes_back_is_handed_on() -> None:
    assert await bounded(lambda: 3, "device") == 3
    with pytest.raises(ZeroDivisionError):
        await bounded(lambda: 1 // 0, "device")
    assert not calls_lost()


async def test_a_lost_call_is_known_until_it_comes_back(stuck: threading.Event) -> None:
    await lose(stuck.wait)
    assert calls_lost()
    stuck.set()
    while calls_lost():
        await asyncio.sleep(0)


async def test_a_caller_who_was_cancelled_loses_the_call_too(stuck: threading.Event) -> None:
    waiting = asyncio.create_task(bounded(stuck.wait, "device"))
    await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert calls_lost()


async def test_the_lock_is_left_to_the_call_that_holds_it(stuck: threading.Event) -> None:
    def hold() -> None:
        with library_lock():
            stuck.wait()

    await lose(hold)

    def next_one() -> str:
        with library_lock():
            return "held"

    assert await bounded(next_one, "device") == "held"
    stuck.set()
    while calls_lost():
        await asyncio.sleep(0)
    assert await bounded(next_one, "device") == "held"


async def test_who_waited_for_a_lock_that_was_given_up_takes_the_one_in_force(stuck: threading.Event) -> None:
    held, leave, inside, together = threading.Event(), threading.Event(), threading.Lock(), []

    def hold() -> None:
        with library_lock():
            held.set()
            stuck.wait()

    def use() -> None:
        with library_lock():
            together.append(not inside.acquire(blocking=False))
            leave.wait()
            if not together[-1]:
                inside.release()

    losing = asyncio.create_task(bounded(hold, "device", 60))
    while not held.is_set():
        await asyncio.sleep(0)
    first = asyncio.create_task(bounded(use, "device", 60))
    await asyncio.sleep(0.02)
    losing.cancel()
    with suppress(asyncio.CancelledError):
        await losing
    second = asyncio.create_task(bounded(use, "device", 60))
    await asyncio.sleep(0.02)
    stuck.set()
    await asyncio.sleep(0.05)
    leave.set()
    await asyncio.gather(first, second)
    assert together == [False, False]


def test_whoever_holds_the_lock_may_take_it_again() -> None:
    with library_lock():
        with library_lock():
            pass
        assert not _free()
    assert _free()


def _free() -> bool:
    def take() -> bool:
        with library_lock():
            return True

    return promptly(take, 0.05) is True


async def test_the_lock_keeps_others_out_while_its_holder_is_waited_for() -> None:
    inside, most, now = threading.Lock(), 0, 0

    def work() -> None:
        nonlocal most, now
        with library_lock():
            with inside:
                now += 1
                most = max(most, now)
            threading.Event().wait(0.002)
            with inside:
                now -= 1

    await asyncio.gather(*(bounded(work, "device") for _ in range(20)))
    assert most == 1


@pytest.mark.parametrize("how", ["too late", "cancelled"])
async def test_what_came_too_late_is_undone(stuck: threading.Event, how: str) -> None:
    undone: list[str] = []

    def slow() -> str:
        stuck.wait()
        return "stream"

    waiting = asyncio.create_task(bounded(slow, "device", 0.02 if how == "too late" else 60, undo=undone.append))
    await asyncio.sleep(0.01)
    if how == "cancelled":
        waiting.cancel()
    with suppress(DeviceTrouble, asyncio.CancelledError):
        await waiting
    assert not undone
    stuck.set()
    while not undone:
        await asyncio.sleep(0)
    assert undone == ["stream"]


async def test_what_came_in_the_moment_of_a_cancelling_is_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    undone: list[str] = []
    waiting = asyncio.create_task(bounded(lambda: "stream", "device", undo=undone.append))
    loop = asyncio.get_running_loop()
    hand_on = loop.call_soon_threadsafe

    def and_cancel(callback: Any, *values: Any, **options: Any) -> Any:
        def both() -> None:
            callback(*values)
            waiting.cancel()

        return hand_on(both, **options)

    monkeypatch.setattr(loop, "call_soon_threadsafe", and_cancel)
    with pytest.raises(asyncio.CancelledError):
        await waiting
    monkeypatch.undo()
    while not undone:
        await asyncio.sleep(0)
    assert undone == ["stream"]


def test_what_cannot_wait_gives_up_by_itself(stuck: threading.Event) -> None:
    assert promptly(lambda: 3, 60) == 3
    with pytest.raises(ZeroDivisionError):
        promptly(lambda: 1 // 0, 60)
    assert promptly(stuck.wait, 0.01) is None
    assert calls_lost()


class Library:
    """A sound library with one stream that gets stuck when it is closed, as when its server left."""

    PortAudioError = OSError

    class CallbackStop(Exception):
        """Nothing more to play."""

    def __init__(self, stuck: threading.Event) -> None:
        self.stuck = stuck
        self.opened = 0
        self.listed_anew = 0
        self.RawInputStream = self.microphone
        self.RawOutputStream = self.loudspeaker

    def microphone(self, **options: Any) -> SimpleNamespace:
        self.opened += 1
        number = self.opened

        def close(ignore_errors: bool) -> None:
            if number == 1:
                self.stuck.wait()

        def start() -> None:
            options["callback"](bytes(2048), 1024, None, None)
            if number == 1:
                options["finished_callback"]()

        return SimpleNamespace(start=start, abort=close, close=close)

    def loudspeaker(self, **options: Any) -> SimpleNamespace:
        inside = threading.Event()

        def close(ignore_errors: bool) -> None:
            assert not inside.is_set(), "this would end the whole program"

        def wait(ignore_errors: bool = True) -> None:
            inside.set()
            self.stuck.wait()
            inside.clear()

        return SimpleNamespace(latency=0.01, start=wait, abort=wait, close=close)

    def _terminate(self) -> None:
        self.listed_anew += 1

    def _initialize(self) -> None: ...


@pytest.fixture
def library(stuck: threading.Event, monkeypatch: pytest.MonkeyPatch) -> Library:
    library = Library(stuck)
    for module in (microphone_module, loudspeaker_module):
        monkeypatch.setattr(module, "sound_library", lambda: library)
    return library


async def hurried(call: Callable[[], Any], what: str, seconds: float = 60, undo: Any = None) -> Any:
    """Be impatient with what has nothing to undo: the closing."""
    return await bounded(call, what, seconds if undo else 0.02, undo)


async def test_a_microphone_that_cannot_be_closed_comes_back(
    library: Library, stuck: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(microphone_module, "bounded", hurried)
    frames = Microphone(DEVICE).frames()
    assert await anext(frames)
    assert await anext(frames)
    with pytest.raises(DeviceGone):
        await anext(frames)
    assert calls_lost()
    # Starting the library anew would wait for the stuck stream, or free what it uses.
    look_again()
    assert library.listed_anew == 0
    frames = Microphone(DEVICE).frames()
    assert await anext(frames)
    await frames.aclose()
    stuck.set()
    while calls_lost():
        await asyncio.sleep(0)
    look_again()
    assert library.listed_anew == 1


async def test_a_microphone_that_opened_too_late_is_closed(
    library: Library, stuck: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = threading.Event()

    def slow(**options: Any) -> SimpleNamespace:
        stuck.wait()
        return SimpleNamespace(
            start=lambda: None, abort=lambda ignore_errors: None, close=lambda ignore_errors: closed.set()
        )

    monkeypatch.setattr(library, "RawInputStream", slow)
    opening = asyncio.ensure_future(anext(Microphone(DEVICE).frames()))
    await asyncio.sleep(0.01)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert not closed.is_set()
    stuck.set()
    while not closed.is_set():
        await asyncio.sleep(0)


def test_a_loudspeaker_that_cannot_be_stopped_does_not_hold_up_the_driver(library: Library) -> None:
    loudspeaker = Loudspeaker(DEVICE)
    loudspeaker.open()
    playback = Playback(DEVICE.rate_hz)
    playback.add(Pcm(bytes(3200), DEVICE.rate_hz))
    loudspeaker._playback = playback
    loudspeaker.abort()
    assert playback.pull(320) == (bytes(320), True)
    assert calls_lost()
    loudspeaker.close()
    loudspeaker.open()


async def test_a_loudspeaker_that_cannot_be_started_is_left_alone(library: Library, stuck: threading.Event) -> None:
    loudspeaker = Loudspeaker(DEVICE)
    loudspeaker.open()
    playback = Playback(DEVICE.rate_hz)
    await lose(lambda: loudspeaker.begin(playback, lambda: None))
    loudspeaker.close()
    assert loudspeaker.abort() == 0.0
    loudspeaker.open()
    loudspeaker.close()
    stuck.set()
    while calls_lost():
        await asyncio.sleep(0)
    loudspeaker.close()


def test_the_program_ends_with_a_call_lost_inside_the_library(tmp_path: Path) -> None:
    """The library's own farewell would wait for ever; a stranger's module stands for it here."""
    (tmp_path / "sounddevice.py").write_text(
        textwrap.dedent("""
        import atexit, threading
        def _exit_handler():
            print("waits", flush=True)
            threading.Event().wait()
        atexit.register(_exit_handler)
        """),
        encoding="utf-8",
    )
    program = textwrap.dedent("""
        import threading
        from voice.live.microphone import sound_library
        from voice.live.patience import promptly
        sound_library()
        assert promptly(threading.Event().wait, 0.01) is None
        print("done", flush=True)
        """)
    here = f"{tmp_path}:{Path(__file__).parents[4]}"
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": here, "PATH": ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (0, "done\n"), ended.stderr
