"""Who may drive over the web, and what the page is."""

import argparse
import importlib.util

import pytest
from aiohttp.test_utils import make_mocked_request

from simulator.cli import parser
from simulator.commands.serve import _as_flags, serve_web
from simulator.registry import UsageError
from simulator.serve.web import DashboardServer, is_local
from simulator.serve.web_page import WORDS, page


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True),
        ("127.8.0.1", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("192.168.0.7", False),
        ("localhost.example", False),
    ],
)
def test_what_only_this_machine_reaches(host: str, local: bool) -> None:
    assert is_local(host) is local


@pytest.mark.parametrize(
    ("local", "headers", "refused"),
    [
        (True, {"Host": "127.0.0.1:8000"}, ""),
        (True, {"Host": "[::1]:8000", "Origin": "http://[::1]:8000"}, ""),
        (True, {"Host": "localhost:8000", "Origin": "http://localhost:8000"}, ""),
        (True, {"Host": "localhost:8000", "Origin": "http://localhost:9000"}, "may not drive"),
        (True, {"Host": "127.0.0.1:8000", "Origin": "null"}, "may not drive"),
        (True, {"Host": "rebound.example:8000", "Origin": "http://rebound.example:8000"}, "is not called"),
        (False, {"Host": "car.lan:8000", "Origin": "http://car.lan:8000"}, ""),
        (False, {"Host": "car.lan:8000", "Origin": "https://elsewhere.example"}, "may not drive"),
    ],
)
def test_who_is_let_in(local: bool, headers: dict[str, str], refused: str) -> None:
    server = DashboardServer("true", WORDS["en"], local=local)
    reason = server.refused(make_mocked_request("GET", "/ws", headers=headers))
    assert reason == "" if not refused else refused in reason


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_page_asks_no_other_host(lang: str) -> None:
    text = page(WORDS[lang], 16)
    assert "$" not in text
    assert WORDS[lang].ended in text
    assert "http" not in text.replace('"https:"', "")


@pytest.mark.parametrize(
    ("given", "passed"),
    [
        ([], []),
        (["--port", "1", "--host", "::1"], []),
        (["--lang", "ko", "--barge-in"], ["--barge-in", "--locale=ko"]),
        (["base-hot-cabin", "--seed", "3"], ["--seed=3", "--", "base-hot-cabin"]),
        (["--options", '{"a": -1}'], ['--options={"a": -1}']),
    ],
)
def test_flags_reach_the_drive_as_they_were_given(given: list[str], passed: list[str]) -> None:
    arguments = parser().parse_args(["serve", "web", *given])
    found = _as_flags(arguments)
    assert sorted(found) == sorted(passed)
    drive = parser().parse_args(["drive", *found])
    same = {name: value for name, value in vars(drive).items() if name not in ("command", "call")}
    assert same == {name: getattr(arguments, name) for name in same}


def test_a_missing_package_is_told_with_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"needs the package textual-serve: python -m pip install '\.\[web\]'"):
        serve_web(argparse.Namespace())
