"""Confidence intervals by resampling scenarios, in plain Python."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from random import Random
from typing import Any

Statistic = Hashable
Shares = Mapping[Any, tuple[float, float]]
"""What one scenario adds to each statistic: numerator and denominator."""
NOTHING = (0.0, 0.0)

RESAMPLES = 1_000
LEVEL = 0.95
SEED = 20_260_312
FEWEST_SCENARIOS = 2
NO_WIDTH = 1e-12
"""A narrower interval is the rounding of sums of equal figures."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """A percentile interval: `low` to `high` at `level`, from `resamples` draws of `scenarios` scenarios."""

    low: float
    high: float
    level: float
    resamples: int
    scenarios: int


def telling(bounds: Bounds | None) -> Bounds | None:
    """Return bounds that tell something; None where every draw was the same, since all scenarios agree.

    A width of 0 would claim a certainty that nobody has: resampling cannot show what was never seen.
    """
    return None if bounds is None or bounds.high - bounds.low < NO_WIDTH else bounds


class Resampled:
    """Statistics of many runs drawn, with replacement, from the scenarios of one run.

    `strata` holds, per kind of scenario, what each scenario adds to every statistic. As many scenarios of each kind
    are drawn as the run has, so the mix of kinds is kept; trials and languages of a scenario stay together, since they
    are not independent evidence. Equal input and seed give equal output. Raises ValueError without resamples.

    Source: Efron's percentile bootstrap, clustered by scenario.
    """

    def __init__(self, strata: Mapping[str, Sequence[Shares]], resamples: int = RESAMPLES, seed: int = SEED) -> None:
        if resamples < 1:
            raise ValueError(f"resamples: at least 1 is needed, got {resamples}")
        self._resamples = resamples
        random = Random(seed)
        self._strata = {name: _Stratum(strata[name], resamples, random) for name in sorted(strata) if strata[name]}

    def interval(self, name: Statistic, strata: Sequence[str] | None = None) -> Bounds | None:
        """Return the interval of one statistic, pooled over strata; None when fewer than two scenarios carry it."""
        wanted = self._strata if strata is None else strata
        chosen = [found for stratum in wanted if (found := self._strata.get(stratum)) and found.carrying(name)]
        values = []
        for parts in zip(*(stratum.drawn(name) for stratum in chosen), strict=True):
            below = sum([part[1] for part in parts])
            if below:
                values.append(sum([part[0] for part in parts]) / below)
        return self._bounds(values, sum(stratum.carrying(name) for stratum in chosen))

    def mean_interval(self, name: Statistic, strata: Sequence[str]) -> Bounds | None:
        """Return the interval of the unweighted mean over strata; None when one has fewer than two scenarios."""
        chosen = [found for stratum in strata if (found := self._strata.get(stratum))]
        carrying = [stratum.carrying(name) for stratum in chosen]
        if len(chosen) < len(strata) or min(carrying, default=0) < FEWEST_SCENARIOS:
            return None
        values = [
            sum(above / below for above, below in parts) / len(parts)
            for parts in zip(*(stratum.drawn(name) for stratum in chosen), strict=True)
            if all(below for _, below in parts)
        ]
        return self._bounds(values, sum(carrying))

    def drawn(self, name: Statistic, strata: Sequence[str] | None = None) -> list[float | None]:
        """Return one statistic, pooled over strata, in every drawn run; None where no drawn scenario carries it.

        The runs come in the same order for every statistic, so figures that belong together can be put together.
        """
        pools = [stratum.drawn(name) for stratum in self._chosen(strata)]
        return [_share(parts) for parts in zip(*pools, strict=True)] if pools else [None] * self._resamples

    def mean_drawn(self, name: Statistic, strata: Sequence[str]) -> list[float | None]:
        """Return the unweighted mean over strata in every drawn run; None where one has nothing to carry it."""
        chosen = self._chosen(strata)
        if len(chosen) < len(strata):
            return [None] * self._resamples
        pools = [[_share([part]) for part in stratum.drawn(name)] for stratum in chosen]
        found: list[float | None] = []
        for values in zip(*pools, strict=True):
            known = [value for value in values if value is not None]
            found.append(sum(known) / len(known) if len(known) == len(strata) else None)
        return found

    def _chosen(self, strata: Sequence[str] | None) -> "list[_Stratum]":
        wanted = self._strata if strata is None else strata
        return [found for stratum in wanted if (found := self._strata.get(stratum))]

    def _bounds(self, values: list[float], scenarios: int) -> Bounds | None:
        if scenarios < FEWEST_SCENARIOS or not values:
            return None
        values.sort()
        tail = (1 - LEVEL) / 2
        return Bounds(quantile(values, tail), quantile(values, 1 - tail), LEVEL, self._resamples, scenarios)


class _Stratum:
    """The scenarios of one kind: how often each comes in every drawn run.

    Scenarios that add the same are told apart only by how often they come, which makes drawing fast.
    """

    def __init__(self, scenarios: Sequence[Shares], resamples: int, random: Random) -> None:
        alike = Counter(tuple(sorted(scenario.items(), key=str)) for scenario in scenarios)
        # In a fixed order, so that the order of the rows has no influence on what is drawn.
        profiles = sorted(alike, key=str)
        self._members = [dict(profile) for profile in profiles]
        self._frequencies = [alike[profile] for profile in profiles]
        positions = range(len(profiles))
        tickets = [position for position in positions for _ in range(self._frequencies[position])]
        self._drawn: dict[tuple[tuple[float, float], ...], list[tuple[float, float]]] = {}
        self._times: list[list[int]] = []
        for _ in range(resamples):
            counted = Counter(random.choices(tickets, k=len(tickets)))
            self._times.append([counted[position] for position in positions])

    def carrying(self, name: Statistic) -> int:
        """Return how many scenarios have a share in a statistic."""
        shares = (member.get(name, NOTHING) for member in self._members)
        return sum(often for (_, below), often in zip(shares, self._frequencies, strict=True) if below)

    def drawn(self, name: Statistic) -> list[tuple[float, float]]:
        """Return numerator and denominator of a statistic in every drawn run."""
        shares = tuple(member.get(name, NOTHING) for member in self._members)
        if shares not in self._drawn:
            above, below = zip(*shares, strict=True)
            self._drawn[shares] = [(sum(map(mul, times, above)), sum(map(mul, times, below))) for times in self._times]
        return self._drawn[shares]


def _share(parts: Sequence[tuple[float, float]]) -> float | None:
    below = sum(part[1] for part in parts)
    return sum(part[0] for part in parts) / below if below else None


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value below which `share` of the ordered values lie, interpolated between neighbours.

    Source: Hyndman and Fan 1996, type 7.
    """
    position = share * (len(ordered) - 1)
    lower = int(position)
    upper = min(lower + 1, len(ordered) - 1)
    return ordered[lower] + (ordered[upper] - ordered[lower]) * (position - lower)
