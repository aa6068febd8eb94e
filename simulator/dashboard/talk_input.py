"""The keyboard of a drive: one line to say, with what was said before and what might be said."""

from collections.abc import Sequence

from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widgets import Input

from simulator.dashboard.phrases import Phrase
from simulator.dashboard.spec import Look

MOST_CHARACTERS = 2000
TRY = Phrase("Type, or Tab for: {}", "직접 입력하거나 Tab으로 추천 문장: {}")
TYPE = Phrase("Type what you say", "할 말을 입력하세요")
OVER = Phrase(
    "The drive is over: Ctrl+N for another one, Ctrl+Q to leave", "주행이 끝났습니다: Ctrl+N 새 주행, Ctrl+Q 종료"
)
TOO_LONG = Phrase("too long: {} characters, at most {}", "너무 깁니다: {}자, 최대 {}자")

_EDITING = {
    key: binding.action for binding in Input.BINDINGS if isinstance(binding, Binding) for key in binding.key.split(",")
}
"""What a line's own keys do: Enter, Ctrl+U, the arrows."""


class TalkInput(Input):
    """Takes lines to say.

    In an empty line Tab takes the suggestion, a space is the talk button and a slash searches. Up and down go through
    what was said, and a pasted text of several lines becomes one.
    """

    class Said(Message):
        """A line was said."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Button(Message):
        """The talk button was pressed."""

    class Searched(Message):
        """A slash was typed on an empty line."""

    class Refused(Message):
        """A line was not taken; `why` is one sentence."""

        def __init__(self, why: str) -> None:
            super().__init__()
            self.why = why

    def __init__(self, look: Look) -> None:
        super().__init__(id="talk-input", placeholder=look.say(TYPE), select_on_focus=False)
        self.look = look
        # A blinking cursor would send something over a slow line all the time.
        self.cursor_blink = False
        self._suggestions: Sequence[str] = ()
        self._next = 0
        self._said: list[str] = []
        self._back = 0

    def suggest(self, suggestions: Sequence[str]) -> None:
        """Offer these from now on."""
        self._suggestions = suggestions
        self._next = 0
        self.suggester = SuggestFromList(suggestions, case_sensitive=False) if suggestions else None
        self._offer()

    def _offer(self) -> None:
        offered = self._suggestions[self._next % len(self._suggestions)] if self._suggestions else ""
        self.placeholder = self.look.say(TRY, offered) if offered else self.look.say(TYPE)

    @property
    def takes(self) -> bool:
        """Whether lines can be typed."""
        return self.display and not self.disabled

    def close(self) -> None:
        """Take no more lines."""
        self.value = ""
        self.placeholder = self.look.say(OVER)
        self.disabled = True

    def _on_paste(self, event: events.Paste) -> None:
        line = " ".join(event.text.split())
        if line:
            self.replace(line, *self.selection)
        event.stop()
        event.prevent_default()

    async def _on_key(self, event: events.Key) -> None:
        match event.key:
            case "ctrl+j":
                # An Enter that was pressed before the terminal was ours.
                await self.action_submit()
            case "space" if not self.value:
                self.post_message(self.Button())
            case "slash" if not self.value:
                self.post_message(self.Searched())
            case "tab" if not self.value and self._suggestions:
                self.value = self._suggestions[self._next % len(self._suggestions)]
                self.cursor_position = len(self.value)
                self._next += 1
            case "tab" if self._suggestion and self._suggestion != self.value:
                self.action_cursor_right()
            case "up" | "down":
                self._recall(-1 if event.key == "up" else 1)
            case editing if editing in _EDITING:
                # Left to the bindings, these would come after letters that were typed later but at once with them.
                await self.run_action(_EDITING[editing])
            case _:
                await super()._on_key(event)
                return
        event.stop()
        event.prevent_default()

    def _recall(self, by: int) -> None:
        back = min(max(self._back - by, 0), len(self._said))
        if back == self._back:
            return
        self._back = back
        self.value = self._said[-back] if back else ""
        self.cursor_position = len(self.value)

    async def action_submit(self) -> None:
        """Say the line."""
        text = self.value.strip()
        if not text:
            return
        if len(text) > MOST_CHARACTERS:
            # What is typed next replaces it; an arrow key keeps it to be shortened.
            self.action_select_all()
            self.post_message(self.Refused(self.look.say(TOO_LONG, len(text), MOST_CHARACTERS)))
            return
        self._said.append(text)
        self._back = 0
        self.value = ""
        self._offer()
        self.post_message(self.Said(text))
