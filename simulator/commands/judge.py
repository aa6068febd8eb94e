"""`dashtalk judge`: let models decide what the rules leave open in a stored run, and score it again."""

import argparse
import sys
from collections.abc import Callable, Sequence

from evaluation.judge import Asked, Judge, ModelJudge, ask_all, check_panel
from evaluation.judgements import JudgementTable
from evaluation.metrics.judged import AMBIGUITIES, DISAGREES, LIMITS
from evaluation.questions import Question, questions
from evaluation.store import Store
from scenarios.carbench_scenario import stored_scenario
from simulator.commands.run import execute, open_store, progress_bar, read_gates, report
from simulator.llm import close_clients, endpoint
from simulator.registry import UsageError
from simulator.settings import resolve

EXIT_INCOMPLETE = 3
EXIT_INTERRUPTED = 130


class Judging:
    """All open questions of a run put to a panel; what was answered before is not asked again."""

    def __init__(self, store: Store, run_id: str, panel: Sequence[Judge], max_concurrency: int = 4) -> None:
        check_panel(panel)
        self._table = JudgementTable(store)
        self._panel = panel
        self._max_concurrency = max_concurrency
        self.asked: list[tuple[str, Question]] = [
            (str(row["id"]), question)
            for row in store.sessions(run_id)
            for question in questions(store.trajectory(str(row["id"])), stored_scenario(row["scenario"]))
        ]
        self._table.set_panel(run_id, self.asked, [judge.name for judge in panel])
        self.waiting = [
            (session_id, question, judge)
            for session_id, question in self.asked
            for judge in panel
            if self._table.cached(question.digest(judge.name)) is None
        ]
        self.answers: list[Asked] = []
        self.advance: Callable[[], None] = lambda: None

    async def execute(self) -> None:
        """Ask; every answer is stored as it comes."""
        try:
            await ask_all(self._panel, self.waiting, self._heard, self._max_concurrency)
        finally:
            await close_clients()

    def _heard(self, asked: Asked) -> None:
        self._table.add(asked.session_id, asked.judgement)
        self.answers.append(asked)
        self.advance()

    @property
    def unreachable(self) -> list[Asked]:
        """The questions that no judge was there to answer."""
        return [asked for asked in self.answers if asked.unreachable]

    def summary(self) -> str:
        """Return in one line what was asked."""
        several = len(self.asked) * len(self._panel)
        silent = sum(asked.judgement.value is None for asked in self.answers)
        parts = [f"{len(self.asked)} open questions", f"{len(self._panel)} judges", f"{len(self.answers)} answers"]
        parts += [f"{several - len(self.waiting)} known from before", f"{silent} without a verdict"]
        models = [judge for judge in self._panel if isinstance(judge, ModelJudge)]
        spent = (sum(judge.prompt_tokens for judge in models), sum(judge.completion_tokens for judge in models))
        return ", ".join(parts) + (f"; tokens: {spent[0]} prompt, {spent[1]} completion" if any(spent) else "")


def build_panel(models: Sequence[str], urls: Sequence[str]) -> list[Judge]:
    """Return the judges a command line names: every model at the one address, or each at its own."""
    if not models:
        raise UsageError("no judge: name one with --model, e.g. --model NAME --base-url http://127.0.0.1:8000/v1")
    if len(urls) not in (0, 1, len(models)):
        raise UsageError(f"--base-url is given {len(urls)} times for {len(models)} models: give one, or one for each")
    own = urls if len(urls) == len(models) else [urls[0] if urls else None] * len(models)
    panel: list[Judge] = [ModelJudge(model, endpoint(url)) for model, url in zip(models, own, strict=True)]
    check_panel(panel)
    return panel


def judge(arguments: argparse.Namespace) -> int:
    """Judge a stored run and print its scorecard; exit code 3 when a judge could not be asked."""
    from simulator.suite import check_required, rescore

    settings = resolve(vars(arguments), arguments.config)
    gates = read_gates(arguments)
    check_required(tuple(arguments.require))
    panel = build_panel(arguments.judges, arguments.judge_urls)
    store = open_store(settings, create=False)
    run_id = store.run(arguments.id)["id"]
    judging = Judging(store, run_id, panel, settings.max_concurrency)
    with progress_bar(len(judging.waiting)) as judging.advance:
        interrupted = execute(judging)
    rescore(store, run_id, tuple(arguments.require))
    notices = _notices(store, run_id, judging)
    quiet = "-" in (arguments.json, arguments.junit)
    if quiet:
        for notice in notices:
            print(f"dashtalk: {notice}", file=sys.stderr)
    code = report(store, run_id, arguments, gates, notices=notices, quiet=quiet)
    if interrupted:
        print("dashtalk: interrupted; what finished is kept", file=sys.stderr)
        return EXIT_INTERRUPTED
    return code or (EXIT_INCOMPLETE if judging.unreachable else 0)


def _notices(store: Store, run_id: str, judging: Judging) -> list[str]:
    notices = [judging.summary()]
    if judging.unreachable:
        first = judging.unreachable[0].judgement
        notices.append(f"{len(judging.unreachable)} questions reached no judge: {first.judge} {first.rationale}")
    for name in (LIMITS, AMBIGUITIES):
        scores = {
            str(row["id"]): score
            for row in store.sessions(run_id)
            for score in store.scores(str(row["id"]))
            if score.metric == name and score.value is not None
        }
        against = [session for session, score in scores.items() if score.reason.startswith(DISAGREES)]
        if against:
            listed = ", ".join(against)
            notices.append(f"{name}: judges and driver disagree in {len(against)} of {len(scores)} sessions: {listed}")
    return notices
