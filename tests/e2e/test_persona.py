"""The whole command line with a driver played by a model behind a small server."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from carbench_mini import FOLDER
from command_line import Dashtalk
from openai_server import Answer, OpenAIServer, Received, calls, says, wire_call
from persona_server import line, played

DATA = Path(__file__).parents[3] / "shared/data/carbench"


def test_a_suite_is_driven_by_a_model_in_both_languages(dashtalk: Dashtalk) -> None:
    with OpenAIServer() as server:
        server.answer = played
        driver = ("--user-model", "fake", "--user-base-url", server.url)
        found = dashtalk.run("--agent", "oracle", *driver, of=("base-trunk-groceries",), code=None)
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


def official(request: Received) -> Answer:
    """Be both: the driver asks, agrees and stops; the assistant, told by its tools, opens the sunroof and says so."""
    body = request.body
    if "tools" not in body:
        answers = sum(1 for message in body["messages"] if message["role"] == "user") - 1
        return line("", "STOP") if answers else line("Open the sunroof to forty percent, please.", "CONTINUE")
    done = [message["name"] for message in body["messages"] if message["role"] == "tool" and "name" in message]
    called = [call["function"]["name"] for message in body["messages"] for call in message.get("tool_calls") or ()]
    if "get_weather" not in (*done, *called):
        place = {"location_or_poi_id": "loc_ost_100001", "month": 5, "day": 6, "time_hour_24hformat": 14}
        return calls(wire_call("get_weather", json.dumps(place)))
    if "open_close_sunroof" not in (*done, *called):
        shade = wire_call("open_close_sunshade", json.dumps({"percentage": 100}), "call_2")
        return calls(shade, wire_call("open_close_sunroof", json.dumps({"percentage": 40}), "call_3"))
    return says("The sunroof is open to 40 percent.")


def played_official(
    dashtalk: Dashtalk, folder: Path, task: str, answer: Callable[[Received], Answer], *more: str
) -> dict[str, Any]:
    """Play one official task with models on both sides; returns its scores, having exported and scored it again."""
    with OpenAIServer() as server:
        server.answer = answer
        models = ("--model", "fake", "--base-url", server.url, "--user-model", "fake", "--user-base-url", server.url)
        command = ("carbench", "run", str(folder), "--agent", "chat", "--task", task, *models, *more, "--json", "-")
        first = json.loads(dashtalk(*command, code=None).stdout)
    assert first["sessions"]["defects"] == 0, first
    # From here on nobody answers: what is scored again and exported is what is stored.
    again = json.loads(dashtalk("score", "--json", "-", code=None).stdout)
    assert again["results"] == first["results"]
    assert again["sessions"] == first["sessions"]
    file = dashtalk.folder / "results.json"
    dashtalk("carbench", "export", "--dataset", str(folder), "--out", str(file))
    (entry,) = json.loads(file.read_text(encoding="utf-8"))
    rescored = dashtalk("carbench", "rescore", str(file), "--dataset", str(folder), "--json", "-", code=None)
    exported: dict[str, Any] = {"run": first, "entry": entry, "rescored": json.loads(rescored.stdout)}
    return exported


def test_an_official_task_with_models_on_both_sides_is_scored_exported_and_scored_again_alike(
    dashtalk: Dashtalk,
) -> None:
    found = played_official(dashtalk, FOLDER, "base_0", official)
    assert found["run"]["sessions"]["valid"] == 1
    assert found["entry"]["task_id"] in (0, "0", "base_0")
    scored = found["rescored"]
    assert scored["differs"] == []
    assert scored["ours"]["reward"] == scored["recorded"]["reward"] == found["entry"]["reward"]
    assert scored["ours"]["r_actions_final"] == 1


def one_word(request: Received) -> Answer:
    """Be a driver who asks one thing and an assistant who cannot do it."""
    if "tools" in request.body:
        return says("I'm sorry, I can't do that.")
    answers = sum(1 for message in request.body["messages"] if message["role"] == "user") - 1
    return line("", "STOP") if answers else line("Could you help me?", "CONTINUE")


@pytest.mark.skipif(not DATA.is_dir(), reason="the official data are not here")
def test_a_published_task_is_scored_exported_and_scored_again_alike(dashtalk: Dashtalk) -> None:
    found = played_official(dashtalk, DATA, "base_0", one_word, "--no-validity")
    assert found["rescored"]["differs"] == []
    assert found["rescored"]["ours"]["reward"] == found["entry"]["reward"] == 0


def test_attempts_that_were_set_aside_are_shown_with_why(dashtalk: Dashtalk) -> None:
    tries: list[int] = []

    def hangs_up_once(request: Received) -> Answer:
        tries.append(1)
        return line("", "STOP") if len(tries) == 1 else played(request)

    with OpenAIServer() as server:
        server.answer = hangs_up_once
        driver = ("--user-model", "fake", "--user-base-url", server.url, "--locale", "en")
        found = dashtalk.run("--agent", "oracle", *driver, of=("base-trunk-groceries",), code=None)
    shown = dashtalk("show", "0")
    assert "set aside: " in shown.stdout
    assert "ended_early" in shown.stdout
    # What the attempt took was paid for.
    assert found["cost"]["aside"] == {"attempts": 1, "calls": 1, "total": None}
    assert found["cost"]["calls"] == len(tries)
    assert dashtalk.json("show", "0")["cost"]["calls"] == len(tries)
    assert "of it on attempts set aside: unknown (1 attempt, 1 call)" in dashtalk("show").stdout
    attempt = f"{found['results'][0]['session']}~0"
    for name in (attempt, "0~0"):
        aside = dashtalk.json("show", name)
        assert (aside["attempt"], aside["cost"]["calls"]) == (attempt, 1)
        assert "ended_early" in aside["set_aside_because"][0]
        assert [event["type"] for event in aside["events"]][-1] == "session_ended"
    told = dashtalk("show", "0~0").stdout
    assert "ended     user_stop, STOP" in told
    assert "set aside: driver, ended_early" in told
    complaint = dashtalk("show", "0~7", code=2).stderr
    assert complaint == f"dashtalk: unknown attempt '{attempt[:-1]}7': there are {attempt}\n"
