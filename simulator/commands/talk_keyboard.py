"""Lines from the keyboard while a session runs: words to say, the button, the end."""

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulator.commands.talk_lines import Screen
    from voice.live.conversation import Conversation

END_WORDS = ("/end", "/끝")


@contextmanager
def keyboard(conversation: "Conversation", screen: "Screen") -> Iterator[None]:
    """Take lines from standard input inside the block; its end ends the session.

    Standard input cannot be waited for by an event loop on every system, hence a thread; it dies with the process.
    """
    loop = asyncio.get_running_loop()

    def read() -> None:
        for line in _lines():
            if loop.is_closed():
                return
            loop.call_soon_threadsafe(_take, line.strip(), conversation, screen)
        if not loop.is_closed():
            loop.call_soon_threadsafe(conversation.leave)

    threading.Thread(target=read, name="keyboard", daemon=True).start()
    yield


def _lines() -> Iterator[str]:
    if sys.stdin is None:
        return
    reconfigure: Callable[..., None] | None = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    yield from sys.stdin


def _take(line: str, conversation: "Conversation", screen: "Screen") -> None:
    if line in END_WORDS:
        conversation.leave()
    elif line:
        conversation.type(line)
    elif conversation.mode == "push-to-talk" and conversation.hears:
        if conversation.pressed:
            conversation.release()
        else:
            conversation.press()
            screen.pressed()
