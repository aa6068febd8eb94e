"""What the live end of a drive tells at the moment, put together from notices, the session's events and the clock."""

from typing import TYPE_CHECKING, Literal

from simulator.cockpit.pacing import Pace
from simulator.dashboard.sources import Talk
from simulator.events import AssistantSpoke, DriverSpoke, Event, SessionEnded, SessionStarted, SpeechRecognised

if TYPE_CHECKING:
    from voice.live.conversation import Conversation, Notice

Phase = Literal["waiting", "listening", "hearing", "thinking", "speaking", "ended"]


class LiveEnd:
    """Follows one drive; `conversation` is a person's, `pace` a simulated one's."""

    def __init__(self, conversation: "Conversation | None" = None, pace: Pace | None = None) -> None:
        self._conversation = conversation
        self._pace = pace
        self._phase: Phase = "thinking"
        self._speech = False
        self._partial = ""
        self._saying = ""
        self._notice = ""

    def note(self, sentence: str) -> None:
        """Show one plain sentence until the driver speaks; "" takes it away."""
        self._notice = sentence

    def forget(self, sentence: str) -> None:
        """Take a sentence away if it is still the one that shows."""
        if self._notice == sentence:
            self._notice = ""

    def notice(self, notice: "Notice") -> None:
        """Take what the live loop tells."""
        match notice.kind:
            case "listening":
                self._phase, self._speech, self._partial = "waiting", False, ""
            case "speech":
                self._speech = True
            case "partial":
                self._partial = notice.text
            case "nothing" | "echo":
                self._speech, self._partial = False, ""
                self._notice = notice.text
            case "device":
                self._notice = notice.text
            case "interrupted":
                pass

    def event(self, event: Event) -> None:
        """Take an event of the session."""
        match event:
            case SessionStarted():
                self._phase = "waiting" if self._conversation is not None else "thinking"
            case DriverSpoke():
                self._phase = "thinking" if self._conversation is not None else "hearing"
                self._speech, self._partial, self._notice = False, "", ""
            case SpeechRecognised():
                self._phase = "thinking"
            case AssistantSpoke(text=text):
                self._phase, self._saying = "speaking", text
            case SessionEnded():
                self._phase = "ended"

    def end(self) -> None:
        """Say that nothing more comes."""
        self._phase = "ended"

    def talk(self) -> Talk:
        """Return what to show now."""
        phase = self._present()
        speaking = phase == "speaking"
        return Talk(
            phase=phase,
            level=self._conversation.level if self._conversation is not None else 0.0,
            partial=self._partial,
            saying=self._saying if speaking else "",
            said=self._said() if speaking else 0,
            notice=self._notice,
        )

    def _present(self) -> Phase:
        person = self._conversation
        if self._phase == "ended" or person is None:
            return self._phase
        if person.pressed:
            return "hearing" if self._speech else "listening"
        if self._phase == "waiting" and person.hears:
            if self._speech:
                return "hearing"
            return "listening" if person.mode == "hands-free" else "waiting"
        return self._phase

    def _said(self) -> int:
        if self._conversation is not None:
            heard = self._conversation.audible
            return len(self._saying) if heard is None else characters(self._saying, heard)
        return round(len(self._saying) * (self._pace.share if self._pace is not None else 1.0))


def characters(text: str, heard: str) -> int:
    """Return how many characters of a text were said when `heard` of it was, whose spaces may differ."""
    letters = sum(not character.isspace() for character in heard)
    for index, character in enumerate(text):
        if not letters:
            return index
        letters -= not character.isspace()
    return len(text)
