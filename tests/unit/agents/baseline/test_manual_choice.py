"""Which passage of what was read is said."""

from typing import Any

import pytest

from simulator.agents.baseline.manual_choice import Answer, Chooser
from simulator.agents.baseline.manual_pages import page
from simulator.agents.baseline.manual_question import Question, kind_of
from simulator.agents.baseline.signals import Line
from simulator.agents.baseline.speech import reply_text
from simulator.channel import Locale
from simulator.events import SpeechLevel

FUSES: dict[str, Any] = {
    "id": "maintenance.fuses.list",
    "title": "Fuses",
    "text": ["Each fuse protects one device; a spare fuse lies in the cover."],
    "steps": ["Switch the car off.", "Open the cover of the box.", "Pull out the fuse with the tweezers."],
    "warnings": [
        {"severity": "note", "text": "The tweezers are white."},
        {"severity": "danger", "text": "Never put in a stronger fuse."},
    ],
    "values": [
        {"name": "Fuse of the wipers", "value": "25 A"},
        {"name": "Fuse of the horn", "value": "15 A"},
        {"name": "Spare fuses", "value": "6"},
    ],
}
TYRES: dict[str, Any] = {"id": "tyres", "title": "Tyres", "text": ["Check the tyres once a month."]}


def answer(heard: str, *history: tuple[str, str], locale: Locale = "en") -> Answer | None:
    question = Question(heard, history, kind_of(heard, bool(history), locale), locale)
    return Chooser(question, [page(FUSES), page(TYRES)]).answer()


def test_a_value_is_told_by_its_name() -> None:
    found = answer("How strong is the fuse of the horn?")
    assert found is not None
    assert [(one.name, one.text) for one in found.passages[:1]] == [("Fuse of the horn", "15 A")]


def test_values_that_fit_alike_are_asked_about() -> None:
    found = answer("How many amps has the fuse?")
    assert found == Answer(between=("Fuse of the wipers", "Fuse of the horn"))
    said = reply_text([], [Line("manual_answer", {"answer": found})], "en", None)
    assert said == "Which one do you mean: fuse of the wipers or fuse of the horn?"


@pytest.mark.parametrize(
    ("level", "end"), [("hae", "말하는 거야?"), ("haeyo", "말씀하시는 거예요?"), ("hapsyo", "말씀하시는 겁니까?")]
)
def test_the_question_between_values_keeps_the_level(level: SpeechLevel, end: str) -> None:
    line = Line("manual_answer", {"answer": Answer(between=("경음기 퓨즈", "와이퍼 퓨즈"))})
    assert reply_text([], [line], "ko", level) == f"경음기 퓨즈, 와이퍼 퓨즈 중에 어느 것을 {end}"


def test_steps_follow_each_other() -> None:
    talk = [("I want to replace a fuse.", "Switch the car off."), ("It's off.", "Open the cover of the box.")]
    first = answer("All right. What do I do next?", *talk[:1])
    second = answer("All right. What do I do next?", *talk)
    assert first is not None
    assert second is not None
    assert first.passages[0].text == "Open the cover of the box."
    assert second.passages[0].text == "Pull out the fuse with the tweezers."


def test_the_worst_warning_goes_with_a_step() -> None:
    found = answer("What do I do next?", ("I want to replace a fuse.", "Switch the car off."))
    assert found is not None
    assert [one.text for one in found.passages[1:]] == ["Never put in a stronger fuse."]


@pytest.mark.parametrize(("claimed", "right"), [("25 A", True), ("10 A", None), ("several", None)])
def test_a_claim_is_right_where_the_manual_has_its_number(claimed: str, right: bool | None) -> None:
    found = answer("Are you sure about the wipers?", ("Which fuse do the wipers have?", f"The wipers have {claimed}."))
    assert found is not None
    assert found.right is right


def test_what_no_page_is_about_has_no_answer() -> None:
    assert answer("Who wrote this symphony?") is None
    assert answer("What now?") is None


def test_a_bare_count_is_no_answer() -> None:
    assert all(one.text != "6" for one in page(FUSES).passages)


def test_a_page_may_hold_nothing() -> None:
    assert page({}).passages == ()
