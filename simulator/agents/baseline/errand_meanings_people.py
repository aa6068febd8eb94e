"""One clause about the calendar, people, calls or mails to the wish it expresses."""

from simulator.agents.baseline.frames import Action, Errand, Intent
from simulator.agents.baseline.road_cues import Clause


def made(device: str, action: Action, errand: Errand, value: float | None = None, hour: int | None = None) -> Intent:
    """Return a wish with its errand."""
    return Intent(device, action, value=value, hour=hour, errand=errand)


def read_mail(clause: Clause) -> Intent | None:
    """Return the wish to send a mail whose text is not dictated yet."""
    if not clause.has("mail") or (clause.has("email") and clause.has("question")) or clause.has("sms"):
        return None
    everyone = clause.has("attendees")
    if clause.locale == "en" and not everyone and not clause.people and "mail" not in clause.searched:
        return None
    if clause.has("email") and not _sends(clause):
        return None
    if clause.has("email") and clause.searched.startswith(("give", "tell", "what", "find")):
        return None
    return made("mail", "send", Errand(who=_recipients(clause), which=clause.which if everyone else ""))


def _sends(clause: Clause) -> bool:
    words = ("send", "write", "보내", "써", "쓰", "전해")
    return any(word in clause.searched for word in words)


def _recipients(clause: Clause) -> tuple[str, ...]:
    if clause.has("attendees"):
        return ("@attendees",)
    return clause.people or (("@them",) if clause.has("pronoun") else ())


def read_call(clause: Clause) -> Intent | None:
    """Return the wish to call somebody or a place."""
    if not clause.has("call") or (clause.has("phone") and not clause.people and not clause.has("call")):
        return None
    if clause.kind:
        return made("call", "start", Errand(who=("@there",), kind=clause.kind))
    if clause.people:
        return made("call", "start", Errand(who=clause.people))
    if clause.has("attendees", "meeting"):
        return made("call", "start", Errand(who=("@attendees",), which=clause.which))
    if clause.reference == "@there" or clause.has("pronoun"):
        return made("call", "start", Errand(who=("@there",)))
    return made("call", "start", Errand())


def read_contact(clause: Clause) -> Intent | None:
    """Return the question for a number or an address."""
    wants = "email" if clause.has("email") else ("phone" if clause.has("phone") else "")
    if not wants and not clause.has("contact"):
        return None
    if clause.people:
        return made("contact", "query", Errand(who=clause.people, want=wants))
    if clause.kind or clause.reference == "@there" or clause.has("pronoun"):
        return made("contact", "query", Errand(who=("@there",), want=wants or "phone"))
    return None


def read_calendar(clause: Clause) -> Intent | None:
    """Return the question about today's meetings."""
    if not clause.has("calendar") or clause.has("weather", "go", "charging", "eta"):
        return None
    if clause.other_day:
        return made("calendar", "query", Errand(which="other_day"))
    if clause.has("distance", "time") and clause.has("meeting"):
        return made("route", "query", Errand(place="@meeting", want="time", which=clause.which))
    want = "attendees" if clause.has("attendees") else ""
    if not want and clause.has("meeting") and any(word in clause.searched for word in ("where", "어디")):
        want = "place"
    return made("calendar", "query", Errand(which=clause.which, want=want))
