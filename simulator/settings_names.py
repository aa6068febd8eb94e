"""How each setting is called in the file, in the environment and on the command line, and which names are none."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields

from simulator.idle_settings import flag
from simulator.registry import nearest
from simulator.settings import Settings

PREFIX = "DASHTALK_"
# Variables that name engines, voices and folders of this machine; their own parts read them.
_ELSEWHERE = re.compile(
    r"CACHE|ASR_BASE_URL|TTS_BASE_URL|TTS_COMMAND|MBROLA_HN1|(?:PIPER|VOSK)_(?:KO|EN)|SUPERTONIC|WHISPER_MODEL|"
    r"VOICE_CATALOGUE|LLAMA_PYTHON|TESTS_COMPLETE"
)
_ENTRY = re.compile(r"^ {4}(?P<names>[a-z_]+(?:, [a-z_]+)*): (?P<text>.+)$", re.MULTILINE)


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return f"{PREFIX}{name.upper()}"


def stray_variables(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return one line for every variable that looks like a setting and is none."""
    known = [variable(field.name) for field in fields(Settings)]
    stray = (
        name
        for name, value in environment.items()
        if value and name.startswith(PREFIX) and name not in known and not _ELSEWHERE.fullmatch(name, len(PREFIX))
    )
    return tuple(_stray(name, known) for name in sorted(stray))


def _stray(name: str, known: Iterable[str]) -> str:
    # The prefix, which all of them share, would make everything look alike.
    close = nearest(name.removeprefix(PREFIX), (one.removeprefix(PREFIX) for one in known))
    hint = f": did you mean {PREFIX}{close}?" if close else "; docs/settings.md lists all"
    return f"{name} is no setting and changes nothing{hint}"


def settings_table() -> str:
    """Return all settings as a Markdown table: name in the file, variable, flag, default, meaning."""
    meanings = {
        name: found["text"] for found in _ENTRY.finditer(Settings.__doc__ or "") for name in found["names"].split(", ")
    }
    lines = ["| in `dashtalk.toml` | in the environment | on the command line | default | |", "|---|---|---|---|---|"]
    for field in fields(Settings):
        default = "" if field.default is MISSING else field.default
        shown = str(default).lower() if isinstance(default, bool) else f"{default}"
        cell = f"`{shown}`" if shown else "empty"
        meaning = meanings[field.name].replace("|", "\\|")
        lines.append(f"| `{field.name}` | `{variable(field.name)}` | `{flag(field.name)}` | {cell} | {meaning} |")
    return "\n".join(lines) + "\n"
