"""Tools that look things up in the owner's manual; it is read from its files at the first call."""

from typing import Annotated

from simulator.language.locale import Locale
from simulator.registry import nearest
from simulator.tools.parameters import ToolValue
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, ToolFault, tool

LONGEST_ID = 100


@tool(domain="manual", effect="get", order=80, group="manual")
def search_manual(
    car: Desk,
    query: Annotated[str, Param("What to look for, in the driver's language: a few words or a whole question.")],
    limit: Annotated[int, Param("How many sections to return at most.", minimum=1, maximum=10)] = 5,
) -> ToolValue:
    """Search the owner's manual; returns sections with id, title and an excerpt, best first. Read one by its id."""
    if not query.strip():
        raise ToolFault("SEARCH_MANUAL_001", "SearchManual_001: the query is empty; say what to look for.")
    return {"sections": found_sections(query, car.world.locale, limit)}


def found_sections(query: str, locale: Locale, limit: int) -> list[dict[str, str]]:
    """Return what a search finds, best first, with the sentence of each section that answers best."""
    from simulator.world.manual_search import search

    return [
        {
            "id": found.section.id,
            "title": found.section.title.of(locale),
            "category": found.category.title.of(locale),
            "snippet": found.snippet,
        }
        for found in search(query, locale, limit)
    ]


@tool(domain="manual", effect="get", order=81, group="manual")
def read_manual(
    car: Desk, section_id: Annotated[str, Param("Id of a section, from a search in the manual.")]
) -> ToolValue:
    """Read one section of the owner's manual: text, steps, warnings, values, and the sections it refers to."""
    from simulator.world.manual import manual

    found = section_facts(section_id, car.world.locale)
    if found is None:
        close = nearest(section_id[:LONGEST_ID], [section.id for section in manual().written])
        hint = f"did you mean {close}?" if close else "search the manual first."
        raise ToolFault("READ_MANUAL_001", f"ReadManual_001: the manual has no section {section_id}; {hint}")
    return found


def section_facts(section_id: str, locale: Locale) -> ToolValue | None:
    """Return what a section says in one language, None where there is no such section or it has no text."""
    from simulator.world.manual import manual

    book = manual()
    place = book.place(section_id)
    if place is None or not place[2].body:
        return None
    chapter, category, section = place
    found: ToolValue = {
        "id": section.id,
        "title": section.title.of(locale),
        "chapter": chapter.title.of(locale),
        "category": category.title.of(locale),
        "text": [words.of(locale) for words in section.body],
        "steps": [words.of(locale) for words in section.steps],
        "warnings": [{"severity": words.severity, "text": words.of(locale)} for words in section.warnings],
        "values": [{"name": value.name.of(locale), "value": value.told(locale)} for value in section.values],
        "see": [{"id": other.id, "title": other.title.of(locale)} for other in book.seen_from(section)],
    }
    return {name: value for name, value in found.items() if value}
