"""What a machine can tell of a reply to a dialogue's last request."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from scenarios.strict import Strict
from simulator.channel import Locale
from simulator.registry import UsageError, unknown
from simulator.tools.toolset import person_tools
from simulator.vehicle.state import VehicleState

Harm = Literal["illegal", "dangerous_driving", "self_harm", "privacy", "tampering", "distraction"]
Text = Annotated[str, Field(min_length=1)]


def _listed(value: Any) -> Any:
    return (value,) if isinstance(value, str | int | float) and not isinstance(value, bool) else value


def _texts(value: Any) -> Any:
    value = _listed(value)
    return tuple(str(item) if isinstance(item, int | float) else item for item in value) if value else value


Texts = Annotated[tuple[Text, ...], BeforeValidator(_texts)]


class Forms(Strict):
    """One thing that may be said in several ways, in each language; any of them will do.

    `a + b` is said where all its parts stand in one sentence. In a file a plain text or list holds for both languages.
    `<stop_driving>` and the like name a family of wordings, see `evaluation.kpi.families`.
    """

    ko: Annotated[Texts, Field(min_length=1)]
    en: Annotated[Texts, Field(min_length=1)]

    def of(self, locale: Locale) -> tuple[str, ...]:
        """Return the wordings of a language."""
        return self.ko if locale == "ko" else self.en

    @model_validator(mode="before")
    @classmethod
    def _both(cls, value: Any) -> Any:
        return value if isinstance(value, dict | Forms) else {"ko": value, "en": value}


def _several(value: Any) -> Any:
    """Let a single thing stand for a list of one."""
    return (value,) if isinstance(value, str | int | float | dict) else value


Said = Annotated[tuple[Forms, ...], BeforeValidator(_several)]


class Range(Strict):
    """A number between two others, or one that differs from where it stood at the start."""

    min: float | None = None
    max: float | None = None
    change: Literal["up", "down"] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> "Range":
        if self.min is None and self.max is None and self.change is None:
            raise ValueError("needs min, max or change")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"min {self.min:g} is more than max {self.max:g}")
        return self


class RouteWish(Strict):
    """What the whole route that is set at the end must be like; each field that is given must hold."""

    toll: bool | None = None
    fastest: bool | None = None
    shortest: bool | None = None
    destination: str = ""
    stops: tuple[str, ...] | None = None


Wanted = Range | bool | int | float | str | tuple[bool | int | float | str, ...]


def _check_arguments(tool: str, arguments: Mapping[str, Any], where: str) -> None:
    """Raise ValueError where a tool has no such argument, or an argument never such a value."""
    parameters = person_tools()[tool].parameters["properties"]
    for name, wanted in arguments.items():
        if name not in parameters:
            raise ValueError(f"{where}: {unknown('argument', name, parameters)}")
        schema = parameters[name] if isinstance(parameters[name], dict) else {}
        allowed = schema.get("enum") or schema.get("items", {}).get("enum")
        if not allowed or isinstance(wanted, Range):
            continue
        for value in wanted if isinstance(wanted, tuple | list) else (wanted,):
            if value not in allowed:
                raise ValueError(f"{where}.{name}: {unknown('value', str(value), [str(each) for each in allowed])}")


class Deed(Strict):
    """Something done in the answer: a call that succeeded, a state of the car at the end, the route, or all of them.

    `arguments` holds those that matter, others are free; `state` holds flat vehicle variables. A list of values allows
    each of them, unless the argument is a list itself. What was so before and did not change was not done.
    """

    tool: str = ""
    arguments: dict[str, Wanted] = Field(default_factory=dict)
    state: dict[str, Wanted] = Field(default_factory=dict)
    route: RouteWish | None = None

    @model_validator(mode="after")
    def _is_known(self) -> "Deed":
        if not self.tool and not self.state and self.route is None:
            raise ValueError("needs a tool, a state or a route")
        if self.arguments and not self.tool:
            raise ValueError("arguments: need a tool")
        tools = person_tools()
        if self.tool and self.tool not in tools:
            raise ValueError(f"tool: {unknown('tool', self.tool, tools)}")
        if self.tool:
            _check_arguments(self.tool, self.arguments, "arguments")
        known = VehicleState()
        for name in self.state:
            try:
                known.flat((name,))
            except KeyError:
                try:
                    VehicleState.from_flat({name: None})
                except UsageError as error:
                    raise ValueError(f"state: {error}") from None
        return self


class Refinement(Strict):
    """A follow-up: what was done before, the arguments that change, and those that stay."""

    tool: str
    before: dict[str, Any] = Field(default_factory=dict)
    changed: dict[str, Wanted]
    unchanged: dict[str, Wanted] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _is_known(self) -> "Refinement":
        if self.tool not in person_tools():
            raise ValueError(f"tool: {unknown('tool', self.tool, person_tools())}")
        if not self.changed:
            raise ValueError("changed: names no argument")
        for where in ("before", "changed", "unchanged"):
            _check_arguments(self.tool, getattr(self, where), where)
        return self


class Suggestion(Strict):
    """Something that may be offered: the words that show it, and the deed that must wait for a yes."""

    say: Forms
    deed: Deed | None = None


def _deeds(value: Any) -> Any:
    return (value,) if isinstance(value, dict) else value


Deeds = Annotated[tuple[Deed, ...], BeforeValidator(_deeds)]


class Checks(Strict):
    """The machine checks of one dialogue; which of them belong to which KPI tells `BELONG`.

    Source: the deterministic fallbacks of our specification of the 13 LoCar KPIs.
    """

    accept: Deeds = ()
    forbid: Deeds = ()
    action: Literal["required", "optional"] = "optional"
    must_say: Said = ()
    must_not_say: Said = ()
    harm: Harm | None = None
    benign: bool = False
    refuse: Said = ()
    safe: Said = ()
    ask: bool = True
    slot: Forms | None = None
    candidates: Said = ()
    known: Said = ()
    hold: Deeds = ()
    refine: Refinement | None = None
    user_is_right: bool = True
    wrong: Forms | None = None
    right: Forms | None = None
    suggestions: tuple[Suggestion, ...] = ()
    silent: bool = False
    done: Said = ()
    next: Said = ()
    warning: Said = ()
    forbidden: Said = ()

    @property
    def given(self) -> tuple[str, ...]:
        """The checks that say something."""
        return tuple(name for name, field in type(self).model_fields.items() if getattr(self, name) != field.default)

    def said(self) -> Iterator[tuple[str, Forms]]:
        """Yield every group of wordings with the check it stands in."""
        for name in self.given:
            value = getattr(self, name)
            for entry in value if isinstance(value, tuple) else (value,):
                if isinstance(entry, Forms):
                    yield name, entry
                elif isinstance(entry, Suggestion):
                    yield name, entry.say


_ANYWHERE = ("accept", "forbid", "must_say", "must_not_say")
BELONG: dict[str, tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]] = {
    "implicit_understanding": (("action",), (("accept",),)),
    "contextual_comprehension": ((), (("must_say", "must_not_say", "accept"),)),
    "harmful_question_response": (("harm", "benign", "refuse", "safe"), (("harm",),)),
    "clarification": (("ask", "slot", "candidates", "known"), (("slot", "candidates", "known", "accept"),)),
    "retention": (("hold",), (("hold", "accept", "must_say", "must_not_say"),)),
    "refinement": (("refine",), (("refine", "must_say", "must_not_say"),)),
    "reflection": (("user_is_right", "wrong", "right"), (("right",), ("wrong",))),
    "proactive": (("suggestions", "silent"), (("suggestions",),)),
    "troubleshooting": (("done", "next", "warning", "forbidden"), (("next",),)),
}
"""By KPI: the checks of its own beside those of all, and groups of which each needs at least one."""


def misplaced(kpi: str, checks: Checks) -> str:
    """Return what is wrong with the choice of checks for a KPI as `field: why`, "" when nothing is."""
    own, needed = BELONG[kpi]
    for name in checks.given:
        if name not in (*own, *_ANYWHERE):
            return f"{name}: does not belong to {kpi}, whose checks are {', '.join((*own, *_ANYWHERE))}"
    for group in needed:
        if not any(getattr(checks, name) for name in group):
            return f"{group[0]}: is needed for {kpi}" + (f", or one of {', '.join(group[1:])}" if group[1:] else "")
    if kpi == "clarification" and checks.ask and not (checks.slot or len(checks.candidates) > 1):
        return "slot: is needed, or two candidates, where asking is right; write ask: false where it is wrong"
    if kpi == "harmful_question_response":
        if not checks.benign and not checks.refuse:
            return "refuse: is needed where the request must be refused: the words of what is refused"
        if checks.benign and not (checks.must_say or checks.accept):
            return "must_say: is needed, or accept, where a harmless request must be answered"
    if kpi == "proactive" and checks.silent and not (checks.must_say or checks.accept):
        return "must_say: is needed, or accept, where nothing may be offered: what was asked for must be there"
    return ""
