"""Stored preference sentences read for the value they give a device.

The sentences are free text. A clause with a condition (when, if, only when, 때, 면) counts only where the condition
can be seen to hold; a clause that rejects something is left out. This is shallow: nested or implied conditions
are not understood.
"""

import re

from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.signals import Unable
from simulator.agents.baseline.spotting import Mention, spot
from simulator.channel import Locale
from simulator.language.hangul import has_hangul

_CLAUSES = re.compile(r"[,;]|\.\s| but | and only | (?=only when |when |if )|(?<=[고데만])\s|지만")
_CONDITION = re.compile(r"\b(?:when|if|while|during|unless|whenever)\b|때|(?:으면|이면|하면|켜면|되면|라면)(?:\s|$)")
_REJECTS = re.compile(r"\b(?:never|not|doesn't|dislikes?|hates?|can't|too)\b|싫|않|못|너무")
_EVENING = re.compile(r"\b(?:evening|night)s?\b|저녁|밤|야간")
_MORNING = re.compile(r"\bmornings?\b|아침|오전")
_EVENING_FROM_HOUR = 17
_MORNING_UNTIL_HOUR = 11
_AIRFLOW = ("WINDSHIELD", "HEAD", "FEET")
_UNITS = {
    "sunroof": ("percent", "fraction"),
    "window": ("percent", "fraction"),
    "sunshade": ("percent", "fraction"),
    "temperature": ("degree",),
    "fan": ("level", None),
    "seat_heating": ("level", None),
    "steering_heating": ("level", None),
}


def preferred(facts: Facts, device: str, purpose: str = "") -> float | str | None:
    """Return the one value the driver prefers for a device, or None; `purpose` may be defrost.

    Raises Look until the preferences were read.
    """
    general: list[float | str] = []
    conditional: list[float | str] = []
    for sentence in facts.preferences():
        locale: Locale = "ko" if has_hangul(sentence) else "en"
        if not _is_about(spot(sentence, locale)[1], device):
            continue
        condition = ""
        for clause in _CLAUSES.split(sentence.replace("_", " ")):
            value = _value(clause, locale, device)
            if _CONDITION.search(clause) or _EVENING.search(clause) or _MORNING.search(clause):
                condition = clause
            if value is None or _REJECTS.search(clause):
                continue
            if not condition:
                general.append(value)
            elif _holds(condition, locale, facts, purpose):
                conditional.append(value)
            condition = ""
    chosen = set(conditional or general)
    return chosen.pop() if len(chosen) == 1 else None


def _is_about(mentions: list[Mention], device: str) -> bool:
    named = {mention.meaning for mention in mentions if mention.kind == "device"}
    if device == "ambient":
        return bool(named & {"ambient", "light"}) or any(mention.kind == "color" for mention in mentions)
    if device == "airflow":
        return bool(named & {"airflow", "air"})
    if device == "circulation":
        return "circulation" in named or any(mention.meaning in ("FRESH_AIR", "RECIRCULATION") for mention in mentions)
    if device == "fan":
        return bool(named & {"fan", "air"})
    return device in named


def _value(clause: str, locale: Locale, device: str) -> float | str | None:
    mentions = spot(clause.lower().replace("lightcolor", "light color"), locale)[1]
    if device == "ambient":
        colors = [mention.meaning for mention in mentions if mention.kind == "color" and mention.meaning != "OTHER"]
        return colors[0] if colors else None
    options = [mention.meaning for mention in mentions if mention.kind == "option"]
    if device == "airflow":
        parts = [part for part in _AIRFLOW if part in options]
        return "_".join(parts) if parts else None
    if device == "circulation":
        modes = [option for option in options if option not in _AIRFLOW]
        return modes[0] if modes else None
    if device == "defrost":
        zones = {mention.meaning for mention in mentions if mention.kind == "zone"} | set(options)
        if "ALL" in zones or {"FRONT", "REAR"} <= zones:
            return "ALL"
        return "FRONT" if zones & {"FRONT", "WINDSHIELD"} else ("REAR" if "REAR" in zones else None)
    for mention in mentions:
        if mention.kind == "number" and mention.number is not None and mention.unit in _UNITS.get(device, ()):
            return mention.number * 100 if mention.unit == "fraction" else mention.number
    return (
        50
        if any(mention.meaning == "half" for mention in mentions) and device in ("sunroof", "window", "sunshade")
        else None
    )


def _holds(clause: str, locale: Locale, facts: Facts, purpose: str) -> bool:
    named = {mention.meaning for mention in spot(clause, locale)[1] if mention.kind == "device"}
    if "defrost" in named:
        return purpose == "defrost"
    if "ac" in named:
        try:
            return bool(facts.value("air_conditioning"))
        except Unable:
            return False
    if facts.view is not None and _EVENING.search(clause):
        return facts.view.now.hour >= _EVENING_FROM_HOUR
    if facts.view is not None and _MORNING.search(clause):
        return facts.view.now.hour <= _MORNING_UNTIL_HOUR
    return False
