"""The channels of drives: those of other sessions, with what a person may change and the time that people need."""

from typing import TYPE_CHECKING, cast

from simulator.assembly import ChannelChoice
from simulator.channel import Channel, Locale, TextChannel
from simulator.cockpit.dials import Dials
from simulator.cockpit.mishearing import Mishearing
from simulator.cockpit.pacing import Pace, PacedChannel

if TYPE_CHECKING:
    from voice.channel import VoiceChannel
    from voice.errors import ErrorChannel
    from voice.live.conversation import Conversation


def typed_line(
    name: str, conversation: "Conversation", locale: Locale, dials: Dials, *, catastrophic: bool = False
) -> ChannelChoice:
    """Return the channel of a person, who is misheard as much as `dials` say when typing, and never when speaking."""

    def build(seed: int) -> Channel:
        from voice.errors import ErrorChannel

        rate = dials.conditions.error_rate or 0.0
        errors = ErrorChannel(rate, seed, catastrophic=catastrophic)
        channel = Mishearing(name, conversation, errors, locale)
        channel.prepare()
        dials.connect(channel)
        return channel

    return ChannelChoice(name, build)


def watched_line(chosen: ChannelChoice, locale: Locale, dials: Dials, pace: Pace) -> ChannelChoice:
    """Return the channel that was chosen for a simulated driver, to be followed and turned."""

    def build(seed: int) -> Channel:
        inner = chosen.build(seed)
        if chosen.name == "voice":
            dials.connect(cast("VoiceChannel", inner))
            return PacedChannel(inner, pace)
        channel = Mishearing(chosen.name, TextChannel(), _errors(chosen.name, inner, seed), locale)
        channel.prepare()
        dials.connect(channel)
        return PacedChannel(channel, pace)

    return ChannelChoice(chosen.name, build, chosen.notice)


def _errors(name: str, inner: Channel, seed: int) -> "ErrorChannel":
    from voice.errors import ErrorChannel

    return cast("ErrorChannel", inner) if name == "errors" else ErrorChannel(0.0, seed)
