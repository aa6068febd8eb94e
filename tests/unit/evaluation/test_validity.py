"""The validity gate: planted faults of the driver are found, and drivers who keep their part are left alone."""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from validity_sessions import spoken_session

from evaluation.validity import FaultKind, check_validity, problem
from scenarios.load import suite
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.events import EndWord

PLANTED: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parents[2] / "data" / "validity_faults.yaml").read_text(encoding="utf-8")
)


@cache
def scenarios() -> dict[str, Scenario]:
    return {scenario.id: scenario for name in ("first-drive", "journeys") for scenario in suite(name)}


def found(planted: dict[str, Any]) -> set[str]:
    scenario = scenarios()[planted["scenario"]]
    end = EndWord(planted.get("end", "STOP"))
    session = spoken_session(planted["locale"], planted["turns"], end, kind=scenario.kind)
    return {fault.kind.value for fault in check_validity(session, scenario).faults}


def test_at_least_100_faults_of_every_kind_are_planted_in_both_languages() -> None:
    assert len(PLANTED) >= 100
    planted = {(fault["kind"], fault["locale"]) for fault in PLANTED}
    kinds = set(FaultKind) - {FaultKind.USER_ERROR, FaultKind.JUDGED}
    assert planted == {(kind.value, locale) for kind in kinds for locale in ("ko", "en")}


@pytest.mark.parametrize("locale", ["ko", "en"])
def test_at_least_95_of_100_planted_faults_are_found(locale: Locale) -> None:
    here = [fault for fault in PLANTED if fault["locale"] == locale]
    missed = [fault for fault in here if not found(fault)]
    assert 1 - len(missed) / len(here) >= 0.95, missed


def test_planted_faults_are_called_by_their_name() -> None:
    misnamed = [(fault, found(fault)) for fault in PLANTED if fault["kind"] not in found(fault)]
    assert len(misnamed) <= 0.1 * len(PLANTED), Counter(fault["kind"] for fault, _ in misnamed)


@pytest.mark.parametrize("locale", ["ko", "en"])
def test_no_line_of_a_shipped_script_is_held_against_its_driver(locale: Locale) -> None:
    flagged = []
    for scenario in scenarios().values():
        script = scenario.driver[locale]
        end = EndWord.ACKNOWLEDGED if scenario.kind == "hallucination" else EndWord.STOP
        for turn in script.turns:
            lines = (turn.say, turn.again or turn.say, *(reply.say for reply in turn.replies))
            speech = "…"
            session = spoken_session(locale, [(line, speech) for line in lines], end, kind=scenario.kind)
            flagged += [(scenario.id, *problem(check_validity(session, scenario)))] * (
                not check_validity(session, scenario).valid
            )
    assert flagged == []
