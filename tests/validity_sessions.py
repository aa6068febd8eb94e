"""Sessions made up of words only, to see what a validity check says of the driver in them."""

from collections.abc import Sequence

from simulator.channel import Heard, Locale
from simulator.events import (
    AssistantSpoke,
    DriverSpoke,
    EndWord,
    SessionEnded,
    SessionStarted,
    SpeechRecognised,
    Termination,
    ToolCall,
    ToolCalled,
)
from simulator.trajectory import Trajectory


def spoken_session(
    locale: Locale,
    turns: Sequence[Sequence[str]],
    end: EndWord | None = EndWord.STOP,
    *,
    kind: str = "base",
    heard: str | None = None,
    termination: Termination = Termination.USER_STOP,
    calls: Sequence[Sequence[str]] = (),
) -> Trajectory:
    """Return a session of these exchanges, each the driver's words and, unless it broke off, the assistant's.

    `calls` are the tools the assistant uses before it speaks, turn by turn.
    """
    trajectory = Trajectory()

    def mark(turn: int) -> dict[str, int]:
        return {"seq": len(trajectory.events), "turn": turn, "at_ms": 0}

    trajectory.append(
        SessionStarted(
            **mark(0),
            scenario_id="words-only",
            kind=kind,
            locale=locale,
            speech_level=None,
            trial=0,
            seed=0,
            agent="words",
            user="words",
            channel="text",
            state={},
            digest="",
        )
    )
    for turn, (words, *answer) in enumerate(turns):
        trajectory.append(DriverSpoke(**mark(turn), intended=words))
        arrived = Heard(text=words if heard is None else heard, engine="words")
        trajectory.append(SpeechRecognised(**mark(turn), heard=arrived))
        for number, tool in enumerate(calls[turn] if turn < len(calls) else ()):
            call = ToolCall(id=f"{turn}-{number}", name=tool, arguments={})
            trajectory.append(ToolCalled(**mark(turn), step=turn, call=call))
        for speech in answer:
            trajectory.append(AssistantSpoke(**mark(turn), text=speech, digest=""))
    trajectory.append(SessionEnded(**mark(len(turns)), termination=termination, end_word=end, digest=""))
    return trajectory
