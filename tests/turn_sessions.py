"""Sessions put together from the events that turn metrics look at."""

from typing import Any

from drives import Drive, scenario

from simulator.channel import Heard, Locale, Spoken
from simulator.events import (
    AssistantSpoke,
    DriverSpoke,
    EndWord,
    ModelCalled,
    SessionEnded,
    SpeechInterrupted,
    SpeechRecognised,
    SpeechSynthesised,
    Termination,
    Timed,
    TurnTimed,
)
from simulator.trajectory import Trajectory


class Turns:
    """One session, turn by turn; `channel` live makes its times those of a person."""

    def __init__(self, channel: str = "voice", locale: Locale = "en") -> None:
        beginning = Drive(scenario(), locale).trajectory.started
        self.trajectory = Trajectory([beginning.model_copy(update={"channel": channel})])
        self._turn = -1

    def _mark(self) -> dict[str, int]:
        return {"seq": len(self.trajectory.events), "turn": self._turn, "at_ms": 0}

    def driver(self, spoken_ms: int | None = None, recognition_ms: int = 0) -> "Turns":
        """Begin a turn; without a length the driver typed, or a script was read."""
        self._turn += 1
        self.trajectory.append(DriverSpoke(**self._mark(), intended="x"))
        if spoken_ms is not None:
            self._spoken("driver", spoken_ms, "piper")
        heard = Heard(text="x", engine="e", recognition_ms=recognition_ms)
        self.trajectory.append(SpeechRecognised(**self._mark(), heard=heard))
        return self

    def _spoken(self, speaker: Any, ms: int, engine: str) -> None:
        spoken = Spoken(engine=engine, voice="v", duration_ms=ms, synthesis_ms=0, real_speech=engine != "estimate")
        self.trajectory.append(SpeechSynthesised(**self._mark(), speaker=speaker, spoken=spoken))

    def took(self, **stages: float) -> "Turns":
        """Note how long stages took: agent, tools, hear, say."""
        for stage, ms in stages.items():
            self.trajectory.append(Timed.model_validate({**self._mark(), "stage": stage, "duration_ms": ms}))
        return self

    def model(self, latency_ms: float | None, **more: Any) -> "Turns":
        """Note a call of the assistant's model."""
        facts = {"role": "assistant", "model": "m", "latency_ms": latency_ms} | more
        self.trajectory.append(ModelCalled.model_validate({**self._mark(), **facts}))
        return self

    def assistant(self, text: str = "Done.", ms: int | None = None, engine: str = "estimate") -> "Turns":
        """Let the assistant speak; without a length the answer is only shown."""
        self.trajectory.append(AssistantSpoke(**self._mark(), text=text, digest=""))
        if ms is not None:
            self._spoken("assistant", ms, engine)
        return self

    def cut(self, *, after_ms: float = 20, played_ms: int = 400) -> "Turns":
        """Interrupt the answer; it was silent `after_ms` later."""
        self.trajectory.append(
            SpeechInterrupted(
                **self._mark(),
                by="voice",
                audible="Do",
                played_ms=played_ms,
                made_ms=900,
                t_interrupt=1000,
                t_silent=1000 + after_ms,
            )
        )
        return self

    def timed(self, mode: str = "hands-free", **moments: Any) -> "Turns":
        """Note the moments of a live turn, without their `t_`; `barge_in` as it is."""
        named = {name if name == "barge_in" else f"t_{name}": value for name, value in moments.items()}
        self.trajectory.append(TurnTimed.model_validate({**self._mark(), "mode": mode, **named}))
        return self

    def end(self, termination: Termination = Termination.USER_STOP) -> "Turns":
        """End the session."""
        word = EndWord.STOP if termination is Termination.USER_STOP else None
        self.trajectory.append(SessionEnded(**self._mark(), termination=termination, end_word=word, digest=""))
        return self
