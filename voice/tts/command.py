"""Any program that speaks: it reads text from its standard input and writes a WAV."""

import os
import shlex
import shutil
import tempfile
from functools import partial
from pathlib import Path

from simulator.channel import Locale
from simulator.registry import UsageError
from voice.audio import RECOGNITION_RATE_HZ, Pcm
from voice.spec import Engine, EngineDescription, Synthesizer
from voice.tts.foreign_wav import parse_foreign_wav
from voice.tts.program import Bounds, run_bounded

COMMAND_VARIABLE = "DASHTALK_TTS_COMMAND"
_HOW = f"name it as command:'PROGRAM --language {{lang}} --wav {{out}}', or in {COMMAND_VARIABLE}"
_TIMEOUT_S = 60.0
_MOST_BYTES = 256_000_000


class SpeakingCommand:
    """Runs the program once per text, without a shell.

    `{lang}` among its arguments becomes ko or en, `{out}` a file to write; without `{out}` the WAV is read from its
    standard output. The text comes in UTF-8 on its standard input and nowhere else, so that no text is an argument.
    """

    real_speech = True

    def __init__(self, command: str, *, timeout_s: float = _TIMEOUT_S, most_bytes: int = _MOST_BYTES) -> None:
        self.name = f"command:{command}"
        self._command = command
        self._words = _words(command)
        self._timeout_s = timeout_s
        self._most_bytes = most_bytes

    def voice(self, locale: Locale) -> str:
        """Return the program's name."""
        return Path(self._words[0]).name

    def fingerprint(self, locale: Locale) -> str:
        """Return the command with its program's size and age, which change with its version."""
        program = shutil.which(self._words[0])
        if program is None:
            return self._command
        status = os.stat(program)
        return f"{self._command}, {status.st_size} bytes of {status.st_mtime_ns}"

    def synthesize(self, text: str, locale: Locale) -> Pcm:
        """Return what the program said; raises UsageError when it fails, hangs, writes no WAV or without end."""
        if not any(character.isalnum() for character in text):
            return Pcm(b"", RECOGNITION_RATE_HZ)
        with tempfile.TemporaryDirectory(prefix="dashtalk-") as folder:
            target = Path(folder) / "speech.wav"
            values = {"{lang}": locale, "{out}": str(target)}
            words = [_filled(word, values) for word in self._words]
            given = text.replace("\0", " ").encode("utf-8", "replace")
            spoken = run_bounded(words, given, Bounds(self._timeout_s, self._most_bytes), target)
            if "{out}" in self._command:
                if not target.is_file():
                    raise UsageError(f"{self._words[0]} wrote no file where {{out}} says")
                spoken = target.read_bytes()
        if not spoken:
            raise UsageError(f"{self._words[0]} wrote nothing: it should write a WAV to its standard output or {{out}}")
        return parse_foreign_wav(spoken, self._words[0])


def _filled(word: str, values: dict[str, str]) -> str:
    for placeholder, value in values.items():
        word = word.replace(placeholder, value)
    return word


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"command:{command}: {error}") from None
    if not words:
        raise UsageError(f"no program is named: {_HOW}")
    return words


def _describe(command: str = "") -> EngineDescription:
    named = command or os.environ.get(COMMAND_VARIABLE, "").strip()
    program = _words(named)[0] if named else ""
    found = bool(program) and shutil.which(program) is not None
    missing = f"there is no program '{program}'" if program else _HOW
    return EngineDescription(
        name=f"command:{command}" if command else "command",
        kind="tts",
        languages=("ko", "en"),
        model=Path(program).name if program else "any program",
        licence="the program's own",
        size_mb=0,
        installed=found,
        missing=None if found else missing,
        real_speech=True,
        verified=False,
    )


def _build() -> Synthesizer:
    return SpeakingCommand(os.environ.get(COMMAND_VARIABLE, ""))


def _with_model(command: str) -> Engine[Synthesizer]:
    return Engine(
        f"command:{command}", 85, partial(_describe, command), partial(SpeakingCommand, command), automatic=False
    )


ENGINES: tuple[Engine[Synthesizer], ...] = (
    Engine("command", 85, _describe, _build, automatic=False, with_model=_with_model),
)
