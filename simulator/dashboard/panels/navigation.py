"""The route that is set: a small map, every leg with its roads and alternatives, and when the car arrives."""

from datetime import datetime, timedelta
from itertools import pairwise

from rich.text import Text

from simulator.dashboard.phrases import Phrase
from simulator.dashboard.readings import (
    LEAST_WIDTH,
    duration,
    emphasis,
    fitted,
    flowed,
    labelled,
    reading,
    switch,
    touching,
)
from simulator.dashboard.route_map import Pin, drawn_map, rows_wanted
from simulator.dashboard.route_plan import Leg, Stop, leg_of, minutes_of, stop_of, total
from simulator.dashboard.spec import PANELS, Look, Moment
from simulator.language.printable import printable
from simulator.world.rows import RouteRow

_GUIDANCE = Phrase("Guidance", "길 안내")
_NO_DESTINATION = Phrase("no destination set", "목적지 없음")
_ONLY_SET = Phrase("route set, not guiding", "경로만 설정됨")
_REMAINING = Phrase("To go", "잔여")
_ARRIVAL = Phrase("Arrival", "도착")
_DAYS_LATER = Phrase("+{} d", "{}일 뒤")
_BEFORE = Phrase("before:", "이전:")
_HERE = Phrase("car is here", "현재 위치")
_CAR = Phrase("car", "내 차")
_VIA = Phrase("via ", "")
_OTHER = Phrase("1 other: {}", "다른 경로 1개: {}")
_OTHERS = Phrase("{} others: {}", "다른 경로 {}개: {}")
_TOLL = Phrase("toll", "유료")
_NO_TOLL = Phrase("no toll", "무료")
_UNKNOWN_PLACE = Phrase("place unknown to this world", "이 지도에 없는 장소")
_UNKNOWN_ROUTE = Phrase("route unknown to this world", "이 지도에 없는 경로")
_UNKNOWN_TOTAL = Phrase("unknown", "알 수 없음")
_ELSEWHERE = Phrase("leads elsewhere: {} › {}", "다른 구간의 경로: {} › {}")
_NO_ROUTE = Phrase("no route set", "경로 미설정")
_MORE = Phrase("… {} more lines", "… {}줄 더")

_START, _STOP, _DESTINATION, _CAR_GLYPH = "○", "●", "◆", "▲"
_MOST_LINES = 16
_LEAST_MAP, _USUAL_MAP = 4, 6
_RAIL = "│ "
# Fewer cells than this tell too little of a road's name to share its line.
_ROOM_FOR_ROADS = 22


class NavigationPanel:
    """Shows where the car is going."""

    key = "navigation"
    title = Phrase("Navigation", "내비게이션")

    def depends(self, moment: Moment) -> object:
        """Return the route, the car's place, the world, the minute, what changed of the route and what flashes."""
        state, story = moment.state, moment.story
        now = story.now_at(moment.position).replace(second=0, microsecond=0) if state.navigation.waypoints_id else None
        here = state.surroundings.current_location
        return state.navigation, here, story.world, story.locale, now, touching(moment, "navigation")

    def draw(self, moment: Moment, width: int, height: int, look: Look) -> list[Text]:
        """Return totals, then the map, then stops and legs in driving order."""
        width = max(width, LEAST_WIDTH)
        view = _View(moment, width, look)
        head, listed = view.head(), view.listed()
        room = (height or _MOST_LINES) - len(head) - len(listed)
        most = max(_LEAST_MAP, room if height else min(room, _USUAL_MAP))
        lines = head + view.map(most) + listed
        if height or len(lines) <= _MOST_LINES:
            return lines
        more = len(lines) - _MOST_LINES + 1
        return [*lines[: _MOST_LINES - 1], fitted(Text(look.say(_MORE, more), look.palette.label), width)]


class _View:
    """One drawing: the route of a moment, looked up in its world once."""

    def __init__(self, moment: Moment, width: int, look: Look) -> None:
        self.moment, self.width, self.look = moment, width, look
        self.world, self.locale = moment.story.world, moment.story.locale
        navigation = moment.state.navigation
        self.stops = [stop_of(self.world, place_id, self.locale) for place_id in navigation.waypoints_id]
        self.legs = [leg_of(self.world, route_id) for route_id in navigation.routes_to_final_destination_id]
        self.here = moment.state.surroundings.current_location
        ids = navigation.waypoints_id
        self.at = ids.index(self.here.id) if self.here.id in ids else None

    def head(self) -> list[Text]:
        """Return whether guidance is on, and how far it is still and when the car arrives."""
        look, label = self.look, self.look.palette.label
        guidance = reading(self.moment, "navigation.navigation_active", look, switch(look))
        pieces = [labelled(look.say(_GUIDANCE), guidance, look)]
        if not self.stops and not self.legs:
            pieces.append(Text(look.say(_NO_DESTINATION)))
        elif not self.moment.state.navigation.navigation_active:
            pieces.append(Text(look.say(_ONLY_SET), look.palette.warn))
        if self.legs:
            remaining = total(self.legs[self.at or 0 :])
            if remaining is None:
                pieces.append(labelled(look.say(_REMAINING), Text(look.say(_UNKNOWN_TOTAL)), look))
            else:
                km, minutes = remaining
                told = Text(f"{km:.1f} km {self._told(minutes)}", look.palette.accent)
                pieces.append(labelled(look.say(_REMAINING), told, look))
                arrival = Text(self._arrival(minutes), look.palette.accent)
                pieces.append(labelled(look.say(_ARRIVAL), arrival, look))
        lines = flowed(pieces, self.width)
        before = self._before()
        if before:
            lines.append(fitted(Text(f"{look.say(_BEFORE)} {before}", label), self.width))
        return lines

    def _arrival(self, minutes: int) -> str:
        now = self.moment.story.now_at(self.moment.position)
        then = now + timedelta(minutes=minutes)
        days = (_midnight(then) - _midnight(now)).days
        return f"{then:%H:%M}" + (f" ({self.look.say(_DAYS_LATER, days)})" if days else "")

    def _before(self) -> str:
        """Return the route as it was when the turn began; "" when it is still the same."""
        changed = self.moment.changed
        stops, routes = changed.get("navigation.waypoints_id"), changed.get("navigation.routes_to_final_destination_id")
        if stops is None and routes is None:
            return ""
        navigation = self.moment.state.navigation
        ids = navigation.waypoints_id if stops is None else stops.before
        route_ids = navigation.routes_to_final_destination_id if routes is None else routes.before
        if not ids:
            return self.look.say(_NO_DESTINATION)
        names = " › ".join(stop_of(self.world, place_id, self.locale).name for place_id in ids)
        length = total([leg_of(self.world, route_id) for route_id in route_ids]) if route_ids else None
        return names if length is None else f"{names}, {length[0]:.1f} km {self._told(length[1])}"

    def map(self, most: int) -> list[Text]:
        """Return the map in at most so many lines; none where there are not two places to show."""
        palette = self.look.palette
        pins = [
            Pin(stop.point, self._glyph(index), str(index + 1), stop.name, palette.accent)
            for index, stop in enumerate(self.stops)
            if stop.point is not None
        ]
        car = (self.here.position.longitude, self.here.position.latitude)
        if pins and self.at is None:
            pins.append(Pin(car, _CAR_GLYPH, "", self.look.say(_CAR), palette.good))
        points = [pin.point for pin in pins]
        if len(set(points)) < 2:
            return []
        ways = [
            (start.point, end.point)
            for start, end in pairwise(self.stops)
            if start.point is not None and end.point is not None
        ]
        rows = rows_wanted(points, self.width, _LEAST_MAP, most)
        return drawn_map(pins, ways, self.width, rows, line_style=palette.driver, label_style=palette.text)

    def _glyph(self, index: int) -> str:
        if index == self.at:
            return _CAR_GLYPH
        if index == 0:
            return _START
        return _DESTINATION if index == len(self.stops) - 1 else _STOP

    def listed(self) -> list[Text]:
        """Return stops and legs in driving order."""
        lines: list[Text] = []
        if self.at is None and self.stops:
            lines += self._place(_CAR_GLYPH, Text(self._place_name()), _HERE)
        for index, stop in enumerate(self.stops):
            lines += self._stop(index, stop)
            if index < len(self.legs):
                lines += self._leg(self.legs[index], tuple(one.id for one in self.stops[index : index + 2]))
            elif index < len(self.stops) - 1:
                lines += self._rail(Text(self.look.say(_NO_ROUTE), self.look.palette.warn))
        for leg in self.legs[len(self.stops) :]:
            lines += self._leg(leg, ())
        return [fitted(line, self.width) for line in lines]

    def _place_name(self) -> str:
        known = stop_of(self.world, self.here.id, self.locale)
        return printable(self.here.name) if known.point is None else known.name

    def _place(self, glyph: str, name: Text, note: Phrase | None) -> list[Text]:
        pieces = [Text.assemble((f"{glyph} ", self.look.palette.accent), name)]
        if note is not None:
            pieces.append(
                Text(self.look.say(note), self.look.palette.label if note is _HERE else self.look.palette.warn)
            )
        return flowed(pieces, self.width)

    def _stop(self, index: int, stop: Stop) -> list[Text]:
        style = self._style("navigation.waypoints_id", stop.id) or self.look.palette.accent
        name = Text.assemble((f"{index + 1} ", self.look.palette.accent), (stop.name, style))
        note = _UNKNOWN_PLACE if stop.point is None else _HERE if index == self.at else None
        return self._place(self._glyph(index), name, note)

    def _rail(self, *pieces: Text, gap: str = "  ") -> list[Text]:
        """Return what stands between two stops."""
        return flowed(pieces, self.width, gap=gap, indent=_RAIL)

    def _style(self, path: str, member: str) -> str:
        """Return the style of a member of a list: that of a change when it was not there when the turn began."""
        change = self.moment.changed.get(path)
        return emphasis(self.moment, self.look, path) if change is not None and member not in change.before else ""

    def _leg(self, leg: Leg, ends: tuple[str, ...]) -> list[Text]:
        look, label = self.look, self.look.palette.label
        style = self._style("navigation.routes_to_final_destination_id", leg.route_id) or look.palette.text
        route = leg.route
        if route is None:
            return self._rail(Text(look.say(_UNKNOWN_ROUTE), look.palette.warn), Text(leg.route_id, label))
        lines: list[Text] = []
        found = route["start_id"], route["destination_id"]
        if len(ends) == len(found) and found != ends:
            names = (stop_of(self.world, one, self.locale).name for one in found)
            lines += self._rail(Text(look.say(_ELSEWHERE, *names), look.palette.warn))
        length = Text(f"{route['distance_km']:.1f} km  {self._told(minutes_of(route))}", style)
        room = self.width - len(_RAIL) - length.cell_len - 2
        roads = Text.assemble((look.say(_VIA), label), (printable(route["name_via"]), style))
        beside = room >= min(_ROOM_FOR_ROADS, roads.cell_len)
        lines += self._rail(length, fitted(roads, room if beside else self.width - len(_RAIL)))
        if leg.others:
            told = [self._difference(route, other) for other in leg.others]
            told[0] = look.say(_OTHER, told[0]) if len(told) == 1 else look.say(_OTHERS, len(told), told[0])
            lines += self._rail(*(Text(one, label) for one in told), gap=", ")
        return lines

    def _difference(self, chosen: RouteRow, other: RouteRow) -> str:
        minutes = minutes_of(other) - minutes_of(chosen)
        km = other["distance_km"] - chosen["distance_km"]
        told = f"{'−' if minutes < 0 else '+'}{self._told(abs(minutes))} {'−' if km < 0 else '+'}{abs(km):.1f} km"
        if chosen["includes_toll"] == other["includes_toll"]:
            return told
        return f"{told} {self.look.say(_TOLL if other['includes_toll'] else _NO_TOLL)}"

    def _told(self, minutes: int) -> str:
        return duration(minutes, self.look)


def _midnight(when: datetime) -> datetime:
    return when.replace(hour=0, minute=0, second=0, microsecond=0)


PANELS.add("navigation", NavigationPanel())
