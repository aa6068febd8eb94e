"""Dialogues made for tests of the KPIs, and their answers acted out on a real car."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from drives import Drive

from scenarios.dialogue import SINGLE_TURN
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.trajectory import Trajectory

PLANTED = Path(__file__).parent / "data" / "kpi_planted.yaml"
TRICKY = PLANTED.with_name("kpi_tricky.yaml")
WORDS = {"en": "Hello.", "hae": "안녕.", "haeyo": "안녕하세요.", "hapsyo": "안녕하십니까."}
NOTE = {"ko": "무엇이 중요한지.", "en": "What matters."}


class Planted(NamedTuple):
    """One planted answer: `good` tells what it deserves."""

    number: int
    kpi: str
    locale: Locale
    good: bool
    scenario: Scenario
    driver: str
    calls: tuple[tuple[str, dict[str, Any]], ...]
    speech: str

    def played(self) -> Trajectory:
        """Return the session in which the answer is given."""
        drive = Drive(self.scenario, self.locale).hear(self.driver)
        for call in self.calls:
            drive.step(call)
        return drive.say(self.speech).end()


def dialogue(kpi: str, checks: dict[str, Any], **parts: Any) -> Scenario:
    """Build a dialogue of a KPI with three empty exchanges before its request, where the KPI has any."""
    pairs = [] if kpi in SINGLE_TURN else [{"driver": WORDS, "assistant": WORDS}] * 3
    whole = {
        "kpi": kpi,
        "domain": "navigation",
        "category": "route.tolls",
        "history": pairs,
        "driver": WORDS,
        "reference": WORDS,
        "note": NOTE,
        "checks": checks,
    }
    state, number = parts.pop("state", {}), parts.pop("number", 0)
    return Scenario.model_validate(
        {
            "id": f"dlg-{kpi.replace('_', '-')}-{number}",
            "kind": "dialogue",
            "summary": "made for a test",
            "provenance": "tests",
            "weather": {"condition": "sunny"},
            "state": state,
            "dialogue": whole | parts,
        }
    )


def planted_dialogues() -> Iterator[tuple[dict[str, Any], Scenario]]:
    """Yield every planted dialogue with what the file says of it."""
    for number, entry in enumerate(_read(PLANTED)):
        yield entry, _made(entry, number)


def planted() -> Iterator[Planted]:
    """Yield every planted answer, the good one of a pair first."""
    number = 0
    for entry, of in planted_dialogues():
        for pair in entry["pairs"]:
            for good in (True, False):
                yield _answer(number, entry, of, pair["in"], good, pair["good" if good else "bad"])
            number += 1


def tricky() -> Iterator[Planted]:
    """Yield answers that were made to trip the rules."""
    known = {entry["ko"]: entry for entry in _read(PLANTED)}
    for number, group in enumerate(_read(TRICKY)):
        entry = known[group["like"]]
        of = _made(entry)
        for answer in group["answers"]:
            yield _answer(number, entry, of, answer["in"], answer["good"], answer)


def _read(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def _made(entry: dict[str, Any], number: int = 0) -> Scenario:
    return dialogue(
        entry["kpi"],
        entry["checks"],
        domain=entry["domain"],
        category=entry["category"],
        manual=entry.get("manual", ["maintenance.tyres.rotate"] if entry["domain"] == "car_expert" else []),
        state=entry.get("state", {}),
        number=number,
        driver=WORDS | {"haeyo": entry["ko"], "hae": entry["ko"], "hapsyo": entry["ko"], "en": entry["en"]},
    )


def _answer(
    number: int, entry: dict[str, Any], of: Scenario, locale: Locale, good: bool, answer: dict[str, Any]
) -> Planted:
    calls = tuple((name, arguments) for name, arguments in answer.get("calls", ()))
    return Planted(number, entry["kpi"], locale, good, of, entry[locale], calls, answer["say"])
