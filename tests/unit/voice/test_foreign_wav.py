"""WAV files whose header does not tell the truth about lengths."""

import struct

import pytest

from simulator.registry import UsageError
from voice.audio import Pcm, wav_bytes
from voice.tts.foreign_wav import parse_foreign_wav

SOUND = Pcm(b"\1\2\3\4\5\6", 22_050)


def _with_lengths(riff: int, data: int) -> bytes:
    content = bytearray(wav_bytes(SOUND))
    content[4:8], content[40:44] = struct.pack("<I", riff), struct.pack("<I", data)
    return bytes(content)


@pytest.mark.parametrize("length", [0, 6, 0x7FFFF000, 0xFFFFFFFF, 100])
def test_what_is_there_counts(length: int) -> None:
    assert parse_foreign_wav(_with_lengths(length, length), "x") == SOUND


def test_other_chunks_are_passed_over() -> None:
    content = wav_bytes(SOUND)
    note = b"LIST" + struct.pack("<I", 3) + b"abc\0"
    assert parse_foreign_wav(content[:36] + note + content[36:] + note, "x") == SOUND


def test_half_a_sample_at_the_end_is_dropped() -> None:
    assert parse_foreign_wav(_with_lengths(0, 0) + b"\7", "x") == SOUND


@pytest.mark.parametrize("content", [b"", b"RIFF", b"RIFF\0\0\0\0WAVE", b"ID3 not a wav at all", wav_bytes(SOUND)[:30]])
def test_anything_else_is_one_line(content: bytes) -> None:
    with pytest.raises(UsageError, match=r"^x: "):
        parse_foreign_wav(content, "x")


def test_another_depth_is_one_line() -> None:
    content = bytearray(wav_bytes(SOUND))
    content[34:36] = struct.pack("<H", 24)
    with pytest.raises(UsageError, match=r"^x: "):
        parse_foreign_wav(bytes(content), "x")
