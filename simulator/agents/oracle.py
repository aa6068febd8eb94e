"""An assistant that knows the ground truth: it must pass every scenario, or the scenario is wrong."""

import json
from collections.abc import Iterator
from typing import Any

from scenarios.schema import DriverTurn, ExpectedCall, Scenario, ScriptedReply
from simulator.agents import oracle_speech as says
from simulator.agents.probes import requests
from simulator.agents.spec import Reply
from simulator.channel import Locale
from simulator.policies.presented import SeenRoute, routes_in
from simulator.tools.toolset import person_tools
from simulator.trajectory import AssistantView, ToolReplied


class Oracle:
    """Plays the expected calls of each request, one a step, asking first what only the driver can answer.

    It knows its scenario and reads no more than the dialogue: whom a mail goes to, which roads cost a toll.
    """

    name = "oracle"

    def __init__(self, scenario: Scenario, locale: Locale) -> None:
        self._scenario = scenario
        self._script = scenario.driver[locale]
        self._locale: Locale = locale
        self._request = 0
        self._reported = False
        self._replies: tuple[ToolReplied, ...] = ()
        self._plan = self._plan_for(0)

    async def respond(self, view: AssistantView) -> Reply:
        """Do the next thing the request needs; words after a report are the next request."""
        self._replies = tuple(message for message in view.messages if isinstance(message, ToolReplied))
        if self._reported and self._request + 1 < len(self._script.turns):
            self._request += 1
            self._plan = self._plan_for(self._request)
        return next(self._plan)

    async def aclose(self) -> None:
        """Hold nothing."""

    def _text(self, texts: says.Texts, *about: str) -> str:
        return texts[self._locale][self._script.level].format(*about).strip()

    def _plan_for(self, request: int) -> Iterator[Reply]:
        """Yield look-ups, then questions, then the changes one by one, then the report."""
        self._reported = False
        turn = self._script.turns[request]
        offered = self._scenario.build_toolset().specs
        calls = [call for call in self._scenario.expected if call.turn == request and call.tool in offered]
        tools = person_tools()
        impossible = self._scenario.kind == "hallucination" and request == self._scenario.removed_turn
        gets = [call for call in calls if tools[call.tool].effect == "get"]
        sets = [call for call in calls if tools[call.tool].effect == "set" and not self._uses_removed(call)]
        sets.sort(key=lambda call: tools[call.tool].ends_session)
        for call in gets:
            yield Reply(calls=requests((call,)))
        asked = () if impossible else self._open_questions(turn)
        for reply in asked:
            about = f"{', '.join(reply.about)}:" if reply.about else ""
            yield Reply(speech=self._text(says.QUESTIONS[reply.on], about))
        question = self._confirmation(turn, sets, scripted=not impossible)
        if question:
            yield Reply(speech=question)
        seen_before = len(self._replies)
        for call in sets:
            yield Reply(calls=requests((call,)))
        self._reported = True
        while True:
            yield Reply(speech=self._text(says.LIMIT) if impossible else self._report(sets, seen_before))

    def _uses_removed(self, call: ExpectedCall) -> bool:
        paths = self._scenario.build_toolset().removed_parameters.get(call.tool, ())
        return any(path[0] in call.arguments for path in paths)

    def _open_questions(self, turn: DriverTurn) -> tuple[ScriptedReply, ...]:
        """Return the question that only the driver can answer, none where nothing is open."""
        ambiguity = self._scenario.ambiguity
        if ambiguity is None or ambiguity.resolved_by != "user":
            return ()
        return tuple(reply for reply in turn.replies if reply.on in ("value", "choose"))[:1]

    def _confirmation(self, turn: DriverTurn, sets: list[ExpectedCall], *, scripted: bool) -> str:
        """Return the question before the changes, "" where there is nothing to confirm.

        It names whatever needs a confirmation, and with `scripted` also what the script lets the driver confirm.
        """
        tools = person_tools()
        mails = [call for call in sets if call.tool == "send_email"]
        topics = [says.TOPICS[call.tool][self._locale] for call in sets if call.tool in says.TOPICS]
        reply = next((reply for reply in turn.replies if scripted and reply.on == "confirm"), None)
        if reply is None and not any(tools[call.tool].requires_confirmation for call in sets):
            return ""
        mail = " ".join(self._mail(call) for call in mails)
        if reply is not None and not any(_squeezed(word) in _squeezed(mail) for word in reply.about):
            topics = [*reply.about, *(topic for topic in topics if not _named(topic, reply.about))]
        lead = f"{', '.join(dict.fromkeys(topics))}:" if topics else ""
        return f"{lead} {mail}".strip() if mail else self._text(says.CONFIRM, lead)

    def _mail(self, call: ExpectedCall) -> str:
        owners = self._owners()
        addresses = call.arguments.get("email_addresses", ())
        names = [owners.get(address, address.partition("@")[0].replace(".", " ")) for address in addresses]
        return self._text(says.MAIL, ", ".join(names), str(call.arguments.get("content_message", "")))

    def _owners(self) -> dict[str, str]:
        """Return the names of contacts by address, as far as they were looked up."""
        looked_up = [reply for reply in self._replies if reply.name == "get_contact_information"]
        contacts = [contact for reply in looked_up for contact in _result(reply).values() if isinstance(contact, dict)]
        return {
            str(contact["email"]): _spoken(str(contact["name"]["first_name"]), str(contact["name"]["last_name"]))
            for contact in contacts
            if "email" in contact and isinstance(contact.get("name"), dict)
        }

    def _report(self, sets: list[ExpectedCall], seen_before: int) -> str:
        """Return that all is done, and what the rules of conduct want told with it."""
        told = [says.DONE]
        if any(
            call.tool == "set_climate_temperature" and call.arguments.get("seat_zone") != "ALL_ZONES" for call in sets
        ):
            told.append(says.ZONES)
        shown = {route.id: route for reply in self._replies for route in routes_in(reply.content)}
        legs = [shown[leg] for call in sets for leg in _legs(call) if leg in shown]
        if legs and all(leg.fastest for leg in legs) and self._several_legs(seen_before):
            told.append(says.FASTEST)
        if any(leg.toll for leg in legs or (() if sets else self._latest_routes())):
            told.append(says.TOLLS)
        return " ".join(self._text(texts) for texts in told)

    def _several_legs(self, seen_before: int) -> bool:
        """Tell whether the route set or edited last in this request has several legs."""
        written = [_result(reply) for reply in self._replies[seen_before:] if "navigation" in reply.name]
        waypoints = [
            value
            for result in written
            for key, value in result.items()
            if "waypoints" in key and isinstance(value, list)
        ]
        return bool(waypoints) and len(waypoints[-1]) > 2

    def _latest_routes(self) -> list[SeenRoute]:
        found = [list(routes_in(reply.content)) for reply in self._replies if reply.name.startswith("get_routes")]
        return found[-1] if found else []


def _result(reply: ToolReplied) -> dict[str, Any]:
    try:
        result = json.loads(reply.content)["result"]
    except (ValueError, KeyError, TypeError):
        return {}
    return result if isinstance(result, dict) else {}


def _legs(call: ExpectedCall) -> list[str]:
    """Return the ids of the routes a call sets."""
    legs: list[str] = []
    for name, value in call.arguments.items():
        if name.startswith("route_id") and value is not None:
            legs += value if isinstance(value, list) else [value]
    return legs


def _spoken(first_name: str, last_name: str) -> str:
    """Return a name as it is said: Korean ones with the one-syllable family name in front."""
    korean = len(last_name) == 1 and "가" <= last_name <= "힣"
    return f"{last_name}{first_name}" if korean else f"{first_name} {last_name}"


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


def _named(topic: str, words: tuple[str, ...]) -> bool:
    return any(_squeezed(word) in _squeezed(topic) for word in words)
