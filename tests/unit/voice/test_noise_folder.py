"""Noise from people's own files: any rate, width and number of channels, and one line for a bad one."""

import struct
import wave
from pathlib import Path

import pytest
from noise_levels import rms_level_db

from simulator.registry import UsageError
from voice.noise import make_noise, parse_noise
from voice.noise_folder import folder_noise, noise_files
from voice.noise_wav import open_wav, read_stretch

numpy = pytest.importorskip("numpy")
RATE_HZ = 16_000


def write(path: Path, values, rate_hz: int = RATE_HZ, *, width: int = 2, channels: int = 1) -> Path:  # type: ignore[no-untyped-def]
    """Write values in [-1, 1] as integers of `width` bytes, the same in every channel."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scaled = numpy.round(numpy.asarray(values) * (2 ** (8 * width - 1) - 1)).astype(numpy.int64)
    if width == 1:
        scaled += 128
    frames = numpy.repeat(scaled, channels)
    content = b"".join(int(value).to_bytes(width, "little", signed=width > 1) for value in frames)
    with wave.open(str(path), "wb") as writer:
        writer.setnchannels(channels)
        writer.setsampwidth(width)
        writer.setframerate(rate_hz)
        writer.writeframes(content)
    return path


def riff(form: bytes, data: bytes, *, extra: bytes = b"", length: int | None = None) -> bytes:
    chunks = b"fmt " + struct.pack("<I", len(form)) + form + extra
    chunks += b"data" + struct.pack("<I", len(data) if length is None else length) + data
    return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WAVE" + chunks


def tone(seconds: float, rate_hz: int = RATE_HZ, hz: float = 440):  # type: ignore[no-untyped-def]
    return 0.5 * numpy.sin(2 * numpy.pi * hz * numpy.arange(int(seconds * rate_hz)) / rate_hz)


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("channels", [1, 2])
def test_integer_samples_of_any_width_are_read(tmp_path: Path, width: int, channels: int) -> None:
    wanted = tone(0.05)
    wav = open_wav(write(tmp_path / "a.wav", wanted, width=width, channels=channels))
    assert (wav.frames, wav.channels, wav.rate_hz) == (800, channels, RATE_HZ)
    assert numpy.abs(read_stretch(wav, 0, 800) - wanted).max() < 2.5 / 2 ** (8 * width - 1) + 1e-6
    assert numpy.abs(read_stretch(wav, 100, 50) - wanted[100:150]).max() < 0.02


@pytest.mark.parametrize("width", [4, 8])
@pytest.mark.parametrize("extensible", [False, True])
def test_float_samples_and_extensible_headers_are_read(tmp_path: Path, width: int, extensible: bool) -> None:
    wanted = tone(0.01)
    code = 0xFFFE if extensible else 3
    form = struct.pack("<HHIIHH", code, 1, RATE_HZ, RATE_HZ * width, width, 8 * width)
    if extensible:
        form += struct.pack("<HHIH", 22, 8 * width, 4, 3) + bytes(14)
    path = tmp_path / "float.wav"
    junk = b"LIST" + struct.pack("<I", 3) + b"abc\0"
    path.write_bytes(riff(form, wanted.astype(f"<f{width}").tobytes(), extra=junk, length=0xFFFFFFFF))
    assert numpy.abs(read_stretch(open_wav(path), 0, 999_999) - wanted).max() < 1e-6


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "headers end too early"),
        (b"ID3\x04 this is music of another kind", "does not begin as one"),
        (riff(struct.pack("<HHIIHH", 0x55, 1, 16000, 0, 1, 0), b"1234"), "format 85"),
        (riff(struct.pack("<HHIIHH", 1, 1, 16000, 32000, 2, 16), b""), "no samples"),
        (riff(struct.pack("<HHIIHH", 1, 0, 16000, 32000, 2, 16), b"1234"), "0 channels"),
        (b"RIFF\x04\0\0\0WAVE", "no samples"),
        (riff(b"\x01\0", b"1234"), "headers end too early"),
    ],
)
def test_a_bad_file_is_one_line_with_its_name(tmp_path: Path, content: bytes, why: str) -> None:
    write(tmp_path / "good.wav", tone(1))
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "bad.wav").write_bytes(content)
    with pytest.raises(UsageError, match=why) as mistake:
        parse_noise(str(tmp_path))
    assert str(tmp_path / "sub" / "bad.wav") in str(mistake.value)
    assert "\n" not in str(mistake.value)


def test_folders_are_searched_to_the_bottom_and_hidden_files_left_out(tmp_path: Path) -> None:
    write(tmp_path / "b.WAV", tone(0.1))
    write(tmp_path / "a" / "deep" / "c.wav", tone(0.1))
    (tmp_path / "a" / "._c.wav").write_bytes(b"resource fork")
    (tmp_path / "notes.txt").write_text("no sound")
    assert [wav.path.name for wav in noise_files(tmp_path)] == ["c.wav", "b.WAV"]


def test_a_folder_without_sound_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no \.wav file"):
        parse_noise(str(tmp_path))
    write(tmp_path / "quiet.wav", numpy.zeros(RATE_HZ))
    with pytest.raises(UsageError, match="only silence"):
        folder_noise(tmp_path, 100, RATE_HZ, 1)


def test_the_seed_chooses_the_stretch(tmp_path: Path) -> None:
    draw = numpy.random.default_rng(1)
    for name in "abc":
        write(tmp_path / f"{name}.wav", 0.1 * draw.standard_normal(3 * RATE_HZ))
    noise = parse_noise(str(tmp_path))
    first, where = make_noise(noise, RATE_HZ, RATE_HZ, 1)
    again, same = make_noise(noise, RATE_HZ, RATE_HZ, 1)
    assert (first == again).all()
    assert where == same
    chosen = {make_noise(noise, RATE_HZ, RATE_HZ, seed)[1] for seed in range(20)}
    assert chosen == {"a.wav", "b.wav", "c.wav"}


@pytest.mark.parametrize("rate_hz", [8000, 44_100, 48_000])
def test_another_rate_keeps_the_pitch(tmp_path: Path, rate_hz: int) -> None:
    pytest.importorskip("soxr")
    write(tmp_path / "a.wav", tone(2, rate_hz), rate_hz, channels=2)
    made, _ = folder_noise(tmp_path, RATE_HZ, RATE_HZ, 1)
    assert made.size == RATE_HZ
    spectrum = numpy.abs(numpy.fft.rfft(made))
    assert abs(int(spectrum.argmax()) - 440) <= 1


def test_a_short_file_is_repeated_without_gaps(tmp_path: Path) -> None:
    draw = numpy.random.default_rng(1)
    write(tmp_path / "a.wav", 0.1 * draw.standard_normal(1000))
    made, _ = folder_noise(tmp_path, 5 * RATE_HZ, RATE_HZ, 1)
    assert made.size == 5 * RATE_HZ
    parts = [rms_level_db(part, RATE_HZ) for part in made.reshape(50, -1)]
    assert max(parts) - min(parts) < 3
