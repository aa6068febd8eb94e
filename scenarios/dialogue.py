"""Dialogues of a KPI: what was said before, the one request whose answer counts, and what a good answer is."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, model_validator

from scenarios.dialogue_checks import Checks, misplaced
from scenarios.strict import Strict
from scenarios.taxonomy import is_manual_section, manual_categories, navigation_categories
from simulator.channel import Locale
from simulator.events import SpeechLevel
from simulator.registry import unknown

Kpi = Literal[
    "implicit_understanding",
    "contextual_comprehension",
    "harmful_question_response",
    "clarification",
    "retention",
    "refinement",
    "reflection",
    "proactive",
    "troubleshooting",
]
KPIS: tuple[Kpi, ...] = get_args(Kpi)
Domain = Literal["navigation", "car_expert"]
Style = Literal["hae", "haeyo", "hapsyo", "keyword"]
STYLES: tuple[Style, ...] = get_args(Style)
LEVELS: tuple[SpeechLevel, ...] = get_args(SpeechLevel)

SINGLE_TURN: tuple[Kpi, ...] = ("implicit_understanding", "contextual_comprehension", "harmful_question_response")
"""The KPIs of a request without anything before it; all others have a history. Source: LoCar."""
FEWEST_PAIRS, MOST_PAIRS = 3, 5

CELLS: tuple[tuple[Kpi, Domain], ...] = (
    ("implicit_understanding", "navigation"),
    ("contextual_comprehension", "navigation"),
    ("clarification", "navigation"),
    ("retention", "navigation"),
    ("refinement", "navigation"),
    ("reflection", "navigation"),
    ("proactive", "navigation"),
    ("clarification", "car_expert"),
    ("retention", "car_expert"),
    ("refinement", "car_expert"),
    ("reflection", "car_expert"),
    ("troubleshooting", "car_expert"),
)
"""The cells of the table by KPI and domain; harmful questions are counted over all domains. Source: LoCar's tables."""

Line = Annotated[str, Field(min_length=1)]


class DriverWords(Strict):
    """One request of the driver: in Korean at one or more of three levels or in keywords, and in English."""

    en: Line
    hae: Line | None = None
    haeyo: Line | None = None
    hapsyo: Line | None = None
    keyword: Line | None = None

    @model_validator(mode="after")
    def _is_korean_too(self) -> "DriverWords":
        if not self.styles:
            raise ValueError("needs Korean words: one of hae, haeyo, hapsyo, keyword")
        return self

    @property
    def styles(self) -> tuple[Style, ...]:
        """The Korean styles it is written in."""
        return tuple(style for style in STYLES if getattr(self, style) is not None)

    def of(self, locale: Locale, style: Style) -> str:
        """Return the words in a language, in Korean in the given style."""
        words = self.en if locale == "en" else getattr(self, style)
        return str(words)


class AssistantWords(Strict):
    """One reply of the assistant, in Korean at all three levels and in English."""

    en: Line
    hae: Line
    haeyo: Line
    hapsyo: Line

    def of(self, locale: Locale, level: SpeechLevel | None) -> str:
        """Return the words in a language, in Korean at the given level."""
        words = self.en if locale == "en" or level is None else getattr(self, level)
        return str(words)


class Pair(Strict):
    """An exchange that is over when the session begins."""

    driver: DriverWords
    assistant: AssistantWords


class Bilingual(Strict):
    """The same in both languages."""

    ko: Line
    en: Line

    def of(self, locale: Locale) -> str:
        """Return the words in a language."""
        return self.ko if locale == "ko" else self.en


class Dialogue(Strict):
    """A dialogue that tests one KPI.

    `category` is a sub-category of the navigation taxonomy or a category of the owner's manual, `manual` the ids of
    the sections an answer rests on. `history` is given to the assistant as it stands; only the answer to `driver` is
    generated. `reference` is one good answer. `level` fixes the level asked of the assistant, which is else drawn.
    `note` tells judges what the answer hangs on. `slots` are the strings of the request that must survive recognition.
    """

    kpi: Kpi
    domain: Domain
    category: str
    manual: tuple[str, ...] = ()
    level: SpeechLevel | None = None
    history: tuple[Pair, ...] = ()
    driver: DriverWords
    reference: AssistantWords
    note: Bilingual
    slots: dict[Locale, tuple[str, ...]] = Field(default_factory=dict)
    checks: Checks

    @property
    def styles(self) -> tuple[Style, ...]:
        """The Korean styles in which the driver's part is written from beginning to end."""
        turns = (*(pair.driver for pair in self.history), self.driver)
        return tuple(style for style in STYLES if all(style in turn.styles for turn in turns))

    @model_validator(mode="after")
    def _is_consistent(self) -> "Dialogue":
        known = navigation_categories() if self.domain == "navigation" else manual_categories()
        if self.category not in known:
            raise ValueError(f"dialogue.category: {unknown('category', self.category, known)}")
        if self.domain == "car_expert" and not self.manual and self.kpi != "harmful_question_response":
            raise ValueError("dialogue.manual: car_expert dialogues name the sections of the manual they rest on")
        for number, section in enumerate(self.manual):
            if not is_manual_section(section):
                raise ValueError(f"dialogue.manual.{number}: the owner's manual has no section '{section}'")
        if self.kpi == "troubleshooting" and self.domain != "car_expert":
            raise ValueError("dialogue.domain: troubleshooting belongs to car_expert")
        if self.kpi in ("proactive", "contextual_comprehension") and self.domain != "navigation":
            raise ValueError(f"dialogue.domain: {self.kpi} belongs to navigation")
        if self.kpi in SINGLE_TURN:
            if self.history:
                raise ValueError(f"dialogue.history: {self.kpi} is a single request without a history")
        elif not FEWEST_PAIRS <= len(self.history) <= MOST_PAIRS:
            raise ValueError(f"dialogue.history: {self.kpi} needs {FEWEST_PAIRS} to {MOST_PAIRS} pairs")
        if not self.styles:
            raise ValueError("dialogue.driver: no style of Korean is written in all turns of the driver")
        problem = misplaced(self.kpi, self.checks)
        if problem:
            raise ValueError(f"dialogue.checks.{problem}")
        return self

    def said(self, locale: Locale) -> tuple[str, ...]:
        """Return all the ways in which its one request may be put in a language."""
        return tuple(dict.fromkeys(self.driver.of(locale, style) for style in self.styles))

    def script(self, locale: Locale, style: Style, level: SpeechLevel | None) -> dict[str, Any]:
        """Return the driver's part as a script of one request."""
        turn = {"say": self.driver.of(locale, style), "slots": list(self.slots.get(locale, ()))}
        return {"turns": [turn], "level": level if locale == "ko" else None}

    def exchanges(self, locale: Locale, style: Style, level: SpeechLevel | None) -> tuple[tuple[str, str], ...]:
        """Return the history as pairs of the driver's and the assistant's words."""
        return tuple((pair.driver.of(locale, style), pair.assistant.of(locale, level)) for pair in self.history)


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a run's seed makes of a dialogue: how the driver speaks Korean, and what is asked of the assistant."""

    style: Style
    level: SpeechLevel


def draw(dialogue: Dialogue, scenario_id: str, seed: int) -> Drawn:
    """Return style and level of a dialogue in a run with this seed, the same in every trial and attempt.

    Source: LoCar assigns the level asked of the assistant to each item at random.
    """
    level = dialogue.level or LEVELS[_number(f"level:{seed}:{scenario_id}") % len(LEVELS)]
    styles = dialogue.styles
    return Drawn(styles[_number(f"style:{seed}:{scenario_id}") % len(styles)], level)


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def default_scripts(dialogue: Mapping[str, Any] | Dialogue) -> dict[str, Any]:
    """Return the driver's part as a file shows it before any seed is drawn; raises ValidationError."""
    whole = dialogue if isinstance(dialogue, Dialogue) else Dialogue.model_validate(dialogue)
    drawn = draw(whole, "", 0)
    return {locale: whole.script(locale, drawn.style, drawn.level) for locale in get_args(Locale)}
