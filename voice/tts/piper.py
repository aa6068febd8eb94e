"""Piper voices: English out of the box, any other language with a voice file the user names."""

import json
import re
import threading
from collections.abc import Mapping
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from simulator.channel import Locale
from simulator.registry import UsageError
from voice import downloads, models
from voice.audio import Pcm, concatenate, silence
from voice.models import installed_version
from voice.spec import LOCALES, Engine, EngineDescription, Synthesizer

_SENTENCE_PAUSE_MS = 150
_PEAK = 0.9
_lock = threading.Lock()


@cache
def _load(model: Path) -> Any:
    """Load a voice with one ONNX thread: spinning workers lose on shared cores. Source: docs/voice.md, fact 3."""
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
    """Speaks with a fixed noise, so that the same text always gives the same samples.

    `model` is a voice file, or a downloaded voice's name, with `#SPEAKER` (a number or a name) behind it where the
    file holds several; empty means the voice of the settings for each language.
    """

    real_speech = True

    def __init__(self, model: str = "") -> None:
        self.name = f"piper:{model}" if model else "piper"
        self._named, self._speaker = split_speaker(model)

    def voice(self, locale: Locale) -> str:
        """Return the file name of the voice; raises UsageError when there is none for the language."""
        stem = self._model(locale).stem
        return f"{stem}#{self._speaker}" if self._speaker else stem

    def fingerprint(self, locale: Locale) -> str:
        """Return the library's version, the voice file's size and age, and the fixed parameters.

        Voices that were trained further have the size of the old ones, hence the age.
        """
        status = self._model(locale).stat()
        file = f"{status.st_size} bytes of {status.st_mtime_ns}"
        return f"piper-tts {installed_version('piper-tts')}, {file}, noise 0/0, peak {_PEAK}"

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

            settings = SynthesisConfig(
                speaker_id=speaker_number(voice.config.speaker_id_map, voice.config.num_speakers, self._speaker, model),
                noise_scale=0.0,
                noise_w_scale=0.0,
                normalize_audio=True,
                volume=_PEAK,
            )
            parts: list[Pcm] = []
            for chunk in voice.synthesize(cleaned, settings):
                if parts:
                    parts.append(silence(_SENTENCE_PAUSE_MS, rate_hz))
                parts.append(Pcm(chunk.audio_int16_bytes, rate_hz))
        return concatenate(parts, rate_hz)

    def _model(self, locale: Locale) -> Path:
        if self._named:
            model = named_voice(self._named)
            if model is None:
                raise UsageError(f"piper has no voice '{self._named}': {_missing_named(self._named)}")
            if locale not in languages_of(model):
                raise UsageError(f"the piper voice {model.stem} does not speak '{locale}'")
            return model
        found = voice_for(locale)
        if found is None:
            raise UsageError(f"piper has no voice for '{locale}': {_missing_voice(locale)}")
        return found


def split_speaker(model: str) -> tuple[str, str]:
    """Return the voice and the speaker of `VOICE#SPEAKER`; the speaker is empty where none is named."""
    named, mark, speaker = model.rpartition("#")
    return (named, speaker) if mark else (model, "")


def speaker_number(numbers: Mapping[str, int], count: int, speaker: str, model: Path) -> int | None:
    """Return the number of a speaker; None leaves it to the voice. Raises UsageError for one there is not."""
    if not speaker:
        return None
    if speaker in numbers:
        return int(numbers[speaker])
    if speaker.isdigit() and int(speaker) < count:
        return int(speaker)
    known = f"0 to {count - 1}" if count > 1 else "only one"
    raise UsageError(f"the piper voice {model.stem} has no speaker '{speaker}': it has {known}")


def voice_for(locale: Locale) -> Path | None:
    """Return the voice of a language: the user's own, the packaged one, or one that was downloaded."""
    configured = models.piper_voice(locale)
    if configured is not None:
        return configured
    for offer in downloads.downloaded("piper", locale):
        found = _inside(offer.directory)
        if found is not None:
            return found
    return None


def named_voice(named: str) -> Path | None:
    """Return the file of a voice that was named by its path or as a download; None when it is not there."""
    catalogue = downloads.offers()
    if named in catalogue and catalogue[named].engine == "piper":
        return _inside(catalogue[named].directory) if catalogue[named].downloaded else None
    packaged = models.packaged_piper_voice()
    if packaged is not None and named == packaged.stem:
        return packaged
    path = Path(named).expanduser()
    return path if path.suffix == ".onnx" and path.is_file() and Path(f"{path}.json").is_file() else None


def _inside(folder: Path) -> Path | None:
    return next((path for path in sorted(folder.glob("*.onnx")) if Path(f"{path}.json").is_file()), None)


def languages_of(model: Path) -> tuple[Locale, ...]:
    """Return which of our languages a voice speaks, by its settings file; raises UsageError when that is damaged."""
    try:
        settings = json.loads(Path(f"{model}.json").read_text(encoding="utf-8"))
        told = (settings.get("language", {}).get("code", ""), settings.get("espeak", {}).get("voice", ""))
    except (OSError, ValueError, AttributeError, RecursionError):
        raise UsageError(f"{model}.json: no settings of a piper voice") from None
    return tuple(locale for locale in LOCALES if any(str(name).lower().startswith(locale) for name in told))


def _missing_voice(locale: Locale) -> str:
    if locale == "en":
        return models.OFFLINE_VOICES_COMMAND
    return f"set DASHTALK_PIPER_{locale.upper()} to an .onnx voice file with its .onnx.json beside it"


def _missing_named(named: str) -> str:
    if named in downloads.offers():
        return downloads.get_command(named)
    return "name an .onnx file with its .onnx.json beside it, or a voice of `dashtalk voices list`"


def _library() -> bool:
    return find_spec("piper") is not None and find_spec("onnxruntime") is not None


def _describe() -> EngineDescription:
    voices = {locale: voice_for(locale) for locale in LOCALES}
    present = {locale: path for locale, path in voices.items() if path is not None}
    packaged = models.packaged_piper_voice()
    installed = _library() and bool(present)
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


def _describe_named(model: str) -> EngineDescription:
    named, _ = split_speaker(model)
    found = named_voice(named)
    installed = _library() and found is not None
    missing = _missing_named(named) if _library() else models.OFFLINE_VOICES_COMMAND
    return EngineDescription(
        name=f"piper:{model}",
        kind="tts",
        languages=languages_of(found) if found is not None else LOCALES,
        model=model,
        licence="program GPL-3.0-or-later; the voice's own",
        size_mb=found.stat().st_size // 1_000_000 if found is not None else 0,
        installed=installed,
        missing=None if installed else missing,
        real_speech=True,
        verified=found is not None and found == models.packaged_piper_voice(),
    )


def _with_model(model: str) -> Engine[Synthesizer]:
    return Engine(f"piper:{model}", 10, partial(_describe_named, model), partial(Piper, model))


ENGINES: tuple[Engine[Synthesizer], ...] = (Engine("piper", 10, _describe, Piper, with_model=_with_model),)
