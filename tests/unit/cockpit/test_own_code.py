"""Whoever edits an assistant between two drives drives the new one, and is told."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cockpit_drives import garage_in, person

from simulator.cockpit.own_code import OwnCode

ASSISTANT = """
from simulator.agents.spec import Reply
from words_of_mine import WORDS


class Mine:
    def respond(self, view):
        return Reply(speech=WORDS)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "mine_to_edit.py").write_text(ASSISTANT, encoding="utf-8")
    (tmp_path / "words_of_mine.py").write_text('WORDS = "one"\n', encoding="utf-8")
    yield tmp_path
    for name in ("mine_to_edit", "words_of_mine"):
        sys.modules.pop(name, None)


async def test_the_next_drive_is_played_with_the_files_as_they_are_now(folder: Path) -> None:
    garage = garage_in(folder, agent="mine_to_edit:Mine")
    first = person(garage)
    assert await first.says("Hello.") == "one"
    await first.ends()
    # As long as before and within the same second, so that nothing but its time tells it from what Python keeps of it.
    (folder / "words_of_mine.py").write_text('WORDS = "two"\n', encoding="utf-8")
    second = person(garage)
    assert "words_of_mine.py" in second.drive.talk().notice
    assert await second.says("Hello.") == "two"
    await second.ends()
    third = person(garage)
    assert third.drive.talk().notice == ""
    assert await third.says("Hello.") == "two"
    await third.ends()


async def test_what_cannot_be_loaded_is_told_and_the_old_one_drives_on(folder: Path) -> None:
    garage = garage_in(folder, agent="mine_to_edit:Mine")
    first = person(garage)
    assert await first.says("Hello.") == "one"
    await first.ends()
    for broken, told in (("class Mine(:", "SyntaxError"), ("class Other: pass", "no class 'Mine'")):
        (folder / "mine_to_edit.py").write_text(broken, encoding="utf-8")
        driver = person(garage)
        assert told in driver.drive.talk().notice
        assert "\n" not in driver.drive.talk().notice
        assert await driver.says("Hello.") == "one"
        await driver.ends()
    (folder / "mine_to_edit.py").write_text(ASSISTANT.replace("WORDS)", '"mended")'), encoding="utf-8")
    mended = person(garage)
    assert await mended.says("Hello.") == "mended"
    await mended.ends()


async def test_in_korean_the_line_is_korean_and_outlives_the_getting_ready(folder: Path) -> None:
    code = OwnCode()
    garage = garage_in(folder, agent="mine_to_edit:Mine")
    garage.drives.clear()
    first = person(garage)
    assert await first.says("Hello.") == "one"
    await first.ends()
    code.note("mine_to_edit:Mine")
    (folder / "words_of_mine.py").write_text('WORDS = "셋"\n', encoding="utf-8")
    assert code.renew("mine_to_edit:Mine", "ko") == "words_of_mine.py: 바뀐 코드로 주행합니다"


@pytest.mark.parametrize("agent", ["baseline", "a2a:http://127.0.0.1:1", "simulator.agents.probes:Silent", "none:X"])
def test_nothing_but_a_person_s_own_code_is_loaded_again(agent: str) -> None:
    before = dict(sys.modules)
    code = OwnCode()
    code.note(agent)
    assert code.renew(agent) == ""
    assert {name: sys.modules.get(name) for name in before} == before
