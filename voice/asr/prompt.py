"""The names a recogniser may expect, as the sentence that Whisper models take as what was said before."""

from simulator.channel import Locale

MOST_NAMES = 30
_MOST_CHARACTERS = 400
# A sentence that sets the scene and ends the list helps more than bare names. Source: docs/voice.md, fact 6.
_SCENE: dict[Locale, str] = {"ko": "차량 음성 비서.", "en": "In-car voice assistant."}


def domain_prompt(names: tuple[str, ...], locale: Locale) -> str | None:
    """Return the prompt with as many of the names as fit, at most 30; None without any name."""
    kept: list[str] = []
    length = 0
    for name in names[:MOST_NAMES]:
        length += len(name) + 2
        if length > _MOST_CHARACTERS:
            break
        kept.append(name)
    return f"{_SCENE[locale]} {', '.join(kept)}." if kept else None
