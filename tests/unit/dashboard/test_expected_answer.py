"""What a dialogue expects: a good answer at the asked level, what it hangs on, its checks, and when all that shows."""

import pytest
from car_moments import LANGS
from dialogue_stories import HANGS, REFERENCE, frosty, told
from panel_stories import WIDTHS, drawn, fits, text_of

from scenarios.dialogue_checks import BELONG, Checks
from scenarios.dialogue_known import known
from scenarios.load import dialogues
from simulator.channel import Locale
from simulator.dashboard.check_words import LABELS, check_words
from simulator.dashboard.expected_answer import expected_answer
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.scenario_preview import preview
from simulator.dashboard.spec import Look
from simulator.dashboard.story import Scoring
from simulator.events import ConditionChanged, Score, SpeechLevel


@pytest.mark.parametrize("level", ["hae", "haeyo", "hapsyo"])
def test_the_answer_is_at_the_asked_level_and_what_it_hangs_on_in_the_interfaces_language(level: SpeechLevel) -> None:
    for lang in LANGS:
        text = text_of(drawn("scores", told("ko", level), 120, lang=lang))
        assert REFERENCE[level] in text
        assert HANGS[lang] in text
        assert sum(words in text for words in REFERENCE.values()) == 1


def test_an_english_session_is_answered_in_english() -> None:
    text = text_of(drawn("scores", told("en"), 120, lang="ko"))
    assert REFERENCE["en"] in text
    assert "말해야 할 것: without tolls / toll-free" in text
    assert "말하면 안 되는 것: 8,200 won" in text


def test_every_check_has_its_line() -> None:
    lines = [line.plain for line in drawn("scores", told("ko"), 120, lang="en")]
    for wanted in (
        "· must say: 통행료 없 / 무료 도로",
        "· must not say: 8200원",
        "· do: set_fan_speed(level=3) / fog lights on",
        "· still holds: route: without tolls",
    ):
        assert wanted in lines


@pytest.mark.parametrize("lang", LANGS)
def test_a_person_who_drives_sees_nothing_of_it_until_it_is_asked_for(lang: UiLang) -> None:
    story = told("ko")
    hidden = text_of(drawn("scores", story, 100, lang=lang, revealed=False))
    assert "F9" in hidden
    assert ("기대 답변" if lang == "ko" else "Expected answer") in hidden
    for secret in (REFERENCE["haeyo"], "8200원", "무료 도로", "set_fan_speed", HANGS[lang]):
        assert secret not in hidden
    assert "기대 상태가 없는" not in hidden
    # A replay hides it as well when it is asked to, and nobody drives then.
    assert "주행 중" not in hidden
    assert "while you drive" not in hidden


def test_the_reason_of_an_open_kpi_is_hidden_from_where_it_tells_what_is_expected() -> None:
    story = told("ko", scored=False)
    reason = "no rule can tell, and no judge was asked: '무료 도로' is nowhere said"
    story.score(Scoring(scores=(Score(metric="retention", value=None, reason=reason),)))
    assert "무료 도로" not in text_of(drawn("scores", story, 120, revealed=False))
    assert "no judge was asked" in text_of(drawn("scores", story, 120, revealed=False))
    assert reason in text_of(drawn("scores", story, 120))


def test_it_shows_before_anything_is_scored() -> None:
    text = text_of(drawn("scores", told("ko", scored=False), 120, position=1))
    assert "Scores come at the end of a turn." in text
    assert REFERENCE["haeyo"] in text


def test_it_follows_a_level_that_was_switched_in_mid_drive() -> None:
    story = told("ko", "hae")
    at = len(story)
    story.append(ConditionChanged(seq=at, turn=0, at_ms=0, name="speech_level", before="hae", after="hapsyo"))
    assert REFERENCE["hapsyo"] in text_of(drawn("scores", story, 120))
    assert REFERENCE["hae"] in text_of(drawn("scores", story, 120, position=at))


@pytest.mark.parametrize("lang", LANGS)
def test_every_line_fits(lang: UiLang) -> None:
    story = told("ko")
    for width in WIDTHS:
        assert fits(drawn("scores", story, width, lang=lang), width)


def test_every_check_is_called_something_in_both_languages() -> None:
    assert set(LABELS) == set(Checks.model_fields)
    assert {name for own, _ in BELONG.values() for name in own} <= set(LABELS)


@pytest.mark.parametrize("lang", LANGS)
def test_every_shipped_dialogue_is_told_without_braces_and_with_no_empty_line(lang: UiLang) -> None:
    locales: tuple[Locale, ...] = ("ko", "en")
    for scenario in dialogues().values():
        assert scenario.dialogue is not None
        for locale in locales:
            checks = known(scenario.dialogue.checks, locale)
            lines = list(check_words(checks, lang))
            assert len(lines) >= len(checks), scenario.id
            for label, value in lines:
                assert label, scenario.id
                assert not set("{}[]") & set(label + value), f"{scenario.id}: {label}: {value}"
            words = dict(expected_answer(scenario, locale, None, Look(lang)))
            assert scenario.dialogue.note.of(lang) in words.values()


def test_a_refinement_an_offer_and_what_is_only_true_or_false() -> None:
    refine = {"tool": "set_fan_speed", "before": {"level": 1}, "changed": {"level": 3}, "unchanged": {"zone": "ALL"}}
    offer = [{"say": ["충전", "충전소"], "deed": {"tool": "set_new_navigation"}}]
    words = [f"{label}: {value}" for label, value in check_words({"refine": refine, "suggestions": offer}, "ko")]
    assert words == [
        "바꿀 것: set_fan_speed: level 1 → 3; 그대로: zone=ALL",
        "제안할 것: 충전 / 충전소 (동의한 뒤에만: set_new_navigation())",
    ]
    assert list(check_words({"ask": False}, "en")) == [("asking back is wrong", "")]
    silent = dict(check_words({"suggestions": offer, "silent": True}, "ko"))
    assert silent == {
        "제안하면 안 되는 것": "충전 / 충전소 (동의한 뒤에만: set_new_navigation())",
        "아무것도 제안하면 안 됨": "",
    }


def test_ranges_and_places() -> None:
    deed = {"tool": "t", "arguments": {"a": {"min": 20, "max": 22.5}}, "state": {"fan_speed": {"change": "up"}}}
    way = {"route": {"destination": "loc_seo_100001", "fastest": True, "stops": ["nowhere"]}}
    ((_, value),) = check_words({"accept": [deed, way]}, "en", frosty().build_world(0, "en"))
    assert value == "t(a=20…22.5) + fan more than before / route: to Seoul, via nowhere, the fastest"


@pytest.mark.parametrize("lang", LANGS)
def test_the_preview_tells_it_once_it_is_asked_for(lang: UiLang) -> None:
    closed, opened = (preview(frosty(), "ko", Look(lang), revealed=shown).plain for shown in (False, True))
    assert REFERENCE["haeyo"] not in closed
    assert ("e 키로 표시" if lang == "ko" else "e shows it") in closed
    assert REFERENCE["haeyo"] in opened
    assert "8200원" in opened
