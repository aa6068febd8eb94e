"""What dialogues are about: the categories of navigation and those of the owner's manual."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict

import assets
from simulator.channel import Locale


class Topic(BaseModel):
    """A category by id, with its name in each language and its sub-categories."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    title: dict[Locale, str]
    parts: tuple["Topic", ...] = ()


@cache
def navigation_topics() -> tuple[Topic, ...]:
    """Return the major categories of navigation with their sub-categories.

    Source: our own list of the size of LoCar's, 7 by 28.
    """
    import yaml

    rows: list[Any] = yaml.safe_load(assets.text("taxonomy/navigation.yaml"))
    return tuple(Topic.model_validate(row) for row in rows)


@cache
def navigation_categories() -> tuple[str, ...]:
    """Return the ids of the sub-categories of navigation."""
    return tuple(part.id for topic in navigation_topics() for part in topic.parts)


@cache
def manual_categories() -> tuple[str, ...]:
    """Return the ids of the categories of the owner's manual."""
    return tuple(_manual_categories())


def _manual_categories() -> Iterator[str]:
    from simulator.world.manual import manual

    for category in manual().categories:
        yield category.id


def is_manual_section(section_id: str) -> bool:
    """Return whether the owner's manual has a section of this id, written or planned."""
    from simulator.world.manual import manual

    return manual().place(section_id) is not None


def title(category: str, locale: Locale) -> str:
    """Return the name of a category of either kind, the id itself where nobody knows it."""
    for topic in navigation_topics():
        for part in topic.parts:
            if part.id == category:
                return part.title[locale]
    from simulator.world.manual import manual

    for other in manual().categories:
        if other.id == category:
            return other.title.of(locale)
    return category
