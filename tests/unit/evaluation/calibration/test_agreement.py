"""Judges against people by KPI, and which of them to keep."""

from collections.abc import Sequence

import pytest

from evaluation.calibration.agreement import ENSEMBLE, agreements, kpi_agreement
from evaluation.calibration.keeping import best_judges
from evaluation.calibration.labels import BINARY, Instance, Scale
from evaluation.report.calibration_table import keeping_lines
from simulator.events import Judgement
from simulator.registry import UsageError


def said(who: str, value: float | None) -> Judgement:
    return Judgement(rubric="k", value=value, rationale="r", judge=who, digest="")


def instance(
    number: int,
    people: Sequence[float | None],
    judges: dict[str, float | None],
    *,
    kpi: str = "k",
    scale: Scale = BINARY,
    ambiguous: bool = False,
) -> Instance:
    humans = tuple(said(f"p{at}", label) for at, label in enumerate(people) if label is not None)
    answers = tuple(said(name, verdict) for name, verdict in judges.items())
    # The majority counts judgements of its own rubric.
    humans, answers = (tuple(one.model_copy(update={"rubric": kpi}) for one in some) for some in (humans, answers))
    return Instance(str(number), kpi, scale, humans, answers, ("p0",) if ambiguous else ())


def panel(wrong: dict[str, set[int]], count: int = 60, asked: Sequence[str] = "ABC") -> list[Instance]:
    """Return instances, half yes, in which each judge errs in the ones named."""
    found = []
    for number in range(count):
        truth = float(number % 2)
        answers: dict[str, float | None] = {
            name: 1 - truth if number in wrong.get(name, set()) else truth for name in asked
        }
        found.append(instance(number, (truth,) * 3, answers))
    return found


def test_what_is_left_out_is_counted() -> None:
    found = kpi_agreement(
        "k",
        [
            instance(1, (1, 1, 0), {"A": 1}),
            instance(2, (0, 0, 0), {"A": 0}),
            instance(3, (1, 0), {"A": 1}),
            instance(4, (), {"A": 1}),
            instance(5, (1, 1, 1), {"A": 0}, ambiguous=True),
            instance(6, (1, 1, 1), {"A": None}),
            instance(7, (1, 1, 1), {}),
        ],
    )
    assert (found.instances, found.ambiguous, found.unlabelled, found.split, found.used) == (7, 1, 1, 1, 4)
    assert found.grades == {"yes": 3, "no": 1}
    (judge,) = found.judges
    assert (judge.name, judge.compared, judge.without) == ("A", 2, 1)
    assert judge.confusion == [[1, 0], [0, 1]]
    assert judge.figures["accuracy"].value == 1
    assert found.duels == ()


def test_the_ensemble_mends_what_single_judges_get_wrong() -> None:
    (found,) = agreements(panel({"A": {0, 1, 2, 3}, "B": {4, 5, 6}, "C": {7, 8}}))
    worth = {judge.name: judge.figures["accuracy"].value for judge in found.judges}
    assert worth == {"A": 56 / 60, "B": 57 / 60, "C": 58 / 60, ENSEMBLE: 1.0}
    against = {(duel.first, duel.second): duel for duel in found.duels}
    assert len(against) == 6
    duel = against["A", ENSEMBLE]
    assert (duel.n, duel.only_first, duel.only_second) == (60, 0, 4)
    # Four of four that differ are right with chance 1/16, on either side.
    assert duel.p.value == pytest.approx(2 / 16)


def test_kpis_of_one_scale_are_pooled_too() -> None:
    scale = Scale(1, 3)
    mixed = [
        *(instance(n, (1, 0, 1), {"A": 1}, kpi="clarification") for n in range(3)),
        *(instance(n, (0, 0, 1), {"A": 1}, kpi="retention") for n in range(3)),
        *(instance(n, (0.5, 0.5, 1), {"A": n / 2}, kpi="conciseness", scale=scale) for n in range(3)),
    ]
    found = {one.name: one for one in agreements(mixed)}
    assert list(found) == ["clarification", "retention", "conciseness", "all of scale binary"]
    assert found["all of scale binary"].used == 6
    graded = found["conciseness"].judges[0]
    assert graded.figures["inverted_mse"].value == pytest.approx(1 - 2 * 0.25 / 3)
    assert graded.figures["exact"].value == pytest.approx(1 / 3)
    assert graded.confusion[1] == [1, 1, 1]
    assert found["conciseness"].grades == {"3": 0, "2": 3, "1": 0}
    # People of one mind about every instance leave nothing to be told from chance.
    assert graded.figures["kappa"].shown == "undefined: people gave one class only"


def test_three_are_kept_where_they_mend_each_other() -> None:
    errors = {"A": set(range(0, 15)), "B": set(range(15, 30)), "C": set(range(30, 45))}
    found = best_judges(panel(errors))
    assert found.judges == ("A", "B", "C")
    assert found.agreement.value == 1
    assert found.alike == ()
    assert "the next best" in keeping_lines(found)[1]


def test_a_bad_judge_is_not_kept() -> None:
    errors = {"B": set(range(40)), "C": set(range(20, 60))}
    found = best_judges(panel(errors))
    assert found.judges == ("A",)
    assert all(rival.judges != ("A",) for rival in found.rivals)


def test_a_difference_within_noise_is_called_one() -> None:
    found = best_judges(panel({"A": {1}, "B": {2, 3}, "C": {1, 2, 3}}, asked="ABC"))
    assert found.agreement.low is not None
    assert found.alike
    lines = keeping_lines(found)
    assert any(line.startswith("within noise: ") for line in lines)
    told = found.as_json()
    assert told["within_noise"] is True
    assert {tuple(rival["judges"]) for rival in told["rivals"]} >= {("B",), ("A", "B")}


def test_deciding_less_does_not_make_a_set_better() -> None:
    # Two judges agree only where both are right, and decide nothing elsewhere.
    found = best_judges(panel({"A": set(range(10)), "B": set(range(10, 30))}, asked="AB"))
    assert found.judges == ("A",)


@pytest.mark.parametrize(
    ("instances", "why"),
    [
        ([instance(1, (1, 1), {})], "no judge answered"),
        ([instance(1, (1, 0), {"A": 1})], "no instance that people decided"),
        ([instance(1, (1,), {"A": 1}), instance(2, (1,), {"B": 1})], "no instance that people decided was put to all"),
    ],
)
def test_nothing_is_recommended_without_a_basis(instances: list[Instance], why: str) -> None:
    found = best_judges(instances)
    assert found.judges == ()
    assert why in found.agreement.why
    assert keeping_lines(found)[0].startswith("judges to keep: undefined: ")


def test_no_judge_may_be_called_as_all_of_them() -> None:
    with pytest.raises(UsageError, match="ensemble"):
        agreements([instance(1, (1,), {ENSEMBLE: 1})])
