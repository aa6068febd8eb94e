"""Which failures are asked again, and when: what an endpoint says comes before what we would guess."""

import email.utils
import math
import random
import re
import time
from collections.abc import Mapping
from datetime import datetime

FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 8.0
MOST_TOLD_WAITS = 100
"""How often one call comes back when it is told to; an endpoint that never lets it in is no use."""

_AGAIN = frozenset({408, 409, 429})
# Paying helps here, and waiting does not.
NEVER_AGAIN = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
_DURATION = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<unit>ms|s|m|h|d)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_EPOCH_S, _EPOCH_MS = 1e9, 1e12
_KINDS = ("requests", "tokens", "input-tokens", "output-tokens")
_PREFIXES = ("x-ratelimit", "anthropic-ratelimit")


def asked_again(status: int, code: object, headers: Mapping[str, str]) -> bool:
    """Return whether a refusal may pass: 408, 409, 429 and 5xx, unless the endpoint says otherwise."""
    if code in NEVER_AGAIN:
        return False
    said = headers.get("x-should-retry", "").lower()
    if said in {"true", "false"}:
        return said == "true"
    return status in _AGAIN or status >= 500


def backoff_s(tries: int) -> float:
    """Return how long to wait after so many tries when nobody says: doubling, less a random quarter at most."""
    return min(FIRST_WAIT_S * 2.0 ** min(tries, 32), LONGEST_WAIT_S) * (1 - random.random() / 4)


def told_wait_s(headers: Mapping[str, str], now_s: float | None = None) -> float | None:
    """Return for how long an endpoint asks to be left alone; None when it does not say, or nothing sensible.

    Read are `retry-after-ms`, `retry-after` in seconds or as a date, and, where a budget is used up, its reset as a
    duration (`1m30s`, `20ms`), a number of seconds, a date, or a point in time in seconds or milliseconds.
    Source: RFC 9110 section 10.2.3 for Retry-After; the others are habits of providers.
    """
    now = time.time() if now_s is None else now_s
    found = _number(headers.get("retry-after-ms", ""))
    if found is not None:
        return _sensible(found / 1000)
    after = headers.get("retry-after", "").strip()
    if after:
        found = _number(after)
        return _sensible(found if found is not None else _date_s(after, now))
    resets = []
    for prefix in _PREFIXES:
        for kind in _KINDS:
            used_up = _number(headers.get(f"{prefix}-remaining-{kind}", "")) == 0
            names = (f"{prefix}-reset-{kind}", f"{prefix}-{kind}-reset")
            used_up = used_up or _number(headers.get(f"{prefix}-{kind}-remaining", "")) == 0
            resets += [_reset_s(headers[name], now) for name in names if used_up and name in headers]
    if not resets and "x-ratelimit-reset" in headers:
        resets.append(_reset_s(headers["x-ratelimit-reset"], now))
    waits = [wait for wait in map(_sensible, resets) if wait is not None]
    return max(waits, default=None)


def _sensible(wait_s: float | None) -> float | None:
    return wait_s if wait_s is not None and math.isfinite(wait_s) and wait_s > 0 else None


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _date_s(text: str, now_s: float) -> float | None:
    try:
        return email.utils.parsedate_to_datetime(text).timestamp() - now_s
    except (ValueError, OverflowError, OSError):
        return None


def _reset_s(text: str, now_s: float) -> float | None:
    text = text.strip().lower()
    number = _number(text)
    if number is not None:
        if number >= _EPOCH_MS:
            return number / 1000 - now_s
        return number - now_s if number >= _EPOCH_S else number
    parts = list(_DURATION.finditer(text))
    if parts and "".join(part.group() for part in parts) == text:
        return sum(float(part["number"]) * _SECONDS[part["unit"]] for part in parts)
    try:
        return datetime.fromisoformat(text.upper()).timestamp() - now_s
    except (ValueError, OverflowError, OSError):
        return _date_s(text, now_s)
