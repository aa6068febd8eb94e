"""Samples, WAV files and what is wrong with a bad one."""

import struct
import wave
from pathlib import Path

import pytest

from simulator.registry import UsageError
from voice.audio import Pcm, concatenate, missing_ms, padded, parse_wav, read_wav, silence, wav_bytes


def test_length_follows_from_samples_and_rate() -> None:
    assert Pcm(bytes(2 * 441), 22_050).duration_ms == 20
    assert silence(300, 16_000).sample_count == 4800


@pytest.mark.parametrize(("samples", "rate_hz"), [(b"\0", 16_000), (b"\0\0", 0), (b"", -1)])
def test_impossible_samples_are_refused(samples: bytes, rate_hz: int) -> None:
    with pytest.raises(ValueError, match="sample"):
        Pcm(samples, rate_hz)


def test_digest_tells_rate_and_content_apart() -> None:
    sound = Pcm(b"\1\0\2\0", 16_000)
    assert sound.sha256 == Pcm(b"\1\0\2\0", 16_000).sha256
    assert sound.sha256 != Pcm(b"\1\0\2\0", 8_000).sha256
    assert sound.sha256 != Pcm(b"\1\0\3\0", 16_000).sha256


def test_wav_round_trip(tmp_path: Path) -> None:
    sound = Pcm(bytes(range(200)), 22_050)
    path = tmp_path / "sound.wav"
    path.write_bytes(wav_bytes(sound))
    assert read_wav(path) == sound


def test_padding_keeps_the_sound_in_the_middle() -> None:
    sound = padded(Pcm(b"\1\0", 1000), before_ms=2, after_ms=3)
    assert sound.samples == bytes(4) + b"\1\0" + bytes(6)


def test_joining_other_rates_is_refused() -> None:
    with pytest.raises(ValueError, match="resample"):
        concatenate([silence(10, 16_000), silence(10, 22_050)], 16_000)


def test_negative_silence_is_refused() -> None:
    with pytest.raises(ValueError, match="-1 ms"):
        silence(-1, 16_000)


def test_a_file_that_is_no_wav_is_named(tmp_path: Path) -> None:
    path = tmp_path / "note.wav"
    path.write_text("not a sound", encoding="utf-8")
    with pytest.raises(UsageError, match=r"note\.wav: not a PCM WAV"):
        read_wav(path)
    with pytest.raises(UsageError, match=r"absent\.wav: cannot read"):
        read_wav(tmp_path / "absent.wav")


def test_eight_bit_wav_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "eight.wav"
    with wave.open(str(path), "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(1)
        writer.setframerate(8000)
        writer.writeframes(b"\x80" * 80)
    with pytest.raises(UsageError, match="8-bit"):
        read_wav(path)


def test_a_truncated_wav_gives_what_is_there_or_one_clear_error() -> None:
    content = wav_bytes(Pcm(bytes(range(200)), 16_000))
    assert parse_wav(content[:-50], "cut").sample_count <= 100
    with pytest.raises(UsageError, match="cut: not a PCM WAV"):
        parse_wav(content[:20], "cut")


def test_resampling_keeps_the_length() -> None:
    pytest.importorskip("soxr")
    from voice.audio import resampled

    sound = silence(1000, 22_050)
    assert resampled(sound, 16_000).duration_ms == 1000
    assert resampled(Pcm(b"", 22_050), 16_000) == Pcm(b"", 16_000)
    assert resampled(sound, 22_050) is sound


def test_stereo_is_mixed_down(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    path = tmp_path / "stereo.wav"
    with wave.open(str(path), "wb") as writer:
        writer.setnchannels(2)
        writer.setsampwidth(2)
        writer.setframerate(8000)
        writer.writeframes((100).to_bytes(2, "little") + (300).to_bytes(2, "little"))
    assert read_wav(path) == Pcm((200).to_bytes(2, "little"), 8000)


@pytest.mark.parametrize(("kept_bytes", "missing"), [(3200, 0), (1600, 50), (1601, 50), (0, 100)])
def test_how_much_a_header_announces_in_vain(kept_bytes: int, missing: int) -> None:
    assert missing_ms(wav_bytes(Pcm(bytes(3200), 16_000))[: 44 + kept_bytes]) == missing


@pytest.mark.parametrize("length", [0xFFFFFFFF, 0x7FFFFFFF, 0xFFFFFFFE])
def test_the_header_of_a_stream_announces_nothing(length: int) -> None:
    content = wav_bytes(Pcm(bytes(3200), 16_000))
    assert missing_ms(content[:40] + length.to_bytes(4, "little") + content[44:]) == 0


@pytest.mark.parametrize(("content", "why"), [(b"", "it is empty"), (b"RIFF", "it ends too early")])
def test_what_is_no_wav_says_why(content: bytes, why: str) -> None:
    with pytest.raises(UsageError, match=rf"x: not a PCM WAV file \({why}\)"):
        parse_wav(content, "x")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"RIFF" + struct.pack("<I", 100) + b"WAVEjunk" + struct.pack("<I", 0xFFFFFFF0) + b"abcd", "not a PCM WAV"),
        (wav_bytes(Pcm(bytes(20), 1)), "1 samples a second"),
        (wav_bytes(Pcm(bytes(20), 4_000_000)), "4000000 samples a second"),
    ],
)
def test_a_header_that_lies_is_one_line(content: bytes, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        parse_wav(content, "x")
