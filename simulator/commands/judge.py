"""`dashtalk judge`: let models decide what the rules leave open in a stored run, and score it again."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.damage import recorded_settings
from evaluation.gate import check_own
from evaluation.judge import Asked, Judge, ModelJudge, ask_all, check_panel
from evaluation.judge_answer import Status
from evaluation.judgements import JudgementTable
from evaluation.metrics.judged import AMBIGUITIES, DISAGREES, LIMITS
from evaluation.open_questions import SPOILT, open_questions
from evaluation.questions import Question
from evaluation.rubric import Rubric, load_own
from evaluation.store import Store
from simulator.commands.run import execute, open_store, progress_bar, read_gates, report
from simulator.language.counted import counted
from simulator.llm import close_clients, endpoint
from simulator.llm_endpoint import bounds_and_cache
from simulator.registry import UsageError
from simulator.settings import Settings, resolve

EXIT_INCOMPLETE = 3
EXIT_INTERRUPTED = 130
JUDGED_LAST = "judged_last"
"""Among a run's settings, the models and addresses of the judges that were named for it last."""


class Judging:
    """All open questions of a run put to a panel; what was answered before is not asked again."""

    def __init__(
        self,
        store: Store,
        run_id: str,
        panel: Sequence[Judge],
        max_concurrency: int = 4,
        own: Iterable[Rubric] = (),
    ) -> None:
        check_panel(panel)
        self._table = JudgementTable(store)
        self._table.add_rubrics(run_id, own)
        self._run_id = run_id
        self._panel = panel
        self._max_concurrency = max_concurrency
        self.asked = open_questions(store, run_id, self._table.rubrics(run_id))
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
            await ask_all(self._panel, self._still_open(), self._heard, self._max_concurrency)
        finally:
            await close_clients()

    def _still_open(self) -> Iterator[tuple[str, Question, Judge]]:
        """Yield what is to be asked, but for what another process has asked the same judge meanwhile."""
        for session_id, question, judge in self.waiting:
            if self._table.cached(question.digest(judge.name)) is None:
                yield session_id, question, judge
            else:
                self.advance()

    def _heard(self, asked: Asked) -> None:
        self._table.add(asked)
        self.answers.append(asked)
        self.advance()

    @property
    def replaced(self) -> bool:
        """Whether other judges were set for the run while these were asked."""
        return not self._table.is_panel(self._run_id, [judge.name for judge in self._panel])

    @property
    def unreachable(self) -> list[Asked]:
        """The questions that no judge was there to answer."""
        return [asked for asked in self.answers if asked.unreachable]

    def settle(self) -> None:
        """Let every answer that is known by now count."""
        self._table.set_panel(self._run_id, self.asked, [judge.name for judge in self._panel])

    def summary(self) -> str:
        """Return in one line what was asked."""
        several = len(self.asked) * len(self._panel)
        silent = [asked.status for asked in self.answers if asked.judgement.value is None]
        parts = [
            counted(len(self.asked), "open question"),
            counted(len(self._panel), "judge"),
            counted(len(self.answers), "answer"),
        ]
        parts += [f"{several - len(self.waiting)} known from before", f"{len(silent)} without a verdict"]
        against = silent.count(Status.CONTRADICTION)
        return ", ".join(parts) + (f" ({against} contradict themselves)" if against else "")


def build_panel(
    models: Sequence[str], urls: Sequence[str], flag: str = "--", settings: Settings | None = None
) -> list[Judge]:
    """Return the judges that are named: every model at the one address, or each at its own; raises UsageError.

    `flag` is how the flags begin that name them. `settings` tell how often an endpoint may be asked and where answers
    are kept.
    """
    if not models:
        raise UsageError(
            f"no judge: name one with {flag}model, e.g. {flag}model NAME {flag}base-url http://127.0.0.1:8000/v1"
        )
    if len(urls) not in (0, 1, len(models)):
        raise UsageError(
            f"{flag}base-url is given {len(urls)} times for {len(models)} models: give one, or one for each"
        )
    own = urls if len(urls) == len(models) else [urls[0] if urls else None] * len(models)
    bounds = bounds_and_cache(settings or Settings())
    panel: list[Judge] = [_judge(model, url, bounds) for model, url in zip(models, own, strict=True)]
    check_panel(panel)
    return panel


def _judge(model: str, url: str | None, bounds: Mapping[str, Any]) -> ModelJudge:
    try:
        return ModelJudge(model, endpoint(url, **bounds))
    except UsageError as error:
        raise UsageError(f"judge {model}: {error}") from None


@dataclass(frozen=True, slots=True)
class Judges:
    """Who will judge a run and what else they are asked; no panel leaves it unjudged."""

    panel: tuple[Judge, ...] = ()
    own: tuple[Rubric, ...] = ()
    max_concurrency: int = 4

    @property
    def names(self) -> list[str]:
        """The metrics that the user's own rubrics add."""
        return [rubric.name for rubric in self.own]


@dataclass(frozen=True, slots=True)
class Judged:
    """How judging went: what to tell, whether Ctrl-C ended it, and whether a judge was out of reach."""

    notices: tuple[str, ...] = ()
    interrupted: bool = False
    incomplete: bool = False


def chosen_judges(settings: Settings) -> Judges:
    """Return the judges and rubrics that a run's settings name; raises UsageError before anything has started."""
    panel = build_panel(settings.judges, settings.judge_base_urls, "--judge-", settings) if settings.judges else []
    return Judges(tuple(panel), load_own(settings.rubric_files), settings.max_concurrency)


def judge_run(store: Store, run_id: str, judges: Judges, require: tuple[str, ...] = ()) -> Judged:
    """Let a panel decide what a stored run leaves open and score the run again.

    What was answered is kept whatever happens, and the run is scored with it.
    """
    from simulator.suite import rescore

    judging = Judging(store, run_id, judges.panel, judges.max_concurrency, judges.own)
    with progress_bar(len(judging.waiting), "questions") as judging.advance:
        interrupted = execute(judging)
    replaced = judging.replaced
    if not replaced:
        # What another process was asked of the same judges counts here as well.
        judging.settle()
    rescore(store, run_id, require)
    notices = _notices(store, run_id, judging)
    if replaced:
        notices.append(f"run {run_id} was judged by others meanwhile, whose answers count: judge it once more")
    return Judged(tuple(notices), interrupted, bool(judging.unreachable) or replaced)


def _by_rules_only(store: Store, run_id: str, own: tuple[Rubric, ...], require: tuple[str, ...]) -> Judged:
    """Score a run as if nobody had been asked; what was answered stays known for whoever asks again."""
    from simulator.suite import rescore

    table = JudgementTable(store)
    table.add_rubrics(run_id, own)
    table.set_panel(run_id, [], [])
    rescore(store, run_id, require)
    return Judged(("scored by the rules alone; 'dashtalk judge --model M' asks judges again",))


def judge_after(
    store: Store, run_id: str, judges: Judges, require: tuple[str, ...] = (), *, interrupted: bool = False
) -> Judged:
    """Judge a run that has just been played, unless nobody is to be asked or Ctrl-C ended it."""
    from simulator.suite import rescore

    if judges.panel and not interrupted:
        return judge_run(store, run_id, judges, require)
    if judges.own:
        # They stay with the run all the same, unscored until somebody is asked.
        JudgementTable(store).add_rubrics(run_id, judges.own)
        rescore(store, run_id, require)
    return Judged()


def judge(arguments: argparse.Namespace) -> int:
    """Judge a stored run and print its scorecard; exit code 3 when a judge could not be asked."""
    from simulator.suite import check_required

    if arguments.rules_only and (arguments.judge_model or arguments.judge_base_url):
        raise UsageError("--rules-only asks nobody: leave out --model and --base-url")
    settings = resolve(vars(arguments), arguments.config)
    gates = read_gates(arguments)
    require = tuple(arguments.require)
    check_required(require)
    own = load_own(settings.rubric_files)
    asked = bool(settings.judges) and not arguments.rules_only
    panel = build_panel(settings.judges, settings.judge_base_urls, settings=settings) if asked else []
    store = open_store(settings, create=False)
    run = store.run(arguments.id)
    run_id, recorded = run["id"], recorded_settings(run)
    if not (panel or arguments.rules_only):
        panel = _recorded_panel(settings, recorded)
    check_own(gates, [rubric.name for rubric in (*own, *JudgementTable(store).rubrics(run_id))])
    if arguments.level_mode is not None:
        store.set_setting(run_id, "level_mode", settings.level_mode)
    if asked or arguments.rules_only or settings.judge_base_urls:
        # Whoever goes on after Ctrl-C asks the same judges without naming them again.
        models = settings.judge_model if asked else _last_judges(recorded)[0]
        named = [models, settings.recorded()["judge_base_url"]]
        store.set_setting(run_id, JUDGED_LAST, ["", ""] if arguments.rules_only else named)
    judges = Judges(tuple(panel), own, settings.max_concurrency)
    done = judge_run(store, run_id, judges, require) if panel else _by_rules_only(store, run_id, own, require)
    quiet = "-" in (arguments.json, arguments.junit)
    if quiet:
        tell(done.notices)
    code = report(store, run_id, arguments, gates, notices=done.notices, quiet=quiet)
    return exit_after(done, code)


def _last_judges(recorded: dict[str, Any]) -> tuple[str, str]:
    """Return the models and addresses that judged a run last, else those it was made with."""
    match recorded.get(JUDGED_LAST):
        case [str(models), str(urls)]:
            return models, urls
    return str(recorded.get("judge_model", "")), str(recorded.get("judge_base_url", ""))


def _recorded_panel(settings: Settings, recorded: dict[str, Any]) -> list[Judge]:
    """Return the judges that were asked last, so that judging goes on where it stopped."""
    models, urls = _last_judges(recorded)
    known = Settings(judge_model=models, judge_base_url=urls)
    return build_panel(known.judges, settings.judge_base_urls or known.judge_base_urls, settings=settings)


def tell(notices: Iterable[str]) -> None:
    """Write notices beside an answer that goes to standard output."""
    for notice in notices:
        print(f"dashtalk: {notice}", file=sys.stderr)


def exit_after(done: Judged, code: int) -> int:
    """Return the exit code of a command that judged; `code` is that of its gates."""
    if done.interrupted:
        tell(["interrupted; what finished is kept, and 'dashtalk judge' goes on"])
        return EXIT_INTERRUPTED
    return code or (EXIT_INCOMPLETE if done.incomplete else 0)


def _notices(store: Store, run_id: str, judging: Judging) -> list[str]:
    notices = [judging.summary()]
    if judging.unreachable:
        first = judging.unreachable[0].judgement
        lost = counted(len(judging.unreachable), "question")
        notices.append(f"{lost} reached no judge: {first.judge} {first.rationale}")
    for name in (LIMITS, AMBIGUITIES):
        scores = {
            str(row["id"]): score
            for row in store.sessions(run_id)
            if row["outcome"] not in SPOILT
            for score in store.scores(str(row["id"]))
            if score.metric == name and score.value is not None
        }
        against = [session for session, score in scores.items() if score.reason.startswith(DISAGREES)]
        if against:
            listed = ", ".join(against)
            notices.append(f"{name}: judges and driver disagree in {len(against)} of {len(scores)} sessions: {listed}")
    return notices
