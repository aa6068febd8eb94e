"""The gate before the KPIs: whether a reply holds any meaningful information.

It lets through whatever does not clearly lack substance. Source: LoCar, Meaningful Information Inclusion; our
specification of a gate without a judge.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from evaluation.kpi.answer import Answer
from evaluation.kpi.deeds import was_done
from evaluation.kpi.denial import Mention
from evaluation.kpi.finding import Finding, failed, passed, undecided
from evaluation.kpi.lemmas import lemmas
from evaluation.kpi.substance import Substance, substance
from evaluation.kpi.wording import find, mentions
from scenarios.dialogue_checks import Forms
from simulator.language.acts_empty import Empty, empty, in_other_language
from simulator.language.numbers import find_numbers
from simulator.world.manual import manual

ECHO_SHARE = 0.9
FEWEST_LEMMAS = 2
"""Fewer words are no echo yet."""
RARE_LEMMAS = 2
# A lemma that stands in more of the manual's sections than this says nothing about one of them.
RARE_IN_SECTIONS = 12
_PLACEHOLDER = re.compile(
    r"\b(?:error|exception|traceback|null|undefined|nan|lorem ipsum|todo|n/a)\b[\s:.!]*$|\{\{|\}\}|<[a-z_]+>|"
    r"\[(?:답변|응답|내용|answer|"
    r"response|insert)[^\]]*\]|^(?:오류|에러)(?:가|입니다|예요|야)?[\s.!]*$",
    re.IGNORECASE,
)


def meaningful_information(answer: Answer) -> Finding:
    """Return whether the reply holds information: True surely, False surely not, None unknown and let through."""
    speech, locale = answer.speech, answer.locale
    if not speech:
        return failed("nothing was said")
    nothing = empty(speech)
    if nothing is Empty.NO_LANGUAGE or _PLACEHOLDER.search(speech):
        return failed("an error or a placeholder instead of words")
    if answer.parrots and len(lemmas(speech, locale)) >= FEWEST_LEMMAS and not answer.acted:
        return failed("only the driver's words again")
    if in_other_language(speech, locale):
        return failed("another language than the one that was asked for")
    shown = _named(answer)
    if shown:
        return passed(f"names {shown}")
    if nothing is not None:
        if answer.changes:
            return undecided("only a word of assent, but something was done")
        return failed("only interjections, thanks, greetings, apologies or an offer to help")
    weighed = substance(answer.sentences, locale)
    if weighed is Substance.NONE and not answer.changes:
        return failed("only interjections, thanks, greetings, apologies, an offer to help or a bare inability")
    asked = _asks_for_something(answer)
    if asked:
        return passed(f"asks for {asked}")
    if weighed is Substance.REFUSAL_WITH_MORE:
        return passed("a refusal with a reason or another way")
    if _is_echo(answer):
        return failed("only the driver's words again")
    cited = _from_the_manual(answer)
    if cited:
        return passed(f"shares {cited} with the manual")
    return undecided("neither surely empty nor surely informative; let through")


def _named(answer: Answer) -> str:
    """Return a value or a name from tool results, from what changed, or from what the checks look for."""
    numbers = {round(span.value, 3) for span in find_numbers(answer.speech, answer.locale)}
    heard = {round(span.value, 3) for span in find_numbers(answer.heard, answer.locale)}
    squeezed = _squeezed(answer.speech)
    for value in _values(answer):
        if isinstance(value, bool):
            continue
        if isinstance(value, int | float) and round(float(value), 3) in numbers - heard:
            return f"the value {value:g}"
        if isinstance(value, str) and len(value) > 1 and _squeezed(value) in squeezed:
            return f"'{value[:40]}'"
    checks = answer.dialogue.checks
    if checks.accept and any(was_done(deed, answer) for deed in checks.accept) and lemmas(answer.speech, answer.locale):
        return "what was done"
    return ""


def _values(answer: Answer) -> Iterator[Any]:
    for change in answer.changes:
        yield change.after
    for _, result in answer.done:
        try:
            content = json.loads(result.content)
        except ValueError:
            continue
        yield from _leaves(content)


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


def _asks_for_something(answer: Answer) -> str:
    """Return the slot a question names, or that it names two candidates."""
    if not answer.asks_anywhere:
        return ""
    checks = answer.dialogue.checks
    if checks.slot is not None and _holds(checks.slot, answer):
        return "what is open"
    return "one of several candidates" if sum(_holds(forms, answer) for forms in checks.candidates) > 1 else ""


def _holds(forms: Forms, answer: Answer) -> bool:
    return any(mention is not Mention.DENIED for _, mention in mentions(forms, answer.sentences, answer.locale))


def _is_echo(answer: Answer) -> bool:
    """Tell whether nearly all content words are the driver's, and nothing was done, valued or asked.

    A question may be answered in its own words.
    """
    own = lemmas(answer.speech, answer.locale)
    if (
        len(own) < FEWEST_LEMMAS
        or answer.heard.rstrip().endswith("?")
        or answer.changes
        or answer.asks_anywhere
        or answer.acts.question is not None
    ):
        return False
    if any(find(forms, answer.sentences, answer.locale) is not Mention.ABSENT for forms in _wanted(answer)):
        return False
    heard = lemmas(answer.heard, answer.locale)
    return sum(lemma in heard for lemma in own) >= ECHO_SHARE * len(own)


def _wanted(answer: Answer) -> Iterable[Forms]:
    checks = answer.dialogue.checks
    return (*checks.must_say, *checks.next, *((checks.right,) if checks.right is not None else ()))


def _from_the_manual(answer: Answer) -> str:
    """Return rare words that a reply shares with the passages its dialogue rests on, "" with fewer than two."""
    sections = [place[2] for name in answer.dialogue.manual if (place := manual().place(name)) is not None]
    if not sections:
        return ""
    passages = frozenset[str]().union(
        *(lemmas(text, answer.locale) for section in sections for text in section.passages(answer.locale))
    )
    shared = sorted(lemmas(answer.speech, answer.locale) & passages - lemmas(answer.heard, answer.locale))
    rare = [lemma for lemma in shared if _sections_with(lemma, answer) <= RARE_IN_SECTIONS]
    return ", ".join(rare[:4]) if len(rare) >= RARE_LEMMAS else ""


def _sections_with(lemma: str, answer: Answer) -> int:
    """Count the sections in whose text a lemma stands, as a piece of text: never fewer than there are."""
    return sum(
        any(lemma in text.casefold() for text in section.passages(answer.locale)) for section in manual().written
    )
