"""Settings that change nothing are told in one line."""

from typing import Any

import pytest

from simulator.idle_settings import idle_notices
from simulator.settings import Settings


def told(*channels: str, **changed: Any) -> str:
    lines = idle_notices(Settings(**changed), channels or ("text",))
    assert len(lines) <= 1
    return "".join(lines)


@pytest.mark.parametrize(
    ("changed", "flag", "why"),
    [
        ({"model": "m", "base_url": "http://h"}, "--model, --base-url changed nothing", "the assistant was baseline"),
        ({"temperature": "1", "agent": "a2a:http://h"}, "--temperature", "the assistant was a2a,"),
        ({"user_model": "m", "user": "scripted"}, "--user-model", "the driver followed the script"),
        ({"validity": False}, "--no-validity", "the driver followed the script"),
        ({"rubrics": "warm.yaml"}, "--rubric changed", "nobody judged"),
        ({"judge_base_url": "http://h"}, "--judge-base-url", "nobody judged"),
        ({"llm_cache": "on"}, "--llm-cache", "no language model took part"),
        ({"error_rate": 0.3}, "--error-rate", "no session used simulated errors"),
        ({"record": True, "asr": "vosk"}, "--asr, --record", "no session was spoken"),
        ({"snr_db": 3.0}, "--snr-db", "there was no noise"),
    ],
)
def test_what_has_no_effect_is_told(changed: dict[str, Any], flag: str, why: str) -> None:
    line = told(**changed)
    assert line.startswith(flag)
    assert f"changed nothing: {why}" in line


@pytest.mark.parametrize(
    ("channel", "changed"),
    [
        ("text", {}),
        ("text", {"agent": "chat", "model": "m", "stream": True, "llm_cache": "on"}),
        ("text", {"agent": "mine:Mine", "model": "m", "temperature": "1"}),
        ("text", {"user": "persona", "user_model": "m", "regenerate": 0, "requests_per_minute": 6}),
        ("text", {"user_model": "m", "user_base_url": "http://h"}),
        ("text", {"judge_model": "m", "rubrics": "warm.yaml", "tokens_per_minute": 9}),
        ("errors", {"error_rate": 0.3}),
        ("voice", {"asr": "vosk", "record": True, "noise": "cabin", "snr_db": 5.0}),
    ],
)
def test_what_has_an_effect_is_not(channel: str, changed: dict[str, Any]) -> None:
    assert told(channel, **changed) == ""


def test_different_reasons_share_the_line() -> None:
    line = told(model="m", rubrics="warm.yaml")
    assert line.count("changed nothing") == 2
