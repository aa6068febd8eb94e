"""Supertonic through a stand-in of its package: what it is asked, that it never downloads, and its failures."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from simulator.registry import UsageError
from voice.tts import supertonic
from voice.tts.supertonic import Supertonic, weights

numpy = pytest.importorskip("numpy")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "onnx").mkdir()
    for part in ("duration_predictor", "text_encoder", "vector_estimator", "vocoder"):
        (tmp_path / "onnx" / f"{part}.onnx").write_bytes(b"x")
    supertonic._load.cache_clear()
    monkeypatch.setenv("DASHTALK_SUPERTONIC", str(tmp_path))
    return tmp_path


def _stand_in(monkeypatch: pytest.MonkeyPatch, asked: dict[str, Any]) -> None:
    class TTS:
        sample_rate = 44_100

        def __init__(self, model: str, **options: Any) -> None:
            asked.update(options, model=model)

        def get_voice_style(self, name: str) -> str:
            if name == "Z9":
                raise ValueError("Voice style 'Z9' not found")
            return f"style {name}"

        def synthesize(self, text: str, **options: Any) -> tuple[Any, Any]:
            asked.update(options, text=text)
            return numpy.full((1, 4410), 0.5, dtype=numpy.float32), numpy.array([0.1])

    module = ModuleType("supertonic")
    module.TTS = TTS  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "supertonic", module)


def test_it_speaks_from_its_folder_and_never_downloads(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    _stand_in(monkeypatch, asked)
    sound = Supertonic("#M2").synthesize("창문을 열었어요.", "ko")
    assert (sound.rate_hz, sound.duration_ms) == (44_100, 100)
    assert (asked["model_dir"], asked["auto_download"]) == (folder, False)
    assert (asked["text"], asked["lang"], asked["voice_style"]) == ("창문을 열었어요.", "ko", "style M2")
    assert Supertonic(f"{folder}#F3").voice("ko") == "F3"


def test_a_style_there_is_not_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _stand_in(monkeypatch, {})
    with pytest.raises(UsageError, match="supertonic could not speak: Voice style 'Z9' not found"):
        Supertonic("#Z9").synthesize("hi", "en")


def test_without_weights_it_says_how_to_get_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DASHTALK_SUPERTONIC", str(tmp_path))
    assert weights() is None
    with pytest.raises(UsageError, match=r"supertonic has no weights: python -m pip install .*supertonic download"):
        Supertonic().synthesize("hi", "en")


def test_nothing_to_say_loads_nothing() -> None:
    assert Supertonic().synthesize("...", "en").samples == b""
