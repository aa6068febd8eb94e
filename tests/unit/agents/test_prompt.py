"""The system prompt: complete for what is offered, silent about what is not, the same bytes every time.

The golden prompts in tests/golden/prompts show what a model is told when every tool is offered. After a change that is
meant, write them anew with `UPDATE_GOLDEN=1 pytest tests/unit/agents/test_prompt.py` and read the difference.
"""

import json
import os
import subprocess
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from simulator.agents import prompt_parts as parts
from simulator.agents.prompt import WORDINGS, prompt_digest, registered_policies, system_prompt
from simulator.agents.prompt_korean_rules import LEVELS, POLICIES
from simulator.channel import Locale
from simulator.events import SpeechLevel
from simulator.policies.spec import Policy
from simulator.tools.toolset import Toolset
from simulator.trajectory import AssistantView, OfferedTool

GOLDEN = Path(__file__).parents[2] / "golden" / "prompts"
PLACE = {"id": "loc_seo_100001", "name": "서울", "position": {"longitude": 126.98, "latitude": 37.57}}
GROUPS = [value for value in vars(parts).values() if isinstance(value, frozenset)]
EVERY_TOOL = sorted(frozenset[str]().union(*GROUPS, *parts.POLICY_TOOLS.values()))
CASES: list[tuple[Locale, SpeechLevel | None]] = [
    ("en", None),
    ("ko", None),
    ("ko", "hae"),
    ("ko", "haeyo"),
    ("ko", "hapsyo"),
]


def offer(name: str) -> OfferedTool:
    return OfferedTool(name, "", {"type": "object", "properties": {}}, "set", name == "send_email")


def view(
    locale: Locale = "en",
    level: SpeechLevel | None = None,
    tools: tuple[OfferedTool, ...] = tuple(map(offer, EVERY_TOOL)),
) -> AssistantView:
    return AssistantView(locale, level, tools, PLACE, datetime(2025, 7, 14, 9, 5), ())


@pytest.mark.parametrize(("locale", "level"), CASES)
def test_golden(locale: Locale, level: SpeechLevel | None) -> None:
    file = GOLDEN / f"{locale}-{level or 'unasked'}.txt"
    prompt = system_prompt(view(locale, level))
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(prompt, encoding="utf-8")
    assert prompt == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("locale", ["ko", "en"])
def test_names_no_tool_and_no_parameter(locale: Locale) -> None:
    prompt = system_prompt(view(locale))
    schemas = Toolset("dashtalk").schemas
    names = {*EVERY_TOOL, *schemas} - {"think"}
    parameters = {name for schema in schemas.values() for name in schema["properties"] if "_" in name}
    assert not [name for name in sorted(names | parameters) if name in prompt]


@pytest.mark.parametrize("locale", ["ko", "en"])
@pytest.mark.parametrize(
    ("tools", "korean", "english"),
    [
        (parts.PREFERENCES, "선호", "preferences"),
        (parts.PLANNING, "계획 도구", "planning tool"),
        (parts.THINKING, "추론", "thinking tool"),
        (parts.CALCULATING, "계산 도구", "calculation tools"),
        (parts.TRUNK, "트렁크", "trunk"),
        (parts.CALENDAR, "참석자", "people attending"),
        (parts.PHONE, "전화를 걸면", "phone call"),
        (parts.LOCATION_SEARCH, "대표 이름", "bare main name"),
        (parts.ROUTE_SEARCH, "몇 km 지점", "which kilometre"),
        (parts.WEATHER, "날씨는 오늘", "current day only"),
        (parts.CHARGING, "출력", "in power"),
        (frozenset({"send_email"}), "REQUIRES_CONFIRMATION", "REQUIRES_CONFIRMATION"),
        (frozenset({"set_window_defrost"}), "\n010: ", "\n010: "),
    ],
)
def test_tells_only_what_is_offered(locale: Locale, tools: frozenset[str], korean: str, english: str) -> None:
    words = korean if locale == "ko" else english
    without = tuple(offer(name) for name in EVERY_TOOL if name not in tools)
    assert words in system_prompt(view(locale))
    assert words not in system_prompt(view(locale, tools=without))


@pytest.mark.parametrize("locale", ["ko", "en"])
def test_weather_needs_both_the_forecast_and_what_depends_on_it(locale: Locale) -> None:
    words = "대신 확인해 주는 도구" if locale == "ko" else "no tool checks it"
    assert words in system_prompt(view(locale, tools=(offer("get_weather"), offer("set_fog_lights"))))
    assert words not in system_prompt(view(locale, tools=(offer("get_weather"),)))
    assert words not in system_prompt(view(locale, tools=(offer("set_fog_lights"),)))


@pytest.mark.parametrize("locale", ["ko", "en"])
def test_without_any_tool_there_is_still_a_prompt(locale: Locale) -> None:
    prompt = system_prompt(view(locale, tools=()), policies=())
    assert "{" not in prompt.split("loc_seo")[0].rsplit("\n", 1)[0]
    assert WORDINGS[locale].rules_title not in [line.removeprefix("# ") for line in prompt.splitlines()]


def test_every_policy_is_told_in_both_languages() -> None:
    for policy in registered_policies():
        english = system_prompt(view("en"))
        korean = system_prompt(view("ko"))
        assert f"\n{policy.id}: {policy.sentence}\n" in english
        assert f"\n{policy.id}: {POLICIES[policy.id]}\n" in korean


def test_an_unworded_policy_keeps_its_own_sentence() -> None:
    own = Policy("900", "Never honk.", "step", lambda situation: None, "test")
    assert "\n900: Never honk.\n" in system_prompt(view("ko"), policies=[own])


def test_each_speech_level_is_asked_for_and_no_other() -> None:
    for level in ("hae", "haeyo", "hapsyo"):
        prompt = system_prompt(view("ko", level))
        for other, lines in LEVELS.items():
            assert (lines[0] in prompt) is (other == level)


def test_examples_of_a_level_are_of_that_level() -> None:
    endings: dict[SpeechLevel, tuple[str, ...]] = {
        "hae": ("어.", "까?", "줘."),
        "haeyo": ("요.", "요?"),
        "hapsyo": ("니다.", "니까?", "십시오."),
    }
    for level, ending in endings.items():
        examples = LEVELS[level][1].removeprefix("예: ").split(" / ")
        assert len(examples) == 4
        assert all(example.strip().endswith(ending) for example in examples)


@pytest.mark.parametrize("locale", ["ko", "en"])
def test_place_and_time_are_compact_json_at_the_end(locale: Locale) -> None:
    place, time = system_prompt(view(locale)).splitlines()[-2:]
    assert place.endswith(' {"id":"loc_seo_100001","name":"서울","position":{"longitude":126.98,"latitude":37.57}}')
    assert json.loads(time[time.index("{") :]) == {"year": 2025, "month": 7, "day": 14, "hour": 9, "minute": 5}


def test_scenarios_share_a_long_beginning() -> None:
    here = system_prompt(view("ko", "hae"))
    there = system_prompt(replace(view("ko", "hapsyo"), location={"id": "x"}, now=datetime(2026, 1, 1)))
    common = next(place for place, pair in enumerate(zip(here, there, strict=False)) if pair[0] != pair[1])
    assert common > 0.8 * len(here)


def test_the_same_bytes_in_another_process() -> None:
    program = (
        "from tests.unit.agents.test_prompt import view; from simulator.agents.prompt import prompt_digest;"
        " print(prompt_digest(view('ko', 'hae')))"
    )
    root = Path(__file__).parents[3]
    environment = os.environ | {"PYTHONHASHSEED": "7", "PYTHONPATH": str(root)}
    other = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=root, env=environment
    )
    assert other.stdout.strip() == prompt_digest(view("ko", "hae"))


def test_digest_tells_prompts_and_tools_apart() -> None:
    one = view()
    described = replace(one, tools=(replace(one.tools[0], description="new"), *one.tools[1:]))
    digests = {prompt_digest(each) for each in (one, view("ko"), view("ko", "hae"), described)}
    assert len(digests) == 4
    assert prompt_digest(view()) == prompt_digest(one)
