"""Why an endpoint gave no answer, in one line without key, prompt or prose of the endpoint."""

import os
import re
import ssl
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pydantic import SecretStr

if TYPE_CHECKING:
    from openai import APIStatusError, OpenAIError

# Local servers ask for no key, but the wire format wants some value in the header.
NO_KEY = "none"
_ONLY_HTTP = "does the server speak https, or only http?"
_TOO_LONG = (
    "context length",
    "context window",
    "context size",
    "exceed context",
    "prompt is too long",
    "too many tokens",
)
_TOKENS = re.compile(r"(?<![\w.])(\d{2,8}) tokens")
_IDENTIFIER = re.compile(r"[A-Za-z0-9_.\[\]-]{1,64}")


def explained(
    error: "OpenAIError", shown: str, key: SecretStr, key_variable: str, timeout_s: float, model: str | None
) -> str:
    """Return the line for an error of the SDK; `shown` is the address as people may see it."""
    from openai import APIConnectionError, APIStatusError, APITimeoutError

    if isinstance(error, APITimeoutError) and not _was_lost(error):
        return f"{shown} gave no answer within {timeout_s:g} s"
    if isinstance(error, APIConnectionError):
        return f"cannot reach {shown}: {unreachable(error, encrypted=shown.startswith('https:'))}"
    if isinstance(error, APIStatusError):
        return f"{shown} {_refusal(error, key, key_variable, model)}"
    return f"{shown} could not be asked: {type(error).__name__}"


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause = error.__cause__ or error.__context__
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__


def _was_lost(error: BaseException) -> bool:
    """Tell a lost connection from a slow one, which one of the transports reports alike."""
    return any(
        type(cause).__module__.startswith("aiohttp") and not isinstance(cause, TimeoutError) for cause in _causes(error)
    )


def unreachable(error: BaseException, *, encrypted: bool = False) -> str:
    """Say in a few words why a connection failed and what to do; only the system's own wording is quoted.

    `encrypted` tells that https was asked for, which a server that speaks only http may answer by hanging up.
    """
    causes = list(_causes(error))
    if any("Proxy" in type(cause).__name__ for cause in causes):
        return f"the proxy does not let it through ({_reason(causes)}); check HTTPS_PROXY, HTTP_PROXY and NO_PROXY"
    for cause in causes:
        if isinstance(cause, ssl.SSLError):
            if isinstance(cause, ssl.SSLCertVerificationError):
                return (
                    f"TLS: the certificate is not trusted ({cause.verify_message});"
                    " name your authority's certificates in SSL_CERT_FILE"
                )
            what = (cause.reason or "handshake failed").replace("_", " ").lower()
            return f"TLS: {what}; {_ONLY_HTTP}"
    if encrypted and any(isinstance(cause, ConnectionResetError) for cause in causes):
        return f"TLS: the server hung up; {_ONLY_HTTP}"
    return f"{_reason(causes) or type(error).__name__}; is the server running?"


def _reason(causes: list[BaseException]) -> str:
    reason = ""
    for cause in causes:
        reason = type(cause).__name__
        if isinstance(cause, OSError) and cause.errno is not None:
            reason = os.strerror(cause.errno) if cause.errno > 0 else cause.strerror or reason
    return reason


def _refusal(error: "APIStatusError", key: SecretStr, key_variable: str, model: str | None) -> str:
    status = error.status_code
    named = [word for word in (error.code, error.param) if isinstance(word, str) and _IDENTIFIER.fullmatch(word)]
    secret = key.get_secret_value()
    detail = ", ".join([str(status), *(word for word in named if word not in secret and secret not in word)])
    if status in (400, 413, 422, 500) and _too_long(error):
        return f"finds the prompt too long for the model ({detail}): {_context(error)}"
    match status:
        case 401 | 403 if secret == NO_KEY:
            return f"asks for an API key ({detail}): export {key_variable}=YOUR_KEY"
        case 401 | 403:
            return f"does not accept the API key ({detail}): check {key_variable}"
        case 404 | 405 if model is not None:
            return f"does not know the model '{model}', or the address is wrong ({detail})"
        case 407:
            return f"is behind a proxy that asks for a password ({detail}): check HTTPS_PROXY and HTTP_PROXY"
        case 429:
            return f"limits requests ({detail}): ask fewer at once, or check the account's quota"
        case status if status >= 500:
            return f"failed, and again when asked anew ({detail})"
        case _:
            return f"refused the request ({detail})"


def _words(error: "APIStatusError") -> str:
    """Return what an endpoint said, to look for signs in; it is never shown."""
    body = error.body if isinstance(error.body, dict) else {}
    said = " ".join(str(value) for value in (body.get("message"), body.get("type"), error.code, error.message))
    return said[:2000].lower().replace("_", " ")


def _too_long(error: "APIStatusError") -> bool:
    """Tell whether a request was refused for its length, in the words of the usual servers."""
    said = _words(error)
    return any(sign in said for sign in _TOO_LONG)


def _context(error: "APIStatusError") -> str:
    sizes = [int(number) for number in _TOKENS.findall(_words(error))]
    fix = "serve the model with a longer context, or take another model"
    return f"its context holds {min(sizes)} tokens; {fix}" if sizes else fix
