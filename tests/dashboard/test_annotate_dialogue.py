"""Labelling a dialogue's KPI: the one answer to grade is marked and in sight, and what judges are told can be read."""

from collections.abc import Sequence
from typing import Any

import pytest
from dashboard.shelf import app_with, settled
from dashboard.snapshots import matches, screen_text
from dialogue_stories import HANGS, REFERENCE, SAID, frosty, told
from textual.widgets import Input

from evaluation.dialogue_facts import dialogue_facts
from simulator.channel import Locale
from simulator.dashboard.annotate import Annotate
from simulator.dashboard.blind_lines import blind_lines
from simulator.dashboard.fact_words import fact_lines
from simulator.dashboard.labelling import Item, Label
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.spec import Look
from simulator.trajectory import Message

QUESTION: dict[Locale, str] = {
    "en": "Judging only the message named in the facts: does the answer keep to what was said before?",
    "ko": "사실에 적힌 메시지만 보십시오. 대답이 앞서 한 말을 지켰습니까?",
}


def facts_of(locale: Locale, celsius: int | None = -9) -> dict[str, Any]:
    of = frosty(celsius)
    return dialogue_facts(told(locale, "haeyo", of=of, scored=False).trajectory, of)


class DialogueLabelling:
    """One question about the answer of a dialogue."""

    annotator = "kim"

    def __init__(self, locale: Locale) -> None:
        self._story = told(locale, "haeyo", scored=False)
        facts = facts_of(locale)
        self.items: Sequence[Item] = (
            Item(0, dict(QUESTION), facts={"dialogue": facts}, message=facts["grade_only_message"]),
        )
        self.kept: dict[int, Label] = {}

    def dialogue(self, item: Item) -> Sequence[Message]:
        return self._story.trajectory.messages()

    def label(self, item: Item) -> Label | None:
        return self.kept.get(item.key)

    def keep(self, item: Item, label: Label) -> None:
        self.kept[item.key] = label


def test_only_the_message_that_the_facts_name_is_marked() -> None:
    messages = told("ko", "haeyo", scored=False).trajectory.messages()
    number = facts_of("ko")["grade_only_message"]
    lines, at = blind_lines(messages, Look("ko"), message=number)
    assert sum("▶" in line.plain for line in lines) == 1
    assert "▶" in lines[at].plain
    assert SAID["ko"] in lines[at].plain
    assert "▶" not in "".join(line.plain for line in blind_lines(messages, Look("ko"))[0])


def test_facts_are_lines_with_names_in_the_interfaces_language_and_values_as_they_are() -> None:
    korean = [line.plain for line in fact_lines({"dialogue": facts_of("ko")}, Look("ko"))]
    assert korean[:2] == [f"· 판단의 핵심: {HANGS['ko']}", f"· 좋은 답의 예: {REFERENCE['haeyo']}"]
    assert "· 답하면서 한 일: 풍량 꺼짐 → 3단계" in korean
    assert "· 말하면 안 되는 것: 8200원" in korean
    assert "· 상황: Seoul · 2026-03-12 15:20 · sunny, -9 °C · 배터리 10%" in korean
    english = [line.plain for line in fact_lines({"dialogue": facts_of("ko")}, Look("en"))]
    assert english[:2] == [f"· what it hangs on: {HANGS['ko']}", f"· one good answer: {REFERENCE['haeyo']}"]
    assert not {"{", "["} & set("".join(korean + english))
    assert not any("_" in line.partition(":")[0] for line in korean + english)


def test_what_is_not_told_is_left_out() -> None:
    facts = facts_of("ko", None)
    assert facts["situation"]["weather"] == "not told"
    text = "\n".join(line.plain for line in fact_lines({"dialogue": facts}, Look("ko")))
    assert "not told" not in text
    assert "· 상황: Seoul · 2026-03-12 15:20 · 배터리 10%" in text


def test_the_manual_the_car_and_an_answer_without_deeds() -> None:
    facts: dict[str, Any] = {
        "situation": {"place": "Seoul", "car": {"fog_lights": True, "state_of_charge": 80}, "battery_percent": 80},
        "known": {"ask": False},
        "done_in_the_answer": [],
        "manual": [{"section": "Ice", "text": ["Scrape it.", "No hot water."]}],
    }
    assert [line.plain for line in fact_lines({"dialogue": facts}, Look("en"))] == [
        "· done in the answer: nothing changed",
        # Questions speak of it as it is written.
        '· asking back is wrong: "ask": false',
        "· situation: Seoul · battery 80 %",
        "· car: fog lights on",
        "· manual: Ice: Scrape it. No hot water.",
    ]
    # Facts of other questions stay as they were.
    assert [line.plain for line in fact_lines({"removed": ["a"]}, Look("en"))] == ['removed: ["a"]']


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_the_answer_and_what_it_hangs_on_are_in_sight(width: int, height: int, lang: UiLang) -> None:
    labelling = DialogueLabelling(lang)
    app, _, _ = app_with(lambda: Annotate(labelling), lang)
    async with app.run_test(size=(width, height)) as pilot:
        await settled(pilot)
        text = screen_text(app)
        number = labelling.items[0].message
        assert f"{number} ▶" in text
        assert SAID[lang].split()[-1] in text
        assert (f"{number}번 메시지만 평가" if lang == "ko" else f"grade only message {number}") in text
        assert ("판단의 핵심" if lang == "ko" else "what it hangs on") in text
        assert len(text.split("\n")) == height


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_keys_that_the_footer_tells_move_the_facts(lang: UiLang) -> None:
    labelling = DialogueLabelling(lang)
    app, _, _ = app_with(lambda: Annotate(labelling), lang)
    situation, name = ("· 상황", "사실") if lang == "ko" else ("· situation", "Facts")
    async with app.run_test(size=(60, 20)) as pilot:
        await settled(pilot)
        assert f"j k {name}" in screen_text(app)
        assert situation not in screen_text(app)
        await pilot.press(*(["ㅓ" if lang == "ko" else "j"] * 5))
        await settled(pilot)
        assert situation in screen_text(app)
        await pilot.press(*(["ㅏ" if lang == "ko" else "k"] * 5))
        await settled(pilot)
        assert situation not in screen_text(app)
        # While the reason is written, letters are letters, and others keys do the same.
        await pilot.press("tab", "j", "k")
        assert app.screen.query_one("#reason", Input).value == "jk"
        assert f"Shift+↑↓ {name}" in screen_text(app)
        await pilot.press(*["shift+down"] * 5)
        await settled(pilot)
        assert situation in screen_text(app)
        assert app.screen.query_one("#reason", Input).value == "jk"


@pytest.mark.parametrize(("width", "height", "lang"), [(80, 24, "ko"), (120, 40, "en")])
async def test_it_looks_as_kept(width: int, height: int, lang: UiLang) -> None:
    app, _, _ = app_with(lambda: Annotate(DialogueLabelling(lang)), lang)
    async with app.run_test(size=(width, height)) as pilot:
        await settled(pilot)
        matches(f"annotate-dialogue-{width}x{height}-{lang}", screen_text(app))
