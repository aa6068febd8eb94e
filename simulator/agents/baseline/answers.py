"""Answers to questions about roads, places and people: one of several options, a name, a number, a text."""

import re
from dataclasses import replace

from simulator.agents.baseline import spoken_en, spoken_ko
from simulator.agents.baseline.frames import Understood
from simulator.agents.baseline.goals import Goal
from simulator.agents.baseline.lexicon_answers import (
    ANY,
    FILLERS,
    FILLERS_KO,
    GIVE_UP,
    MORE,
    NEW_TEXT_EN,
    ORDINALS,
    TEXT_LEAD,
    TEXT_TAIL_KO,
)
from simulator.agents.baseline.road_cues import Clause, clause_of
from simulator.agents.baseline.roads import Route
from simulator.agents.baseline.signals import Ask, Option
from simulator.channel import Locale
from simulator.language.hangul import jamo

KINDS = frozenset({"route", "route_confirm", "option", "confirm_place", "place", "person", "text", "number"})
"""Kinds of questions that are answered here."""
LEAST_LIKENESS, LEAST_LEAD = 78.0, 6.0
"""Least similarity of an answer with an option's name and least lead over the next one, 0..100: chosen on the
development utterances."""


_ASKS_WHICH = re.compile(
    r"\b(?:which|what)\b.*\b(?:faster|shorter|quicker|better|cheaper)\b|(?:어느|어떤|뭐가|뭐|무슨).*(?:빨라|빠르|짧|나아|나은|좋|싸)",
    re.IGNORECASE,
)


def settle(goal: Goal, ask: Ask, heard: str, understood: Understood, locale: Locale) -> str:
    """Let an answer decide an open question of `goal`; return done, no, new (another wish) or unclear."""
    clause = clause_of(heard, locale)
    if re.search(GIVE_UP, heard.lower()) and ask.kind != "number":
        return "no"
    if ask.kind.startswith("route") and _ASKS_WHICH.search(heard):
        return "unclear"
    decided = {
        "route": _route,
        "route_confirm": _route,
        "option": _option,
        "confirm_place": _option,
        "place": _place,
        "person": _person,
        "text": _text,
        "number": _number,
    }[ask.kind](goal, ask, heard, understood, clause)
    if decided:
        return "done"
    if understood.intents:
        return _again(goal, ask, understood)
    return "no" if understood.answer == "no" else "unclear"


def _again(goal: Goal, ask: Ask, understood: Understood) -> str:
    """Take the same wish put once more for no preference of its own; anything else is a new wish."""
    same = [
        intent
        for intent in understood.intents
        if (intent.device, intent.action) == (goal.intent.device, goal.intent.action)
    ]
    if not same or len(understood.intents) > 1:
        return "new"
    new, old = same[0].errand, goal.intent.errand
    if (new.place, new.kind) != (old.place, old.kind) and new.place not in goal.chosen.values() and new.place:
        return "new"
    if ask.kind.startswith("route"):
        goal.chosen[ask.key] = "default"
        return "done"
    if goal.intent.device == "poi" and ask.key == "point":
        goal.chosen["told"] = True
        return "done"
    if new != old and new.filters:
        goal.intent = replace(goal.intent, errand=new)
        return "done"
    return "unclear"


def _route(goal: Goal, ask: Ask, heard: str, understood: Understood, clause: Clause) -> bool:
    shown: list[Route] = [ask.line.slots["fastest"], ask.line.slots["shortest"], *ask.line.slots["others"]]
    ordered = list(dict.fromkeys(shown))
    text = heard.lower()
    picked = ""
    named = clause.route if clause.route in ("fastest", "shortest", "no_toll") else ""
    if named and not any(intent.device != "navigation" for intent in understood.intents):
        picked = named
    elif (index := _ordinal(text)) is not None and -len(ordered) <= index < len(ordered):
        picked = f"id:{ordered[index].id}"
    elif (option := _named(ask.options, heard)) is not None:
        picked = str(option.value)
    elif re.search(ANY, text) or (understood.answer == "yes" and len(ordered) == 1):
        picked = "default"
    elif (
        understood.answer == "yes"
        and not understood.intents
        and ask.line.slots["fastest"] == ask.line.slots["shortest"]
    ):
        picked = "fastest"
    elif re.search(MORE, text) and not goal.chosen.get("more") and not understood.intents:
        goal.chosen["more"] = True
        return True
    if picked:
        goal.chosen[ask.key] = picked
    return bool(picked)


def _option(goal: Goal, ask: Ask, heard: str, understood: Understood, clause: Clause) -> bool:
    text = heard.lower()
    option = _named(ask.options, heard)
    if option is None and (index := _ordinal(text)) is not None and -len(ask.options) <= index < len(ask.options):
        option = ask.options[index]
    if option is None and understood.answer == "yes" and len(ask.options) == 1:
        option = ask.options[0]
    if option is None and re.search(ANY, text):
        option = ask.options[0]
    if option is None and ("nearest" in clause.filters or clause.route in ("fastest", "shortest")):
        option = _least_detour(ask.options)
    if option is None:
        return False
    goal.chosen[ask.key] = option.value
    if clause.route and not clause.route.startswith(("first", "second", "third")):
        goal.intent = replace(goal.intent, errand=replace(goal.intent.errand, route=clause.route))
    return True


def _least_detour(options: tuple[Option, ...]) -> Option | None:
    def minutes(option: Option) -> float | None:
        time = option.value.get("detour_from_route_time") if isinstance(option.value, dict) else None
        if not isinstance(time, dict) or not isinstance(time.get("minutes"), int | float):
            return None
        return float(time.get("hour", 0) * 60 + time["minutes"])

    known = [(found, index) for index, option in enumerate(options) if (found := minutes(option)) is not None]
    return options[min(known)[1]] if len(known) == len(options) and known else None


def _place(goal: Goal, ask: Ask, heard: str, understood: Understood, clause: Clause) -> bool:
    said = next((intent.errand for intent in understood.intents if intent.errand.place), None)
    if understood.intents and (said is None or len(understood.intents) > 1):
        return False
    name = said.place if said is not None else clause.names.place or _bare(heard, clause.locale)
    if (
        not name
        or name == ask.key
        or len(name.split()) > 3
        or (understood.answer is not None and said is None and len(name) < 3)
    ):
        return False
    errand = goal.intent.errand
    if ask.key:
        goal.chosen[f"name:{ask.key}"] = name
        if errand.place == ask.key:
            goal.intent = replace(goal.intent, errand=replace(errand, place=name))
    else:
        route = said.route if said is not None else clause.route
        goal.intent = replace(goal.intent, errand=replace(errand, place=name, route=errand.route or route))
    return True


def _person(goal: Goal, ask: Ask, heard: str, understood: Understood, clause: Clause) -> bool:
    said = next((intent.errand for intent in understood.intents if intent.errand.who), None)
    if understood.intents and said is None:
        return False
    named = (spoken_ko if clause.locale == "ko" else spoken_en).people_named
    names = said.who if said is not None else clause.people or named(heard)
    name = names[0] if names else ""
    if not name or name == ask.key or len(name.split()) > 3 or understood.answer is not None:
        return False
    if ask.key:
        goal.chosen[f"name:{ask.key}"] = name
    else:
        text = said.text if said is not None else ""
        errand = goal.intent.errand
        goal.intent = replace(goal.intent, errand=replace(errand, who=names, text=errand.text or text))
    return True


def _bare(heard: str, locale: Locale) -> str:
    """Return an answer without the words around a name."""
    text = heard.strip().lower()
    for _ in range(2):
        text = re.sub(FILLERS_KO if locale == "ko" else FILLERS, " ", text).strip()
    return re.sub(r"\s+", " ", text)


def _text(goal: Goal, ask: Ask, heard: str, understood: Understood, clause: Clause) -> bool:
    said = next((intent.errand.text for intent in understood.intents if intent.errand.text), "")
    text = said or dictated(heard, clause.locale)
    if len(text) < 2:
        return False
    goal.intent = replace(goal.intent, errand=replace(goal.intent.errand, text=text))
    return True


def dictated(heard: str, locale: Locale) -> str:
    """Return the text of a mail out of an answer that dictates it."""
    if locale == "en":
        text = re.sub(TEXT_LEAD, "", heard.strip(), flags=re.I)
        return re.sub(r"(?<=[.!?])\s*to [\w' ]+[.]?$", "", text, flags=re.I).strip(" \"'“”")
    text = heard.strip()
    match = re.search(TEXT_TAIL_KO, text)
    if match is None:
        return text.strip(" .'\"")
    ending = {"다고": "다", "냐고": "냐", "자고": "자", "이라고": "이다"}.get(match["quote"], "")
    return text[: match.start()].strip(" '\"") + ending


def other_text(heard: str, locale: Locale) -> str:
    """Return a new text the driver gives instead of yes or no to a mail, or nothing."""
    if locale == "en":
        match = re.search(NEW_TEXT_EN, heard, re.I)
        return match["text"].strip(" .\"'") if match else ""
    if not re.search(TEXT_TAIL_KO, heard.strip()):
        return ""
    return dictated(re.sub(r"^(?:아니(?:요|야)?|아뇨)[,. ]*(?:그냥\s*)?", "", heard.strip()), locale)


def _number(goal: Goal, ask: Ask, heard: str, understood: Understood, clause: Clause) -> bool:
    errand = goal.intent.errand
    if ask.key == "km":
        if clause.minutes is not None:
            goal.intent = replace(goal.intent, errand=replace(errand, minutes=clause.minutes))
            return True
        if (percent := clause.number("percent")) is not None:
            goal.intent = replace(goal.intent, errand=replace(errand, to_percent=percent))
            return True
        value = clause.number("kilometre", None)
        if value is not None:
            goal.chosen["km"] = value
        return value is not None
    value = clause.number("percent", None)
    if value is not None:
        goal.intent = replace(goal.intent, value=value)
    return value is not None


def _ordinal(text: str) -> int | None:
    found = [index for index, pattern in ORDINALS if re.search(pattern, text)]
    return found[0] if len(found) == 1 else None


def _named(options: tuple[Option, ...], heard: str) -> Option | None:
    """Return the option whose name the answer holds, forgiving slips; None when none or several fit alike."""
    from rapidfuzz import fuzz

    said = jamo(re.sub(r"[\s.,!?]", "", heard.lower()))
    scores = []
    for index, option in enumerate(options):
        names = [jamo(re.sub(r"[\s,]", "", name.lower())) for name in option.names if name]
        whole = max(
            (100.0 if name in said else fuzz.partial_ratio(name, said) if len(said) > 3 else 0.0 for name in names),
            default=0.0,
        )
        words = max((_shared(name, heard) for name in option.names if name), default=0.0)
        scores.append((max(whole, words), index))
    scores.sort(reverse=True)
    if not scores or scores[0][0] < LEAST_LIKENESS:
        return None
    if len(scores) > 1 and scores[0][0] - scores[1][0] < LEAST_LEAD:
        return None
    return options[scores[0][1]]


def _shared(name: str, heard: str) -> float:
    """Score an answer that holds a telling word of the name."""
    said = {jamo(word.strip(".,!?")) for word in heard.lower().split()}
    words = [jamo(word.strip(",")) for word in name.lower().split() if len(word) > 1]
    return (
        85.0
        if words
        and any(word in said or any(other.startswith(word) and len(word) > 3 for other in said) for word in words[:1])
        else 0.0
    )
