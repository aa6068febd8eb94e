"""Supertonic, a neural voice for many languages, Korean among them; its weights are the user's to bring."""

import os
import threading
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from simulator.channel import Locale
from simulator.registry import UsageError
from voice.audio import Pcm, from_floats
from voice.models import installed_version
from voice.spec import LOCALES, Engine, EngineDescription, Synthesizer

FOLDER_VARIABLE = "DASHTALK_SUPERTONIC"
_MODEL = "supertonic-3"
_STYLE = "F1"
_STEPS = 8
_SPEED = 1.05
_RATE_HZ = 44_100
_PARTS = ("duration_predictor.onnx", "text_encoder.onnx", "vector_estimator.onnx", "vocoder.onnx")
_HOW = (
    "python -m pip install 'supertonic>=1.3,<2' && supertonic download "
    f"(SUPERTONIC_MODEL_REPO names a mirror), or set {FOLDER_VARIABLE} to a folder with the weights"
)
_lock = threading.Lock()


@cache
def _load(folder: Path) -> Any:
    from supertonic import TTS

    try:
        # One thread, as for Piper; and never a download that nobody asked for.
        return TTS(_MODEL, model_dir=folder, auto_download=False, intra_op_num_threads=1, inter_op_num_threads=1)
    except (OSError, ValueError, RuntimeError) as error:
        raise UsageError(f"supertonic cannot read its weights in {folder}: {str(error)[:200]}") from None


def weights(named: str = "") -> Path | None:
    """Return the folder with the weights: the named one, DASHTALK_SUPERTONIC, or where the package keeps them."""
    chosen = named or os.environ.get(FOLDER_VARIABLE) or os.environ.get("SUPERTONIC_CACHE_DIR")
    folder = Path(chosen).expanduser() if chosen else Path.home() / ".cache" / "supertonic3"
    return folder if all((folder / "onnx" / part).is_file() for part in _PARTS) else None


class Supertonic:
    """Speaks Korean and English; `model` is `FOLDER`, `#STYLE` or both, the style one of M1 to M5 and F1 to F5."""

    real_speech = True

    def __init__(self, model: str = "") -> None:
        self.name = f"supertonic:{model}" if model else "supertonic"
        self._folder, _, style = model.partition("#")
        self._style = style or _STYLE

    def voice(self, locale: Locale) -> str:
        """Return the style."""
        return self._style

    def fingerprint(self, locale: Locale) -> str:
        """Return the package's version, the size of the weights and the fixed parameters."""
        folder = self._weights()
        size = sum((folder / "onnx" / part).stat().st_size for part in _PARTS)
        return f"supertonic {installed_version('supertonic')}, {size} bytes, {_STEPS} steps, speed {_SPEED}"

    def synthesize(self, text: str, locale: Locale) -> Pcm:
        """Return the speech at 44.1 kHz; raises UsageError when the weights or the style are not there."""
        if not any(character.isalnum() for character in text):
            return Pcm(b"", _RATE_HZ)
        with _lock:
            engine = _load(self._weights())
            try:
                style = engine.get_voice_style(self._style)
                samples, _ = engine.synthesize(
                    text, voice_style=style, total_steps=_STEPS, speed=_SPEED, lang=locale, verbose=False
                )
            except (OSError, ValueError, RuntimeError) as error:
                raise UsageError(f"supertonic could not speak: {str(error)[:200]}") from None
        return from_floats(samples.reshape(-1), int(engine.sample_rate))

    def _weights(self) -> Path:
        folder = weights(self._folder)
        if folder is None:
            raise UsageError(f"supertonic has no weights: {_HOW}")
        return folder


def _describe(model: str = "") -> EngineDescription:
    installed = find_spec("supertonic") is not None and weights(model.partition("#")[0]) is not None
    return EngineDescription(
        name=f"supertonic:{model}" if model else "supertonic",
        kind="tts",
        languages=LOCALES,
        model=model or f"{_MODEL}#{_STYLE}",
        licence="program MIT; weights OpenRAIL-M, whose limits of use pass on",
        size_mb=400,
        installed=installed,
        missing=None if installed else _HOW,
        real_speech=True,
        verified=False,
    )


def _with_model(model: str) -> Engine[Synthesizer]:
    return Engine(f"supertonic:{model}", 15, partial(_describe, model), partial(Supertonic, model))


ENGINES: tuple[Engine[Synthesizer], ...] = (Engine("supertonic", 15, _describe, Supertonic, with_model=_with_model),)
