"""`dashtalk manual`: search and read the owner's manual as an assistant does with its two tools."""

import argparse
from collections.abc import Iterator
from typing import Any

from simulator.commands.output import console, write_json
from simulator.language.hangul import has_hangul
from simulator.language.locale import Locale
from simulator.language.printable import printable
from simulator.registry import UsageError, nearest
from simulator.tools.manual import found_sections, section_facts

_MOST = 10


def manual(arguments: argparse.Namespace) -> int:
    """Print the sections that answer a question best, or one section in full."""
    if (arguments.question is None) == (arguments.read is None):
        raise UsageError("give a QUESTION, or --read SECTION")
    if not 1 <= arguments.limit <= _MOST:
        raise UsageError(f"--limit: {arguments.limit} must lie between 1 and {_MOST}")
    if arguments.read is not None:
        found = _section(arguments.read, arguments.locale or "en")
        lines = _told(found)
    else:
        if not arguments.question.strip():
            raise UsageError("the question is empty: say what to look for")
        spoken: Locale = "ko" if has_hangul(arguments.question) else "en"
        found = {"sections": found_sections(arguments.question, arguments.locale or spoken, arguments.limit)}
        lines = _listed(found)
    if arguments.json:
        write_json(arguments.json, found)
        return 0
    for line in lines:
        console().print(printable(line), markup=False, soft_wrap=True, highlight=False)
    return 0


def _section(section_id: str, locale: Locale) -> dict[str, Any]:
    from simulator.world.manual import manual as whole

    found = section_facts(section_id, locale)
    if found is None:
        close = nearest(section_id[:100], [section.id for section in whole().written])
        raise UsageError(
            f"--read: the manual has no section '{section_id}': "
            + (f"did you mean '{close}'?" if close else "a search tells their ids")
        )
    return found


def _listed(found: dict[str, Any]) -> Iterator[str]:
    if not found["sections"]:
        yield "nothing in the manual has a word of it"
    for section in found["sections"]:
        yield f"{section['id']}  {section['title']} ({section['category']})"
        yield f"    {section['snippet']}"


def _told(found: dict[str, Any]) -> Iterator[str]:
    yield f"{found['title']} ({found['chapter']}: {found['category']})"
    yield from found.get("text", ())
    for number, step in enumerate(found.get("steps", ()), 1):
        yield f"  {number}. {step}"
    for warning in found.get("warnings", ()):
        yield f"  [{warning['severity']}] {warning['text']}"
    for value in found.get("values", ()):
        yield f"  {value['name']}: {value['value']}"
    if found.get("see"):
        yield "see " + ", ".join(section["id"] for section in found["see"])
