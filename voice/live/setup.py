"""Everything a live conversation needs, found by name or chosen, warmed up, and let go in the end."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from types import TracebackType

from simulator.channel import Locale
from simulator.registry import UsageError
from voice import spec
from voice.audio import RECOGNITION_RATE_HZ, padded, resampled
from voice.devices import AudioDevice, AudioDevices, Direction, choose_device, default_index, list_devices
from voice.live.conversation import Conversation, Notice
from voice.live.detector import FRAME_BYTES, FrameDetector, frame_detector
from voice.live.listening import Listener, Mode
from voice.live.loudspeaker import Loudspeaker
from voice.live.microphone import Microphone, look_again, sound_library
from voice.live.patience import bounded, library_lock
from voice.live.recognition import Recognition
from voice.live.speaking import Speaker
from voice.live.trouble import DeviceTrouble
from voice.spec import Transcriber
from voice.tts.wav_cache import CachedSynthesizer

# A driver waits for the answer: a short encoder window costs a seventh. Source: docs/voice.md, fact 1.
_QUICK_TRANSCRIBER = "faster-whisper-fast"
_WARM_UP: dict[Locale, str] = {"ko": "네, 알겠어요.", "en": "Okay, I will."}


@dataclass(frozen=True, slots=True)
class LiveChoice:
    """What a person chose; devices are named by a part of their name, None leaves each choice to the machine."""

    locale: Locale
    mode: Mode
    microphone: str | None = None
    loudspeaker: str | None = None
    asr: str | None = None
    tts: str | None = None
    barge_in: bool = False
    hints: tuple[str, ...] = ()


class Live:
    """A conversation with its devices and engines; use it as an async context.

    What cannot be had is told once through `notify`, one sentence each, and the rest works without it. Raises
    UsageError for a named device or engine that does not exist, before anything is opened.
    """

    def __init__(self, choice: LiveChoice, notify: Callable[[Notice], None]) -> None:
        self._choice = choice
        self._notify = notify
        self._transcriber, no_ears = _transcriber(choice)
        self._voice, no_mouth = _voice(choice)
        found = list_devices()
        microphone, no_microphone = _device(found, "microphone", choice.microphone)
        loudspeaker, no_loudspeaker = _device(found, "loudspeaker", choice.loudspeaker)
        self._microphone = Microphone(microphone) if microphone and self._transcriber else None
        self._loudspeaker = Loudspeaker(loudspeaker) if loudspeaker and self._voice else None
        self._problems = tuple(dict.fromkeys(filter(None, (no_ears, no_mouth, no_microphone, no_loudspeaker))))
        self._detector: FrameDetector | None = None
        if self._microphone is not None:
            self._detector = frame_detector()
        self._recognition: Recognition | None = None
        self._listening: asyncio.Task[None] | None = None
        speaker = Speaker(self._voice, self._loudspeaker) if self._voice and self._loudspeaker else None
        self._speaker = speaker
        self.conversation = Conversation(
            choice.locale,
            choice.mode,
            notify=notify,
            speaker=speaker,
            voice=self._voice,
            barge_in=choice.barge_in,
        )

    @property
    def devices(self) -> tuple[str | None, str | None]:
        """The names of the microphone and the loudspeaker in use, None where there is none."""
        return (
            self._microphone.name if self._microphone else None,
            self._loudspeaker.name if self._loudspeaker else None,
        )

    async def __aenter__(self) -> Conversation:
        """Load the models, open the devices and begin to listen."""
        await self._ready(self._loudspeaker)
        self.conversation.begin()
        self._listen()
        return self.conversation

    async def join(self) -> None:
        """Do the same for a conversation that has begun at the keyboard; the caller leaves with `aclose`.

        The loudspeaker is left to the answers, one of which may be on its way.
        """
        await self._ready(loudspeaker=None)
        self._listen()

    async def _ready(self, loudspeaker: Loudspeaker | None) -> None:
        for problem in self._problems:
            self._notify(Notice("device", problem))
        await asyncio.gather(asyncio.to_thread(self._warm_up), _opened(loudspeaker))

    def _listen(self) -> None:
        if self._microphone is None or self._transcriber is None or self._detector is None:
            return
        conversation = self.conversation
        self._recognition = Recognition(
            self._transcriber, self._choice.locale, hints=self._choice.hints, on_partial=conversation.partial
        )
        conversation.attach(Listener(conversation.mode, self._detector, self._recognition, conversation.hooks()))
        self._listening = asyncio.create_task(conversation.listen(self._microphone, self._find_again))

    def speak(self, locale: Locale) -> None:
        """Hear and answer in another language from now on; raises UsageError when an engine that was named cannot."""
        choice = replace(self._choice, locale=locale)
        if choice.asr:
            spec.check_speaks(spec.transcriber_engine(choice.asr).describe(), locale)
        if choice.tts:
            spec.check_speaks(spec.synthesizer_engine(choice.tts).describe(), locale)
        voice, no_mouth = _voice(choice)
        if no_mouth:
            self._notify(Notice("device", no_mouth))
        self._choice, self._voice = choice, voice
        self._speaker = Speaker(voice, self._loudspeaker) if voice and self._loudspeaker else None
        self.conversation.equip(self._speaker, voice)
        if self._recognition is not None:
            self._recognition.locale = locale

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop listening and release the devices."""
        await self.aclose()

    async def aclose(self) -> None:
        """Stop listening and release the devices."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait({self._listening})
        if self._loudspeaker is not None:
            with suppress(DeviceTrouble):
                await bounded(self._loudspeaker.close, "loudspeaker")

    def _warm_up(self) -> None:
        """Do everything once, so that the first turn is as quick as the others."""
        # What is kept on disk would leave the voice itself unloaded.
        voice = self._voice.inner if self._voice is not None and any(self.devices) else None
        sound = voice.synthesize(_WARM_UP[self._choice.locale], self._choice.locale) if voice is not None else None
        if self._transcriber is not None and self._microphone is not None and sound is not None and sound.samples:
            heard = padded(resampled(sound, RECOGNITION_RATE_HZ), before_ms=200, after_ms=200)
            self._transcriber.transcribe(heard, self._choice.locale)
        if self._detector is not None:
            self._detector.probability(bytes(FRAME_BYTES))
            self._detector.reset()

    def _find_again(self) -> Microphone:
        """Look for the microphone of the same name; raises DeviceTrouble while there is none."""
        assert self._microphone is not None
        if self._speaker is not None and self._speaker.speaking:
            raise DeviceTrouble("the loudspeaker is busy")
        with library_lock():
            if self._loudspeaker is not None:
                self._loudspeaker.close()
            look_again()
            found = list_devices()
            try:
                if self._loudspeaker is not None:
                    self._loudspeaker.move(choose_device(found, "loudspeaker", self._loudspeaker.name))
                self._microphone = Microphone(choose_device(found, "microphone", self._microphone.name))
            except UsageError as missing:
                raise DeviceTrouble(str(missing)) from None
        return self._microphone


async def _opened(loudspeaker: Loudspeaker | None) -> None:
    """Open the loudspeaker ahead of the first answer, which tells what is wrong with it."""
    if loudspeaker is not None:
        with suppress(DeviceTrouble):
            await bounded(loudspeaker.open, "loudspeaker")


def _device(found: AudioDevices, direction: Direction, name: str | None) -> tuple[AudioDevice | None, str]:
    """Return the device, or one sentence why there is none; raises UsageError when it was named."""
    default = None
    if found.devices and name is None:
        try:
            sound_library()
            default = default_index(direction)
        except DeviceTrouble:
            default = None
    try:
        return choose_device(found, direction, name, default), ""
    except UsageError as missing:
        if name is not None and found.devices:
            raise
        if found.devices:
            without = "typing works without it" if direction == "microphone" else "answers are shown"
            return None, f"{missing}; {without}"
        how = f" ({found.fix})" if found.fix else ""
        return None, f"{(found.problem or '').rstrip('.')}; typing works without it{how}"


def _transcriber(choice: LiveChoice) -> tuple[Transcriber | None, str]:
    if choice.asr:
        return spec.transcriber(choice.asr), ""
    quick = spec.transcribers()[_QUICK_TRANSCRIBER].describe()
    found = spec.transcriber(_QUICK_TRANSCRIBER) if quick.installed else spec.best_transcriber(choice.locale)
    return found, "" if found else f"no recogniser is installed, so type what you say; to bring one: {quick.missing}"


def _voice(choice: LiveChoice) -> tuple[CachedSynthesizer | None, str]:
    if choice.tts:
        return CachedSynthesizer(spec.synthesizer(choice.tts)), ""
    found = spec.best_synthesizer(choice.locale) or spec.best_synthesizer(choice.locale, placeholders=True)
    if found is None or found.name == "null":
        return None, "no voice is installed, so answers are shown only; dashtalk doctor tells how to bring one"
    return CachedSynthesizer(found), ""
