"""`dashtalk judge annotate`: label a run's sessions blind, or write down the labels that were given."""

import argparse
import sys
from typing import TYPE_CHECKING

from simulator.commands.output import check_writable, write_text
from simulator.commands.run import open_store
from simulator.commands.terminal import need_terminal
from simulator.language.counted import counted
from simulator.registry import UsageError
from simulator.settings import Settings, resolve

if TYPE_CHECKING:
    from evaluation.questions import Question
    from evaluation.store import Store

_LONGEST_NAME = 60


def annotate(arguments: argparse.Namespace) -> int:
    """Show the labelling screen for a run, or export the labels of all its annotators."""
    settings = resolve(vars(arguments), arguments.config)
    if arguments.export is not None:
        return _export(arguments, settings)
    name = _annotator(arguments.annotator)
    need_terminal("judge annotate", "fill in a table and read it with dashtalk judge calibrate FILE")
    return _labelled(arguments, settings, name)


def _annotator(name: str | None) -> str:
    found = (name or "").strip()
    if not found:
        raise UsageError("--annotator: say who labels, e.g. --annotator kim")
    if len(found) > _LONGEST_NAME or not found.isprintable() or any(letter in found for letter in ":,\t"):
        raise UsageError(
            f"--annotator: '{found}' is no name: at most {_LONGEST_NAME} letters, without comma, colon and tab"
        )
    return found


def _labelled(arguments: argparse.Namespace, settings: Settings, name: str) -> int:
    from simulator.cockpit.garage import SessionGarage
    from simulator.cockpit.labelling import StoreLabelling
    from simulator.cockpit.stored_runs import RunsInStore
    from simulator.commands.drive import own_screen
    from simulator.dashboard.annotate import Annotate
    from simulator.dashboard.app import DashtalkApp, run_app
    from simulator.dashboard.breakage import errors_beside
    from simulator.dashboard.phrases import ui_lang

    lang = ui_lang(arguments.ui_lang)
    store = open_store(settings, create=False)
    run_id = store.run(arguments.id)["id"]
    asked = _asked(arguments, settings, store, run_id)
    if not asked:
        raise UsageError(
            f"run {run_id} leaves nothing to label: --levels asks about speech levels,"
            " --rubric FILE asks a question of yours"
        )
    stored_runs = RunsInStore(store.path, config=arguments.config)
    labelling = StoreLabelling(stored_runs, run_id, name, asked, arguments.seed)
    driving = resolve({"store": str(store.path), "user": "human", "trials": 1}, arguments.config)
    garage = SessionGarage(driving, store, lang=lang)
    with own_screen():
        app = DashtalkApp(garage, stored_runs, lambda app: Annotate(labelling), lang=lang, theme=arguments.theme or "")
        code = run_app(app, errors_beside(store.path))
    # Read anew, since labels were kept meanwhile.
    again = StoreLabelling(stored_runs, run_id, name, asked, arguments.seed)
    done = sum(again.label(item) is not None for item in again.items)
    print(f"run {run_id}: {name} labelled {done} of {len(asked)}; write them with --export FILE")
    return code


def _asked(
    arguments: argparse.Namespace, settings: Settings, store: "Store", run_id: str
) -> "list[tuple[str, Question]]":
    from evaluation.judgements import JudgementTable
    from evaluation.open_questions import open_questions
    from evaluation.rubric import load_own

    stored = {rubric.name: rubric for rubric in JudgementTable(store).rubrics(run_id)}
    own = stored | {rubric.name: rubric for rubric in load_own(settings.rubric_files)}
    levels = arguments.levels or arguments.export is not None
    return open_questions(store, run_id, tuple(own.values()), "llm" if levels else None)


def _export(arguments: argparse.Namespace, settings: Settings) -> int:
    from evaluation.annotations import AnnotationTable, as_table
    from evaluation.calibration.table_file import table_text

    check_writable(arguments.export, "--export")
    store = open_store(settings, create=False)
    run_id = store.run(arguments.id)["id"]
    asked = {
        (session_id, question.rubric.name): question
        for session_id, question in _asked(arguments, settings, store, run_id)
    }
    given = AnnotationTable(store).of_run(run_id)
    if arguments.annotator:
        given = [found for found in given if found.judgement.judge == arguments.annotator.strip()]
    stale = [
        found
        for found in given
        if (question := asked.get((found.session_id, found.judgement.rubric))) is not None
        and not found.answers(question)
    ]
    kept = [found for found in given if found not in stale]
    if not kept:
        raise UsageError(f"run {run_id} has no labels yet: dashtalk judge annotate {run_id} --annotator NAME")
    columns, rows = as_table(kept)
    write_text(arguments.export, table_text(arguments.export, columns, rows), "--export")
    people = len({found.judgement.judge for found in kept})
    told = f"{counted(len(kept), 'label')} of {counted(people, 'annotator')}"
    left = f"; {len(stale)} left out, given to a question or session that has changed since" if stale else ""
    print(f"dashtalk: {told}{left}", file=sys.stderr)
    return 0
