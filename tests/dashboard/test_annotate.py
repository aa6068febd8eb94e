"""Labelling by keys: what is shown, what is not, what is kept, and that nothing is kept without a reason."""

from collections.abc import Sequence

import pytest
from dashboard.screens import story
from dashboard.shelf import app_with, settled
from dashboard.snapshots import matches, screen_text
from textual.pilot import Pilot
from textual.widgets import Input

from simulator.dashboard.annotate import Annotate
from simulator.dashboard.blind_lines import blind_lines
from simulator.dashboard.labelling import Item, Label
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.spec import Look
from simulator.events import AssistantSpoke, ConditionChanged, SessionStarted
from simulator.registry import UsageError
from simulator.trajectory import Message, Trajectory

KOREAN = {"en": "Does the reply keep to haeyo in every sentence?", "ko": "답변이 모든 문장에서 해요체를 지켰습니까?"}
BRIEF = {"en": "How short and clear is what it says?", "ko": "어시스턴트의 말이 얼마나 짧고 분명합니까?"}


class FakeLabelling:
    """Three questions: yes or no about a reply, a grade, and yes or no with facts."""

    def __init__(self, locale: str = "ko") -> None:
        self.annotator = "김"
        self.items: Sequence[Item] = (
            Item(0, dict(KOREAN), reply=2),  # type: ignore[arg-type]
            Item(1, dict(BRIEF), 1, 3),  # type: ignore[arg-type]
            Item(2, dict(KOREAN), facts={"removed": ["set_fan_speed"]}),  # type: ignore[arg-type]
        )
        self.kept: dict[int, Label] = {}
        self.refuses = False
        self._locale = locale

    def dialogue(self, item: Item) -> Sequence[Message]:
        return Trajectory(story(locale="ko" if self._locale == "ko" else "en").events).messages()

    def label(self, item: Item) -> Label | None:
        return self.kept.get(item.key)

    def keep(self, item: Item, label: Label) -> None:
        if self.refuses:
            raise UsageError("runs.db: the disk is full")
        self.kept[item.key] = label


async def write(pilot: Pilot[None], words: str) -> None:
    """Write a reason as a person does and press Enter."""
    await pilot.press("tab")
    for letter in words:
        await pilot.press("space" if letter == " " else letter)
    await pilot.press("enter")
    await settled(pilot)


def told(pilot: Pilot[None]) -> str:
    """Return the notices that the screen gave."""
    return "\n".join(notice.message for notice in pilot.app._notifications)


def screen_of(pilot: Pilot[None]) -> Annotate:
    assert isinstance(pilot.app.screen, Annotate)
    return pilot.app.screen


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_a_label_takes_an_answer_and_a_reason_and_the_next_question_follows(lang: UiLang) -> None:
    labelling = FakeLabelling()
    app, _, _ = app_with(lambda: Annotate(labelling), lang)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert ("문항 1/3" if lang == "ko" else "question 1 of 3") in screen_text(app)
        await pilot.press("n")
        await write(pilot, "둘째 문장이 반말이다")
        assert labelling.kept == {0: Label(0, "둘째 문장이 반말이다")}
        assert screen_of(pilot).position == 1
        # Yes and no are no answers to a question with grades, and 4 is not on its scale.
        await pilot.press("y", "4")
        assert screen_of(pilot).chosen == -1
        await pilot.press("3")
        await write(pilot, "short")
        await pilot.press("a")
        await write(pilot, "both readings fit")
        assert labelling.kept[1] == Label(3, "short")
        assert labelling.kept[2] == Label(None, "both readings fit")
        assert ("모든 문항 완료" if lang == "ko" else "everything is labelled") in screen_text(app)


async def test_nothing_is_kept_without_an_answer_or_without_a_reason() -> None:
    labelling = FakeLabelling()
    app, _, _ = app_with(lambda: Annotate(labelling))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await write(pilot, "why")
        assert labelling.kept == {}
        assert "choose an answer first" in told(pilot)
        await pilot.press("y", "tab")
        await pilot.press(*["backspace"] * 3, "space", "enter")
        await settled(pilot)
        assert labelling.kept == {}
        assert "every label needs a written reason" in told(pilot)


async def test_letters_of_the_reason_are_no_answers() -> None:
    labelling = FakeLabelling()
    app, _, _ = app_with(lambda: Annotate(labelling))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("y", "tab", "n", "a", "q", "2")
        assert screen_of(pilot).chosen == 1
        assert screen_of(pilot).query_one("#reason", Input).value == "naq2"
        await pilot.press("escape")
        assert isinstance(app.screen, Annotate)
        assert not isinstance(app.screen.focused, Input)


async def test_the_letters_of_a_korean_keyboard_mean_the_same() -> None:
    labelling = FakeLabelling()
    app, _, _ = app_with(lambda: Annotate(labelling), "ko")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        for letter, grade in (("ㅛ", 1), ("ㅜ", 0), ("ㅁ", None)):
            await pilot.press(letter)
            assert screen_of(pilot).chosen == grade


async def test_it_goes_on_where_somebody_stopped_and_drafts_stay() -> None:
    labelling = FakeLabelling()
    labelling.kept[0] = Label(1, "fine")
    app, _, _ = app_with(lambda: Annotate(labelling))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert screen_of(pilot).position == 1
        await pilot.press("2", "right_square_bracket")
        await settled(pilot)
        await pilot.press("right_square_bracket")
        assert screen_of(pilot).position == 2
        assert "removed" in screen_text(app)
        await pilot.press("left_square_bracket", "left_square_bracket")
        await settled(pilot)
        assert screen_of(pilot).chosen == 1
        assert screen_of(pilot).query_one("#reason", Input).value == "fine"
        await pilot.press("right_square_bracket")
        await settled(pilot)
        assert screen_of(pilot).chosen == 2
        # A label may be changed.
        await pilot.press("left_square_bracket")
        await settled(pilot)
        await pilot.press("n")
        await write(pilot, "r")
        assert labelling.kept[0] == Label(0, "finer")


async def test_a_label_that_cannot_be_written_stays_on_the_screen() -> None:
    labelling = FakeLabelling()
    labelling.refuses = True
    app, _, _ = app_with(lambda: Annotate(labelling))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("y")
        await write(pilot, "fine")
        assert "the disk is full" in told(pilot)
        assert screen_of(pilot).position == 0
        assert screen_of(pilot).query_one("#reason", Input).value == "fine"


def test_nothing_tells_who_the_assistant_was_or_what_anybody_thought_of_it() -> None:
    events = list(story(locale="ko").events)
    started = events[0]
    assert isinstance(started, SessionStarted)
    events[0] = started.model_copy(update={"agent": "secret-agent"})
    at = next(index for index, event in enumerate(events) if isinstance(event, AssistantSpoke))
    changed = ConditionChanged(seq=0, turn=0, at_ms=0, name="agent", before="secret-agent", after="another-agent")
    events.insert(at, changed)
    for lang in ("en", "ko"):
        lines, place = blind_lines(Trajectory(events).messages(), Look(lang), 2)
        text = "\n".join(line.plain for line in lines)
        assert "agent" not in text
        assert "▶" in lines[place].plain
        assert sum("▶" in line.plain for line in lines) == 1


async def test_the_reply_that_is_asked_about_is_in_sight() -> None:
    labelling = FakeLabelling()
    app, _, _ = app_with(lambda: Annotate(labelling), "ko")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "▶ 답변 2" in screen_text(app)
        await pilot.resize_terminal(60, 20)
        await settled(pilot)
        assert "▶ 답변 2" in screen_text(app)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20), (200, 60)])
async def test_it_fits_every_size(width: int, height: int) -> None:
    labelling = FakeLabelling()
    app, _, _ = app_with(lambda: Annotate(labelling), "ko")
    async with app.run_test(size=(width, height)) as pilot:
        await settled(pilot)
        text = screen_text(app)
        assert len(text.split("\n")) == height
        for wanted in ("라벨링", "답변 2", "모호함", "이유"):
            assert wanted in text


@pytest.mark.parametrize(("width", "height", "lang"), [(80, 24, "ko"), (120, 40, "en")])
async def test_it_looks_as_kept(width: int, height: int, lang: UiLang) -> None:
    labelling = FakeLabelling()
    app, _, _ = app_with(lambda: Annotate(labelling), lang)
    async with app.run_test(size=(width, height)) as pilot:
        await settled(pilot)
        await pilot.press("n", "tab", "o", "k")
        await settled(pilot)
        matches(f"annotate-{width}x{height}-{lang}", screen_text(app))
