"""The passage of the manual that answers a question best, out of the sections that were read."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from simulator.agents.baseline.manual_lamps import colors, of_colors, tells_of_lamp, tells_to_stop
from simulator.agents.baseline.manual_pages import LONGEST_MS, Page, Passage
from simulator.agents.baseline.manual_question import Question, asks, asks_how, doubted
from simulator.agents.baseline.manual_sense import one_noun, opposite, permission, serves, starts_in_mid_air
from simulator.agents.baseline.manual_terms import (
    asks_amount,
    asks_number,
    is_verb,
    measures,
    pieces,
    said_numbers,
    terms,
    words,
)
from simulator.language.duration import speech_ms

LEAST_COVERED = 0.5
"""Share of a question's own words that a section must hold to be about it at all."""
_WITH_HISTORY, _WITH_RAREST = 0.35, 0.3
"""The same for what was said before, and where the section holds the rarest word of the question."""
_DONE = 0.7
"""Share of a step that must have been said for it to count as told."""
_NEAR, _FAR, _OTHER, _FOCUS, _VERBAL = 0.7, 0.25, 0.4, 1.6, 0.6
"""Weights of words beside the turn's own: said last, said earlier, around a doubt; asked for by name; verbs."""
_NAMED, _AGAIN, _LISTED, _FIRST_WORD = 1.0, 0.5, 0.8, 1.5
"""What a value gains whose name was said; what passages keep that repeat, or list numbers; that hold a lone word."""
_FIRST, _INSTRUCTING = 1.25, 1.15
"""What the sentence gains that opens a section, and one that instructs where the question is how."""
_MID_AIR, _PURPOSE = 0.9, 1.5
"""What a sentence loses that goes on from an unsaid one, and gains that begins with the purpose of the question."""
_HOME, _NUMBER, _RANKED = 0.3, 4.0, 1.0
"""Added to a passage: share of its section's weight, for a number of the asked kind, for the order of the search."""
_EQUAL = 0.97
_FEW_NUMBERS = 2
_SERIOUS = ("danger", "warning")


_Scored = tuple[float, int, int, Passage]
"""What a passage weighs, the negative number of its section, its place there, and itself."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What to say: passages in order, whether an earlier answer was right (None where it cannot be told), or a choice.

    `between` holds names of values that fit equally well, of which the driver has to name one.
    """

    passages: tuple[Passage, ...] = ()
    right: bool | None = None
    between: tuple[str, ...] = ()


class Chooser:
    """Weighs what was read against a question and what was said before it."""

    def __init__(self, question: Question, pages: Sequence[Page]) -> None:
        self._asked = question
        self._locale = question.locale
        self._pages = pages
        self._of_page = [one.terms(self._locale) for one in pages]
        held = [terms(f"{one.name} {one.text}", self._locale) for home in pages for one in home.passages]
        counts = Counter(term for found in held for term in found)
        self._rarity = {term: math.log((len(held) + 1) / (count + 0.5)) for term, count in counts.items()}
        heard = (*(driver for driver, _ in question.history), question.plain)
        self._drivers = frozenset().union(*(terms(words_of, self._locale) for words_of in heard))
        self._told = frozenset().union(*(terms(said, self._locale) for _, said in question.history))
        self._how = asks_how(question.heard, question.locale)
        self._doubted = doubted(question) if question.kind == "doubt" else None
        claim = "" if self._doubted is None else question.history[self._doubted][1]
        self._claimed = said_numbers(claim, self._locale)
        self._colors = colors(question.heard, question.locale) if question.lamp else frozenset()
        self._wanted = self._weights(_NEAR)
        self._asked_for = self._weights(_NEAR if question.elliptic else _FAR)

    def answer(self) -> Answer | None:
        """Return the answer, or None where nothing that was read fits the question."""
        ranked = sorted(range(len(self._pages)), key=self._page_score, reverse=True)
        fitting = [index for index in ranked if self._fits(index) and self._has_color(self._pages[index].whole)]
        if not fitting or self._forbids_guess():
            return None
        if self._asked.any_lamp:
            return self._of_any_lamp(self._pages[fitting[0]])
        if self._asked.kind == "next" and (answer := self._next_step(self._pages[fitting[0]])):
            return answer
        scored = sorted(
            (
                (self._passage_score(one, index), -index, at, one)
                for index in fitting
                for at, one in enumerate(self._pages[index].passages)
                if self._has_color(one.text)
            ),
            key=lambda entry: entry[:2],
            reverse=True,
        )
        scored = self._sensible(scored)
        if not scored:
            return None
        best = scored[0][3]
        home = self._pages[-scored[0][1]]
        if self._doubted is not None:
            return Answer((best,), right=self._was_right(best))
        if best.part == "values" and (between := self._undecided(best, home, -scored[0][1])):
            return Answer(between=between)
        return Answer((best, *self._warning(home, best)))

    def _has_color(self, text: str) -> bool:
        """Say whether a text does not speak of lamps of other colours only than the one that was seen."""
        told = colors(text, self._locale) if self._colors else frozenset()
        return not told or bool(told & self._colors)

    def _forbids_guess(self) -> bool:
        """Say whether leave is asked for a deed of which nothing that was read says a word."""
        if self._asked.history:
            return False
        deed = permission(self._asked.plain, self._locale)
        return bool(deed) and deed not in self._rarity

    def _sensible(self, scored: list[_Scored]) -> list[_Scored]:
        """Return the passages that fit the noun and the deed of a first question, or all where none does."""
        if self._asked.history or self._doubted is not None:
            return scored
        asked = self._asked.plain
        if self._how and (noun := one_noun(asked, self._locale)):
            start = next(pieces(noun))
            scored = [
                entry
                for entry in scored
                if start in terms(f"{self._pages[-entry[1]].title} {entry[3].name} {entry[3].text}", self._locale)
            ] or scored
        return [entry for entry in scored if not opposite(asked, entry[3].text, self._locale)] or scored

    def _of_any_lamp(self, home: Page) -> Answer:
        found = of_colors(home, self._colors, self._locale)
        stop = [one for one in home.passages if one.severity in _SERIOUS and tells_to_stop(one.text, self._locale)]
        return Answer((*found, *(stop[:1] if "red" in self._colors else ())))

    def _weights(self, near: float) -> dict[str, float]:
        """Return how much each piece counts: the turn's own most, then what was said last (`near`), then all before."""
        weights: dict[str, float] = {}

        def count(text: str, weight: float, *, figures: bool = True) -> None:
            for term in terms(text, self._locale):
                if figures or term[0] != "#":
                    real = _VERBAL * weight if is_verb(term) else weight
                    weights[term] = max(weights.get(term, 0.0), real)

        history = self._asked.history
        if self._doubted is not None:
            driver, assistant = history[self._doubted]
            count(driver, 1.0)
            count(assistant, _OTHER, figures=False)
            count(self._asked.plain, _OTHER)
            return weights
        if self._asked.kind == "next":
            for driver, assistant in history:
                count(driver, _NEAR)
                count(assistant, _NEAR)
            count(self._asked.plain, _NEAR)
            return weights
        for number, (driver, assistant) in enumerate(reversed(history)):
            count(driver, near if number == 0 else _FAR)
            count(assistant, _FAR / 2, figures=False)
        count(self._asked.plain, 1.0)
        count(self._asked.focus, _FOCUS)
        return weights

    def _score(self, found: frozenset[str], wanted: dict[str, float]) -> float:
        return sum(weight * self._rarity.get(term, 0.0) for term, weight in wanted.items() if term in found)

    def _page_score(self, index: int) -> float:
        titled = self._score(terms(self._pages[index].title, self._locale), self._wanted)
        return self._score(self._of_page[index], self._wanted) + titled

    def _passage_score(self, passage: Passage, index: int) -> float:
        held = terms(f"{passage.name} {passage.text}", self._locale)
        own = self._score(held, self._asked_for)
        asked = self._question_text()
        if self._asked.elliptic and held & terms(self._asked.plain, self._locale):
            own *= _FIRST_WORD
        counted = not self._asked.lamp or asks_amount(asked)
        if counted and asks_number(asked):
            if passage.part == "values":
                own *= 1 + _NAMED * _share(terms(passage.name, self._locale), self._drivers)
            elif not (numbers := said_numbers(passage.text, self._locale)):
                own *= _AGAIN
            elif len(numbers) > _FEW_NUMBERS:
                own *= _LISTED
        if self._doubted is None and _share(held, self._told) >= _DONE:
            own *= _AGAIN
        if passage is self._pages[index].passages[0]:
            own *= _FIRST
        if self._how and (passage.part == "steps" or passage.text.endswith("십시오.")):
            own *= _INSTRUCTING
        if counted and not self._asked.lamp and asks_number(asked) and tells_of_lamp(passage.text, self._locale):
            own *= _AGAIN
        if starts_in_mid_air(passage.text, self._locale):
            own *= _MID_AIR
        if self._how and serves(asked, passage.text, self._locale):
            own *= _PURPOSE
        own /= max(1.0, speech_ms(passage.text) / LONGEST_MS)
        fitting = measures(asked, passage.text) if counted else 0.0
        if self._claimed and not fitting and said_numbers(passage.text, self._locale):
            fitting = 0.5
        return own + _HOME * self._page_score(index) + _NUMBER * fitting + _RANKED / (1 + index)

    def _question_text(self) -> str:
        if self._doubted is not None:
            return self._asked.history[self._doubted][0]
        leans = self._asked.elliptic or not asks(self._asked.heard, self._locale)
        if leans and self._asked.history:
            return f"{self._asked.history[-1][0]} {self._asked.plain}"
        return self._asked.plain

    def _fits(self, index: int) -> bool:
        """Say whether a section holds enough of the question's own words, or of the last exchange where it has none."""
        asked = words(self._question_text(), self._locale)
        if self._asked.kind == "next" and self._asked.history:
            asked = []
        covered = self._covered(asked, index)
        if self._mentions_only(asked, index):
            return False
        if covered >= LEAST_COVERED or (asked and not covered):
            return covered > 0
        if covered >= _WITH_RAREST and self._holds_rarest(asked, index):
            return True
        sides = [" ".join(side) for side in zip(*self._asked.history, strict=True)]
        whole = any(self._covered(words(side, self._locale), index) >= _WITH_HISTORY for side in sides)
        exchanges = (words(" ".join(exchange), self._locale) for exchange in self._asked.history)
        return whole or any(self._covered(exchange, index) >= LEAST_COVERED for exchange in exchanges)

    def _covered(self, asked: Sequence[str], index: int) -> float:
        """Return the share of words that a section holds, each by how it begins; verbs count for little."""
        starts = [next(pieces(word)) for word in asked]
        weights = [_VERBAL / 2 if is_verb(word) else 1.0 for word in asked]
        held = sum(weight for start, weight in zip(starts, weights, strict=True) if start in self._of_page[index])
        return held / sum(weights) if weights else 0.0

    def _mentions_only(self, asked: Sequence[str], index: int) -> bool:
        """Say whether a section just happens to hold the one noun of a question, which is about something else."""
        nouns = [word for word in asked if not is_verb(word)]
        strange = any(next(pieces(word)) not in self._of_page[index] for word in asked)
        titled = terms(self._pages[index].title, self._locale)
        return len(nouns) == 1 < len(asked) and strange and next(pieces(nouns[0])) not in titled

    def _holds_rarest(self, asked: Sequence[str], index: int) -> bool:
        """Say whether a section holds the rarest of a question's nouns, none of which is strange to the manual."""
        starts = [next(pieces(word)) for word in asked if not is_verb(word)]
        if len(starts) < _FEW_NUMBERS or not all(start in self._rarity for start in starts):
            return False
        return max(starts, key=self._rarity.__getitem__) in self._of_page[index]

    def _next_step(self, home: Page) -> Answer | None:
        """Return the first step that comes after those already told or done."""
        steps = [one for one in home.passages if one.part == "steps"]
        if not steps:
            return None
        told = frozenset().union(
            *(terms(f"{driver} {assistant}", self._locale) for driver, assistant in self._asked.history),
            terms(self._asked.plain, self._locale),
        )
        done = [number for number, step in enumerate(steps) if _share(terms(step.text, self._locale), told) >= _DONE]
        left = steps[done[-1] + 1 :] if done else steps
        if not left:
            return None
        return Answer((left[0], *self._warning(home, left[0])))

    def _warning(self, home: Page, beside: Passage) -> tuple[Passage, ...]:
        """Return the serious warning of a section that belongs to the answer, unless it is the answer."""
        serious = [one for one in home.passages if one.severity in _SERIOUS and self._has_color(one.text)]
        if beside in serious or not serious:
            return ()
        warning = max(
            serious,
            key=lambda one: (one.severity == "danger", self._score(terms(one.text, self._locale), self._wanted)),
        )
        longest = LONGEST_MS * (1.5 if self._asked.kind == "next" else 1)
        fits = speech_ms(f"{beside.name}{beside.text}{warning.text}") <= longest
        return (warning,) if fits or warning.severity == "danger" else ()

    def _undecided(self, best: Passage, home: Page, index: int) -> tuple[str, ...]:
        """Return the names of several values of one section that fit as well as the best and are not the same."""
        top = self._passage_score(best, index)
        turn = terms(self._asked.plain, self._locale)
        even = [
            one
            for one in home.passages
            if one.part == "values" and self._passage_score(one, index) >= _EQUAL * top and one.text != best.text
            if _share(terms(one.name, self._locale), turn) == _share(terms(best.name, self._locale), turn)
        ]
        return tuple(dict.fromkeys([best.name, *(one.name for one in even)])) if even else ()

    def _was_right(self, best: Passage) -> bool | None:
        """Say whether the number that was claimed is the manual's; None where the passage has several or none."""
        true = said_numbers(best.text, self._locale)
        values = {value for value, _ in self._claimed}
        if values & {value for value, _ in true}:
            return True if len(true) <= _FEW_NUMBERS else None
        same_kind = {unit for _, unit in self._claimed} & {unit for _, unit in true} - {None}
        return False if same_kind else None


def _share(part: frozenset[str], whole: frozenset[str]) -> float:
    return len(part & whole) / len(part) if part else 0.0
