"""Every shipped scenario in every language: solvable, not by accident, and without a trace of what it hides."""

from collections.abc import Iterator

import pytest

from evaluation.verdict import Outcome, SessionVerdict, score_session
from scenarios.load import catalogue, suites
from scenarios.schema import Scenario
from simulator.agents.prompt import system_prompt
from simulator.agents.spec import Reply
from simulator.assembly import AGENTS, ChannelChoice, build_session
from simulator.channel import Locale, TextChannel
from simulator.settings import Settings
from simulator.tools.toolset import Toolset
from simulator.trajectory import AssistantView, OfferedTool

SETTINGS = Settings(channel="text")
TEXT = ChannelChoice("text", lambda seed: TextChannel())


def _cases(kinds: tuple[str, ...] = (), resolved_by: str = "") -> Iterator[object]:
    for scenario in catalogue().values():
        if kinds and scenario.kind not in kinds:
            continue
        if resolved_by and (scenario.ambiguity is None or scenario.ambiguity.resolved_by != resolved_by):
            continue
        for locale in scenario.locales:
            yield pytest.param(scenario, locale, id=f"{scenario.id}-{locale}")


EVERY = list(_cases())
HIDING = list(_cases(("hallucination",)))
each = pytest.mark.parametrize(("scenario", "locale"), EVERY)
each_hiding = pytest.mark.parametrize(("scenario", "locale"), HIDING)
each_ambiguous = pytest.mark.parametrize(("scenario", "locale"), list(_cases(("disambiguation",))))
each_internal = pytest.mark.parametrize(("scenario", "locale"), list(_cases(("disambiguation",), "internal")))


async def verdict(agent: str, scenario: Scenario, locale: Locale) -> SessionVerdict:
    session = build_session(SETTINGS, scenario, locale, 0, make_agent=AGENTS[agent](SETTINGS), channel=TEXT)
    async for _ in session.run():
        pass
    return score_session(session.trajectory, scenario)


@each
async def test_the_oracle_passes(scenario: Scenario, locale: Locale) -> None:
    found = await verdict("oracle", scenario, locale)
    assert found.outcome is Outcome.PASSED, found.reasons


@each
@pytest.mark.parametrize("agent", ["silent", "fabricating"])
async def test_doing_nothing_fails_with_and_without_a_claim(agent: str, scenario: Scenario, locale: Locale) -> None:
    assert (await verdict(agent, scenario, locale)).outcome is Outcome.FAILED


@each_ambiguous
async def test_jumping_to_a_conclusion_fails(scenario: Scenario, locale: Locale) -> None:
    assert (await verdict("premature", scenario, locale)).outcome is Outcome.FAILED


@each_internal
async def test_asking_what_the_car_knows_fails(scenario: Scenario, locale: Locale) -> None:
    found = await verdict("over-asking", scenario, locale)
    assert found.outcome is Outcome.FAILED
    end = found.score("r_user_end_conversation")
    assert end is not None
    assert "DISAMBIGUATION_ERROR" in end.reason


@each_hiding
async def test_using_or_claiming_what_is_missing_fails(scenario: Scenario, locale: Locale) -> None:
    found = await verdict("premature", scenario, locale)
    assert found.outcome is Outcome.FAILED


class Looking:
    """Takes one look at its view and says nothing."""

    name = "looking"

    def __init__(self) -> None:
        self.views: list[AssistantView] = []

    async def respond(self, view: AssistantView) -> Reply:
        self.views.append(view)
        return Reply()

    async def aclose(self) -> None:
        """Hold nothing."""


async def first_view(scenario: Scenario, locale: Locale) -> AssistantView:
    agent = Looking()
    session = build_session(SETTINGS, scenario, locale, 0, make_agent=lambda *_: agent, channel=TEXT)
    async for _ in session.run():
        pass
    return agent.views[0]


def _names(schema: object) -> set[str]:
    """Return every property name at any depth of a JSON schema."""
    if isinstance(schema, list):
        return set().union(*map(_names, schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    own = set(schema["properties"]) if isinstance(schema.get("properties"), dict) else set()
    return own.union(*(_names(value) for value in schema.values()))


@each_hiding
async def test_what_is_hidden_is_neither_offered_nor_told(scenario: Scenario, locale: Locale) -> None:
    view = await first_view(scenario, locale)
    offered: dict[str, OfferedTool] = {tool.name: tool for tool in view.tools}
    prompt = system_prompt(view)
    told = prompt + "".join(tool.description for tool in view.tools)
    whole = Toolset(scenario.toolset).schemas
    for entry in scenario.removed:
        head, *path = entry.split(".")
        if head == "result":
            assert path[0] in offered
            continue
        assert head not in prompt
        if not path:
            assert head not in offered
            assert head not in told
            continue
        before, after = _names(whole[head]), _names(offered[head].parameters)
        assert before - after == {path[-1]}
        assert path[-1] not in offered[head].parameters.get("required", ())
        assert path[-1] not in prompt.split()


@each
async def test_the_prompt_names_no_tool_at_all(scenario: Scenario, locale: Locale) -> None:
    view = await first_view(scenario, locale)
    prompt = system_prompt(view)
    assert not [tool.name for tool in view.tools if "_" in tool.name and tool.name in prompt]


@each
async def test_the_view_gives_nothing_of_the_ground_truth_away(scenario: Scenario, locale: Locale) -> None:
    view = await first_view(scenario, locale)
    shown = repr((view.messages, view.location, view.now)) + system_prompt(view)
    for secret in (scenario.id, scenario.summary, scenario.provenance, scenario.driver[locale].persona):
        assert not secret or secret not in shown


def test_first_drive_is_as_large_as_promised() -> None:
    chosen = [catalogue()[name] for name in suites()["first-drive"]]
    assert all(set(scenario.locales) == {"ko", "en"} for scenario in chosen)
    kinds = [scenario.kind for scenario in chosen]
    assert len(chosen) >= 24
    assert kinds.count("base") >= 12
    removed = [
        "result" if entry.startswith("result.") else "parameter" if "." in entry else "tool"
        for scenario in chosen
        for entry in scenario.removed
    ]
    assert all(removed.count(kind) >= 2 for kind in ("tool", "parameter", "result"))
    resolvers = [scenario.ambiguity.resolved_by for scenario in chosen if scenario.ambiguity]
    assert all(resolvers.count(who) >= 3 for who in ("internal", "user"))
    assert sum(len(scenario.driver["ko"].turns) > 1 for scenario in chosen) >= 4
    assert {scenario.driver["ko"].level for scenario in chosen} == {"hae", "haeyo", "hapsyo"}
    for locale in ("ko", "en"):
        assert sum(scenario.driver[locale].spoken for scenario in chosen) >= 2
