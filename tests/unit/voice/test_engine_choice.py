"""Which engine a setting names, for which language, and with which model."""

from pathlib import Path
from typing import Any

import pytest

from simulator.registry import UsageError
from voice import spec
from voice.asr import vosk
from voice.models import OFFLINE_VOICES_COMMAND, named_whisper
from voice.spec import check_speaks, chosen, synthesizer_engine, transcriber_engine


@pytest.mark.parametrize(
    ("setting", "korean", "english"),
    [
        ("", None, None),
        ("piper", "piper", "piper"),
        ("ko=mbrola,en=piper", "mbrola", "piper"),
        (" ko = mbrola , en = piper ", "mbrola", "piper"),
        ("ko=mbrola", "mbrola", None),
        ("espeak,ko=mbrola", "mbrola", "espeak"),
        ("ko=piper:/v/ko.onnx#2,en=piper", "piper:/v/ko.onnx#2", "piper"),
        ("en=command:say --rate=1,2 -v a=b,ko=mbrola", "mbrola", "command:say --rate=1,2 -v a=b"),
        ("recordings:/my,folder", "recordings:/my,folder", "recordings:/my,folder"),
    ],
)
def test_a_setting_names_an_engine_per_language(setting: str, korean: str | None, english: str | None) -> None:
    assert chosen(setting, "ko") == korean
    assert chosen(setting, "en") == english


def test_an_unknown_language_is_one_line() -> None:
    with pytest.raises(UsageError, match="'fr=piper': unknown language 'fr': known are ko, en"):
        chosen("fr=piper", "ko")


@pytest.mark.parametrize(
    ("reference", "says"),
    [
        ("mbrola:hn2", "tts engine 'mbrola' takes no model"),
        ("null:x", "takes no model"),
        ("pipper:x", "did you mean 'piper'"),
    ],
)
def test_a_wrong_reference_is_one_line(reference: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        synthesizer_engine(reference)


def test_a_language_an_engine_does_not_have_is_one_line() -> None:
    with pytest.raises(UsageError, match="tts engine 'mbrola' has no 'en': it has ko"):
        check_speaks(synthesizer_engine("mbrola").describe(), "en")


# Recordings are a folder, which test_recordings.py makes.
ENGINES: list[spec.Engine[Any]] = [*spec.transcribers().values(), *spec.synthesizers().values()]
WITH_MODEL = [
    engine for engine in ENGINES if engine.with_model is not None and not engine.name.startswith("recordings")
]


@pytest.mark.parametrize("engine", WITH_MODEL, ids=lambda engine: engine.name)
def test_an_engine_with_a_model_describes_itself(engine: spec.Engine[object]) -> None:
    assert engine.with_model is not None
    made = engine.with_model("no-such-model")
    described = made.describe()
    assert made.name == described.name == f"{engine.name}:no-such-model"
    assert described.installed == (described.missing is None)
    assert described.kind == engine.describe().kind
    assert made.automatic == engine.automatic


def test_what_costs_money_or_needs_something_is_used_only_when_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    monkeypatch.setenv("DASHTALK_TTS_COMMAND", "cat")
    assert synthesizer_engine("openai-speech").describe().installed
    assert synthesizer_engine("command").describe().installed
    for locale in spec.LOCALES:
        voice, ears = spec.best_synthesizer(locale, placeholders=True), spec.best_transcriber(locale)
        assert voice is not None
        assert not voice.name.startswith(("openai", "command", "recordings"))
        assert ears is None or not ears.name.startswith("openai")


def test_a_whisper_size_that_is_not_here_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DASHTALK_CACHE", str(tmp_path))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    small = transcriber_engine("faster-whisper:small").describe()
    assert not small.installed
    assert small.missing in ("dashtalk voices get faster-whisper-small", OFFLINE_VOICES_COMMAND)
    assert transcriber_engine("faster-whisper:tiny.en").describe().languages == ("en",)
    other = transcriber_engine("faster-whisper:owner/unheard-of").describe()
    assert not other.installed


def test_a_whisper_model_is_found_by_path_and_in_a_hub_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DASHTALK_CACHE", str(tmp_path))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    for folder in ("own", "hub/models--Systran--faster-whisper-small/snapshots/1", "hub/models--a--b/snapshots/1"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "model.bin").write_bytes(b"")
    assert named_whisper(str(tmp_path / "own")) == tmp_path / "own"
    assert named_whisper("small") == tmp_path / "hub/models--Systran--faster-whisper-small/snapshots/1"
    assert named_whisper("a/b") == tmp_path / "hub/models--a--b/snapshots/1"
    assert named_whisper("../../own") is None
    assert named_whisper("medium") is None


def test_vosk_drops_what_is_no_word() -> None:
    assert vosk._spoken([{"text": "[unk] 창문 <eps>"}, {"text": "[4] 열어 줘"}]) == "창문 열어 줘"


def test_vosk_without_an_english_model_says_how_to_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DASHTALK_CACHE", str(tmp_path))
    monkeypatch.delenv("DASHTALK_VOSK_EN", raising=False)
    with pytest.raises(UsageError, match="vosk has no model for 'en': dashtalk voices get vosk-small-en-us, or set"):
        vosk.Vosk().stream("en")
