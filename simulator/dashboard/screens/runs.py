"""The stored runs with what they scored."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType
from textual.timer import Timer

from simulator.dashboard.dashboard_app import dashtalk_app
from simulator.dashboard.fetching import fetched
from simulator.dashboard.filter_bar import Choice
from simulator.dashboard.keys import key
from simulator.dashboard.mark_words import OUTCOMES, channel_name, outcome_style, status_name
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.run_words import what
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.screens.progress import Progress
from simulator.dashboard.screens.sessions import SessionBrowser
from simulator.dashboard.sources import Figures, RunRow
from simulator.dashboard.spec import Look
from simulator.dashboard.table_screen import TABLE_KEYS, TableScreen

TITLE = Phrase("RUNS", "실행 기록")
HINT = Phrase("Enter for its sessions, w to watch one that is running", "Enter 세션 목록, w 진행 중인 실행 지켜보기")
STATUS = Phrase("status", "상태")
BEGUN = Phrase("begun", "시작")
PLANNED = Phrase("sessions done of planned", "완료/계획 세션")
FIGURES = Phrase("pass rate and SCORE, with 95 % intervals", "통과율과 SCORE, 95% 신뢰 구간")
COUNTING = Phrase("computing …", "계산 중 …")
UNREADABLE = Phrase("its figures cannot be read", "수치를 읽을 수 없습니다")
PASS_RATE = Phrase("pass rate", "통과율")
NONE = Phrase("none", "없음")
PARTS = {"ko": Phrase("Korean", "한국어"), "en": Phrase("English", "영어"), "all": Phrase("all", "전체")}
RESTS_S = 0.25
# A run begun here or elsewhere shows within so long.
LOOKS_S = 2.0
COUNTED = ("passed", "failed", "unscored", "invalid", "defect")


def counts(run: RunRow) -> dict[str, int]:
    """Return how many sessions of a run had which outcome."""
    return dict(zip(COUNTED, (run.passed, run.failed, run.unscored, run.invalid, run.defects), strict=True))


def percent(share: float | None) -> str:
    """Return a share for a column."""
    return "–" if share is None else f"{share:.3f}"


def figure(value: float | None, bounds: tuple[float, float] | None, look: Look) -> str:
    """Return a figure with its interval, if it has one."""
    if value is None:
        return look.say(NONE)
    return f"{value:.3f}" + (f" [{bounds[0]:.2f} {bounds[1]:.2f}]" if bounds is not None else "")


def outcomes(run: RunRow, look: Look) -> Text:
    """Return how many sessions had which outcome, by their signs; the one session of a drive in words."""
    found = [(name, number) for name, number in counts(run).items() if number]
    alone = sum(number for _, number in found) == 1 and run.planned == 1
    words = (
        Text(
            f"{OUTCOMES[name][0]} {look.say(OUTCOMES[name][1])}" if alone else f"{OUTCOMES[name][0]}{number}",
            style=outcome_style(name, look.palette),
        )
        for name, number in found
    )
    return Text(" ").join(words)


class RunBrowser(TableScreen[RunRow]):
    """Shows all runs in a table, and what the one under the cursor comes to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "choose", Phrase("Sessions", "세션"), shown="Enter", first=True),
        key("w", "watch", Phrase("Watch", "지켜보기")),
        key("u", "turn('status')"),
        *TABLE_KEYS,
    ]
    CHOICES: ClassVar[tuple[Choice, ...]] = (Choice("status", "u", Phrase("unfinished only", "미완료만")),)
    COLUMNS: ClassVar[tuple[Phrase, ...]] = (
        Phrase("what", "시나리오·모음"),
        Phrase("assistant", "어시스턴트"),
        Phrase("outcomes", "결과"),
        PASS_RATE,
        STATUS,
        BEGUN,
        Phrase("channel", "채널"),
        Phrase("run", "실행"),
    )
    SHRINKS: ClassVar[Mapping[int, int]] = {0: 18, 1: 10}
    DROPS: ClassVar[tuple[int, ...]] = (7, 6, 5)

    def __init__(self) -> None:
        super().__init__()
        self._figures: dict[tuple[str, int], Sequence[Figures] | None] = {}
        self._resting: Timer | None = None

    def on_mount(self) -> None:
        """Look again now and then while the screen is seen."""
        self.set_interval(LOOKS_S, self.look_again)

    def look_again(self) -> None:
        """Read the runs anew where somebody sees them."""
        if self.is_current:
            self.action_reload()

    def on_screen_resume(self) -> None:
        """Show at once what happened while another screen was in front."""
        if self._loaded:
            self.action_reload()

    def load(self) -> Sequence[RunRow]:
        """Return all runs."""
        return dashtalk_app(self).stored_runs.runs()

    def id_of(self, row: RunRow) -> str:
        """Return the run's id."""
        return row.id

    def cells(self, row: RunRow, look: Look) -> Sequence[Text]:
        """Return a run's line."""
        return (
            Text(what(row, look)),
            Text(one_line(row.agent)),
            outcomes(row, look),
            Text(percent(row.pass_rate), justify="right"),
            Text(status_name(row.status, look.lang)),
            Text(one_line(row.created_at[5:16].replace("T", " "))),
            Text(channel_name(row.channel, look.lang)),
            Text(row.id),
        )

    def keeps(self, row: RunRow, chosen: Mapping[str, str]) -> bool:
        """Return whether it is finished, where only others are wanted."""
        return not chosen["status"] or row.status != "finished"

    def words_of(self, row: RunRow) -> str:
        """Return all that names it."""
        look = dashtalk_app(self).look
        return "\n".join((row.id, row.suite, row.agent, row.channel, row.status, what(row, look)))

    def heading(self, look: Look) -> Text:
        """Return the title."""
        return Text.assemble((look.say(TITLE), look.palette.accent), f"  {look.say(HINT)}")

    def about(self, row: RunRow, look: Look) -> Text:
        """Return what the run comes to, as `dashtalk show` tells it."""
        done = sum(counts(row).values())
        status = status_name(row.status, look.lang)
        lines = [
            Text(row.id, style=look.palette.accent),
            Text(what(row, look)),
            Text(f"{look.say(BEGUN)}: {one_line(row.created_at[:19].replace('T', ' '))} UTC"),
            Text(f"{look.say(STATUS)}: {status}"),
            Text(f"{look.say(PLANNED)}: {done}/{'?' if row.planned is None else row.planned}"),
            Text(f"{one_line(row.agent)} · {channel_name(row.channel, look.lang)}"),
            Text(),
        ]
        for name, number in counts(row).items():
            sign, word = OUTCOMES[name]
            lines.append(Text(f"{sign} {look.say(word)} {number}", style=outcome_style(name, look.palette)))
        return Text("\n").join(
            [*lines, Text(), Text(look.say(FIGURES), style=look.palette.label), *self._told(row, look)]
        )

    def _told(self, row: RunRow, look: Look) -> list[Text]:
        known = (row.id, sum(counts(row).values()))
        if known not in self._figures:
            self._when_resting(row)
            return [Text(look.say(COUNTING), style=look.palette.label)]
        found = self._figures[known]
        if found is None:
            return [Text(look.say(UNREADABLE), style=look.palette.warn)]
        return [
            Text(
                f"{look.say(PARTS[part.part])}: {figure(part.pass_rate, part.pass_bounds, look)}"
                f" · SCORE {figure(part.score, part.score_bounds, look)}"
            )
            for part in found
        ]

    def _when_resting(self, row: RunRow) -> None:
        """Compute once the cursor rests on a run: the intervals of a large one take a while."""
        if self._resting is not None:
            self._resting.stop()
        self._resting = self.set_timer(
            RESTS_S, lambda: self.run_worker(self.compute(row), exclusive=True, group="figures")
        )

    async def compute(self, row: RunRow) -> None:
        """Find out what a run comes to and tell it."""
        stored_runs = dashtalk_app(self).stored_runs
        self._figures[row.id, sum(counts(row).values())] = await fetched(self, lambda: stored_runs.figures(row.id))
        if self.is_attached and self.query("#table"):
            self.tell_about()

    def choose(self, row: RunRow) -> None:
        """Show its sessions."""
        self.app.push_screen(SessionBrowser(row.id))

    def action_watch(self) -> None:
        """Watch how it goes on."""
        if self.current is not None:
            self.app.push_screen(Progress(self.current.id))
