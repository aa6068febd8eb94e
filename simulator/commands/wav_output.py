"""Where a command may write a sound: a file whose name does not promise another format than WAV."""

from pathlib import Path

from simulator.commands.output import check_writable
from simulator.registry import UsageError

_SUFFIXES = ("", ".wav", ".wave")


def wav_target(named: str) -> Path:
    """Return the file that `--out` names; raises UsageError, before anything is spoken, when no WAV can go there."""
    if named == "-":
        raise UsageError("--out -: a sound is not written to standard output; name a file, as speech.wav")
    check_writable(named, "--out")
    target = Path(named)
    if target.suffix.lower() not in _SUFFIXES:
        raise UsageError(f"--out {target}: only WAV is written, not {target.suffix}; name it {target.stem}.wav")
    return target
