"""`dashtalk level --compare`: which way to decide speech levels agrees best with people."""

import argparse
import asyncio
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from simulator.commands.output import check_writable, console, reader_may_leave, write_json
from simulator.registry import UsageError, nearest
from simulator.settings import resolve

if TYPE_CHECKING:
    from evaluation.calibration.labels import Instance, Row
    from evaluation.honorifics.forms import Level
    from evaluation.honorifics.reply import LevelRules
    from evaluation.judge import Asked, Judge
    from evaluation.level_comparison import LevelCase

_NOTHING = 3


def compare(arguments: argparse.Namespace, rules: "LevelRules") -> int:
    """Print the agreement of each mode with people; returns 3 when there is nothing to compare or a judge was missing.

    The file has the columns of `dashtalk judge calibrate`, and besides the reply and the level asked of it.
    """
    from evaluation.calibration.labels import JUDGE, names, read_instances
    from evaluation.calibration.measures import need_libraries
    from evaluation.calibration.table_file import read_table
    from evaluation.level_comparison import LevelCase, compare_modes
    from evaluation.report.level_table import print_level_comparison

    for given, flag in ((arguments.text, "TEXT"), (arguments.file, "--file"), (arguments.labels, "--labels")):
        if given is not None:
            raise UsageError(f"{flag}: leave it out with --compare FILE, which holds everything")
    if arguments.fail_under is not None:
        raise UsageError("--fail-under: leave it out with --compare FILE")
    check_writable(arguments.json, "--json", arguments.compare)
    columns, rows = read_table(arguments.compare)
    instances = read_instances(arguments.compare, columns, rows)
    if any(instance.scale.graded for instance in instances):
        raise UsageError(f"{arguments.compare}: labels must be yes or no: did the reply keep to its level?")
    levels = _levels(arguments, columns, rows)
    texts = [_cell(arguments.compare, row, arguments.column, columns) for row in rows]
    need_libraries()
    settings = resolve({"judge_model": arguments.judge_model, "judge_base_url": arguments.judge_base_url})
    unreachable: list[str] = []
    if arguments.judge_model or (settings.judges and not names(columns, JUDGE)):
        from simulator.commands.judge import build_panel

        panel = build_panel(settings.judges, settings.judge_base_urls, "--judge-", settings)
        heard = [row.cells.get("heard", "") for row in rows]
        instances, unreachable = _asked(panel, instances, levels, heard, texts)
    cases = [LevelCase(text, level, one) for text, level, one in zip(texts, levels, instances, strict=True)]
    found = compare_modes(cases, rules)
    with reader_may_leave():
        if arguments.json:
            told = {"file": arguments.compare, **found.as_json(), "cases": [_case(case, rules) for case in cases]}
            write_json(arguments.json, told)
        if arguments.json != "-":
            print_level_comparison(console(), found)
    for line in unreachable[:1]:
        print(f"dashtalk: {len(unreachable)} questions reached no judge: {line}", file=sys.stderr)
    return _NOTHING if unreachable or not found.replies else 0


def _cell(path: str, row: "Row", name: str, columns: Sequence[str]) -> str:
    if name not in row.cells:
        close = nearest(name, columns)
        told = f"did you mean '{close}'?" if close else f"there are: {', '.join(columns)}"
        raise UsageError(f"{path}: no column '{name}' (--column): {told}")
    return row.cells[name]


def _levels(arguments: argparse.Namespace, columns: Sequence[str], rows: "Sequence[Row]") -> "list[Level]":
    from evaluation.level_modes import LEVELS

    if "target" not in columns and not arguments.target:
        raise UsageError(f"{arguments.compare}: no column 'target' with the level asked for; or give --target LEVEL")
    found = []
    for row in rows:
        word = row.cells.get("target", "").strip() or arguments.target or ""
        if word not in LEVELS:
            raise UsageError(f"{row.where}: target '{word}' is none of {', '.join(LEVELS)}")
        found.append(cast("Level", word))
    return found


def _asked(
    panel: "Sequence[Judge]",
    instances: "Sequence[Instance]",
    levels: "Sequence[Level]",
    heard: Sequence[str],
    texts: Sequence[str],
) -> "tuple[list[Instance], list[str]]":
    """Return the instances with what a panel answers besides what is there, and why some were not answered."""
    from evaluation.judge import ask_all
    from evaluation.level_modes import level_rubrics, reply_prompt
    from evaluation.questions import Question
    from simulator.commands.run import progress_bar
    from simulator.llm import close_clients

    questions: list[tuple[str, Question, Judge]] = []
    for number, (level, said, text) in enumerate(zip(levels, heard, texts, strict=True)):
        rubric = level_rubrics()[level]
        question = Question(rubric, reply_prompt(rubric, said, text), "")
        questions += [(str(number), question, judge) for judge in panel]
    answers: list[Asked] = []

    async def whole() -> None:
        def take(answer: "Asked") -> None:
            answers.append(answer)
            advance()

        try:
            await ask_all(panel, questions, take)
        finally:
            await close_clients()

    with progress_bar(len(questions), "questions") as advance:
        asyncio.run(whole())
    given: Mapping[str, list[Asked]] = {
        key: [answer for answer in answers if answer.session_id == key] for key in map(str, range(len(instances)))
    }
    order = [judge.name for judge in panel]
    found = [
        replace(
            instance,
            judges=(
                *(known for known in instance.judges if known.judge not in order),
                *sorted(
                    (answer.judgement.model_copy(update={"rubric": instance.kpi}) for answer in given[str(number)]),
                    key=lambda one: order.index(one.judge),
                ),
            ),
        )
        for number, instance in enumerate(instances)
    ]
    return found, [f"{one.judgement.judge} {one.judgement.rationale}" for one in answers if one.unreachable]


def _case(case: "LevelCase", rules: "LevelRules") -> dict[str, object]:
    said = case.said
    return {
        "id": said.id,
        "target": case.level,
        "human": said.human,
        "ambiguous": bool(said.ambiguous),
        "rule": case.by_rule(rules),
        "judges": {given.judge: given.value for given in said.judges},
    }
