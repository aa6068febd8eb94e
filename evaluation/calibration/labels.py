"""What people and judges said of the same instances, as it stands in a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation.majority import majority
from simulator.events import Judgement
from simulator.registry import UsageError

HUMAN, REASON, JUDGE = "human:", "reason:", "judge:"
AMBIGUOUS_MARK = "?"
_YES = frozenset({"yes", "y", "true", "1", "pass", "예", "네"})
_NO = frozenset({"no", "n", "false", "0", "fail", "아니요", "아니오"})
_NOTHING = frozenset({"", "nan", "null"})
_NO_VERDICT = frozenset({"none", "-"})
_MOST_GRADES = 10  # one key for each


@dataclass(frozen=True, slots=True)
class Scale:
    """Yes and no, or whole numbers from `low` to `high`, the higher the better."""

    low: int = 0
    high: int = 1

    @property
    def graded(self) -> bool:
        """Whether there is anything between the worst and the best."""
        return self.high - self.low > 1

    @property
    def shares(self) -> tuple[float, ...]:
        """All verdicts as shares from 0 to 1, in rising order."""
        steps = self.high - self.low
        return tuple(step / steps for step in range(steps + 1))

    def __str__(self) -> str:
        return f"{self.low}-{self.high}" if self.graded else "binary"

    def word(self, share: float) -> str:
        """Return a verdict as a table has it."""
        if not self.graded:
            return "yes" if share == 1 else "no"
        return str(self.low + round(share * (self.high - self.low)))


BINARY = Scale()


@dataclass(frozen=True, slots=True)
class Instance:
    """One question about one session or reply, with all answers to it.

    `humans` are labels of annotators, `judges` answers of models; a judgement's `judge` names who gave it. A judge
    that was asked and gave no verdict has the value None. `ambiguous` names annotators who marked it so.
    """

    id: str
    kpi: str
    scale: Scale = BINARY
    humans: tuple[Judgement, ...] = ()
    judges: tuple[Judgement, ...] = ()
    ambiguous: tuple[str, ...] = ()

    @property
    def human(self) -> float | None:
        """What most annotators say, or of grades the median; None without a majority."""
        found = majority(self.kpi, self.humans, graded=self.scale.graded)
        return found.value if found is not None else None

    def label(self, annotator: str) -> float | None:
        """Return one annotator's label."""
        return next((given.value for given in self.humans if given.judge == annotator), None)

    def asked(self, judge: str) -> bool:
        """Return whether a judge was asked."""
        return any(given.judge == judge for given in self.judges)

    def verdict(self, judges: Sequence[str]) -> float | None:
        """Return what judges together say, those not asked left out; None without a majority."""
        chosen = [given for given in self.judges if given.judge in judges]
        found = majority(self.kpi, chosen, graded=self.scale.graded)
        return found.value if found is not None else None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: where it stands, for messages, and its cells by column."""

    where: str
    cells: Mapping[str, str]


def names(columns: Sequence[str], prefix: str) -> tuple[str, ...]:
    """Return who has a column with this prefix, in the order of the table."""
    return tuple(column.removeprefix(prefix) for column in columns if column.startswith(prefix))


def read_instances(path: str, columns: Sequence[str], rows: Sequence[Row], *, kpi: str = "all") -> list[Instance]:
    """Return the instances of a table; `kpi` is that of rows without one.

    Raises UsageError, naming line and column: no column of labels, a label that is none of its scale, a label without
    a written reason, an instance that occurs twice.
    """
    humans, judges = names(columns, HUMAN), names(columns, JUDGE)
    if not humans:
        raise UsageError(f"{path}: no column '{HUMAN}NAME' with a person's labels; there are: {', '.join(columns)}")
    for name in humans:
        if REASON + name not in columns:
            raise UsageError(f"{path}: no column '{REASON}{name}': each of {name}'s labels needs a written reason")
    scales = _scales(rows, (*(HUMAN + name for name in humans), *(JUDGE + name for name in judges)), kpi)
    found: dict[tuple[str, str], Instance] = {}
    for number, row in enumerate(rows, 1):
        name = row.cells.get("id", "").strip() or str(number)
        about = row.cells.get("kpi", "").strip() or kpi
        if (name, about) in found:
            raise UsageError(f"{row.where}: instance '{name}' of {about} occurs twice")
        found[name, about] = _instance(row, name, about, scales[about], humans, judges)
    return list(found.values())


def _instance(row: Row, name: str, kpi: str, scale: Scale, humans: Sequence[str], judges: Sequence[str]) -> Instance:
    labels: list[Judgement] = []
    whole = row.cells.get("ambiguous", "").strip().casefold()
    if whole not in _YES | _NO | _NOTHING:
        raise UsageError(f"{row.where}: column 'ambiguous': '{whole}' is neither yes nor no")
    ambiguous = ["the table"] if whole in _YES else []
    for person in humans:
        given = row.cells.get(HUMAN + person, "").strip()
        if given.casefold() in _NOTHING:
            continue
        why = row.cells.get(REASON + person, "").strip()
        if not why:
            raise UsageError(f"{row.where}: {person}'s label has no reason: write one in the column '{REASON}{person}'")
        if given == AMBIGUOUS_MARK:
            ambiguous.append(person)
        else:
            value = _value(given, scale, f"{row.where}: column '{HUMAN}{person}'")
            labels.append(Judgement(rubric=kpi, value=value, rationale=why, judge=person, digest=""))
    answers = []
    for judge in judges:
        said = row.cells.get(JUDGE + judge, "").strip()
        if said.casefold() in _NOTHING:
            continue
        silent = said.casefold() in _NO_VERDICT
        verdict = None if silent else _value(said, scale, f"{row.where}: column '{JUDGE}{judge}'")
        answers.append(Judgement(rubric=kpi, value=verdict, rationale="", judge=judge, digest=""))
    return Instance(name, kpi, scale, tuple(labels), tuple(answers), tuple(ambiguous))


def _value(given: str, scale: Scale, where: str) -> float:
    word = given.casefold()
    if not scale.graded:
        if word in _YES | _NO:
            return float(word in _YES)
        raise UsageError(f"{where}: '{given}' is neither yes nor no")
    grade = _grade(word)
    if grade is None or not scale.low <= grade <= scale.high:
        raise UsageError(f"{where}: '{given}' is no whole number from {scale.low} to {scale.high}")
    return (grade - scale.low) / (scale.high - scale.low)


def _grade(word: str) -> int | None:
    whole = word.removesuffix(".0")
    return int(whole) if whole.isascii() and whole.isdecimal() and len(whole) < 4 else None


def _scales(rows: Sequence[Row], columns: Sequence[str], kpi: str) -> dict[str, Scale]:
    """Return the scale of each KPI: what its rows say, else 1-3 where a grade of 2 or 3 is given."""
    told: dict[str, Scale] = {}
    seen: dict[str, set[str]] = {}
    for row in rows:
        about = row.cells.get("kpi", "").strip() or kpi
        seen.setdefault(about, set()).update(row.cells.get(column, "").strip() for column in columns)
        word = row.cells.get("scale", "").strip()
        if word:
            scale = read_scale(word, row.where)
            if told.setdefault(about, scale) != scale:
                raise UsageError(f"{row.where}: {about} has the scale {told[about]} further up and {scale} here")
    return {about: told.get(about) or _guessed(given) for about, given in seen.items()}


def _guessed(given: set[str]) -> Scale:
    return Scale(1, 3) if {_grade(word) for word in given} & {2, 3} else BINARY


def read_scale(word: str, where: str) -> Scale:
    """Return a scale as a table names it: binary, or LOW-HIGH such as 1-3; raises UsageError."""
    if word.casefold() == "binary":
        return BINARY
    low, dash, high = (part.strip() for part in word.partition("-"))
    least, most = _grade(low), _grade(high)
    if not dash or least is None or most is None or not 1 < most - least < _MOST_GRADES:
        raise UsageError(f"{where}: scale '{word}' is neither binary nor LOW-HIGH, such as 1-3")
    return Scale(least, most)
