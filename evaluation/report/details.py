"""The tables of a run that few readers need every time, and the notes under the headline."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

from evaluation.report.tables import number, table
from evaluation.statistics_strata import TITLES
from evaluation.summary import Group, Interval, Slice, Summary
from evaluation.taxonomy_causes import MEANINGS

if TYPE_CHECKING:
    from rich.table import Table

Name = TypeVar("Name", bound=str)
_FEW = 10
"""With fewer scenarios than this an interval is more a warning than an estimate."""


def estimated(value: float | None, interval: Interval | None) -> str:
    """Return a figure with its interval behind it, if it has one."""
    if value is None or interval is None:
        return number(value)
    return f"{value:.3f} [{_short(interval.low)} {_short(interval.high)}]"


def _short(share: float) -> str:
    return f"{share:.2f}".removeprefix("0") if share < 1 else "1.0"


def measures(trials: int) -> list[tuple[str, int]]:
    """Return what is worth a column: Pass^1, and Pass^k and Pass@k at all trials (Pass@1 is Pass^1)."""
    return list(dict.fromkeys([("pass^k", 1), ("pass^k", trials), ("pass@k", trials)]))


def headings(trials: int) -> list[str]:
    """Return the headings of these columns."""
    return [f"{measure[:-1].capitalize()}{k}" for measure, k in measures(trials)]


def passing_cells(part: Group, trials: int) -> list[str]:
    """Return the cells of these columns, with intervals."""
    found = [part.passing(measure, k) for measure, k in measures(trials)]
    return [estimated(entry.value, entry.interval) if entry else number(None) for entry in found]


def headline_notes(summary: Summary) -> Iterator[str]:
    """Say what the figures of the headline are and what they rest on."""
    k = summary.trials
    yield (
        f"SCORE(k={k}) is the mean of Pass^{k} over base, hallucination and disambiguation; "
        f"Pass^k and Pass@k are unbiased estimates"
    )
    last = summary.passing("pass^k", k)
    if last is not None:
        yield (
            f"n={summary.sessions.total} sessions; k={k}: {last.scenarios} pairs of scenario and language counted, "
            f"{last.excluded} excluded for too few trials that passed or failed"
        )
    parts = (summary, *summary.languages.values())
    shown = [part.pass_rate_interval for part in parts] + [part.score_interval for part in parts]
    interval = next((found for found in shown if found is not None), None)
    if interval is not None:
        few = "; so few scenarios say little" if interval.scenarios < _FEW else ""
        yield (
            f"[low high]: {interval.level:.0%} bootstrap interval over {interval.scenarios} scenarios, "
            f"{interval.resamples} resamples{few}"
        )
    missing = missing_intervals(summary)
    if missing:
        yield missing


def missing_intervals(summary: Summary) -> str:
    """Say why figures of the headline have no interval; "" where all have one."""
    every = (summary, *summary.languages.values())
    figures = [(part.pass_rate, part.pass_rate_interval) for part in every]
    figures += [(part.score, part.score_interval) for part in every]
    if all(value is None or interval is not None for value, interval in figures):
        return ""
    return (
        "no interval: where all scenarios behind a figure agree, or it rests on a single one, drawing from them again "
        "shows no spread; that is no certainty"
    )


def detail_tables(summary: Summary) -> Iterator["Table"]:
    """Return the tables per kind, policy, stratum and cause of failure, and both definitions of Pass^k; empty ones
    are left out.
    """
    yield from _kinds(summary)
    yield _definitions(summary)
    yield from _policies(summary)
    for dimension, groups in summary.strata.items():
        yield _groups(TITLES[dimension], groups, summary.trials)
    yield from _failures(summary)


def _kinds(summary: Summary) -> Iterator["Table"]:
    if summary.kinds:
        yield _groups("kind", summary.kinds, summary.trials)


def _groups(title: str, groups: Mapping[Name, Group], trials: int) -> "Table":
    columns = headings(trials)
    made = table(title, "passed/failed/all", "defects", "pass rate", *columns, f"excluded at {trials}", title=title)
    made.columns[0].no_wrap = True
    for name, group in groups.items():
        counts = group.sessions
        interval = group.pass_rate_interval if isinstance(group, Slice) else None
        last = group.passing("pass^k", trials)
        made.add_row(
            name,
            f"{counts.passed}/{counts.failed}/{counts.total}",
            str(counts.defects),
            estimated(group.pass_rate, interval),
            *passing_cells(group, trials),
            str(last.excluded) if last else "-",
        )
    return made


def _definitions(summary: Summary) -> "Table":
    made = table(
        "measure", "definition", "k", "value", "scenarios", "trials each", "excluded", title="Pass^k and Pass@k"
    )
    for entry in summary.passes:
        each = str(entry.most) if entry.fewest == entry.most else f"{entry.fewest}-{entry.most}"
        name = f"{entry.measure[:-1].capitalize()}{entry.k}"
        made.add_row(
            name, entry.definition, str(entry.k), number(entry.value), str(entry.scenarios), each, str(entry.excluded)
        )
    for retry in summary.retry_dependency:
        most = str(retry.most_k)
        made.add_row(
            "RDI", retry.definition, f"1-{most}", number(retry.value), str(retry.scenarios), "", str(retry.excluded)
        )
    return made


def _policies(summary: Summary) -> Iterator["Table"]:
    if not summary.policies:
        return
    made = table("policy", "applied", "upheld", "broken", "undecided", title="policies, in sessions")
    for name, policy in summary.policies.items():
        made.add_row(name, str(policy.applied), str(policy.upheld), str(policy.broken), str(policy.undecided))
    yield made


def _failures(summary: Summary) -> Iterator["Table"]:
    if not summary.failures:
        return
    made = table("cause", "first", "among the causes", "meaning", title="why sessions failed")
    for name, cause in summary.failures.items():
        made.add_row(name, str(cause.first), str(cause.any), MEANINGS.get(name, ""))
    yield made
