"""Styles by meaning, made from the theme that is on."""

from typing import Any

from rich.errors import StyleSyntaxError
from rich.style import Style
from textual.app import App
from textual.theme import Theme

from simulator.dashboard.phrases import UiLang
from simulator.dashboard.spec import Look, Palette
from simulator.dashboard.themes import PALETTES


def _style(*words: str | None) -> str:
    """Return a Rich style of the words that Rich understands; Textual's names of terminal colours are translated."""
    kept: list[str] = []
    for word in words:
        name = (word or "").removeprefix("ansi_").replace("default", "")
        if name:
            try:
                Style.parse(name)
            except StyleSyntaxError:
                continue
            kept.append(name)
    return " ".join(kept)


def palette_of(theme: Theme) -> Palette:
    """Return the styles of a theme: ours have their own, for others they are made of its colours."""
    if theme.name in PALETTES:
        return PALETTES[theme.name]
    return Palette(
        label="dim",
        accent=_style("bold", theme.accent or theme.primary),
        good=_style(theme.success or "green"),
        bad=_style("bold", theme.error or "red"),
        warn=_style(theme.warning or "yellow"),
        driver=_style(theme.primary),
        assistant=_style(theme.success or "green"),
        changed=_style("bold", theme.warning or "yellow"),
        flash=_style("bold", "reverse", theme.warning or "yellow"),
    )


def look_of(app: App[Any], lang: UiLang) -> Look:
    """Return how panels are to look under the app's present theme."""
    return Look(lang, palette_of(app.current_theme))
