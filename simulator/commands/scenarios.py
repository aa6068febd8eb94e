"""`dashtalk scenarios`: list them, show one, check files and folders."""

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evaluation.verdict import Outcome, score_session
from scenarios.load import DIALOGUES, catalogue, existing, load_file, load_folder, shipped, suite, suites
from scenarios.schema import Scenario
from simulator.assembly import AGENTS, ChannelChoice, build_session
from simulator.channel import Locale, TextChannel
from simulator.commands.output import console, write_json
from simulator.commands.scenarios_dialogue import check_dialogue
from simulator.language.counted import counted
from simulator.registry import unknown
from simulator.settings import Settings

# Who must not pass which kind; the premature and over-asking assistants fail only where they should.
_MUST_FAIL: dict[str, tuple[str, ...]] = {
    "base": ("silent", "fabricating"),
    "hallucination": ("silent", "fabricating"),
    "disambiguation": ("silent", "fabricating", "premature"),
    "dialogue": (),
}


def list_scenarios(arguments: argparse.Namespace) -> int:
    """List the scenarios of a suite, or all shipped ones."""
    chosen = _of_suite(arguments.suite) if arguments.suite else _all()
    rows: list[dict[str, Any]] = [
        {
            "id": scenario.id,
            "kind": scenario.kind,
            "languages": list(scenario.locales),
            "turns": len(next(iter(scenario.driver.values())).turns),
            "level": _level(scenario),
            "spoken": [locale for locale, script in scenario.driver.items() if script.spoken],
            "summary": scenario.summary,
            "summary_ko": scenario.summary_ko,
        }
        for scenario in chosen
    ]
    if arguments.json:
        write_json(arguments.json, {"suites": {name: len(ids) for name, ids in suites().items()}, "scenarios": rows})
        return 0
    from rich.table import Table

    table = Table(
        box=None, title=f"{len(rows)} scenarios; suites: {', '.join((*suites(), DIALOGUES))}", title_justify="left"
    )
    for column in ("id", "kind", "languages", "turns", "level", "summary"):
        table.add_column(column, overflow="fold")
    for row in rows:
        cells = (row["id"], row["kind"], "+".join(row["languages"]), row["turns"], row["level"] or "-", row["summary"])
        table.add_row(*(str(cell) for cell in cells))
    console().print(table)
    return 0


def _level(scenario: Scenario) -> str | None:
    if scenario.dialogue is not None and scenario.dialogue.level is None:
        return "drawn"
    return scenario.driver["ko"].level if "ko" in scenario.driver else None


def _path(name: str) -> Path:
    path = existing(name)
    if path is None:
        raise unknown("scenario", name, catalogue())
    return path


def _of_suite(name: str) -> list[Scenario]:
    if name not in suites() and name.partition(":")[0] != DIALOGUES:
        raise unknown("suite", name, (*suites(), DIALOGUES))
    return suite(name)


def _all() -> list[Scenario]:
    return list(catalogue().values())


def show_scenario(arguments: argparse.Namespace) -> int:
    """Print one scenario in full."""
    scenario = shipped(arguments.id) or load_file(_path(arguments.id))
    if arguments.json:
        write_json(arguments.json, scenario.model_dump(mode="json"))
        return 0
    import yaml

    facts = scenario.model_dump(mode="json", exclude_defaults=True)
    if scenario.dialogue is not None:
        # What the driver says is made from it, at a level that is drawn only when it is played.
        del facts["driver"]
    console().print(yaml.safe_dump(facts, allow_unicode=True, sort_keys=False, width=100), markup=False, soft_wrap=True)
    return 0


def schema(arguments: argparse.Namespace) -> int:
    """Print the JSON schema of the scenario format."""
    write_json(arguments.json or "-", Scenario.model_json_schema())
    return 0


def check_one(scenario: Scenario, locale: Locale) -> list[str]:
    """Return what is wrong with a scenario: the oracle must pass it, assistants with a known fault must not."""
    if scenario.dialogue is not None:
        return check_dialogue(scenario, scenario.dialogue, locale)
    problems: list[str] = []
    settings = Settings(channel="text")
    text = ChannelChoice("text", lambda seed: TextChannel())

    def outcome(agent: str) -> tuple[Outcome, Sequence[str]]:
        session = build_session(settings, scenario, locale, 0, make_agent=AGENTS[agent](settings), channel=text)

        async def run() -> None:
            async for _ in session.run():
                pass

        asyncio.run(run())
        verdict = score_session(session.trajectory, scenario)
        return verdict.outcome, verdict.reasons

    verdict, reasons = outcome("oracle")
    if verdict is not Outcome.PASSED:
        problems.append(f"{scenario.id} [{locale}]: the oracle {verdict.value}: {'; '.join(reasons)}")
    culprits = list(_MUST_FAIL[scenario.kind])
    if scenario.ambiguity is not None and scenario.ambiguity.resolved_by == "internal":
        culprits.append("over-asking")
    for culprit in culprits:
        verdict, _ = outcome(culprit)
        if verdict is Outcome.PASSED:
            problems.append(f"{scenario.id} [{locale}]: the {culprit} assistant passes")
    return problems


def check(arguments: argparse.Namespace) -> int:
    """Check scenario files or folders, or the shipped catalogue; exit 1 when a scenario is unsound."""
    chosen: list[Scenario] = []
    for name in arguments.paths:
        found = shipped(name)
        if found is not None:
            chosen.append(found)
        elif name.partition(":")[0] == DIALOGUES:
            chosen.extend(suite(name))
        else:
            path = _path(name)
            chosen.extend(load_folder(path) if path.is_dir() else [load_file(path)])
    if not arguments.paths:
        chosen = _all()
    problems = [
        problem for scenario in chosen for locale in scenario.locales for problem in check_one(scenario, locale)
    ]
    if arguments.json:
        write_json(arguments.json, {"checked": len(chosen), "problems": problems})
    else:
        out = console()
        for problem in problems:
            out.print(problem, markup=False)
        out.print(f"{counted(len(chosen), 'scenario')} checked, {counted(len(problems), 'problem')}", markup=False)
    return 1 if problems else 0
