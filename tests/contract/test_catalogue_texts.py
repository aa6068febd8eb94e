"""The words of the shipped scenarios: native text, clean, in both languages, and spread over the speech levels."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

import pytest

from scenarios.load import catalogue, dialogues
from scenarios.schema import Script
from simulator.channel import Locale
from simulator.events import SpeechLevel
from simulator.plan import scenario_digest

LOCALES: tuple[Locale, ...] = ("ko", "en")
LEVELS: tuple[SpeechLevel, ...] = ("hae", "haeyo", "hapsyo")
HANGUL = re.compile(r"[가-힣]")
# Full-width forms, CJK punctuation and typographic quotes: nobody types them into a Korean sentence by hand.
FOREIGN_MARKS = re.compile("[\u3000-\u303f\uff00-\uffef\u2018\u2019\u201c\u201d\u2026]")
UNTIDY = re.compile(r"\s{2,}|^\s|\s$|\s[.,?!]|[.,?!](?=[가-힣A-Za-z])|[\n\t]")


def _scripts() -> Iterator[tuple[str, Locale, Script]]:
    for scenario in catalogue().values():
        for locale, script in scenario.driver.items():
            yield scenario.id, locale, script


def _spoken_lines(script: Script) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every line the driver may say, with its slots."""
    for turn in script.turns:
        yield turn.say, turn.slots
        if turn.again:
            yield turn.again, ()
        for reply in turn.replies:
            yield reply.say, reply.slots


def _normal(text: str) -> str:
    return " ".join(re.sub(r"[^\w\s%']", " ", text.casefold()).split())


SCRIPTS = list(_scripts())
each_script = pytest.mark.parametrize(
    ("locale", "script"),
    [pytest.param(locale, script, id=f"{name}-{locale}") for name, locale, script in SCRIPTS],
)


@each_script
def test_lines_are_tidy(locale: Locale, script: Script) -> None:
    texts = [line for line, _ in _spoken_lines(script)] + [script.persona]
    texts += [word for turn in script.turns for reply in turn.replies for word in reply.about]
    for text in texts:
        assert not UNTIDY.search(text), text
        assert not FOREIGN_MARKS.search(text), text
        assert unicodedata.is_normalized("NFC", text), text


@each_script
def test_lines_are_in_their_language(locale: Locale, script: Script) -> None:
    for text in [*(line for line, _ in _spoken_lines(script)), script.persona]:
        assert bool(HANGUL.search(text)) == (locale == "ko"), text
        assert locale == "ko" or text.isascii(), text


@each_script
def test_lines_end_like_sentences(locale: Locale, script: Script) -> None:
    for text, _ in _spoken_lines(script):
        assert text.endswith((".", "?", "!")), text


@each_script
def test_slots_occur_in_their_line(locale: Locale, script: Script) -> None:
    for line, slots in _spoken_lines(script):
        for slot in slots:
            if locale == "ko":
                assert "".join(slot.split()) in "".join(line.split()), (slot, line)
            else:
                assert slot in line, (slot, line)


@each_script
def test_every_request_can_be_put_again_in_other_words(locale: Locale, script: Script) -> None:
    for turn in script.turns:
        assert turn.again, turn.say
        assert _normal(turn.again) != _normal(turn.say), turn.say


@each_script
def test_every_request_names_what_must_be_heard(locale: Locale, script: Script) -> None:
    for turn in script.turns:
        assert turn.slots, turn.say


def test_every_scenario_speaks_both_languages_and_says_who_speaks() -> None:
    for scenario in catalogue().values():
        assert set(scenario.driver) == set(LOCALES), scenario.id
        assert all(script.persona for script in scenario.driver.values()), scenario.id


@pytest.mark.parametrize("locale", LOCALES)
def test_no_two_openings_are_equal(locale: Locale) -> None:
    openings = Counter(_normal(scenario.driver[locale].turns[0].say) for scenario in catalogue().values())
    assert [opening for opening, count in openings.items() if count > 1] == []


def test_the_speech_levels_are_asked_for_evenly() -> None:
    levels = Counter(script.level for _, locale, script in SCRIPTS if locale == "ko")
    assert None not in levels
    # A third each, give or take a quarter of that share.
    share = levels.total() / len(LEVELS)
    assert all(0.75 * share <= levels[level] <= 1.25 * share for level in LEVELS), levels


def test_enough_scenarios_need_several_turns() -> None:
    several = [scenario.id for scenario in catalogue().values() if len(scenario.driver["ko"].turns) > 1]
    assert len(several) >= 4


@pytest.mark.parametrize("locale", LOCALES)
def test_enough_scenarios_are_spoken_aloud(locale: Locale) -> None:
    assert sum(script.spoken for _, spoken, script in SCRIPTS if spoken == locale) >= 2


@pytest.mark.parametrize("kind", ["internal", "user"])
def test_only_the_driver_who_must_decide_has_an_answer(kind: str) -> None:
    ambiguous = [s for s in catalogue().values() if s.ambiguity is not None and s.ambiguity.resolved_by == kind]
    assert ambiguous
    for scenario in ambiguous:
        for locale, script in scenario.driver.items():
            answers = {reply.on for turn in script.turns for reply in turn.replies} & {"choose", "value"}
            assert answers == ({"choose", "value"} if kind == "user" else set()), (scenario.id, locale)


def test_an_unguarded_yes_never_resolves_an_ambiguity() -> None:
    for scenario in catalogue().values():
        if scenario.ambiguity is None:
            continue
        for locale, script in scenario.driver.items():
            confirmations = [reply for turn in script.turns for reply in turn.replies if reply.on == "confirm"]
            assert confirmations, (scenario.id, locale)
            assert all(reply.about for reply in confirmations), (scenario.id, locale)


def test_every_shipped_scenario_tells_in_korean_what_it_is_about() -> None:
    """Each summary is one or more whole sentences of its own, short enough for a list."""
    shipped = {**catalogue(), **dialogues()}
    told = {name: scenario.about("ko") for name, scenario in shipped.items()}
    for name, text in told.items():
        assert HANGUL.search(text), name
        assert text.endswith("다."), f"{name}: {text}"
        assert len(text) <= 90, f"{name}: {text}"
        assert not UNTIDY.search(text), f"{name}: {text}"
        assert not FOREIGN_MARKS.search(text), f"{name}: {text}"
    assert [text for text, times in Counter(told.values()).items() if times > 1] == []


def test_a_scenario_is_the_same_one_however_its_summary_is_translated() -> None:
    """Runs stored before a translation was written can still be taken up."""
    scenario = next(iter(catalogue().values()))
    assert scenario_digest(scenario) == scenario_digest(scenario.model_copy(update={"summary_ko": ""}))
    assert scenario_digest(scenario) != scenario_digest(scenario.model_copy(update={"summary": "other"}))
    assert scenario.model_copy(update={"summary_ko": ""}).about("ko") == scenario.summary == scenario.about("en")
