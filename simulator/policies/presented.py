"""Routes the assistant has seen in tool results, and what a speech tells of them."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal

from simulator.channel import Locale
from simulator.language.numbers import find_numbers
from simulator.trajectory import Step

Presented = Literal["surely", "perhaps"]

# A distance counts as the route's own when it is the route's after rounding.
_ROUNDING_KM = 1.0
_HOURS_SHORT = re.compile(r"(?<=\d)\s?h(?:rs?)?\.?(?=\s|\d|[,.;:!?)]|$)", re.I)
_MINUTES_SHORT = re.compile(r"(?<=\d)\s?m(?=[\s,.;:!?)]|$)")
_AND = re.compile(r"^[\s,]*(?:and\s+)?(?:an?\s+)?$", re.I)
_TOLL = re.compile(r"\btoll\w*\b|통행료|톨비|톨게이트|유료|도로\s?요금|요금소|하이패스", re.I)
_NO_TOLL = re.compile(
    r"\btoll[\s-]free\b|\b(?:no|without|avoid\w*|free of|zero|skip\w*|any)\b(?:\s\w+){0,2}\s?\btoll\w*\b"
    r"|\b(?:n't|not)\b(?:\s\w+){0,4}\s\btoll\w*\b"
    r"|(?:통행료|톨비|톨게이트|유료\s?(?:도로|구간)?|도로\s?요금|요금소)(?:를|을|은|는|이|가|도|로)?\s?(?:전혀\s?|따로\s?)?"
    r"(?:없|안\s|내지\s?않|들지\s?않|피하|피해|무료|아니)",
    re.I,
)


@dataclass(frozen=True)
class SeenRoute:
    """A route as tool results showed it; None and () stand for what they hid or left out. Length in km."""

    id: str
    toll: bool | None
    km: float | None
    minutes: int | None
    roads: tuple[str, ...]
    aliases: tuple[str, ...] | None

    @cached_property
    def fastest(self) -> bool | None:
        """Whether it is the fastest between its ends."""
        return None if self.aliases is None else "fastest" in self.aliases


def seen_routes(steps: Iterable[Step]) -> dict[str, SeenRoute]:
    """Return the routes that tool results of these steps showed, by id."""
    found: dict[str, SeenRoute] = {}
    for step in steps:
        for result in step.results:
            if result.fault is None and '"route_id"' in result.content:
                found |= {route.id: route for route in routes_in(result.content)}
    return found


def routes_in(content: str) -> Iterator[SeenRoute]:
    """Iterate over the routes that the text of one tool result shows."""
    try:
        answer = json.loads(content)
    except ValueError:
        return
    for row in _rows(answer):
        km, roads, aliases = row.get("distance_km"), row.get("name_via"), row.get("alias")
        hours, minutes = row.get("duration_hours"), row.get("duration_minutes")
        yield SeenRoute(
            str(row["route_id"]),
            _toll(row),
            float(km) if isinstance(km, int | float) else None,
            int(hours * 60 + minutes) if isinstance(hours, int) and isinstance(minutes, int | float) else None,
            tuple(road.strip() for road in roads.split(",")) if isinstance(roads, str) and roads != "unknown" else (),
            tuple(map(str, aliases)) if isinstance(aliases, list) else None,
        )


def _rows(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, dict):
        if isinstance(value.get("route_id"), str) and "distance_km" in value:
            yield value
        else:
            for part in value.values():
                yield from _rows(part)
    elif isinstance(value, list):
        for part in value:
            yield from _rows(part)


def _toll(row: Mapping[str, Any]) -> bool | None:
    if isinstance(row.get("includes_toll"), bool):
        return bool(row["includes_toll"])
    kinds = row.get("road_types")
    return "includes toll road" in kinds if isinstance(kinds, list) and "unknown" not in kinds else None


@lru_cache(maxsize=256)
def _road(name: str) -> re.Pattern[str]:
    """Return a pattern for a road's name with any spacing; "국도 3호선" is "국도 제3호선" too."""
    letters = r"\s*".join(map(re.escape, "".join(name.split())))
    letters = re.sub(r"제(?=(?:\\s\*)?\d)", "제?", letters)
    return re.compile(rf"(?<![A-Za-z0-9]){letters}(?![0-9])", re.I)


@dataclass(frozen=True)
class RouteSpeech:
    """What one speech says of roads, distances, times and tolls."""

    text: str
    locale: Locale

    @cached_property
    def _plain(self) -> str:
        text = unicodedata.normalize("NFC", self.text)
        if self.locale == "en":
            text = _MINUTES_SHORT.sub(" min", _HOURS_SHORT.sub(" hours ", text))
        return text

    @cached_property
    def kilometres(self) -> frozenset[float]:
        """The distances of the speech."""
        return frozenset(span.value for span in find_numbers(self._plain, self.locale) if span.unit == "kilometre")

    @cached_property
    def minutes(self) -> frozenset[float]:
        """The durations of the speech in minutes, hours and the minutes right after them taken together."""
        spans = [span for span in find_numbers(self._plain, self.locale) if span.unit in ("hour", "minute")]
        found: list[float] = []
        for before, span in zip([None, *spans], spans, strict=False):
            follows = before is not None and before.unit == "hour" and span.unit == "minute"
            if before is not None and follows and _AND.match(self._plain[before.end : span.start]):
                found[-1] += span.value
            else:
                found.append(span.value * (60 if span.unit == "hour" else 1))
        return frozenset(found)

    @cached_property
    def names_tolls(self) -> bool:
        """Whether it says of some road that it costs a toll."""
        return _TOLL.search(_NO_TOLL.sub(" ", self._plain)) is not None

    @cached_property
    def denies_tolls(self) -> bool:
        """Whether it says of some road that it costs none."""
        return _NO_TOLL.search(self._plain) is not None

    def facts(self, route: SeenRoute) -> frozenset[str]:
        """Return which of a route's distance, duration and roads the speech tells."""
        told = set()
        if route.km is not None and any(abs(km - route.km) < _ROUNDING_KM for km in self.kilometres):
            told.add("distance")
        if route.minutes is not None and route.minutes in self.minutes:
            told.add("duration")
        if any(self._names(road) for road in route.roads):
            told.add("roads")
        return frozenset(told)

    def _names(self, road: str) -> bool:
        return _road(road).search(self._plain) is not None

    def presents(self, route: SeenRoute, others: Iterable[SeenRoute]) -> Presented | None:
        """Tell whether it presents this route in detail.

        Surely with two of the three facts where no other route of `others` has all those facts too; perhaps with one.
        """
        told = self.facts(route)
        if not told:
            return None
        alike = any(told <= self.facts(other) for other in others if other.id != route.id)
        return "surely" if len(told) > 1 and not alike else "perhaps"
