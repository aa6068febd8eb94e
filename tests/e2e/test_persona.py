"""The whole command line with a driver played by a model behind a small server."""

import json
from typing import Any

from carbench_mini import FOLDER
from command_line import Dashtalk
from openai_server import Answer, OpenAIServer, Received, says


def line(message: str, word: str) -> Answer:
    return says(json.dumps({"reasoning": "r", "message": message, "control_word": word}, ensure_ascii=False))


def played(request: Received) -> Answer:
    """Ask for what the scenario puts first, agree to everything, and stop after the second answer."""
    messages: list[dict[str, Any]] = request.body["messages"]
    words = request.body["response_format"]["json_schema"]["schema"]["properties"]["control_word"]["enum"]
    answers = sum(1 for message in messages if message["role"] == "user") - 1
    if answers >= 2:
        return line("", words[1])
    korean = "한국어" in messages[0]["content"]
    if answers:
        return line("네, 그렇게 해 주세요." if korean else "Yes, please do.", "CONTINUE")
    marker = "바라는 것: " if korean else "You want: "
    system = messages[0]["content"]
    return line(json.loads(system.split(marker, 1)[1].splitlines()[0]) if marker in system else "Hello?", "CONTINUE")


def test_a_suite_is_driven_by_a_model_in_both_languages(dashtalk: Dashtalk) -> None:
    with OpenAIServer() as server:
        server.answer = played
        driver = ("--user-model", "fake", "--user-base-url", server.url)
        found = dashtalk.run("--agent", "oracle", *driver, of=("base-sunroof-blue-sky",), code=None)
        assert {result["locale"] for result in found["results"]} == {"ko", "en"}
        assert found["sessions"]["defects"] == 0
        assert found["sessions"]["valid"] == 2
        shown = dashtalk("show")
        assert "simulated driver: 2 valid, 0 regenerated, 0 invalid sessions" in shown.stdout
        assert all("tools" not in body for body in server.chats)


def test_official_tasks_are_driven_by_the_model_that_is_given(dashtalk: Dashtalk) -> None:
    with OpenAIServer() as server:
        server.answer = played
        command = ("carbench", "run", str(FOLDER), "--agent", "baseline", "--family", "base", "--json", "-")
        done = dashtalk(*command, "--user-model", "fake", "--user-base-url", server.url, code=None)
    found = json.loads(done.stdout)
    assert found["sessions"]["total"] == 3
    assert found["sessions"]["defects"] == 0
    system = server.chats[0]["messages"][0]["content"]
    assert "Who you are" in system


def test_a_driver_whose_model_writes_nonsense_makes_sessions_invalid_not_failed(dashtalk: Dashtalk) -> None:
    with OpenAIServer() as server:
        server.answer = lambda request: says("nonsense")
        driver = ("--user", "persona", "--user-model", "fake", "--user-base-url", server.url, "--regenerate", "1")
        found = dashtalk.run("--agent", "oracle", *driver, of=("base-sunroof-blue-sky",), code=None)
    counts = found["sessions"]
    assert (counts["invalid"], counts["failed"], counts["regenerated"]) == (2, 0, 2)
    assert len(server.chats) == 8


def test_a_driver_without_a_model_is_told_so(dashtalk: Dashtalk) -> None:
    done = dashtalk("run", "--user", "persona", code=2)
    assert "--user-model" in done.stderr
