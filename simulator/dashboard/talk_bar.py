"""The line above the keyboard: who speaks, how loud, what was understood so far."""

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.widget import Widget

from simulator.dashboard.phrases import Phrase
from simulator.dashboard.reasons import told_reason
from simulator.dashboard.sources import Drive, Talk
from simulator.dashboard.spec import Look
from simulator.dashboard.wrapping import wrapped
from simulator.language.printable import printable

PHASES: dict[str, Phrase] = {
    "waiting": Phrase("your turn", "말씀하세요"),
    "listening": Phrase("listening", "듣는 중"),
    "hearing": Phrase("hearing you", "말소리 감지"),
    "thinking": Phrase("thinking", "생각 중"),
    "speaking": Phrase("speaking", "말하는 중"),
    "ended": Phrase("ended", "주행 종료"),
}
SIGNS = {"waiting": "○", "listening": "●", "hearing": "◉", "thinking": "…", "speaking": "♪", "ended": "■"}
_METER = "▁▂▃▄▅▆▇█"
_METER_CELLS = 8


def meter(level: float) -> str:
    """Return a loudness between 0 and 1 as a bar of eight cells."""
    lit = round(max(0.0, min(level, 1.0)) * _METER_CELLS)
    return "".join(_METER[number] if number < lit else "·" for number in range(_METER_CELLS))


def bar(talk: Talk, *, hears: bool, width: int, look: Look) -> Text:
    """Return the line: phase, meter where there is a microphone, then partial words, speech or a notice.

    Only a notice may be longer than `width`.
    """
    line = Text(f"{SIGNS[talk.phase]} {look.say(PHASES[talk.phase])}  ", style=look.palette.accent)
    if hears:
        line.append(meter(talk.level) + "  ", style=look.palette.label)
    room = max(width - line.cell_len, 0)
    if talk.phase == "speaking" and talk.saying:
        _spoken(line, printable(talk.saying), talk.said, room, look)
    elif talk.partial:
        line.append(_tail(printable(talk.partial), room), style=look.palette.driver)
    elif talk.notice:
        # A sentence that is cut is of no use: it is wrapped.
        line.append(told_reason(talk.notice, look.lang), style=look.palette.warn)
    return line


def _spoken(line: Text, saying: str, said: int, room: int, look: Look) -> None:
    """Show speech up to where it was heard, and a little of what follows."""
    heard, rest = saying[:said], saying[said:]
    shown = _tail(heard, max(room * 3 // 4, room - cell_len(rest)))
    line.append(shown, style=look.palette.assistant)
    line.append(_head(rest, room - cell_len(shown)), style=look.palette.label)


def _head(text: str, cells: int) -> str:
    return text if cell_len(text) <= cells else set_cell_size(text, max(cells - 1, 0)) + "…"[: max(cells, 0)]


def _tail(text: str, cells: int) -> str:
    if cell_len(text) <= cells:
        return text
    kept = text
    while kept and cell_len(kept) > cells - 1:
        kept = kept[1:]
    return "…" + kept if cells > 0 else ""


class TalkBar(Widget):
    """Shows what the live end of a drive tells, ten times a second."""

    DEFAULT_CSS = "TalkBar { height: auto; max-height: 4; padding: 0 1; }"

    def __init__(self, look: Look) -> None:
        super().__init__(id="talk-bar")
        self.look = look
        self._drive: Drive | None = None
        self._talk = Talk()
        self._last_word = ""

    def tell(self, line: str) -> None:
        """Show this line from now on: what became of a drive that is over."""
        self._last_word = line
        self._ask()

    def follow(self, drive: Drive) -> None:
        """Show this drive from now on."""
        self._drive = drive

    def on_mount(self) -> None:
        """Begin to ask."""
        self.set_interval(0.1, self._ask)

    def _ask(self) -> None:
        told = self._drive.talk() if self._drive is not None else Talk()
        if self._last_word:
            told = Talk("ended", notice=self._last_word)
        if told != self._talk:
            self._talk = told
            # Laying out the screen takes time that an answer on it has to wait for.
            self.refresh(layout=len(wrapped(self.render(), self.content_size.width)) != self.content_size.height)

    def render(self) -> Text:
        """Return the line."""
        hears = self._drive is not None and self._drive.hears
        return bar(self._talk, hears=hears, width=self.content_size.width, look=self.look)
