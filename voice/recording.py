"""Sounds of a run kept as WAV files beside its store, on this machine only."""

import hashlib
import os
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from simulator.channel import AudioReference
from simulator.registry import UsageError
from voice.audio import Pcm, parse_wav, wav_bytes

State = Literal["kept", "missing", "altered"]


def recordings_folder(store: Path) -> Path:
    """Return the folder beside a store that holds its recordings, one folder in it a run."""
    return store.parent / f"{store.name}.recordings"


class SoundArchive:
    """Keeps the sounds of one run; may be used from several threads.

    Every sound is a file named by the digest of its content, so equal sounds are kept once and none is ever replaced.
    A reference names its file relative to the store's folder, so that both can be moved together.
    """

    def __init__(self, store: Path) -> None:
        self._beside = store.parent
        self._folder = recordings_folder(store)
        self._lock = threading.Lock()
        self._kept = self._lost = 0
        self._problem = ""

    @property
    def folder(self) -> Path:
        """Where the sounds are."""
        return self._folder

    def check(self) -> None:
        """Raise UsageError, before anything is played, when no sound could be kept."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self._folder):
                pass
        except OSError as error:
            raise UsageError(
                f"--record: {self._folder} cannot be written ({error.strerror}); name another --store, or leave it out"
            ) from None

    def begin(self, run_id: str) -> None:
        """Keep the sounds from now on in the run's own folder."""
        self._folder = self._folder / run_id

    def keep(self, pcm: Pcm) -> AudioReference | None:
        """Keep a sound; None, which `summary` tells of, when that cannot be: a session is worth more than its sound."""
        content = wav_bytes(pcm)
        digest = hashlib.sha256(content).hexdigest()
        path = self._folder / f"{digest}.wav"
        try:
            if not path.exists():
                _write(path, content)
        except OSError as error:
            with self._lock:
                self._lost += 1
                self._problem = self._problem or str(error.strerror)
            return None
        with self._lock:
            self._kept += 1
        name = path.relative_to(self._beside).as_posix()
        return AudioReference(path=name, sha256=digest, rate_hz=pcm.rate_hz, duration_ms=pcm.duration_ms)

    def summary(self) -> str:
        """Return in one sentence what was kept, and what could not be and why."""
        if not self._lost:
            if not self._kept:
                return "--record kept nothing: nothing was said aloud (--channel voice asks for it)"
            return f"recorded: {self._kept} utterances in {self._folder} (dashtalk listen SESSION plays them)"
        return (
            f"not recorded: {self._lost} of {self._kept + self._lost} utterances, since {self._folder} could not be "
            f"written ({self._problem}); what was recorded is kept"
        )


def _write(path: Path, content: bytes) -> None:
    """Write a whole file or nothing; only its owner may read it, since it may be somebody's voice."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


@dataclass(frozen=True, slots=True)
class KeptSound:
    """A recorded sound as it is found again: `pcm` is None unless it is what was recorded."""

    path: Path
    state: State
    pcm: Pcm | None = None


def find_sound(reference: AudioReference, store: Path) -> KeptSound:
    """Return the sound that a stored event names; one that is gone or has changed since says so.

    What is there now but no regular file is taken for changed and not opened: a pipe would keep its reader waiting.
    """
    path = store.parent / reference.path
    if path.exists() and not path.is_file():
        return KeptSound(path, "altered")
    try:
        content = path.read_bytes()
    except OSError:
        return KeptSound(path, "missing")
    if hashlib.sha256(content).hexdigest() != reference.sha256:
        return KeptSound(path, "altered")
    try:
        return KeptSound(path, "kept", parse_wav(content, str(path)))
    except UsageError:
        return KeptSound(path, "altered")
