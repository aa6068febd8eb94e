# ruff: noqa: E501 - one entry per line: wrapping a sentence would hide what belongs together
"""What the assistant says in English about the calendar, people, calls, mails and the charge limit."""

from collections.abc import Callable
from typing import Any

from simulator.agents.baseline.words_en import joined, number
from simulator.agents.baseline.words_road_en import clock

Slots = dict[str, Any]

PLAIN = {
    "no_meetings": "Sorry, I can't do that, because you have no meetings today.",
    "no_more_meetings": "Sorry, I can't do that, because you have no more meetings today.",
    "answer_no_meetings": "You have no meetings today.",
    "calendar_other_day": "Sorry, I can only read today's calendar.",
}


def _meeting(meeting: Slots) -> str:
    topic = meeting["topic"] or "a meeting whose topic I can't tell"
    text = f"{topic} at {clock(meeting['start'])}"
    text += f" in {meeting['place']}" if meeting["place"] else ", at a place I can't tell"
    if meeting["duration"]:
        text += f" for {meeting['duration'].removesuffix('min')} minutes"
    if meeting["count"]:
        text += f" with {meeting['count']} {'person' if meeting['count'] == 1 else 'people'}"
    return text


def _meetings(s: Slots) -> str:
    rows = s["meetings"]
    if s["which"]:
        return f"Your {s['which']} meeting is {_meeting(rows[0])}."
    if len(rows) == 1:
        return f"You have 1 meeting today, {_meeting(rows[0])}."
    return f"You have {len(rows)} meetings today: {'; '.join(_meeting(row) for row in rows)}."


def _contact(s: Slots) -> str:
    parts = []
    if s["want"] != "email":
        parts.append(f"the number of {s['name']} is {s['phone']}" if s["phone"] else "I can't tell the number")
    if s["want"] != "phone":
        parts.append(
            f"the e-mail address{'' if parts else ' of ' + str(s['name'])} is {s['email']}"
            if s["email"]
            else "I can't tell the e-mail address"
        )
    text = joined(parts)
    return f"{text[:1].upper()}{text[1:]}."


MADE: dict[str, Callable[[Slots], str]] = {
    "answer_attendees": lambda s: (
        f"{joined(s['names'])} {'takes' if len(s['names']) == 1 else 'take'} part in {s['meeting']['topic'] or 'that meeting'} at {clock(s['meeting']['start'])}."
    ),
    "answer_meetings": _meetings,
    "answer_contact": _contact,
    "ask_unknown_person": lambda s: f"Sorry, I can't find {s['name']} in your contacts. What is the name again?",
    "choose_person": lambda s: f"I found {joined(s['names'])}. Which one do you mean?",
    "ask_whom": lambda s: (
        "Who should I call?"
        if s["device"] == "call"
        else ("Who should get the e-mail?" if s["device"] == "mail" else "Whose contact do you need?")
    ),
    "confirm_call": lambda s: f"Should I call {s['name']} now?",
    "calling": lambda s: f"I'm calling {s['name']} now.",
    "ask_mail_text": lambda s: f"What should I write to {joined(s['names'])}?",
    "confirm_mail": lambda s: (
        f"The e-mail to {joined(s['names'])} reads: {s['text'].rstrip('.')}. Should I send the e-mail?"
    ),
}
DEEDS: dict[str, Callable[[Slots], str]] = {
    "send_email": lambda a: "I've sent the e-mail.",
    "set_charge_limit": lambda a: f"I've set the charge limit to {number(a['percentage'])} percent.",
}
