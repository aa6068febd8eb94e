"""A watched session takes the time that speaking takes, and nothing of it is measured as somebody's work."""

import asyncio

from sessions import Wondering

from simulator.channel import TextChannel
from simulator.cockpit.live_end import LiveEnd, characters
from simulator.cockpit.pacing import Pace, PacedChannel, PacedUser
from simulator.events import AssistantSpoke, DriverSpoke, EndWord
from simulator.users.spec import Utterance


async def test_the_assistant_is_heard_out_and_can_be_skipped() -> None:
    pace = Pace(1.0)
    user = PacedUser(Wondering(Utterance("Next.")), pace)
    pace.begin(3_600_000)
    waiting = asyncio.create_task(user.speak((), None))
    await asyncio.sleep(0)
    assert not waiting.done()
    assert pace.share < 0.01
    pace.skip()
    assert (await waiting).intended == "Next."
    assert pace.share == 1.0


async def test_without_a_pace_nobody_waits() -> None:
    pace = Pace(0)
    channel = PacedChannel(TextChannel(), pace)
    passage = await channel.hear("Open the window. " * 100, locale="en", utterance=0)
    await channel.say("It is open. " * 1000, locale="en", utterance=0)
    assert pace.share == 1.0
    assert passage.heard.engine == "text"
    assert (channel.name, channel.accuracy_reason) == ("text", TextChannel().accuracy_reason)


async def test_a_driver_who_was_sent_away_says_nothing_more() -> None:
    pace = Pace(1.0)
    user = PacedUser(Wondering(), pace)
    pace.begin(3_600_000)
    waiting = asyncio.create_task(user.speak((), None))
    await asyncio.sleep(0)
    user.leaves = EndWord.STOP
    pace.stop()
    assert (await waiting).end is EndWord.STOP
    pace.begin(3_600_000)
    await pace.over()


async def test_what_was_said_grows_with_the_time() -> None:
    pace = Pace(2.0)
    end = LiveEnd(pace=pace)
    mark = {"seq": 0, "turn": 0, "at_ms": 0}
    end.event(DriverSpoke(**mark, intended="Open it."))
    assert end.talk().phase == "hearing"
    end.event(AssistantSpoke(**mark, text="It is open.", digest=""))
    pace.begin(3_600_000)
    talk = end.talk()
    assert (talk.phase, talk.saying, talk.said) == ("speaking", "It is open.", 0)
    pace.skip()
    assert end.talk().said == len("It is open.")


def test_characters_are_counted_whatever_the_spaces() -> None:
    assert characters("It is open. Anything else?", "It is") == 5
    assert characters("It  is\nopen.", "It is open.") == len("It  is\nopen.")
    assert characters("창문을 열었어요.", "창문을") == 3
    assert characters("anything", "") == 0
