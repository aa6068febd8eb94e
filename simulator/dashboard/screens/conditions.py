"""What a drive is played with, changed while it goes on: assistant, language, speech level, errors and noise."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Grid, Vertical
from textual.timer import Timer
from textual.widgets import Footer, Label, Select

from simulator.dashboard.keys import KeyModal, key
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.slider import Slider
from simulator.dashboard.sources import Drive
from simulator.dashboard.spec import Look
from simulator.dashboard.units import unit
from simulator.language.printable import printable
from simulator.registry import UsageError

TITLE = Phrase("Drive settings (changes are recorded)", "주행 설정 (변경 내용은 기록됩니다)")
AGENT = Phrase("Assistant", "어시스턴트")
LOCALE = Phrase("Language", "언어")
LEVEL = Phrase("Speech level", "말투")
ERROR_RATE = Phrase("Recognition errors", "인식 오류율")
NOISE = Phrase("Speech over noise", "신호 대 잡음비")
NO_ERRORS = Phrase("only for typed words: here a recogniser listens", "입력한 말에만 적용: 음성 인식기를 쓰는 주행")
NO_NOISE = Phrase("only with --channel voice and a simulated driver", "가상 운전자가 --channel voice로 주행할 때만")
LOCALES = {"en": Phrase("English", "영어"), "ko": Phrase("Korean", "한국어")}
LEVELS = {
    "hae": Phrase("hae (casual)", "해체(반말)"),
    "haeyo": Phrase("haeyo (polite)", "해요체"),
    "hapsyo": Phrase("hapsyo (formal)", "합쇼체"),
}


# Whoever moves a slider is done with it when it stood still for so long.
RESTS_S = 0.4


class ConditionsScreen(KeyModal):
    """Shows the conditions of a drive; every change acts at once."""

    DEFAULT_CSS = """
    ConditionsScreen { align: center middle; }
    ConditionsScreen > Vertical { width: 72; max-width: 100%; height: auto; max-height: 100%; padding: 1 2;
        border: round $accent; background: $surface; }
    ConditionsScreen Grid { grid-size: 2; grid-columns: 20 1fr; grid-rows: auto; grid-gutter: 1; height: auto;
        margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [key("escape,f8", "close", Phrase("Close", "닫기"))]

    def __init__(self, drive: Drive, look: Look) -> None:
        super().__init__()
        self.drive = drive
        self.look = look
        self._moved: dict[str, float] = {}
        self._resting: Timer | None = None

    def compose(self) -> ComposeResult:
        """Lay out one row for each condition."""
        look, now = self.look, self.drive.conditions
        with Vertical():
            yield Label(look.say(TITLE))
            with Grid():
                yield Label(look.say(AGENT))
                names = list(dict.fromkeys((now.agent, *self.drive.agents)))
                yield Select(
                    [(printable(name), name) for name in names],
                    value=now.agent,
                    allow_blank=False,
                    compact=True,
                    id="agent",
                )
                yield Label(look.say(LOCALE))
                spoken = [(look.say(phrase), name) for name, phrase in LOCALES.items()]
                yield Select(spoken, value=now.locale, allow_blank=False, compact=True, id="locale")
                if now.speech_level is not None:
                    yield Label(look.say(LEVEL))
                    levels = [(look.say(phrase), name) for name, phrase in LEVELS.items()]
                    yield Select(levels, value=now.speech_level, allow_blank=False, compact=True, id="speech_level")
                yield Label(look.say(ERROR_RATE))
                if now.error_rate is None:
                    yield Label(look.say(NO_ERRORS))
                else:
                    yield Slider(now.error_rate * 100, 0, 60, 1, unit=unit("%", look.lang), id="error_rate")
                yield Label(look.say(NOISE))
                if now.snr_db is None:
                    yield Label(look.say(NO_NOISE))
                else:
                    yield Slider(now.snr_db, -10, 40, 1, unit=" dB", id="snr_db")
        yield Footer(compact=True)

    def on_select_changed(self, event: Select.Changed) -> None:
        """Change what was chosen."""
        name = str(event.select.id)
        if event.value != getattr(self.drive.conditions, name):
            self._change(name, str(event.value))

    def on_slider_moved(self, event: Slider.Moved) -> None:
        """Change what was moved once it rests: all the places on the way there are nobody's wish."""
        name = str(event.slider.id)
        self._moved[name] = event.value / 100 if name == "error_rate" else event.value
        if self._resting is not None:
            self._resting.stop()
        self._resting = self.set_timer(RESTS_S, self._rest)

    def _rest(self) -> None:
        moved, self._moved = self._moved, {}
        for name, value in moved.items():
            self._change(name, value)

    def action_close(self) -> None:
        """Change what was moved last, and go back."""
        self._rest()
        self.dismiss()

    def _change(self, name: str, value: str | float) -> None:
        try:
            self.drive.change(name, value)
        except UsageError as error:
            self.notify(printable(str(error)), severity="warning", markup=False)
            if isinstance(value, str):
                self.query_one(f"#{name}", Select).value = getattr(self.drive.conditions, name)
