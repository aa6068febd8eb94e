"""Secrets are struck out of what is recorded and printed, and nothing else is."""

import io
import json
from typing import Any, cast

import pytest
from sessions import Playing, calls, defect, play

from simulator import redaction
from simulator.agents.spec import Reply
from simulator.events import AssistantSpoke, ToolCalled
from simulator.redaction import (
    MARK,
    Shown,
    keep_secret,
    look_for_secrets,
    secret_field,
    secrets_in,
    stored,
    struck,
    told,
)
from simulator.registry import UsageError
from simulator.settings import Settings, public_agent
from simulator.trajectory import Trajectory

KEY = "sk-0123456789abcdef"
ODD = 'pass"wörd\\ 4711'


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redaction, "_KNOWN", redaction._Known())


@pytest.mark.parametrize(
    "name", ["OPENAI_API_KEY", "HF_TOKEN", "AWS_SECRET", "DB_PASSWORD", "my_service_key", "KEY", "GITHUB_TOKENS"]
)
def test_variables_that_look_secret_are(name: str) -> None:
    look_for_secrets({name: KEY})
    assert stored(f"could not log in with {KEY}!") == f"could not log in with {MARK}!"


@pytest.mark.parametrize("name", ["PATH", "KEYBOARD", "TOKENIZERS", "DASHTALK_TOKENS_PER_MINUTE", "SECRETARY"])
def test_others_are_not(name: str) -> None:
    look_for_secrets({name: KEY})
    assert told(KEY) == KEY


def test_short_values_are_left_alone() -> None:
    look_for_secrets({"OPENAI_API_KEY": "none", "X_TOKEN": "EMPTY", "A_KEY": "", "B_KEY": "1234567"})
    keep_secret("none", "")
    text = "none of the 1234567 windows is EMPTY"
    assert told(text) == text


def test_a_key_is_one_whatever_its_variable_is_called() -> None:
    keep_secret(KEY)
    look_for_secrets({"OTHER_KEY": "another-secret-1"})
    assert stored(f"{KEY} another-secret-1") == f"{MARK} {MARK}"
    # An assistant may take its key out of the environment once it has read it.
    look_for_secrets({})
    assert stored(f"{KEY} another-secret-1") == f"{MARK} {MARK}"


def test_long_letters_are_a_secret_and_our_own_words_stay() -> None:
    look_for_secrets(
        {"A_KEY": "abcdefghijklmnopqrstuvwxyzabcdef", "SORT_KEY": "assistant_spoke", "N_TOKEN": "0.123456"}
    )
    assert stored("key abcdefghijklmnopqrstuvwxyzabcdef") == f"key {MARK}"
    assert stored('{"type": "assistant_spoke", "at": 10.1234567}') == '{"type": "assistant_spoke", "at": 10.1234567}'


def test_a_token_in_the_place_of_the_user_is_a_secret() -> None:
    assert "ghp_ABCDEF123456789" in secrets_in("https://ghp_ABCDEF123456789@host/v1")


@pytest.mark.parametrize("write", [json.dumps, lambda text: json.dumps(text, ensure_ascii=False), repr])
def test_however_it_is_written(write: Any) -> None:
    look_for_secrets({"DB_PASSWORD": ODD})
    assert MARK in stored(write(f"a {ODD} b"))
    assert "4711" not in stored(write(f"a {ODD} b"))
    assert json.loads(stored(json.dumps({"text": f"a {ODD} b"}))) == {"text": f"a {MARK} b"}


def test_the_longer_of_two_goes_first() -> None:
    look_for_secrets({"A_KEY": "abcdefgh1", "B_KEY": "abcdefgh123"})
    assert stored("abcdefgh123 abcdefgh1") == f"{MARK} {MARK}"


def test_a_plain_word_stays_in_speech_and_goes_from_messages() -> None:
    look_for_secrets({"DB_PASSWORD": "temperature", "PIN_KEY": "20250714"})
    text = 'The temperature of 20250714, {"at": 20250714}, temperatures'
    assert stored(text) == text
    assert told(text) == f'The {MARK} of {MARK}, {{"at": {MARK}}}, temperatures'


def test_data_is_struck_at_every_depth() -> None:
    look_for_secrets({"A_KEY": KEY})
    assert struck({"a": [KEY, 1, None], KEY: {"b": f"x{KEY}"}}) == {"a": [MARK, 1, None], MARK: {"b": f"x{MARK}"}}


def test_what_an_address_holds() -> None:
    found = secrets_in("https://me:open%20sesame@host/v1?api_key=k-1&api-version=2024-02-01&sig=s-1&token=t-1")
    assert found == ("k-1", "s-1", "t-1", "open sesame", "bWU6b3BlbiBzZXNhbWU=")
    assert secrets_in("http://[::/?key=1") == ()
    assert public_agent("a2a:http://me:pw@host:9/x?token=1") == "a2a:http://host:9/x"
    assert public_agent("a2a:host?api_key=1") == "a2a:host"
    assert public_agent("module:Class") == "module:Class"


def test_a_stream_writes_neither() -> None:
    look_for_secrets({"A_KEY": KEY, "B_PASSWORD": "tangerine"})
    stream = io.StringIO()
    shown = cast(Any, Shown(stream))
    print("a", KEY, "tangerine", file=shown, flush=True)
    shown.writelines([f"{KEY}\n"])
    assert not shown.isatty()
    assert stream.getvalue() == f"a {MARK} {MARK}\n{MARK}\n"


@pytest.mark.parametrize(
    "options",
    [
        '{"api_key": "x"}',
        '{"extra_headers": {"Authorization": "Bearer x"}}',
        '{"tools_config": [{"client_secret": "x"}]}',
        '{"X-Api-Key": "x"}',
        '{"access_token": "x"}',
        '{"password": "x"}',
    ],
)
@pytest.mark.parametrize("name", ["options", "user_options"])
def test_options_that_look_secret_are_refused_without_their_value(name: str, options: str) -> None:
    with pytest.raises(UsageError, match="looks like a secret") as caught:
        Settings(**{name: options})  # type: ignore[arg-type]
    assert '"x"' not in str(caught.value)


@pytest.mark.parametrize("field", ["max_tokens", "prompt_cache_key", "stop_token", "logit_bias", "eos_token", "keys"])
def test_ordinary_options_are_none(field: str) -> None:
    assert secret_field({field: 1}) == ""
    assert secret_field({"api_key": None}) == ""


async def test_a_session_is_the_same_live_and_stored_and_holds_no_secret() -> None:
    look_for_secrets({"A_KEY": KEY, "B_PASSWORD": "tangerine"})
    argument: tuple[str, dict[str, Any]] = ("set_fan_speed", {"level": KEY})
    trajectory = await play(
        Playing(calls(argument), Reply(speech=f"I know {KEY}."), RuntimeError(f"{KEY} tangerine")),
    )
    assert KEY not in trajectory.events.__repr__()
    [call] = trajectory.of(ToolCalled)
    assert call.call.arguments == {"level": MARK}
    assert next(trajectory.of(AssistantSpoke)).text == f"I know {MARK}."
    read = Trajectory(type(event).model_validate_json(event.model_dump_json()) for event in trajectory.events)
    assert read.digest() == trajectory.digest()


async def test_a_defect_holds_none_either() -> None:
    look_for_secrets({"A_KEY": KEY, "B_PASSWORD": "tangerine"})
    trajectory = await play(Playing(RuntimeError(f"no {KEY} and no tangerine")))
    assert defect(trajectory).message.startswith(f"RuntimeError: no {MARK} and no {MARK} (")


async def test_without_a_secret_in_it_a_session_stays_what_it_is() -> None:
    plain = await play(Playing(calls(("set_fan_speed", {"level": 3})), Reply(speech="The temperature is 3.")))
    look_for_secrets({"A_KEY": KEY, "B_PASSWORD": "temperature", "C_TOKEN": "20250714"})
    again = await play(Playing(calls(("set_fan_speed", {"level": 3})), Reply(speech="The temperature is 3.")))
    assert again.digest() == plain.digest()
