"""`dashtalk manual` in processes of its own: what assistants find in the owner's manual, for people to look at."""

import json
import re
import shlex
from pathlib import Path

import pytest
from command_line import Dashtalk


def test_a_question_is_answered_in_its_language(dashtalk: Dashtalk) -> None:
    korean = dashtalk("manual", "타이어 공기압은 얼마예요?").stdout
    assert korean.startswith("maintenance.tyre-pressure.values  ")
    assert "250 kPa" in korean
    english = json.loads(dashtalk("manual", "recommended tyre pressure", "--limit", "2", "--json", "-").stdout)
    assert [len(english["sections"]), "Tyre" in english["sections"][0]["category"]] == [2, True]
    assert "nothing in the manual" in dashtalk("manual", "zxqv").stdout


@pytest.mark.parametrize(("lang", "title"), [("ko", "충전구 표시등"), ("en", "Lamps at the port")])
def test_a_section_is_read_in_both_languages(dashtalk: Dashtalk, lang: str, title: str) -> None:
    told = dashtalk("manual", "--read", "charging.port.lights", "--lang", lang).stdout
    assert told.startswith(title)
    assert "  1. " in told
    as_json = json.loads(dashtalk("manual", "--read", "charging.port.lights", "--lang", lang, "--json", "-").stdout)
    assert as_json["title"] == title
    assert as_json["steps"][0] in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "give a QUESTION, or --read SECTION"),
        (("key", "--read", "access.smart-key.battery"), "give a QUESTION, or --read SECTION"),
        (("   ",), "the question is empty"),
        (("key", "--limit", "11"), "--limit: 11 must lie between 1 and 10"),
        (("--read", "charging.port.ligts"), "did you mean 'charging.port.lights'?"),
        (("--read", "창문"), "a search tells their ids"),
    ],
)
def test_a_mistake_is_one_line(dashtalk: Dashtalk, arguments: tuple[str, ...], told: str) -> None:
    done = dashtalk("manual", *arguments, code=2)
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_commands_of_the_page_run(dashtalk: Dashtalk) -> None:
    page = (Path(__file__).parents[2] / "docs" / "manual.md").read_text(encoding="utf-8")
    lines = [line for block in re.findall(r"```sh\n(.*?)```", page, re.S) for line in block.splitlines()]
    assert len(lines) == 2
    found, read = (dashtalk(*shlex.split(line)[1:]).stdout for line in lines)
    assert found.startswith("charging.port.lights  ")
    assert "Blue means" in read
