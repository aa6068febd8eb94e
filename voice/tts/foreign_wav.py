"""Sound as other programs and services write it: a WAV whose header was written before its length was known."""

import struct

from simulator.registry import UsageError
from voice.audio import Pcm, parse_wav

_RIFF, _WAVE, _FORMAT, _DATA = b"RIFF", b"WAVE", b"fmt ", b"data"


def parse_foreign_wav(content: bytes, name: str) -> Pcm:
    """Read a 16-bit PCM WAV whatever its header says about lengths; `name` is what an error calls the sound.

    Raises UsageError when it is another format. Source: RIFF/WAVE, chunks of a name, a length and as many bytes.
    """
    if content[:4] != _RIFF or content[8:12] != _WAVE:
        raise UsageError(f"{name}: not a WAV file; make it write 16-bit PCM WAV")
    position, layout = 12, b""
    while position + 8 <= len(content):
        kind, length = content[position : position + 4], struct.unpack("<I", content[position + 4 : position + 8])[0]
        start = position + 8
        if kind == _DATA:
            # Streams write 0, a maximum or a guess; what is really there counts.
            samples = content[start : start + length] if 0 < length <= len(content) - start else content[start:]
            return parse_wav(_wav(layout, samples), name)
        if kind == _FORMAT:
            layout = content[start : start + length]
        position = start + length + length % 2
    raise UsageError(f"{name}: a WAV file without samples")


def _wav(layout: bytes, samples: bytes) -> bytes:
    """Return a WAV with right lengths."""
    chunks = _FORMAT + struct.pack("<I", len(layout)) + layout + _DATA + struct.pack("<I", len(samples)) + samples
    return _RIFF + struct.pack("<I", 4 + len(chunks)) + _WAVE + chunks
