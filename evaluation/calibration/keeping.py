"""Which judges to keep: the set of at most three that agrees best with people, and how sure that is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from evaluation.calibration.agreement import judges_of, usable
from evaluation.calibration.figures import Figure, figure, undefined
from evaluation.calibration.labels import Instance
from evaluation.calibration.measures import resampled
from evaluation.statistics_bootstrap import NO_WIDTH

MOST_JUDGES = 3
"""Source: LoCar decides by the majority of three."""
MOST_RIVALS = 20


@dataclass(frozen=True, slots=True)
class Rival:
    """Another set, and by how much the best one agrees more, with an interval over the same draws."""

    judges: tuple[str, ...]
    agreement: float
    behind: Figure

    @property
    def within_noise(self) -> bool:
        """Whether the data do not tell it from the best one."""
        return self.behind.low is None or self.behind.low < NO_WIDTH


@dataclass(frozen=True, slots=True)
class Keeping:
    """The best set, its agreement over `instances` that were put to all judges, and the next best ones."""

    judges: tuple[str, ...]
    agreement: Figure
    instances: int
    rivals: tuple[Rival, ...]

    @property
    def alike(self) -> tuple[Rival, ...]:
        """The sets that cannot be told from it."""
        return tuple(rival for rival in self.rivals if rival.within_noise)

    def as_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "judges": list(self.judges),
            "agreement": self.agreement.as_json(),
            "instances": self.instances,
            "within_noise": bool(self.alike),
            "rivals": [
                {
                    "judges": list(rival.judges),
                    "agreement": rival.agreement,
                    "behind": rival.behind.as_json(),
                    "within_noise": rival.within_noise,
                }
                for rival in self.rivals
            ],
        }


def best_judges(instances: Sequence[Instance]) -> Keeping:
    """Return which judges to keep, over all KPIs.

    An instance counts 1 where the set says what people say, on a scale less by the squared distance, and 0 where it
    has no majority: a set that decides less is not better for it. Of equal sets the smaller one is best.
    """
    judges = judges_of(instances)
    common = [one for one in usable(instances) if all(one.asked(judge) for judge in judges)]
    if not judges or not common:
        why = "no instance that people decided was put to all judges" if judges else "no judge answered"
        return Keeping((), undefined(why), 0, ())
    sets = [some for size in range(1, MOST_JUDGES + 1) for some in combinations(judges, size)]
    worth = {some: [_worth(one, some) for one in common] for some in sets}
    ranked = sorted(sets, key=lambda some: (-sum(worth[some]), len(some)))
    best = ranked[0]
    rivals = tuple(_rival(some, worth[some], worth[best]) for some in ranked[1 : MOST_RIVALS + 1])
    return Keeping(best, resampled(worth[best], _mean), len(common), rivals)


def _worth(instance: Instance, judges: Sequence[str]) -> float:
    human, verdict = instance.human, instance.verdict(judges)
    return 0.0 if human is None or verdict is None else 1 - (human - verdict) ** 2


def _rival(judges: tuple[str, ...], worth: Sequence[float], best: Sequence[float]) -> Rival:
    behind = resampled([more - less for more, less in zip(best, worth, strict=True)], _mean)
    if behind.low is None and behind.value:
        # Every draw is the same only where each instance is, which is no noise.
        behind = behind.within(behind.value, behind.value) if len(best) > 1 else behind
    return Rival(judges, sum(worth) / len(worth), behind)


def _mean(counted: Mapping[float, int]) -> Figure:
    return figure(sum(value * count for value, count in counted.items()) / sum(counted.values()))
