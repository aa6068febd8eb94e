"""Numbers with their units, as each language writes them."""

from simulator.dashboard.phrases import UiLang

# Source: Korean newspapers, manuals and road signs write 50% and 20°C; the SI brochure (5.4.3) wants a space in both.
_CLOSE_IN_KOREAN = frozenset(("%", "°C"))


def unit(name: str, lang: UiLang) -> str:
    """Return a unit as it follows a number: with a space before it, except per cent and degrees in Korean."""
    return name if lang == "ko" and name in _CLOSE_IN_KOREAN else f" {name}"


def measured(number: str, name: str, lang: UiLang) -> str:
    """Return a number with its unit."""
    return number + unit(name, lang)


def share(value: float, lang: UiLang) -> str:
    """Return a share, 0..1, as whole per cent."""
    return measured(f"{value * 100:.0f}", "%", lang)
