"""Lines and reports to one reply in the session's language and speech level."""

from simulator.agents.baseline import speech_en, speech_ko
from simulator.agents.baseline.reports import Deed
from simulator.agents.baseline.signals import Line
from simulator.channel import Locale
from simulator.events import SpeechLevel

DEFAULT_LEVEL: SpeechLevel = "haeyo"


def reply_text(deeds: list[Deed], lines: list[Line], locale: Locale, level: SpeechLevel | None) -> str:
    """Return the whole reply: reports first, then everything else, each a sentence."""
    if locale == "ko":
        spoken_level = level or DEFAULT_LEVEL
        parts = [speech_ko.report(deed, spoken_level) for deed in deeds]
        parts.extend(speech_ko.sentence(line, spoken_level) for line in lines)
    else:
        parts = [speech_en.report(deed) for deed in deeds]
        parts.extend(speech_en.sentence(line) for line in lines)
    return " ".join(part for part in parts if part)
