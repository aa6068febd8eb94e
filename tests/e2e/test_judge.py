"""`dashtalk judge` against a server that plays the judges."""

import json
from typing import Any

from command_line import Dashtalk
from openai_server import Answer, OpenAIServer, Received, refuses, says

HALLUCINATION = "hal-wheel-heating"


def verdict(value: bool | None) -> Answer:
    return says(json.dumps({"reasoning": "message 1 tells", "verdict": value}))


def limit_awareness(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        row["locale"]: score
        for row in found["results"]
        for score in row["scores"]
        if score["metric"] == "limit_awareness"
    }


def test_judges_check_the_driver_and_scores_come_back_without_them(dashtalk: Dashtalk) -> None:
    before = dashtalk.run("--agent", "oracle", of=(HALLUCINATION,))
    assert {score["value"] for score in limit_awareness(before).values()} == {None}
    with OpenAIServer(models=("one", "two", "three")) as server:
        server.answer = lambda request: verdict(request.body["model"] == "three")
        flags = ("--model", "one", "--model", "two", "--model", "three", "--base-url", server.url)
        done = dashtalk("judge", *flags, "--json", "-")
        found = json.loads(done.stdout)
        assert len(server.chats) == 6
        dashtalk("judge", *flags)
        assert len(server.chats) == 6
    shown = dashtalk("show", found["results"][0]["session"]).stdout
    assert "judgements" in shown
    assert shown.count("message 1 tells") >= 3
    assert "disagree in 2 of 2 sessions" in done.stderr
    assert "2 open questions, 3 judges, 6 answers" in done.stderr
    scores = limit_awareness(found)
    assert set(scores) == {"ko", "en"}
    for score in scores.values():
        assert score["value"] == 0
        assert "the driver decided otherwise" in score["reason"]
    assert found["sessions"] == before["sessions"]
    assert limit_awareness(json.loads(dashtalk("score", "--json", "-").stdout)) == scores


def test_a_judge_out_of_reach_scores_nothing_and_is_told(dashtalk: Dashtalk) -> None:
    dashtalk.run("--agent", "oracle", of=(HALLUCINATION,))

    def refusing(request: Received) -> Answer:
        return refuses(401, "invalid_api_key")

    with OpenAIServer() as server:
        server.answer = refusing
        done = dashtalk("judge", "--model", "one", "--base-url", server.url, "--json", "-", code=3)
    assert "2 questions reached no judge" in done.stderr
    assert {score["value"] for score in limit_awareness(json.loads(done.stdout)).values()} == {None}


def test_bad_input_is_one_line(dashtalk: Dashtalk) -> None:
    dashtalk.run("--agent", "oracle", of=(HALLUCINATION,))
    for flags, said in (
        ((), "--model"),
        (("--model", "a", "--model", "a", "--base-url", "http://127.0.0.1:9/v1"), "twice"),
        (("--model", "a", "--base-url", "nowhere"), "base URL"),
        (("nothing", "--model", "a", "--base-url", "http://127.0.0.1:9/v1"), "unknown run"),
    ):
        done = dashtalk("judge", *flags, code=2)
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
