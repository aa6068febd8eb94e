"""Taking turns: typing, interrupting, what was heard of a cut answer, and a loudspeaker that fails."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simulator.channel import Heard, Locale
from simulator.events import SpeechInterrupted, TurnTimed
from simulator.users.human import HumanUser
from voice.audio import Pcm, read_wav
from voice.live.conversation import Conversation, Notice
from voice.live.listening import Capture
from voice.live.loudness import loudness
from voice.live.loudspeaker import Playback
from voice.live.speaking import Speaker
from voice.live.trouble import DeviceGone, DeviceTrouble
from voice.recording import SoundArchive

RATE_HZ = 16_000


class Voice:
    """Says everything in 100 ms a letter."""

    name = "letters"
    real_speech = True

    def voice(self, locale: Locale) -> str:
        return "v"

    def fingerprint(self, locale: Locale) -> None:
        return None

    def synthesize(self, text: str, locale: Locale) -> Pcm:
        return Pcm(b"\0\x10" * (len(text) * RATE_HZ // 10), RATE_HZ)


class Sink:
    """A loudspeaker that plays when it is told to."""

    name = "sink"
    rate_hz = RATE_HZ

    def __init__(self) -> None:
        self.playback: Playback | None = None
        self.finished: Callable[[], None] = lambda: None
        self.trouble = False
        self.begun = asyncio.Event()
        self.aborted = 0

        self._loop = asyncio.get_running_loop()

    def open(self) -> None:
        if self.trouble:
            raise DeviceTrouble("the loudspeaker 'sink' is not there any more")

    def begin(self, playback: Playback, finished: Callable[[], None]) -> None:
        self.playback, self.finished = playback, finished
        self._loop.call_soon_threadsafe(self.begun.set)

    def play(self, ms: int) -> None:
        assert self.playback is not None
        _, done = self.playback.pull(2 * RATE_HZ * ms // 1000)
        if done:
            threading.Thread(target=self.finished).start()

    def abort(self) -> float:
        self.aborted += 1
        return 0.05

    def close(self) -> None:
        pass


class Bench:
    def __init__(self, *, barge_in: bool = False) -> None:
        self.sink = Sink()
        self.notices: list[Notice] = []
        voice = Voice()
        self.conversation = Conversation(
            "en",
            "hands-free",
            notify=self.notices.append,
            speaker=Speaker(voice, self.sink),
            voice=voice,
            barge_in=barge_in,
        )

    def says(self, text: str) -> "asyncio.Task[Any]":
        return asyncio.create_task(self.conversation.say(text, locale="en", utterance=0))

    def events(self) -> list[Any]:
        return list(self.conversation.measured(lambda: {"seq": 0, "turn": 0, "at_ms": 0}))

    def captured(self, text: str, *, over_speech: bool = False) -> None:
        now = time.perf_counter()
        sound = Pcm(b"\0\0" * RATE_HZ, RATE_HZ)
        heard = Heard(text=text, engine="e")
        self.conversation.hooks().captured(Capture(heard, sound, now, now, now, None, now, over_speech))


async def test_a_typed_line_is_a_turn_whose_recognition_is_unscored() -> None:
    bench = Bench()
    bench.conversation.type("open the window")
    utterance = await HumanUser(bench.conversation).speak((), None)
    assert utterance.intended == "open the window"
    passage = await bench.conversation.hear(utterance.intended, locale="en", utterance=0)
    assert (passage.heard.text, passage.heard.engine, passage.spoken) == ("open the window", "keyboard", None)
    assert bench.conversation.accuracy_reason == "the driver typed: nothing was recognised"


async def test_of_speech_only_what_was_heard_is_known() -> None:
    bench = Bench()
    bench.captured("open the window")
    utterance = await HumanUser(bench.conversation).speak((), None)
    assert utterance.intended == ""
    passage = await bench.conversation.hear("", locale="en", utterance=0)
    assert passage.heard.text == "open the window"
    assert passage.spoken is not None
    assert (passage.spoken.engine, passage.spoken.voice) == ("microphone", "human")
    assert "only known as it was heard" in (bench.conversation.accuracy_reason or "")


async def test_leaving_ends_the_session() -> None:
    bench = Bench()
    bench.conversation.leave()
    assert (await HumanUser(bench.conversation).speak((), None)).end is not None


async def test_nothing_heard_is_no_turn() -> None:
    bench = Bench()
    bench.captured("  ")
    bench.captured("yes")
    await bench.conversation.next_turn()
    assert (await bench.conversation.hear("", locale="en", utterance=0)).heard.text == "yes"
    assert Notice("nothing", "no words were understood") in bench.notices


async def test_an_answer_is_played_to_its_end() -> None:
    bench = Bench()
    bench.conversation.type("hello")
    await bench.conversation.next_turn()
    saying = bench.says("Okay. Done.")
    await bench.sink.begun.wait()
    while bench.sink.playback is None or bench.sink.playback.waiting_ms < 1000:
        await asyncio.sleep(0)
    while not bench.sink.playback.is_complete:
        await asyncio.sleep(0)
    bench.sink.play(2000)
    spoken = await saying
    assert spoken.duration_ms == 1000
    (timed,) = bench.events()
    assert isinstance(timed, TurnTimed)
    assert timed.mode == "typed"
    stages = [timed.t_asr_final, timed.t_agent, timed.t_tts_first, timed.t_audio_out, timed.t_audio_end]
    assert stages == sorted(stage for stage in stages if stage is not None)
    assert timed.t_speech_end is None


@pytest.mark.parametrize("by", ["voice", "typing"])
async def test_an_interrupted_answer_records_how_much_was_heard(by: str) -> None:
    bench = Bench(barge_in=True)
    saying = bench.says("Okay. One two three four.")
    await bench.sink.begun.wait()
    playback = bench.sink.playback
    assert playback is not None
    while not playback.is_complete:
        await asyncio.sleep(0)
    bench.sink.play(1450)
    if by == "voice":
        bench.conversation.hooks().started()
    else:
        bench.conversation.type("stop")
    spoken = await saying
    cut, timed = bench.events()
    assert isinstance(cut, SpeechInterrupted)
    # 1450 ms were pulled, of which the device threw 50 away: 500 for the first piece, 900 of 1900 for the second.
    assert (cut.by, cut.played_ms, cut.made_ms, cut.audible) == (by, 1400, 2400, "Okay. One two")
    assert spoken.duration_ms == 1400
    assert cut.t_silent >= cut.t_interrupt
    assert isinstance(timed, TurnTimed)
    assert bench.sink.aborted == 1
    assert playback.pull(100) == (bytes(100), True)
    assert Notice("interrupted", "Okay. One two") in bench.notices


async def test_what_was_said_and_heard_is_kept_when_asked_for(tmp_path: Path) -> None:
    bench = Bench(barge_in=True)
    bench.conversation.record(SoundArchive(tmp_path / "runs.db"))
    bench.captured("open the window")
    await bench.conversation.next_turn()
    passage = await bench.conversation.hear("", locale="en", utterance=0)
    assert passage.spoken is not None
    assert passage.spoken.audio is not None
    assert read_wav(tmp_path / passage.spoken.audio.path) == Pcm(b"\0\0" * RATE_HZ, RATE_HZ)
    saying = bench.says("Okay. One two three four.")
    await bench.sink.begun.wait()
    while bench.sink.playback is None or not bench.sink.playback.is_complete:
        await asyncio.sleep(0)
    bench.sink.play(1450)
    bench.conversation.hooks().started()
    spoken = await saying
    # Of an answer that was cut off, what was heard of it.
    assert (spoken.duration_ms, spoken.audio.duration_ms) == (1400, 1400)
    assert read_wav(tmp_path / spoken.audio.path).samples == b"\0\x10" * (RATE_HZ * 1400 // 1000)
    assert bench.events()[-1].barge_in is True


async def test_an_interruption_is_told_once() -> None:
    bench = Bench()
    assert bench.events()[0].type == "turn_timed"
    assert [event.type for event in bench.events()] == ["turn_timed"]


async def test_the_assistants_own_voice_is_dropped() -> None:
    bench = Bench(barge_in=True)
    saying = bench.says("The air conditioning is on now.")
    await bench.sink.begun.wait()
    bench.conversation.hooks().started()
    await saying
    bench.captured("the air conditioning is on", over_speech=True)
    bench.captured("open the window", over_speech=True)
    await bench.conversation.next_turn()
    assert (await bench.conversation.hear("", locale="en", utterance=0)).heard.text == "open the window"
    assert any(notice.kind == "echo" for notice in bench.notices)


async def test_a_loudspeaker_that_fails_is_told_once_and_the_session_goes_on() -> None:
    bench = Bench()
    bench.sink.trouble = True
    assert await bench.says("Okay.") is None
    assert await bench.says("Okay.") is None
    assert [notice.kind for notice in bench.notices] == ["device"]
    bench.sink.trouble = False
    saying = bench.says("Okay.")
    await bench.sink.begun.wait()
    while bench.sink.playback is None or not bench.sink.playback.is_complete:
        await asyncio.sleep(0)
    bench.sink.play(5000)
    assert (await saying).duration_ms == 500


async def test_without_a_loudspeaker_an_answer_only_takes_its_time() -> None:
    notices: list[Notice] = []
    conversation = Conversation("ko", "push-to-talk", notify=notices.append)
    spoken = await conversation.say("네, 알겠어요.", locale="ko", utterance=0)
    assert spoken is not None
    assert (spoken.engine, spoken.real_speech) == ("estimate", False)
    conversation.press()
    conversation.release()
    assert not conversation.pressed


async def test_a_microphone_is_looked_for_until_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    from voice.live import conversation as module
    from voice.live.microphone import Frame

    monkeypatch.setattr(module, "_LOOK_AGAIN_S", 0.01)

    class Source:
        name = "mic"

        def __init__(self, frames: int, *, gone: bool) -> None:
            self._frames, self._gone = frames, gone

        async def frames(self) -> Any:
            for _ in range(self._frames):
                yield Frame(bytes(1024), time.perf_counter())
            if self._gone:
                raise DeviceGone("the microphone 'mic' is gone")

    class Listening:
        fed = dropped = 0

        def feed(self, frame: Frame) -> None:
            self.fed += 1

        def drop(self) -> None:
            self.dropped += 1

    bench, listening, tries = Bench(), Listening(), 0

    def find() -> Source:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise DeviceTrouble("not yet")
        return Source(2, gone=False)

    bench.conversation.attach(listening)  # type: ignore[arg-type]
    await bench.conversation.listen(Source(3, gone=True), find)
    assert (listening.fed, listening.dropped, tries) == (5, 1, 3)
    assert [notice.text for notice in bench.notices] == [
        "the microphone 'mic' is gone: type instead; speech works again once it is back",
        "the microphone 'mic' is back",
    ]


async def test_an_answer_can_be_followed_and_cut_off() -> None:
    bench = Bench()
    assert bench.conversation.audible is None
    saying = bench.says("Okay. One two three four.")
    await bench.sink.begun.wait()
    while bench.sink.playback is None or not bench.sink.playback.is_complete:
        await asyncio.sleep(0)
    assert bench.conversation.audible == ""
    bench.sink.play(1450)
    assert bench.conversation.audible == "Okay. One two"
    bench.conversation.cut_off()
    await saying
    cut, _ = bench.events()
    assert isinstance(cut, SpeechInterrupted)
    assert cut.by == "button"
    assert bench.conversation.audible is None


class Listening:
    """A listener that notes what it is told."""

    def __init__(self) -> None:
        self.mode = "hands-free"
        self.dropped = 0

    def drop(self) -> None:
        self.dropped += 1


async def test_how_the_microphone_listens_can_be_switched() -> None:
    bench, listening = Bench(), Listening()
    bench.conversation.attach(listening)  # type: ignore[arg-type]
    bench.conversation.switch("hands-free")
    assert (listening.mode, listening.dropped) == ("hands-free", 0)
    bench.conversation.switch("push-to-talk")
    assert (bench.conversation.mode, listening.mode, listening.dropped) == ("push-to-talk", "push-to-talk", 1)


async def test_another_voice_answers_once_it_is_there() -> None:
    conversation = Conversation("en", "push-to-talk", notify=lambda notice: None)
    silent = await conversation.say("Okay.", locale="en", utterance=0)
    assert silent is not None
    assert silent.engine == "estimate"
    voice, sink = Voice(), Sink()
    conversation.equip(Speaker(voice, sink), voice)
    saying = asyncio.create_task(conversation.say("Okay.", locale="en", utterance=0))
    await sink.begun.wait()
    while sink.playback is None or not sink.playback.is_complete:
        await asyncio.sleep(0)
    sink.play(5000)
    spoken = await saying
    assert spoken is not None
    assert spoken.engine == "letters"


def test_the_meter_goes_from_silence_to_full_scale() -> None:
    levels = [loudness(amplitude.to_bytes(2, "little") * 512) for amplitude in (0, 10, 100, 1000, 10_000, 32_767)]
    assert levels == sorted(levels)
    assert levels[0] == 0.0
    assert levels[-1] == pytest.approx(1.0, abs=0.001)
    assert levels[3] == pytest.approx(1 - 30.3 / 60, abs=0.01)
    assert loudness(b"") == 0.0
