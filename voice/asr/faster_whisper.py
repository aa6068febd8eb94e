"""Whisper in int8 on the CPU, one warm model for all sessions of the process."""

import math
import threading
import time
from collections.abc import Callable
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from simulator.channel import Heard, Locale
from simulator.registry import UsageError
from voice import downloads, models
from voice.asr.hallucination import is_stock_phrase, recites, token_cap, without_loop, without_restart
from voice.asr.prompt import domain_prompt
from voice.audio import RECOGNITION_RATE_HZ, Pcm, resampled
from voice.spec import Engine, EngineDescription, Transcriber
from voice.whisper_library import faster_whisper

AudioContext = Literal["full", "fast"]

# Source: docs/voice.md, fact 1: the library's 0.6 lets cabin noise (0.50..0.59) through.
_NO_SPEECH_THRESHOLD = 0.4
_LOG_PROBABILITY_THRESHOLD = -1.0
_COMPRESSION_RATIO_THRESHOLD = 2.4
_SHORTEST_MS = 100
_FRAMES_PER_S = 100
_FAST_MARGIN_S = 2.0
_NAMES: dict[AudioContext, str] = {"full": "faster-whisper", "fast": "faster-whisper-fast"}
_lock = threading.Lock()


@cache
def _warm_model(directory: Path, cpu_threads: int) -> Any:
    """Load the model once per process; its `frames` attribute crops the encoder's window when set."""

    class CroppingModel(faster_whisper().WhisperModel):  # type: ignore[misc]
        """The library pads every window to 30 s; only the encoder's input can be cut. Source: docs/voice.md, fact 1."""

        frames: int | None = None

        def encode(self, features: Any) -> Any:
            return super().encode(features if self.frames is None else features[..., : self.frames].copy())

    return CroppingModel(
        str(directory), device="cpu", compute_type="int8", cpu_threads=cpu_threads, local_files_only=True
    )


class FasterWhisper:
    """Recognises one utterance at a time with an explicit language; the same audio gives the same text.

    `audio_context` "fast" crops the encoder's 30 s window to the speech plus 2 s: 7 to 16 times cheaper,
    with more loops for the guards to cut. Source: docs/voice.md, fact 1.
    """

    def __init__(
        self,
        *,
        audio_context: AudioContext = "full",
        beam_size: int = 5,
        cpu_threads: int = 2,
        model: str = "",
    ) -> None:
        self.name = _NAMES[audio_context] + (f":{model}" if model else "")
        self._directory: Callable[[], Path] = partial(_directory, model) if model else models.whisper_directory
        self._audio_context = audio_context
        self._beam_size = beam_size
        self._cpu_threads = cpu_threads

    def prepare(self) -> None:
        """Put the model in place; raises UsageError when it is not installed or cannot be stored in the user cache."""
        self._directory()

    def transcribe(self, pcm: Pcm, locale: Locale, hints: tuple[str, ...] = ()) -> Heard:
        """Return what was heard; empty text for silence, noise and what the guards reject.

        Raises UsageError when the model is not installed or cannot be stored in the user cache.
        """
        if pcm.duration_ms < _SHORTEST_MS:
            return Heard(text="", engine=self.name)
        prompt = domain_prompt(hints, locale)
        audio = resampled(pcm, RECOGNITION_RATE_HZ)
        with _lock:
            model = _warm_model(self._directory(), self._cpu_threads)
            started = time.perf_counter()
            segments, speech_ms = self._segments(model, audio, locale, prompt)
            elapsed_ms = round((time.perf_counter() - started) * 1000)
        text = without_loop(" ".join(segment.text.strip() for segment in segments))
        if self._audio_context == "fast":
            text = without_restart(text, speech_ms, locale)
        rejected = is_stock_phrase(text, locale) or recites(text, prompt or "", hints)
        confidence = None if rejected or not text else _confidence(segments)
        return Heard(
            text="" if rejected else text,
            engine=self.name,
            confidence=confidence,
            recognition_ms=elapsed_ms,
        )

    def _segments(self, model: Any, audio: Pcm, locale: Locale, prompt: str | None) -> tuple[list[Any], int]:
        model.frames = None
        if self._audio_context == "fast":
            model.frames = math.ceil((audio.duration_ms / 1000 + _FAST_MARGIN_S) * _FRAMES_PER_S)
        found, info = model.transcribe(
            audio.floats(),
            language=locale,
            beam_size=self._beam_size,
            # One temperature: the fallbacks sample at random, and a simulator must repeat itself.
            temperature=0.0,
            condition_on_previous_text=False,
            initial_prompt=prompt,
            no_speech_threshold=_NO_SPEECH_THRESHOLD,
            log_prob_threshold=_LOG_PROBABILITY_THRESHOLD,
            compression_ratio_threshold=_COMPRESSION_RATIO_THRESHOLD,
            without_timestamps=True,
            max_new_tokens=token_cap(audio.duration_ms, locale),
            no_repeat_ngram_size=5 if self._audio_context == "fast" else 0,
            vad_filter=True,
            vad_parameters={"min_speech_duration_ms": 100, "speech_pad_ms": 300},
        )
        return list(found), round(info.duration_after_vad * 1000)


def _confidence(segments: list[Any]) -> float | None:
    weights = [max(1, len(segment.tokens)) for segment in segments]
    if not weights:
        return None
    mean = sum(s.avg_logprob * w for s, w in zip(segments, weights, strict=True)) / sum(weights)
    return round(min(1.0, math.exp(mean)), 4)


def _describe(audio_context: AudioContext, model: str = "") -> EngineDescription:
    name = _NAMES[audio_context] + (f":{model}" if model else "")
    library = find_spec("faster_whisper") is not None
    if model:
        return _describe_named(name, library, model)
    installed = library and models.whisper_base_installed()
    configured = models.configured_whisper()
    return EngineDescription(
        name=name,
        kind="asr",
        languages=("ko", "en"),
        model="whisper base int8" if configured is None else configured.name,
        licence="MIT",
        size_mb=148,
        installed=installed,
        missing=None if installed else models.OFFLINE_VOICES_COMMAND,
        real_speech=True,
        verified=configured is None,
    )


def _describe_named(name: str, library: bool, model: str) -> EngineDescription:
    present = model == "base" and models.whisper_base_installed(configured_counts=False)
    found = present or _found(model) is not None
    offer = _offer(model)
    brings = f"dashtalk voices get {offer.name}" if offer else f"give a folder with model.bin, or one of {_sizes()}"
    missing = None if found else brings
    return EngineDescription(
        name=name,
        kind="asr",
        languages=("en",) if model.endswith(".en") else ("ko", "en"),
        model=f"whisper {model}",
        licence="MIT" if "/" not in model else "see the model",
        size_mb=offer.size_mb if offer else 148 if model == "base" else 0,
        installed=library and found,
        missing=missing if library else models.OFFLINE_VOICES_COMMAND,
        real_speech=True,
        verified=present,
    )


def _offer(model: str) -> downloads.Offer | None:
    for offer in downloads.offers().values():
        if offer.engine == "faster-whisper" and model in (offer.name, offer.name.removeprefix("faster-whisper-")):
            return offer
    return None


def _sizes() -> str:
    known = [offer for offer in downloads.offers().values() if offer.engine == "faster-whisper"]
    return ", ".join(["base", *(offer.name.removeprefix("faster-whisper-") for offer in known)])


def _found(model: str) -> Path | None:
    offer = _offer(model)
    return models.named_whisper(model, (offer.directory,) if offer is not None and offer.downloaded else ())


def _directory(model: str) -> Path:
    found = _found(model)
    if found is None:
        raise UsageError(f"whisper '{model}' is not on this machine: {_describe('full', model).missing}")
    return found


def _engine(audio_context: AudioContext, rank: int) -> Engine[Transcriber]:
    def of_model(model: str) -> Engine[Transcriber]:
        return Engine(
            f"{_NAMES[audio_context]}:{model}",
            rank,
            partial(_describe, audio_context, model),
            partial(FasterWhisper, audio_context=audio_context, model=model),
        )

    return Engine(
        _NAMES[audio_context],
        rank,
        partial(_describe, audio_context),
        partial(FasterWhisper, audio_context=audio_context),
        with_model=of_model,
    )


ENGINES: tuple[Engine[Transcriber], ...] = (_engine("full", 10), _engine("fast", 20))
