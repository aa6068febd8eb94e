"""Fog lights, low beams and high beams."""

from drives import Call, Drive, scenario

LOOK: Call = ("get_exterior_lights_status", {})
FOG: Call = ("set_fog_lights", {"on": True})
LOW: Call = ("set_head_lights_low_beams", {"on": True})
HIGH: Call = ("set_head_lights_high_beams", {"on": True})
HIGH_OFF: Call = ("set_head_lights_high_beams", {"on": False})


def start(**state: object) -> Drive:
    return Drive(scenario(state=dict(state))).hear("Lights, please.")


def test_both_beam_setters_count_as_knowing_them() -> None:
    assert start().step(LOW, HIGH_OFF).step(FOG).found("013") == [True]
    assert start().step(LOW).step(FOG).found("013") == [False]


def test_fog_lights_name_each_thing_that_is_wrong() -> None:
    session = start(head_lights_high_beams=True).step(LOOK).step(FOG).say("Done.")
    assert session.found("013") == [True, False]
    assert "the low beams are off and the high beams are on" in session.reasons("013")


def test_high_beams_know_fog_lights_by_having_set_them() -> None:
    assert start().step(("set_fog_lights", {"on": False})).step(HIGH).found("014") == [True]
    assert start().step(LOW).step(HIGH).found("014") == [False]


def test_the_state_at_speech_counts() -> None:
    swapped = start(fog_lights=True).step(LOOK).step(HIGH).step(("set_fog_lights", {"on": False})).say("Done.")
    assert swapped.found("014") == [True, True]
