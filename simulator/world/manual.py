"""The owner's manual of the simulated car: chapters, categories and sections in English and Korean."""

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictStr, model_validator

import assets
from simulator.language.locale import Locale

Severity = Literal["danger", "warning", "caution", "note"]
"""Death or serious injury follows; may follow; damage or a light injury may follow; good to know."""

Unit = Literal[
    "%",
    "kWh",
    "kWh/100 km",
    "kW",
    "V",
    "A",
    "Ah",
    "W",
    "N·m",
    "kPa",
    "°C",
    "mm",
    "cm",
    "m",
    "km",
    "km/h",
    "inch",
    "kg",
    "g",
    "L",
    "s",
    "min",
    "h",
    "day",
    "week",
    "month",
    "year",
    "age",
    "level",
    "count",
    "time",
]
"""`count` numbers things, `time` how often, `level` a step of a dial, `age` years of life; texts say them in words."""

_KOREAN_UNITS = {
    "s": "초",
    "min": "분",
    "h": "시간",
    "day": "일",
    "week": "주",
    "month": "개월",
    "year": "년",
    "age": "세",
    "inch": "인치",
    "level": "단",
    "time": "번",
}
# A number of things or the step of a dial is told by its name.
_UNSAID: Mapping[Locale, tuple[str, ...]] = {"en": ("level", "count", "age"), "ko": ("count",)}

_NAME = r"[a-z0-9]+(?:-[a-z0-9]+)*"


class _Page(BaseModel):
    """A part of a manual file; unknown keys are mistakes."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Words(_Page):
    """The same said in both languages."""

    en: Annotated[StrictStr, Field(min_length=1)]
    ko: Annotated[StrictStr, Field(min_length=1)]

    def of(self, locale: Locale) -> str:
        """Return the words in a language."""
        return self.ko if locale == "ko" else self.en


class Notice(Words):
    """A warning with how bad it is."""

    severity: Severity


class Value(_Page):
    """A number with its unit, or a size written as text; `fact` is where the fact sheet holds the same value."""

    name: Words
    number: Annotated[int | float | None, Field(union_mode="left_to_right")] = None
    unit: Unit | None = None
    text: StrictStr | None = None
    fact: StrictStr | None = None

    @model_validator(mode="after")
    def _has_one_value(self) -> "Value":
        if (self.number is None) == (self.text is None) or (self.number is None) != (self.unit is None):
            raise ValueError("needs either number and unit, or text")
        return self

    def told(self, locale: Locale) -> str:
        """Return the value as a reader sees it, such as "15 min" or "15분"."""
        if self.number is None:
            return str(self.text)
        unit = str(self.unit)
        korean = _KOREAN_UNITS.get(unit) if locale == "ko" else None
        between = "" if korean or unit == "%" else " "
        return f"{self.number:,}{between}{'' if unit in _UNSAID[locale] else korean or unit}".rstrip()


class Section(_Page):
    """One section: what the manual says about one thing.

    `symptoms` are what drivers say when something is wrong, `see` ids of other sections. A section without `body` is
    planned and not written.
    """

    id: Annotated[StrictStr, Field(pattern=rf"^{_NAME}\.{_NAME}\.{_NAME}$")]
    title: Words
    body: tuple[Words, ...] = ()
    steps: tuple[Words, ...] = ()
    warnings: tuple[Notice, ...] = ()
    values: tuple[Value, ...] = ()
    symptoms: tuple[Words, ...] = ()
    see: tuple[StrictStr, ...] = ()

    def passages(self, locale: Locale) -> Iterator[str]:
        """Yield what the section tells a driver: paragraphs, steps, warnings."""
        for group in (self.body, self.steps, self.warnings):
            for words in group:
                yield words.of(locale)


class Category(_Page):
    """A group of sections about one part or topic."""

    id: Annotated[StrictStr, Field(pattern=rf"^{_NAME}\.{_NAME}$")]
    title: Words
    sections: tuple[Section, ...]


class Chapter(_Page):
    """A chapter, which is one file."""

    id: Annotated[StrictStr, Field(pattern=rf"^{_NAME}$")]
    title: Words
    categories: tuple[Category, ...]

    @model_validator(mode="after")
    def _ids_nest(self) -> "Chapter":
        for category in self.categories:
            for part, whole in ((category.id, self.id), *((section.id, category.id) for section in category.sections)):
                if part.rpartition(".")[0] != whole:
                    raise ValueError(f"{part}: stands in {whole}, so its id begins with '{whole}.'")
        return self


class Manual:
    """The whole manual, in the order of the book; raises ValueError when two sections share an id."""

    def __init__(self, chapters: tuple[Chapter, ...]) -> None:
        self.chapters = chapters
        if len(self._by_id) != len(self.sections):
            ids = [section.id for section in self.sections]
            raise ValueError(f"{next(one for one in ids if ids.count(one) > 1)}: stands twice in the manual")

    @cached_property
    def categories(self) -> tuple[Category, ...]:
        """All categories."""
        return tuple(category for chapter in self.chapters for category in chapter.categories)

    @cached_property
    def pages(self) -> tuple[tuple[Chapter, Category, Section], ...]:
        """All sections, planned ones too, each with the chapter and the category it stands in."""
        return tuple(
            (chapter, category, section)
            for chapter in self.chapters
            for category in chapter.categories
            for section in category.sections
        )

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """All sections, planned ones too."""
        return tuple(section for _, _, section in self.pages)

    @cached_property
    def written(self) -> tuple[Section, ...]:
        """The sections that have a text."""
        return tuple(section for section in self.sections if section.body)

    @cached_property
    def _by_id(self) -> Mapping[str, tuple[Chapter, Category, Section]]:
        return {page[2].id: page for page in self.pages}

    def place(self, section_id: str) -> tuple[Chapter, Category, Section] | None:
        """Return a section with the chapter and category it stands in, or None where the id is unknown."""
        return self._by_id.get(section_id)

    def seen_from(self, section: Section) -> tuple[Section, ...]:
        """Return the sections one refers to, as far as they are written."""
        seen = [self._by_id[other][2] for other in section.see if other in self._by_id]
        return tuple(other for other in seen if other.body)


def _plain(node: Any) -> Any:
    """Return a YAML node as mappings, lists and texts: every scalar stays text, so "off" is a word and no truth value.

    Pages need nothing else, and without the resolving and the safety nets of a whole loader it takes a third of the
    time, which is what a session waits at its first question. Raises ValueError where a key stands twice.
    """
    kind = type(node).__name__
    if kind == "ScalarNode":
        return node.value
    if kind == "SequenceNode":
        return [_plain(item) for item in node.value]
    values = {key.value: _plain(value) for key, value in node.value}
    if len(values) != len(node.value):
        raise ValueError(f"line {node.start_mark.line + 1}: a key stands twice")
    return values


def _read(name: str) -> Any:
    import yaml

    return _plain(
        yaml.compose(assets.text(f"manual/{name}.yaml"), Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    )


@cache
def chapter_names() -> tuple[str, ...]:
    """Return the ids of the chapters in the order of the book."""
    return tuple(_read("contents"))


@cache
def search_words(locale: Locale) -> Mapping[str, Any]:
    """Return how drivers put questions: `idle` words, `endings`, and their `names` for what the manual calls else."""
    words: Mapping[str, Any] = _read("search")[locale]
    return words


@cache
def facts() -> Mapping[str, Any]:
    """Return the fact sheet of the car, as its file holds it."""
    import yaml

    sheet: Mapping[str, Any] = yaml.safe_load(assets.text("manual/facts.yaml"))
    return sheet


@cache
def chapter(name: str) -> Chapter:
    """Read and check one chapter; raises pydantic's ValidationError, a ValueError, where its file is wrong."""
    return Chapter.model_validate(_read(name))


@cache
def manual() -> Manual:
    """Read the whole manual; nothing is read before the first call."""
    return Manual(tuple(chapter(name) for name in chapter_names()))
