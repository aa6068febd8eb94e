"""Moments of a car made by hand: how it stood when the turn began and how it stands now; and what panels draw of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from drives import scenario
from rich.cells import cell_len
from rich.text import Text

from simulator.channel import Locale
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.spec import Look, Moment, Palette, Panel
from simulator.dashboard.story import Story
from simulator.events import SessionStarted, ToolResult, ToolReturned
from simulator.vehicle.state import VehicleState
from simulator.world.generated import GeneratedWorld
from simulator.world.model import World

Flat = Mapping[str, Any]
SCENARIO = scenario()
LANGS: tuple[UiLang, ...] = ("en", "ko")
MARKS = Palette(text="white", label="dim", accent="blue", changed="magenta", flash="red")
"""Styles that can be told apart."""


def moment_of(
    now: Flat, was: Flat | None = None, *, locale: Locale = "en", world: World | None = None, flashing: bool = False
) -> Moment:
    """Return a moment of a car; `was` holds what was otherwise when the turn began."""
    after = VehicleState.from_flat(now)
    before = VehicleState.from_flat({**now, **(was or {})})
    story = Story(SCENARIO, locale, world or GeneratedWorld(locale=locale))
    story.append(
        SessionStarted(
            seq=0,
            turn=0,
            at_ms=0,
            scenario_id=SCENARIO.id,
            kind=SCENARIO.kind,
            locale=locale,
            speech_level=None,
            trial=0,
            seed=0,
            agent="a",
            user="u",
            channel="text",
            state=before.model_dump(),
            digest="",
        )
    )
    changes = before.diff(after)
    if changes:
        result = ToolResult(call_id="c", name="n", content="", changes=changes)
        story.append(ToolReturned(seq=1, turn=0, at_ms=0, step=0, result=result))
    paths = frozenset(change.path for change in changes) if flashing else frozenset()
    return Moment(story, len(story), paths)


def drawn(panel: Panel, moment: Moment, width: int = 40, height: int = 0, lang: UiLang = "en") -> list[Text]:
    """Return what a panel draws; raises AssertionError where a line is wider than asked."""
    lines = panel.draw(moment, width, height, Look(lang, MARKS))
    for line in lines:
        assert cell_len(line.plain) <= width, f"{line.plain!r} is wider than {width}"
        assert "\n" not in line.plain
    return lines


def said(panel: Panel, moment: Moment, width: int = 40, height: int = 0, lang: UiLang = "en") -> str:
    """Return what a panel draws as one text."""
    return "\n".join(line.plain.rstrip() for line in drawn(panel, moment, width, height, lang))


def styled(lines: Sequence[Text], style: str) -> str:
    """Return all text that is drawn in one style, pieces apart by spaces."""
    return " ".join(
        line.plain[span.start : span.end] for line in lines for span in line.spans if str(span.style) == style
    )
