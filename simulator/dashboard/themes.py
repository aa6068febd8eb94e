"""The themes: three with colours of their own, and two that take the terminal's where it has few or none.

Text has a contrast of at least 7:1, everything else that is read at least 4.5:1, on every background that is used.
Source: WCAG 2.2, success criteria 1.4.3 and 1.4.6. A terminal that has 16 colours shows whatever colours its owner
gave it, so there the two terminal themes choose names that keep apart on the usual dark or light ones.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from textual.app import App
from textual.theme import BUILTIN_THEMES, Theme

from simulator.dashboard.spec import Palette
from simulator.registry import unknown

AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Shades:
    """The colours of one theme, `#rrggbb`: four backgrounds from the back to the front, and what stands on them."""

    background: str
    surface: str
    panel: str
    selected: str
    border: str
    text: str
    label: str
    accent: str
    good: str
    bad: str
    warn: str
    driver: str
    assistant: str
    dark: bool = True


SHADES: Mapping[str, Shades] = {
    "dark": Shades(
        background="#101418",
        surface="#181d23",
        panel="#222a33",
        selected="#2f4a63",
        border="#5a6b7d",
        text="#eef2f6",
        label="#a9b7c6",
        accent="#7cc7ff",
        good="#6fdc8c",
        bad="#ff9b9b",
        warn="#ffc861",
        driver="#7fd7ff",
        assistant="#a5e8a5",
    ),
    "light": Shades(
        background="#ffffff",
        surface="#f5f7f9",
        panel="#e6ebf0",
        selected="#c4dcf2",
        border="#74818e",
        text="#12181e",
        label="#44505c",
        accent="#00508c",
        good="#0a5a22",
        bad="#a10f1e",
        warn="#6e4300",
        driver="#00507a",
        assistant="#14561f",
        dark=False,
    ),
    "high-contrast": Shades(
        background="#000000",
        surface="#000000",
        panel="#262626",
        selected="#0000c0",
        border="#ffffff",
        text="#ffffff",
        label="#e4e4e4",
        accent="#ffff00",
        good="#5fff87",
        bad="#ffafaf",
        warn="#ffd75f",
        driver="#87ffff",
        assistant="#afffaf",
    ),
}

_TERMINAL_PALETTES: Mapping[str, Palette] = {
    "terminal-dark": Palette(
        label="",
        accent="bold",
        good="green",
        bad="bold bright_red",
        warn="yellow",
        driver="cyan",
        assistant="green",
        changed="bold yellow",
        flash="bold reverse",
    ),
    "terminal-light": Palette(
        label="",
        accent="bold",
        good="green",
        bad="bold red",
        warn="magenta",
        driver="blue",
        assistant="green",
        changed="bold magenta",
        flash="bold reverse",
    ),
}

# Nothing is told apart by a background of its own: what is chosen or has the focus is reversed.
_TERMINAL_VARIABLES = {
    "border-blurred": "ansi_default",
    "block-cursor-foreground": "ansi_default",
    "block-cursor-background": "ansi_default",
    # Lists of Textual leave out the reversing, so that the line below tells what is chosen there.
    "block-cursor-text-style": "bold reverse underline",
    "block-cursor-blurred-text-style": "reverse underline",
    "footer-key-foreground": "ansi_default",
    "text-muted": "ansi_default",
    "text-disabled": "ansi_default",
    "foreground-muted": "ansi_default",
    "link-color": "ansi_default",
    "scrollbar": "ansi_default",
    "scrollbar-hover": "ansi_default",
    "scrollbar-background": "ansi_default",
    "scrollbar-background-hover": "ansi_default",
    "scrollbar-background-active": "ansi_default",
    "scrollbar-active": "ansi_default",
    "input-selection-background": "ansi_default",
    "screen-selection-background": "ansi_default",
}


def _coloured(name: str, shades: Shades) -> Theme:
    return Theme(
        name=name,
        dark=shades.dark,
        primary=shades.accent,
        secondary=shades.driver,
        accent=shades.accent,
        success=shades.good,
        warning=shades.warn,
        error=shades.bad,
        foreground=shades.text,
        background=shades.background,
        surface=shades.surface,
        panel=shades.panel,
        text_alpha=1.0,
        variables={
            "border": shades.accent,
            "border-blurred": shades.border,
            "block-cursor-foreground": shades.text,
            "block-cursor-background": shades.selected,
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-foreground": shades.text,
            "block-cursor-blurred-background": shades.panel,
            "block-hover-background": shades.panel,
            "text-muted": shades.label,
            "text-disabled": shades.label,
            "foreground-muted": shades.label,
            "foreground-disabled": shades.label,
            "footer-background": shades.panel,
            "footer-foreground": shades.text,
            "footer-key-foreground": shades.accent,
            "footer-description-foreground": shades.text,
            "scrollbar": shades.border,
            "scrollbar-background": shades.background,
            "scrollbar-corner-color": shades.background,
            "input-selection-background": shades.selected,
            "input-selection-foreground": shades.text,
            "input-cursor-background": shades.text,
            "input-cursor-foreground": shades.background,
            "link-color": shades.accent,
        },
    )


def _terminal(name: str, *, dark: bool) -> Theme:
    palette = _TERMINAL_PALETTES[name]
    given = BUILTIN_THEMES["ansi-dark" if dark else "ansi-light"]
    return Theme(
        name=name,
        ansi=True,
        dark=dark,
        primary="ansi_default",
        secondary="ansi_default",
        accent="ansi_default",
        success=f"ansi_{palette.good}",
        warning=f"ansi_{palette.warn}",
        error="ansi_bright_red" if dark else "ansi_red",
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        boost="ansi_default",
        variables=dict(given.variables) | _TERMINAL_VARIABLES,
    )


THEMES: Mapping[str, Theme] = {
    **{name: _coloured(name, shades) for name, shades in SHADES.items()},
    "terminal-dark": _terminal("terminal-dark", dark=True),
    "terminal-light": _terminal("terminal-light", dark=False),
}

PALETTES: Mapping[str, Palette] = {
    **{
        name: Palette(
            text=shades.text,
            label=shades.label,
            accent=f"bold {shades.accent}",
            good=shades.good,
            bad=f"bold {shades.bad}",
            warn=shades.warn,
            driver=shades.driver,
            assistant=shades.assistant,
            changed=f"bold {shades.warn}",
            flash=f"bold {shades.background} on {shades.warn}",
        )
        for name, shades in SHADES.items()
    },
    **_TERMINAL_PALETTES,
}


def colourless(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether the person asked for no colours.

    Source: no-color.org: NO_COLOR present and not empty.
    """
    return bool(environment.get("NO_COLOR"))


def chosen_theme(wanted: str, color_system: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """Return the theme of that name; for "auto" or "" the one that suits the terminal. Raises UsageError.

    `color_system` is Rich's word for what the terminal can show: "truecolor", "256", "standard" (16 colours), or None
    where it is not known. COLORFGBG is how some terminals tell that their background is light (7 or 15).
    """
    if wanted not in (AUTO, ""):
        if wanted not in THEMES:
            raise unknown("theme", wanted, [AUTO, *THEMES])
        if not colourless(environment) or THEMES[wanted].ansi:
            return wanted
    if color_system in ("truecolor", "256") and not colourless(environment):
        return "dark"
    light = environment.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
    return "terminal-light" if light else "terminal-dark"


def use_theme(app: App[Any], wanted: str = AUTO, environment: Mapping[str, str] = os.environ) -> None:
    """Register our themes with an app and switch one on; raises UsageError for an unknown name."""
    for theme in THEMES.values():
        app.register_theme(theme)
    app.theme = chosen_theme(wanted, app.console.color_system, environment)
