"""What a drive is played with, and changing it while it goes on."""

from collections.abc import Callable
from typing import TYPE_CHECKING, get_args

from simulator.agents.spec import Agent
from simulator.channel import LOCALES, Locale
from simulator.cockpit.mishearing import Mishearing
from simulator.dashboard.sources import Conditions
from simulator.events import ConditionName, SpeechLevel
from simulator.hands import Hands
from simulator.registry import UsageError, unknown

if TYPE_CHECKING:
    from voice.channel import VoiceChannel


class Dials:
    """The conditions of one drive; `hands` are those of its session.

    The channel is connected once the session has it: until then, and without one, its conditions cannot be changed.
    """

    def __init__(
        self,
        start: Conditions,
        make_agent: Callable[[str, Locale], Agent],
        admit_locale: Callable[[Locale], None] | None = None,
    ) -> None:
        self._start = start
        self._mishearing: Mishearing | None = None
        self._voice: VoiceChannel | None = None
        self.hands = Hands(
            make_agent=make_agent,
            set_condition=self._set,
            admit_locale=admit_locale,
            error_rate=start.error_rate,
            snr_db=start.snr_db,
        )

    def connect(self, channel: "Mishearing | VoiceChannel") -> None:
        """Take the session's channel."""
        if isinstance(channel, Mishearing):
            self._mishearing = channel
        else:
            self._voice = channel

    @property
    def conditions(self) -> Conditions:
        """How everything stands now."""
        hands, start = self.hands, self._start
        locale = next((known for known in LOCALES if known == hands.current("locale")), None)
        if locale is None:
            return start
        level = hands.current("speech_level")
        return Conditions(
            agent=str(hands.current("agent")),
            locale=locale,
            speech_level=next((known for known in get_args(SpeechLevel) if known == level), None),
            error_rate=_number(hands.current("error_rate")),
            snr_db=_number(hands.current("snr_db")),
        )

    def change(self, name: str, value: str | float) -> None:
        """Change one of them; raises UsageError when it cannot be had."""
        for known in get_args(ConditionName):
            if name == known:
                self.hands.change(known, value)
                return
        raise unknown("condition", name, get_args(ConditionName))

    def _set(self, name: ConditionName, value: float | None) -> None:
        if value is None:
            raise UsageError(f"{name}: expected a number")
        if name == "error_rate" and self._mishearing is not None:
            self._mishearing.mishear_at(value)
        elif name == "snr_db" and self._voice is not None:
            self._voice.mix_at(value)
        else:
            raise UsageError(f"{name}: the drive has not begun")


def _number(value: str | float | None) -> float | None:
    return None if value is None or isinstance(value, str) else value
