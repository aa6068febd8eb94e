"""Answers of models kept for another run, where a person asks for it."""

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from simulator.llm_wire import Completion, ProposedCall, json_object
from simulator.redaction import stored
from simulator.registry import UsageError

_FORMAT = 1
_ON = frozenset({"on", "true", "yes", "1"})
_OFF = frozenset({"", "off", "false", "no", "0"})
_NAMES = frozenset(field.name for field in fields(Completion))
_COUNTS = ("prompt_tokens", "completion_tokens", "cached_tokens", "reasoning_tokens")


def cache_folder(setting: str) -> str:
    """Return the folder that a setting names: `on` is the user's cache, nothing or `off` is none."""
    word = setting.strip()
    if word.lower() in _OFF:
        return ""
    if word.lower() not in _ON:
        return str(Path(word).expanduser().absolute())
    root = os.environ.get("DASHTALK_CACHE")
    if root:
        return str(Path(root).expanduser() / "llm")
    home = os.environ.get("XDG_CACHE_HOME")
    return str((Path(home) if home else Path.home() / ".cache") / "dashtalk" / "llm")


def made_folder(folder: str) -> str:
    """Return a folder that is there from now on, "" for none; raises UsageError when it cannot be made.

    One that cannot be written is taken as it is: the answers in it are used.
    """
    try:
        if folder:
            os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--llm-cache {folder}: cannot be made: {error.strerror}; name another folder") from None
    return folder


def cache_key(address: str, api: str, payload: bytes, session: str) -> str:
    """Return what an answer is kept under.

    `address` is the public one, `payload` the request with its model; `session` tells the trials of a scenario apart,
    so that several of them are not all one answer. A key is no part of it.
    """
    digest = hashlib.blake2b(digest_size=20)
    for part in (address.encode(), api.encode(), session.encode(), payload):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


class Cache:
    """A folder of answers, one file each; several processes may use it at once.

    A file comes into being whole or not at all. One that is damaged, or of another format, counts as missing.
    Trouble with the disk is no trouble of the run: what cannot be written is asked again another time.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def get(self, key: str) -> Completion | None:
        """Return the answer kept under a key, or None."""
        try:
            with open(self._path(key), "rb") as file:
                kept = json_object(file.read())
        except OSError:
            return None
        if kept is None or kept.get("format") != _FORMAT or kept.get("digest") != _digest(key, kept.get("answer")):
            return None
        return _completion(kept["answer"])

    def put(self, key: str, completion: Completion, *, secret: str = "") -> None:
        """Keep an answer, unless it repeats the secret its endpoint was asked with, or another."""
        try:
            answer = json.loads(json.dumps(asdict(completion) | {"retries": 0}))
        except (TypeError, ValueError, RecursionError):
            return
        kept = {"format": _FORMAT, "digest": _digest(key, answer), "answer": answer}
        content = json.dumps(kept, ensure_ascii=False).encode("utf-8", "replace")
        text = content.decode("utf-8", "replace")
        if (len(secret) >= 8 and secret in text) or stored(text) != text:
            return
        path = self._path(key)
        with suppress(OSError):
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            number, written = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".")
            try:
                with os.fdopen(number, "wb") as file:
                    file.write(content)
                os.replace(written, path)
            except OSError:
                os.unlink(written)

    def _path(self, key: str) -> str:
        return os.path.join(self._folder, key[:2], f"{key[2:]}.json")


def _digest(key: str, answer: Any) -> str:
    text = json.dumps([key, answer], sort_keys=True)
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()


def _completion(answer: Any) -> Completion | None:
    """Return what was kept; None when it has another form."""
    if not isinstance(answer, dict) or set(answer) != _NAMES or not isinstance(answer["text"], str):
        return None
    try:
        calls = tuple(ProposedCall(**call) for call in answer["calls"])
        thoughts = tuple(dict(item) for item in answer["reasoning"])
    except (TypeError, ValueError):
        return None
    if not all(isinstance(call.id, str) and isinstance(call.name, str) for call in calls):
        return None
    if not all(answer[name] is None or isinstance(answer[name], int) for name in _COUNTS):
        return None
    return Completion(**answer | {"calls": calls, "reasoning": thoughts})
