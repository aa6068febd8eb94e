"""What the assistant knows in a session: the offered tools and what they answered."""

import json
from typing import Any

from simulator.agents.baseline.signals import Line, Look, Recall, Unable
from simulator.agents.spec import CallRequest
from simulator.trajectory import AssistantView, OfferedTool

READERS = {
    **dict.fromkeys(("sunroof_position", "sunshade_position"), "get_sunroof_and_sunshade_position"),
    "trunk_door_position": "get_trunk_door_position",
    **{
        f"window_{seat}_position": "get_vehicle_window_positions"
        for seat in ("driver", "passenger", "driver_rear", "passenger_rear")
    },
    **{
        f"reading_light_{seat}": "get_reading_lights_status"
        for seat in ("driver", "passenger", "driver_rear", "passenger_rear")
    },
    **dict.fromkeys(("fog_lights", "head_lights_low_beams", "head_lights_high_beams"), "get_exterior_lights_status"),
    "ambient_light": "get_ambient_light_status_and_color",
    **dict.fromkeys(("climate_temperature_driver", "climate_temperature_passenger"), "get_temperature_inside_car"),
    "steering_wheel_heating": "get_steering_wheel_heating_level",
    **dict.fromkeys(("seat_heating_driver", "seat_heating_passenger"), "get_seat_heating_level"),
    **dict.fromkeys(
        (
            "fan_speed",
            "fan_airflow_direction",
            "air_conditioning",
            "air_circulation",
            "window_front_defrost",
            "window_rear_defrost",
        ),
        "get_climate_settings",
    ),
    "seats_occupied": "get_seats_occupancy",
    "car_color": "get_car_color",
}
"""Which tool tells which variable. Source: results of the reference get tools."""

LASTING = frozenset(
    {
        "get_location_id_by_location_name",
        "get_routes_from_start_to_destination",
        "search_poi_at_location",
        "search_poi_along_the_route",
        "get_contact_id_by_contact_name",
        "get_contact_information",
        "get_entries_from_calendar",
        "convert_route_distance_and_time",
    }
)
"""Tools whose answers stay true for a session: nothing the assistant does changes them."""

UNKNOWN = "unknown"
"""What a result field reads when the car does not tell it. Source: the reference's result removals."""


class Facts:
    """The car as far as it was looked at, overlaid with what is about to be set."""

    def __init__(self) -> None:
        self._tools: dict[str, OfferedTool] = {}
        self._results: dict[str, dict[str, Any] | None] = {}
        self._planned: dict[str, Any] = {}
        self.recall = Recall()
        self.unsaid = False
        self.cools = False
        self.road_busy = False
        self.will_start = False
        self.view: AssistantView | None = None

    def see(self, view: AssistantView) -> None:
        """Take note of what is offered now, and where and when the car is."""
        self.view = view
        self._tools = {tool.name: tool for tool in view.tools}

    def take(self, name: str, arguments: dict[str, Any], content: str) -> dict[str, Any] | None:
        """Keep a tool's answer and return its result; None when the call failed."""
        result = parsed(content)
        self._results[_key(name, arguments)] = result
        if name == "set_air_conditioning" and result is not None:
            self.cools = arguments.get("on") is True
        return result

    def forget(self) -> None:
        """Drop what may have changed since it was looked at, and every failure."""
        self._results = {
            key: result for key, result in self._results.items() if result is not None and key.split("{")[0] in LASTING
        }
        self._planned.clear()

    def start_planning(self) -> None:
        """Drop what an earlier plan wanted to set."""
        self._planned.clear()
        self.road_busy = False

    def will_set(self, variable: str, value: Any) -> None:
        """Reckon with a change that this step makes."""
        self._planned[variable] = value

    def will_be(self, variable: str) -> Any:
        """Return what this step sets a variable to, or None."""
        return self._planned.get(variable)

    def offers(self, name: str) -> bool:
        """Say whether a tool can be called."""
        return name in self._tools

    def takes(self, name: str, parameter: str) -> bool:
        """Say whether a tool takes a parameter."""
        return name in self._tools and parameter in self._tools[name].parameters.get("properties", {})

    def must_confirm(self, name: str) -> bool:
        """Say whether a tool needs the driver's yes."""
        tool = self._tools.get(name)
        return tool is not None and (tool.requires_confirmation or tool.description.startswith("REQUIRES_CONFIRMATION"))

    def read(self, name: str, **arguments: Any) -> dict[str, Any]:
        """Return a tool's result; raises Look when it has to be called first, Unable when it cannot answer."""
        if name not in self._tools:
            raise Unable(Line("no_tool", {"tool": name}))
        if _key(name, arguments) not in self._results:
            raise Look([self.call(name, **arguments)])
        result = self._results[_key(name, arguments)]
        if result is None:
            raise Unable(Line("failed", {"tool": name}))
        return result

    def read_all(self, *names: str) -> None:
        """Look at several tools in one step; raises like `read`."""
        self.read_many([(name, {}) for name in names])

    def read_many(self, wanted: list[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
        """Return the results of several tools, looked at in one step; raises like `read`."""
        calls: list[CallRequest] = []
        results: list[dict[str, Any]] = []
        for name, arguments in wanted:
            try:
                results.append(self.read(name, **arguments))
            except Look as look:
                calls.extend(call for call in look.calls if call not in calls)
        if calls:
            raise Look(calls)
        return results

    def knows_failed(self, name: str, **arguments: Any) -> bool:
        """Say whether this very call has failed."""
        return self._results.get(_key(name, arguments), {}) is None

    def value(self, variable: str) -> Any:
        """Return a variable as it will be after this step; raises Look or Unable."""
        if variable in self._planned:
            return self._planned[variable]
        return self.seen(variable)

    def seen(self, variable: str) -> Any:
        """Return a variable as the car reports it; raises Look, or Unable when the car does not tell."""
        result = self.read(READERS[variable])
        found = result.get(variable, UNKNOWN)
        if found == UNKNOWN or found is None:
            raise Unable(Line("not_told", {"variable": variable}))
        return found

    def call(self, name: str, **arguments: Any) -> CallRequest:
        """Build a call; raises Unable where the tool, a parameter or an option is not offered."""
        tool = self._tools.get(name)
        if tool is None:
            raise Unable(Line("no_tool", {"tool": name}))
        offered = tool.parameters.get("properties", {})
        for parameter, value in arguments.items():
            schema = offered.get(parameter)
            if not isinstance(schema, dict):
                raise Unable(Line("no_parameter", {"tool": name, "parameter": parameter}))
            if "enum" in schema and value not in schema["enum"]:
                raise Unable(Line("no_option", {"tool": name, "parameter": parameter, "value": value}))
        plain = {name: _whole(value) for name, value in arguments.items()}
        return CallRequest(name, plain)

    def preferences(self, category: str = "vehicle_settings", *names: str) -> list[str]:
        """Return the driver's stored sentences of a category; none where they cannot be read.

        Without `names` those on the car and its climate.
        """
        names = names or ("vehicle_settings", "climate_control")
        wanted = {category: dict.fromkeys(sorted(names), True)}
        try:
            result = self.read("get_user_preferences", preference_categories=wanted)
        except Unable:
            return []
        leaves = result.get(category, {})
        if not isinstance(leaves, dict):
            return []
        found: list[Any] = []
        for name in names:
            leaf = leaves.get(name)
            found.extend(leaf if isinstance(leaf, list) else [])
        return [sentence for sentence in found if isinstance(sentence, str) and sentence != UNKNOWN]

    def weather(self, hour: int | None = None, place_id: str = "", minute: int = 0) -> dict[str, Any]:
        """Return the weather slot at a place (the car's own by default), now or at a time today.

        Raises Look or Unable.
        """
        if self.view is None:
            raise Unable(Line("failed", {"tool": "get_weather"}))
        now = self.view.now
        arguments: dict[str, Any] = {
            "location_or_poi_id": place_id or self.view.location.get("id", ""),
            "month": now.month,
            "day": now.day,
            "time_hour_24hformat": now.hour if hour is None else hour,
        }
        tool = self._tools.get("get_weather")
        if tool is not None and "time_minutes" in tool.parameters.get("properties", {}):
            arguments["time_minutes"] = now.minute if hour is None else minute
        slot = self.read("get_weather", **arguments).get("current_slot")
        if not isinstance(slot, dict):
            raise Unable(Line("not_told", {"variable": "weather"}))
        return slot


def parsed(content: str) -> dict[str, Any] | None:
    """Return the result of a tool answer; None for any failure, `{"text": ...}` for an answer in plain words."""
    try:
        answer = json.loads(content)
    except ValueError:
        plain = content.strip()
        return None if plain.startswith(("Error", "Unknown action")) or not plain else {"text": plain}
    if not isinstance(answer, dict):
        return {"text": content.strip()}
    if answer.get("status") == "SUCCESS":
        result = answer.get("result")
        return result if isinstance(result, dict) else {}
    return None


def _key(name: str, arguments: dict[str, Any]) -> str:
    return name + json.dumps(arguments, sort_keys=True)


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value
