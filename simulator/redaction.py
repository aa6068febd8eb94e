"""Secrets of the environment, struck out of whatever is recorded, printed or written."""

import json
import os
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TextIO
from urllib.parse import parse_qsl, quote, quote_plus, unquote, urlsplit

MARK = "[secret]"
LEAST_CHARACTERS = 8
"""Shorter values are placeholders more often than secrets, and stand in ordinary words."""
MOST_PLAIN_CHARACTERS = 18
"""A longer value is a secret even if it is of letters or digits alone; a shorter one may be an ordinary word."""

_NAMED_LIKE_ONE = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL)S?\Z", re.IGNORECASE)
_FIELD_LIKE_ONE = re.compile(
    r"(?:.*[-_.])?(?:api[-_]?keys?|(?:access|auth|bearer|api|session)[-_]?tokens?|access[-_]?keys?|private[-_]?keys?"
    r"|secrets?|secret[-_]?keys?|passwords?|passwd|(?:proxy[-_])?authorization|credentials?)\Z|(?:token|bearer)\Z",
    re.IGNORECASE,
)
# Too common elsewhere to be taken for a secret.
_IN_QUERIES = frozenset({"key", "sig", "signature", "code"})
_Pattern = re.Pattern[str] | None


class _Known:
    """The secrets that are known by now, as two patterns that are made anew only when there is one more."""

    def __init__(self) -> None:
        self._shown: frozenset[str] = frozenset()
        self.anywhere: _Pattern = None
        self.as_word: _Pattern = None

    def look(self, environment: Mapping[str, str]) -> None:
        self.add(*(value.strip() for name, value in environment.items() if _NAMED_LIKE_ONE.search(name)))

    def add(self, *values: str) -> None:
        """Learn values; what was a secret once stays one, also when it has left the environment."""
        self._make(self._shown | {value for value in values if len(value) >= LEAST_CHARACTERS})

    def _make(self, values: Iterable[str]) -> None:
        found = frozenset(values)
        if found == self._shown:
            return
        self._shown = found
        plain = {value for value in found if _is_plain(value)}
        self.anywhere = _pattern(form for value in found - plain for form in _forms(value))
        words = _pattern(plain)
        self.as_word = re.compile(rf"(?<!\w)(?:{words.pattern})(?!\w)") if words is not None else None


def _is_plain(value: str) -> bool:
    """Tell a value that may stand in speech or in our own records, a word or number; messages only are rid of it."""
    letters, digits = value.replace("_", ""), value.replace(".", "", 1)
    word = letters.isalpha() and letters in (letters.lower(), letters.upper(), letters.title())
    return len(value) <= MOST_PLAIN_CHARACTERS and (word or digits.isdigit())


def _forms(value: str) -> Iterator[str]:
    """Yield a secret as it is and as JSON, Python and addresses write it."""
    yield from (value, json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1], repr(value)[1:-1])
    yield from (quote(value, safe=""), quote_plus(value))


def _pattern(values: Iterable[str]) -> _Pattern:
    # The longest first: one secret may be the beginning of another.
    listed = sorted(set(values), key=lambda value: (-len(value), value))
    return re.compile("|".join(map(re.escape, listed))) if listed else None


_KNOWN = _Known()


def look_for_secrets(environment: Mapping[str, str] | None = None) -> None:
    """Learn the secrets in the environment: the values of variables named ...KEY, ...TOKEN, ...SECRET, ...PASSWORD."""
    _KNOWN.look(os.environ if environment is None else environment)


def keep_secret(*values: str) -> None:
    """Learn values that are used as keys, whatever their variable is called; short ones are left alone."""
    _KNOWN.add(*values)


def secrets_in(address: str) -> tuple[str, ...]:
    """Return what is secret in an address: its password, the login as a header has it, the keys in its query."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ()
    values = [value for name, value in parse_qsl(parts.query) if _FIELD_LIKE_ONE.match(name) or name in _IN_QUERIES]
    login, found, _ = parts.netloc.rpartition("@")
    if found:
        clear = unquote(login)
        user, _, password = clear.partition(":")
        values += [password or user, b64encode(clear.encode()).decode()]
    return tuple(values)


def any_known() -> bool:
    """Tell whether there is any secret to look for."""
    return _KNOWN.anywhere is not None or _KNOWN.as_word is not None


def stored(text: str) -> str:
    """Return a text, or the JSON text of something, without secrets; plain words and numbers stay what they are.

    Spoken words, arguments and results pass here, so nothing changes that a session could say without a secret.
    """
    return text if _KNOWN.anywhere is None else _KNOWN.anywhere.sub(MARK, text)


def told(text: str) -> str:
    """Return a message for people without secrets, those included that are a plain word or a number."""
    text = stored(text)
    return text if _KNOWN.as_word is None else _KNOWN.as_word.sub(MARK, text)


def stored_value(value: Any) -> Any:
    """Return a value as `stored` leaves it; what is no text stays as it is."""
    return stored(value) if type(value) is str else value


def struck(value: Any) -> Any:
    """Return JSON-like data with every text in it as `stored` leaves it."""
    if isinstance(value, dict):
        return {stored_value(name): struck(entry) for name, entry in value.items()}
    if isinstance(value, list | tuple):
        return [struck(entry) for entry in value]
    return stored_value(value)


def secret_field(fields: Any) -> str:
    """Return the first name in JSON-like data that is one of a secret, like `api_key`, or ""."""
    if isinstance(fields, dict):
        for name, value in fields.items():
            if _FIELD_LIKE_ONE.match(str(name)) and value:
                return str(name)
            found = secret_field(value)
            if found:
                return found
    elif isinstance(fields, list):
        return next(filter(None, map(secret_field, fields)), "")
    return ""


class Shown:
    """A text stream that strikes secrets out of what is written to it; everything else is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._stream)

    def write(self, text: str) -> int:
        """Write a text."""
        self._stream.write(told(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts."""
        for line in lines:
            self.write(line)
