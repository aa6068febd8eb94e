"""The cockpit: the car, the talk and what goes on under the hood, while a session is played."""

import asyncio
import time
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input

from simulator.dashboard.dashboard_app import dashtalk_app
from simulator.dashboard.deck import AREAS, Deck
from simulator.dashboard.farewell import Farewell
from simulator.dashboard.key_line import KeyLine
from simulator.dashboard.keys import TypingScreen, key
from simulator.dashboard.panel_view import PanelView
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.registered import panel
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.sources import Drive
from simulator.dashboard.spec import Moment, changes_of
from simulator.dashboard.talk_bar import TalkBar
from simulator.dashboard.talk_input import TalkInput
from simulator.dashboard.task_line import TaskLine
from simulator.events import AssistantSpoke, ConditionChanged, DefectRecorded, DriverSpoke, Event, SessionEnded
from simulator.registry import UsageError
from simulator.users.human_drive import FREE_DRIVE

# Events that come faster than this are shown together.
FRAME_S = 0.012
FLASH_S = 1.5
ENDED = Phrase("recorded as {}", "기록 번호: {}")
BROKE = Phrase("The drive broke off: {}", "주행이 중단되었습니다: {}")
DEFECT = Phrase("A defect ({}): {}", "결함({}): {}")
BROKEN_OFF = Phrase(
    "broken off for another drive; what happened is kept", "다른 주행을 위해 중단함. 지금까지의 내용은 기록됨"
)
NOTHING_EXPECTED = Phrase("a free drive has no expected result", "자유 주행에는 정답이 없습니다")
NOT_OVER = Phrase("end this drive first: F10", "먼저 이 주행을 끝내세요: F10")
NO_TALKING = Phrase("a simulated driver speaks here", "이 주행은 가상 운전자가 말합니다")


class Cockpit(TypingScreen):
    """Plays one drive and shows it; what it shows stays when the drive is over."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("f5", "talk", Phrase("Talk", "말하기")),
        key("f2", "area", Phrase("View", "화면 전환")),
        key("f3", "hood", Phrase("Hood", "동작 기록")),
        key("f7", "controls", Phrase("Car", "조작")),
        key("f8", "conditions", Phrase("Settings", "설정")),
        key("f10", "end", Phrase("End", "끝")),
        key("f6", "hands_free", Phrase("Hands-free", "핸즈프리")),
        key("f9", "reveal", Phrase("Expected", "정답")),
        key("ctrl+f", "search", first=True),
        key("ctrl+o", "scenarios", Phrase("Open", "열기")),
        key("ctrl+r", "runs", Phrase("Runs", "기록")),
        key("ctrl+n", "again", Phrase("New", "새로")),
        key("escape", "interrupt"),
    ]

    def __init__(self, drive: Drive) -> None:
        super().__init__()
        self.drive = drive
        self.ended = False
        self.begun = False
        """Whether the driver has said anything."""
        self._playing: asyncio.Task[None] | None = None
        self._defect = ""
        self._revealed = not drive.human
        self._dirty = False
        self._shown_s = 0.0
        self._suggestions: tuple[str, ...] = ()
        self._flash: dict[str, float] = {}

    def compose(self) -> ComposeResult:
        """Lay out the status line, the deck and the keyboard."""
        look = dashtalk_app(self).look
        yield PanelView(panel("status"), look)
        yield TaskLine(self.drive.story, look, human=self.drive.human)
        yield Deck(look)
        yield TalkBar(look)
        yield TalkInput(look)
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin the drive."""
        app = dashtalk_app(self)
        app.theme_changed_signal.subscribe(self, lambda theme: self.restyle())
        self.query_one(TalkBar).follow(self.drive)
        self.drive.rescored = self.refresh_soon
        keyboard = self.query_one(TalkInput)
        if self.drive.human:
            self._suggest()
            self.set_focus(keyboard)
        else:
            keyboard.display = False
        self.call_after_refresh(self._show)
        self._playing = app.play(self._played())

    def before(self, event: events.Key | events.Paste) -> None:
        """Give the keyboard's line the focus for what is typed elsewhere, but for keys that mean something there."""
        keyboard = self.query_one(TalkInput)
        if not keyboard.takes or isinstance(self.focused, Input):
            return
        if isinstance(event, events.Paste) or (event.is_printable and event.key not in self.active_bindings):
            self.set_focus(keyboard)

    def on_unmount(self) -> None:
        """Let the drive go on without this screen, which would stay in memory with it."""
        self.drive.rescored = lambda: None

    def restyle(self) -> None:
        """Show everything in the app's present look."""
        look = dashtalk_app(self).look
        self.query_one(Deck).restyle(look)
        self.query_one("#panel-status", PanelView).restyle(look)
        self.query_one(TalkBar).look = look

    async def _played(self) -> None:
        app, broke = dashtalk_app(self), ""
        try:
            await self.drive.run(self.heard)
        except UsageError as error:
            broke = app.say(BROKE, one_line(str(error)))
        if not self.is_attached or self.ended:
            return
        if isinstance(self.app.screen, Farewell):
            self.app.screen.dismiss(None)
        self._over(broke or self._defect or app.say(ENDED, self.drive.story.session_id))

    def _over(self, line: str) -> None:
        self.ended = True
        self.query_one(TalkInput).close()
        self.query_one(TalkBar).tell(line)
        self.query_one(Deck).hood("scores")
        self._show()

    def break_off(self) -> None:
        """Stop the drive where it is; what happened is kept."""
        if self._playing is not None and not self.ended:
            self._playing.cancel()
            self._over(dashtalk_app(self).say(BROKEN_OFF))

    def heard(self, event: Event) -> None:
        """Take an event of the drive; the screen follows within a frame."""
        until = time.monotonic() + FLASH_S
        changes = changes_of(event)
        if changes:
            self._flash |= {change.path: until for change in changes}
            self.set_timer(FLASH_S + FRAME_S, self.refresh_soon)
        if isinstance(event, SessionEnded):
            self._revealed = True
        if isinstance(event, DefectRecorded):
            self._defect = dashtalk_app(self).say(DEFECT, event.where, one_line(event.message))
        self.begun = self.begun or isinstance(event, DriverSpoke)
        if isinstance(event, AssistantSpoke | ConditionChanged):
            self._suggest()
        self.refresh_soon()

    def _suggest(self) -> None:
        """Offer other words once the language or what the scenario wants next is another."""
        suggestions = tuple(self.drive.suggestions)
        if suggestions != self._suggestions and self.is_attached:
            self._suggestions = suggestions
            self.query_one(TalkInput).suggest(suggestions)

    def refresh_soon(self) -> None:
        """Draw within a frame, once for all that happened until then."""
        if not self._dirty and self.is_attached:
            self._dirty = True
            # The first event after a quiet moment is shown at once.
            wait_s = self._shown_s + FRAME_S - time.monotonic()
            if wait_s > 0:
                self.set_timer(wait_s, self._show)
            else:
                self.call_later(self._show)

    def _show(self) -> None:
        self._dirty = False
        if not self.is_attached:
            return
        now = self._shown_s = time.monotonic()
        self._flash = {path: until for path, until in self._flash.items() if until > now}
        moment = self.moment()
        self.query_one(Deck).show(moment)
        self.query_one("#panel-status", PanelView).show(moment)

    def moment(self) -> Moment:
        """Return what is shown now."""
        story = self.drive.story
        return Moment(story, len(story), frozenset(self._flash), self._revealed)

    def on_talk_input_said(self, message: TalkInput.Said) -> None:
        """Say a typed line."""
        self.drive.type(message.text)

    def on_talk_input_button(self) -> None:
        """Press the talk button."""
        self.action_talk()

    def on_talk_input_refused(self, message: TalkInput.Refused) -> None:
        """Tell why a line was not taken."""
        self.notify(message.why, severity="warning")

    def action_talk(self) -> None:
        """Press the talk button, or let it go."""
        if self.drive.human:
            self.drive.press()
        else:
            self.notify(dashtalk_app(self).say(NO_TALKING))

    def action_hands_free(self) -> None:
        """Listen all the time, or no longer."""
        self.drive.hands_free(self.drive.mode != "hands-free")

    def action_interrupt(self) -> None:
        """Go back to the keyboard's line from elsewhere; there, cut the assistant's speech off."""
        keyboard = self.query_one(TalkInput)
        if keyboard.takes and self.focused is not keyboard:
            self.set_focus(keyboard)
        else:
            self.drive.interrupt()

    def action_area(self) -> None:
        """Bring the next area to the front."""
        deck = self.query_one(Deck)
        deck.see(AREAS[(AREAS.index(deck.area) + 1) % len(AREAS)])

    def action_hood(self) -> None:
        """Bring the next tab of the hood to the front."""
        self.query_one(Deck).next_tab()

    def action_search(self) -> None:
        """Search the log that is in front."""
        self.query_one(Deck).search()

    def on_talk_input_searched(self) -> None:
        """Search: nobody says a sentence that begins with a slash."""
        self.action_search()

    def action_reveal(self) -> None:
        """Show or hide what the scenario expects, where it is to be seen."""
        if self.drive.story.scenario.id == FREE_DRIVE:
            self.notify(dashtalk_app(self).say(NOTHING_EXPECTED))
            return
        self._revealed = not self._revealed
        self.query_one(Deck).hood("scores")
        self._show()

    def action_end(self) -> None:
        """Ask how the drive went, and end it."""

        def answered(content: bool | None) -> None:
            if content is not None and not self.ended:
                self.drive.leave(content)

        if not self.ended:
            self.app.push_screen(Farewell(), answered)

    def hand(self, control: str) -> None:
        """Open the controls at one of them; what a click on the car does."""
        self._controls(control)

    def action_hand(self, control: str) -> None:
        """Open the controls at one of them."""
        self._controls(control)

    def action_controls(self) -> None:
        """Open the controls of the car."""
        self._controls("")

    def _controls(self, control: str) -> None:
        from simulator.dashboard.screens.controls import Controls

        if not self.ended:
            self.app.push_screen(Controls(self.drive, dashtalk_app(self).look, control))

    def action_conditions(self) -> None:
        """Open what the drive is played with."""
        from simulator.dashboard.screens.conditions import ConditionsScreen

        if not self.ended:
            self.app.push_screen(ConditionsScreen(self.drive, dashtalk_app(self).look))

    def action_scenarios(self) -> None:
        """Open the scenarios."""
        dashtalk_app(self).open_scenarios()

    def action_runs(self) -> None:
        """Open the stored runs."""
        dashtalk_app(self).open_runs()

    def action_again(self) -> None:
        """Begin another drive once this one is over."""
        app = dashtalk_app(self)
        if not self.ended:
            self.notify(app.say(NOT_OVER))
            return
        try:
            app.drive_again()
        except UsageError as error:
            self.notify(one_line(str(error)), severity="error", timeout=15, markup=False)
