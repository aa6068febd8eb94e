"""Judges on the command line, within `run` and after it, against a server that plays them."""

import json
import signal
import threading
from pathlib import Path
from typing import Any

import pytest
from command_line import Dashtalk
from openai_server import Answer, OpenAIServer, Received, misbehaves, refuses, says

HALLUCINATION = "hal-wheel-heating"
DOCS = Path(__file__).parents[2] / "docs" / "judges.md"
MODELS = ("MODEL_A", "MODEL_B", "MODEL_C")
ADDRESS = "http://127.0.0.1:8000/v1"


def verdict(value: bool | int | None) -> Answer:
    objection = "" if value in (True, 5) else "it says nothing of it"
    return says(json.dumps({"reasoning": "message 1 tells", "objection": objection, "verdict": value}))


def on_scale(request: Received) -> bool:
    return "(worst)" in str(request.body) or "(가장 나쁨)" in str(request.body)


def graded(request: Received) -> Answer:
    return verdict(4 if on_scale(request) else request.body["model"] != "MODEL_C")


def blocks(language: str) -> list[str]:
    """Return the examples of the documentation in one language."""
    return [part.partition("```")[0] for part in DOCS.read_text(encoding="utf-8").split(f"```{language}\n")[1:]]


def words(line: str, url: str) -> list[str]:
    return line.replace(ADDRESS, url).split()[1:]


def limit_awareness(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        row["locale"]: score
        for row in found["results"]
        for score in row["scores"]
        if score["metric"] == "limit_awareness"
    }


def test_the_commands_of_the_documentation_do_what_it_says(dashtalk: Dashtalk) -> None:
    brevity, *_ = blocks("yaml")
    dashtalk.write("brevity.yaml", brevity)
    (first, second), (third,) = (block.splitlines() for block in blocks("sh"))
    with OpenAIServer(models=MODELS) as server:
        server.answer = graded
        playing = words(first, server.url)
        done = dashtalk(*playing, "--scenario", HALLUCINATION, "--agent", "oracle", "--channel", "text", "--json", "-")
        found = json.loads(done.stdout)
        assert len(server.chats) == 6
        assert "2 open questions, 3 judges, 6 answers" in done.stderr
        shown = dashtalk(*words(second, server.url)).stdout
        assert len(server.chats) == 6
        gated = dashtalk(*words(third, server.url), code=1).stdout
        assert len(server.chats) == 8
    assert {score["value"] for score in limit_awareness(found).values()} == {1.0}
    judging = found["judging"]
    assert [name.partition("@")[0] for name in judging["judges"]] == list(MODELS)
    assert judging["rubrics"]["limit_awareness"]["unanimous"] == 0
    assert judging["rubrics"]["limit_awareness"]["agreement"] == pytest.approx(1 / 3)
    assert found["cost"]["roles"] == {"judge": None}
    assert [(row["calls"], row["prompt_tokens"]) for row in found["cost"]["models"]] == [(2, 22)] * 3
    assert "judging by 3 judges" in shown
    assert "rubric.brevity 0.75 < 0.8" in gated
    (dashtalk.folder / "brevity.yaml").unlink()
    again = json.loads(dashtalk("score", "--fail-under", "rubric.brevity=0.7", "--json", "-").stdout)
    assert again["metrics"]["rubric.brevity"]["value"] == 0.75
    assert again["gates"][0]["state"] == "met"
    assert "rubric.brevity" in dashtalk("show").stdout


def test_judges_check_the_driver_and_scores_come_back_without_them(dashtalk: Dashtalk) -> None:
    before = dashtalk.run("--agent", "oracle", of=(HALLUCINATION,))
    assert {score["value"] for score in limit_awareness(before).values()} == {None}
    assert before["judging"] is None
    with OpenAIServer(models=("one", "two", "three")) as server:
        server.answer = lambda request: verdict(request.body["model"] == "three")
        flags = ("--model", "one,two", "--model", "three", "--base-url", server.url)
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
    before = dashtalk.run("--agent", "oracle", of=(HALLUCINATION,))

    def refusing(request: Received) -> Answer:
        return refuses(401, "invalid_api_key")

    with OpenAIServer() as server:
        server.answer = refusing
        flags = ("--judge-model", "one", "--judge-base-url", server.url)
        scenario = ("--scenario", HALLUCINATION, "--agent", "oracle", "--channel", "text", "--json", "-")
        played = dashtalk("run", *scenario, *flags, code=3)
        done = dashtalk("judge", "--json", "-", code=3)
    for told in (played, done):
        assert told.stderr.count("reached no judge") == 1
        assert "2 questions reached no judge" in told.stderr
        found = json.loads(told.stdout)
        assert {score["value"] for score in limit_awareness(found).values()} == {None}
        assert found["sessions"] == before["sessions"]
        assert found["judging"]["rubrics"]["limit_awareness"]["answers"] == {"unreachable": 2}


def test_judging_goes_on_where_ctrl_c_ended_it(dashtalk: Dashtalk) -> None:
    answers, silent = [verdict(True)], threading.Event()

    def fewer_than_asked(request: Received) -> Answer:
        if answers:
            return answers.pop()
        silent.set()
        return misbehaves("silence")

    with OpenAIServer(models=("one",)) as server:
        server.answer = fewer_than_asked
        scenario = ("--scenario", HALLUCINATION, "--agent", "oracle", "--channel", "text", "--max-concurrency", "1")
        flags = ("--judge-model", "one", "--judge-base-url", server.url)
        with dashtalk.start("run", *scenario, *flags) as running:
            assert silent.wait(60)
            running.send_signal(signal.SIGINT)
            stdout, stderr = running.communicate(timeout=60)
        assert running.returncode == 130, stderr
        assert "'dashtalk judge' goes on" in stderr
        assert "stored as run" in stdout
        kept = json.loads(dashtalk("show", "--json", "-").stdout)
        assert kept["status"] == "finished"
        assert sorted(str(score["value"]) for score in limit_awareness(kept).values()) == ["1.0", "None"]
        assert kept["judging"]["rubrics"]["limit_awareness"]["answers"] == {"verdict": 1, "pending": 1}
        server.answer = lambda request: verdict(True)
        asked = len(server.chats)
        # The judges and their address are those that the run was made with.
        done = json.loads(dashtalk("judge", "--json", "-").stdout)
        assert len(server.chats) == asked + 1
    assert {score["value"] for score in limit_awareness(done).values()} == {1.0}


def test_the_judges_named_last_are_asked_again_until_the_rules_alone_are_wanted(dashtalk: Dashtalk) -> None:
    before = dashtalk.run("--agent", "oracle", of=(HALLUCINATION,))
    with OpenAIServer(models=("one",)) as server:
        server.answer = lambda request: refuses(401, "invalid_api_key")
        secret = server.url.replace("http://", "http://me:s3cret@")
        told = dashtalk("judge", "--model", "one", "--base-url", secret, code=3).stdout
        assert "2 open questions, 1 judge, 2 answers" in told
        assert b"s3cret" not in dashtalk.store.read_bytes()
        server.answer = lambda request: verdict(True)
        judged = json.loads(dashtalk("judge", "--json", "-").stdout)
        assert {score["value"] for score in limit_awareness(judged).values()} == {1.0}
        asked = len(server.chats)
        done = dashtalk("judge", "--rules-only", "--json", "-")
        alone = json.loads(done.stdout)
        assert alone["judging"] is None
        assert limit_awareness(alone) == limit_awareness(before)
        assert "by the rules alone" in done.stderr
        assert "no judge: name one with --model" in dashtalk("judge", code=2).stderr
        dashtalk("judge", "--model", "one", "--base-url", "http://127.0.0.1:9/v1", code=3)
        again = json.loads(dashtalk("judge", "--base-url", server.url, "--json", "-").stdout)
        assert limit_awareness(again) == limit_awareness(judged)
        assert len(server.chats) == asked
        # The new address is the one that counts from now on.
        assert limit_awareness(json.loads(dashtalk("judge", "--json", "-").stdout)) == limit_awareness(judged)
    clash = dashtalk("judge", "--rules-only", "--model", "one", code=2).stderr
    assert "--rules-only asks nobody: leave out --model and --base-url" in clash


def test_settings_name_the_judges(dashtalk: Dashtalk) -> None:
    dashtalk.run("--agent", "oracle", of=(HALLUCINATION,))
    with OpenAIServer(models=("one", "two")) as server:
        server.answer = lambda request: verdict(True)
        secret = server.url.replace("http://", "http://me:s3cret@")
        dashtalk.write("dashtalk.toml", f'judge_model = "one, two"\njudge_base_url = "{secret}"\n')
        found = json.loads(dashtalk("judge", "--json", "-").stdout)
        assert [name.partition("@")[0] for name in found["judging"]["judges"]] == ["one", "two"]
        played = dashtalk.run("--agent", "oracle", of=(HALLUCINATION,))
        assert len(server.chats) == 4
    assert {score["value"] for score in limit_awareness(played).values()} == {1.0}
    assert b"s3cret" not in dashtalk.store.read_bytes()
    assert "s3cret" not in json.dumps([found, played])


def test_without_a_judge_a_rubric_is_kept_and_unscored(dashtalk: Dashtalk) -> None:
    brevity, *_ = blocks("yaml")
    dashtalk.write("brevity.yaml", brevity)
    flags = ("--agent", "oracle", "--rubric", "brevity.yaml", "--fail-under", "rubric.brevity=0.5")
    found = dashtalk.run(*flags, of=(HALLUCINATION,), code=3)
    assert found["metrics"]["rubric.brevity"]["value"] is None
    assert "unscoreable" in found["gates"][0]["line"]
    with OpenAIServer() as server:
        server.answer = graded
        done = json.loads(dashtalk("judge", "--model", "m", "--base-url", server.url, "--json", "-").stdout)
    assert done["metrics"]["rubric.brevity"]["value"] == 0.75


def test_published_figures_name_the_judges_that_decided(dashtalk: Dashtalk) -> None:
    dashtalk.run("--agent", "oracle", of=(HALLUCINATION,))
    assert "judge: published with gemini-2.5-flash, not recorded for this run" in dashtalk("show", "--published").stdout
    with OpenAIServer() as server:
        server.answer = lambda request: verdict(True)
        flags = ("--base-url", server.url, "--published")
        done = dashtalk("judge", "--model", "one", "--model", "two", *flags)
        assert "judge: published with gemini-2.5-flash, this run with one, two" in done.stdout
        done = dashtalk("judge", "--model", "gemini-2.5-flash", *flags)
        assert "judge: published with" not in done.stdout


def test_bad_input_is_one_line(dashtalk: Dashtalk) -> None:
    dashtalk.run("--agent", "oracle", of=(HALLUCINATION,))
    dashtalk.write("bad.yaml", "name: mine\nsource: us\nkind: [base]\n")
    nobody = "http://127.0.0.1:9/v1"
    for flags, said in (
        ((), "--model"),
        (("--model", "a", "--model", "a", "--base-url", nobody), "twice"),
        (("--model", "a", "--base-url", "nowhere"), "base URL"),
        (("nothing", "--model", "a", "--base-url", nobody), "unknown run"),
        (("--model", "a", "--base-url", nobody, "--rubric", "bad.yaml"), "did you mean 'kinds'"),
        (("--model", "a", "--base-url", nobody, "--rubric", "none.yaml"), "none.yaml: cannot be read"),
        (("--model", "a", "--base-url", nobody, "--fail-under", "rubric.mine=1"), "unknown metric"),
    ):
        done = dashtalk("judge", *flags, code=2)
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
    runs = len(dashtalk.json("runs")["runs"])
    for more, said in (
        (("--judge-model", "a,a", "--judge-base-url", nobody), "twice"),
        (("--judge-model", "a,b,c", "--judge-base-url", f"{nobody},{nobody}"), "--judge-base-url is given 2 times"),
        (("--judge-model", "a"), "judge a: no API key"),
        (("--rubric", "bad.yaml"), "did you mean 'kinds'"),
        (("--fail-under", "rubric.mine=1"), "unknown metric"),
    ):
        done = dashtalk("run", "--scenario", HALLUCINATION, *more, code=2)
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
    assert len(dashtalk.json("runs")["runs"]) == runs
