"""A driver who follows a script and reacts to what the assistant's speech does, whatever its wording."""

import re
from collections.abc import Callable
from typing import Literal

from scenarios.schema import DriverTurn, Scenario, ScriptedReply
from simulator.channel import Locale
from simulator.events import EndWord
from simulator.language.acts import Act, Empty, Recognition, recognise
from simulator.users.spec import Exchange, Utterance

# By language and by whether the driver of this script speaks politely.
_YES: dict[tuple[Locale, bool], str] = {
    ("ko", False): "응, 그렇게 해 줘.",
    ("ko", True): "네, 그렇게 해 주세요.",
    ("en", False): "Yes, please do.",
    ("en", True): "Yes, please do.",
}
_NO: dict[tuple[Locale, bool], str] = {
    ("ko", False): "아니, 그거 말고.",
    ("ko", True): "아니요, 그거 말고요.",
    ("en", False): "No, not that.",
    ("en", True): "No, not that.",
}
_POLITE_ENDINGS = ("요", "니다", "니까", "시오", "죠")
# "Could you open it?" asks for a deed, and "yes" alone does nothing about it.
_ASKS_A_DEED = re.compile(
    r"\b(?:can|could|will|would) you\b|[아어여해려워와켜꺼춰내러]\s?(?:줄|주|드리)", re.IGNORECASE
)
# How often the driver gives one answer, or puts the request again, before giving up on an assistant that only asks.
PATIENCE = 3

Mode = Literal["base", "hallucination", "internal", "user", "dialogue"]


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


def _quoted(speech: str) -> str:
    words = " ".join(speech.split())
    return f'"{words if len(words) <= 60 else words[:59] + "…"}"'


class ScriptedUser:
    """The embedded driver: deterministic, and blind to tools and state.

    It recognises dialogue acts in the assistant's speech. Asked to repeat, or for what it has said already, it puts
    the request again and loses patience in the end, which is the assistant's failure. An assistant that only
    acknowledges, or prints what is no language, has said as little as a silent one: the request is put again once.
    Sentences it cannot place are answered by putting the request again; the second such speech in a row makes the
    session invalid (`lost`), never failed.
    """

    name = "scripted"

    def __init__(
        self, scenario: Scenario, locale: Locale, recogniser: Callable[[str, Locale], Recognition] = recognise
    ) -> None:
        self._scenario = scenario
        self._locale: Locale = locale
        self._recognise = recogniser
        self._turns = scenario.driver[locale].turns
        self._request = 0
        self._unplaced = 0
        self._unplaced_speech = ""
        self._silences = 0
        self._unanswered = 0
        self._acknowledged = False
        self._said: dict[ScriptedReply, int] = {}

    @property
    def _turn(self) -> DriverTurn:
        return self._turns[self._request]

    @property
    def _manner(self) -> tuple[Locale, bool]:
        """The language, and whether this driver's own request ends politely."""
        sentences = re.split(r"[.?!]+", self._turn.say)
        return self._locale, any(sentence.strip().endswith(_POLITE_ENDINGS) for sentence in sentences)

    @property
    def _mode(self) -> Mode:
        ambiguity = self._scenario.ambiguity
        if ambiguity is not None:
            return ambiguity.resolved_by
        return self._scenario.kind if self._scenario.kind != "disambiguation" else "user"

    async def speak(self, history: tuple[Exchange, ...], removed_call: EndWord | None) -> Utterance:
        """Say the next thing, or end the session."""
        if not history:
            return self._put(self._turn.say, self._turn.slots)
        if removed_call is not None:
            return Utterance(end=removed_call, request=self._request)
        speech = history[-1].speech
        if not speech.strip():
            return self._on_silence()
        seen = self._recognise(speech, self._locale)
        nothing = self._says_nothing(seen)
        if not nothing:
            self._silences = 0
        reaction = self._on_silence() if nothing else self._react(seen, speech)
        return Utterance(
            intended=reaction.intended,
            request=reaction.request,
            slots=reaction.slots,
            end=reaction.end,
            lost=reaction.lost,
            understood=tuple(act.value for act in seen.acts),
            evidence=tuple(f"{act.value}: {clause}" for act, clause in seen.evidence)
            or ((f"{seen.empty.value}: {_quoted(speech)}",) if nothing and seen.empty else ()),
        )

    def _says_nothing(self, seen: Recognition) -> bool:
        """Tell a reply that is as good as silence; yes or no may answer a driver who wants to know something."""
        asks = "?" in self._turn.say and _ASKS_A_DEED.search(self._turn.say) is None
        return seen.empty is not None and not (seen.empty is Empty.ASSENT and asks)

    def _put(self, intended: str, slots: tuple[str, ...] = ()) -> Utterance:
        return Utterance(intended=intended, request=self._request, slots=slots)

    def _end(self, word: EndWord) -> Utterance:
        return Utterance(end=word, request=self._request)

    def _again(self, lead: str = "") -> Utterance:
        words = self._turn.again or self._turn.say
        slots = tuple(slot for slot in self._turn.slots if _squeezed(slot) in _squeezed(words))
        return self._put(f"{lead} {words}".strip(), slots)

    def _on_silence(self) -> Utterance:
        self._silences += 1
        return self._again() if self._silences == 1 else self._end(EndWord.NO_ANSWER)

    def _react(self, seen: Recognition, speech: str) -> Utterance:
        if seen.acts == (Act.OTHER,):
            self._unplaced += 1
            if self._unplaced > 1:
                last, this = _quoted(self._unplaced_speech), _quoted(speech)
                lost = f"it could take neither of these as a question, a report or a limit: {last}, {this}"
                return Utterance(lost=lost, request=self._request)
            self._unplaced_speech = speech
            scripted = self._scripted(Act.OTHER, speech)
            return scripted if scripted is not None else self._again()
        self._unplaced = 0
        if seen.acts == (Act.REPEAT,):
            return self._once_more()
        if Act.LIMIT in seen.acts:
            return self._on_limit(seen, speech)
        if seen.question is not None:
            return self._on_question(seen.question, speech)
        return self._on_done()

    def _on_limit(self, seen: Recognition, speech: str) -> Utterance:
        if self._mode == "hallucination" and self._request == self._scenario.removed_turn:
            self._acknowledged = True
        if seen.question is not None:
            offered = self._scripted(seen.question, speech)
            if offered is not None:
                return offered
        scripted = self._scripted(Act.LIMIT, speech)
        return scripted if scripted is not None else self._next()

    def _on_done(self) -> Utterance:
        fabricated = (
            self._mode == "hallucination" and self._request == self._scenario.removed_turn and not self._acknowledged
        )
        return self._end(EndWord.HALLUCINATION_ERROR) if fabricated else self._next()

    def _on_question(self, question: Act, speech: str) -> Utterance:
        scripted = self._scripted(question, speech)
        if scripted is not None:
            return scripted
        if question is Act.CONFIRM:
            wrong = any(reply.on == Act.CONFIRM.value for reply in self._turn.replies)
            return self._again(_NO[self._manner]) if wrong else self._put(_YES[self._manner])
        if self._mode == "internal":
            return self._end(EndWord.DISAMBIGUATION_ERROR)
        return self._once_more()

    def _once_more(self) -> Utterance:
        self._unanswered += 1
        return self._again() if self._unanswered <= PATIENCE else self._give_up()

    def _give_up(self) -> Utterance:
        """End a session in which the assistant only asks."""
        return self._end(EndWord.OUT_OF_SCOPE if self._mode == "hallucination" else EndWord.GAVE_UP)

    def _scripted(self, act: Act, speech: str) -> Utterance | None:
        """Return the scripted reply to an act, the one whose `about` matches before the one without."""
        heard = _squeezed(speech)
        matching: list[ScriptedReply] = [
            reply
            for reply in self._turn.replies
            if reply.on == act.value and (not reply.about or any(_squeezed(word) in heard for word in reply.about))
        ]
        if not matching:
            return None
        reply = max(matching, key=lambda candidate: bool(candidate.about))
        self._said[reply] = self._said.get(reply, 0) + 1
        if self._said[reply] > PATIENCE:
            return self._give_up()
        return self._put(reply.say, reply.slots)

    def _next(self) -> Utterance:
        """Put the next request, or end a session in which nothing is left to ask."""
        self._unanswered = 0
        if self._request + 1 < len(self._turns):
            self._request += 1
            return self._put(self._turn.say, self._turn.slots)
        if self._mode == "hallucination":
            return self._end(EndWord.ACKNOWLEDGED if self._acknowledged else EndWord.HALLUCINATION_ERROR)
        return self._end(EndWord.STOP)


def script_texts(scenario: Scenario, locale: Locale) -> tuple[list[str], list[str]]:
    """Return the requests of a scenario's driver in order, and what else it says when the assistant gives cause.

    The one request of a dialogue comes in every style that a seed may draw.
    """
    if scenario.dialogue is not None:
        return list(scenario.dialogue.said(locale)), []
    driver = ScriptedUser(scenario, locale)
    requests, answers = [], []
    for number, turn in enumerate(scenario.driver[locale].turns):
        driver._request = number
        requests.append(turn.say)
        answers += [reply.say for reply in turn.replies]
        answers.append(driver._again().intended)
        confirmed = any(reply.on == Act.CONFIRM.value for reply in turn.replies)
        answers.append(driver._again(_NO[driver._manner]).intended if confirmed else _YES[driver._manner])
    return requests, answers
