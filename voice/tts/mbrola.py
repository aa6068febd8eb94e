"""MBROLA with the Korean database hn1: real recorded speech, driven by our own front end."""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from simulator.channel import Locale
from simulator.language.korean_pronunciation import pronounce
from simulator.language.numbers import read_korean
from simulator.registry import UsageError
from voice.audio import Pcm
from voice.spec import Engine, EngineDescription, Synthesizer
from voice.tts.hn1 import SILENCE, phones
from voice.tts.korean_prosody import NEUTRAL, Prosody, Timed, timed
from voice.tts.korean_prosody_phrases import accentual_phrases, is_question

INSTALL_COMMAND = "sudo apt-get install mbrola mbrola-hn1"
INSTALL_NOTE = f"{INSTALL_COMMAND} (with the archive's contrib and non-free components enabled)"
DATABASE_VARIABLE = "DASHTALK_MBROLA_HN1"
_DATABASE = Path("/usr/share/mbrola/hn1/hn1")
_RATE_HZ = 16_000
_TIMEOUT_S = 60
_EDGE_MS = 60
_PAUSE_MS = {",": 260, ".": 420, "?": 420, "!": 420}
_PHRASE = re.compile(r"[^.,?!]+[.,?!]?")
_UNKNOWN = re.compile(r"Warning: (\S+)-(\S+) unknown")
# What to say instead of a phone the database cannot join to its neighbour.
_SUBSTITUTES = {
    "s\\": "s",
    "l": "4",
    "l_}": "4",
    "n_}": "n",
    "m_}": "m",
    "k_}": "g",
    "t_}": "d",
    "p_}": "b",
    "g": "k",
    "d": "t",
    "b": "p",
    "dz\\": "ts\\",
    "2": "we",
    "jE": "je",
    "wE": "we",
    "M\\i": "i",
}


def database() -> Path:
    """Return where hn1 is: DASHTALK_MBROLA_HN1 when set, else the Debian package's place."""
    named = os.environ.get(DATABASE_VARIABLE)
    return Path(named).expanduser() if named else _DATABASE


def score(text: str, prosody: Prosody = NEUTRAL) -> list[Timed]:
    """Return what MBROLA is to play: the phones of the whole text with silences between phrases.

    Empty when nothing in the text can be said.
    """
    played: list[Timed] = []
    mark = "."
    for phrase in _PHRASE.findall(read_korean(text)):
        sounds = phones(*(pronounce(accent) for accent in accentual_phrases(phrase)))
        if not sounds:
            continue
        if played:
            played.append(Timed(SILENCE, _PAUSE_MS[mark]))
        mark = phrase[-1] if phrase[-1] in _PAUSE_MS else "."
        played.extend(timed(sounds, rises=is_question(phrase), prosody=prosody))
    if not played:
        return []
    held = tuple((at, hz) for at, hz in played[-1].pitch if at == 100)
    return [Timed(SILENCE, _EDGE_MS), *played, Timed(SILENCE, _EDGE_MS, held)]


class Mbrola:
    """Speaks Korean with 1,909 recorded diphones of one male speaker."""

    name = "mbrola"
    real_speech = True

    def voice(self, locale: Locale) -> str:
        """Return the database's name."""
        return "hn1"

    def fingerprint(self, locale: Locale) -> None:
        """Making speech takes some 5 ms: not worth keeping."""
        return None

    def synthesize(self, text: str, locale: Locale) -> Pcm:
        """Return 16 kHz speech; raises UsageError for another language or when the program fails."""
        if locale != "ko":
            raise UsageError(f"mbrola speaks Korean only, not '{locale}'")
        return play(score(text))


def play(played: Sequence[Timed]) -> Pcm:
    """Let MBROLA say the phones; a join missing in the database is replaced by the nearest there is."""
    if not played:
        return Pcm(b"", _RATE_HZ)
    attempt = list(played)
    for _ in range(3):
        samples, unknown = _run(attempt)
        if not unknown:
            break
        attempt = _substituted(attempt, unknown)
    return Pcm(samples, _RATE_HZ)


def unknown_joins(played: Sequence[Timed]) -> set[tuple[str, str]]:
    """Return the pairs of neighbouring phones the database does not hold."""
    return _run(played)[1] if played else set()


def _run(played: Sequence[Timed]) -> tuple[bytes, set[tuple[str, str]]]:
    program = shutil.which("mbrola")
    if program is None:
        raise UsageError(f"mbrola is not installed: {INSTALL_NOTE}")
    lines = [
        " ".join([phone.name, str(phone.duration_ms), *(f"{at} {hz}" for at, hz in phone.pitch)]) for phone in played
    ]
    try:
        # -e: an unknown join is silence with a warning, not the end of the program.
        result = subprocess.run(
            [program, "-e", str(database()), "-", "-.raw"],
            input="\n".join([*lines, ""]).encode(),
            capture_output=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"mbrola could not speak ({error})") from None
    messages = result.stderr.decode("utf-8", "replace")
    if result.returncode != 0:
        raise UsageError(f"mbrola could not speak ({messages.strip()[:120] or result.returncode})")
    whole = len(result.stdout) - len(result.stdout) % 2
    return result.stdout[:whole], set(_UNKNOWN.findall(messages))


def _substituted(played: Sequence[Timed], unknown: set[tuple[str, str]]) -> list[Timed]:
    names = [phone.name for phone in played]
    for index in range(len(names) - 1):
        if (names[index], names[index + 1]) not in unknown:
            continue
        if names[index] in _SUBSTITUTES:
            names[index] = _SUBSTITUTES[names[index]]
        else:
            names[index + 1] = _SUBSTITUTES.get(names[index + 1], names[index + 1])
    return [Timed(name, phone.duration_ms, phone.pitch) for name, phone in zip(names, played, strict=True)]


def _describe() -> EngineDescription:
    installed = shutil.which("mbrola") is not None and database().is_file()
    return EngineDescription(
        name="mbrola",
        kind="tts",
        languages=("ko",),
        model="hn1",
        licence=(
            "program AGPL-3.0-or-later; hn1 free with MBROLA, not to be sold or built into a sold product "
            "without its owner's permission"
        ),
        size_mb=11,
        installed=installed,
        missing=None if installed else INSTALL_NOTE,
        real_speech=True,
        verified=True,
    )


ENGINES: tuple[Engine[Synthesizer], ...] = (Engine("mbrola", 20, _describe, Mbrola),)
