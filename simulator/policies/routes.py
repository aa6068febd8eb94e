"""Rules for what the assistant says of routes: tolls, and how it chose on a trip with stops."""

import json
import re
from collections.abc import Iterable

from simulator.policies.answers import yes_or_no
from simulator.policies.evidence import UPHELD, answered, succeeded
from simulator.policies.navigation import ROUTE_WRITERS
from simulator.policies.presented import RouteSpeech, SeenRoute, seen_routes
from simulator.policies.spec import Situation, Verdict, policy
from simulator.trajectory import AssistantSaid, DriverSaid, Message, Step, ToolReplied

_ROUTE_WORDS = re.compile(
    r"\b(?:routes?|roads?|ways?|drive(?=[.,;!?]|$| to)|trips?|legs?|navigat\w+|guid\w+|arriv\w+|"
    r"get (?:to|there)|from here|away)\b"
    r"|경로|길|도로|안내|도착|구간|까지|걸려|걸리|걸립|가는|이동",
    re.I,
)
_CHOICE = re.compile(
    r"\b(?:fastest|faster|quickest|quicker|shortest|shorter|tolls?|toll[\s-]\w+|highways?|motorways?|expressways?|"
    r"scenic|country roads?|cheapest|(?:fast|quick|short|first|second|third|other) (?:route|road|way|one|option))\b"
    r"|빠른(?!\s?충전)|빨리|짧은|최단|유료|무료|통행료|톨|국도|고속도로|(?:첫|두|세)\s?번째|\d\s?번(?:째)?\s?(?:경로|길|으로)",
    re.I,
)
_FASTEST = re.compile(
    r"\b(?:fastest|quickest|(?:least|shortest|minimum) (?:\w+ )?time)\b"
    r"|(?:가장|제일|젤|최대한)\s?(?:빠른|빨리)|빠른\s?(?:길|경로|도로|편|쪽)|최단\s?시간|최소\s?시간",
    re.I,
)
_PERHAPS_FASTEST = re.compile(r"\b(?:fast\w*|quick\w*|speed\w+|swift\w*)\b|빠르|빠른|빨리|시간", re.I)
_ALTERNATIVES = re.compile(
    r"\balternativ\w*\b"
    r"|\b(?:other|another|different|more|further) (?:\w+ )?(?:routes?|roads?|ways?|options?|ones?|choices?)\b"
    r"|다른\s?(?:\S+\s)?(?:경로|길|도로|것|걸|거|게|선택|옵션|방법)|대안|대체\s?(?:경로|길)",
    re.I,
)


@policy(
    "021",
    """When you describe a route in detail, by its roads, time or distance, and it includes a toll road, say that it
    does.""",
    when="speech",
    judged=True,
    source="CAR-bench LLM-POL:021",
)
def tolls_are_told(situation: Situation) -> Verdict | None:
    """Applies when the speech tells roads, time or distance of a route with a toll that tool results have shown.

    Upheld by naming a toll, now or when the same route was told before. Broken only where two of the three facts leave
    no doubt which route it is; a single fact may be about something else. The legs of the route that is set count as
    one route too, so that totals are known. Source: CAR-bench LLM-POL:021.
    """
    seen = seen_routes((*situation.earlier, *situation.turn_steps))
    whole = _whole_trip(situation, seen)
    routes = [*seen.values(), *([whole] if whole is not None else [])]
    free = [route for route in routes if not route.toll]
    speech = RouteSpeech(situation.speech, situation.locale)
    shown = {route: how for route in routes if route.toll and (how := speech.presents(route, free)) is not None}
    surely = [route for route, how in shown.items() if how == "surely"]
    roads_told = any("roads" in speech.facts(route) for route in shown)
    if not shown or not (surely or roads_told or _ROUTE_WORDS.search(situation.speech)):
        return None
    if speech.names_tolls:
        return UPHELD
    before = [speech for speech in _said(situation) if speech.names_tolls]
    if all(any(speech.facts(route) for speech in before) for route in surely or shown):
        return UPHELD
    if not surely:
        return Verdict(None, "needs a judge: whether a route with a toll was described in detail is unclear")
    if before or (speech.denies_tolls and any(speech.facts(route) for route in free)):
        return Verdict(None, f"needs a judge: whether the speech about tolls is about {surely[0].id} is unclear")
    return Verdict(False, f"{surely[0].id} was described in detail without saying that it includes a toll")


def _whole_trip(situation: Situation, seen: dict[str, SeenRoute]) -> SeenRoute | None:
    """Return the legs of the route that is set as one route, None unless there are several and all were seen."""
    legs = [seen.get(leg) for leg in situation.after.navigation.routes_to_final_destination_id]
    known = [leg for leg in legs if leg is not None and leg.km is not None and leg.minutes is not None]
    if len(legs) < 2 or len(known) < len(legs):
        return None
    km, minutes = sum(leg.km or 0 for leg in known), sum(leg.minutes or 0 for leg in known)
    return SeenRoute("the whole trip", any(leg.toll for leg in known), km, minutes, (), None)


def _said(situation: Situation, since: int = 0) -> list[RouteSpeech]:
    messages = situation.messages[since:]
    return [RouteSpeech(message.text, situation.locale) for message in messages if isinstance(message, AssistantSaid)]


@policy(
    "022",
    """On a trip with stops, unless the driver has said which routes to take, take the fastest route of each leg, say
    that you did, mention that there are other routes, and mention any tolls.""",
    when="speech",
    judged=True,
    source="CAR-bench LLM-POL:022",
)
def stops_are_reached_the_fastest_way(situation: Situation) -> Verdict | None:
    """Applies when the assistant chose a leg of a trip of several since the driver last spoke.

    It does not apply once the driver has named a kind of route, or a stored preference for one was looked up. Told
    counts what was said since the legs were looked up. Broken by a slower leg that nobody can have chosen, and by not a
    word in the session about fast routes or about tolls that there are. Left to a judge: an answer that may have been
    a choice, words that may or may not mean it, and no mention of other routes. Source: CAR-bench LLM-POL:022.
    """
    legs = _legs_chosen(situation.turn_steps)
    steps = (*situation.earlier, *situation.turn_steps)
    if not legs or len(situation.after.navigation.routes_to_final_destination_id) < 2 or _prefers_routes(steps):
        return None
    if any(_CHOICE.search(message.heard) for message in situation.messages if isinstance(message, DriverSaid)):
        return None
    seen = seen_routes(steps)
    routes = [seen[leg] for leg in legs if leg in seen]
    since = _first_shown(situation.messages, legs)
    before = _said(situation, since)
    now = RouteSpeech(situation.speech, situation.locale)
    slow = [route.id for route in routes if route.fastest is False]
    missing, unclear = _untold(
        [*before, now], [*_said(situation), now], tolls=any(route.toll for route in routes), fastest=not slow
    )
    if not slow and not missing and not unclear:
        return UPHELD
    answers = [message.heard for message in situation.messages[since:] if isinstance(message, DriverSaid)]
    if before and (slow or any(yes_or_no(answer, situation.locale) is None for answer in answers)):
        return Verdict(None, "needs a judge: the driver may have chosen the routes when answering")
    if not slow and not missing:
        return Verdict(None, f"needs a judge: {' and '.join(unclear)}")
    broken = [f"{leg} is not the fastest of its leg" for leg in slow] + [f"nothing was said of {it}" for it in missing]
    return Verdict(False, " and ".join(broken))


def _legs_chosen(steps: Iterable[Step]) -> list[str]:
    """Return the ids of the routes that calls of these steps put into the navigation."""
    legs: list[str] = []
    for call in succeeded(steps, *ROUTE_WRITERS):
        for name, value in call.arguments.items():
            if name == "route_ids":
                legs += map(str, value)
            elif name.startswith("route_id") and value is not None:
                legs.append(str(value))
    return legs


def _untold(
    since: list[RouteSpeech], ever: list[RouteSpeech], *, tolls: bool, fastest: bool
) -> tuple[list[str], list[str]]:
    """Return what surely was not told, and what may or may not have been, by the speeches since the look-up and ever.

    Other routes can be hinted at in so many ways that their absence is never sure.
    """
    text, before = " ".join(speech.text for speech in since), " ".join(speech.text for speech in ever)
    missing: list[str] = []
    unclear: list[str] = []
    if fastest and not _FASTEST.search(text):
        doubtful = _PERHAPS_FASTEST.search(text) or _FASTEST.search(before)
        (unclear if doubtful else missing).append("having taken the fastest routes")
    if tolls and not any(speech.names_tolls for speech in since):
        (unclear if any(speech.names_tolls for speech in ever) else missing).append("tolls")
    if not _ALTERNATIVES.search(text):
        unclear.append("other routes")
    return missing, [f"whether anything was told of {what} is unclear" for what in unclear]


def _first_shown(messages: tuple[Message, ...], legs: list[str]) -> int:
    """Return where in the dialogue a tool result first showed one of the legs, else the end."""
    for index, message in enumerate(messages):
        if isinstance(message, ToolReplied) and any(f'"{leg}"' in message.content for leg in legs):
            return index
    return len(messages)


def _prefers_routes(steps: Iterable[Step]) -> bool:
    """Tell whether a look-up of the driver's preferences showed one about routes."""
    return any(_preferences(result.content) for _, result in answered(steps, ("get_user_preferences",)))


def _preferences(content: str) -> bool:
    try:
        return bool(json.loads(content)["result"]["navigation_and_routing"]["route_selection"])
    except (ValueError, KeyError, TypeError):
        return False
