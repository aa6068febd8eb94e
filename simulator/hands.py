"""A person at the controls during a session: what they do to the car, and which conditions they change."""

import asyncio
import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from simulator.admission import MOST_NAME_CHARACTERS, storable, storable_arguments
from simulator.agents.spec import Agent
from simulator.channel import LOCALES, Locale
from simulator.events import ConditionName, SpeechLevel, ToolCall
from simulator.registry import UsageError, unknown
from simulator.settings import public_agent

MakeAgent = Callable[[str, Locale], Agent]
Condition = str | float | None
SetCondition = Callable[[ConditionName, float | None], None]

_USUAL_LEVEL: SpeechLevel = "haeyo"


@dataclass(frozen=True, slots=True)
class Change:
    """A condition to be changed; `agent` is the new assistant where it is the assistant that changes."""

    name: ConditionName
    before: Condition
    after: Condition
    agent: Agent | None = None


Act = ToolCall | Change


class Hands:
    """The person at the controls of one session, used from its event loop; what is asked for is carried out in order.

    `make_agent` builds a new assistant from its name and language and may refuse with UsageError. `set_condition` sets
    the share of words to mishear (0..1) or the ratio of speech to noise in dB, and may refuse likewise; `error_rate`
    and `snr_db` are what they stand at, None where the channel has none. `admit_locale` refuses a language that the
    channel cannot speak. Without one of these nobody can change what it is for.
    """

    def __init__(
        self,
        *,
        make_agent: MakeAgent | None = None,
        set_condition: SetCondition | None = None,
        admit_locale: Callable[[Locale], None] | None = None,
        error_rate: float | None = None,
        snr_db: float | None = None,
    ) -> None:
        self._make_agent = make_agent
        self._set_condition = set_condition
        self._admit_locale = admit_locale
        self._wanted: dict[ConditionName, Condition] = {"error_rate": error_rate, "snr_db": snr_db}
        self._levels: dict[Locale, SpeechLevel | None] = {}
        self._driver_speaks: Locale | None = None
        self._acts: deque[Act] = deque()
        self._stirred: asyncio.Future[None] | None = None
        self._calls = 0
        self._locale: Locale | None = None
        self.over = False
        """Whether the session is over, after which nothing can be done or changed."""

    def do(self, tool: str, arguments: dict[str, Any]) -> None:
        """Do something to the car: a call of a tool, at once; its result is told by an event.

        Raises UsageError when the session is over.
        """
        self._check_open()
        name = storable(tool)[:MOST_NAME_CHARACTERS]
        call = ToolCall(id=f"person-{self._calls}", name=name, arguments=storable_arguments(arguments), actor="person")
        self._calls += 1
        self._ask(call)

    def change(self, name: ConditionName, value: Condition) -> None:
        """Change a condition at once; one that has this value already is left alone.

        Raises UsageError for what cannot be changed, which then stays as it was.
        """
        self._check_open()
        match name:
            case "agent":
                self._switch(value)
            case "locale":
                self._speak(value)
            case "speech_level":
                self._set_level(value)
            case "error_rate" | "snr_db":
                self._set_number(name, value)
            case _:
                raise unknown("condition", name, get_args(ConditionName))

    def current(self, name: ConditionName) -> Condition:
        """Return what a condition stands at once all that was asked for is carried out; None where there is none."""
        return self._wanted.get(name)

    def attach(
        self, agent: str, locale: Locale, levels: dict[Locale, SpeechLevel | None], driver_speaks: Locale | None
    ) -> None:
        """Take what a session begins with; `driver_speaks` is the only language of a driver that is no person.

        Raises ValueError when these hands have served another session.
        """
        if self._locale is not None:
            raise ValueError("hands serve one session only")
        self._locale, self._levels, self._driver_speaks = locale, dict(levels), driver_speaks
        self._wanted |= {"agent": agent, "locale": locale, "speech_level": levels.get(locale)}

    def next_act(self) -> Act | None:
        """Return the next thing to carry out, None when there is none."""
        return self._acts.popleft() if self._acts else None

    def stirred(self) -> "asyncio.Future[None]":
        """Return a future that is done as soon as there is something to carry out."""
        if self._stirred is None or self._stirred.done():
            self._stirred = asyncio.get_running_loop().create_future()
            if self._acts:
                self._stirred.set_result(None)
        return self._stirred

    def close(self) -> list[Agent]:
        """End it; returns the assistants that were built and never came to work."""
        self.over = True
        left = [act.agent for act in self._acts if isinstance(act, Change) and act.agent is not None]
        self._acts.clear()
        return left

    def _check_open(self) -> None:
        if self.over:
            raise UsageError("the drive is over: nothing can be changed any more")

    def _ask(self, act: Act) -> None:
        self._acts.append(act)
        if self._stirred is not None and not self._stirred.done():
            self._stirred.set_result(None)

    def _want(self, name: ConditionName, value: Condition, agent: Agent | None = None) -> None:
        before, self._wanted[name] = self._wanted[name], value
        self._ask(Change(name, before, value, agent))

    def _spoken(self) -> Locale:
        for locale in LOCALES:
            if locale == self._wanted.get("locale"):
                return locale
        raise UsageError("the drive has not begun: nothing can be changed yet")

    def _switch(self, value: Condition) -> None:
        locale = self._spoken()
        if not isinstance(value, str) or not value.strip():
            raise UsageError("agent: expected the name of an assistant")
        if self._make_agent is None:
            raise UsageError("agent: the assistant of this drive cannot be switched")
        if public_agent(value) != self._wanted["agent"]:
            self._want("agent", public_agent(value), self._make_agent(value, locale))

    def _speak(self, value: Condition) -> None:
        before = self._spoken()
        locale = next((known for known in LOCALES if known == value), None)
        if locale is None:
            raise unknown("language", str(value), LOCALES)
        if locale == before:
            return
        if self._driver_speaks not in (None, locale):
            raise UsageError(f"locale: the simulated driver speaks '{self._driver_speaks}' only")
        if self._admit_locale is not None:
            self._admit_locale(locale)
        self._want("locale", locale)
        # Only Korean has speech levels: one that was asked for before comes back with the language.
        level = self._levels.get(locale, _USUAL_LEVEL) if locale == "ko" else None
        if level != self._wanted["speech_level"]:
            self._want("speech_level", level)

    def _set_level(self, value: Condition) -> None:
        locale = self._spoken()
        if value is not None and value not in get_args(SpeechLevel):
            raise unknown("speech level", str(value), get_args(SpeechLevel))
        if value == self._wanted["speech_level"]:
            return
        if locale != "ko":
            raise UsageError("speech_level: only Korean has speech levels; switch the language first")
        level: SpeechLevel | None = next((known for known in get_args(SpeechLevel) if known == value), None)
        self._levels[locale] = level
        self._want("speech_level", level)

    def _set_number(self, name: ConditionName, value: Condition) -> None:
        self._spoken()
        if self._set_condition is None or self._wanted[name] is None:
            what = "mishears nothing on purpose" if name == "error_rate" else "has no noise"
            raise UsageError(f"{name}: the channel of this drive {what}")
        if isinstance(value, str | bool) or value is None or not math.isfinite(value):
            raise UsageError(f"{name}: expected a number, not {value!r}")
        if value == self._wanted[name]:
            return
        self._set_condition(name, float(value))
        self._want(name, float(value))
