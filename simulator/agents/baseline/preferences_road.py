"""Stored sentences about places, mails and charging, read for what they single out."""

import re
from typing import Any

from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.roads import told
from simulator.language.numbers import find_numbers


def preferred_place(facts: Facts, kind: str, rows: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the one place a stored sentence names, None when none or several are named."""
    sentences = " ".join(facts.preferences("points_of_interest", kind)).lower()
    named = [row for row in rows if (name := told(row.get("name"))) and str(name).lower() in sentences]
    return named[0] if len(named) == 1 else None


def preferred_charge(facts: Facts) -> float | None:
    """Return the state of charge in percent the driver always charges to, None when no sentence tells one."""
    found = {
        span.value
        for sentence in facts.preferences("points_of_interest", "charging_stations")
        if re.search(r"charg|충전", sentence.lower())
        for span in [*find_numbers(sentence, "en"), *find_numbers(sentence, "ko")]
        if span.unit == "percent"
    }
    return found.pop() if len(found) == 1 else None


def preferred_person(facts: Facts, leaf: str, names: dict[str, str]) -> str | None:
    """Return the id of the one person a stored sentence on mails or the calendar names."""
    sentences = " ".join(facts.preferences("productivity_and_communication", leaf)).lower()
    named = [contact for contact, name in names.items() if name.lower() in sentences]
    return named[0] if len(named) == 1 else None
