"""The wishes on the road and about people in an utterance, and the words left over for the car."""

import re
from dataclasses import dataclass, replace

from simulator.agents.baseline import spoken_en, spoken_ko
from simulator.agents.baseline.errand_meanings import errand_of, is_modifier, modified
from simulator.agents.baseline.fragments import cut
from simulator.agents.baseline.frames import Action, Errand, Intent
from simulator.agents.baseline.reading_parts import spoken_hour
from simulator.agents.baseline.road_cues import Clause, clause_of
from simulator.agents.baseline.spotting import spot
from simulator.channel import Locale

_ACTS = ("drop", "cancel", "add", "go", "find", "swap", "change", "take")


@dataclass(frozen=True, slots=True)
class Heard:
    """The errands of an utterance in order, and the words before and after the first of them that are about the car."""

    intents: tuple[Intent, ...] = ()
    before: str = ""
    after: str = ""


def read_errands(text: str, locale: Locale) -> Heard:
    """Return what an utterance asks for on the road or about people; the rest is left to the car's grammar."""
    reader = spoken_ko if locale == "ko" else spoken_en
    mail = reader.mail_in(text)
    intents: list[tuple[int, Intent]] = []
    spans: list[tuple[int, int]] = []
    if mail is not None:
        intents.append((mail.start, _mail_intent(mail.head, mail.text, mail.who, locale)))
        spans.append((mail.start, mail.end))
    outside = text if mail is None else text[: mail.start] + " " * (mail.end - mail.start) + text[mail.end :]
    earlier: tuple[int, int, Clause] | None = None
    for start, end in reader.clauses(outside):
        clause = clause_of(outside[start:end] + outside[end : end + 1].replace(",", ""), locale)
        if earlier is not None and _continues(clause):
            joined = clause_of(outside[earlier[0] : end], locale)
            intent = errand_of(joined)
            if intent is not None and intents and intents[-1][0] == earlier[0]:
                intents[-1] = (earlier[0], intent)
                spans.append((start, end))
                earlier = (earlier[0], end, joined)
                continue
        if intents and is_modifier(clause) and errand_of(replace_cues(clause)) is None:
            intents[-1] = (intents[-1][0], modified(intents[-1][1], clause))
            spans.append((start, end))
            continue
        intent = errand_of(clause)
        if (
            intent is None
            and clause.names.place
            and not (clause.cues or clause.car)
            and intents
            and intents[-1][1].device == "navigation"
        ):
            intent = Intent("navigation", "start", errand=Errand(place=clause.names.place, via=clause.names.via))
        if intent is None:
            earlier = None
            continue
        intents.append((start, _with_hour(intent, outside[start:end], locale)))
        spans.append((start, end))
        earlier = (start, end, clause)
    intents.sort(key=lambda found: found[0])
    merged = _merged([intent for _, intent in intents])
    first = min((start for start, _ in spans), default=len(text))
    left = _blanked(text, spans)
    return Heard(tuple(merged), left[:first].strip(), left[first:].strip()) if merged else Heard()


def replace_cues(clause: Clause) -> Clause:
    """Return the clause without the words that only compare routes, so that a modifier is no wish of its own."""
    return replace(clause, cues=clause.cues - {"take", "route", "change"}, route="")


def _continues(clause: Clause) -> bool:
    """Tell whether a clause has a verb but nothing it acts on, so that it belongs to the clause before."""
    names = clause.names
    bare = not (names.place or names.via or names.old or clause.kind or clause.people or clause.numbers or clause.route)
    about = clause.has("weather", "calendar", "call", "mail", "soc", "range", "charging", "nav", "destination", "eta")
    return bare and not about and clause.has(*_ACTS) and not clause.reference.startswith("@m")


def _mail_intent(head: str, text: str, named: tuple[str, ...], locale: Locale) -> Intent:
    clause = clause_of(head, locale)
    who = (
        ("@attendees",)
        if clause.has("attendees", "meeting")
        else named or clause.people or (("@them",) if clause.has("pronoun") else ())
    )
    return Intent(
        "mail", "send", errand=Errand(who=who, text=text, which=clause.which if who == ("@attendees",) else "")
    )


def _with_hour(intent: Intent, words: str, locale: Locale) -> Intent:
    if intent.device != "weather":
        return intent
    searched, mentions = spot(words, locale)
    for part in cut(searched, mentions, locale):
        hour = spoken_hour(part, searched, locale)
        if hour is not None:
            return replace(intent, hour=hour)
    return intent


def _merged(intents: list[Intent]) -> list[Intent]:
    """Drop repetitions; a stop named before the destination lies on the way to it."""
    kept: list[Intent] = []
    for intent in intents:
        last = kept[-1] if kept else None
        if last is not None and intent == last:
            continue
        if last is not None and last.device == "calendar" and _goes_somewhere(intent):
            which = intent.errand.which or last.errand.which
            kept.append(replace(intent, errand=replace(intent.errand, place="@meeting", which=which)))
            continue
        if last is not None and last.device == "poi" and (joined := _about_found(last, intent)) is not None:
            kept[-1] = joined
            continue
        if last is not None and last.device == intent.device == "navigation":
            if intent.action == "start" and last.action == "add" and intent.errand.place and not last.errand.along:
                stop = last.errand.kind or last.errand.place
                kept[-1] = replace(intent, errand=replace(intent.errand, via=(stop, *intent.errand.via)))
                continue
            if intent.action == "start" and last.action in ("start", "replace") and intent.errand == Errand():
                continue
            if (
                intent.action in ("start", "reroute")
                and last.action in ("start", "replace")
                and _same_end(last, intent)
            ):
                said = intent.errand
                kept[-1] = replace(last, errand=replace(last.errand, route=said.route or last.errand.route))
                continue
            if last.action == "start" and last.errand == Errand():
                kept[-1] = intent
                continue
        kept.append(intent)
    return kept


def _goes_somewhere(intent: Intent) -> bool:
    """Tell whether a wish to drive leaves open where to, so that the meeting named before it is meant."""
    drives = intent.device == "navigation" and intent.action in ("start", "replace", "add")
    return drives and intent.errand.place in ("", "@there") and not intent.errand.kind


def _same_end(first: Intent, second: Intent) -> bool:
    """Tell whether a wish only says again where to drive, or which way."""
    one, two = first.errand, second.errand
    return (two.place, two.kind) in (("", ""), (one.place, one.kind)) and not two.via


def _about_found(found: Intent, intent: Intent) -> Intent | None:
    """Join a search with the wish for what it finds: find a bakery and take me there."""
    errand, kinds = intent.errand, ("", found.errand.kind)
    if intent.device in ("call", "contact") and errand.who in ((), ("@there",)) and errand.kind in kinds:
        return replace(intent, errand=replace(found.errand, who=("@there",), want=errand.want))
    if intent.device == "navigation" and intent.action in ("start", "add") and errand.place in ("", "@there"):
        if errand.kind not in kinds or errand.via:
            return None
        along = found.errand.along or (intent.action == "add" and not found.errand.place)
        action: Action = "add" if along else intent.action
        return replace(intent, action=action, errand=replace(found.errand, along=along, route=errand.route))
    return None


_TRAILING_JOINT = re.compile(r"[.,;]\s*(?:and|then|also|그리고)?$")


def _blanked(text: str, spans: list[tuple[int, int]]) -> str:
    """Replace what was read by a full stop, so that the words around it stay apart."""
    characters = list(text)
    for start, end in spans:
        characters[start:end] = ["."] + [" "] * (end - start - 1)
    left = "".join(characters).rstrip()
    # One joint at a time: a repeated group around spaces would try every way to share them out.
    while (joint := _TRAILING_JOINT.search(left)) is not None:
        left = left[: joint.start()].rstrip()
    return left
