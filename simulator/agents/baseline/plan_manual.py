"""Questions about the car: search the owner's manual, read what fits, answer out of it."""

import re
from dataclasses import replace

from simulator.agents.baseline import lexicon_manual_en, lexicon_manual_ko
from simulator.agents.baseline.dialogue import Dialogue
from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.frames import ERRANDS
from simulator.agents.baseline.goals import Goal, Plan
from simulator.agents.baseline.lamps import reports_lamp
from simulator.agents.baseline.manual_choice import Chooser
from simulator.agents.baseline.manual_lamps import about_any, in_manual_words
from simulator.agents.baseline.manual_pages import page
from simulator.agents.baseline.manual_question import (
    Question,
    asks,
    asks_how,
    asks_limit,
    doubted,
    is_keyword,
    kind_of,
    question_of,
    requests,
)
from simulator.agents.baseline.manual_terms import words
from simulator.agents.baseline.signals import Line, Unable
from simulator.channel import Locale

SEARCH, READ = "search_manual", "read_manual"
MOST_READ = 4
"""Sections read of what one search finds."""
_LONGEST_QUERY = 300
_OWN_ANSWER = (ERRANDS - {"charge", "charging"}) | {"weather", "thanks", "help", "clock", "math", "preferences"}
"""What is never looked up in the manual: roads, people, the weather and the time are asked elsewhere."""
_ROADS = frozenset({"navigation", "route", "poi", "charging"})
_WEATHER = {"ko": re.compile(lexicon_manual_ko.WEATHER), "en": re.compile(lexicon_manual_en.WEATHER, re.IGNORECASE)}
_ON_THE_WAY = {
    "ko": re.compile(lexicon_manual_ko.ON_THE_WAY),
    "en": re.compile(lexicon_manual_en.ON_THE_WAY, re.IGNORECASE),
}


def concerns_manual(heard: str, dialogue: Dialogue, leans: bool, locale: Locale) -> bool:
    """Say whether the words just heard are for the manual.

    They are where nothing else is understood of them and they ask something, or where they ask how a thing works
    rather than for it. `leans` says that they follow an answer about the car, to which they may refer.
    """
    if not heard.strip() or requests(heard, locale):
        return False
    intents = [goal.intent for goal in dialogue.goals]
    devices = {intent.device for intent in intents}
    refers_back = leans and kind_of(heard, leans, locale) != "fact"
    if not devices:
        if not any(line.key == "not_understood" for line in dialogue.say):
            return asks(heard, locale) or refers_back or (leans and bool(words(heard, locale)))
        return leans or asks(heard, locale) or is_keyword(heard)
    if devices == {"weather"} and not _WEATHER[locale].search(heard):
        return asks_how(heard, locale) or asks_limit(heard, locale)
    if devices & _OWN_ANSWER and (not devices <= _ROADS or _ON_THE_WAY[locale].search(heard)):
        return False
    if asks_how(heard, locale) or refers_back or (leans and devices <= _ROADS and asks(heard, locale)):
        return True
    if devices & {"charge", "charging"}:
        return leans and asks_limit(heard, locale)
    only_asked = all(intent.action == "query" or intent.device == "unsupported" for intent in intents)
    return only_asked and (asks_limit(heard, locale) or (devices == {"unsupported"} and (leans or asks(heard, locale))))


def plan_manual(goal: Goal, facts: Facts) -> Plan:
    """Answer the newest turn from the manual; raises Look for what has to be read, Unable where nothing fits."""
    if facts.view is None:
        raise Unable(Line("manual_nothing"))
    question, queries = _asked(question_of(facts.view.messages, facts.view.locale))
    ids: dict[str, None] = {}
    for result in facts.read_many([(SEARCH, {"query": query}) for query in queries]):
        sections = result.get("sections", [])
        ids.update(
            dict.fromkeys(
                str(found["id"]) for found in sections[: 1 if question.any_lamp else MOST_READ] if "id" in found
            )
        )
    results = facts.read_many([(READ, {"section_id": one}) for one in ids])
    answer = Chooser(question, [page(result) for result in results]).answer() if results else None
    if answer is None:
        instead = None if question.lamp else goal.chosen.get("instead")
        raise Unable(instead if instead and not asks(question.heard, question.locale) else Line("manual_nothing"))
    return Plan(notes=[Line("manual_answer", {"answer": answer})])


def offered(facts: Facts) -> bool:
    """Say whether the manual can be searched and read."""
    return facts.offers(SEARCH) and facts.offers(READ)


def _asked(question: Question) -> tuple[Question, list[str]]:
    """Return a question as the manual would put it, and what to search for."""
    if question.kind == "doubt" or not reports_lamp(question.heard, question.locale):
        return question, _queries(question)
    question = replace(question, heard=in_manual_words(question.heard, question.locale), lamp=True)
    if query := about_any(question.heard, question.locale):
        return replace(question, history=(), kind="fact", any_lamp=True), [query]
    return question, _queries(question)


def _queries(question: Question) -> list[str]:
    """Return what to search for: the turn, and the turn with what was said before it."""
    queries = []
    if question.kind == "doubt":
        queries.append(" ".join(question.history[doubted(question)]))
    elif not question.elliptic:
        queries.append(question.plain)
    if question.history:
        earlier = " ".join(driver for driver, _ in question.history)
        queries.append(f"{question.plain} {question.history[-1][1]} {earlier}")
    if question.kind == "next" and question.history:
        queries.append(" ".join(assistant for _, assistant in question.history))
    return [query[:_LONGEST_QUERY].strip() for query in queries or [question.plain or question.heard]]
