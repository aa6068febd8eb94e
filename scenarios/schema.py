"""The scenario file format, validated."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, ValidationError, model_serializer, model_validator

from scenarios.dialogue import Dialogue, Drawn, default_scripts
from scenarios.strict import Strict
from simulator.channel import Locale
from simulator.events import SpeechLevel
from simulator.registry import UsageError, unknown
from simulator.tools.toolset import Toolset, person_tools
from simulator.vehicle.state import VehicleState
from simulator.world.generated import GeneratedWorld, constant_weather, places
from simulator.world.model import WeatherCondition, World
from simulator.world.rows import CalendarRow

Kind = Literal["base", "hallucination", "disambiguation", "dialogue"]
ReplyAct = Literal["confirm", "choose", "value", "limit", "other"]


DIALOGUE_WORLD = 7
"""The seed of the one world that all dialogues are held in."""
# The calendar of the scenario's driver; ids of the generated calendars never look like this.
CALENDAR_ID = "cal_0"


class ExpectedCall(Strict):
    """One call of the ground truth; `turn` is the driver's request it belongs to, from 0."""

    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    turn: Annotated[int, Field(ge=0)] = 0


class ScriptedReply(Strict):
    """What the driver says when the assistant's speech is recognised as `on`.

    `about` narrows it to speech that holds one of these strings (case and spaces ignored). `slots` are the strings
    of `say` that must survive recognition.
    """

    on: ReplyAct
    say: Annotated[str, Field(min_length=1)]
    about: tuple[str, ...] = ()
    slots: tuple[str, ...] = ()


class DriverTurn(Strict):
    """One request of the driver and the replies to what the assistant may ask about it.

    `again` is how the driver puts the request a second time when it was not understood.
    """

    say: Annotated[str, Field(min_length=1)]
    slots: tuple[str, ...] = ()
    again: str = ""
    replies: tuple[ScriptedReply, ...] = ()


class Script(Strict):
    """The driver's part in one language; `level` is the speech level asked of the assistant (Korean only)."""

    turns: Annotated[tuple[DriverTurn, ...], Field(min_length=1)]
    level: SpeechLevel | None = None
    persona: str = ""
    spoken: bool = False


class Weather(Strict):
    """Weather pinned for the whole day at the car's place."""

    condition: WeatherCondition
    temperature_c: Annotated[int, Field(ge=-40, le=50)] = 15


class Meeting(Strict):
    """One entry of the driver's calendar on the day of the scenario.

    `start` is local, `minutes` how long, `place` a city's id, `attendees` contact ids, `topic` by language.
    """

    start: Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
    minutes: Annotated[int, Field(ge=5, le=600)] = 30
    place: str
    attendees: tuple[str, ...] = ()
    topic: dict[Locale, str]


class ScenarioEvent(Strict):
    """Something that happens to the car right before the driver's request `before_turn`."""

    before_turn: Annotated[int, Field(ge=0)]
    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    actor: Literal["person", "scenario"] = "person"


class Ambiguity(Strict):
    """What is ambiguous and who resolves it: the assistant by looking (internal) or the driver by answering (user)."""

    resolved_by: Literal["internal", "user"]
    element: str
    note: str = ""


class Scenario(Strict):
    """One scenario in one or both languages.

    `summary_ko` is the summary for people who read Korean. `state` holds flat vehicle variables, defaults elsewhere.
    `removed` uses the reference's notation (`tool`, `tool.parameter`, `result.tool.field`) and `removed_turn` is the
    request that needs what is removed. `guess` is what an assistant that jumps to a conclusion would call. `dialogue`
    holds a dialogue of a KPI and stands in the place of `driver`, which is made from it; one of the car expert's offers
    the owner's manual unless `toolset` says otherwise.
    Raises UsageError (through `load`) naming file, line and field.
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
    kind: Kind
    summary: str
    summary_ko: str = ""
    provenance: str
    toolset: str = "dashtalk"
    place: str = "loc_seo_100001"
    time: datetime = datetime(2026, 3, 12, 15, 20)
    weather: Weather | None = None
    calendar: tuple[Meeting, ...] = ()
    state: dict[str, Any] = Field(default_factory=dict)
    freeze_charge: bool = True
    removed: tuple[str, ...] = ()
    removed_turn: Annotated[int, Field(ge=0)] = 0
    ambiguity: Ambiguity | None = None
    events: tuple[ScenarioEvent, ...] = ()
    expected: tuple[ExpectedCall, ...] = ()
    guess: tuple[ExpectedCall, ...] = ()
    dialogue: Dialogue | None = None
    driver: Annotated[dict[Locale, Script], Field(min_length=1)]

    @model_validator(mode="before")
    @classmethod
    def _has_a_driver(cls, data: Any) -> Any:
        """Make the driver's part of a dialogue; one that is wrong is told about as the dialogue's own fault."""
        if not isinstance(data, dict) or data.get("dialogue") is None or data.get("driver"):
            return data
        try:
            scripts = default_scripts(data["dialogue"])
        except ValidationError:
            scripts = {"en": {"turns": [{"say": "-"}]}}
        return data | {"driver": scripts}

    @model_validator(mode="before")
    @classmethod
    def _has_the_manual(cls, data: Any) -> Any:
        """Offer the owner's manual where its knowledge is asked for, unless the scenario names a toolset."""
        dialogue = data.get("dialogue") if isinstance(data, dict) else None
        if not isinstance(dialogue, dict) or dialogue.get("domain") != "car_expert":
            return data
        return {"toolset": "dashtalk-manual"} | data

    @model_serializer(mode="wrap")
    def _without_nothing(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out the dialogue where there is none: the digests of older runs know no such field."""
        found: dict[str, Any] = written(self)
        if found.get("dialogue", "") is None:
            del found["dialogue"]
        return found

    def about(self, language: str) -> str:
        """Return the summary in Korean for `ko` where it was written, else the English one."""
        return self.summary_ko if language == "ko" and self.summary_ko else self.summary

    def drawn(self, draw: Drawn) -> "Scenario":
        """Return the scenario with the driver's style and the level asked of the assistant that a seed gave."""
        if self.dialogue is None:
            return self
        scripts = {
            locale: Script.model_validate(self.dialogue.script(locale, draw.style, draw.level))
            for locale in self.driver
        }
        return self.model_copy(update={"driver": scripts})

    def asking_for(self, level: SpeechLevel) -> "Scenario":
        """Return the scenario with this speech level asked of the assistant in Korean, whatever its own is."""
        scripts = {
            locale: script.model_copy(update={"level": level}) if locale == "ko" else script
            for locale, script in self.driver.items()
        }
        dialogue = self.dialogue.model_copy(update={"level": level}) if self.dialogue is not None else None
        return self.model_copy(update={"driver": scripts, "dialogue": dialogue})

    @property
    def locales(self) -> tuple[Locale, ...]:
        """The languages the driver speaks in this scenario."""
        return tuple(self.driver)

    @model_validator(mode="after")
    def _is_consistent(self) -> "Scenario":
        if (self.kind == "hallucination") != bool(self.removed):
            raise ValueError("removed: belongs to hallucination scenarios, and they need it")
        if (self.kind == "disambiguation") != (self.ambiguity is not None):
            raise ValueError("ambiguity: belongs to disambiguation scenarios, and they need it")
        if self.dialogue is not None and self.kind != "dialogue":
            raise ValueError("dialogue: belongs to dialogue scenarios")
        if self.place not in places():
            raise ValueError(f"place: {unknown('place', self.place, places())}")
        self._check_calendar()
        turns = {len(script.turns) for script in self.driver.values()}
        if len(turns) != 1:
            raise ValueError("driver: every language needs the same number of turns")
        last = turns.pop() - 1
        if self.removed_turn > last:
            raise ValueError(f"removed_turn: {self.removed_turn} is after the last turn {last}")
        self._check_calls(last)
        for locale, script in self.driver.items():
            if (locale == "ko") != (script.level is not None):
                raise ValueError(f"driver.{locale}.level: is given for Korean and only there")
        try:
            Toolset(self.toolset)
        except UsageError as error:
            raise ValueError(f"toolset: {error}") from None
        try:
            self.build_toolset()
        except UsageError as error:
            raise ValueError(f"removed: {error}") from None
        self._check_state()
        return self

    def _check_calendar(self) -> None:
        for index, meeting in enumerate(self.calendar):
            if meeting.place not in places():
                raise ValueError(f"calendar.{index}.place: {unknown('place', meeting.place, places())}")
            if set(self.driver) - set(meeting.topic):
                raise ValueError(f"calendar.{index}.topic: every language of the driver needs one")

    def _check_route(self) -> None:
        """A route that is set at the start must lead from waypoint to waypoint through the world."""
        stops = self.state.get("waypoints_id") or []
        legs = self.state.get("routes_to_final_destination_id") or []
        if legs and len(legs) != len(stops) - 1:
            raise ValueError("state.routes_to_final_destination_id: one route belongs between each two waypoints")
        world = self.build_world(0)
        for stop in stops:
            if world.location(stop) is None and world.poi(stop) is None:
                raise ValueError(f"state.waypoints_id: no such place '{stop}'")
        for leg, start, end in zip(legs, stops, stops[1:], strict=False):
            route = world.route(leg)
            if route is None or (route["start_id"], route["destination_id"]) != (start, end):
                raise ValueError(f"state.routes_to_final_destination_id: {leg} does not lead from {start} to {end}")

    def _check_state(self) -> None:
        try:
            self.build_state()
        except UsageError as error:
            for name, value in self.state.items():
                try:
                    VehicleState.from_flat({name: value})
                except UsageError as culprit:
                    raise ValueError(f"state.{name}: {culprit}") from None
            raise ValueError(f"state: {error}") from None
        self._check_route()

    def _check_calls(self, last: int) -> None:
        known = person_tools()
        named = [
            (f"{field}.{index}", call.tool, f"{field}.{index}.turn", call.turn)
            for field, calls in (("expected", self.expected), ("guess", self.guess))
            for index, call in enumerate(calls)
        ]
        named += [
            (f"events.{index}", event.tool, f"events.{index}.before_turn", event.before_turn)
            for index, event in enumerate(self.events)
        ]
        for place, tool, counter, turn in named:
            if tool not in known:
                raise ValueError(f"{place}.tool: {unknown('tool', tool, known)}")
            if turn > last:
                raise ValueError(f"{counter}: {turn} is after the last turn {last}")

    def build_toolset(self) -> Toolset:
        """Return the tools this scenario offers."""
        return Toolset(self.toolset, self.removed)

    def build_state(self) -> VehicleState:
        """Return the vehicle state at the start."""
        place = places()[self.place]
        facts = {
            "current_location": {
                "id": place.id,
                "name": place.name,
                "position": {"longitude": place.longitude, "latitude": place.latitude},
            },
            "current_datetime": {
                "year": self.time.year,
                "month": self.time.month,
                "day": self.time.day,
                "hour": self.time.hour,
                "minute": self.time.minute,
            },
        }
        return VehicleState.from_flat(facts | self.state)

    def build_world(self, seed: int, locale: Locale = "en") -> World:
        """Return the world around the car, with names in the driver's language; a dialogue has one for all seeds."""
        if self.dialogue is not None:
            # What was said in it before names places and routes of this world.
            seed = DIALOGUE_WORLD
        weather = None
        if self.weather is not None:
            weather = {self.place: constant_weather(self.weather.condition, self.weather.temperature_c)}
        return GeneratedWorld(seed, weather, locale=locale, calendar=self._calendar_row(locale))

    def _calendar_row(self, locale: Locale) -> CalendarRow:
        return {
            "id": CALENDAR_ID,
            "date": {"year": self.time.year, "month": self.time.month, "day": self.time.day},
            "meetings": [
                {
                    "start": {"hour": meeting.start[:2], "minute": meeting.start[3:]},
                    "duration": f"{meeting.minutes}min",
                    "location": places()[meeting.place].name_ko if locale == "ko" else places()[meeting.place].name,
                    "attendees": list(meeting.attendees),
                    "topic": meeting.topic[locale],
                }
                for meeting in self.calendar
            ],
        }


FIELDS = frozenset(field for part in Strict.__subclasses__() for field in part.model_fields)
"""Every field a scenario file knows, at any depth."""
