"""What the turns of one session measured: raw times and yes-or-no findings, from its stored events alone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from simulator.events import (
    AssistantSpoke,
    DriverSpoke,
    ModelCalled,
    SpeechInterrupted,
    SpeechRecognised,
    SpeechSynthesised,
    Termination,
    Timed,
    TurnTimed,
)
from simulator.trajectory import Trajectory

SILENT_WITHIN_MS = 150.0
"""An assistant that is interrupted has to fall silent within this time. Source: docs/voice.md, 'Turn metrics'."""


@dataclass(slots=True)
class TurnSamples:
    """Measurements of one session or of many, one entry an event, times in ms.

    `spoken`, `typed` and `simulated` are response latencies by how the driver's words came and were timed.
    `interruptions` and `talked_over` say for each case whether it was handled, or happened. `waits` pairs the silence
    before an answer with the driver's and the assistant's speech around it. `driver` and `assistant` are lengths of
    utterances; `estimated` of the assistant's were never made sound.
    """

    spoken: list[float] = field(default_factory=list)
    typed: list[float] = field(default_factory=list)
    simulated: list[float] = field(default_factory=list)
    first_audio: list[float] = field(default_factory=list)
    interruptions: list[bool] = field(default_factory=list)
    talked_over: list[bool] = field(default_factory=list)
    overlaps: list[float] = field(default_factory=list)
    waits: list[tuple[float, float]] = field(default_factory=list)
    driver: list[float] = field(default_factory=list)
    assistant: list[float] = field(default_factory=list)
    estimated: int = 0
    messages: list[float] = field(default_factory=list)
    models: list[float] = field(default_factory=list)
    first_tokens: list[float] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)
    turns: int = 0
    silent_utterances: int = 0
    silent_answers: int = 0

    def add(self, other: "TurnSamples") -> None:
        """Take over the measurements of another session."""
        for name in self.__slots__:
            mine, theirs = getattr(self, name), getattr(other, name)
            setattr(self, name, mine + theirs)


@dataclass(slots=True)
class _Turn:
    """What is stored of one turn."""

    timed: TurnTimed | None = None
    cut: SpeechInterrupted | None = None
    answered: bool = False
    driver_ms: float | None = None
    assistant_ms: float | None = None
    estimated: bool = False
    recognition_ms: float = 0.0
    working_ms: float = 0.0


def samples(trajectory: Trajectory) -> TurnSamples:
    """Return what one session measured; a session that was cut off gives what it had measured until then."""
    found = TurnSamples()
    turns = _turns(trajectory, found)
    live = trajectory.started.channel == "live"
    for turn in turns:
        _lengths(turn, found)
        if live:
            _live(turn, found)
        elif turn.answered:
            # Nobody waits for an endpoint here: what a driver would wait for is the recogniser and the assistant.
            _waited(turn, turn.recognition_ms + turn.working_ms, found.simulated, found)
    for turn, following in pairwise(turns):
        _overlap(turn, following, found)
    _interruptions(turns, trajectory, found)
    return found


def _turns(trajectory: Trajectory, found: TurnSamples) -> list[_Turn]:
    turns: list[_Turn] = []
    for event in trajectory.events:
        if isinstance(event, DriverSpoke):
            turns.append(_Turn())
            continue
        if not turns:
            continue
        turn = turns[-1]
        match event:
            case SpeechSynthesised(speaker="driver", spoken=spoken):
                turn.driver_ms = float(spoken.duration_ms)
            case SpeechSynthesised(spoken=spoken):
                turn.assistant_ms, turn.estimated = float(spoken.duration_ms), spoken.engine == "estimate"
            case SpeechRecognised(heard=heard):
                turn.recognition_ms = float(heard.recognition_ms)
            case Timed(stage="agent", duration_ms=took_ms):
                turn.working_ms += took_ms
                found.messages.append(took_ms)
            case Timed(stage="tools", duration_ms=took_ms):
                turn.working_ms += took_ms
                found.steps.append(took_ms)
            case ModelCalled(role="assistant", answered=True, cached_response=False):
                if event.latency_ms is not None:
                    found.models.append(event.latency_ms)
                if event.first_token_ms is not None:
                    found.first_tokens.append(event.first_token_ms)
            case AssistantSpoke(text=text):
                turn.answered = bool(text.strip())
            case TurnTimed():
                turn.timed = event
            case SpeechInterrupted():
                turn.cut = event
    found.turns = len(turns)
    return turns


def _lengths(turn: _Turn, found: TurnSamples) -> None:
    if turn.driver_ms is None:
        found.silent_utterances += 1
    else:
        found.driver.append(turn.driver_ms)
    if not turn.answered:
        return
    if turn.assistant_ms is None:
        found.silent_answers += 1
    else:
        found.assistant.append(turn.assistant_ms)
        found.estimated += turn.estimated


def _live(turn: _Turn, found: TurnSamples) -> None:
    timed = turn.timed
    if timed is None:
        return
    said = timed.t_asr_final if timed.mode == "typed" else timed.t_speech_end
    answer = timed.t_audio_out if timed.t_audio_out is not None else timed.t_agent
    if said is None or answer is None or not turn.answered:
        return
    if timed.mode == "typed":
        found.typed.append(answer - said)
        return
    if timed.t_audio_out is None:
        found.spoken.append(answer - said)
        return
    found.first_audio.append(timed.t_audio_out - said)
    _waited(turn, timed.t_audio_out - said, found.spoken, found)


def _waited(turn: _Turn, wait_ms: float, latencies: list[float], found: TurnSamples) -> None:
    latencies.append(wait_ms)
    if turn.driver_ms is not None and turn.assistant_ms is not None:
        found.waits.append((wait_ms, turn.driver_ms + turn.assistant_ms))


def _overlap(turn: _Turn, following: _Turn, found: TurnSamples) -> None:
    """Note whether the driver's next words began before the assistant's had ended."""
    before, after = turn.timed, following.timed
    if before is None or after is None or not before.barge_in:
        return
    if before.t_audio_out is None or before.t_audio_end is None:
        return
    overlap_ms = 0.0
    if after.t_speech_start is not None and after.t_speech_end is not None:
        began = max(before.t_audio_out, after.t_speech_start)
        overlap_ms = max(0.0, min(before.t_audio_end, after.t_speech_end) - began)
    found.talked_over.append(overlap_ms > 0)
    if overlap_ms > 0:
        found.overlaps.append(overlap_ms)


def _interruptions(turns: Sequence[_Turn], trajectory: Trajectory, found: TurnSamples) -> None:
    for number, turn in enumerate(turns):
        # A loudspeaker that was still silent, or broken, was not interrupted.
        if turn.cut is None or not turn.cut.played_ms:
            continue
        in_time = turn.cut.t_silent - turn.cut.t_interrupt <= SILENT_WITHIN_MS
        heeded = _heeded(turns[number + 1 :], trajectory) if in_time else False
        if heeded is not None:
            found.interruptions.append(heeded)


def _heeded(following: Sequence[_Turn], trajectory: Trajectory) -> bool | None:
    """Return whether what the driver interrupted for was answered; None when nobody knows, since it broke off."""
    termination = trajectory.ended.termination if trajectory.ended else None
    if not following:
        # Whoever only wants quiet, and leaves, has got it.
        return True if termination is Termination.USER_STOP else None
    if following[0].answered:
        return True
    if len(following) == 1 and termination is not Termination.USER_STOP:
        # A call that is placed ends the session without a word.
        return True if termination is Termination.CALL_PLACED else None
    return False
