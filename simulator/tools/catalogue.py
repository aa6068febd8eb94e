"""All tools, loaded once, and the toolsets they form."""

from functools import cache

from simulator.registry import unknown
from simulator.tools import (  # noqa: F401  (importing a domain registers its tools)
    calendar,
    charging,
    charging_calculations,
    climate,
    communication,
    lights,
    manual,
    motion,
    navigation,
    navigation_edit,
    openings,
    places,
    planning,
    preferences,
    reasoning,
    seats,
    weather,
)
from simulator.tools.spec import TOOLS, ToolSpec

# What each toolset offers an assistant, by group; the person's controls belong to none.
TOOLSETS: dict[str, tuple[str, ...]] = {
    "carbench": ("carbench",),
    "dashtalk": ("carbench", "dashtalk"),
    "dashtalk-extras": ("carbench", "dashtalk", "vehicle-extras"),
    "dashtalk-manual": ("carbench", "dashtalk", "manual"),
}


@cache
def all_tools() -> tuple[ToolSpec, ...]:
    """Return every tool in the reference's order, ours after them."""
    return tuple(sorted(TOOLS.values(), key=lambda spec: spec.order))


@cache
def toolset(name: str) -> tuple[ToolSpec, ...]:
    """Return the tools of a named toolset; raises UsageError for an unknown name."""
    if name not in TOOLSETS:
        raise unknown("toolset", name, TOOLSETS)
    groups = TOOLSETS[name]
    return tuple(spec for spec in all_tools() if spec.group in groups)
