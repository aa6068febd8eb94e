"""Piper voices: English out of the box, any other language with a voice file the user names."""

import re
import threading
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from simulator.channel import Locale
from simulator.registry import UsageError
from voice import models
from voice.audio import Pcm, concatenate, silence
from voice.models import installed_version
from voice.spec import LOCALES, Engine, EngineDescription, Synthesizer

_SENTENCE_PAUSE_MS = 150
_PEAK = 0.9
_lock = threading.Lock()


@cache
def _load(model: Path) -> Any:
    """Load a voice with one ONNX thread: spinning workers lose on shared cores. Source: docs/voice.md, fact 3."""
    import json

    import onnxruntime
    from piper import PiperVoice
    from piper.config import PiperConfig

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    config = json.loads(Path(f"{model}.json").read_text(encoding="utf-8"))
    session = onnxruntime.InferenceSession(str(model), sess_options=options, providers=["CPUExecutionProvider"])
    return PiperVoice(session=session, config=PiperConfig.from_dict(config), download_dir=model.parent)


def speakable(text: str) -> str:
    """Return the text with nothing Piper would read as raw phonemes (`[[...]]`)."""
    return re.sub(r"\[{2,}|\]{2,}", " ", text)


class Piper:
    """Speaks with a fixed noise, so that the same text always gives the same samples."""

    name = "piper"
    real_speech = True

    def voice(self, locale: Locale) -> str:
        """Return the file name of the voice; raises UsageError when there is none for the language."""
        return self._model(locale).stem

    def fingerprint(self, locale: Locale) -> str:
        """Return the library's version, the voice file's size and the fixed parameters."""
        size = self._model(locale).stat().st_size
        return f"piper-tts {installed_version('piper-tts')}, {size} bytes, noise 0/0, peak {_PEAK}"

    def synthesize(self, text: str, locale: Locale) -> Pcm:
        """Return the speech at the voice's own rate (22,050 Hz for medium voices)."""
        model = self._model(locale)
        with _lock:
            voice = _load(model)
            rate_hz = int(voice.config.sample_rate)
            cleaned = speakable(text).strip()
            if not re.search(r"\w", cleaned):
                return Pcm(b"", rate_hz)
            from piper import SynthesisConfig

            settings = SynthesisConfig(noise_scale=0.0, noise_w_scale=0.0, normalize_audio=True, volume=_PEAK)
            parts: list[Pcm] = []
            for chunk in voice.synthesize(cleaned, settings):
                if parts:
                    parts.append(silence(_SENTENCE_PAUSE_MS, rate_hz))
                parts.append(Pcm(chunk.audio_int16_bytes, rate_hz))
        return concatenate(parts, rate_hz)

    @staticmethod
    def _model(locale: Locale) -> Path:
        model = models.piper_voice(locale)
        if model is None:
            raise UsageError(f"piper has no voice for '{locale}': {_missing_voice(locale)}")
        return model


def _missing_voice(locale: Locale) -> str:
    if locale == "en":
        return models.OFFLINE_VOICES_COMMAND
    return f"set DASHTALK_PIPER_{locale.upper()} to an .onnx voice file with its .onnx.json beside it"


def _describe() -> EngineDescription:
    library = find_spec("piper") is not None and find_spec("onnxruntime") is not None
    voices = {locale: models.piper_voice(locale) for locale in LOCALES}
    present = {locale: path for locale, path in voices.items() if path is not None}
    packaged = models.packaged_piper_voice()
    installed = library and bool(present)
    return EngineDescription(
        name="piper",
        kind="tts",
        languages=tuple(present) or ("en",),
        model=", ".join(path.stem for path in present.values()) or "en_US-joe-medium",
        licence="program GPL-3.0-or-later; voice en_US-joe CC0",
        size_mb=63,
        installed=installed,
        missing=None if installed else models.OFFLINE_VOICES_COMMAND,
        real_speech=True,
        verified=all(path == packaged for path in present.values()),
    )


ENGINES: tuple[Engine[Synthesizer], ...] = (Engine("piper", 10, _describe, Piper),)
