"""People's own recordings: found by their words, or one line that says which words nobody recorded."""

import wave
from pathlib import Path

import pytest

from simulator.registry import UsageError
from voice import spec
from voice.audio import Pcm, wav_bytes
from voice.tts.null import TimedSilence
from voice.tts.recordings import Recordings, read_manifest

HEADER = "path\tlang\ttext\tspeaker\n"


def _sound(number: int) -> Pcm:
    return Pcm(bytes([number, 0]) * 50, 16_000)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = (
        "a.wav\tko\t온도를 22도로 맞춰 줘.\t지은",
        "sub/b.wav\ten\tTurn on the A/C, please!\tAnn",
        "c.wav\ten\tTurn on the A/C, please!\tBob",
        'd.wav\ten-US\tSay "hello"\t',
    )
    (tmp_path / "sub").mkdir()
    for number, name in enumerate(("a.wav", "sub/b.wav", "c.wav", "d.wav")):
        (tmp_path / name).write_bytes(wav_bytes(_sound(number)))
    (tmp_path / "manifest.tsv").write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("text", ["온도를 22도로 맞춰 줘.", "온도를 이십이 도로 맞춰줘", "온도를 22℃로 맞춰 줘!"])
def test_korean_words_are_found_in_any_notation(folder: Path, text: str) -> None:
    assert Recordings(str(folder)).synthesize(text, "ko") == _sound(0)


@pytest.mark.parametrize("text", ["Turn on the A/C, please!", "turn on the A/C please"])
def test_english_words_are_found_in_any_notation(folder: Path, text: str) -> None:
    assert Recordings(str(folder)).synthesize(text, "en") == _sound(1)


def test_a_speaker_can_be_chosen(folder: Path) -> None:
    voice = Recordings(f"{folder}#Bob")
    assert voice.synthesize("Turn on the A/C, please!", "en") == _sound(2)
    assert voice.voice("en") == f"{folder.name}#Bob"
    with pytest.raises(UsageError, match="no speaker 'Eve': known are Ann, Bob, 지은"):
        Recordings(f"{folder}#Eve")


def test_quotes_are_part_of_the_words(folder: Path) -> None:
    assert Recordings(str(folder)).synthesize('Say "hello"', "en") == _sound(3)


def test_what_nobody_recorded_is_one_line(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"nobody recorded \[ko\] '창문 열어 줘': add it to .*manifest\.tsv"):
        Recordings(str(folder)).synthesize("창문 열어 줘", "ko")
    with pytest.raises(UsageError, match=r"nobody recorded \[ko\]"):
        Recordings(str(folder)).synthesize("Turn on the A/C, please!", "ko")


def test_a_voice_says_what_is_missing_when_asked_to(folder: Path) -> None:
    voice = Recordings(str(folder), fallback=lambda locale: TimedSilence())
    assert voice.synthesize("온도를 22도로 맞춰 줘.", "ko") == _sound(0)
    assert voice.synthesize("창문 열어 줘", "ko") == TimedSilence().synthesize("창문 열어 줘", "ko")


def test_nothing_to_say_is_silence(folder: Path) -> None:
    assert Recordings(str(folder)).synthesize("...", "ko").samples == b""


def test_the_engine_tells_what_it_has(folder: Path) -> None:
    described = spec.synthesizer_engine(f"recordings:{folder}").describe()
    assert described.installed
    assert described.languages == ("ko", "en")
    assert described.model == "4 recordings"
    korean_only = spec.synthesizer_engine(f"recordings:{folder}#지은").describe()
    assert korean_only.languages == ("ko",)
    assert spec.synthesizer(f"recordings:{folder}").synthesize("온도를 22도로 맞춰 줘", "ko") == _sound(0)


def test_without_a_folder_it_says_what_to_name() -> None:
    with pytest.raises(UsageError, match="not installed: name a folder with manifest"):
        spec.synthesizer("recordings")


@pytest.mark.parametrize(
    ("manifest", "says"),
    [
        (HEADER + "a.wav\tfr\tx\t\n", r"manifest\.tsv:2: unknown language 'fr'"),
        (HEADER + "none.wav\ten\tx\t\n", r"manifest\.tsv:2: there is no .*none\.wav"),
        (HEADER + "\ten\tx\t\n", r"manifest\.tsv:2: no path"),
        (HEADER + "\n\n\ten\tx\t\n", r"manifest\.tsv:4: no path"),
        (HEADER + "a" * 5000 + ".wav\ten\tx\t\n", r"manifest\.tsv:2: the path is too long"),
        ("a.wav\ten\tx\t\nb.wav\ten\ty\t\n", "no path and no lang and no text; the columns are path, lang, text"),
    ],
)
def test_a_wrong_list_names_its_line(folder: Path, manifest: str, says: str) -> None:
    (folder / "manifest.tsv").write_text(manifest, encoding="utf-8")
    with pytest.raises(UsageError, match=says):
        read_manifest(folder)


def test_a_folder_without_a_list_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"manifest\.tsv: cannot be read .*name a folder with manifest"):
        spec.synthesizer(f"recordings:{tmp_path}")


def test_a_list_with_a_byte_order_mark_and_without_speakers_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(wav_bytes(_sound(7)))
    (tmp_path / "manifest.tsv").write_text("\ufeffpath\tlang\ttext\r\na.wav\tKO\t네\r\n", encoding="utf-8")
    assert Recordings(str(tmp_path)).synthesize("네", "ko") == _sound(7)


def _wav(path: Path, values: list[int], *, width: int = 2, channels: int = 1, rate_hz: int = 16_000) -> None:
    with wave.open(str(path), "wb") as writer:
        writer.setnchannels(channels)
        writer.setsampwidth(width)
        writer.setframerate(rate_hz)
        writer.writeframes(b"".join(value.to_bytes(width, "little", signed=True) for value in values))


def _only(folder: Path, name: str) -> Recordings:
    (folder / "manifest.tsv").write_text(f"{HEADER}{name}\tko\t네\t\n", encoding="utf-8")
    return Recordings(str(folder))


def test_whatever_a_recorder_writes_is_played(tmp_path: Path) -> None:
    _wav(tmp_path / "낮은 소리.wav", [1, -2, 32767, -32768], rate_hz=8_000)
    kept = _only(tmp_path, "낮은 소리.wav").synthesize("네", "ko")
    assert kept == Pcm(b"\x01\0\xfe\xff\xff\x7f\0\x80", 8_000)
    _wav(tmp_path / "stereo.wav", [100, 300, -400, -200], channels=2, rate_hz=44_100)
    assert _only(tmp_path, "stereo.wav").synthesize("네", "ko") == Pcm(b"\xc8\0\xd4\xfe", 44_100)
    _wav(tmp_path / "24.wav", [256 * 100, -256 * 300], width=3, rate_hz=48_000)
    assert _only(tmp_path, "24.wav").synthesize("네", "ko") == Pcm(b"\x64\0\xd4\xfe", 48_000)


@pytest.mark.parametrize("content", [b"", b"no sound", wav_bytes(Pcm(b"", 16_000))])
def test_a_file_without_sound_is_told_with_its_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.wav").write_bytes(content)
    with pytest.raises(UsageError, match=r"manifest\.tsv:2: .*a\.wav: not a WAV file dashtalk can read"):
        _only(tmp_path, "a.wav")


def test_of_two_takes_the_first_is_played_and_told(folder: Path) -> None:
    voice = Recordings(str(folder))
    assert voice.repeated("en") == ["Turn on the A/C, please!"]
    assert voice.repeated("ko") == []
    assert Recordings(f"{folder}#Bob").repeated("en") == []


def test_what_nobody_recorded_is_known_before_it_is_said(folder: Path) -> None:
    voice = Recordings(str(folder))
    assert voice.missing(["turn on the a/c please", "Yes.", "yes", "..."], "en") == ["yes"]
    assert voice.missing(["온도를 이십이 도로 맞춰줘", "네"], "ko") == ["네"]


def test_a_folder_may_have_a_number_sign_in_its_name(folder: Path) -> None:
    odd = folder.rename(folder.with_name("take #2"))
    assert Recordings(str(odd)).synthesize('Say "hello"', "en") == _sound(3)
    assert Recordings(f"{odd}#Bob").synthesize("Turn on the A/C, please!", "en") == _sound(2)
