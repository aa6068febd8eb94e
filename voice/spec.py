"""What a recogniser and a voice are, and the list of those there are."""

import importlib
import pkgutil
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Generic, Literal, Protocol, TypeVar, runtime_checkable

from simulator.channel import LOCALES as LOCALES
from simulator.channel import Heard, Locale
from simulator.registry import Registry, UsageError
from voice.audio import Pcm


class Transcriber(Protocol):
    """A recogniser; safe to call from several threads at once."""

    @property
    def name(self) -> str:
        """The engine's name in the registry."""
        ...

    def transcribe(self, pcm: Pcm, locale: Locale, hints: tuple[str, ...] = ()) -> Heard:
        """Return what was heard in `pcm`; empty text when there was no speech.

        `hints` are names (places, contacts) that may occur; an engine is free to ignore them.
        """
        ...


class RecognitionStream(Protocol):
    """One utterance that is recognised while it is spoken; belongs to one thread."""

    def feed(self, pcm: Pcm) -> str:
        """Take the next piece of sound and return what the whole utterance sounds like so far."""
        ...

    def finish(self) -> Heard:
        """Return the final words; the stream takes nothing more."""
        ...


@runtime_checkable
class Prepared(Protocol):
    """An engine that has something to put in place before its first utterance, such as a model in the user's cache."""

    def prepare(self) -> None:
        """Put it in place; raises UsageError when that cannot be done."""
        ...


@runtime_checkable
class StreamingTranscriber(Protocol):
    """A recogniser that also gives partial results."""

    def stream(self, locale: Locale, hints: tuple[str, ...] = ()) -> RecognitionStream:
        """Begin an utterance."""
        ...


class Synthesizer(Protocol):
    """A voice; safe to call from several threads at once.

    `real_speech` is False when what it makes says nothing about a recogniser's accuracy.
    """

    @property
    def name(self) -> str:
        """The engine's name in the registry."""
        ...

    @property
    def real_speech(self) -> bool:
        """Whether accuracy measured through the voice means anything."""
        ...

    def voice(self, locale: Locale) -> str:
        """Return the name of the voice used for that language."""
        ...

    def fingerprint(self, locale: Locale) -> str | None:
        """Return everything but the text that decides the sound: versions, voice data and parameters.

        None when making a sound costs no more than keeping it, so that it is always made afresh.
        """
        ...

    def synthesize(self, text: str, locale: Locale) -> Pcm:
        """Return the text as speech; empty sound when nothing in it can be said."""
        ...


@dataclass(frozen=True, slots=True)
class EngineDescription:
    """What an engine says about itself without loading anything heavy.

    `missing` is None when installed, else the exact command (or setting) that brings it.
    `real_speech` tells whether accuracy measured through it means anything.
    `verified` tells whether dashtalk's own tests measure this very model or voice.
    """

    name: str
    kind: Literal["asr", "tts"]
    languages: tuple[Locale, ...]
    model: str
    licence: str
    size_mb: int
    installed: bool
    missing: str | None
    real_speech: bool
    verified: bool


EngineT = TypeVar("EngineT")


@dataclass(frozen=True, slots=True)
class Engine(Generic[EngineT]):
    """One engine's self-description and how to build it; a lower `rank` is preferred.

    One that is not `automatic` (it costs money, or needs something of the user's own) is used only when it is named.
    `with_model` gives the same engine with a model, voice, folder or program that the user named.
    """

    name: str
    rank: int
    describe: Callable[[], EngineDescription]
    build: Callable[[], EngineT]
    automatic: bool = True
    with_model: Callable[[str], "Engine[EngineT]"] | None = None


_building = threading.Lock()
_built_transcribers: dict[str, Transcriber] = {}
_built_synthesizers: dict[str, Synthesizer] = {}


def _discover(package_name: str, kind: str) -> "Registry[Engine[EngineT]]":
    registry: Registry[Engine[EngineT]] = Registry(kind)
    package = importlib.import_module(package_name)
    found: list[Engine[EngineT]] = []
    for module_info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package_name}.{module_info.name}")
        found.extend(getattr(module, "ENGINES", ()))
    for engine in sorted(found, key=lambda each: (each.rank, each.name)):
        registry.add(engine.name, engine)
    return registry


@cache
def transcribers() -> Registry[Engine[Transcriber]]:
    """Return the recognisers, best first; importing them loads no model and no heavy library."""
    return _discover("voice.asr", "asr engine")


@cache
def synthesizers() -> Registry[Engine[Synthesizer]]:
    """Return the voices, best first; importing them loads no model and no heavy library."""
    return _discover("voice.tts", "tts engine")


def describe_engines() -> list[EngineDescription]:
    """Describe every engine, recognisers first, each kind best first."""
    recognisers = [engine.describe() for engine in transcribers().values()]
    return recognisers + [engine.describe() for engine in synthesizers().values()]


def _referred(registry: "Registry[Engine[EngineT]]", reference: str) -> "Engine[EngineT]":
    name, _, model = reference.partition(":")
    engine = registry[name.strip()]
    if not model.strip():
        return engine
    if engine.with_model is None:
        raise UsageError(f"{registry.kind} '{engine.name}' takes no model: write it without ':{model}'")
    return engine.with_model(model.strip())


def transcriber_engine(reference: str) -> Engine[Transcriber]:
    """Return the recogniser called `engine` or `engine:model`; raises UsageError for an unknown one."""
    return _referred(transcribers(), reference)


def synthesizer_engine(reference: str) -> Engine[Synthesizer]:
    """Return the voice called `engine` or `engine:model`; raises UsageError for an unknown one."""
    return _referred(synthesizers(), reference)


def _build(engine: Engine[EngineT], built: dict[str, EngineT]) -> EngineT:
    description = engine.describe()
    if not description.installed:
        raise UsageError(f"{description.kind} engine '{engine.name}' is not installed: {description.missing}")
    with _building:
        if engine.name not in built:
            built[engine.name] = engine.build()
        return built[engine.name]


def transcriber(reference: str) -> Transcriber:
    """Return the named recogniser, one per process; raises UsageError when unknown or not installed."""
    return _build(transcriber_engine(reference), _built_transcribers)


def synthesizer(reference: str) -> Synthesizer:
    """Return the named voice, one per process; raises UsageError when unknown or not installed."""
    return _build(synthesizer_engine(reference), _built_synthesizers)


# A program's own arguments may hold commas and equal signs, so only a comma before a language divides.
_NEXT_LANGUAGE = re.compile(r",(?=\s*[A-Za-z]{2}\s*=)")
_LANGUAGE = re.compile(r"\s*([A-Za-z]{2})\s*=(.*)", re.S)


def chosen(setting: str, locale: Locale) -> str | None:
    """Return what a setting like `piper`, `ko=mbrola,en=piper` or `ko=piper:voice.onnx` names for a language.

    None when it names nothing for that language. Raises UsageError for a language there is not.
    """
    named: str | None = None
    for entry in _NEXT_LANGUAGE.split(setting):
        match = _LANGUAGE.fullmatch(entry)
        language, reference = (match.group(1).lower(), match.group(2)) if match else (None, entry)
        if language is not None and language not in LOCALES:
            raise UsageError(f"'{entry.strip()}': unknown language '{language}': known are {', '.join(LOCALES)}")
        if reference.strip() and (language == locale or (language is None and named is None)):
            named = reference.strip()
    return named


def check_speaks(description: EngineDescription, locale: Locale) -> None:
    """Raise UsageError when an engine was named for a language it does not have."""
    if locale not in description.languages:
        spoken = ", ".join(description.languages) or "none"
        raise UsageError(f"{description.kind} engine '{description.name}' has no '{locale}': it has {spoken}")


def best_transcriber(locale: Locale) -> Transcriber | None:
    """Return the preferred installed recogniser of that language, or None."""
    for engine in transcribers().values():
        description = engine.describe()
        if engine.automatic and description.installed and locale in description.languages:
            return transcriber(engine.name)
    return None


def best_synthesizer(locale: Locale, *, placeholders: bool = False) -> Synthesizer | None:
    """Return the preferred installed voice of that language, or None.

    Only real speech counts unless `placeholders` is true; then timed silence is always found.
    """
    for engine in synthesizers().values():
        description = engine.describe()
        usable = engine.automatic and (description.real_speech or placeholders)
        if usable and description.installed and locale in description.languages:
            return synthesizer(engine.name)
    return None
