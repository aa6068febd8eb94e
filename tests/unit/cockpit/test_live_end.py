"""What a person sees of the microphone: whose turn it is, what was understood so far, what went wrong."""

import pytest

from simulator.cockpit.live_end import LiveEnd
from simulator.events import AssistantSpoke, DriverSpoke, SessionEnded, Termination
from voice.live.conversation import Notice

MARK = {"seq": 0, "turn": 0, "at_ms": 0}


class Conversation:
    """The live end of a conversation as far as it is looked at."""

    def __init__(self) -> None:
        self.level = 0.25
        self.pressed = False
        self.hears = True
        self.mode = "push-to-talk"
        self.audible: str | None = None


@pytest.fixture
def person() -> Conversation:
    """A person at a microphone."""
    return Conversation()


def _end(person: Conversation) -> LiveEnd:
    return LiveEnd(person)  # type: ignore[arg-type]


def test_a_press_is_listened_to_and_speech_is_told(person: Conversation) -> None:
    end = _end(person)
    end.notice(Notice("listening"))
    assert end.talk().phase == "waiting"
    person.pressed = True
    assert end.talk().phase == "listening"
    end.notice(Notice("speech"))
    end.notice(Notice("partial", "open the"))
    talk = end.talk()
    assert (talk.phase, talk.partial, talk.level) == ("hearing", "open the", 0.25)
    person.pressed = False
    end.event(DriverSpoke(**MARK, intended=""))
    assert (end.talk().phase, end.talk().partial) == ("thinking", "")


def test_hands_free_it_always_listens(person: Conversation) -> None:
    person.mode = "hands-free"
    end = _end(person)
    end.notice(Notice("listening"))
    assert end.talk().phase == "listening"
    end.notice(Notice("speech"))
    assert end.talk().phase == "hearing"
    end.notice(Notice("nothing", "no words were understood"))
    assert (end.talk().phase, end.talk().notice) == ("listening", "no words were understood")


def test_an_answer_is_shown_as_it_is_spoken(person: Conversation) -> None:
    end = _end(person)
    end.event(AssistantSpoke(**MARK, text="Okay. One two three.", digest=""))
    person.audible = ""
    assert (end.talk().phase, end.talk().said) == ("speaking", 0)
    person.audible = "Okay. One"
    talk = end.talk()
    assert talk.saying[: talk.said] == "Okay. One"
    person.audible = None
    assert end.talk().said == len("Okay. One two three.")
    end.notice(Notice("listening"))
    assert (end.talk().saying, end.talk().said) == ("", 0)


def test_a_notice_stays_until_the_driver_speaks(person: Conversation) -> None:
    end = _end(person)
    end.notice(Notice("device", "the microphone is gone"))
    end.forget("something else")
    end.notice(Notice("listening"))
    assert end.talk().notice == "the microphone is gone"
    end.event(DriverSpoke(**MARK, intended="hello"))
    assert end.talk().notice == ""


def test_after_the_end_nothing_else_is_told(person: Conversation) -> None:
    end = _end(person)
    end.event(SessionEnded(**MARK, termination=Termination.USER_STOP, end_word=None, digest=""))
    person.pressed = True
    assert end.talk().phase == "ended"
