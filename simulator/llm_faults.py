"""Why an endpoint gave no answer, in one line without key or prompt.

Prose of the endpoint is quoted only where it answers well and says that the model failed: nothing else tells why.
"""

import os
import re
import ssl
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pydantic import SecretStr

from simulator.llm_retry import NEVER_AGAIN
from simulator.redaction import told

if TYPE_CHECKING:
    from urllib.parse import SplitResult

    from openai import APIStatusError, OpenAIError

# Local servers ask for no key, but the wire format wants some value in the header.
NO_KEY = "none"
CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR")
PROXIES = tuple(
    name for upper in ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY") for name in (upper, upper.lower())
)
_ONLY_HTTP = "does the server speak https, or only http?"
_TOO_LONG = (
    "context length",
    "context window",
    "context size",
    "exceed context",
    "prompt is too long",
    "too many tokens",
)
_TOP_UP = "pay for more, or export the key of another account"
_TOKENS = re.compile(r"(?<![\w.])(\d{2,8}) tokens")
_LONGEST_QUOTE = 120
_IDENTIFIER = re.compile(r"[A-Za-z0-9_.\[\]-]{1,64}")


def explained(
    error: "OpenAIError", shown: str, key: SecretStr, key_variable: str, timeout_s: float, model: str | None
) -> str:
    """Return the line for an error of the SDK; `shown` is the address as people may see it."""
    from openai import APIConnectionError, APIStatusError, APITimeoutError

    if isinstance(error, APITimeoutError) and not _was_lost(error):
        return f"{shown} gave no answer within {timeout_s:g} s"
    if isinstance(error, APIConnectionError):
        moved = _moved(error, shown)
        where = (
            f"{shown} sends its callers on to {moved}, which cannot be reached" if moved else f"cannot reach {shown}"
        )
        return f"{where}: {unreachable(error, encrypted=(moved or shown).startswith('https:'))}"
    if isinstance(error, APIStatusError):
        return f"{shown} {_refusal(error, key, key_variable, model)}"
    return f"{shown} could not be asked: {type(error).__name__}"


def quoted(answer: Any) -> str:
    """Return what an answer says of its error, ready to follow a sentence: short, in one line, without secrets.

    Looked for are the error's words, its code or its kind; "" when there are none.
    """
    holders = [answer, *(answer.get("choices") or [])] if isinstance(answer, dict) else []
    for holder in holders:
        error = holder.get("error") if isinstance(holder, dict) else None
        if isinstance(error, dict):
            error = next((error[name] for name in ("message", "code", "type") if error.get(name)), None)
        if isinstance(error, str | int) and not isinstance(error, bool):
            # Struck out before it is cut, or half a secret would be left.
            words = " ".join("".join(sign if sign.isprintable() else " " for sign in told(str(error)[:20000])).split())
            return f": '{words[:_LONGEST_QUOTE]}{'…' if len(words) > _LONGEST_QUOTE else ''}'" if words else ""
    return ""


def _moved(error: BaseException, shown: str) -> str:
    """Return the address that a redirection led to and that failed, without path and login; "" for the one asked."""
    for cause in _causes(error):
        request = getattr(cause, "_request", None)
        url = getattr(request, "url", None)
        if url is not None:
            there, asked = urlsplit(str(url)), urlsplit(shown)
            if (there.hostname, _port(there)) != (asked.hostname, _port(asked)):
                return f"{there.scheme}://{there.netloc.rpartition('@')[2]}"
    return ""


def _port(parts: "SplitResult") -> int:
    return parts.port or {"https": 443}.get(parts.scheme, 80)


def unusable_surroundings(error: Exception, shown: str) -> str:
    """Say in one line why no connection could even be prepared: what the environment tells of proxies or TLS.

    Values are not quoted, since a proxy's address may hold a password.
    """
    if isinstance(error, OSError):
        named = [name for name in CERTIFICATES if os.environ.get(name)]
        named = [name for name in named if not os.path.exists(os.environ[name])] or named
        reason = error.strerror if error.errno is not None and error.strerror else "no certificates are in it"
        # A part of Python's reason for a file without certificates is of no use to anybody.
        what = f"{' or '.join(named) or 'the file of certificates'} cannot be used ({reason.partition(' (_ssl')[0]})"
        return f"cannot reach {shown}: TLS: {what}; name a file of certificates that can be read, or unset it"
    named = [name for name in PROXIES if os.environ.get(name)]
    return (
        f"cannot reach {shown}: the proxy in {' or '.join(named) or 'the environment'} is no address;"
        " write it like http://HOST:PORT, or unset it"
    )


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
                why = getattr(cause, "verify_message", "") or "no reason was given"
                return (
                    f"TLS: the certificate is not trusted ({why}); name your authority's certificates in SSL_CERT_FILE"
                )
            what = (getattr(cause, "reason", None) or "the handshake failed").replace("_", " ").lower()
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


NO_TEMPERATURE = "takes no temperature other than its own"


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
        case 402:
            return f"has no money left on the account ({detail}): {_TOP_UP}"
        case 429 if error.code in NEVER_AGAIN:
            return f"limits requests ({detail}), since no money or quota is left on the account: {_TOP_UP}"
        case 404 | 405 if model is not None:
            return f"does not know the model '{model}', or the address is wrong ({detail})"
        case 407:
            return f"is behind a proxy that asks for a password ({detail}): check HTTPS_PROXY and HTTP_PROXY"
        case 429:
            return f"limits requests ({detail}): ask fewer at once, or check the account's quota"
        case status if status >= 500:
            return f"failed, and again when asked anew ({detail})"
        case 400 | 422 if "temperature" in str(error.param or "") or "temperature" in _words(error):
            return f"{NO_TEMPERATURE} ({detail}): give --temperature none, or --user-temperature none for the driver"
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
