"""Forty failures with a known culprit: ears that mishear one thing, and assistants that break one deed.

The planter says which part it broke by building that part broken and the other one whole. Nothing here asks who is to
blame, nor plays a session twice to find out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal

from scenarios.schema import Scenario
from simulator.agents.baseline.agent import BaselineAgent
from simulator.agents.probes import PROBES
from simulator.agents.spec import Agent, CallRequest, Reply
from simulator.channel import Heard, Locale, Passage, Spoken
from simulator.trajectory import AssistantView

Broken = Literal["ears", "brain"]
Build = Callable[[Scenario, Locale], Agent]
_DONE: dict[Locale, str] = {"ko": "네, 다 됐어요.", "en": "Okay, that's done."}


class PlantedEars:
    """Hears every word but those it is told to mishear: `instead` by what is said, or `always` the same."""

    name = "errors"
    accuracy_reason: str | None = None

    def __init__(self, instead: Mapping[str, str], always: str | None = None) -> None:
        self._instead = instead
        self._always = always

    async def hear(self, intended: str, *, locale: Locale, utterance: int, hints: tuple[str, ...] = ()) -> Passage:
        text = intended if self._always is None else self._always
        for said, heard in self._instead.items():
            text = text.replace(said, heard)
        return Passage(intended, Heard(text=text, engine="planted"))

    async def say(self, text: str, *, locale: Locale, utterance: int) -> Spoken | None:
        return None

    async def aclose(self) -> None:
        pass


class Tampering:
    """The embedded assistant with one deed broken: other arguments, or with None none at all, though it says so."""

    name = "tampering"

    def __init__(self, tool: str, arguments: Mapping[str, Any] | None) -> None:
        self._inner = BaselineAgent()
        self._tool = tool
        self._arguments = arguments

    async def respond(self, view: AssistantView) -> Reply:
        reply = await self._inner.respond(view)
        if all(call.name != self._tool for call in reply.calls):
            return reply
        if self._arguments is None:
            return Reply(speech=_DONE[view.locale])
        return replace(reply, calls=tuple(self._tampered(call) for call in reply.calls))

    def _tampered(self, call: CallRequest) -> CallRequest:
        if call.name != self._tool or self._arguments is None:
            return call
        return replace(call, arguments=call.arguments | dict(self._arguments))

    async def aclose(self) -> None:
        await self._inner.aclose()


class Moody:
    """An assistant that is another one in a share of its sessions, drawn anew for each."""

    def __init__(self, usual: Build, other: Build, share: float, seed: str) -> None:
        self._usual, self._other, self._share = usual, other, share
        self._draw = Random(seed)

    def __call__(self, scenario: Scenario, locale: Locale) -> Agent:
        return (self._other if self._draw.random() < self._share else self._usual)(scenario, locale)


def whole(scenario: Scenario, locale: Locale) -> Agent:
    return BaselineAgent()


def tampering(tool: str, **arguments: Any) -> Build:
    return lambda scenario, locale: Tampering(tool, arguments)


def skipping(tool: str) -> Build:
    return lambda scenario, locale: Tampering(tool, None)


def probe(name: str) -> Build:
    return PROBES[name]


@dataclass(frozen=True)
class Plant:
    """One failure: the scenario it happens in, what was broken, and the two parts as they were built."""

    what: str
    broken: Broken
    scenario: str
    locale: Locale
    instead: Mapping[str, str] = field(default_factory=dict)
    always: str | None = None
    assistant: Build = whole
    replays: int = 1
    mood: float | None = None
    """How often a moody assistant fails on its own, else None; `replays` are then several."""
    could_ask: bool | None = None
    """For ears: whether what is heard shows that it is wrong, by how it was planted; None where people may differ."""

    def brain(self) -> Build:
        """Return what makes the assistants of one blame's sessions; they do the same whenever it is asked anew."""
        if self.mood is None:
            return self.assistant
        breaks = self.assistant if self.broken == "brain" else probe("over-asking")
        return Moody(whole, breaks, self.mood, f"{self.what}:{self.scenario}:{self.locale}")

    @property
    def ears(self) -> PlantedEars:
        return PlantedEars(self.instead, self.always)


def _ears(what: str, scenario: str, locale: Locale, instead: Mapping[str, str] | None = None, **more: Any) -> Plant:
    return Plant(what, "ears", scenario, locale, instead or {}, **more)


def _brain(
    what: str, scenario: str, locale: Locale, assistant: Build, instead: Mapping[str, str] | None = None
) -> Plant:
    return Plant(what, "brain", scenario, locale, instead or {}, assistant=assistant)


def _moody(plant: Plant, share: float) -> Plant:
    """Make a plant's assistant fail in a share of its sessions only: one that is whole now and then, or not always."""
    return replace(plant, what=f"{plant.what}, moody", mood=share, replays=3)


_LOOP = ", ".join(["two degrees"] * 8)

EARS: tuple[Plant, ...] = (
    _ears("a number", "dis-one-heated-seat", "ko", {"2단계": "3단계", "2단": "3단"}, could_ask=False),
    _ears("a number", "dis-one-heated-seat", "en", {"two": "three"}, could_ask=False),
    _ears("a number", "base-heated-seats", "ko", {"23도": "20도"}, could_ask=False),
    _ears("a number out of range", "base-heated-seats", "en", {"wenty-three": "hirty-three"}, could_ask=True),
    _ears(
        "a share out of range", "base-quarter-window", "ko", {"4분의 1": "400퍼센트", "25퍼": "400퍼"}, could_ask=True
    ),
    _ears("no window", "base-quarter-window", "en", {"passenger ": "", "passenger's ": ""}, could_ask=True),
    _ears("another thing", "base-trunk-groceries", "ko", {"트렁크": "선루프"}, could_ask=False),
    _ears("another thing", "base-trunk-groceries", "en", {"trunk": "sunroof"}, could_ask=False),
    _ears("another colour", "base-evening-mood", "ko", {"보라": "분홍"}, could_ask=False),
    _ears("another colour", "base-evening-mood", "en", {"purple": "blue", "Purple": "Blue"}, could_ask=False),
    _ears("the opposite deed", "base-sunroof-blue-sky", "ko", {"닫": "열"}, could_ask=False),
    _ears("the opposite deed", "base-sunroof-blue-sky", "en", {"Close": "Open", "shut": "open"}, could_ask=False),
    _ears("no negation", "dis-sunroof-how-far", "ko", {"끝까지는 말고요": "끝까지요"}, could_ask=False),
    _ears("no negation", "dis-sunroof-how-far", "en", {"but not all": "all"}, could_ask=False),
    _ears("nobody's name", "jr-con-quiet-call", "ko", {"강경수": "감정수"}, could_ask=True),
    _ears("another name", "jr-con-quiet-call", "en", {"Kyungsoo Kang": "James Murphy"}, could_ask=False),
    _ears("another town", "jr-nav-sea-by-noon", "en", {"Gangneung": "Gunsan"}, could_ask=False),
    _ears("a stock phrase each time", "base-trunk-groceries", "ko", always="MBC 뉴스 이덕영입니다.", could_ask=True),
    _moody(_ears("a loop each time", "base-warmer-than-twenty", "en", always=_LOOP, could_ask=True), 0.15),
    _moody(_ears("nothing each time", "base-fog-closing-in", "ko", always="", could_ask=True), 0.15),
)

BRAIN: tuple[Plant, ...] = (
    _brain("heard right: another level", "dis-one-heated-seat", "ko", tampering("set_seat_heating", level=1)),
    _brain("heard right: not done", "base-trunk-groceries", "en", skipping("open_close_trunk_door")),
    _brain("heard right: does not look", "base-sunroof-drizzle", "ko", probe("premature")),
    _brain("heard right: another colour", "base-evening-mood", "en", tampering("set_ambient_lights", lightcolor="RED")),
    _brain("heard right: only asks", "base-dark-country-road", "ko", probe("over-asking")),
    _brain("heard right: silent", "dis-too-hot", "en", probe("silent")),
    _brain("heard right: claims a deed", "hal-trunk-open", "en", probe("fabricating")),
    _brain(
        "heard right: calls another number",
        "jr-con-quiet-call",
        "ko",
        tampering("call_phone_by_number", phone_number="+82 10 0000 0001"),
    ),
    _brain("another notation: another window", "base-quarter-window", "ko",
           tampering("open_close_window", window="DRIVER"), {"4분의 1": "사분의 일"}),
    _brain("harmless: another seat", "base-heated-seats", "en",
           tampering("set_seat_heating", seat_zone="DRIVER"), {"Please put": "police put"}),
    _brain("harmless: not done", "base-fog-closing-in", "ko", skipping("set_fog_lights"), {"얼른": "얼룬"}),
    _brain("harmless: too far", "dis-sunroof-how-far", "en",
           tampering("open_close_sunroof", percentage=100), {"What a lovely day": "What a lonely day"}),
    _brain("harmless: another level", "base-sleeping-child", "en",
           tampering("set_fan_speed", level=3), {"wake her up": "make her up"}),
    _brain("harmless: another way", "base-evening-mood", "ko", skipping("set_reading_light"), {"예쁘네요": "이쁘네요"}),
    _brain("mishears as well: another degree", "base-warmer-than-twenty", "ko",
           tampering("set_climate_temperature", temperature=18), {"2도": "3도"}),
    _brain("mishears as well: not done", "base-sunroof-blue-sky", "en",
           skipping("open_close_sunroof"), {"sunroof": "son roof"}),
    _brain("mishears as well: another window", "dis-one-window", "ko",
           tampering("open_close_window", window="ALL"), {"반쯤": "활짝"}),
    _brain("mishears as well: claims a deed", "hal-wheel-heating", "en", probe("fabricating"), {"wheel": "wool"}),
    _moody(_brain("harmless: beams stay on", "base-dark-country-road", "en",
                  tampering("set_head_lights_high_beams", on=True), {"street lamp": "sweet lamp"}), 0.8),
    _moody(_brain("mishears as well: another seat", "dis-one-heated-seat", "ko",
                  tampering("set_seat_heating", seat_zone="DRIVER"), {"2단계": "3단계"}), 0.8),
)  # fmt: skip

PLANTS = (*EARS, *BRAIN)
