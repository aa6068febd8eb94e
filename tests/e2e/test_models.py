"""Language models from the command line: what they cost, what is wrong with them, and that no key is left anywhere."""

import itertools
import json
import shlex
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import THREE, Dashtalk
from openai_server import Answer, OpenAIServer, Received, calls, message_answer, misbehaves, refuses, says, wire_call

KEY = "sk-very-secret-0123456789abcdef"
PASSWORD = "hidden-password-4711"
ONE = ("base-quarter-window",)


@pytest.fixture
def keyed(dashtalk: Dashtalk) -> Dashtalk:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        dashtalk.environment.pop(name, None)
    dashtalk.environment["OPENAI_API_KEY"] = KEY
    return dashtalk


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as made:
        made.answer = lambda received: says("네, 했어요.")
        yield made


def chat(server: OpenAIServer, *more: str) -> tuple[str, ...]:
    return ("--agent", "chat", "--model", "fake", "--base-url", server.url, *more)


def secrets_in(folder: Path, *printed: str) -> list[str]:
    """Return where a secret was found: in a file of the folder, or in what was printed."""
    found = [f"printed: {secret}" for text in printed for secret in (KEY, PASSWORD) if secret in text]
    for path in folder.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            found += [str(path) for secret in (KEY, PASSWORD) if secret.encode() in content]
    return found


def test_no_key_is_left_in_store_reports_or_what_is_printed(keyed: Dashtalk, server: OpenAIServer) -> None:
    def answer(received: Received) -> Answer:
        assert received.headers["authorization"] == f"Bearer {KEY}"
        assert received.query == f"token={PASSWORD}"
        kinds = [
            says("네, 했어요."),
            refuses(401, KEY, message=f"Incorrect API key provided: {KEY}"),
            refuses(500, message=f"Authorization: Bearer {KEY}", retry_after_ms=1),
            misbehaves("cut"),
            Answer(f"<html>{KEY}</html>".encode()),
        ]
        return kinds[len(server.requests) % len(kinds)]

    server.answer = answer
    address = f"{server.url}?token={PASSWORD}"
    printed = []
    for flags in (("--json", "run.json", "--junit", "run.xml"), ("--details",)):
        chosen = [word for name in THREE for word in ("--scenario", name)]
        done = keyed("run", "--channel", "text", *chosen, *chat(server, "--base-url", address), *flags, code=None)
        printed += [done.stdout, done.stderr]
    for words in (("show",), ("show", "--json"), ("runs", "--json"), ("score",)):
        done = keyed(*words, code=None)
        printed += [done.stdout, done.stderr]
    assert "does not accept the API key" in "".join(printed)
    assert keyed.store.exists()
    assert (keyed.folder / "run.json").exists()
    assert secrets_in(keyed.folder, *printed) == []


def test_what_is_searched_for_would_be_found(keyed: Dashtalk) -> None:
    keyed.write("deep/run.log", f"Bearer {KEY}")
    assert len(secrets_in(keyed.folder, PASSWORD)) == 2


def test_cost_stands_beside_the_scores_and_changes_none(keyed: Dashtalk, server: OpenAIServer) -> None:
    usage = {"prompt_tokens": 1000, "completion_tokens": 10, "prompt_tokens_details": {"cached_tokens": 900}}
    server.answer = lambda received: message_answer({"content": "네, 했어요."}, usage=usage)
    unknown = keyed.run(*chat(server, "--stream"), of=ONE)
    [row] = unknown["cost"]["models"]
    assert (row["role"], row["model"], row["cost"]) == ("assistant", "fake", None)
    assert row["calls"] == len(server.chats)
    assert (row["prompt_tokens"], row["cached_tokens"]) == (1000 * row["calls"], 900 * row["calls"])
    assert row["reasoning_tokens"] is None
    assert unknown["cost"]["total"] is None
    assert "cost of the assistant unknown: no price is known for 'fake'" in keyed("show").stdout
    prices = keyed.write("prices.toml", "[models.fake]\ninput = 1\ncached = 0.1\noutput = 10\n")
    keyed.write("dashtalk.toml", f'prices = "{prices.name}"\n')
    priced = keyed.json("show", unknown["run"])
    assert priced["cost"]["total"] == pytest.approx(row["calls"] * (100 + 90 + 100) / 1e6)
    assert priced["cost"]["roles"] == {"assistant": priced["cost"]["total"]}
    assert priced["score"] == unknown["score"]
    assert priced["metrics"] == unknown["metrics"]
    assert [entry["trajectory"] for entry in priced["results"]] == [entry["trajectory"] for entry in unknown["results"]]
    session = keyed.json("show", unknown["results"][0]["session"])
    assert 0 < session["cost"]["total"] < priced["cost"]["total"]
    assert "model_called" in {event["type"] for event in session["events"]}


def test_a_price_table_with_a_mistake_is_told_before_anything_runs(keyed: Dashtalk, server: OpenAIServer) -> None:
    keyed.write("prices.toml", "[models.fake]\ninput = 1\n")
    done = keyed("run", *chat(server, "--prices", "prices.toml"), code=2)
    assert done.stderr == (
        "dashtalk: prices.toml: models.fake: needs input and output, may have cached, date and source, and nothing"
        " else\n"
    )
    assert server.requests == []


def test_what_flags_change_in_a_request(keyed: Dashtalk, server: OpenAIServer) -> None:
    keyed.run(*chat(server), of=ONE)
    assert server.chats[-1]["temperature"] == 0
    assert "stream" not in server.chats[-1]
    options = '{"reasoning_effort": "low", "extra": {"thinking": true}}'
    keyed.run(*chat(server, "--temperature", "none", "--options", options, "--stream"), of=ONE)
    body = server.chats[-1]
    assert "temperature" not in body
    assert (body["reasoning_effort"], body["extra"], body["stream"]) == ("low", {"thinking": True}, True)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--temperature", "hot"), "temperature: 'hot' must be a number between 0 and 2, or none"),
        (("--temperature", "nan"), "temperature: 'nan' must be a number"),
        (("--options", "[1]"), "options: not a JSON object"),
        (("--options", '{"messages": []}'), "options: 'messages' cannot be set here"),
        (("--call-timeout-s", "0"), "call_timeout_s: 0.0 must lie between 0 and 3600"),
    ],
)
def test_flags_that_cannot_be(keyed: Dashtalk, server: OpenAIServer, flags: tuple[str, ...], message: str) -> None:
    assert message in keyed("run", *chat(server, *flags), code=2).stderr
    assert server.requests == []


def documented() -> list[str]:
    """Return the commands in the documentation."""
    text = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")
    block = text.partition("```sh\n")[2].partition("```")[0]
    return [line for line in block.splitlines() if line.startswith("dashtalk ")]


@pytest.mark.parametrize("line", documented())
def test_the_commands_in_the_documentation(keyed: Dashtalk, server: OpenAIServer, line: str) -> None:
    words = shlex.split(line, comments=True)[1:]
    if words[0] == "doctor":
        server.answer = lambda received: calls(wire_call("get_battery_level", "{}"))
        keyed(*words, "--base-url", server.url)
        return
    chosen = ("--scenario", ONE[0], "--locale", "ko", "--channel", "text")
    done = keyed(*words, *chosen, "--base-url", server.url, "--json", "-", code=None)
    found = json.loads(done.stdout)
    assert found["cost"]["models"][0]["failed"] == 0
    assert {request.path.rpartition("/")[2] for request in server.requests} == {
        "responses" if "responses" in words else "completions"
    }


def test_kept_answers_make_the_same_run_again_without_a_call(keyed: Dashtalk, server: OpenAIServer) -> None:
    said = itertools.count()
    server.answer = lambda received: says(f"네, {next(said)}번 했어요.")
    flags = chat(server, "-k", "2", "--temperature", "1", "--locale", "ko", "--llm-cache", "kept")
    first = keyed.run(*flags, of=ONE, code=None)
    asked = len(server.requests)
    again = keyed.run(*flags, of=ONE, code=None)
    assert len(server.requests) == asked
    assert first["cost"]["cached_responses"] == 0
    assert again["cost"]["cached_responses"] == again["cost"]["calls"] == asked
    digests = [[row["trajectory"] for row in found["results"]] for found in (first, again)]
    assert digests[0] == digests[1]
    # Two trials are two samples.
    assert len(set(digests[0])) == 2
    assert again["cost"]["total"] == 0.0
    assert secrets_in(keyed.folder) == []
    keyed.run(*flags, "--seed", "7", of=ONE, code=None)
    assert len(server.requests) > asked


def test_a_bound_on_requests_is_stored_and_kept(keyed: Dashtalk, server: OpenAIServer) -> None:
    found = keyed.run(*chat(server, "--requests-per-minute", "6000", "-c", "8"), of=ONE, code=None)
    assert found["cost"]["failed"] == 0
    message = "requests_per_minute: -1 must lie between 0 and"
    assert message in keyed("run", *chat(server, "--requests-per-minute", "-1"), code=2).stderr
    assert "unknown api 'respons'" in keyed("run", *chat(server, "--api", "respons"), code=2).stderr


def examined(dashtalk: Dashtalk, *flags: str, code: int = 2) -> dict[str, Any]:
    done = dashtalk("doctor", "--agent", "chat", "--model", "fake", *flags, "--json", code=code)
    assert secrets_in(dashtalk.folder, done.stdout, done.stderr) == []
    found: dict[str, Any] = json.loads(done.stdout)
    return found


class TestDoctor:
    """One real call, and what is wrong in plain words."""

    def test_a_model_that_calls_its_tool_works(self, keyed: Dashtalk) -> None:
        with OpenAIServer(calls(wire_call("get_battery_level", "{}"))) as server:
            found = examined(keyed, "--base-url", server.url, code=0)
            assert [tool["function"]["name"] for tool in server.chats[0]["tools"]] == ["get_battery_level"]
            assert len(server.requests) == 1
        assert (found["works"], found["problem"]) == (True, None)
        assert found["call"]["prompt_tokens"] == 11

    def test_no_key(self, keyed: Dashtalk) -> None:
        del keyed.environment["OPENAI_API_KEY"]
        found = examined(keyed)
        assert found["problem"] == "no API key"
        assert found["fix"].startswith("export OPENAI_API_KEY=")

    def test_a_wrong_key(self, keyed: Dashtalk) -> None:
        with OpenAIServer(key="another") as server:
            found = examined(keyed, "--base-url", server.url)
        assert "does not accept the API key (401, invalid_api_key)" in found["problem"]
        assert found["fix"] == "check OPENAI_API_KEY"

    def test_an_unknown_model(self, keyed: Dashtalk) -> None:
        with OpenAIServer(models=("fake-2", "other")) as server:
            found = examined(keyed, "--base-url", server.url)
        assert "does not know the model 'fake'" in found["problem"]
        assert found["fix"] == "did you mean 'fake-2'?"

    def test_tools_are_refused(self, keyed: Dashtalk) -> None:
        with OpenAIServer() as server:
            server.answer = lambda received: refuses(400, "no_tools") if "tools" in received.body else says("80 %")
            found = examined(keyed, "--base-url", server.url)
        assert found["problem"].startswith("the endpoint answers, but refuses tools (")
        assert "--enable-auto-tool-choice" in found["fix"]

    def test_the_temperature_is_refused(self, keyed: Dashtalk) -> None:
        def answer(received: Received) -> Answer:
            return refuses(400, "unsupported_value") if "temperature" in received.body else says("80 %")

        with OpenAIServer() as server:
            server.answer = answer
            found = examined(keyed, "--base-url", server.url)
        assert found["problem"].startswith("the model does not take a temperature (")
        assert found["fix"] == "--temperature none"

    @pytest.mark.parametrize(
        ("answer", "problem"),
        [
            (says("80 %"), "the model answered with words instead of calling the tool it was offered"),
            (says('<tool_call>{"name": "get_battery_level"}</tool_call>'), "the model wrote its call as text"),
            (says("<think>hm</think>"), "the model answered with nothing"),
            (says("<think>hm", "length"), "the answer was cut off before it came to anything"),
        ],
    )
    def test_no_call_came(self, keyed: Dashtalk, answer: Answer, problem: str) -> None:
        with OpenAIServer(answer) as server:
            found = examined(keyed, "--base-url", server.url)
        assert found["problem"].startswith(problem)
        assert found["fix"]

    @pytest.mark.parametrize("flags", [(), ("--stream",)])
    def test_the_responses_api(self, keyed: Dashtalk, flags: tuple[str, ...]) -> None:
        with OpenAIServer(calls(wire_call("get_battery_level", "{}"))) as server:
            found = examined(keyed, "--base-url", server.url, "--api", "responses", *flags, code=0)
            [request] = server.requests
        assert request.path == "/v1/responses"
        assert [tool["name"] for tool in request.body["tools"]] == ["get_battery_level"]
        assert (found["works"], found["call"]["completion_tokens"]) == (True, 7)

    def test_a_server_without_the_responses_api(self, keyed: Dashtalk) -> None:
        with OpenAIServer() as server:
            server.answer = lambda got: refuses(404, "unknown_url") if "responses" in got.path else says("80 %")
            found = examined(keyed, "--base-url", server.url, "--api", "responses")
        assert "no Responses API" in found["problem"]
        assert found["fix"] == "--api chat"

    def test_a_prompt_that_is_too_long(self, keyed: Dashtalk) -> None:
        told = "This model's maximum context length is 512 tokens, however you requested 900 tokens"
        with OpenAIServer(refuses(400, "context_length_exceeded", message=told)) as server:
            found = examined(keyed, "--base-url", server.url)
        assert "too long for the model" in found["problem"]
        assert "longer context" in found["fix"]

    def test_nobody_listens(self, keyed: Dashtalk) -> None:
        with OpenAIServer() as server:
            pass
        found = examined(keyed, "--base-url", server.url)
        assert "Connection refused" in found["problem"]
        assert found["fix"] == "is the server running?"

    def test_a_silent_server(self, keyed: Dashtalk) -> None:
        with OpenAIServer(misbehaves("silence")) as server:
            found = examined(keyed, "--base-url", server.url, "--call-timeout-s", "0.2")
        assert "within 0.2 s" in found["problem"]
        assert "--call-timeout-s" in found["fix"]

    def test_http_where_https_was_asked_for(self, keyed: Dashtalk, server: OpenAIServer) -> None:
        found = examined(keyed, "--base-url", server.url.replace("http:", "https:"))
        assert "TLS: " in found["problem"]
        assert found["fix"] == "does the server speak https, or only http?"

    def test_a_proxy_that_is_not_there(self, keyed: Dashtalk) -> None:
        del keyed.environment["NO_PROXY"]
        with OpenAIServer() as server:
            proxy = server.url.removesuffix("/v1")
        keyed.environment["HTTP_PROXY"] = proxy.replace("http://", f"http://user:{PASSWORD}@")
        found = examined(keyed, "--base-url", "http://model.invalid/v1")
        assert "the proxy does not let it through" in found["problem"]
        assert found["fix"] == "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY"
        assert found["proxy"] == ["HTTP_PROXY"]

    @pytest.mark.parametrize(
        ("variable", "value", "problem", "fix"),
        [
            ("SSL_CERT_FILE", "/nonexistent", "SSL_CERT_FILE cannot be used", "name a file of certificates that can"),
            (
                "HTTP_PROXY",
                f"gopher://me:{PASSWORD}@proxy:1",
                "the proxy in HTTP_PROXY is no address",
                "write it like http://HOST",
            ),
        ],
    )
    def test_surroundings_that_cannot_be_used(
        self, keyed: Dashtalk, server: OpenAIServer, variable: str, value: str, problem: str, fix: str
    ) -> None:
        keyed.environment.pop("NO_PROXY")
        keyed.environment[variable] = value
        address = server.url.replace("http:", "https:")
        found = examined(keyed, "--base-url", address)
        assert problem in found["problem"]
        assert fix in found["fix"]
        told = keyed.run(*chat(server, "--base-url", address, "--locale", "en"), of=ONE, code=3)
        assert told["sessions"]["defects"] == 1
        assert problem in told["results"][0]["reasons"][0]
        assert secrets_in(keyed.folder) == []

    @pytest.mark.parametrize("answer", [refuses(402), refuses(429, "insufficient_quota")])
    def test_an_account_without_money(self, keyed: Dashtalk, answer: Answer) -> None:
        with OpenAIServer(answer) as server:
            found = examined(keyed, "--base-url", server.url)
        assert "money" in found["problem"]
        assert found["fix"].startswith("pay for more")

    def test_other_assistants(self, keyed: Dashtalk) -> None:
        assert keyed("doctor", "--agent", "baseline").stdout.startswith("ok baseline: ")
        assert "did you mean 'baseline'?" in keyed("doctor", "--agent", "basline", code=2).stdout
        assert "no module 'nowhere'" in keyed("doctor", "--agent", "nowhere:Agent", code=2).stdout


def test_a_certificate_that_nobody_trusts_is_told_apart() -> None:
    from simulator.llm_faults import unreachable

    failure = ssl.SSLCertVerificationError(1, "certificate verify failed")
    failure.verify_message = "self-signed certificate"
    outer = ConnectionError("outer")
    outer.__cause__ = failure
    assert unreachable(outer) == (
        "TLS: the certificate is not trusted (self-signed certificate);"
        " name your authority's certificates in SSL_CERT_FILE"
    )
