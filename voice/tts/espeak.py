"""The espeak-ng program as an audible placeholder, not valid for measuring a recogniser."""

import shutil
import subprocess
from functools import cache

from simulator.channel import Locale
from simulator.registry import UsageError
from voice.audio import RECOGNITION_RATE_HZ, Pcm
from voice.spec import Engine, EngineDescription, Synthesizer
from voice.tts.foreign_wav import parse_foreign_wav

_PROGRAM = "espeak-ng"
_COMMAND = "sudo apt-get install espeak-ng"
_WORDS_PER_MINUTE = 150
_TIMEOUT_S = 60
_HEADER_BYTES = 44
_VOICES: dict[Locale, str] = {"ko": "ko", "en": "en-us"}


@cache
def _version() -> str:
    program = shutil.which(_PROGRAM)
    if program is None:
        return "absent"
    result = subprocess.run([program, "--version"], capture_output=True, timeout=_TIMEOUT_S, check=False)
    words = result.stdout.decode("utf-8", "replace").split()
    return next((word for word in words if word[:1].isdigit()), "unknown")


class Espeak:
    """Formant synthesis: audible, but no recogniser understands its Korean. Source: docs/voice.md, fact 1."""

    name = "espeak"
    real_speech = False

    def voice(self, locale: Locale) -> str:
        """Return espeak-ng's voice name."""
        return _VOICES[locale]

    def fingerprint(self, locale: Locale) -> str:
        """Return the program's version and the speaking rate."""
        return f"espeak-ng {_version()}, {_WORDS_PER_MINUTE} words/min"

    def synthesize(self, text: str, locale: Locale) -> Pcm:
        """Return the speech at the program's rate; raises UsageError when the program fails."""
        program = shutil.which(_PROGRAM)
        if program is None:
            raise UsageError(f"{_PROGRAM} is not installed: {_COMMAND}")
        if not any(character.isalnum() for character in text):
            return Pcm(b"", RECOGNITION_RATE_HZ)
        options = ["-v", _VOICES[locale], "-s", str(_WORDS_PER_MINUTE), "-b", "1", "--stdin", "--stdout"]
        try:
            # Through standard input as UTF-8: no argument parsing, no console code page.
            result = subprocess.run(
                [program, *options],
                input=text.replace("\0", " ").encode("utf-8", "replace"),
                capture_output=True,
                timeout=_TIMEOUT_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UsageError(f"{_PROGRAM} could not speak ({error})") from None
        if result.returncode != 0:
            reason = result.stderr.decode("utf-8", "replace").strip().splitlines()
            raise UsageError(f"{_PROGRAM} could not speak ({reason[-1] if reason else result.returncode})")
        if len(result.stdout) <= _HEADER_BYTES:
            return Pcm(b"", RECOGNITION_RATE_HZ)
        return parse_foreign_wav(result.stdout, _PROGRAM)


def _describe() -> EngineDescription:
    installed = shutil.which(_PROGRAM) is not None
    return EngineDescription(
        name="espeak",
        kind="tts",
        languages=("ko", "en"),
        model="ko, en-us",
        licence="GPL-3.0-or-later",
        size_mb=12,
        installed=installed,
        missing=None if installed else _COMMAND,
        real_speech=False,
        verified=False,
    )


ENGINES: tuple[Engine[Synthesizer], ...] = (Engine("espeak", 90, _describe, Espeak),)
