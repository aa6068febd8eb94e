"""A recogniser behind an OpenAI-compatible endpoint: `/v1/audio/transcriptions`."""

import json
import time
from functools import partial

from simulator.channel import Heard, Locale
from simulator.registry import UsageError
from voice import openai_audio
from voice.asr.hallucination import is_stock_phrase, recites, without_loop
from voice.asr.prompt import domain_prompt
from voice.audio import Pcm, wav_bytes
from voice.spec import Engine, EngineDescription, Transcriber

ADDRESS_VARIABLE = "DASHTALK_ASR_BASE_URL"
_NAME = "openai-transcription"
_DEFAULT_MODEL = "whisper-1"
_PATH = "/audio/transcriptions"
_SHORTEST_MS = 100


class OpenAITranscription:
    """Sends one utterance as a WAV with its language and the expected names; the guards are the same as at home."""

    def __init__(self, model: str = "") -> None:
        self.name = f"{_NAME}:{model}" if model else _NAME
        self._model = model or _DEFAULT_MODEL

    def transcribe(self, pcm: Pcm, locale: Locale, hints: tuple[str, ...] = ()) -> Heard:
        """Return what the service heard; raises UsageError in one line when it gives no answer."""
        if pcm.duration_ms < _SHORTEST_MS or not any(pcm.samples):
            return Heard(text="", engine=self.name)
        prompt = domain_prompt(hints, locale)
        fields = {"model": self._model, "language": locale, "response_format": "json", "temperature": "0"}
        if prompt:
            fields["prompt"] = prompt
        body, content_type = openai_audio.multipart(fields, "speech.wav", wav_bytes(pcm), "audio/wav")
        where = openai_audio.service(ADDRESS_VARIABLE)
        started = time.perf_counter()
        reply = openai_audio.ask(where, _PATH, body, content_type)
        elapsed_ms = max(1, round((time.perf_counter() - started) * 1000))
        text = without_loop(_text(reply, where.shown))
        rejected = is_stock_phrase(text, locale) or recites(text, prompt or "", hints)
        return Heard(text="" if rejected else text, engine=self.name, recognition_ms=elapsed_ms)


def _text(reply: openai_audio.Reply, shown: str) -> str:
    try:
        text = json.loads(reply.content)["text"]
    except (ValueError, KeyError, TypeError, RecursionError):
        text = None
    if not isinstance(text, str):
        raise UsageError(f"{shown}{_PATH}: sent no JSON object with 'text'; is it a transcription service?")
    return " ".join(text.split())


def _describe(model: str = "") -> EngineDescription:
    name = f"{_NAME}:{model}" if model else _NAME
    return openai_audio.description(name, "asr", model or _DEFAULT_MODEL, ADDRESS_VARIABLE)


def _with_model(model: str) -> Engine[Transcriber]:
    name = f"{_NAME}:{model}"
    return Engine(name, 80, partial(_describe, model), partial(OpenAITranscription, model), automatic=False)


ENGINES: tuple[Engine[Transcriber], ...] = (
    Engine(_NAME, 80, _describe, OpenAITranscription, automatic=False, with_model=_with_model),
)
