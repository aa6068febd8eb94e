"""The sessions of one run: what became of them, and what is worth looking at."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from simulator.dashboard.dashboard_app import dashtalk_app
from simulator.dashboard.fetching import opened
from simulator.dashboard.filter_bar import Choice
from simulator.dashboard.keys import KeyScreen, key
from simulator.dashboard.mark_words import KINDS, MARKS, OUTCOMES, mark_style, outcome_style, scenario_name
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.reasons import told_reason, told_reasons
from simulator.dashboard.screens.compare import Compare
from simulator.dashboard.screens.replay import Replay
from simulator.dashboard.sources import SessionRow
from simulator.dashboard.spec import Look
from simulator.dashboard.story import MarkKind, Story
from simulator.dashboard.table_screen import TABLE_KEYS, TableScreen

TITLE = Phrase("SESSIONS of run {}", "실행 {} 세션")
PICKED = Phrase("to compare: {}", "비교 대상: {}")
PICK_ANOTHER = Phrase(
    "kept for comparing; press c on another session", "비교 대상으로 선택했습니다. 다른 세션에서 c를 누르세요"
)
FILTERED: tuple[tuple[str, MarkKind, str], ...] = (
    ("failed", "failed", "f"),
    ("breached", "breach", "b"),
    ("misheard", "misheard", "m"),
)


def marks_text(row: SessionRow, look: Look) -> Text:
    """Return the letters of what is worth looking at."""
    found = [(kind, letter) for kind, (letter, _) in MARKS.items() if kind in row.marks]
    return Text(" ").join(Text(letter, style=mark_style(kind, look.palette)) for kind, letter in found)


def open_replay(screen: KeyScreen, session_id: str) -> None:
    """Read a session off the loop and show it; what cannot be read is told in one line."""

    async def shown() -> None:
        stored_runs = dashtalk_app(screen).stored_runs
        story = await opened(screen, lambda: stored_runs.story(session_id))
        if story is not None and screen.is_attached:
            screen.app.push_screen(Replay(story))

    screen.run_worker(shown(), exclusive=True, group="open")


class SessionBrowser(TableScreen[SessionRow]):
    """Shows the sessions of a run in a table; two of them can be compared."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "choose", Phrase("Replay", "다시 보기"), shown="Enter", first=True),
        key("c", "compare", Phrase("Compare", "비교")),
        *(key(letter, f"turn('{name}')") for name, _, letter in FILTERED),
        *TABLE_KEYS,
    ]
    CHOICES: ClassVar[tuple[Choice, ...]] = tuple(
        Choice(name, letter, title)
        for (name, _, letter), title in zip(
            FILTERED,
            (Phrase("failed", "실패"), Phrase("breached", "위반"), Phrase("misheard", "오인식")),
            strict=True,
        )
    )
    COLUMNS: ClassVar[tuple[Phrase, ...]] = (
        Phrase("no.", "번호"),
        Phrase("outcome", "결과"),
        Phrase("marks", "표시"),
        Phrase("scenario", "시나리오"),
        Phrase("lang", "언어"),
        Phrase("trial", "회차"),
        Phrase("turns", "턴"),
        Phrase("why", "이유"),
    )

    SHRINKS: ClassVar[Mapping[int, int]] = {7: 24, 3: 16}
    DROPS: ClassVar[tuple[int, ...]] = (5, 2, 6, 7)

    def __init__(self, run_id: str) -> None:
        super().__init__()
        self.run_id = run_id
        self.picked: str | None = None

    def load(self) -> Sequence[SessionRow]:
        """Return the run's sessions."""
        return dashtalk_app(self).stored_runs.sessions(self.run_id)

    def id_of(self, row: SessionRow) -> str:
        """Return the session's id."""
        return row.id

    def cells(self, row: SessionRow, look: Look) -> Sequence[Text]:
        """Return a session's line."""
        sign, word = OUTCOMES.get(row.outcome, ("?", Phrase(row.outcome, row.outcome)))
        return (
            Text(row.id.rpartition("-")[2]),
            Text(f"{sign} {look.say(word)}", style=outcome_style(row.outcome, look.palette)),
            marks_text(row, look),
            Text(scenario_name(row.scenario, look.lang)),
            Text(row.locale),
            Text(str(row.trial + 1), justify="right"),
            Text(str(row.turns), justify="right"),
            Text(told_reasons(row.reasons, look.lang)[:200], style=look.palette.label),
        )

    def keeps(self, row: SessionRow, chosen: Mapping[str, str]) -> bool:
        """Return whether it has all marks that are wanted."""
        return all(kind in row.marks for name, kind, _ in FILTERED if chosen[name])

    def words_of(self, row: SessionRow) -> str:
        """Return all that names it, and why it failed."""
        told = told_reasons(row.reasons, dashtalk_app(self).lang)
        return "\n".join((row.id, row.scenario, row.kind, row.locale, row.outcome, *row.reasons, told))

    def heading(self, look: Look) -> Text:
        """Return which run it is, and what waits to be compared."""
        line = Text.assemble((look.say(TITLE, self.run_id), look.palette.accent))
        if self.picked is not None:
            line.append(f"  {look.say(PICKED, self.picked.rpartition('-')[2])}")
        return line

    def about(self, row: SessionRow, look: Look) -> Text:
        """Return its outcome with all reasons."""
        sign, word = OUTCOMES.get(row.outcome, ("?", Phrase(row.outcome, row.outcome)))
        kind = look.say(KINDS[row.kind]) if row.kind in KINDS else row.kind
        lines = [
            Text(row.id, style=look.palette.accent),
            Text(f"{scenario_name(row.scenario, look.lang)} · {kind} · {row.locale}"),
            Text(f"{sign} {look.say(word)}", style=outcome_style(row.outcome, look.palette)),
        ]
        for mark, (letter, title) in MARKS.items():
            if mark in row.marks:
                lines.append(Text(f"{letter} {look.say(title)}", style=mark_style(mark, look.palette)))
        return Text("\n").join(
            [*lines, Text(), *(Text(f"· {told_reason(reason, look.lang)}") for reason in row.reasons)]
        )

    def choose(self, row: SessionRow) -> None:
        """Replay it."""
        open_replay(self, row.id)

    def action_compare(self) -> None:
        """Keep this session for comparing, or compare it with the one that was kept."""
        row, look = self.current, dashtalk_app(self).look
        if row is None:
            return
        if self.picked in (None, row.id):
            self.picked = None if self.picked else row.id
            if self.picked:
                self.notify(look.say(PICK_ANOTHER), timeout=4)
            self.fill()
            return
        stored_runs, first, second = dashtalk_app(self).stored_runs, str(self.picked), row.id
        self.picked = None
        self.run_worker(self._compare(lambda: (stored_runs.story(first), stored_runs.story(second))), group="open")
        self.fill()

    async def _compare(self, read: Callable[[], tuple[Story, Story]]) -> None:
        found = await opened(self, read)
        if found is not None and self.is_attached:
            self.app.push_screen(Compare(*found))
