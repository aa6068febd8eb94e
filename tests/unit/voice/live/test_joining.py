"""Devices that join a conversation which has begun at the keyboard, and other languages in mid-drive."""

from typing import Any

import pytest

from simulator.channel import Locale
from simulator.registry import UsageError
from voice.devices import AudioDevices
from voice.live import setup
from voice.live.conversation import Notice
from voice.live.setup import Live, LiveChoice


@pytest.fixture
def notices(monkeypatch: pytest.MonkeyPatch) -> list[Notice]:
    """The notices of a machine without sound."""
    monkeypatch.setattr(setup, "list_devices", lambda: AudioDevices((), "there is no sound here"))
    return []


def _live(notices: list[Notice], locale: Locale = "en", **more: Any) -> Live:
    return Live(LiveChoice(locale=locale, mode="push-to-talk", **more), notices.append)


async def test_a_conversation_goes_on_while_the_devices_are_looked_for(notices: list[Notice]) -> None:
    live = _live(notices)
    live.conversation.type("hello")
    turn = await live.conversation.next_turn()
    assert turn is not None
    assert turn.typed == "hello"
    await live.join()
    assert not live.conversation.hears
    assert any("no sound here" in notice.text for notice in notices)
    await live.aclose()


async def test_another_language_is_spoken_from_the_next_answer_on(notices: list[Notice]) -> None:
    live = _live(notices)
    live.speak("ko")
    spoken = await live.conversation.say("네, 알겠어요.", locale="ko", utterance=0)
    assert spoken is not None
    await live.aclose()


def test_a_voice_that_was_named_speaks_its_languages_only(notices: list[Notice]) -> None:
    live = _live(notices, tts="null")
    live.speak("ko")
    english = _live(notices, tts="piper")
    with pytest.raises(UsageError, match="piper"):
        english.speak("ko")
