"""The scorecard of a run, for people."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from evaluation.gate import GateResult
from evaluation.latency import Latency
from evaluation.metrics.judged import described
from evaluation.report.details import detail_tables, estimated, headings, headline_notes, passing_cells
from evaluation.report.kpi_table import print_kpis
from evaluation.report.tables import more, number, printable, table
from evaluation.report.titles import titled
from evaluation.report.turn_table import print_turns
from evaluation.summary import Counts, LanguageSlice, MetricSummary, SessionRow, Summary
from evaluation.turn_metrics import TurnMetrics
from evaluation.verdict import Outcome
from simulator.channel import LANGUAGES

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["counts_line", "number", "print_scorecard", "printable", "table"]

_MARKS = {
    Outcome.PASSED: ("passed", "green"),
    Outcome.FAILED: ("failed", "red"),
    Outcome.UNSCORED: ("unscored", "yellow"),
    Outcome.INVALID: ("invalid", "magenta"),
    Outcome.DEFECT: ("defect", "magenta"),
}
_STAGES = {
    "hear": "simulator's voice and recogniser",
    "wait": "rate limiter, per message that waited",
    "agent": "assistant, per message",
    "say": "simulator's voice, answers",
}
_SPEECH = {
    "wer": "word error rate",
    "cer": "character error rate, spaces ignored",
    "cer_spaced": "character error rate, spaces counted",
    "substitution_rate": "substitutions",
    "deletion_rate": "deletions",
    "insertion_rate": "insertions",
    "slot_error_rate": "slot error rate",
    "sentence_exact": "utterances heard exactly",
}
_SPEECH |= {f"{name}_raw": f"{title}, as written" for name, title in _SPEECH.items()}


def counts_line(counts: Counts) -> str:
    """Return the counts of a run in one line; how many passes are partial is always said."""
    return (
        f"{counts.passed} passed ({counts.partial} of them partial), {counts.failed} failed, "
        f"{counts.unscored} unscored, {counts.invalid} invalid, {counts.defects} defects"
    )


def coverage_line(counts: Counts) -> str:
    """Return on how many of the sessions the figures rest; "" where all count."""
    if counts.coverage is None or counts.coverage == 1:
        return ""
    counting = counts.passed + counts.failed
    return (
        f"coverage {counts.coverage:.3f}: SCORE and rates rest on {counting} of {counts.total} sessions; "
        "--fail-under coverage=0.95, invalid=0 or defects=0 makes a gate of it"
    )


def validity_line(run: Mapping[str, Any], counts: Counts) -> str:
    """Return how many sessions the simulated driver left fit for scoring; "" where a script was followed."""
    if run.get("user") in (None, "scripted"):
        return ""
    if not json.loads(run.get("settings") or "{}").get("validity", True):
        return "simulated driver: not checked (--no-validity)"
    undecided = f"; in {counts.undecided} of them judges were undecided about the driver" if counts.undecided else ""
    return (
        f"simulated driver: {counts.valid} valid, {counts.regenerated} regenerated, {counts.invalid} invalid sessions"
        f"{undecided}"
    )


def print_scorecard(
    out: "Console",
    run: Mapping[str, Any],
    summary: Summary,
    rows: Sequence[SessionRow],
    *,
    latency: Sequence[Latency],
    store: str,
    gates: Sequence[GateResult] = (),
    notices: Sequence[str] = (),
    details: bool = False,
    turns: TurnMetrics | None = None,
) -> None:
    """Print all of a run: sessions with reasons, metrics, speech, latency, gates, and where it is kept.

    `details` adds the tables per kind, policy, number of expected calls and kind of driver, causes of failure, and
    the turns of each language.
    """
    out.print(heading(run, summary), markup=False, style="bold", soft_wrap=True)
    _print_sessions(out, rows, run, trials=summary.trials)
    _print_metrics(out, summary)
    print_kpis(out, rows)
    _print_speech(out, summary)
    if latency:
        made = table("stage", "n", "p50 ms", "p95 ms", title="latency on this machine")
        for row in latency:
            made.add_row(_STAGES.get(row.stage, row.stage), str(row.n), f"{row.p50_ms:.1f}", f"{row.p95_ms:.1f}")
        out.print(made)
    if turns is not None:
        print_turns(out, turns, details=details)
    if details:
        for made in detail_tables(summary):
            out.print(made)
    _print_headline(out, run, summary)
    for notice in notices:
        out.print(f"note: {notice}", markup=False, soft_wrap=True)
    for result in gates:
        out.print(f"gate {result.line}", markup=False, soft_wrap=True)
    out.print(f"stored as run {run['id']} in {store}", markup=False, soft_wrap=True)
    failed = next((row for row in rows if row.outcome is not Outcome.PASSED), rows[0] if rows else None)
    if failed is not None:
        short = failed.session.removeprefix(f"{run['id']}-")
        out.print(f"next: dashtalk show {short}   (what was said and done there)", markup=False, soft_wrap=True)


def heading(run: Mapping[str, Any], summary: Summary) -> str:
    """Return what was run, in one line."""
    channel = str(run["channel"])
    if "errors" in channel:
        settings = json.loads(run["settings"])
        lost = " + catastrophic" if settings.get("catastrophic_errors") else ""
        channel = channel.replace("errors", f"errors {settings['error_rate']:g}{lost}")
    trials = f", {summary.trials} trials each" if summary.trials > 1 else ""
    languages = "+".join(summary.languages) or "no language"
    return (
        f"run {run['id']}: {printable(run['agent'])} on {printable(run['suite'])}, {languages}, {channel} channel, "
        f"seed {run['seed']}, {summary.sessions.total} sessions{trials}"
    )


def _print_sessions(out: "Console", rows: Sequence[SessionRow], run: Mapping[str, Any], *, trials: int) -> None:
    from rich.text import Text

    extra = ("trial",) if trials > 1 else ()
    made = table("no.", "scenario", "lang", *extra, "outcome", "why", title="sessions")
    made.columns[0].no_wrap = True
    for row in rows:
        word, style = _MARKS[row.outcome]
        mark = Text(word + (" (partial)" if row.partial else ""), style=style)
        short = row.session.removeprefix(f"{run['id']}-")
        trial = (str(row.trial),) if trials > 1 else ()
        why = Text("\n".join(map(printable, row.reasons)))
        made.add_row(short, row.scenario, row.locale, *trial, mark, why)
    out.print(made)


def _columns(summary: Summary) -> list[tuple[str, LanguageSlice]]:
    return [*((name, part) for name, part in summary.languages.items()), ("all", summary)]


def _print_metrics(out: "Console", summary: Summary) -> None:
    from rich.text import Text

    columns = _columns(summary)
    groups: dict[str, list[str]] = {"components": [], "policies": [], "averages": []}
    for name in summary.metrics:
        if name not in _SPEECH:
            policy = name.startswith("policy.")
            groups["policies" if policy else "components" if described(name).component else "averages"].append(name)
    for title, names in groups.items():
        made = table(title, *(name for name, _ in columns), "scored", "unscored because")
        for name in names:
            metric = summary.metrics[name]
            cells = [number(part.metrics[name].value) if name in part.metrics else "-" for _, part in columns]
            made.add_row(titled(name), *cells, f"{metric.n}/{metric.n + metric.unscored}", Text(_why(metric)))
        if names:
            out.print(made)


def _why(metric: MetricSummary) -> str:
    first, others = list(metric.reasons.items())[:3], list(metric.reasons)[3:]
    told = "; ".join(f"{reason} ({times})" for reason, times in first)
    return printable(told + more(others, metric.reasons))


def _print_speech(out: "Console", summary: Summary) -> None:
    from rich.text import Text

    reasons = {
        reason for metrics in summary.speech.values() for metric in metrics.values() for reason in metric.reasons
    }
    measured = any(metric.n for metrics in summary.speech.values() for metric in metrics.values())
    if not measured and len(reasons) == 1:
        out.print(f"speech: unscored, {printable(reasons.pop())}", markup=False, soft_wrap=True)
        return
    made = table("language", "metric", "value", "sessions", "unscored because", title="speech")
    for locale, metrics in summary.speech.items():
        for name, metric in metrics.items():
            why = _why(metric) if metric.n == 0 else ""
            made.add_row(LANGUAGES[locale], _SPEECH[name], number(metric.value), str(metric.n), Text(why))
    if made.row_count:
        out.print(made)


def _print_headline(out: "Console", run: Mapping[str, Any], summary: Summary) -> None:
    made = table("", "pass rate", *headings(summary.trials), "SCORE")
    for name, part in _columns(summary):
        made.add_row(
            LANGUAGES.get(name, name),
            estimated(part.pass_rate, part.pass_rate_interval),
            *passing_cells(part, summary.trials),
            estimated(part.score, part.score_interval),
        )
    out.print(made)
    for line in headline_notes(summary):
        out.print(line, markup=False, soft_wrap=True)
    out.print(counts_line(summary.sessions), markup=False, style="bold", soft_wrap=True)
    covered = coverage_line(summary.sessions)
    if covered:
        out.print(covered, markup=False, style="bold yellow", soft_wrap=True)
    validity = validity_line(run, summary.sessions)
    if validity:
        out.print(validity, markup=False, soft_wrap=True)
    if run["planned_sessions"] > summary.sessions.total:
        missing = run["planned_sessions"] - summary.sessions.total
        out.print(f"incomplete: {missing} of {run['planned_sessions']} planned sessions did not start", markup=False)
