"""Threads that nobody waits for."""

import asyncio
import subprocess
import sys
import threading
from contextvars import ContextVar

import pytest

from simulator.daemon_threads import DaemonThreads, in_own_thread

SAID: ContextVar[str] = ContextVar("said", default="")


async def test_it_returns_and_raises_what_the_function_does() -> None:
    def told(word: str, *, end: str) -> str:
        assert threading.current_thread() is not threading.main_thread()
        return SAID.get() + word + end

    SAID.set("hello ")
    assert await in_own_thread(told, "world", end="!") == "hello world!"
    for error in (ValueError("no"), SystemExit(3)):

        def broken(error: BaseException = error) -> None:
            raise error

        with pytest.raises(type(error)):
            await in_own_thread(broken)


async def test_what_no_future_can_carry_is_still_told() -> None:
    with pytest.raises(RuntimeError, match="StopIteration"):
        await in_own_thread(lambda: next(iter(())))


async def test_giving_up_waits_for_nothing() -> None:
    begun, hold = threading.Event(), threading.Event()

    def block() -> None:
        begun.set()
        hold.wait()

    task = asyncio.create_task(in_own_thread(block))
    await asyncio.to_thread(begun.wait)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    hold.set()


def test_a_loop_ends_though_something_blocks_in_its_executor() -> None:
    hold, threads = threading.Event(), list[threading.Thread]()

    def block() -> None:
        threads.append(threading.current_thread())
        hold.wait()

    async def main() -> int:
        asyncio.get_running_loop().set_default_executor(DaemonThreads())
        stuck = asyncio.ensure_future(asyncio.to_thread(block))
        answer = await asyncio.to_thread(lambda: 42)
        stuck.cancel()
        return answer

    assert asyncio.run(main()) == 42
    [thread] = threads
    assert thread.daemon
    assert thread.is_alive()
    hold.set()
    thread.join()


def test_a_call_that_goes_on_does_not_keep_the_process_from_ending() -> None:
    """A library at work when Python ends would crash; whoever was interrupted must see 130."""
    code = (
        "import asyncio, sys, time\n"
        "from simulator.__main__ import _leave_calls_behind\n"
        "from simulator.daemon_threads import in_own_thread, still_calling\n"
        "async def begin():\n"
        "    task = asyncio.create_task(in_own_thread(time.sleep, 600))\n"
        "    await asyncio.sleep(0.05)\n"
        "    task.cancel()\n"
        "assert not still_calling()\n"
        "_leave_calls_behind(5)\n"
        "asyncio.run(begin())\n"
        "assert still_calling()\n"
        "print('told', end='')\n"
        "_leave_calls_behind(130)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "told", "")
