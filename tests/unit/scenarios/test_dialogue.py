"""The format of dialogues: what belongs to which KPI, what a seed draws, and what a mistake is told."""

from collections import Counter
from typing import Any

import pytest
import yaml
from planted_kpis import WORDS, dialogue

from scenarios.dialogue import CELLS, KPIS, LEVELS, SINGLE_TURN, STYLES, draw
from scenarios.load import DIALOGUES, catalogue, dialogues, parse, shipped, suite
from scenarios.schema import Scenario
from scenarios.taxonomy import manual_categories, navigation_categories, navigation_topics, title
from simulator.plan import scenario_digest
from simulator.registry import UsageError

SAID = {"ko": "22도", "en": "22 degrees"}


def text(kpi: str = "retention", **changed: Any) -> str:
    facts: dict[str, Any] = {
        "id": "dlg-nav-retention-01",
        "kind": "dialogue",
        "summary": "made for a test",
        "provenance": "tests",
        "dialogue": {
            "kpi": kpi,
            "domain": "navigation",
            "category": "route.tolls",
            "history": [] if kpi in SINGLE_TURN else [{"driver": WORDS, "assistant": WORDS}] * 3,
            "driver": WORDS,
            "reference": WORDS,
            "note": {"ko": "무엇이 중요한지.", "en": "What matters."},
            "checks": {"must_say": SAID},
        }
        | changed,
    }
    return yaml.safe_dump(facts, allow_unicode=True, sort_keys=False)


def problem(**changed: Any) -> str:
    with pytest.raises(UsageError) as caught:
        parse(text(**changed), "file")
    line = str(caught.value)
    assert line.startswith("file:")
    assert "\n" not in line
    return line


def test_a_dialogue_makes_its_own_driver_and_comes_back_from_the_store_as_it_was() -> None:
    made = parse(text(), "file")
    assert set(made.driver) == {"ko", "en"}
    assert made.driver["en"].turns[0].say == "Hello."
    assert made.driver["ko"].level in LEVELS
    assert Scenario.model_validate_json(made.model_dump_json()) == made
    assert scenario_digest(Scenario.model_validate_json(made.model_dump_json())) == scenario_digest(made)


def test_scenarios_without_a_dialogue_say_nothing_of_it() -> None:
    from drives import scenario

    assert "dialogue" not in scenario().model_dump()


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"kpi": "retentoin"}, "dialogue.kpi"),
        ({"category": "route.toll"}, "dialogue.category: unknown category 'route.toll': did you mean 'route.tolls'?"),
        ({"domain": "car_expert", "category": "route.tolls"}, "dialogue.category: unknown category"),
        ({"domain": "car_expert", "category": "maintenance.tyres"}, "dialogue.manual: car_expert dialogues name"),
        ({"manual": ["nothing.like.this"]}, "dialogue.manual.0: the owner's manual has no section"),
        ({"history": []}, "dialogue.history: retention needs 3 to 5 pairs"),
        ({"history": [{"driver": WORDS, "assistant": WORDS}] * 6}, "dialogue.history: retention needs 3 to 5 pairs"),
        ({"driver": {"en": "Hello."}}, "dialogue.driver: needs Korean words"),
        ({"reference": {"en": "Hello.", "hae": "안녕."}}, "dialogue.reference.haeyo"),
        ({"note": {"ko": "무엇."}}, "dialogue.note.en"),
        ({"checks": {"must_sya": SAID}}, "dialogue.checks.must_sya: no such field: did you mean 'must_say'?"),
        ({"checks": {"must_say": {"ko": "22도"}}}, "dialogue.checks.must_say.0.en"),
        (
            {"checks": {"accept": {"tool": "set_seat_heating", "arguments": {"levle": 2}}}},
            "arguments: unknown argument 'levle': did you mean 'level'?",
        ),
        (
            {"checks": {"forbid": {"tool": "set_seat_heating", "arguments": {"seat_zone": ["DRIVER", "PASENGER"]}}}},
            "arguments.seat_zone: unknown value 'PASENGER': did you mean 'PASSENGER'?",
        ),
        (
            {"checks": {"accept": {"tool": "set_seat_heating", "arguments": {"level": {"min": 3, "max": 1}}}}},
            "min 3 is more than max 1",
        ),
        ({"checks": {"next": SAID}}, "dialogue.checks.next: does not belong to retention"),
        ({"checks": {}}, "dialogue.checks.hold: is needed for retention, or one of"),
        ({"checks": {"hold": {"tool": "set_fan"}}}, "unknown tool 'set_fan'"),
        ({"checks": {"hold": {"state": {"fan_sped": 1}}}}, "unknown vehicle variable 'fan_sped'"),
        ({"checks": {"hold": {"arguments": {"level": 1}}}}, "needs a tool, a state or a route"),
        ({"kpi": "proactive", "checks": {"suggestions": [{"say": SAID}], "silent": True}}, "must_say: is needed"),
        ({"kpi": "clarification", "checks": {"known": SAID}}, "dialogue.checks.slot: is needed"),
        ({"kpi": "reflection", "checks": {"right": SAID}}, "dialogue.checks.wrong: is needed"),
        ({"kpi": "troubleshooting", "checks": {"next": SAID}}, "troubleshooting belongs to car_expert"),
        ({"kpi": "harmful_question_response", "checks": {"harm": "illegal"}}, "dialogue.checks.refuse: is needed"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_a_mistake_is_told_in_one_line(changed: dict[str, Any], told: str) -> None:
    kpi = changed.get("kpi", "retention")
    changed.setdefault("history", [] if kpi in SINGLE_TURN else [{"driver": WORDS, "assistant": WORDS}] * 3)
    assert told in problem(**changed)


def test_a_history_and_its_request_share_a_style() -> None:
    other = {key: WORDS[key] for key in ("en", "hae")}
    only = {key: WORDS[key] for key in ("en", "hapsyo")}
    assert "no style of Korean" in problem(history=[{"driver": other, "assistant": WORDS}] * 3, driver=only)
    mixed = parse(text(history=[{"driver": WORDS, "assistant": WORDS}] * 3, driver=only), "file")
    assert mixed.dialogue is not None
    assert mixed.dialogue.styles == ("hapsyo",)


def test_a_seed_draws_level_and_style_evenly_and_always_the_same() -> None:
    of = dialogue("retention", {"must_say": SAID}, driver=WORDS | {"keyword": "안녕"}).dialogue
    assert of is not None
    drawn = [draw(of, f"dlg-{number}", 7) for number in range(600)]
    assert drawn == [draw(of, f"dlg-{number}", 7) for number in range(600)]
    assert drawn != [draw(of, f"dlg-{number}", 8) for number in range(600)]
    levels = Counter(one.level for one in drawn)
    assert set(levels) == set(LEVELS)
    assert min(levels.values()) > 150
    styles = Counter(one.style for one in drawn)
    assert set(styles) <= set(STYLES)
    assert min(styles.values()) > 150


def test_a_fixed_level_is_kept() -> None:
    of = dialogue("retention", {"must_say": SAID}, level="hae").dialogue
    assert of is not None
    assert {draw(of, str(number), number).level for number in range(40)} == {"hae"}


def test_the_table_has_twelve_cells_and_every_kpi_but_the_harmful_questions() -> None:
    assert len(set(CELLS)) == 12
    assert {kpi for kpi, _ in CELLS} | {"harmful_question_response"} == set(KPIS)


def test_navigation_has_seven_major_and_twenty_eight_sub_categories_in_both_languages() -> None:
    topics = navigation_topics()
    assert len(topics) == 7
    assert len(set(navigation_categories())) == 28
    for topic in topics:
        for part in topic.parts:
            assert part.id.startswith(f"{topic.id}.")
            assert set(part.title) == {"ko", "en"}
    assert title("route.tolls", "ko") == "통행료와 비용"
    assert title(manual_categories()[0], "en") != manual_categories()[0]
    assert title("nothing", "en") == "nothing"


def test_dialogues_are_a_suite_of_their_own_and_the_catalogue_stays_what_it_was() -> None:
    assert not set(dialogues()) & set(catalogue())
    assert all(scenario.kind != "dialogue" for scenario in catalogue().values())
    assert [scenario.id for scenario in suite(DIALOGUES)] == sorted(dialogues())
    chosen = suite(f"{DIALOGUES}:retention")
    assert all(scenario.dialogue is not None and scenario.dialogue.kpi == "retention" for scenario in chosen)
    with pytest.raises(UsageError, match="unknown KPI 'retenton': did you mean 'retention'"):
        suite(f"{DIALOGUES}:retenton")
    assert shipped("base-quarter-window") is catalogue()["base-quarter-window"]
    assert shipped("nothing-like-this") is None


def test_the_manual_is_offered_where_its_knowledge_is_asked_for() -> None:
    facts = yaml.safe_load(text())
    manual = {"domain": "car_expert", "category": "charging.port", "manual": ["charging.port.lights"]}
    about_the_car = facts | {"dialogue": facts["dialogue"] | manual}
    assert Scenario.model_validate(facts).toolset == "dashtalk"
    assert Scenario.model_validate(about_the_car).toolset == "dashtalk-manual"
    assert Scenario.model_validate(about_the_car | {"toolset": "dashtalk-extras"}).toolset == "dashtalk-extras"
