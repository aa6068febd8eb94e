"""The validity gate: planted faults of the driver are found, and drivers who keep their part are left alone."""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from validity_sessions import spoken_session

from evaluation.validity import FaultKind, check_validity, problem
from evaluation.validity_numbers import numbers_in
from scenarios.carbench_folder import read_tasks
from scenarios.carbench_scenario import OfficialScenario, official_scenario
from scenarios.load import suite
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.events import EndWord, Termination
from simulator.world.generated import GeneratedWorld

DATA = Path(__file__).parents[2] / "data"


def read(name: str) -> list[dict[str, Any]]:
    """Return what is planted; official tasks are for the reference tests."""
    rows: list[dict[str, Any]] = yaml.safe_load((DATA / name).read_text(encoding="utf-8"))
    return [row for row in rows if not row["scenario"].startswith("official:")]


PLANTED = read("validity_faults.yaml")


@cache
def scenarios() -> dict[str, Scenario]:
    return {scenario.id: scenario for name in ("first-drive", "journeys") for scenario in suite(name)}


@cache
def official_tasks() -> dict[str, OfficialScenario]:
    world = GeneratedWorld(0)
    tasks = read_tasks(DATA / "carbench-mini")
    return {f"official:{name}": official_scenario(task, world) for name, task in tasks.items()}


def found(planted: dict[str, Any]) -> set[str]:
    scenario = scenarios().get(planted["scenario"]) or official_tasks()[planted["scenario"]]
    end = EndWord(planted.get("end", "STOP"))
    calls = planted.get("calls", ())
    session = spoken_session(planted["locale"], planted["turns"], end, kind=scenario.kind, calls=calls)
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


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("validity_unseen.yaml", 0.95),
        ("validity_heldout.yaml", 0.95),
        ("validity_mended.yaml", 0.95),
        ("validity_tuned_d.yaml", 0.99),
        ("validity_rounds.yaml", 0.95),
        *((name, least) for name, least in [("validity_blind.yaml", 0.75)] if (DATA / name).is_file()),
    ],
)
def test_faults_planted_in_valid_dialogues_are_found(name: str, least: float) -> None:
    """The blind set, where there is one, is a stranger's and was never used to mend the rules; see docs/drivers.md."""
    planted = read(name)
    missed = [fault for fault in planted if not found(fault)]
    assert 1 - len(missed) / len(planted) >= least, missed


def test_drivers_who_keep_their_part_in_their_own_words_are_left_alone() -> None:
    kept: list[dict[str, Any]] = yaml.safe_load((DATA / "validity_kept.yaml").read_text(encoding="utf-8"))
    assert len(kept) >= 355
    assert sum(driver["scenario"].startswith("official:") for driver in kept) >= 10
    assert [(driver, found(driver)) for driver in kept if found(driver)] == []


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
            # What a scripted yes takes up, the assistant has named before.
            speech = " ".join(("…", *(word for reply in turn.replies for word in reply.about)))
            said = [(line, speech) for line in lines]
            session = spoken_session(locale, said, end, kind=scenario.kind, termination=Termination.MAX_TURNS)
            flagged += [(scenario.id, *problem(check_validity(session, scenario)))] * (
                not check_validity(session, scenario).valid
            )
    assert flagged == []


def flagged(locale: Locale, name: str, *turns: tuple[str, ...], **more: Any) -> set[str]:
    """Return what is wrong with a driver whose session a limit ended."""
    scenario = scenarios()[name]
    more = {"end": None, "termination": Termination.MAX_TURNS} | more
    session = spoken_session(locale, turns, kind=scenario.kind, **more)
    return {fault.kind.value for fault in check_validity(session, scenario).faults}


def test_what_the_assistant_brought_up_may_be_taken_up() -> None:
    offered = ("Open the sunroof all the way.", "Shall I open the sunshade too, or only 35 percent of the roof?")
    assert flagged("en", "base-sunroof-blue-sky", offered, ("35 percent, and the shade too.", "Done.")) == set()
    asked = ("선루프 끝까지 열어 봐.", "햇빛 가리개도 함께 열까요, 아니면 35퍼센트만 열까요?")
    assert flagged("ko", "base-sunroof-blue-sky", asked, ("35퍼센트만, 가리개도 같이.", "열었습니다.")) == set()


def test_numbers_may_be_put_in_words_and_the_other_way_round() -> None:
    seats = ("Driver's seat heating two, passenger's seat heating one.", "Both are on.")
    assert flagged("en", "base-heated-seats", seats, ("And 23 degrees on both sides.", "It is set to 23.")) == set()
    seats = ("운전석 열선은 이 단, 조수석 열선은 일 단으로 켜 주세요.", "켰습니다.")
    assert flagged("ko", "base-heated-seats", seats, ("양쪽 모두 이십삼 도로 올려 주세요.", "올렸습니다.")) == set()


def test_details_kept_for_a_question_are_not_told_before_it() -> None:
    """The driver is to leave it to the assistant to add two to twenty."""
    assert flagged("en", "base-warmer-than-twenty", ("Make my side 22 degrees.", "It is set.")) == {"gave_away_value"}
    asked = ("Make my side two degrees above twenty.", "Which temperature is that?")
    assert flagged("en", "base-warmer-than-twenty", asked, ("22 degrees.", "It is set.")) == set()
    assert flagged("ko", "base-warmer-than-twenty", ("제 자리만 22도로 해 주세요.", "했습니다.")) == {"gave_away_value"}


def test_a_request_may_be_repeated_when_it_was_misheard_or_refused() -> None:
    again = ("Open the sunroof as far as it goes.", "I've opened the sunroof completely.")
    assert flagged("en", "base-sunroof-blue-sky", again, again, heard="Open the sun") == set()
    refused = ("Open the sunroof as far as it goes.", "I can't do that right now.")
    assert flagged("en", "base-sunroof-blue-sky", refused, again) == set()
    assert flagged("en", "base-sunroof-blue-sky", again, again) == {"repeated"}


def test_a_yes_may_come_again() -> None:
    turns = (("선루프 끝까지 열어 봐.", "정말 열까요?"), ("응.", "열었습니다."), ("응.", "네, 열려 있습니다."))
    assert flagged("ko", "base-sunroof-blue-sky", *turns) == set()


def test_what_the_session_itself_ends_is_no_fault_of_the_driver() -> None:
    said = ("Open the sunroof all the way.", "Opening it.")
    for termination in (Termination.MAX_TURNS, Termination.MAX_STEPS, Termination.CALL_PLACED, Termination.DEFECT):
        scenario = scenarios()["base-sunroof-blue-sky"]
        assert check_validity(spoken_session("en", [said], None, termination=termination), scenario).valid


def test_a_driver_that_gave_up_is_a_user_error() -> None:
    scenario = scenarios()["base-sunroof-blue-sky"]
    session = spoken_session("en", [], None, termination=Termination.USER_ERROR)
    assert [fault.kind for fault in check_validity(session, scenario).faults] == [FaultKind.USER_ERROR]


def test_a_fraction_is_a_number_and_thousands_of_digits_are_none() -> None:
    assert numbers_in("4분의 3", "ko") == numbers_in("75퍼센트", "ko")
    endless = "9" * 5000
    assert numbers_in(f"창문 {endless}분의 1", "ko") == numbers_in(f"창문 {endless} 분의 1", "ko")
    assert numbers_in(f"2분의 {endless}", "ko") is not None
