"""Where a language model is asked, and with which key."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import SecretStr

from simulator.llm_cache import cache_folder, made_folder
from simulator.llm_faults import NO_KEY
from simulator.redaction import keep_secret, secrets_in
from simulator.registry import UsageError
from simulator.settings import Settings, public_address, without_query

DEFAULT_BASE_URL = "https://api.openai.com/v1"
DEFAULT_KEY_VARIABLE = "OPENAI_API_KEY"
BASE_URL_VARIABLE = "OPENAI_BASE_URL"

Api = Literal["chat", "responses"]
"""Which of the two wire formats is spoken: Chat Completions or Responses."""


@dataclass(frozen=True, slots=True, repr=False)
class Endpoint:
    """Where to ask and how patiently; `timeout_s` bounds a silence, `max_retries` counts further tries.

    Tries are repeated for lost connections, time-outs and the statuses 408, 409, 429 and 5xx only, after a random,
    growing time. An endpoint that says when to come back is taken at its word, as often as it says so, unless that is
    later than `limit_s`, which bounds a call with all its tries; waits for a turn do not count.
    `requests_per_minute` and `tokens_per_minute` are what may be asked of it, 0 for no bound. `cache` is the folder
    in which answers are kept and looked for, if any.
    """

    base_url: str
    api_key: SecretStr
    key_variable: str = DEFAULT_KEY_VARIABLE
    timeout_s: float = 110.0
    max_retries: int = 2
    limit_s: float = 115.0
    requests_per_minute: int = 0
    tokens_per_minute: int = 0
    cache: str = ""

    @property
    def shown(self) -> str:
        """The address as people may see it: without user, password and query."""
        return public_address(self.base_url)

    def __repr__(self) -> str:
        return f"Endpoint({self.shown!r})"


def endpoint(
    base_url: str | None = None,
    *,
    api_key: str | None = None,
    key_variable: str = DEFAULT_KEY_VARIABLE,
    timeout_s: float = 110.0,
    max_retries: int = 2,
    limit_s: float = 115.0,
    requests_per_minute: int = 0,
    tokens_per_minute: int = 0,
    cache: str = "",
    environment: Mapping[str, str] | None = None,
) -> Endpoint:
    """Return the endpoint that settings and environment name.

    A given value wins over the environment's OPENAI_BASE_URL and the variable `key_variable`. The default endpoint
    needs a key, and so does every endpoint whose key variable was named; other servers get a placeholder.
    Raises UsageError when a needed key is missing, or key or address cannot be right.
    """
    variables = os.environ if environment is None else environment
    address = (base_url or variables.get(BASE_URL_VARIABLE, "")).strip().rstrip("/") or DEFAULT_BASE_URL
    key = (api_key or variables.get(key_variable, "")).strip()
    keep_secret(key, *secrets_in(address))
    _check_address(address)
    if not key and (address == DEFAULT_BASE_URL or key_variable != DEFAULT_KEY_VARIABLE):
        other = ", or name another server with --base-url" if address == DEFAULT_BASE_URL else ""
        raise UsageError(f"no API key: export {key_variable}=YOUR_KEY{other}")
    if not all("!" <= character <= "~" for character in key):
        raise UsageError(f"the API key in {key_variable} holds a space or a letter no key has: export it again")
    return Endpoint(
        address,
        SecretStr(key or NO_KEY),
        key_variable,
        timeout_s,
        max_retries,
        limit_s,
        requests_per_minute,
        tokens_per_minute,
        cache,
    )


def bounds_and_cache(settings: Settings) -> dict[str, Any]:
    """Return the arguments of `endpoint` that hold for every role of a run."""
    return {
        "requests_per_minute": settings.requests_per_minute,
        "tokens_per_minute": settings.tokens_per_minute,
        "cache": made_folder(cache_folder(settings.llm_cache)),
    }


def _check_address(address: str) -> None:
    try:
        parts = urlsplit(address)
        fits = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        fits = False
    if not fits:
        shown = without_query(address)
        raise UsageError(f"'{shown}' is no base URL: write it like http://127.0.0.1:8000/v1")
