"""Published results, and a run beside them with what differs between the two said first."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from evaluation.summary import Summary
from scenarios.schema import Kind
from simulator.channel import Locale
from simulator.registry import unknown

Share = Annotated[float, Field(ge=0, le=1)]
Column = Literal["pass^1", "pass^3", "pass@3"]
COLUMNS: tuple[Column, ...] = ("pass^1", "pass^3", "pass@3")
_NAMES = ("carbench",)
# The score is printed with two decimals and so are its three parts: each may be half a hundredth off.
_ROUNDING = 0.0101


class Conditions(BaseModel):
    """Under which conditions results came about; None where nobody recorded it.

    `tasks` is `official` for the benchmark's own tasks, else the name of the suite. `user` and `judge` are the models
    that played the driver and judged the policies.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    profile: str | None = None
    trials: int | None = None
    tasks: str | None = None
    locales: tuple[Locale, ...] = ()
    channel: str | None = None
    user: str | None = None
    judge: str | None = None
    kinds: tuple[Kind, ...] = ()


class PublishedRow(BaseModel):
    """One assistant's published figures: SCORE, and Pass^1, Pass^3 and Pass@3 of each kind."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    assistant: str
    score: Share
    base: tuple[Share, Share, Share]
    hallucination: tuple[Share, Share, Share]
    disambiguation: tuple[Share, Share, Share]
    readme_only: bool = False

    def figures(self, kind: Kind) -> dict[Column, float]:
        """Return the figures of one kind by column; empty for a kind that is not published."""
        values = {"base": self.base, "hallucination": self.hallucination, "disambiguation": self.disambiguation}
        return dict(zip(COLUMNS, values[kind], strict=True)) if kind in values else {}

    @model_validator(mode="after")
    def _is_consistent(self) -> "PublishedRow":
        mean = (self.base[1] + self.hallucination[1] + self.disambiguation[1]) / 3
        if abs(mean - self.score) > _ROUNDING:
            raise ValueError(f"{self.assistant}: the score {self.score} is not the mean of its Pass^3 ({mean:.3f})")
        for once, always, ever in (self.base, self.hallucination, self.disambiguation):
            if not always <= once <= ever:
                raise ValueError(f"{self.assistant}: Pass^3 <= Pass^1 <= Pass@3 does not hold")
        return self


class Published(BaseModel):
    """A published table with its source and conditions, rows from best to worst."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    title: str
    source: str
    conditions: Conditions
    notes: tuple[str, ...] = ()
    columns: tuple[Column, ...]
    rows: tuple[PublishedRow, ...]


@cache
def published(name: str = "carbench") -> Published:
    """Return a published table by name; raises UsageError for an unknown one."""
    if name not in _NAMES:
        raise unknown("published table", name, _NAMES)
    import yaml

    text = (files("assets") / "published" / f"{name}.yaml").read_text(encoding="utf-8")
    return Published.model_validate(yaml.safe_load(text))


@dataclass(frozen=True, slots=True)
class Comparison:
    """A run beside published figures.

    `differs` names every condition that is not the published one or was not recorded, `same` those that are.
    `comparable` is True only when nothing differs. `score` and `figures` are the run's own, None where it has none at
    the published k. Whoever shows the figures shows `lines()` before them.
    """

    table: Published
    same: tuple[str, ...]
    differs: tuple[str, ...]
    score: float | None
    figures: Mapping[Kind, Mapping[Column, float | None]]

    @property
    def comparable(self) -> bool:
        """Whether the run was made under the published conditions."""
        return not self.differs

    def lines(self) -> tuple[str, ...]:
        """Say what the figures may and may not be compared for, in plain sentences."""
        if self.comparable:
            first = f"these figures compare with the {self.table.title}: nothing recorded differs"
        else:
            first = f"these figures do NOT compare directly with the {self.table.title}; what differs:"
        return (first, *(f"  {difference}" for difference in self.differs), *(f"  note: {n}" for n in self.table.notes))


def beside(summary: Summary, played: Conditions | None = None, table: Published | None = None) -> Comparison:
    """Put a run beside a published table (CAR-bench's by default).

    `played` says how the run was made; kinds, languages and trials are taken from the summary where it does not. What
    `played` leaves open counts as different, since nobody can say that it is the same.
    """
    chosen = table or published()
    wanted = chosen.conditions
    run = (played or Conditions()).model_copy(
        update={
            "trials": summary.trials,
            "locales": tuple(summary.languages),
            "kinds": tuple(kind for kind in summary.kinds if kind != "dialogue"),
        }
    )
    same: list[str] = []
    differs: list[str] = []
    for name in Conditions.model_fields:
        theirs, ours = _told(getattr(wanted, name)), _told(getattr(run, name))
        label = _LABELS[name]
        if ours == theirs:
            same.append(f"{label}: {ours}")
        elif not ours:
            differs.append(f"{label}: published with {theirs}, not recorded for this run")
        else:
            differs.append(f"{label}: published with {theirs}, this run with {ours}")
    excluded = max((entry.excluded for entry in summary.passes if entry.k <= (wanted.trials or 0)), default=0)
    if excluded or summary.not_started:
        gone = excluded + summary.not_started
        differs.append(f"completeness: {gone} scenarios or sessions of this run are in no figure; published ones count")
    figures = {kind: {column: _figure(summary, kind, column) for column in chosen.columns} for kind in wanted.kinds}
    return Comparison(
        table=chosen,
        same=tuple(same),
        differs=tuple(differs),
        score=summary.score if summary.trials == wanted.trials else None,
        figures=figures,
    )


_LABELS: Mapping[str, str] = {
    "profile": "scoring profile",
    "trials": "trials",
    "tasks": "tasks",
    "locales": "languages",
    "channel": "channel",
    "user": "simulated driver",
    "judge": "judge",
    "kinds": "kinds",
}


def _told(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(sorted(map(str, value)))
    return "" if value is None else str(value)


def _figure(summary: Summary, kind: Kind, column: Column) -> float | None:
    part = summary.kinds.get(kind)
    if part is None:
        return None
    found = part.passing("pass^k" if column.startswith("pass^") else "pass@k", int(column[-1]))
    return found.value if found else None
