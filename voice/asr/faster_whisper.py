"""Whisper base in int8 on the CPU, one warm model for all sessions of the process."""

import math
import threading
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from simulator.channel import Heard, Locale
from voice import models
from voice.asr.hallucination import is_stock_phrase, recites, token_cap, without_loop, without_restart
from voice.audio import RECOGNITION_RATE_HZ, Pcm, resampled
from voice.spec import Engine, EngineDescription, Transcriber

AudioContext = Literal["full", "fast"]

# Source: docs/voice.md, fact 1: the library's 0.6 lets cabin noise (0.50..0.59) through.
_NO_SPEECH_THRESHOLD = 0.4
_LOG_PROBABILITY_THRESHOLD = -1.0
_COMPRESSION_RATIO_THRESHOLD = 2.4
_SHORTEST_MS = 100
_PROMPT_NAMES = 30
_PROMPT_CHARACTERS = 160
_FRAMES_PER_S = 100
_FAST_MARGIN_S = 2.0
_lock = threading.Lock()


@cache
def _warm_model(directory: Path, cpu_threads: int) -> Any:
    """Load the model once per process; its `frames` attribute crops the encoder's window when set."""
    import faster_whisper

    class CroppingModel(faster_whisper.WhisperModel):  # type: ignore[misc]
        """The library pads every window to 30 s; only the encoder's input can be cut. Source: docs/voice.md, fact 1."""

        frames: int | None = None

        def encode(self, features: Any) -> Any:
            return super().encode(features if self.frames is None else features[..., : self.frames].copy())

    return CroppingModel(
        str(directory), device="cpu", compute_type="int8", cpu_threads=cpu_threads, local_files_only=True
    )


def _prompt(hints: tuple[str, ...]) -> str | None:
    text = ""
    for hint in hints[:_PROMPT_NAMES]:
        longer = f"{text}, {hint}" if text else hint
        if len(longer) > _PROMPT_CHARACTERS:
            break
        text = longer
    return text or None


class FasterWhisper:
    """Recognises one utterance at a time with an explicit language; the same audio gives the same text.

    `audio_context` "fast" crops the encoder's 30 s window to the speech plus 2 s: 7 to 16 times cheaper,
    with more loops for the guards to cut. Source: docs/voice.md, fact 1.
    """

    def __init__(self, *, audio_context: AudioContext = "full", beam_size: int = 5, cpu_threads: int = 2) -> None:
        self.name = "faster-whisper" if audio_context == "full" else "faster-whisper-fast"
        self._audio_context = audio_context
        self._beam_size = beam_size
        self._cpu_threads = cpu_threads

    def transcribe(self, pcm: Pcm, locale: Locale, hints: tuple[str, ...] = ()) -> Heard:
        """Return what was heard; empty text for silence, noise and what the guards reject.

        Raises UsageError when the model is not installed or cannot be stored in the user cache.
        """
        if pcm.duration_ms < _SHORTEST_MS:
            return Heard(text="", engine=self.name)
        audio = resampled(pcm, RECOGNITION_RATE_HZ)
        with _lock:
            model = _warm_model(models.whisper_directory(), self._cpu_threads)
            started = time.perf_counter()
            segments, speech_ms = self._segments(model, audio, locale, _prompt(hints))
            elapsed_ms = round((time.perf_counter() - started) * 1000)
        text = without_loop(" ".join(segment.text.strip() for segment in segments))
        if self._audio_context == "fast":
            text = without_restart(text, speech_ms, locale)
        rejected = is_stock_phrase(text, locale) or recites(text, _prompt(hints) or "")
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


def _describe(name: str) -> EngineDescription:
    library = find_spec("faster_whisper") is not None
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


def _build_full() -> Transcriber:
    return FasterWhisper()


def _build_fast() -> Transcriber:
    return FasterWhisper(audio_context="fast")


ENGINES: tuple[Engine[Transcriber], ...] = (
    Engine("faster-whisper", 10, lambda: _describe("faster-whisper"), _build_full),
    Engine("faster-whisper-fast", 20, lambda: _describe("faster-whisper-fast"), _build_fast),
)
