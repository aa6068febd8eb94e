"""The two speech services of an OpenAI-compatible endpoint, over plain HTTP: asked, asked again, explained."""

import http.client
import json
import os
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from simulator.llm_endpoint import BASE_URL_VARIABLE, DEFAULT_KEY_VARIABLE, Endpoint, endpoint
from simulator.registry import UsageError
from voice.spec import EngineDescription

_TIMEOUT_S = 60.0
_TRIES = 3
_LONGEST_WAIT_S = 20.0
_AGAIN = frozenset({408, 409, 429, 500, 502, 503, 504})
_MOST_BYTES = 64_000_000


@dataclass(frozen=True, slots=True)
class Reply:
    """What the endpoint answered with."""

    content: bytes
    content_type: str


def configured(variable: str) -> bool:
    """Tell whether a key or an address of the user's own is in the environment."""
    return any(os.environ.get(name, "").strip() for name in (variable, BASE_URL_VARIABLE, DEFAULT_KEY_VARIABLE))


def how_to_configure(variable: str) -> str:
    """Return what to set, in one line."""
    return f"export {DEFAULT_KEY_VARIABLE}=YOUR_KEY, or {variable}=http://127.0.0.1:8000/v1 for a server of your own"


def description(name: str, kind: Literal["asr", "tts"], model: str, variable: str) -> EngineDescription:
    """Return what an engine behind such a service says about itself; nothing of ours has heard the real ones."""
    ready = configured(variable)
    return EngineDescription(
        name=name,
        kind=kind,
        languages=("ko", "en"),
        model=model,
        licence="the service's terms",
        size_mb=0,
        installed=ready,
        missing=None if ready else how_to_configure(variable),
        real_speech=True,
        verified=False,
    )


def service(variable: str) -> Endpoint:
    """Return the endpoint: the address in `variable`, else as for chat; raises UsageError when a key is missing."""
    if not configured(variable):
        raise UsageError(f"no speech service is set up: {how_to_configure(variable)}")
    return endpoint(os.environ.get(variable, "").strip() or None)


def ask(where: Endpoint, path: str, body: bytes, content_type: str) -> Reply:
    """Post `body` and return the answer; tries three times when the service is busy or the connection is lost.

    Raises UsageError with one line that holds neither key nor text.
    """
    headers = {
        "Authorization": f"Bearer {where.api_key.get_secret_value()}",
        "Content-Type": content_type,
        "User-Agent": "dashtalk",
    }
    request = urllib.request.Request(f"{where.base_url}{path}", data=body, headers=headers, method="POST")
    for attempt in range(1, _TRIES + 1):
        try:
            reply = _once(request)
        except urllib.error.HTTPError as error:
            if error.code not in _AGAIN or attempt == _TRIES:
                raise UsageError(f"{where.shown}{path}: {_refusal(error, where)}") from None
            _wait(error.headers.get("Retry-After"), attempt)
        except (OSError, http.client.HTTPException) as error:
            if attempt == _TRIES:
                raise UsageError(f"cannot reach {where.shown}: {_lost(error)}") from None
            _wait(None, attempt)
        else:
            if len(reply.content) > _MOST_BYTES:
                raise UsageError(f"{where.shown}{path}: sent more than {_MOST_BYTES // 1_000_000} MB")
            return reply
    raise AssertionError("the last try returns or raises")


def _once(request: urllib.request.Request) -> Reply:
    with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as answer:
        content = answer.read(_MOST_BYTES + 1)
        return Reply(content, str(answer.headers.get("Content-Type", "")).lower())


def _wait(retry_after: str | None, attempt: int) -> None:
    named = float(retry_after) if retry_after and retry_after.isdigit() else 0.25 * 2**attempt
    time.sleep(min(named, _LONGEST_WAIT_S))


def _refusal(error: urllib.error.HTTPError, where: Endpoint) -> str:
    if error.code in (401, 403):
        return f"refused the key in {where.key_variable} (HTTP {error.code})"
    if error.code == 404:
        return "has no such service or model (HTTP 404): check the address and the model's name"
    if error.code == 429:
        return "takes no more requests now (HTTP 429)"
    return f"answered HTTP {error.code} {http.client.responses.get(error.code, '')}".rstrip()


def _lost(error: Exception) -> str:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, TimeoutError):
        return f"no answer within {_TIMEOUT_S:g} s"
    return str(getattr(reason, "strerror", None) or reason or type(reason).__name__)


def multipart(fields: Mapping[str, str], file_name: str, content: bytes, file_type: str) -> tuple[bytes, str]:
    """Return a form with one file and its content type. Source: RFC 7578."""
    boundary = f"dashtalk{secrets.token_hex(16)}"
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{file_name}"\r\n'
    parts.append(f"{head}Content-Type: {file_type}\r\n\r\n".encode())
    return b"".join([*parts, content, f"\r\n--{boundary}--\r\n".encode()]), f"multipart/form-data; boundary={boundary}"


def json_body(fields: Mapping[str, object]) -> tuple[bytes, str]:
    """Return a JSON object and its content type."""
    return json.dumps(fields, ensure_ascii=False).encode(), "application/json"
