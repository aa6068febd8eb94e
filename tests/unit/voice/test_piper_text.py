"""Text given to Piper never turns into raw phonemes, and a missing voice says what to do."""

import json
import os
from pathlib import Path

import pytest

from simulator.registry import UsageError
from voice.tts.piper import Piper, languages_of, speakable, speaker_number, split_speaker


@pytest.mark.parametrize("text", ["say [[ h@l'oU ]] now", "[[[x]]]", "a [[ b", "]] c"])
def test_raw_phoneme_brackets_never_reach_the_voice(text: str) -> None:
    assert "[[" not in speakable(text)
    assert "]]" not in speakable(text)


def test_single_brackets_are_left_alone() -> None:
    assert speakable("exit [B]") == "exit [B]"


def test_a_language_without_a_voice_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DASHTALK_PIPER_KO", raising=False)
    with pytest.raises(UsageError, match="piper has no voice for 'ko': set DASHTALK_PIPER_KO"):
        Piper().synthesize("네", "ko")


def _voice(folder: Path, name: str, code: str, content: bytes = b"") -> Path:
    path = folder / f"{name}.onnx"
    path.write_bytes(content)
    Path(f"{path}.json").write_text(json.dumps({"language": {"code": code}}), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("model", "voice", "speaker"),
    [("", "", ""), ("/v/a.onnx", "/v/a.onnx", ""), ("/v/a.onnx#3", "/v/a.onnx", "3"), ("/a#b/c#ann", "/a#b/c", "ann")],
)
def test_a_speaker_stands_behind_the_voice(model: str, voice: str, speaker: str) -> None:
    assert split_speaker(model) == (voice, speaker)


def test_speakers_are_found_by_name_and_number() -> None:
    names = {"ann": 0, "bob": 4}
    assert speaker_number(names, 5, "bob", Path("v.onnx")) == 4
    assert speaker_number(names, 5, "3", Path("v.onnx")) == 3
    assert speaker_number(names, 5, "", Path("v.onnx")) is None
    with pytest.raises(UsageError, match="the piper voice v has no speaker '5': it has 0 to 4"):
        speaker_number(names, 5, "5", Path("v.onnx"))
    with pytest.raises(UsageError, match="it has only one"):
        speaker_number({}, 1, "eve", Path("v.onnx"))


def test_a_named_voice_speaks_the_language_its_settings_tell(tmp_path: Path) -> None:
    path = _voice(tmp_path, "own", "ko_KR")
    assert languages_of(path) == ("ko",)
    assert Piper(str(path)).voice("ko") == "own"
    assert Piper(f"{path}#2").voice("ko") == "own#2"
    with pytest.raises(UsageError, match="the piper voice own does not speak 'en'"):
        Piper(str(path)).synthesize("hi", "en")


def test_a_voice_that_is_not_there_says_what_to_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DASHTALK_CACHE", str(tmp_path))
    with pytest.raises(UsageError, match=r"piper has no voice '.*none\.onnx': name an \.onnx file"):
        Piper(str(tmp_path / "none.onnx")).voice("en")
    with pytest.raises(UsageError, match="dashtalk voices get en_US-lessac-medium"):
        Piper("en_US-lessac-medium").voice("en")


def test_damaged_settings_are_one_line(tmp_path: Path) -> None:
    path = _voice(tmp_path, "own", "ko_KR")
    Path(f"{path}.json").write_text("{", encoding="utf-8")
    with pytest.raises(UsageError, match=r"own\.onnx\.json: no settings of a piper voice"):
        languages_of(path)


def test_a_voice_trained_further_is_another_voice(tmp_path: Path) -> None:
    path = _voice(tmp_path, "own", "en_US", b"one")
    os.utime(path, (1, 1))
    before = Piper(str(path)).fingerprint("en")
    path.write_bytes(b"two")
    os.utime(path, (2, 2))
    assert Piper(str(path)).fingerprint("en") != before
