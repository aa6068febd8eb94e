"""`dashtalk talk` at the keyboard, and every command of it that docs/voice.md shows, on a machine without sound."""

import json
import re
import shlex
from pathlib import Path

import pytest
from command_line import Dashtalk
from openai_server import Answer, OpenAIServer, Received, says

DOCS = (Path(__file__).parents[2] / "docs" / "voice.md").read_text(encoding="utf-8")
SHOWN = [
    line
    for block in re.findall(r"```sh\n(.*?)```", DOCS, re.S)
    for line in block.splitlines()
    if line.startswith("dashtalk talk")
]


@pytest.fixture
def silent(dashtalk: Dashtalk) -> Dashtalk:
    """A command line on a machine without PortAudio."""
    dashtalk.write("site/sounddevice.py", "raise OSError('PortAudio library not found')\n")
    return Dashtalk(dashtalk.folder, dashtalk.environment | {"PYTHONPATH": str(dashtalk.folder / "site")})


@pytest.mark.parametrize("command", SHOWN)
def test_command_of_the_documentation(silent: Dashtalk, command: str) -> None:
    korean = "--lang ko" in command
    line = "에어컨 켜 줘." if korean else "Turn on the air conditioning."
    done = silent(*shlex.split(command)[1:], input=f"{line}\n/end\n")
    assert (
        done.stdout.count(
            "The PortAudio library is not installed; typing works without it (sudo apt-get install libportaudio2)"
        )
        == 1
    )
    assert f"you       {line}" in done.stdout
    assert "climate.air_conditioning: False → True" in done.stdout
    assert "timing  typed" in done.stdout


def test_a_typed_drive_is_recorded_and_its_recognition_unscored(silent: Dashtalk) -> None:
    silent("talk", "--lang", "ko", input="에어컨 켜 줘.\n창문 전부 열어 줘.\n")
    shown = silent.json("show", "0")
    types = [event["type"] for event in shown["events"]]
    assert types.count("driver_spoke") == types.count("turn_timed") == 2
    assert shown["events"][0]["user"] == "human"
    assert shown["events"][0]["channel"] == "live"
    scores = {score["metric"]: score for score in shown["scores"]}
    assert scores["cer"]["value"] is None
    assert "typed" in scores["cer"]["reason"]
    assert "r_actions_final" not in scores
    assert "timing  typed" in silent("show", "0").stdout


def test_a_scenario_is_scored(silent: Dashtalk) -> None:
    done = silent("talk", "base-trunk-groceries", "--lang", "en", input="Open the trunk, please.\nYes.\n/end\n")
    assert "say something like" in done.stdout
    assert "outcome: passed" in done.stdout


def verdict(request: Received) -> Answer:
    """Be a judge who finds everything good, but nothing perfect."""
    on_scale = "(worst)" in str(request.body)
    given = {"verdict": 4, "objection": "It could be shorter."} if on_scale else {"verdict": True, "objection": ""}
    return says(json.dumps({"reasoning": "message 1 tells"} | given))


def _rubric() -> str:
    """Return the rubric that docs/judges.md shows."""
    judges = (Path(__file__).parents[2] / "docs" / "judges.md").read_text(encoding="utf-8")
    return judges.split("```yaml\n")[1].partition("```")[0]


def test_judges_decide_what_a_person_s_drive_leaves_open(silent: Dashtalk) -> None:
    with OpenAIServer(models=("one",)) as server:
        server.answer = verdict
        silent.write("brevity.yaml", _rubric())
        flags = ("--judge-model", "one", "--judge-base-url", server.url, "--rubric", "brevity.yaml")
        done = silent("talk", "base-trunk-groceries", "--lang", "en", *flags, input="Open the trunk, please.\n/end\n")
        asked = len(server.chats)
    assert asked
    assert "1 judge," in done.stderr
    shown = silent.json("show", "0")
    scores = {score["metric"]: score["value"] for score in shown["scores"]}
    assert scores["rubric.brevity"] == 0.75
    assert shown["cost"]["models"][0]["role"] == "judge"


def test_a_judge_that_cannot_be_is_told_before_the_drive(silent: Dashtalk) -> None:
    done = silent("talk", "--judge-model", "one", "--judge-base-url", "nowhere", input="/end\n", code=2)
    assert done.stderr.count("\n") == 1
    assert "no base URL" in done.stderr


@pytest.mark.parametrize(
    ("flags", "line"),
    [
        (("--lang", "all"), "one language at a time"),
        (("no-such-scenario",), "no-such-scenario"),
        (("--mode", "whisper"), "unknown --mode 'whisper'"),
        (("--asr", "no-such"), "no-such"),
    ],
)
def test_a_mistake_is_one_line(silent: Dashtalk, flags: tuple[str, ...], line: str) -> None:
    done = silent("talk", *flags, code=2, input="")
    assert line in done.stderr
    assert len(done.stderr.splitlines()) == 1
