"""A voice behind an OpenAI-compatible endpoint: `/v1/audio/speech`."""

import re
from functools import partial

from simulator.channel import Locale
from simulator.registry import UsageError
from voice import openai_audio
from voice.audio import Pcm
from voice.spec import Engine, EngineDescription, Synthesizer
from voice.tts.foreign_wav import parse_foreign_wav

ADDRESS_VARIABLE = "DASHTALK_TTS_BASE_URL"
_NAME = "openai-speech"
_DEFAULT_MODEL, _DEFAULT_VOICE = "tts-1", "alloy"
_PATH = "/audio/speech"
# What `pcm` means at this service: 16-bit little-endian mono samples.
_RAW_RATE_HZ = 24_000
_RATE = re.compile(r"rate=(\d{4,6})")


class OpenAISpeech:
    """Asks for a WAV; `model` is `MODEL` or `MODEL#VOICE`."""

    real_speech = True

    def __init__(self, model: str = "") -> None:
        self.name = f"{_NAME}:{model}" if model else _NAME
        named, _, voice = model.partition("#")
        self._model, self._voice = named or _DEFAULT_MODEL, voice or _DEFAULT_VOICE

    def voice(self, locale: Locale) -> str:
        """Return the service's name for the voice."""
        return self._voice

    def fingerprint(self, locale: Locale) -> str:
        """Return the address and the model: the service tells nothing about its version."""
        return f"{openai_audio.service(ADDRESS_VARIABLE).shown} {self._model}"

    def synthesize(self, text: str, locale: Locale) -> Pcm:
        """Return the speech; raises UsageError in one line when the service gives none."""
        if not any(character.isalnum() for character in text):
            return Pcm(b"", _RAW_RATE_HZ)
        where = openai_audio.service(ADDRESS_VARIABLE)
        fields = {"model": self._model, "voice": self._voice, "input": text, "response_format": "wav"}
        reply = openai_audio.ask(where, _PATH, *openai_audio.json_body(fields))
        return _sound(reply, where.shown + _PATH)


def _sound(reply: openai_audio.Reply, name: str) -> Pcm:
    if reply.content[:4] == b"RIFF":
        return parse_foreign_wav(reply.content, name)
    kind = reply.content_type.partition(";")[0].strip()
    if kind in {"audio/pcm", "audio/l16", "audio/x-pcm"}:
        rate = _RATE.search(reply.content_type)
        whole = len(reply.content) - len(reply.content) % 2
        return Pcm(reply.content[:whole], int(rate.group(1)) if rate else _RAW_RATE_HZ)
    if kind in {"audio/wav", "audio/wave", "audio/x-wav", "audio/vnd.wave"}:
        raise UsageError(f"{name}: sent something called {kind} that is no WAV")
    raise UsageError(f"{name}: sent {kind or 'no sound'} where a WAV was asked for")


def _describe(model: str = "") -> EngineDescription:
    name = f"{_NAME}:{model}" if model else _NAME
    return openai_audio.description(name, "tts", model or f"{_DEFAULT_MODEL}#{_DEFAULT_VOICE}", ADDRESS_VARIABLE)


def _with_model(model: str) -> Engine[Synthesizer]:
    name = f"{_NAME}:{model}"
    return Engine(name, 80, partial(_describe, model), partial(OpenAISpeech, model), automatic=False)


ENGINES: tuple[Engine[Synthesizer], ...] = (
    Engine(_NAME, 80, _describe, OpenAISpeech, automatic=False, with_model=_with_model),
)
