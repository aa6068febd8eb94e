"""The table of KPIs by domain: how many answers passed and failed, how many nobody could tell, how many were empty."""

from collections import Counter
from collections.abc import Iterable, Sequence

from pydantic import Field

from evaluation.metrics.kpis import EXCLUDED, GATE
from evaluation.spec import Measured
from evaluation.summary import SessionRow
from evaluation.verdict import Outcome
from scenarios.dialogue import CELLS, KPIS, LEVELS, Domain, Kpi
from simulator.channel import LOCALES, Locale
from simulator.events import Frozen

STYLE = (*LEVELS, "conciseness", "conciseness_judged")
"""The KPIs of every answer, whatever it is about; the last one only where judges were asked."""


class KpiCell(Frozen):
    """One KPI in one domain, or over all of them (`domain` None).

    `excluded` answers held no meaningful information. `of_the_table` cells are those of the published tables.
    """

    kpi: str
    domain: Domain | None
    passed: int = 0
    failed: int = 0
    unscored: int = 0
    excluded: int = 0
    reasons: dict[str, int] = Field(default_factory=dict)
    of_the_table: bool = True

    @property
    def rate(self) -> float | None:
        """The share of passes among passes and failures, None where there are none."""
        decided = self.passed + self.failed
        return self.passed / decided if decided else None

    @property
    def sessions(self) -> int:
        """How many sessions asked for it."""
        return self.passed + self.failed + self.unscored + self.excluded


class StyleKpi(Frozen):
    """A KPI of style over all answers: `value` pooled (levels) or the mean grade (conciseness), None without any."""

    kpi: str
    value: float | None
    n: int
    unscored: int
    reasons: dict[str, int] = Field(default_factory=dict)


class KpiTable(Frozen):
    """All KPIs of some dialogue sessions."""

    cells: tuple[KpiCell, ...]
    style: tuple[StyleKpi, ...]
    gate: KpiCell

    def cell(self, kpi: str, domain: Domain | None) -> KpiCell | None:
        """Return one cell, None where nothing asked for it and no published table has it."""
        return next((cell for cell in self.cells if (cell.kpi, cell.domain) == (kpi, domain)), None)


def kpi_table(rows: Iterable[SessionRow], locale: Locale | None = None) -> KpiTable | None:
    """Return the table of the dialogues among these sessions, of one language or of both; None without any dialogue.

    Sessions that somebody else spoilt tell nothing about the assistant and are left out.
    """
    some = [
        row
        for row in rows
        if row.kpi and (locale is None or row.locale == locale) and row.outcome not in (Outcome.INVALID, Outcome.DEFECT)
    ]
    if not some:
        return None
    return KpiTable(cells=tuple(_cells(some)), style=tuple(_style(some)), gate=_cell(GATE, None, some, GATE))


def kpi_tables(rows: Sequence[SessionRow]) -> dict[str, KpiTable]:
    """Return the table of all dialogues and, by language, of those in it; empty without any."""
    made: dict[str, KpiTable | None] = {"all": kpi_table(rows)}
    made |= {locale: kpi_table(rows, locale) for locale in LOCALES}
    return {name: table for name, table in made.items() if table is not None}


def _cells(rows: Sequence[SessionRow]) -> Iterable[KpiCell]:
    for kpi in KPIS:
        if kpi == "harmful_question_response":
            yield _cell(kpi, None, [row for row in rows if row.kpi == kpi], kpi)
            continue
        for domain in _DOMAINS:
            found = [row for row in rows if (row.kpi, row.domain) == (kpi, domain)]
            published = (kpi, domain) in CELLS
            if found or published:
                yield _cell(kpi, domain, found, kpi, published=published)


_DOMAINS: tuple[Domain, ...] = ("navigation", "car_expert")


def _cell(
    name: Kpi | str, domain: Domain | None, rows: Sequence[SessionRow], metric: str, *, published: bool = True
) -> KpiCell:
    counts, reasons = Counter[str](), Counter[str]()
    for row in rows:
        score = _score(row, metric)
        if score is None or score.value is None:
            reason = score.reason if score is not None else "not scored yet"
            counts["excluded" if reason.startswith(EXCLUDED) else "unscored"] += 1
            reasons[reason] += 1
        else:
            counts["passed" if score.value == 1 else "failed"] += 1
    return KpiCell(
        kpi=name,
        domain=domain,
        passed=counts["passed"],
        failed=counts["failed"],
        unscored=counts["unscored"],
        excluded=counts["excluded"],
        reasons=dict(reasons.most_common()),
        of_the_table=published,
    )


def _style(rows: Sequence[SessionRow]) -> Iterable[StyleKpi]:
    for name in STYLE:
        scores = [score for row in rows if (score := _score(row, name)) is not None]
        known = [score for score in scores if score.value is not None]
        above = sum(score.numerator or 0 for score in known)
        below = sum(score.denominator or 0 for score in known)
        reasons = Counter(score.reason for score in scores if score.value is None)
        yield StyleKpi(
            kpi=name,
            value=above / below if below else None,
            n=len(known),
            unscored=len(scores) - len(known),
            reasons=dict(reasons.most_common()),
        )


def _score(row: SessionRow, metric: str) -> Measured | None:
    return next((score for score in row.scores if score.metric == metric), None)
