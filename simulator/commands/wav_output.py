"""Where a command may write a sound: a file whose name does not promise another format than WAV."""

from pathlib import Path

from simulator.commands.output import check_writable
from simulator.registry import UsageError

_SUFFIXES = ("", ".wav", ".wave")


def wav_target(named: str) -> Path:
    """Return the file that `--out` names; raises UsageError, before anything is spoken, when no WAV can go there."""
    if named == "-":
        raise UsageError("--out -: a sound is not written to standard output; name a file, as speech.wav")
    target = Path(named)
    if target.exists() and not (target.is_file() or target.is_dir()):
        raise UsageError(f"--out {target}: is no file, and a sound would take its place; name a WAV file")
    check_writable(named, "--out")
    if target.suffix.lower() not in _SUFFIXES:
        raise UsageError(f"--out {target}: only WAV is written, not {target.suffix}; name it {target.stem}.wav")
    # A link stays one: what it leads to is written.
    return target.resolve() if target.is_symlink() else target
