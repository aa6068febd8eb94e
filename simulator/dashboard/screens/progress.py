"""How a run goes on, wherever it was started: looking at it changes nothing, and leaving does not stop it."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.coordinate import Coordinate
from textual.widgets import DataTable, Footer, Static

from simulator.dashboard.confirm import Confirm
from simulator.dashboard.cursor import clock
from simulator.dashboard.dashboard_app import dashtalk_app
from simulator.dashboard.fetching import fetched
from simulator.dashboard.keys import KeyScreen, key
from simulator.dashboard.mark_words import OUTCOMES, channel_name, outcome_style, scenario_name, status_name
from simulator.dashboard.pace import done, seconds_left, worth_seeing
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.reasons import told_reasons
from simulator.dashboard.run_words import what
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.sources import RunRow, SessionRow
from simulator.dashboard.spec import Look
from simulator.dashboard.table_screen import CURSOR
from simulator.dashboard.units import share

POLL_S = 0.5
TITLE = Phrase("RUN", "실행")
SESSIONS = Phrase("sessions {0}/{1}", "세션 {0}/{1}")
RATE_SO_FAR = Phrase("pass rate so far {}", "현재 통과율 {}")
PASS_RATE = Phrase("pass rate {}", "통과율 {}")
NONE_YET = Phrase("none yet", "아직 없음")
NONE = Phrase("none", "없음")
LEFT = Phrase("left {}", "남은 시간 {}")
UNKNOWN = Phrase("unknown", "알 수 없음")
MOMENT = Phrase("under a second", "1초 미만")
GOES_ON = Phrase(
    "Closing this screen does not stop the run; x does.", "이 화면을 닫아도 실행은 계속됩니다. 중지하려면 x를 누르세요."
)
OVER = Phrase("The run is over; Enter replays a session.", "실행이 끝났습니다. Enter를 누르면 세션을 다시 봅니다.")
BROKEN = Phrase(
    "The run did not get to its end ({}); Enter replays a session.",
    "실행이 끝까지 진행되지 않았습니다({}). Enter를 누르면 세션을 다시 봅니다.",
)
FAILURES = Phrase("what failed, newest first", "실패한 세션 (최신순)")
NONE_FAILED_YET = Phrase("nothing failed so far", "아직 실패한 세션이 없습니다")
NO_FAILURES = Phrase("nothing failed", "실패한 세션 없음")
STOP = Phrase("Stop the run? What is finished is kept.", "실행을 중지할까요? 끝난 세션은 보존됩니다.")
STOPPING = Phrase("told the run to stop", "실행에 중지를 요청했습니다")
LOADING = Phrase("loading …", "불러오는 중 …")
_FULL, _EMPTY = "█", "░"


def bar(share: float, width: int) -> str:
    """Return a share between 0 and 1 as a bar."""
    full = round(min(max(share, 0.0), 1.0) * width)
    return _FULL * full + _EMPTY * (width - full)


def summary(run: RunRow, sessions: Sequence[SessionRow], width: int, look: Look) -> Text:
    """Return how far the run is, in four lines of at most `width` cells."""
    finished, left = done(sessions), seconds_left(run, sessions)
    runs = run.status == "running"
    known = run.passed + run.failed
    rate = (
        look.say(NONE_YET if runs else NONE) if run.pass_rate is None else f"{run.pass_rate:.3f} ({run.passed}/{known})"
    )
    planned = "?" if run.planned is None else str(run.planned)
    parts = [look.say(SESSIONS, len(finished), planned), look.say(RATE_SO_FAR if runs else PASS_RATE, rate)]
    if runs:
        parts.append(look.say(LEFT, _told_left(left, look)))
    part = len(finished) / run.planned if run.planned else 0.0
    counts = [
        Text(f"{OUTCOMES[name][0]} {look.say(OUTCOMES[name][1])} {number}", style=outcome_style(name, look.palette))
        for name, number in (
            ("passed", run.passed),
            ("failed", run.failed),
            ("unscored", run.unscored),
            ("invalid", run.invalid),
            ("defect", run.defects),
        )
    ]
    lines = [
        Text(
            f"{status_name(run.status, look.lang)} · {one_line(run.agent)} · {what(run, look)}"
            f" · {channel_name(run.channel, look.lang)}"
        ),
        Text(f"{bar(part, max(width - 6, 1))} {share(part, look.lang):>5}", style=look.palette.accent),
        Text(" · ".join(parts)),
        Text("  ").join(counts),
    ]
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return Text("\n").join(lines)


def _hint(run: RunRow, look: Look) -> str:
    if run.status == "running":
        return look.say(GOES_ON)
    return look.say(OVER) if run.status == "finished" else look.say(BROKEN, status_name(run.status, look.lang))


def _told_left(seconds: float | None, look: Look) -> str:
    if seconds is None:
        return look.say(UNKNOWN)
    return look.say(MOMENT) if seconds < 1 else clock(seconds * 1000)


class Progress(KeyScreen):
    """Asks the store twice a second how a run goes."""

    DEFAULT_CSS = """
    Progress .heading { height: 1; padding: 0 1; background: $panel; }
    Progress #summary { height: 4; margin: 1 1 0 1; }
    Progress #hint { height: auto; margin: 0 1 1 1; color: $text-muted; }
    Progress #failures-title { height: 1; padding: 0 1; }
    Progress DataTable { height: 1fr; }
    Progress #why { height: auto; max-height: 4; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "choose", Phrase("Replay", "다시 보기"), shown="Enter", first=True),
        key("a", "all", Phrase("All sessions", "전체 세션")),
        key("x", "stop", Phrase("Stop the run", "실행 중지")),
        key("escape,q", "leave", Phrase("Close", "닫기"), shown="Esc"),
    ]

    def __init__(self, run_id: str) -> None:
        super().__init__()
        self.run_id = run_id
        self.run: RunRow | None = None
        self.sessions: Sequence[SessionRow] = ()
        self.failures: list[SessionRow] = []
        self._order: dict[str, int] = {}
        self._asking = False

    def compose(self) -> ComposeResult:
        """Lay out heading, figures, failures and footer."""
        look = dashtalk_app(self).look
        yield Static(Text.assemble((look.say(TITLE), look.palette.accent), f" {self.run_id}"), classes="heading")
        yield Static(look.say(LOADING), id="summary", markup=False)
        yield Static(look.say(GOES_ON), id="hint", markup=False)
        yield Static(look.say(FAILURES), id="failures-title", markup=False)
        yield DataTable(id="failures", cursor_type="row")
        yield Static(id="why", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Begin to ask."""
        dashtalk_app(self).theme_changed_signal.subscribe(self, lambda theme: self.restyle())
        self.query_one("#failures", DataTable).focus()
        self._timer = self.set_interval(POLL_S, self._again)
        self._again()

    def _again(self) -> None:
        # A slow disk is asked again only once it has answered.
        if not self._asking:
            self._asking = True
            self.run_worker(self.ask(), group="ask")

    async def ask(self) -> None:
        """Read how the run stands and show it."""
        stored_runs = dashtalk_app(self).stored_runs
        found = await fetched(self, lambda: (stored_runs.run(self.run_id), stored_runs.sessions(self.run_id)))
        self._asking = False
        if not self.is_attached:
            return
        if found is None:
            self._timer.stop()
            return
        self.show(*found)
        if found[0].status != "running":
            self._timer.stop()

    def show(self, run: RunRow, sessions: Sequence[SessionRow]) -> None:
        """Show how the run stands."""
        if self.run is None or self.run.status != run.status:
            self.call_after_refresh(self.refresh_bindings)
        self.run, self.sessions = run, sessions
        app = dashtalk_app(self)
        look, pane = app.look, self.query_one("#summary", Static)
        pane.update(summary(run, sessions, max(pane.content_size.width, 20), look))
        self.query_one("#hint", Static).update(_hint(run, look))
        for row in worth_seeing(sessions):
            self._order.setdefault(row.id, len(self._order))
        newest = sorted(worth_seeing(sessions), key=lambda row: -self._order[row.id])
        none = NONE_FAILED_YET if run.status == "running" else NO_FAILURES
        title = look.say(FAILURES if newest else none)
        self.query_one("#failures-title", Static).update(title)
        if newest != self.failures:
            self._fill(newest, look)

    def restyle(self) -> None:
        """Show everything in the app's present look."""
        if self.run is not None:
            self._fill(self.failures, dashtalk_app(self).look)
            self.show(self.run, self.sessions)

    def _fill(self, newest: list[SessionRow], look: Look) -> None:
        table = self.query_one("#failures", DataTable)
        before = self.current
        self.failures = newest
        table.clear(columns=True)
        table.show_header = False
        table.add_columns(*"123456")
        for row in newest:
            sign, word = OUTCOMES[row.outcome]
            table.add_row(
                Text(" " * len(CURSOR) + row.id.rpartition("-")[2]),
                Text(f"{sign} {look.say(word)}", style=outcome_style(row.outcome, look.palette)),
                Text(scenario_name(row.scenario, look.lang)),
                Text(row.locale),
                Text(str(row.trial + 1)),
                Text(told_reasons(row.reasons, look.lang)[:200], style=look.palette.label),
            )
        ids = [row.id for row in newest]
        if before is not None and before.id in ids:
            table.move_cursor(row=ids.index(before.id))
        self._mark()

    @property
    def current(self) -> SessionRow | None:
        """The failure under the cursor."""
        number = self.query_one("#failures", DataTable).cursor_row
        return self.failures[number] if 0 <= number < len(self.failures) else None

    def on_data_table_row_highlighted(self) -> None:
        """Mark the failure under the cursor with a sign, and tell all its reasons."""
        self._mark()

    def _mark(self) -> None:
        table, row = self.query_one("#failures", DataTable), self.current
        for number, failure in enumerate(self.failures[: table.row_count]):
            sign = CURSOR if failure is row else " " * len(CURSOR)
            table.update_cell_at(Coordinate(number, 0), Text(sign + failure.id.rpartition("-")[2]))
        told = "" if row is None else told_reasons(row.reasons, dashtalk_app(self).lang)
        self.query_one("#why", Static).update(told)

    def on_data_table_row_selected(self) -> None:
        """Replay the failure that was clicked."""
        self.action_choose()

    def action_choose(self) -> None:
        """Replay the failure under the cursor."""
        from simulator.dashboard.screens.sessions import open_replay

        if self.current is not None:
            open_replay(self, self.current.id)

    def action_all(self) -> None:
        """Show all sessions of the run."""
        from simulator.dashboard.screens.sessions import SessionBrowser

        self.app.push_screen(SessionBrowser(self.run_id))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to stop only what runs."""
        return action != "stop" or (self.run is not None and self.run.status == "running")

    def action_stop(self) -> None:
        """Ask, and stop the run."""
        app = dashtalk_app(self)

        def answered(yes: bool | None) -> None:
            if yes:
                self.run_worker(self._stop(), group="stop")

        app.push_screen(Confirm(app.say(STOP)), answered)

    async def _stop(self) -> None:
        app = dashtalk_app(self)

        def stop() -> bool:
            app.stored_runs.stop(self.run_id)
            return True

        if await fetched(self, stop) and self.is_attached:
            self.notify(app.say(STOPPING), timeout=5)
