"""A person and the assistant taking turns: the session's channel and the driver's ears in one."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Literal

from simulator.channel import AudioReference, Heard, Locale, Passage, Spoken
from simulator.events import EndWord, Event, SpeechInterrupted, TurnTimed
from simulator.users.human import HumanTurn
from voice.audio import Pcm
from voice.live.echo import is_echo
from voice.live.listening import TAIL_MS, Capture, Gate, Hooks, Listener, Mode
from voice.live.loudness import loudness
from voice.live.microphone import FrameSource, OpenSource
from voice.live.moments import Moments, SessionStopwatch
from voice.live.patience import bounded
from voice.live.speaking import Said, Speaker
from voice.live.trouble import DeviceTrouble
from voice.recording import SoundArchive
from voice.spec import Synthesizer
from voice.tts.null import speech_duration_ms

NoticeKind = Literal["listening", "speech", "partial", "nothing", "echo", "device", "interrupted"]
_SPOKEN_REASON = "a person spoke: what was meant is only known as it was heard"
_TYPED_REASON = "the driver typed: nothing was recognised"
# What is heard this soon after the loudspeaker fell silent may still be its echo in the recogniser's window.
_ECHO_S = 1.0
_LOOK_AGAIN_S = 2.0


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a person wants to see at once; `text` is a partial result or one plain sentence."""

    kind: NoticeKind
    text: str = ""


@dataclass(frozen=True, slots=True)
class _Turn:
    """One turn of the driver; `capture` is None when it was typed."""

    text: str
    capture: Capture | None = None


class Conversation:
    """The live end of one session: implements `Channel`, the driver's `Ears` and `Measuring`.

    A dashboard or a terminal calls `press`, `release`, `type` and `leave`, from the event loop, and is told by
    `notify`. Without a microphone or a loudspeaker everything but that works.
    """

    name = "live"

    def __init__(
        self,
        locale: Locale,
        mode: Mode,
        *,
        notify: Callable[[Notice], None],
        speaker: Speaker | None = None,
        voice: Synthesizer | None = None,
        barge_in: bool = False,
    ) -> None:
        self.mode: Mode = mode
        self.barge_in = barge_in
        self.accuracy_reason: str | None = _SPOKEN_REASON
        self.level = 0.0
        """The microphone's loudness at the moment, 0..1."""
        self._locale: Locale = locale
        self._notify = notify
        self._speaker = speaker
        self._voice = voice
        self._listener: Listener | None = None
        self._inbox: asyncio.Queue[_Turn | None] = asyncio.Queue()
        self._stopwatch = SessionStopwatch()
        self._turn = _Turn("")
        self._moments = Moments()
        self._interrupted: Said | None = None
        self._saying = ""
        self._silent_at = float("-inf")
        self._left = False
        self._content = True
        self._mute = False
        self._archive: SoundArchive | None = None

    def hooks(self) -> Hooks:
        """Return what a listener tells this conversation."""
        return Hooks(self._speech_began, self._empty_press, self._captured, self._not_recognised)

    def record(self, archive: SoundArchive) -> None:
        """Keep the driver's utterances and the answers that are played from now on."""
        self._archive = archive

    async def _kept(self, sound: Pcm | None) -> AudioReference | None:
        if self._archive is None or sound is None or not sound.samples:
            return None
        return await asyncio.to_thread(self._archive.keep, sound)

    def begin(self) -> None:
        """Count the session's time from now."""
        self._stopwatch = SessionStopwatch()

    def attach(self, listener: Listener) -> None:
        """Listen through a microphone from now on."""
        self._listener = listener

    async def listen(self, source: FrameSource, find_again: OpenSource | None = None) -> None:
        """Feed the listener until cancelled; a microphone that is gone is looked for again every two seconds."""
        listener = self._listener
        if listener is None:
            raise ValueError("nothing listens: attach a listener first")
        gone = False
        while True:
            try:
                async with aclosing(source.frames()) as frames:
                    async for frame in frames:
                        if gone:
                            # Only what delivers is back.
                            gone = False
                            self._notify(Notice("device", f"the microphone '{source.name}' is back"))
                        self.level = loudness(frame.samples)
                        listener.feed(frame)
                return
            except DeviceTrouble as trouble:
                self.level = 0.0
                listener.drop()
                if not gone:
                    hope = "; speech works again once it is back" if find_again else ""
                    self._notify(Notice("device", f"{trouble}: type instead{hope}"))
            if find_again is None:
                return
            gone = True
            source = await self._found_again(find_again)

    async def _found_again(self, find_again: OpenSource) -> FrameSource:
        while True:
            await asyncio.sleep(_LOOK_AGAIN_S)
            with suppress(DeviceTrouble):
                return await bounded(find_again, "sound library")

    def press(self) -> None:
        """Hold the button: the assistant falls silent and the driver speaks."""
        if self._listener is None:
            return
        if self._speaker is not None:
            self._speaker.interrupt("button")
        self._listener.press()

    def release(self) -> None:
        """Let the button go."""
        if self._listener is not None:
            self._listener.release()

    def cut_off(self) -> None:
        """Let the assistant fall silent; the driver says nothing."""
        if self._speaker is not None:
            self._speaker.interrupt("button")

    def switch(self, mode: Mode) -> None:
        """Listen all the time from now on, or only while the button is held; what was being said is forgotten."""
        if mode == self.mode:
            return
        self.mode = mode
        if self._listener is not None:
            self._listener.drop()
            self._listener.mode = mode

    def equip(self, speaker: Speaker | None, voice: Synthesizer | None) -> None:
        """Answer with another voice from the next answer on."""
        self._speaker, self._voice = speaker, voice

    @property
    def audible(self) -> str | None:
        """What was heard so far of the answer that is being said; None where none is, or nobody can hear it."""
        return self._speaker.audible if self._speaker is not None and self._speaker.speaking else None

    @property
    def pressed(self) -> bool:
        """Whether the button is held."""
        return self._listener is not None and self._listener.pressed

    @property
    def hears(self) -> bool:
        """Whether there is a microphone to speak into."""
        return self._listener is not None

    def type(self, text: str) -> None:
        """Take a line of text for what the driver says."""
        if self._speaker is not None:
            self._speaker.interrupt("typing")
        if self._listener is not None:
            self._listener.drop()
        self._inbox.put_nowait(_Turn(text))

    def leave(self, content: bool = True) -> None:
        """End the session, as a driver who is content or as one who gave up."""
        self._left, self._content = True, content
        if self._speaker is not None:
            self._speaker.interrupt("button")
        self._inbox.put_nowait(None)

    async def next_turn(self) -> HumanTurn | None:
        """Return the driver's next turn; None when the driver has left content."""
        if self._inbox.empty():
            self._open(Gate.OPEN)
            self._notify(Notice("listening"))
        turn = await self._inbox.get()
        self._open(Gate.SHUT)
        if turn is None:
            return None if self._content else HumanTurn(end=EndWord.GAVE_UP)
        self._turn = turn
        self._moments = self._begun(turn)
        if turn.capture is None:
            self.accuracy_reason = _TYPED_REASON
            return HumanTurn(typed=turn.text)
        self.accuracy_reason = _SPOKEN_REASON
        return HumanTurn()

    def _open(self, gate: Gate) -> None:
        if self._listener is not None:
            remaining_s = self._silent_at + TAIL_MS / 1000 - time.perf_counter()
            self._listener.open(gate, round(1000 * remaining_s) if remaining_s > 0 else 0)

    def _begun(self, turn: _Turn) -> Moments:
        capture, ms = turn.capture, self._stopwatch.ms
        if capture is None:
            return Moments(t_asr_final=self._stopwatch.now_ms())
        return Moments(
            t_speech_start=ms(capture.at_start),
            t_speech_end=ms(capture.at_speech_end),
            t_endpoint=ms(capture.at_endpoint),
            t_asr_partial=ms(capture.at_partial),
            t_asr_final=ms(capture.at_final),
        )

    async def hear(self, intended: str, *, locale: Locale, utterance: int, hints: tuple[str, ...] = ()) -> Passage:
        """Hand on what was heard; it was recognised while the driver spoke."""
        capture = self._turn.capture
        if capture is None:
            return Passage(intended, Heard(text=intended, engine="keyboard"))
        spoken = Spoken(
            engine="microphone",
            voice="human",
            duration_ms=round((capture.at_speech_end - capture.at_start) * 1000),
            synthesis_ms=0,
            real_speech=True,
            audio=await self._kept(capture.pcm),
        )
        return Passage(intended, capture.heard, spoken)

    async def say(self, text: str, *, locale: Locale, utterance: int) -> Spoken | None:
        """Say the answer to its end, or until the driver interrupts; without a loudspeaker only its length counts."""
        self._moments.t_agent = self._stopwatch.now_ms()
        if self._speaker is None or self._voice is None or self._left or not self._inbox.empty():
            duration_ms = speech_duration_ms(text)
            if not duration_ms:
                return None
            return Spoken(engine="estimate", voice="none", duration_ms=duration_ms, synthesis_ms=0, real_speech=False)
        if self.barge_in and self.mode == "hands-free":
            self._open(Gate.OVER_SPEECH)
        self._saying = text
        try:
            said = await self._speaker.say(text, locale)
        except DeviceTrouble as trouble:
            if not self._mute:
                self._notify(Notice("device", f"{trouble}: answers are shown until it is back"))
            self._mute = True
            return None
        finally:
            self._silent_at = time.perf_counter()
        self._mute = False
        return self._told(said, self._voice, locale, await self._kept(said.sound))

    def _told(self, said: Said, voice: Synthesizer, locale: Locale, audio: AudioReference | None) -> Spoken | None:
        ms, moments = self._stopwatch.ms, self._moments
        moments.t_tts_first, moments.t_audio_out = ms(said.at_sound), ms(said.at_out)
        if said.at_out is not None:
            moments.t_audio_end = ms(said.at_silent or self._silent_at)
        if said.by is not None:
            self._interrupted = said
            self._notify(Notice("interrupted", said.audible))
        if not said.made_ms:
            return None
        return Spoken(
            engine=voice.name,
            voice=voice.voice(locale),
            duration_ms=said.played_ms if said.by else said.made_ms,
            synthesis_ms=said.synthesis_ms,
            real_speech=voice.real_speech,
            audio=audio,
        )

    def measured(self, mark: Callable[[], dict[str, int]]) -> Iterator[Event]:
        """Yield the turn's moments and, if it was cut off, how much of the answer was heard."""
        said, self._interrupted = self._interrupted, None
        if said is not None and said.by is not None:
            yield SpeechInterrupted(
                **mark(),
                by=said.by,
                audible=said.audible,
                played_ms=said.played_ms,
                made_ms=said.made_ms,
                t_interrupt=self._stopwatch.ms(said.at_cut) or 0.0,
                t_silent=self._stopwatch.ms(said.at_silent) or 0.0,
            )
        mode = "typed" if self._turn.capture is None else self.mode
        listens = self.barge_in and self.mode == "hands-free"
        yield TurnTimed.model_validate({**mark(), "mode": mode, "barge_in": listens, **self._moments.fields()})

    async def aclose(self) -> None:
        """Hold nothing: whoever built the conversation closes its devices."""

    def _speech_began(self) -> None:
        if self._speaker is not None and self._speaker.speaking and self.mode == "hands-free":
            self._speaker.interrupt("voice")
        self._notify(Notice("speech"))

    def _empty_press(self) -> None:
        self._notify(Notice("nothing", "nothing was said"))

    def _captured(self, capture: Capture) -> None:
        near_speech = capture.over_speech or capture.at_start - self._silent_at < _ECHO_S
        if near_speech and is_echo(capture.heard.text, self._saying):
            self._notify(Notice("echo", "that was the assistant's own voice"))
        elif not capture.heard.text.strip():
            self._notify(Notice("nothing", "no words were understood"))
        else:
            self._inbox.put_nowait(_Turn(capture.heard.text, capture))

    def _not_recognised(self, error: Exception) -> None:
        self._notify(Notice("nothing", f"the recogniser failed: {error}"))

    def partial(self, text: str) -> None:
        """Tell what was understood so far."""
        self._notify(Notice("partial", text))
