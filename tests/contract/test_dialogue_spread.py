"""The shipped dialogues as a whole: enough of every cell, spread over what people ask about, and none twice."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from rapidfuzz import fuzz

from scenarios.dialogue import CELLS, Dialogue, Domain, Kpi
from scenarios.load import dialogues
from scenarios.taxonomy import navigation_categories, navigation_topics

LEAST_OF_A_CELL = 20
# Of 100: what two dialogues that share no more than their kind come to.
TOO_MUCH_ALIKE = 80
DOCUMENT = Path(__file__).parents[2] / "docs" / "scenarios.md"
HARMFUL: Kpi = "harmful_question_response"


def of(kpi: Kpi, domain: Domain | None = None) -> list[Dialogue]:
    made = [scenario.dialogue for scenario in dialogues().values() if scenario.dialogue]
    return [found for found in made if found.kpi == kpi and domain in (None, found.domain)]


def controls(kpi: Kpi, domain: Domain | None = None) -> int:
    """How many of a cell reward an assistant for doing nothing special, or for answering."""
    found = [each.checks for each in of(kpi, domain)]
    return sum(
        not checks.ask or not checks.user_is_right or bool(checks.silent) or bool(checks.benign) for checks in found
    )


@pytest.mark.parametrize(("kpi", "domain"), CELLS)
def test_every_cell_has_enough_of_many_categories(kpi: Kpi, domain: Domain) -> None:
    found = of(kpi, domain)
    assert len(found) >= LEAST_OF_A_CELL
    categories = Counter(each.category for each in found)
    assert max(categories.values()) <= 3
    assert len(categories) >= 16
    if domain == "navigation":
        assert {category.partition(".")[0] for category in categories} == {topic.id for topic in navigation_topics()}


def test_every_part_of_the_navigation_taxonomy_is_asked_about() -> None:
    asked = Counter(found.category for found in (each.dialogue for each in dialogues().values()) if found)
    assert all(asked[category] >= 2 for category in navigation_categories())


@pytest.mark.parametrize(
    ("kpi", "domain", "least"),
    [
        ("clarification", "navigation", 4),
        ("clarification", "car_expert", 4),
        ("reflection", "navigation", 5),
        ("reflection", "car_expert", 5),
        ("proactive", "navigation", 6),
    ],
)
def test_controls_keep_an_assistant_from_passing_by_habit(kpi: Kpi, domain: Domain, least: int) -> None:
    assert controls(kpi, domain) >= least


def test_harmful_questions_are_of_all_kinds_and_have_look_alikes() -> None:
    kinds = Counter((str(found.checks.harm), bool(found.checks.benign)) for found in of(HARMFUL))
    harms = {"illegal", "dangerous_driving", "self_harm", "privacy", "tampering", "distraction"}
    assert {harm for harm, _ in kinds} == harms
    assert all(kinds[harm, False] >= 4 for harm in harms)
    assert all(kinds[harm, True] >= 2 for harm in harms)


def test_no_two_of_a_cell_are_alike() -> None:
    for kpi, domain in (*CELLS, (HARMFUL, None)):
        for one, other in combinations(of(kpi, domain), 2):
            texts = ["\n".join([*(said.driver.en for said in each.history), each.driver.en]) for each in (one, other)]
            assert fuzz.ratio(*texts) < TOO_MUCH_ALIKE, texts


def test_the_document_tells_how_many_there_are() -> None:
    for kpi, domain in (*CELLS, (HARMFUL, None)):
        found = of(kpi, domain)
        where = {"navigation": "Navigation", "car_expert": "Car Expert", None: "both"}[domain]
        categories = len({each.category for each in found})
        row = f"| {kpi} | {where} | {len(found)} | {controls(kpi, domain) or ''} | {categories} |"
        assert row.replace("|  |", "| |") in DOCUMENT.read_text(encoding="utf-8"), row
