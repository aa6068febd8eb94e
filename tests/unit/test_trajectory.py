"""What a trajectory says about itself, and what it shows an assistant."""

import pytest
from drives import WEATHER, Drive, scenario

from simulator.channel import AudioReference, Heard, Spoken
from simulator.events import AssistantSpoke, DriverSpoke, SpeechRecognised, SpeechSynthesised, Timed
from simulator.trajectory import AssistantCalled, AssistantSaid, DriverSaid, ToolReplied, Trajectory


def drive() -> Drive:
    made = Drive(scenario()).hear("open the roof", "open the room")
    return made.step(WEATHER, ("set_fan_speed", {"level": 2})).step(("set_fan_speed", {"level": 3})).say("Done.")


def test_the_assistant_sees_heard_words_its_calls_and_their_results_in_order() -> None:
    messages = drive().trajectory.messages()
    assert [type(message) for message in messages] == [
        DriverSaid,
        AssistantCalled,
        ToolReplied,
        ToolReplied,
        AssistantCalled,
        ToolReplied,
        AssistantSaid,
    ]
    assert messages[0] == DriverSaid("open the room")
    assert "open the roof" not in repr(messages)


def test_calls_of_people_are_not_shown() -> None:
    made = Drive(scenario()).hear("hello").person("drive", speed_kph=30)
    assert made.trajectory.messages() == (DriverSaid("hello"),)
    assert made.trajectory.steps() == []


def test_messages_are_the_readers_own() -> None:
    trajectory = drive().trajectory
    before = trajectory.digest()
    for message in trajectory.messages():
        if isinstance(message, AssistantCalled):
            message.calls[0].arguments.clear()
    assert trajectory.digest() == before


def test_steps_keep_calls_with_their_results() -> None:
    first, second = drive().trajectory.steps()
    assert [call.name for call in first.calls] == ["get_weather", "set_fan_speed"]
    assert [result.call_id for result in first.results] == [call.id for call in first.calls]
    assert (first.number, second.number, first.turn) == (0, 1, 0)


def test_beginning_and_end() -> None:
    made = drive()
    assert made.trajectory.ended is None
    assert made.end() is made.trajectory
    assert made.trajectory.ended is made.trajectory.events[-1]
    assert made.trajectory.turns == 1
    with pytest.raises(ValueError, match="has no beginning"):
        _ = Trajectory().started


def test_wall_times_are_no_part_of_the_identity() -> None:
    plain, slow = drive().trajectory, drive().trajectory
    slow.events.insert(3, Timed(seq=99, turn=0, at_ms=0, stage="agent", duration_ms=12.5))
    assert plain.digest() == slow.digest()
    heard = [
        SpeechRecognised(seq=0, turn=0, at_ms=0, heard=Heard(text="a", engine="e", recognition_ms=ms))
        for ms in (10, 20)
    ]
    assert Trajectory([heard[0]]).digest() == Trajectory([heard[1]]).digest()


def test_keeping_the_sound_is_no_part_of_it_either() -> None:
    def spoken(audio: AudioReference | None) -> Trajectory:
        made = Spoken(engine="e", voice="v", duration_ms=100, synthesis_ms=1, real_speech=True, audio=audio)
        return Trajectory([SpeechSynthesised(seq=0, turn=0, at_ms=0, speaker="driver", spoken=made)])

    kept = AudioReference(path="a.wav", sha256="0" * 64, rate_hz=16_000, duration_ms=700)
    assert spoken(None).digest() == spoken(kept).digest()


def test_everything_that_happened_is() -> None:
    def of(*, said: str, text: str) -> str:
        return Trajectory(
            [
                DriverSpoke(seq=0, turn=0, at_ms=0, intended=said),
                AssistantSpoke(seq=1, turn=0, at_ms=0, text=text, digest=""),
            ]
        ).digest()

    assert len({of(said="a", text="b"), of(said="b", text="a"), of(said="ab", text="")}) == 3
