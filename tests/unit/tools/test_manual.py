"""Looking things up in the owner's manual, in both languages."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from simulator.environment import Environment
from simulator.events import ToolCall, ToolResult
from simulator.language.locale import Locale
from simulator.tools.catalogue import toolset
from simulator.tools.toolset import Toolset
from simulator.vehicle.state import VehicleState
from simulator.world.generated import GeneratedWorld

GOLDEN = Path(__file__).parents[2] / "golden" / "tools_manual.json"


def call(name: str, locale: Locale = "ko", offered: str = "dashtalk-manual", **arguments: Any) -> ToolResult:
    car = Environment(VehicleState(), GeneratedWorld(locale=locale), Toolset(offered))
    before = car.digest
    result = car.call(ToolCall(id="1", name=name, arguments=arguments))
    assert car.digest == before
    return result


def found(query: str, locale: Locale = "ko", **more: Any) -> list[dict[str, str]]:
    result = call("search_manual", locale, query=query, **more)
    assert result.fault is None
    rows: list[dict[str, str]] = result.value["sections"]
    return rows


@pytest.mark.parametrize("name", ["carbench", "dashtalk", "dashtalk-extras"])
def test_only_a_toolset_of_its_own_offers_the_manual(name: str) -> None:
    manual = {"search_manual", "read_manual"}
    assert not manual & {spec.name for spec in toolset(name)}
    assert {spec.name for spec in toolset("dashtalk-manual")} == manual | {spec.name for spec in toolset("dashtalk")}
    assert call("search_manual", offered=name, query="에어컨").fault is not None


def test_what_assistants_are_told_of_these_tools_changes_only_on_purpose() -> None:
    specs = [spec for spec in toolset("dashtalk-manual") if spec.group == "manual"]
    told = [{"name": spec.name, "description": spec.description, "parameters": spec.parameters} for spec in specs]
    assert [row["function"] for row in json.loads(GOLDEN.read_text(encoding="utf-8"))] == told


def test_a_search_is_answered_in_the_language_of_the_session() -> None:
    (korean,) = found("앞유리에 김이 서려요", limit=1)
    assert korean["id"] == "climate.defrost.fogged"
    assert korean["title"] == "앞유리에 김이 서릴 때"
    assert korean["category"] == "서리와 김 제거"
    assert "김" in korean["snippet"]
    (english,) = found("the windshield mists up", "en", limit=1)
    assert english["id"] == "climate.defrost.fogged"
    assert english["title"] == "When the windshield mists up"


def test_a_question_in_the_other_language_finds_the_same_section() -> None:
    assert found("windshield mists up", "ko", limit=1)[0]["title"] == "앞유리에 김이 서릴 때"
    assert found("앞유리에 김이 서려요", "en", limit=1)[0]["title"] == "When the windshield mists up"


@pytest.mark.parametrize(
    "questions",
    [
        ("실내 공기 필터", "실내 공기 필터를", "실내 공기 필터는", "실내공기 필터의", "실내 공기필터에"),
        ("뒷유리 열선", "뒷유리 열선을", "뒷유리의 열선은", "뒷유리열선"),
        ("내기 순환", "내기 순환을", "내기순환은", "내기 순환으로"),
    ],
)
def test_korean_particles_and_spaces_do_not_matter(questions: tuple[str, ...]) -> None:
    best = {found(question, limit=1)[0]["id"] for question in questions}
    assert len(best) == 1


@pytest.mark.parametrize(("word", "section"), [("난방", "climate.heating"), ("냄새", "climate.air-quality.smell")])
def test_korean_words_of_two_syllables_are_found(word: str, section: str) -> None:
    assert found(word)[0]["id"].startswith(section)


def test_limit_is_kept() -> None:
    assert len(found("에어컨")) == 5
    assert len(found("에어컨", limit=2)) == 2
    assert call("search_manual", query="에어컨", limit=0).fault is not None
    assert call("search_manual", query="에어컨", limit=11).fault is not None


@pytest.mark.parametrize(
    "query", ['"', "NEAR(", "a AND", "title:x", "*", "'; --", "ㅋㅋ", "🚗", "어떻게 해요?", "the", "é", "가" * 9000]
)
@pytest.mark.parametrize("locale", ["ko", "en"])
def test_no_question_breaks_the_search(query: str, locale: Locale) -> None:
    assert call("search_manual", locale, query=query).fault is None


def test_an_empty_question_is_refused() -> None:
    fault = call("search_manual", query="  ").fault
    assert fault is not None
    assert fault.code == "SEARCH_MANUAL_001"


@pytest.mark.parametrize(("locale", "minutes"), [("ko", "15분"), ("en", "15 min")])
def test_a_section_is_read_in_the_language_of_the_session(locale: Locale, minutes: str) -> None:
    value = call("read_manual", locale, section_id="climate.defrost.rear").value
    assert [row["value"] for row in value["values"]] == [minutes]
    assert value["warnings"][0]["severity"] == "caution"
    assert value["see"][0]["id"] == "climate.defrost.front"
    assert ("열선" in " ".join(value["text"])) == (locale == "ko")
    assert "steps" not in value


def test_what_is_found_can_be_read() -> None:
    for row in found("에어컨", limit=10):
        assert call("read_manual", section_id=row["id"]).value["title"] == row["title"]


@pytest.mark.parametrize(
    ("section_id", "hint"),
    [
        ("climate.defrost.rea", "did you mean climate.defrost.rear?"),
        ("?", "search the manual first."),
        ("x" * 99999, ""),
    ],
)
def test_an_unknown_section_is_refused(section_id: str, hint: str) -> None:
    fault = call("read_manual", section_id=section_id).fault
    assert fault is not None
    assert fault.code == "READ_MANUAL_001"
    assert hint in fault.message


def test_the_manual_is_loaded_only_when_a_tool_of_it_is_used() -> None:
    code = (
        "import sys; from simulator.environment import Environment; from simulator.tools.toolset import Toolset; "
        "from simulator.vehicle.state import VehicleState; from simulator.world.generated import GeneratedWorld; "
        "from simulator.events import ToolCall; "
        "car = Environment(VehicleState(), GeneratedWorld(), Toolset('dashtalk-manual')); "
        "names = lambda: sorted(name for name in sys.modules if name.startswith('simulator.world.manual')); "
        "print(names()); car.call(ToolCall(id='1', name='search_manual', arguments={'query': 'fan'})); print(names())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    before, after = done.stdout.splitlines()
    assert before == "[]"
    assert "simulator.world.manual_search" in after
