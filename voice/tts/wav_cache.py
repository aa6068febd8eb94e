"""Speech already made, kept in the user cache so that running a suite again costs no synthesis."""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

from simulator.channel import Locale
from simulator.registry import UsageError
from voice.audio import Pcm, parse_wav, wav_bytes
from voice.models import cache_directory, prune, write_atomically
from voice.spec import Synthesizer

_LIMIT_BYTES = 512_000_000


@dataclass
class CachedSynthesizer:
    """A voice that says each text once; what cannot be kept (disk full, no permission) is made again."""

    inner: Synthesizer
    directory: Path = field(default_factory=lambda: cache_directory() / "speech")
    _pruned: bool = False

    @property
    def name(self) -> str:
        """The engine's own name."""
        return self.inner.name

    @property
    def real_speech(self) -> bool:
        """Whether accuracy measured through the voice means anything."""
        return self.inner.real_speech

    def voice(self, locale: Locale) -> str:
        """Return the voice of the language."""
        return self.inner.voice(locale)

    def fingerprint(self, locale: Locale) -> str | None:
        """Return the engine's own fingerprint."""
        return self.inner.fingerprint(locale)

    def synthesize(self, text: str, locale: Locale) -> Pcm:
        """Return the kept speech, or make and keep it; a damaged file is made again."""
        fingerprint = self.inner.fingerprint(locale)
        if fingerprint is None:
            return self.inner.synthesize(text, locale)
        path = self._path(fingerprint, text, locale)
        kept = _read(path)
        if kept is not None:
            return kept
        made = self.inner.synthesize(text, locale)
        try:
            if not self._pruned and self.directory.is_dir():
                prune(self.directory, "*.speech", _LIMIT_BYTES)
                self._pruned = True
            content = wav_bytes(made)
            write_atomically(path, iter((hashlib.sha256(content).digest(), content)))
        except OSError:
            return made
        return made

    def _path(self, fingerprint: str, text: str, locale: Locale) -> Path:
        key = [self.inner.name, self.inner.voice(locale), fingerprint, locale, text]
        digest = hashlib.sha256(json.dumps(key).encode()).hexdigest()
        return self.directory / f"{digest}.speech"


def _read(path: Path) -> Pcm | None:
    """Read a kept sound; its file is a digest followed by a WAV, so damage is noticed."""
    try:
        stored = path.read_bytes()
    except OSError:
        return None
    digest, content = stored[:32], stored[32:]
    if hashlib.sha256(content).digest() != digest:
        return None
    try:
        return parse_wav(content, str(path))
    except UsageError:
        return None
