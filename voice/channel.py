"""The spoken channel: the driver's words become sound, and the sound becomes what the assistant hears."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from simulator.channel import AudioReference, CabinSituation, Heard, Locale, Passage, Spoken
from simulator.registry import UsageError
from voice import models, spec
from voice.acoustics import Acoustics, checked_snr_db, utterance_seed
from voice.audio import RECOGNITION_RATE_HZ, Pcm, padded, resampled
from voice.endpointing import holds_speech
from voice.errors import commands
from voice.recording import SoundArchive
from voice.spec import Prepared, Synthesizer, Transcriber
from voice.tts.mbrola import INSTALL_NOTE
from voice.tts.null import speech_duration_ms
from voice.tts.wav_cache import CachedSynthesizer

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_PADDING_MS = 300
_BABBLE_TEXTS = 12
EngineT = TypeVar("EngineT")


class VoiceChannel:
    """Speaks the driver's utterances with a voice and hears them with a recogniser.

    `say_engine` speaks the assistant's answers for their timing; without it their length is estimated.
    With `archive` what the microphone got is kept there, and answers that were synthesised. `acoustics` lies between
    the voice and the recogniser; whatever is random in it follows from `seed`.
    """

    name = "voice"

    def __init__(
        self,
        synthesizer: Synthesizer,
        transcriber: Transcriber,
        *,
        archive: SoundArchive | None = None,
        say_engine: Synthesizer | None = None,
        acoustics: Acoustics | None = None,
        seed: int = 0,
    ) -> None:
        self.accuracy_reason: str | None = (
            None
            if synthesizer.real_speech
            else f"voice '{synthesizer.name}' is a placeholder: accuracy through it means nothing"
        )
        self._synthesizer = synthesizer
        self._transcriber = transcriber
        self._archive = archive
        self._say_engine = say_engine
        self._acoustics = acoustics or Acoustics()
        self._seed = seed
        self._situation: Callable[[], CabinSituation] | None = None
        self._last_said: Pcm | None = None

    def for_session(self, seed: int) -> "VoiceChannel":
        """Return a channel for one session that shares the engines, since noise and echo belong to a session."""
        return VoiceChannel(
            self._synthesizer,
            self._transcriber,
            archive=self._archive,
            say_engine=self._say_engine,
            acoustics=self._acoustics,
            seed=seed,
        )

    def prepare(self) -> None:
        """Put in place what the recogniser needs at its first utterance; raises UsageError when that cannot be done."""
        if isinstance(self._transcriber, Prepared):
            self._transcriber.prepare()

    @property
    def snr_db(self) -> float | None:
        """The ratio of speech to noise in dB; None where no noise is mixed in."""
        return None if self._acoustics.noise is None else self._acoustics.snr_db

    def mix_at(self, snr_db: float) -> None:
        """Mix the noise in at another ratio from the next utterance on; raises UsageError when it is out of range."""
        self._acoustics = replace(self._acoustics, snr_db=checked_snr_db(snr_db))

    def ride_in(self, situation: Callable[[], CabinSituation]) -> None:
        """Take what tells how the car sounds when the driver begins to speak."""
        self._situation = situation

    async def hear(self, intended: str, *, locale: Locale, utterance: int, hints: tuple[str, ...] = ()) -> Passage:
        """Say and recognise one utterance off the event loop; what holds no speech is heard as "".

        Raises UsageError when an engine cannot work.
        """
        situation = self._situation() if self._situation else None
        return await asyncio.to_thread(self._hear, intended, locale, utterance, hints, situation)

    async def say(self, text: str, *, locale: Locale, utterance: int) -> Spoken | None:
        """Return how long the assistant's speech takes; None when nothing in it can be said."""
        return await asyncio.to_thread(self._say, text, locale)

    async def aclose(self) -> None:
        """Hold nothing: the warm models belong to the process."""

    def _hear(
        self,
        intended: str,
        locale: Locale,
        utterance: int,
        hints: tuple[str, ...],
        situation: CabinSituation | None,
    ) -> Passage:
        speech, synthesis_ms = _timed_speech(self._synthesizer, intended, locale)
        clean = padded(resampled(speech, RECOGNITION_RATE_HZ), before_ms=_PADDING_MS, after_ms=_PADDING_MS)
        noise = self._acoustics.noise
        microphone, record = self._acoustics.applied(
            clean,
            utterance_seed(self._seed, utterance, noise.kind if noise else ""),
            situation=situation,
            echo=self._last_said,
            texts=commands(locale)[:_BABBLE_TEXTS],
            speak=lambda text: self._talker(text, locale),
        )
        spoken = Spoken(
            engine=self._synthesizer.name,
            voice=self._synthesizer.voice(locale),
            duration_ms=speech.duration_ms,
            synthesis_ms=synthesis_ms,
            real_speech=self._synthesizer.real_speech,
            audio=self._stored(microphone),
            noise=record,
        )
        if not holds_speech(microphone):
            silent = Heard(text="", engine=self._transcriber.name)
            return Passage(intended, silent, spoken, ("no speech was found in the sound",))
        return Passage(intended, self._transcriber.transcribe(microphone, locale, hints), spoken)

    def _talker(self, text: str, locale: Locale) -> "NDArray[numpy.float64]":
        """Return one text as somebody in the background says it, at the recogniser's rate."""
        return resampled(self._synthesizer.synthesize(text, locale), RECOGNITION_RATE_HZ).floats().astype("float64")

    def _say(self, text: str, locale: Locale) -> Spoken | None:
        if self._say_engine is None:
            duration_ms = speech_duration_ms(text)
            if not duration_ms:
                return None
            return Spoken(engine="estimate", voice="none", duration_ms=duration_ms, synthesis_ms=0, real_speech=False)
        speech, synthesis_ms = _timed_speech(self._say_engine, text, locale)
        if not speech.samples:
            return None
        if self._acoustics.impairments.echo is not None:
            self._last_said = resampled(speech, RECOGNITION_RATE_HZ)
        return Spoken(
            engine=self._say_engine.name,
            voice=self._say_engine.voice(locale),
            duration_ms=speech.duration_ms,
            synthesis_ms=synthesis_ms,
            real_speech=self._say_engine.real_speech,
            audio=self._stored(speech),
        )

    def _stored(self, pcm: Pcm) -> AudioReference | None:
        return self._archive.keep(pcm) if self._archive is not None else None


def _timed_speech(engine: Synthesizer, text: str, locale: Locale) -> tuple[Pcm, int]:
    started = time.perf_counter()
    speech = engine.synthesize(text, locale)
    return speech, round((time.perf_counter() - started) * 1000)


@dataclass(frozen=True, slots=True)
class VoiceAvailability:
    """A channel, or in one sentence each why there is none and the command that brings it."""

    channel: VoiceChannel | None
    reason: str | None = None
    fix: str | None = None


_LANGUAGE_NAMES: dict[Locale, str] = {"ko": "Korean", "en": "English"}


def build_voice_channel(
    locale: Locale,
    *,
    asr: str | None = None,
    tts: str | None = None,
    archive: SoundArchive | None = None,
    speak_answers: bool = False,
    acoustics: Acoustics | None = None,
) -> VoiceAvailability:
    """Build the spoken channel of a language from the best installed engines, or the named ones.

    `speak_answers` also synthesises the assistant's speech, as an echo among the `acoustics` does; else its duration is
    estimated.
    Raises UsageError for a named engine that is unknown, not installed or not of that language.
    """
    voice = _named(spec.synthesizer, tts, locale) if tts else spec.best_synthesizer(locale)
    recogniser = _named(spec.transcriber, asr, locale) if asr else spec.best_transcriber(locale)
    language = _LANGUAGE_NAMES[locale]
    missing = [name for name, engine in (("voice", voice), ("recogniser", recogniser)) if engine is None]
    if voice is None or recogniser is None:
        fixes = [] if recogniser is not None else [models.OFFLINE_VOICES_COMMAND]
        fixes += [] if voice is not None else [_voice_fix(locale)]
        reason = f"no {language} {' and no '.join(missing)} is installed"
        return VoiceAvailability(None, reason, " and ".join(dict.fromkeys(fixes)))
    cached = CachedSynthesizer(voice)
    speak_answers = speak_answers or (acoustics is not None and acoustics.impairments.echo is not None)
    return VoiceAvailability(
        VoiceChannel(
            cached,
            recogniser,
            archive=archive,
            say_engine=cached if speak_answers else None,
            acoustics=acoustics,
        )
    )


def _voice_fix(locale: Locale) -> str:
    if locale == "ko":
        return INSTALL_NOTE
    return models.OFFLINE_VOICES_COMMAND


def _named(build: Callable[[str], EngineT], name: str, locale: Locale) -> EngineT:
    """Build a named engine once it is known to speak the language."""
    engine = build(name)
    for description in spec.describe_engines():
        if description.name == name and locale not in description.languages:
            spoken = ", ".join(description.languages)
            raise UsageError(f"{description.kind} engine '{name}' has no '{locale}': it has {spoken}")
    return engine
