"""When a refused call is asked again."""

import email.utils

import pytest

from simulator.llm_retry import LONGEST_WAIT_S, asked_again, backoff_s, told_wait_s

NOW_S = 1_800_000_000.0


@pytest.mark.parametrize(
    ("headers", "wait_s"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7),
        ({"retry-after": "0.25"}, 0.25),
        ({"retry-after": "0"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after-ms": "120", "retry-after": "7"}, 0.12),
        ({"retry-after": email.utils.formatdate(NOW_S + 90, usegmt=True)}, 90),
        ({"retry-after": email.utils.formatdate(NOW_S - 90, usegmt=True)}, None),
        ({"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1m30s"}, 90),
        ({"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "20ms"}, 0.02),
        ({"x-ratelimit-remaining-requests": "4", "x-ratelimit-reset-requests": "6m0s"}, None),
        (
            {
                "x-ratelimit-remaining-requests": "4",
                "x-ratelimit-reset-requests": "6m0s",
                "x-ratelimit-remaining-tokens": "0",
                "x-ratelimit-reset-tokens": "6.5s",
            },
            6.5,
        ),
        ({"anthropic-ratelimit-tokens-remaining": "0", "anthropic-ratelimit-tokens-reset": "2027-01-15T08:00:30Z"}, 30),
        ({"x-ratelimit-reset": str(NOW_S + 12)}, 12),
        ({"x-ratelimit-reset": str((NOW_S + 12) * 1000)}, 12),
        ({"x-ratelimit-reset": "12"}, 12),
        ({"x-ratelimit-reset": "later"}, None),
    ],
)
def test_what_an_endpoint_tells(headers: dict[str, str], wait_s: float | None) -> None:
    found = told_wait_s(headers, NOW_S)
    assert found is None if wait_s is None else found == pytest.approx(wait_s, abs=1e-3)


@pytest.mark.parametrize(
    ("status", "code", "headers", "again"),
    [
        (429, None, {}, True),
        (408, None, {}, True),
        (409, None, {}, True),
        (500, None, {}, True),
        (529, None, {}, True),
        (400, None, {}, False),
        (404, None, {}, False),
        (429, "insufficient_quota", {}, False),
        (500, None, {"x-should-retry": "false"}, False),
        (400, None, {"x-should-retry": "true"}, True),
    ],
)
def test_what_may_pass(status: int, code: str | None, headers: dict[str, str], again: bool) -> None:
    assert asked_again(status, code, headers) is again


def test_guessed_waits_double_and_are_bounded() -> None:
    waits = [backoff_s(tries) for tries in (*range(6), 5000)]
    for number, wait in enumerate(waits[:5]):
        assert 0.5 * 2**number * 0.75 <= wait <= 0.5 * 2**number
    assert all(LONGEST_WAIT_S * 0.75 <= wait <= LONGEST_WAIT_S for wait in waits[5:])
