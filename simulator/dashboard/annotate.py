"""The labelling screen: a person answers what judges are asked, without seeing what anybody else said."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from simulator.dashboard.blind_lines import about_words, blind_lines
from simulator.dashboard.dashboard_app import dashtalk_app
from simulator.dashboard.fact_words import fact_lines
from simulator.dashboard.fetching import fetched
from simulator.dashboard.key_line import KeyLine
from simulator.dashboard.keys import KeyScreen, key
from simulator.dashboard.labelling import Item, Label, Labelling
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.wrapping import wrapped
from simulator.trajectory import Message

TITLE = Phrase("LABELLING", "라벨링")
PLACE = Phrase("question {} of {}", "문항 {}/{}")
DONE = Phrase("{} labelled", "{}건 완료")
ALL_DONE = Phrase("everything is labelled; Esc leaves", "모든 문항 완료, Esc로 종료")
ANSWER = Phrase("Answer", "답")
YES = Phrase("yes (y)", "예 (y)")
NO = Phrase("no (n)", "아니요 (n)")
AMBIGUOUS = Phrase("ambiguous (a)", "모호함 (a)")
REASON = Phrase("Why? Enter keeps the label", "이유를 적고 Enter로 저장")
CHOOSE_FIRST = Phrase("choose an answer first: {}", "먼저 답을 고르세요: {}")
REASON_FIRST = Phrase("every label needs a written reason", "모든 라벨에는 이유를 적어야 합니다")
LAST = Phrase("this is the last question", "마지막 문항입니다")
FIRST = Phrase("this is the first question", "첫 문항입니다")
_NOTHING_CHOSEN = -1
_LONGEST_REASON = 2000
_LINES_AT_ONCE = 3


class Annotate(KeyScreen):
    """Shows one question after the other; a label is kept once it has an answer and a reason."""

    DEFAULT_CSS = """
    Annotate .heading { height: 1; padding: 0 1; background: $panel; text-wrap: nowrap; text-overflow: ellipsis; }
    Annotate #criterion { height: auto; max-height: 45%; padding: 0 1; border: round $border-blurred; }
    Annotate #session { height: 1fr; padding: 0 1; border: round $border-blurred; }
    Annotate #criterion:focus, Annotate #session:focus { border: heavy $accent; }
    Annotate #criterion, Annotate #session { scrollbar-size-vertical: 1; }
    Annotate #answer { height: 1; padding: 0 1; }
    Annotate #reason { height: 1; border: none; padding: 0 1; }
    """
    # The letters of a Korean keyboard that stand on the same keys mean the same. All go before the widget's own keys,
    # so that who types fast answers the question before the reason takes the letters.
    BINDINGS: ClassVar[list[BindingType]] = [
        key("y,ㅛ", "answer('y')", Phrase("Yes", "예"), shown="y", first=True),
        key("n,ㅜ", "answer('n')", Phrase("No", "아니요"), shown="n", first=True),
        *(key(str(grade), f"answer('{grade}')", first=True) for grade in range(10)),
        key("a,question_mark,ㅁ", "answer('a')", Phrase("Ambiguous", "모호함"), shown="a", first=True),
        key("tab", "reason", Phrase("Reason", "이유"), shown="Tab", first=True),
        # Letters where they choose answers; keys that type nothing while the reason is written.
        key("j,ㅓ", "facts(1)", Phrase("Facts", "사실"), shown="j k", first=True),
        key("k,ㅏ", "facts(-1)", first=True),
        key("shift+down", "facts_aside(1)", Phrase("Facts", "사실"), shown="Shift+↑↓", first=True),
        key("shift+up", "facts_aside(-1)", first=True),
        key("right_square_bracket", "go(1)", Phrase("Question", "문항"), shown="[ ]", first=True),
        key("left_square_bracket", "go(-1)", first=True),
        key("escape", "leave", Phrase("Back", "뒤로"), shown="Esc"),
        key("q,ㅂ", "leave"),
    ]

    def __init__(self, labelling: Labelling) -> None:
        super().__init__()
        self.labelling = labelling
        self.position = 0
        self._labels: dict[int, Label] = {}
        self._drafts: dict[int, tuple[int | None, str]] = {}
        self._loaded = False
        self._messages: Sequence[Message] = ()

    @property
    def item(self) -> Item:
        """The question that is shown."""
        return self.labelling.items[self.position]

    @property
    def chosen(self) -> int | None:
        """The grade that is chosen, None for ambiguous, -1 for nothing yet."""
        return self._draft()[0]

    def compose(self) -> ComposeResult:
        """Lay out heading, criterion, session, answer and reason."""
        app = dashtalk_app(self)
        yield Static(classes="heading", id="heading")
        with VerticalScroll(id="criterion"):
            yield Static(id="criterion-text", markup=False)
        with VerticalScroll(id="session"):
            yield Static(id="session-text", markup=False)
        yield Static(id="answer")
        # What is written already must not be replaced by the first letter that is added.
        reason = Input(placeholder=app.say(REASON), id="reason", max_length=_LONGEST_REASON, select_on_focus=False)
        reason.cursor_blink = False
        yield reason
        yield KeyLine(commands=False)

    def on_mount(self) -> None:
        """Begin at the first question without a label."""
        dashtalk_app(self).theme_changed_signal.subscribe(self, lambda theme: self.show())
        self._go_to("#session")
        self.run_worker(self._begin(), exclusive=True, group="show")

    async def _begin(self) -> None:
        def known() -> dict[int, Label]:
            found = ((item.key, self.labelling.label(item)) for item in self.labelling.items)
            return {number: label for number, label in found if label is not None}

        self._labels = await fetched(self, known) or {}
        self.position = self._next_open() or 0
        self._loaded = True
        await self._show()

    def _next_open(self) -> int | None:
        """Return where the next question without a label stands, behind this one first."""
        items = self.labelling.items
        order = [*range(self.position, len(items)), *range(self.position)]
        return next((place for place in order if items[place].key not in self._labels), None)

    def show(self) -> None:
        """Show the question and its session."""
        if self._loaded:
            self.run_worker(self._show(), exclusive=True, group="show")

    async def _show(self) -> None:
        item, look = self.item, dashtalk_app(self).look
        messages = await fetched(self, lambda: self.labelling.dialogue(item))
        if not self.is_attached or item is not self.item:
            return
        about = about_words(item, look)
        criterion = Text.assemble((about and f"{about}\n", look.palette.accent), one_line(item.question[look.lang]))
        for line in fact_lines(item.facts, look):
            criterion.append("\n").append_text(line)
        self.query_one("#criterion-text", Static).update(criterion)
        self.query_one("#criterion").scroll_to(y=0, animate=False)
        self._messages = messages or ()
        self._fill()
        reason = self.query_one("#reason", Input)
        reason.value, reason.placeholder = self._draft()[1], look.say(REASON)
        reason.cursor_position = len(reason.value)
        self._tell()

    def on_resize(self) -> None:
        """Break the lines of the session for another width."""
        if self._loaded:
            self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        """Show the session, the reply that is asked about in sight."""
        session, item = self.query_one("#session", VerticalScroll), self.item
        width = max(session.scrollable_content_region.width, 20)
        lines, at = blind_lines(self._messages, dashtalk_app(self).look, item.reply, item.message)
        broken = [wrapped(line, width) for line in lines]
        self.query_one("#session-text", Static).update(Text("\n").join(line for some in broken for line in some))
        # What is said just before shows as well, and all where nothing is marked.
        top = sum(map(len, broken[: max(at - 1, 0)]))
        self.call_after_refresh(session.scroll_to, y=top, animate=False, force=True)

    def _draft(self) -> tuple[int | None, str]:
        """Return what is chosen and written for the question that is shown, kept or not."""
        number = self.item.key
        label = self._labels.get(number)
        kept = (label.grade, label.reason) if label is not None else (_NOTHING_CHOSEN, "")
        return self._drafts.get(number, kept)

    def _options(self) -> list[tuple[int | None, Phrase | str]]:
        item = self.item
        if item.graded:
            return [*((grade, str(grade)) for grade in range(item.low, item.high + 1)), (None, AMBIGUOUS)]
        return [(1, YES), (0, NO), (None, AMBIGUOUS)]

    def _tell(self) -> None:
        """Show how far one is and what is chosen."""
        look, items = dashtalk_app(self).look, self.labelling.items
        heading = Text.assemble((look.say(TITLE), look.palette.accent), f" · {one_line(self.labelling.annotator)}")
        heading.append(f" · {look.say(PLACE, self.position + 1, len(items))} · {look.say(DONE, len(self._labels))}")
        if len(self._labels) == len(items):
            heading.append(f" · ✓ {look.say(ALL_DONE)}", style=look.palette.good)
        self.query_one("#heading", Static).update(heading)
        answer = Text(f"{look.say(ANSWER)}:", style=look.palette.label)
        for grade, word in self._options():
            on = grade == self.chosen
            told = word if isinstance(word, str) else look.say(word)
            answer.append(f"  {'●' if on else '○'} {told}", style=look.palette.accent if on else "")
        if self.item.key in self._labels and self.item.key not in self._drafts:
            answer.append("  ✓", style=look.palette.good)
        self.query_one("#answer", Static).update(answer)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave letters to the reason while it is written, and yes and no to questions that have them."""
        if isinstance(self.focused, Input):
            return action not in ("answer", "go", "facts")
        if action == "facts_aside":
            return False
        if action == "answer" and self._loaded:
            return self._grade_of(str(parameters[0])) != _NOTHING_CHOSEN
        return True

    def _grade_of(self, letter: str) -> int | None:
        """Return what a key answers to the question that is shown; -1 for nothing."""
        item = self.item
        if letter == "a":
            return None
        if not item.graded:
            return {"y": 1, "n": 0}.get(letter, _NOTHING_CHOSEN)
        return int(letter) if letter.isdecimal() and item.low <= int(letter) <= item.high else _NOTHING_CHOSEN

    def action_answer(self, letter: str) -> None:
        """Choose an answer."""
        if self._loaded:
            self._drafts[self.item.key] = (self._grade_of(letter), self._draft()[1])
            self._tell()

    def action_reason(self) -> None:
        """Go to the reason, or back from it to the session and to the criterion."""
        order = ("session", "criterion", "reason")
        at = next((place for place, name in enumerate(order) if self.focused is self.query_one(f"#{name}")), 0)
        following = {"session": "reason", "reason": "session", "criterion": "reason"}[order[at]]
        self._go_to(f"#{following}")

    @on(Input.Changed, "#reason")
    def _written(self, event: Input.Changed) -> None:
        if self._loaded and event.value != self._draft()[1]:
            self._drafts[self.item.key] = (self.chosen, event.value)
            self._tell()

    @on(Input.Submitted, "#reason")
    async def _finished(self, event: Input.Submitted) -> None:
        if not self._loaded:
            return
        look, item, grade, reason = dashtalk_app(self).look, self.item, self.chosen, event.value.strip()
        if grade == _NOTHING_CHOSEN:
            words = ", ".join(word if isinstance(word, str) else look.say(word) for _, word in self._options())
            self.notify(look.say(CHOOSE_FIRST, words), severity="warning", timeout=4, markup=False)
            self._go_to("#session")
        elif not reason:
            self.notify(look.say(REASON_FIRST), severity="warning", timeout=4)
        else:
            await self._keep(item, Label(grade, reason))

    async def _keep(self, item: Item, label: Label) -> None:
        def kept() -> bool:
            self.labelling.keep(item, label)
            return True

        if not await fetched(self, kept):
            return
        self._labels[item.key] = label
        self._drafts.pop(item.key, None)
        following = self._next_open()
        self._go_to("#session")
        if following is not None:
            self.position = following
            self.show()
        else:
            self._tell()

    def _go_to(self, selector: str) -> None:
        """Give a part the keyboard at once: `focus` would let letters that wait already go where it was before."""
        self.set_focus(self.query_one(selector))
        self.refresh_bindings()

    def action_go(self, by: int) -> None:
        """Go to the next question or the one before; what is chosen and written stays there."""
        place = self.position + by
        if not 0 <= place < len(self.labelling.items):
            self.notify(dashtalk_app(self).say(LAST if by > 0 else FIRST), timeout=2)
            return
        self.position = place
        self.show()

    def action_facts(self, by: int) -> None:
        """Move criterion and facts by lines, wherever the keyboard is."""
        self.query_one("#criterion").scroll_relative(y=by * _LINES_AT_ONCE, animate=False)

    def action_facts_aside(self, by: int) -> None:
        """Do the same while the reason is written."""
        self.action_facts(by)

    def action_leave(self) -> None:
        """Leave the reason first, then the screen."""
        if isinstance(self.focused, Input):
            self._go_to("#session")
        else:
            super().action_leave()
