"""Assistants that people bring: found, built and asked, or refused with one clear line."""

import asyncio
import importlib
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import datetime
from importlib.machinery import PathFinder
from pathlib import Path

import pytest

from simulator.agents.external import ExternalAgent, load_agent, load_class, own_place
from simulator.agents.spec import Reply
from simulator.registry import UsageError
from simulator.trajectory import AssistantView

VIEW = AssistantView("ko", "haeyo", (), {"id": "loc_1"}, datetime(2025, 7, 14, 9, 5), ())
REPLY = "from simulator.agents.spec import Reply\n"
Write = Callable[[str, str], None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Write modules into an empty current directory, which is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))

    def module(name: str, text: str) -> None:
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        importlib.invalidate_caches()

    yield module
    for name, loaded in list(sys.modules.items()):
        if str(tmp_path) in str(getattr(loaded, "__file__", "")):
            del sys.modules[name]


async def test_asynchronous(write: Write) -> None:
    write("mine.py", REPLY + "class A:\n  async def respond(self, view): return Reply(speech=view.locale)\n")
    agent = ExternalAgent("mine:A")
    assert await agent.respond(VIEW) == Reply(speech="ko")
    assert agent.name == "mine:A"
    await agent.aclose()


async def test_synchronous_runs_beside_the_event_loop(write: Write) -> None:
    write(
        "mine.py",
        REPLY + "import threading\nclass A:\n"
        "  name = 'my own'\n"
        "  def respond(self, view): return Reply(speech=str(threading.get_ident()))\n",
    )
    agent = ExternalAgent("mine:A")
    assert (await agent.respond(VIEW)).speech != str(threading.get_ident())
    assert agent.name == "my own"


async def test_a_plain_function_may_return_a_coroutine(write: Write) -> None:
    write(
        "mine.py",
        REPLY + "async def later(): return Reply(speech='네')\n"
        "class A:\n"
        "  def respond(self, view): return later()\n"
        "  def aclose(self): self.closed = True\n",
    )
    agent = ExternalAgent("mine:A")
    assert (await agent.respond(VIEW)).speech == "네"
    await agent.aclose()


async def test_settings_are_given_to_those_who_ask(write: Write) -> None:
    write(
        "mine.py",
        REPLY + "class Base:\n"
        "  def respond(self, view): return Reply(speech=str(self.settings))\n"
        "class Keyword(Base):\n"
        "  def __init__(self, *, settings): self.settings = settings\n"
        "class Any(Base):\n"
        "  def __init__(self, **given): self.settings = given['settings']\n"
        "class Optional(Base):\n"
        "  def __init__(self, other=1): self.settings = other\n",
    )
    for name, seen in (("Keyword", "{'a': 2}"), ("Any", "{'a': 2}"), ("Optional", "1")):
        assert (await ExternalAgent(f"mine:{name}", {"a": 2}).respond(VIEW)).speech == seen


async def test_each_session_gets_an_instance_of_its_own(write: Write) -> None:
    write(
        "mine.py",
        REPLY + "class A:\n"
        "  count = 0\n"
        "  async def respond(self, view):\n"
        "    self.count += 1\n"
        "    return Reply(speech=str(self.count))\n",
    )
    make = load_agent("mine:A")
    first, second = make(), make()
    replies = await asyncio.gather(first.respond(VIEW), second.respond(VIEW))
    assert [reply.speech for reply in replies] == ["1", "1"]


async def test_packages_nested_classes_and_neighbouring_modules(write: Write) -> None:
    write("parts/__init__.py", "")
    write(
        "parts/mine.py",
        "from neighbour import Reply\n"
        "class Outer:\n"
        "  class A:\n"
        "    def respond(self, view):\n"
        "      import late\n"
        "      return Reply(speech=late.WORD)\n",
    )
    write("neighbour.py", REPLY)
    write("late.py", "WORD = '네'\n")
    assert (await ExternalAgent("parts.mine:Outer.A").respond(VIEW)).speech == "네"


async def test_a_wrong_reply_is_named(write: Write) -> None:
    write("mine.py", "class A:\n  async def respond(self, view): return {'speech': 'hi'}\n")
    with pytest.raises(TypeError, match=r"respond of mine:A returned dict, not simulator\.agents\.spec\.Reply"):
        await ExternalAgent("mine:A").respond(VIEW)


async def test_what_respond_raises_is_passed_on(write: Write) -> None:
    write("mine.py", "class A:\n  def respond(self, view): raise KeyError('mine')\n")
    with pytest.raises(KeyError, match="mine"):
        await ExternalAgent("mine:A").respond(VIEW)


@pytest.mark.parametrize(
    "path", ["mine", "mine:", ":A", "mine.py:A", "a/b:A", "mine:A()", "mine:A:B", "", "1:A", "..a:B"]
)
def test_what_is_no_path(path: str, write: Write) -> None:
    with pytest.raises(UsageError, match="write it as module:Class"):
        load_class(path.replace("mine.py", "mi/ne"))


@pytest.mark.parametrize(
    ("text", "path", "message"),
    [
        ("", "mnie:A", "no module 'mnie' in HERE or among the installed packages; did you mean 'mine'?"),
        ("", "mine.more:A", "no module 'mine.more' in HERE or among the installed packages; did you mean 'mine'?"),
        (
            "import not_there\n",
            "mine:A",
            "cannot import 'mine': ModuleNotFoundError: No module named 'not_there' (HERE/mine.py:1)",
        ),
        ("\nx = 1 / 0\n", "mine:A", "cannot import 'mine': ZeroDivisionError: division by zero (HERE/mine.py:2)"),
        (
            "import string\nstring.Template('$x').substitute()\n",
            "mine:A",
            "cannot import 'mine': KeyError: 'x' (HERE/mine.py:2)",
        ),
        ("\n\ndef f(:\n", "mine:A", "cannot import 'mine': SyntaxError: invalid syntax (HERE/mine.py:3)"),
        ("raise SystemExit('stop')\n", "mine:A", "cannot import 'mine': SystemExit: stop (HERE/mine.py:1)"),
        ("raise ValueError('one\\ntwo')\n", "mine:A", "cannot import 'mine': ValueError: one two (HERE/mine.py:1)"),
        (
            "class Mine:\n  def respond(self, view): ...\n",
            "mine:Mien",
            "module 'mine' (HERE/mine.py) has no class 'Mien'; did you mean 'Mine'?",
        ),
        (
            "class Zzz:\n  def respond(self, view): ...\n",
            "mine:A",
            "module 'mine' (HERE/mine.py) has no class 'A'; classes with respond: Zzz",
        ),
        ("", "mine:A", "module 'mine' (HERE/mine.py) has no class 'A'"),
        ("A = 3\n", "mine:A", "'A' in module 'mine' (HERE/mine.py) is of type int, not a class"),
        ("class A: ...\n", "mine:A", "class 'A' in module 'mine' (HERE/mine.py) has no method respond(view)"),
        (
            "class A:\n  respond = 3\n",
            "mine:A",
            "class 'A' in module 'mine' (HERE/mine.py) has no method respond(view)",
        ),
        (
            "class A:\n  def __init__(self, key): ...\n  def respond(self, view): ...\n",
            "mine:A",
            "cannot build mine:A: its constructor asks for 'key', but it gets nothing, or the keyword 'settings'",
        ),
        (
            "class A:\n  def __init__(self): self.x = {}['key']\n  def respond(self, view): ...\n",
            "mine:A",
            "cannot build mine:A: KeyError: 'key' (HERE/mine.py:2)",
        ),
    ],
)
def test_one_clear_line(text: str, path: str, message: str, write: Write, tmp_path: Path) -> None:
    write("mine.py", text)
    with pytest.raises(UsageError) as caught:
        ExternalAgent(path)
    assert str(caught.value) == message.replace("HERE", str(tmp_path))
    assert caught.value.__cause__ is None


def test_what_is_wrong_with_the_class_is_said_before_any_session(write: Write) -> None:
    write("mine.py", "class A: ...\n")
    with pytest.raises(UsageError, match="has no method respond"):
        load_agent("mine:A")


def test_a_usage_error_of_the_constructor_is_its_own(write: Write) -> None:
    write(
        "mine.py",
        "from simulator.registry import UsageError\n"
        "class A:\n  def __init__(self): raise UsageError('export MY_KEY')\n  def respond(self, view): ...\n",
    )
    with pytest.raises(UsageError, match=r"^export MY_KEY$"):
        ExternalAgent("mine:A")


def test_a_directory_of_the_person_does_not_stand_in_for_our_packages(write: Write, tmp_path: Path) -> None:
    write("voice/__init__.py", "")
    write("mine.py", "class A:\n  def respond(self, view): ...\n")
    load_class("mine:A")
    assert str(tmp_path) in sys.path
    found = PathFinder.find_spec("voice")
    assert found is not None
    assert not str(found.origin).startswith(str(tmp_path))


async def test_an_exception_is_placed_in_the_persons_own_file(write: Write) -> None:
    write("mine.py", REPLY + "class A:\n  def respond(self, view):\n    return {}['seat']\n")
    with pytest.raises(KeyError) as raised:
        await ExternalAgent("mine:A").respond(VIEW)
    place = own_place(raised.value)
    line = 3 + REPLY.count("\n")
    assert place.endswith(f"mine.py:{line})")
    assert own_place(KeyError("seat")) == ""
