"""Two sessions side by side: what counts as a difference, and how one goes from one to the next."""

import pytest
from dashboard.screens import story
from dashboard.shelf import app_with, breached, misheard, settled
from dashboard.snapshots import screen_text
from rich.cells import cell_len
from rich.text import Text

from simulator.channel import Heard
from simulator.dashboard.comparison import compared
from simulator.dashboard.comparison_lines import Told, lines_of
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.screens.compare import Compare, ComparisonView, first_difference
from simulator.dashboard.screens.replay import Replay
from simulator.dashboard.spec import Look
from simulator.dashboard.story import Scoring, Story
from simulator.events import AssistantSpoke, SpeechRecognised


def reworded(turn: int) -> Story:
    """Return the session with other words heard in one turn."""
    events = [
        event.model_copy(update={"heard": Heard(text="other words", engine="test")})
        if isinstance(event, SpeechRecognised) and event.turn == turn
        else event
        for event in story().events
    ]
    return story(events=events)


def test_the_same_session_differs_in_nothing() -> None:
    pairs = compared(story(), story())
    assert len(pairs) == len(story().turn_starts)
    assert all(not pair.differs for pair in pairs)
    assert "nothing" in first_difference(pairs, Look()).plain


def test_words_heard_differ_in_their_turn_only() -> None:
    pairs = compared(story(), reworded(1))
    assert [pair.turn for pair in pairs if pair.differs] == [1]
    assert pairs[1].differs == {"heard"}
    assert first_difference(pairs, Look()).plain == "≠ they first differ in turn 2: words heard"


def test_another_wording_of_an_answer_is_no_difference() -> None:
    events = [
        event.model_copy(update={"text": "Very well."}) if isinstance(event, AssistantSpoke) else event
        for event in story().events
    ]
    assert all(not pair.differs for pair in compared(story(), story(events=events)))


def test_a_silent_assistant_differs_in_calls_changes_and_end() -> None:
    pairs = compared(story(), story(agent="silent"))
    assert {"calls", "changes"} <= pairs[0].differs
    assert "turn" in pairs[-1].differs or "outcome" in pairs[-1].differs


def test_a_verdict_is_a_difference_of_the_last_turn() -> None:
    left, right = story(), story()
    left.score(Scoring(outcome="passed"))
    right.score(Scoring(outcome="failed"))
    pairs = compared(left, right)
    assert [pair.differs for pair in pairs if pair.differs] == [{"outcome"}]
    assert pairs[-1].differs


def test_turns_that_one_session_lacks_are_told() -> None:
    whole = story()
    start, _ = whole.turn_span(1)
    short = story(events=whole.events[:start])
    pairs = compared(whole, short)
    assert pairs[1].right is None
    assert pairs[1].differs == {"turn"}


@pytest.mark.parametrize("width", [20, 37, 76, 118, 197])
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_lines_fit_and_the_bar_between_stands_still(width: int, lang: UiLang) -> None:
    left, right = misheard("ko"), breached("en")
    told = (Told("ko", left.world), Told("en", right.world))
    lines, tops = lines_of(compared(left, right), told, width, Look(lang))
    assert len(tops) == max(len(left.turn_starts), len(right.turn_starts))
    assert all(line.cell_len <= width for line in lines)
    said = _side(lines, tops, 1, width)
    for event in right.events:
        if isinstance(event, AssistantSpoke):
            assert "".join(event.text.split()) in said
    middle = (width - 3) // 2 + 1
    for number, line in enumerate(lines):
        if number not in tops:
            before = next(index for index in range(len(line.plain)) if cell_len(line.plain[:index]) == middle)
            assert line.plain[before] in "│≠~"


def _side(lines: list[Text], tops: list[int], side: int, width: int) -> str:
    """Return all that stands on one side, without spaces."""
    middle = (width - 3) // 2 + 1
    texts = [line.plain for number, line in enumerate(lines) if number not in tops]
    cut = [next(index for index in range(len(text)) if cell_len(text[:index]) == middle) for text in texts]
    return "".join("".join((text[:at], text[at + 1 :])[side].split()) for text, at in zip(texts, cut, strict=True))


async def test_n_goes_to_the_next_turn_that_differs() -> None:
    app, _, _ = app_with(lambda: Compare(story(), reworded(1)))
    async with app.run_test(size=(100, 20)) as pilot:
        await settled(pilot)
        view = app.screen.query_one(ComparisonView)
        assert view.turn == 1
        assert "they first differ in turn 2: words heard" in screen_text(app)
        await pilot.press("left_square_bracket")
        assert view.turn == 0
        await pilot.press("n")
        assert view.turn == 1
        await pilot.press("n")
        assert view.turn == 1
        await pilot.press("2")
        await settled(pilot)
        assert isinstance(app.screen, Replay)
        assert app.screen.story.turn_at(app.screen.cursor.position) == 1


@pytest.mark.parametrize(("width", "height"), [(80, 24), (200, 60)])
async def test_every_line_fits(width: int, height: int) -> None:
    app, _, _ = app_with(lambda: Compare(misheard("ko"), story(locale="ko", agent="silent")), "ko")
    async with app.run_test(size=(width, height)) as pilot:
        await settled(pilot)
        assert len(screen_text(app).split("\n")) == height
        await pilot.resize_terminal(60, 20)
        await settled(pilot)
        screen_text(app)


def test_answers_in_other_words_are_not_told_as_the_same() -> None:
    one, other = story(), story()
    spoken = [event for event in other.events if event.type == "assistant_spoke"]
    events = [
        event.model_copy(update={"text": "Something else."}) if event is spoken[0] else event for event in other.events
    ]
    told = Told("en", one.world), Told("en", one.world)
    pairs = compared(one, story(events=events))
    lines, _ = lines_of(pairs, told, 80, Look())
    assert any("Something else." in line.plain and " ~ " in line.plain for line in lines)
    silent = [event.model_copy(update={"text": ""}) if event is spoken[0] else event for event in other.events]
    lines, _ = lines_of(compared(one, story(events=silent)), told, 80, Look())
    assert any("(says nothing)" in line.plain and " ≠ " in line.plain for line in lines)
    alike, _ = lines_of(compared(one, other), told, 80, Look())
    assert not any(" ~ " in line.plain for line in alike)
