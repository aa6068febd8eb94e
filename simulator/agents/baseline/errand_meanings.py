"""One clause about the road or people to the wish it expresses."""

from collections.abc import Callable
from dataclasses import replace

from simulator.agents.baseline.errand_meanings_people import made, read_calendar, read_call, read_contact, read_mail
from simulator.agents.baseline.frames import Errand, Intent
from simulator.agents.baseline.road_cues import Clause


def errand_of(clause: Clause) -> Intent | None:
    """Return the wish of a clause, or None when it is about something else or names no wish of its own."""
    for reader in _READERS:
        intent = reader(clause)
        if intent is not None:
            return intent
    return None


def is_modifier(clause: Clause) -> bool:
    """Tell whether a clause only says how an earlier wish is meant: without tolls, one that is open."""
    extra = bool(clause.route or clause.filters or clause.names.via or clause.has("along"))
    return extra and not clause.has("drop", "cancel") and not clause.kind and not clause.names.place


def modified(intent: Intent, clause: Clause) -> Intent:
    """Add what a modifying clause says."""
    errand = intent.errand
    return replace(
        intent,
        errand=replace(
            errand,
            route=clause.route or errand.route,
            filters=clause.filters or errand.filters,
            via=clause.names.via or errand.via,
            along=errand.along or (intent.device == "poi" and clause.has("along") and not errand.place),
        ),
    )


def _unsupported(clause: Clause) -> Intent | None:
    if clause.gasoline and not clause.kind:
        return Intent("unsupported")
    return None


def _weather(clause: Clause) -> Intent | None:
    if not clause.has("weather") or clause.kind:
        return None
    place = clause.names.inside or clause.place
    if clause.car and not (clause.has("question") and clause.names.inside):
        return None
    if not place or (place in ("@here", "@home") and not clause.names.place):
        return None
    if clause.other_day:
        return Intent("weather", "query", value="other_day")
    want = "arrival" if clause.has("eta") and place == "@destination" else ""
    return made("weather", "query", Errand(place=place, which=clause.which if place == "@meeting" else "", want=want))


_AT_THE_END = ("도착", "충분", "되려나", "arriv", "get there", "be there", "enough", "last ", "last?")


def _charging(clause: Clause) -> Intent | None:
    percents = clause.all_numbers("percent")
    if len(percents) == 1 and clause.has("range", "distance"):
        percents = clause.all_numbers("percent", None)
    if clause.has("limit") and percents and not clause.has("time"):
        return made("charge_limit", "set", Errand(), value=percents[-1])
    if clause.has("charging") and (not clause.kind or (clause.has("time") and percents and clause.has("question"))):
        if clause.minutes is not None and (clause.has("full") or clause.has("question")):
            return made("charging", "query", Errand(want="level", minutes=clause.minutes))
        if clause.has("time", "eta") or "how long" in clause.searched:
            return made("charging", "query", Errand(want="time"), value=percents[-1] if percents else None)
        if percents and not clause.has("question"):
            return made("charge_limit", "set", Errand(), value=percents[-1])
    if len(percents) == 2 and clause.has("range", "distance", "soc"):
        return made("charge", "query", Errand(want="range", from_percent=percents[0], to_percent=percents[1]))
    asks_how_far = clause.has("range") and (clause.has("question") or not clause.has("go"))
    if asks_how_far and not clause.names.place and clause.reference != "@meeting":
        upto = percents[0] if percents else None
        return made("charge", "query", Errand(want="range", to_percent=upto))
    if clause.has("range") and clause.place and not clause.has("distance"):
        return made("charge", "query", Errand(want="reach", place=clause.place))
    if clause.has("soc") and clause.has("question") and not clause.has("go") and not clause.kind:
        at_the_end = clause.reference == "@destination" or _says(clause, *_AT_THE_END)
        if at_the_end and not percents:
            return made("charge", "query", Errand(want="arrival"))
        return made("charge", "query", Errand(want="soc"))
    return None


def _kind(clause: Clause) -> Intent | None:
    if not clause.kind or (clause.car and not clause.has("find", "strong", "add", "along")):
        return None
    if clause.has("onwards") and clause.names.place and not clause.names.inside:
        return None
    errand = Errand(
        place=clause.names.inside or clause.place,
        kind=clause.kind,
        along=clause.has("along") or clause.number("kilometre") is not None,
        filters=clause.filters,
        route=clause.route,
        km=clause.number("kilometre"),
        minutes=clause.minutes,
        to_percent=clause.number("percent"),
    )
    if errand.along and errand.place in ("@destination", "@here") and not clause.names.place:
        errand = replace(errand, place="")
    if clause.has("drop") and not clause.has("find"):
        return made("navigation", "drop", Errand(old=clause.kind))
    if clause.has("swap") and clause.names.old:
        return made("navigation", "swap", replace(errand, old=clause.names.old))
    if clause.has("go") and not clause.has("along") and not clause.has("add"):
        via = tuple(name for name in clause.names.via if name != errand.place)
        return made("navigation", "start", replace(errand, via=via))
    if clause.has("add"):
        towards = clause.names.place if clause.has("go") and clause.names.place != clause.names.inside else ""
        if towards:
            return made("navigation", "start", Errand(place=towards, via=(clause.kind,), route=clause.route))
        return made("navigation", "add", errand)
    asks = clause.has("find", "question", "along") or clause.filters or errand.place or errand.km is not None
    return made("poi", "find", errand) if asks else None


def _cancel(clause: Clause) -> Intent | None:
    whole = clause.has("cancel") and clause.has("nav") and not clause.has("destination", "stop")
    return made("navigation", "cancel", Errand()) if whole and not clause.names.place and not clause.names.old else None


def _edit(clause: Clause) -> Intent | None:
    names = clause.names
    if clause.car and not clause.has("strong", "stop"):
        return None
    new = names.place or (names.via[0] if names.via else "")
    if clause.has("swap", "change", "instead") and names.old and new and names.old != new:
        return made("navigation", "swap", Errand(place=new, old=names.old, route=clause.route))
    if clause.has("destination") and clause.has("drop", "cancel") and not names.place:
        return made("navigation", "drop", Errand(old="@destination"))
    if clause.has("destination") and clause.has("change") and not clause.has("whereto"):
        words = ("change", "replac", "switch", "updat", "modif", "new ", "instead", "actually")
        changes = clause.has("change") if clause.locale == "ko" else _says(clause, *words)
        place = names.place or clause.reference.replace("@destination", "")
        return made("navigation", "replace" if changes else "start", Errand(place=place, route=clause.route))
    drops = clause.has("drop") or (clause.has("cancel") and clause.has("stop"))
    drops = drops and clause.number("percent") is None
    if drops and not clause.has("add") and (names.old or names.place or names.via or clause.has("stop")):
        old = names.old or names.place or (names.via[0] if names.via else "") or "@stop"
        return made("navigation", "drop", Errand(old=old))
    if clause.has("drop") and (names.via or names.place or names.old):
        return made("navigation", "drop", Errand(old=names.old or (names.via or (names.place,))[0]))
    if clause.has("instead") and clause.has("go") and names.place:
        return made("navigation", "replace", Errand(place=names.place, route=clause.route, via=names.via))
    return None


def _route_question(clause: Clause) -> Intent | None:
    place = clause.names.place or (
        clause.reference if clause.reference in ("@meeting", "@destination", "@there") else ""
    )
    start = clause.names.start
    km = clause.number("kilometre")
    asks_where = _says(clause, "how far", "where", "얼마나", "어디", "몇킬로", "몇키로", "몇km")
    if not clause.has("charging") and not clause.kind and clause.has("question"):
        if clause.minutes is not None and asks_where:
            return made("navigation", "query", Errand(place=place, want="progress", minutes=clause.minutes))
        if km is not None and clause.has("time", "eta"):
            return made("navigation", "query", Errand(place=place, want="progress", km=km))
    for want in ("distance", "alternatives", "time"):
        if clause.has(want) and clause.names.place:
            return made("route", "query", Errand(place=place, start=start, want=want))
    if clause.has("eta") and clause.names.place:
        return made("route", "query", Errand(place=place, start=start, want="time"))
    if clause.has("whereto"):
        return made("navigation", "query", Errand())
    if clause.has("eta") or (clause.has("time") and clause.reference == "@destination"):
        return made("navigation", "query", Errand(want="time"))
    if clause.has("distance") and clause.reference == "@destination":
        return made("navigation", "query", Errand(want="distance"))
    if place == "@meeting" and clause.has("distance", "time"):
        return made("route", "query", Errand(place=place, want="time", which=clause.which))
    compares = clause.route in ("fastest", "shortest") and clause.has("question") and clause.has("route")
    if (compares or clause.has("alternatives")) and not clause.has("take", "go") and not clause.car:
        return made("navigation", "query", Errand(want="alternatives"))
    return None


def _says(clause: Clause, *words: str) -> bool:
    return any(word in clause.searched for word in words)


def _start(clause: Clause) -> Intent | None:
    names = clause.names
    along = clause.has("along")
    if clause.car and not clause.has("strong"):
        return None
    if clause.has("onwards") and names.place and not clause.has("question"):
        return made("navigation", "add", Errand(place=names.place, route=clause.route, which="last"))
    if clause.has("go") and (names.place or clause.reference in ("@home", "@meeting", "@there")):
        if names.place and clause.has("add") and not names.via and not _goes_there(clause):
            return made("navigation", "add", Errand(place=names.place, route=clause.route, along=along))
        errand = Errand(
            place=clause.place,
            via=tuple(name for name in names.via if name != names.place),
            route=clause.route,
            which=clause.which if clause.place == "@meeting" else "",
        )
        return made("navigation", "start", errand)
    if names.via and not names.place:
        via = [*names.via]
        if clause.has("go", "add"):
            return made("navigation", "add", Errand(place=via[0], route=clause.route, along=along))
    if clause.has("add") and names.place:
        return made("navigation", "add", Errand(place=names.place, route=clause.route, along=along))
    if clause.has("add") and clause.reference in ("@there", "@meeting"):
        return made("navigation", "add", Errand(place=clause.reference, route=clause.route))
    if clause.has("add") and clause.has("stop") and not clause.car:
        return made("navigation", "add", Errand(along=along))
    if clause.route and names.place and not clause.has("question"):
        return made("navigation", "start", Errand(place=names.place, route=clause.route, via=names.via))
    if clause.has("go") and clause.route and clause.has("route", "take"):
        return made("navigation", "reroute", Errand(route=clause.route))
    if clause.route and clause.has("take", "route", "change") and not clause.has("question"):
        return made("navigation", "reroute", Errand(route=clause.route))
    if clause.has("go") and clause.has("nav", "destination"):
        return made("navigation", "start", Errand())
    if clause.route in ("fastest", "shortest", "no_toll") and not clause.has("question", "find"):
        return made("navigation", "reroute", Errand(route=clause.route))
    return None


def _goes_there(clause: Clause) -> bool:
    """Tell whether the driver asks to be taken to the place rather than past it."""
    if clause.locale == "ko":
        return not any(word in clause.searched for word in ("들러", "들렀", "들르", "추가", "경유", "넣어", "거쳐"))
    return not any(word in clause.searched for word in ("first", "stop", "add ", "swing", "waypoint", "drop by"))


_READERS: tuple[Callable[[Clause], Intent | None], ...] = (
    _unsupported,
    read_call,
    read_mail,
    read_contact,
    read_calendar,
    _weather,
    _cancel,
    _charging,
    _kind,
    _route_question,
    _edit,
    _start,
)
