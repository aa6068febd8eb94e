"""Plans about today's meetings, people, calls and mails. Source: policies 004, 023."""

import re
from typing import Any

from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.frames import Errand
from simulator.agents.baseline.goals import Goal, Plan, need_yes
from simulator.agents.baseline.plan_places import place_along
from simulator.agents.baseline.points import (
    city_around,
    here,
    meeting_of,
    meetings,
    poi_options,
    point_of,
    search_in,
    start_minute,
)
from simulator.agents.baseline.preferences_road import preferred_person
from simulator.agents.baseline.roads import told
from simulator.agents.baseline.signals import Ask, Line, Option, Unable
from simulator.agents.baseline.spoken_ko import DOUBLE_SURNAMES, SURNAMES, split_name
from simulator.language.hangul import has_coda, has_hangul

TITLES = ("Mr", "Mrs", "Ms", "Miss", "Dr", "Prof", "Professor")
_ENDEARED = re.compile(r"[가-힣]{2,3}이")
"""A first name with the 이 that follows a final consonant when one speaks of a friend."""


def plan_calendar(goal: Goal, facts: Facts) -> Plan:
    """Tell today's meetings, or one of them."""
    errand = goal.intent.errand
    if errand.which == "other_day":
        raise Unable(Line("calendar_other_day"))
    rows = meetings(facts)
    if errand.which or errand.want:
        rows = [meeting_of(facts, errand.which)] if rows else []
    if not rows:
        return Plan(notes=[Line("answer_no_meetings")])
    told_rows = [_meeting(row) for row in rows]
    if len(rows) == 1:
        facts.recall.meeting = str(told_rows[0]["place"] or "")
        attendees = told(rows[0].get("attendees"))
        facts.recall.people = tuple(map(str, attendees)) if isinstance(attendees, list) else ()
    if errand.want == "attendees":
        ids = told(rows[0].get("attendees"))
        if not isinstance(ids, list):
            raise Unable(Line("not_told", {"variable": "attendees"}))
        names = [name for name, _ in _records(facts, [str(contact) for contact in ids]).values()]
        return Plan(notes=[Line("answer_attendees", {"meeting": told_rows[0], "names": names})])
    if errand.want == "place" and told_rows[0]["place"] is None:
        raise Unable(Line("not_told", {"variable": "meeting_place"}))
    return Plan(notes=[Line("answer_meetings", {"meetings": told_rows, "which": errand.which})])


def _meeting(row: dict[str, Any]) -> dict[str, Any]:
    attendees = told(row.get("attendees"))
    return {
        "start": start_minute(row),
        "duration": told(row.get("duration")),
        "place": told(row.get("location")),
        "topic": told(row.get("topic")),
        "count": len(attendees) if isinstance(attendees, list) else None,
    }


def shown_name(first: str, last: str) -> str:
    """Write a name as it is spoken: Korean ones with the family name first."""
    if has_hangul(first) and (last in SURNAMES or last in DOUBLE_SURNAMES) and len(first) <= 3:
        return f"{last}{first}"
    return f"{first} {last}".strip() if has_hangul(first) else f"{first} {last}".strip().title()


def _records(facts: Facts, ids: list[str]) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return name and record of contacts by id; raises Look or Unable."""
    result = facts.read("get_contact_information", contact_ids=ids)
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for contact in ids:
        record = told(result.get(contact))
        if not isinstance(record, dict):
            raise Unable(Line("not_told", {"variable": "contact"}))
        name = told(record.get("name"))
        parts = (
            (str(told(name.get("first_name")) or ""), str(told(name.get("last_name")) or ""))
            if isinstance(name, dict)
            else ("", "")
        )
        found[contact] = shown_name(*parts), record
    return found


def contact_of(goal: Goal, facts: Facts, heard: str, leaf: str = "email") -> tuple[str, str]:
    """Return id and name of the contact of a name as it was heard; raises Look, Ask or Unable."""
    key = f"who:{heard}"
    if isinstance(chosen := goal.chosen.get(key), tuple):
        return chosen[0], chosen[1]
    name = str(goal.chosen.get(f"name:{heard}", heard))
    try:
        result = _looked_up(facts, name)
    except Unable as unable:
        if unable.line.key == "failed":
            raise Ask("person", Line("ask_unknown_person", {"name": spoken_name(name)}), heard) from unable
        raise
    matches = told(result.get("matches"))
    if isinstance(matches, dict) and matches:
        names = {str(contact): _told_name(str(value)) for contact, value in matches.items()}
    elif told(result.get("id")):
        names = {str(result["id"]): _told_name(str(told(result.get("name")) or name))}
    else:
        raise Unable(Line("not_told", {"variable": "contact"}))
    chosen_id = next(iter(names)) if len(names) == 1 else preferred_person(facts, leaf, names)
    if chosen_id is None:
        options = tuple(Option((contact, told_name), (told_name,)) for contact, told_name in names.items())
        raise Ask("option", Line("choose_person", {"names": list(names.values())}), key, options=options)
    return chosen_id, names[chosen_id]


def _looked_up(facts: Facts, name: str) -> dict[str, Any]:
    """Look a name up; a single one that is nobody's first name may be a family name, and 하은이 may be 하은."""
    tool = "get_contact_id_by_contact_name"
    arguments = _name_arguments(facts, name)
    try:
        return facts.read(tool, **arguments)
    except Unable as unable:
        single = arguments.get("contact_first_name", "")
        if unable.line.key == "failed" and _ENDEARED.fullmatch(name) and has_coda(name[-2]):
            return _looked_up(facts, name[:-1])
        if (
            unable.line.key != "failed"
            or len(arguments) > 1
            or not single
            or not facts.takes(tool, "contact_last_name")
        ):
            raise
        return facts.read(tool, contact_last_name=single)


def spoken_name(name: str) -> str:
    """Write a heard name for speech."""
    return name if has_hangul(name) else name.title()


def _told_name(name: str) -> str:
    first, _, last = name.partition(" ")
    return shown_name(first, last)


def _name_arguments(facts: Facts, name: str) -> dict[str, str]:
    if has_hangul(name):
        first, last = split_name(name)
    else:
        words = name.title().split()
        titled = len(words) > 1 and words[0].rstrip(".") in TITLES
        words = words[1:] if titled else words
        first, last = (" ".join(words[:-1]), words[-1]) if len(words) > 1 else (words[0] if words else "", "")
        if titled and not last:
            first, last = "", first
    tool = "get_contact_id_by_contact_name"
    wanted = {"contact_first_name": first, "contact_last_name": last}
    kept = {key: value for key, value in wanted.items() if value and facts.takes(tool, key)}
    if not kept and facts.offers(tool):
        missing = next(iter(wanted))
        raise Unable(Line("no_parameter", {"tool": tool, "parameter": missing}))
    return kept


def _people(goal: Goal, facts: Facts) -> tuple[str, ...]:
    who = goal.intent.errand.who
    if not who:
        raise Ask("person", Line("ask_whom", {"device": goal.intent.device}), "")
    return who


def plan_contact(goal: Goal, facts: Facts) -> Plan:
    """Tell a contact's number or address, or the number of a place that was told."""
    errand = goal.intent.errand
    who = _people(goal, facts)[0]
    if who == "@there":
        row = _place(goal, facts)
        number = told(row.get("phone_number"))
        if errand.want == "email" or number is None:
            raise Unable(Line("not_told", {"variable": "phone_number" if errand.want != "email" else "email"}))
        return Plan(
            notes=[Line("answer_contact", {"name": row.get("name"), "phone": number, "email": None, "want": "phone"})]
        )
    contact, _ = contact_of(goal, facts, who)
    facts.recall.people = (contact,)
    name, record = _records(facts, [contact])[contact]
    phone, email = told(record.get("phone_number")), told(record.get("email"))
    if (errand.want == "phone" and phone is None) or (errand.want == "email" and email is None):
        raise Unable(Line("not_told", {"variable": "phone_number" if errand.want == "phone" else "email"}))
    return Plan(notes=[Line("answer_contact", {"name": name, "phone": phone, "email": email, "want": errand.want})])


def _place(goal: Goal, facts: Facts) -> dict[str, Any]:
    recall = facts.recall
    errand = goal.intent.errand
    kind = errand.kind
    if isinstance(chosen := goal.chosen.get("point"), dict):
        return chosen
    if errand.along:
        point, _ = place_along(goal, facts)
        return point.row or {}
    if not errand.place:
        if recall.place is not None and kind in ("", recall.place.get("category")):
            return recall.place
        rows = [row for row in recall.places if kind in ("", row.get("category"))]
    else:
        rows = []
    if not rows and kind:
        where = (
            here(facts)
            if errand.place in ("", "@here", "@there")
            else city_around(point_of(goal, facts, errand.place, "city"))
        )
        rows = search_in(facts, where, kind, errand.filters)
        recall.told(rows)
    if not rows:
        raise Ask("person", Line("ask_whom", {"device": goal.intent.device}), "")
    if len(rows) == 1:
        return rows[0]
    raise Ask("option", Line("ask_which_place", {"rows": rows}), "point", options=poi_options(rows))


def plan_call(goal: Goal, facts: Facts) -> Plan:
    """Call somebody, last of all: the call takes over the conversation."""
    facts.call("call_phone_by_number", phone_number="")
    who = _people(goal, facts)[0]
    errand = goal.intent.errand
    if who == "@attendees":
        ids = told(meeting_of(facts, goal.intent.errand.which).get("attendees"))
        if not isinstance(ids, list) or not ids:
            raise Unable(Line("not_told", {"variable": "attendees"}))
        records = _records(facts, [str(contact) for contact in ids])
        options = tuple(Option(name, (name,)) for name, _ in records.values())
        if len(ids) > 1 and not isinstance(goal.chosen.get("attendee"), str):
            raise Ask(
                "option",
                Line("choose_person", {"names": [name for name, _ in records.values()]}),
                "attendee",
                options=options,
            )
        picked = goal.chosen.get("attendee")
        name, record = next((found for found in records.values() if found[0] == picked), next(iter(records.values())))
        number = told(record.get("phone_number"))
    elif who == "@them" or (who == "@there" and facts.recall.people and not facts.recall.places and not errand.kind):
        if len(facts.recall.people) != 1:
            raise Ask("person", Line("ask_whom", {"device": "call"}), "")
        name, record = _records(facts, list(facts.recall.people))[facts.recall.people[0]]
        number = told(record.get("phone_number"))
    elif who == "@there":
        row = _place(goal, facts)
        name, number = str(told(row.get("name")) or ""), told(row.get("phone_number"))
    else:
        contact, _ = contact_of(goal, facts, who, "calendar")
        name, record = _records(facts, [contact])[contact]
        number = told(record.get("phone_number"))
        if not _same_name(name, str(goal.chosen.get(f"name:{who}", who))):
            need_yes(goal, "call", Line("confirm_call", {"name": name}))
    if number is None:
        raise Unable(Line("not_told", {"variable": "phone_number"}))
    if facts.unsaid:
        need_yes(goal, "call", Line("confirm_call", {"name": name}))
    return Plan([facts.call("call_phone_by_number", phone_number=number)], [Line("calling", {"name": name})])


def _same_name(told_name: str, heard: str) -> bool:
    """Tell whether what was heard is part of the name that was found, letter by letter, in either order."""
    words = [word.lower() for word in heard.split() if word.title().rstrip(".") not in TITLES]
    name = told_name.lower()
    swapped = "".join(reversed(name.split()))
    return all(word in name for word in words) or "".join(words) in (name.replace(" ", ""), swapped)


def plan_mail(goal: Goal, facts: Facts) -> Plan:
    """Send a mail after a clear yes to recipients and text. Source: policy 004."""
    facts.call("send_email", content_message="", email_addresses=[])
    who = _people(goal, facts)
    errand: Errand = goal.intent.errand
    if who[0] == "@attendees":
        ids = told(meeting_of(facts, errand.which).get("attendees"))
        if not isinstance(ids, list) or not ids:
            raise Unable(Line("not_told", {"variable": "attendees"}))
        contacts = [str(contact) for contact in ids]
    else:
        contacts = (
            list(facts.recall.people) if who == ("@them",) else [contact_of(goal, facts, name)[0] for name in who]
        )
        if not contacts:
            raise Ask("person", Line("ask_whom", {"device": "mail"}), "")
        facts.recall.people = tuple(contacts)
    records = _records(facts, contacts)
    names = [name for name, _ in records.values()]
    addresses = [told(record.get("email")) for _, record in records.values()]
    if any(address is None for address in addresses):
        raise Unable(Line("not_told", {"variable": "email"}))
    text = errand.text
    if not text:
        facts.preferences("productivity_and_communication", "email")
        raise Ask("text", Line("ask_mail_text", {"names": names}))
    need_yes(goal, f"mail {text} {addresses}", Line("confirm_mail", {"names": names, "text": text}))
    return Plan([facts.call("send_email", content_message=text, email_addresses=addresses)])
