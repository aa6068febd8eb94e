"""What the driver's newest words mean for the wishes in hand: new wishes, an answer, a yes or a no."""

import re
from dataclasses import dataclass, replace

from simulator.agents.baseline import answers
from simulator.agents.baseline.follow_ups import follow_up
from simulator.agents.baseline.frames import ERRANDS, LEVELS, QUERY_ONLY, SWITCHES, ZONED, Intent, Understood, merged
from simulator.agents.baseline.goals import Goal
from simulator.agents.baseline.plan_queries import WISH_OPTIONS
from simulator.agents.baseline.signals import Ask, Line
from simulator.agents.baseline.understanding import understand
from simulator.channel import Locale

MOST_REPEATS = 2
"""So many times a question is repeated before the wish is given up."""


_RELATIVE = re.compile(r"\bcall (?:my|the|our) \w+", re.IGNORECASE)
CAR_SINGLE = (LEVELS | SWITCHES | {"sunroof", "sunshade", "trunk"}) - ZONED
"""Devices of which there is one wish at a time."""


@dataclass(slots=True)
class Pending:
    """The question the driver is expected to answer, and how often it was repeated."""

    goal: Goal
    ask: Ask
    repeats: int = 0


class Dialogue:
    """The wishes in hand and the open question; `say` collects what must be said before anything else."""

    def __init__(self) -> None:
        self.goals: list[Goal] = []
        self.pending: Pending | None = None
        self.say: list[Line] = []
        self.last_device = ""
        self.last_wish: Intent | None = None
        self.last_asked = False
        self.last_weather = False

    @property
    def about(self) -> str:
        """The device that words without a device refer to."""
        if self.pending is None:
            return self.last_device
        device = self.pending.goal.intent.device
        return "" if device in ERRANDS | {"charge_limit"} else device

    def rest(self) -> None:
        """Leave what was wished as it is: somebody else has answered it."""
        self.goals, self.pending, self.say = [], None, []

    def look_up(self) -> None:
        """Take the newest words as a question for the owner's manual; what was to be said waits for what is found."""
        instead = {"instead": self.say[0]} if self.say else {}
        self.rest()
        self.goals = [Goal(Intent("manual", "query"), chosen=dict(instead))]

    def refuse(self, line: Line) -> None:
        """Drop what is in hand and say why the newest wish is not met."""
        self.rest()
        self.say = [line]

    def hear(self, heard: str, locale: Locale) -> bool:
        """Take in an utterance; return whether it continues the open question (so that looks stay valid)."""
        understood = understand(heard, locale, about=self.about)
        pending, self.pending = self.pending, None
        if pending is not None and pending.ask.kind == "value" and pending.goal.intent.action in ("up", "down"):
            # By how much? A bit more: of what was asked, whichever way that goes.
            step = follow_up(heard, locale, replace(pending.goal.intent, by=None), weather=False)
            understood = understood if step is None else Understood(loose=step)
        continues = pending is not None and self._answer(pending, understood, heard, locale)
        if not continues:
            further = follow_up(heard, locale, self.last_wish, weather=self.last_weather) if pending is None else None
            self._start(Understood((further,)) if further is not None else understood)
        self.last_asked = any(goal.intent.action == "query" for goal in self.goals)
        self.last_weather = any(goal.intent.device == "weather" for goal in self.goals)
        for goal in self.goals:
            if goal.intent.device not in QUERY_ONLY | ERRANDS | {"charge_limit", "wish", "unsupported"}:
                self.last_device = goal.intent.device
                self.last_wish = goal.intent if goal.intent.action != "query" else None
        return continues

    def _start(self, understood: Understood) -> None:
        """Begin with new wishes, or say that none was understood."""
        loose = understood.loose
        again = bool(understood.commanded and loose.action and loose.device)
        if (
            understood.answer == "no"
            and loose.value is not None
            and self.last_wish
            and loose.device == self.last_device
        ):
            # No, two: the wish before is corrected.
            again, loose = True, _updated(Goal(self.last_wish), loose)
        self.goals = [Goal(intent) for intent in ((loose,) if again else ()) + understood.intents]
        if self.goals:
            return
        if understood.named and self.last_asked:
            self.goals = [Goal(Intent(understood.named[0], "query"))]
        elif understood.named or understood.answer is None:
            self.say = [Line("not_understood")]
        elif understood.answer == "no":
            self.say = [Line("fine")]
        else:
            self.say = [Line("nothing_to_confirm")]

    def _answer(self, pending: Pending, understood: Understood, heard: str, locale: Locale) -> bool:
        if pending.ask.kind in answers.KINDS:
            return self._settle(pending, understood, heard, locale)
        if pending.goal.intent.device == "mail" and pending.ask.kind == "confirm":
            return self._mail(pending, understood, heard, locale)
        if pending.goal.intent.device == "call" and _calls_another(pending.goal, understood, heard):
            return False
        kinds = {"confirm": self._confirm, "value": self._value, "choose": self._choose}
        return kinds[pending.ask.kind](pending, understood)

    def _settle(self, pending: Pending, understood: Understood, heard: str, locale: Locale) -> bool:
        """Answer a question about roads, places or people."""
        goal = pending.goal
        outcome = answers.settle(goal, pending.ask, heard, understood, locale)
        if outcome == "new":
            return False
        if outcome == "no":
            return self._drop(goal, list(understood.intents))
        if outcome == "unclear":
            return self._repeat(pending, Line("say_again"))
        self.goals.extend(
            Goal(intent) for intent in understood.intents if intent.device not in (*ERRANDS, "unsupported")
        )
        return True

    def _mail(self, pending: Pending, understood: Understood, heard: str, locale: Locale) -> bool:
        """Take a clear yes to a mail, a no, or another text for it."""
        goal = pending.goal
        text = answers.other_text(heard, locale)
        same = [intent for intent in understood.intents if intent.device == "mail"]
        others = [intent for intent in understood.intents if intent.device != "mail"]
        if same and same[0].errand != goal.intent.errand and (same[0].errand.text or same[0].errand.who):
            errand = same[0].errand
            kept = replace(
                goal.intent.errand,
                text=errand.text or goal.intent.errand.text,
                who=errand.who or goal.intent.errand.who,
            )
            goal.intent = replace(goal.intent, errand=kept)
        elif text and understood.answer != "yes":
            goal.intent = replace(goal.intent, errand=replace(goal.intent.errand, text=text))
        elif understood.answer == "yes":
            goal.agreed.add(pending.ask.key)
        elif understood.answer == "no":
            return self._drop(goal, others)
        elif others:
            return False
        else:
            return self._repeat(pending, Line("say_again"))
        self._add(others)
        return True

    def _confirm(self, pending: Pending, understood: Understood) -> bool:
        goal, ask = pending.goal, pending.ask
        about_it, others = _split(goal, understood)
        others = [
            intent for intent in others if (intent.device, intent.value) != (goal.intent.device, goal.intent.value)
        ]
        if understood.answer == "no" and not (about_it and _changes(goal, about_it)):
            return self._drop(goal, others)
        if about_it is not None and _changes(goal, about_it):
            goal.intent = _updated(goal, about_it)
            goal.agreed.clear()
        elif understood.answer == "yes" or (about_it is not None and about_it.action == goal.intent.action):
            goal.agreed.add(ask.key)
            if ask.proposal is not None:
                goal.intent = ask.proposal
        elif others:
            return False
        elif goal.intent.device == "wish" and understood.named:
            return self._choose(pending, understood)
        else:
            return self._repeat(pending, Line("say_again"))
        self._add(others)
        return True

    def _value(self, pending: Pending, understood: Understood) -> bool:
        goal = pending.goal
        about_it, others = _split(goal, understood)
        if about_it is not None and about_it is not understood.loose:
            goal.intent = _updated(goal, about_it)
        elif (filled := _filled(goal.intent, understood.loose, understood.absolute)) != goal.intent:
            goal.intent = filled
        elif others:
            return False
        elif understood.answer == "no":
            return self._drop(goal, [])
        else:
            return self._repeat(pending, Line("say_again"))
        self._add(others)
        return True

    def _choose(self, pending: Pending, understood: Understood) -> bool:
        goal = pending.goal
        if goal.intent.device == "wish":
            options = WISH_OPTIONS.get(str(goal.intent.value), {})
            chosen = [options[device] for device in understood.named if device in options]
        else:
            chosen = [Intent(device, goal.intent.action) for device in understood.named]
        if understood.intents:
            return False
        if chosen:
            goal.intent = chosen[0]
            self.goals.extend(Goal(intent) for intent in chosen[1:])
            return True
        if understood.answer == "no":
            return self._drop(goal, [])
        return self._repeat(pending, Line("say_again"))

    def _add(self, intents: list[Intent]) -> None:
        """Take up further wishes; one about a device that is in hand already changes that wish."""
        for intent in intents:
            same = [goal for goal in self.goals if goal.intent.device == intent.device]
            if same and intent.device in CAR_SINGLE and "query" not in (intent.action, same[0].intent.action):
                same[0].intent = _updated(same[0], intent)
            else:
                self.goals.append(Goal(intent))

    def _drop(self, goal: Goal, others: list[Intent]) -> bool:
        self.goals = [kept for kept in self.goals if kept is not goal] + [Goal(intent) for intent in others]
        if not self.goals:
            self.say = [Line("cancelled")]
        return True

    def _repeat(self, pending: Pending, line: Line) -> bool:
        """Ask once more; after that give the wish up rather than guess."""
        if pending.repeats + 1 >= MOST_REPEATS:
            self.goals = []
            self.say = [Line("give_up")]
            return True
        self.pending = Pending(pending.goal, pending.ask, pending.repeats + 1)
        self.say = [line, pending.ask.line]
        return True


def _calls_another(goal: Goal, understood: Understood, heard: str) -> bool:
    """Say whether somebody else is to be called than the one that was asked about."""
    said = [intent.errand.who for intent in understood.intents if intent.device == "call"]
    if not said or understood.answer == "yes":
        return False
    return (said[0] != goal.intent.errand.who) if said[0] else bool(_RELATIVE.search(heard))


def _split(goal: Goal, understood: Understood) -> tuple[Intent | None, list[Intent]]:
    """Separate what was said about the goal's own device from everything else."""
    own = [intent for intent in understood.intents if intent.device == goal.intent.device and intent.action != "query"]
    others = [intent for intent in understood.intents if intent not in own]
    loose = understood.loose
    if own and loose.value is not None:
        return loose, own + others
    if own:
        return own[0], others + own[1:]
    return (loose if loose.action or loose.zones or loose.value is not None else None), others


def _changes(goal: Goal, said: Intent) -> bool:
    """Say whether the words change the wish instead of repeating it."""
    if said.value is not None and said.value != goal.intent.value:
        return True
    if said.zones and said.zones != goal.intent.zones:
        return True
    return bool(said.action) and {said.action, goal.intent.action} in (
        {"open", "close"},
        {"on", "off"},
        {"set", "close"},
    )


def _updated(goal: Goal, said: Intent) -> Intent:
    """Let the newest words win, keep what they leave open."""
    old = goal.intent
    if said.action in ("up", "down") and said.by is not None:
        return replace(said, zones=said.zones or old.zones)
    kept = merged(old, said)
    return replace(kept, action=said.action or old.action)


def _filled(intent: Intent, loose: Intent, absolute: bool) -> Intent:
    """Fill an answer in; a bare number answers `by how much` where that was open."""
    relative = intent.action in ("up", "down") and loose.by is None and isinstance(loose.value, int | float)
    if relative and isinstance(loose.value, int | float):
        small = loose.value < 16 if intent.device == "temperature" else intent.device in LEVELS
        if small and not absolute:
            return replace(intent, by=loose.value, zones=loose.zones or intent.zones)
        return replace(merged(intent, loose), action="set", by=None)
    if loose.by is not None and loose.action in ("up", "down", ""):
        return replace(intent, by=loose.by, action=loose.action or intent.action, zones=loose.zones or intent.zones)
    filled = merged(intent, loose)
    if intent.action in ("open", "close", "match") and filled.value is not None:
        return replace(filled, action="set")
    if loose.action == "close":
        return replace(filled, action="close", value=None)
    if loose.action == "off":
        return replace(filled, action="off")
    return filled
