"""When and where the car is, how it moves, and what session this is: in one line where there is only one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rich.text import Text

from simulator.dashboard.cells import clickable
from simulator.dashboard.mark_words import LEVELS, channel_name
from simulator.dashboard.outside import outside_temperature
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.readings import emphasis, fitted, flowed, reading, transition
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import PANELS, Look, Moment
from simulator.dashboard.units import unit
from simulator.events import ConditionName, DriverSpoke, SessionStarted

_PATHS = frozenset(
    (
        "motion.speed_kph",
        "motion.gear",
        "motion.outside_temperature_c",
        "battery.state_of_charge",
        "happening.outside_weather",
        "happening.incoming_call",
    )
)
_CONDITIONS: tuple[ConditionName, ...] = ("agent", "speech_level", "locale")
_ONE_LINE_WIDTH = 76
_GAP = "  "

_WEEKDAYS = (
    Phrase("Mon", "월"),
    Phrase("Tue", "화"),
    Phrase("Wed", "수"),
    Phrase("Thu", "목"),
    Phrase("Fri", "금"),
    Phrase("Sat", "토"),
    Phrase("Sun", "일"),
)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DATE = Phrase("{weekday} {day} {month_name} {year}", "{year}년 {month}월 {day}일({weekday})")
_DAY = Phrase("{weekday} {day} {month_name}", "{month}월 {day}일({weekday})")
_SHORT_DAY = Phrase("{day} {month_name}", "{month}/{day}")
_GEAR, _BATTERY = Phrase("gear", "기어"), Phrase("battery", "배터리")
_OUTSIDE = Phrase("outside", "외기온")
_CALL, _NO_CALL = Phrase("call from {}", "전화: {}"), Phrase("no call", "전화 없음")
_TURN, _BEFORE = Phrase("turn {}", "턴 {}"), Phrase("no turn yet", "턴 없음")
_WEATHER = {
    "sunny": Phrase("sunny", "맑음"),
    "partly_cloudy": Phrase("partly cloudy", "구름 조금"),
    "cloudy": Phrase("cloudy", "흐림"),
    "cloudy_and_rain": Phrase("rain", "비"),
    "cloudy_and_rain_and_hail": Phrase("rain and hail", "비·우박"),
    "cloudy_and_rain_and_thunderstorm": Phrase("thunderstorm", "뇌우"),
    "cloudy_and_fog": Phrase("fog", "안개"),
}


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that is told, in wordings from the longest to the shortest; lower ranks get their place first.

    Four wordings at most: a wording that is there several times waits until the others have had their turn to grow.
    """

    rank: int
    forms: tuple[Text, ...]

    @property
    def usual(self) -> Text:
        """The second wording where there is one that says something."""
        return next((form for form in self.forms[1:2] if form), self.forms[0])


class Status:
    """Shows the session's time and place, the car's motion and battery, and who is talking to whom."""

    key = "status"
    title = Phrase("Status", "상태")

    def depends(self, moment: Moment) -> object:
        """Return what is told, to the minute."""
        state, now = moment.state, moment.story.now_at(moment.position)
        return (
            now.replace(second=0, microsecond=0),
            state.surroundings.current_location,
            state.motion,
            outside_temperature(moment),
            state.happening,
            state.battery.state_of_charge,
            _session(moment),
            tuple(change for path, change in moment.changed.items() if path in _PATHS),
            moment.flashing & _PATHS,
        )

    def draw(self, moment: Moment, width: int, height: int, look: Look) -> list[Text]:
        """Return one line where it is wide or the only one, else as few lines as take everything."""
        world, session = _of_the_world(moment, look), _of_the_session(moment, look)
        if height == 1 or width >= _ONE_LINE_WIDTH:
            return [_one_line([*world, *session], width)]
        lines = [line for part in (world, session) for line in flowed([one.usual for one in part], width)]
        return (
            lines if height == 0 or len(lines) <= height else flowed([one.usual for one in [*world, *session]], width)
        )


def _session(moment: Moment) -> tuple[Any, ...]:
    """Return assistant, speech level, language, channel and turn as they are at a moment; turns count from 1."""
    story, position = moment.story, moment.position
    first = story.events[0] if len(story) else None
    started = first if isinstance(first, SessionStarted) and position else None
    told: list[Any] = []
    for name in _CONDITIONS:
        switched = story.switched_at(name, position)
        told.append(getattr(started, name, None) if switched is None else switched.after)
    spoken = moment.turn > 0 or any(isinstance(event, DriverSpoke) for event in moment.turn_events())
    return (*told, None if started is None else started.channel, moment.turn + 1 if spoken else 0)


def _of_the_world(moment: Moment, look: Look) -> list[Told]:
    dim = look.palette.label
    speed = reading(moment, "motion.speed_kph", look, _number, unit=" km/h")
    gear = reading(moment, "motion.gear", look, str)
    speed, gear = _clicked(speed, "motion.speed"), _clicked(gear, "motion.speed")
    outside = _clicked(_outside(moment, look), "motion.outside_temperature")
    charge = reading(
        moment, "battery.state_of_charge", look, lambda percent: f"{percent:.0f}", unit=unit("%", look.lang)
    )
    sky = _sky(moment, look)
    with_sky = Text.assemble(outside, " ", sky) if sky else outside
    # Weather that a person has just made is never what a narrow line leaves out.
    shortest = with_sky if "happening.outside_weather" in moment.changed else outside
    told = [
        Told(1, _when(moment.story.now_at(moment.position), look)),
        Told(4, _place(moment, look)),
        Told(
            2, (Text.assemble(speed, "  ", (look.say(_GEAR), dim), " ", gear), *[Text.assemble(speed, " ", gear)] * 3)
        ),
        Told(3, (Text.assemble((look.say(_OUTSIDE), dim), " ", with_sky), with_sky, with_sky, shortest)),
        Told(5, (Text.assemble((look.say(_BATTERY), dim), " ", charge),)),
    ]
    return [*_call(moment, look), *told]


def _outside(moment: Moment, look: Look) -> Text:
    was, now = map(_number, outside_temperature(moment))
    told, style = now + unit("°C", look.lang), emphasis(moment, look, "motion.outside_temperature_c")
    return transition(told if was == now else was, told, style or look.palette.text, look)


def _number(value: float) -> str:
    return f"{value:g}"


def _call(moment: Moment, look: Look) -> list[Told]:
    """Return who is calling, or that a call has ended in this turn; nothing where no phone rings."""
    path = "happening.incoming_call"
    if not moment.state.happening.incoming_call and path not in moment.changed:
        return []

    def words(caller: str, most: int = 0) -> str:
        name = one_line(caller)
        return look.say(_CALL, fitted(Text(name), most or len(name) * 2).plain) if caller else look.say(_NO_CALL)

    forms = [reading(moment, path, look, words, style=look.palette.warn)]
    forms.append(reading(moment, path, look, lambda caller: words(caller, 12), style=look.palette.warn))
    return [Told(0, tuple(_clicked(form, "world.call") for form in forms))]


def _when(now: datetime, look: Look) -> tuple[Text, ...]:
    named = {
        "weekday": look.say(_WEEKDAYS[now.weekday()]),
        "month_name": _MONTHS[now.month - 1],
        "year": now.year,
        "month": now.month,
        "day": now.day,
    }
    clock = f"{now:%H:%M}"
    dated = (f"{look.say(date, **named)} {clock}" for date in (_DATE, _DAY, _SHORT_DAY))
    return tuple(Text(form, look.palette.text) for form in (*dated, clock))


def _place(moment: Moment, look: Look) -> tuple[Text, ...]:
    """Return where the car is, as the place is called in the language that the session began in.

    The names of the world are in that language for everybody: drivers, tools and the other panels, however the
    interface is told and whatever is spoken by now.
    """
    location = moment.state.surroundings.current_location
    place = moment.story.world.place(location.id)
    name = (place.name_ko if place is not None and moment.story.locale == "ko" else "") or location.name
    told = Text(one_line(name), look.palette.accent)
    return told, told, fitted(told, 12)


def _sky(moment: Moment, look: Look) -> Text:
    """Return the weather at the car in words: what a person let happen, else the forecast for the hour; or nothing."""
    hour = moment.story.now_at(moment.position).hour
    slots = moment.story.world.weather(moment.state.surroundings.current_location.id) or ()
    forecast = next((slot.condition for slot in slots if slot.start_hour <= hour < slot.end_hour), "")

    def words(condition: str) -> str:
        shown = condition or forecast
        return look.say(_WEATHER[shown]) if shown in _WEATHER else one_line(shown)

    return _clicked(reading(moment, "happening.outside_weather", look, words), "world.rain")


def _of_the_session(moment: Moment, look: Look) -> list[Told]:
    agent, level, _, channel, turn = _session(moment)
    dim, pieces = look.palette.label, list[Told]()
    if agent is not None:
        named = Text(one_line(str(agent)), look.palette.assistant)
        pieces.append(Told(6, (named, named, fitted(named, 16))))
    if channel is not None:
        told = Text(channel_name(str(channel), look.lang), dim)
        # It comes in once everything else has a wording that says all of it.
        pieces.append(Told(9, (told, told, Text(), Text())))
    if level is not None:
        word = Text(look.say(LEVELS[level]) if level in LEVELS else one_line(str(level)), dim)
        pieces.append(Told(8, (word, *[Text(level, dim) if look.lang == "en" else word] * 3)))
    pieces.append(Told(7, (Text(look.say(_TURN, turn) if turn else look.say(_BEFORE), look.palette.accent),)))
    return pieces


def _clicked(text: Text, control: str) -> Text:
    text.stylize(clickable("", control))
    return text


def _one_line(pieces: Sequence[Told], width: int) -> Text:
    """Return the longest wordings that go into one line: first each gets its shortest, by rank, then longer ones."""
    at = [len(piece.forms) for piece in pieces]
    order = sorted(range(len(pieces)), key=lambda number: pieces[number].rank)

    def line() -> Text:
        found = (piece.forms[form] for piece, form in zip(pieces, at, strict=True) if form < len(piece.forms))
        return Text(_GAP).join([form for form in found if form])

    for _ in range(max(map(len, (piece.forms for piece in pieces)))):
        for number in order:
            if at[number]:
                at[number] -= 1
                if line().cell_len > width:
                    at[number] += 1
    return fitted(line(), width)


PANELS.add("status", Status())
