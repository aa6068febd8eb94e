"""Names of points of interest and streets, each in two languages that mean the same place."""

from collections.abc import Mapping, Sequence
from functools import cache

from simulator.world.draw import Draw
from simulator.world.places import table

BothNames = tuple[str, str]
"""English or the country's own language in Latin letters, and Korean."""


@cache
def _lists() -> Mapping[tuple[str, str], Sequence[BothNames]]:
    lists: dict[tuple[str, str], list[BothNames]] = {}
    for style, use, name, name_ko in table("poi_names"):
        lists.setdefault((style, use), []).append((name, name_ko))
    return lists


def street_names(style: str) -> Sequence[BothNames]:
    """Return the streets of a style."""
    return _lists()[style, "street"]


def poi_name(style: str, category: str, draw: Draw) -> BothNames:
    """Return a name for a POI of a category."""
    name, name_ko = draw.pick(_lists()[style, category])
    word, word_ko = draw.pick(_lists()[style, "word"])
    return name.format(word), name_ko.format(word_ko)
