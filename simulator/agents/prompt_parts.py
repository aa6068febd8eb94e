"""What a system prompt is made of, and which offered tools each part is about."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from simulator.events import SpeechLevel

CLIMATE = frozenset(
    {
        "set_air_circulation",
        "set_air_conditioning",
        "set_climate_temperature",
        "set_fan_airflow_direction",
        "set_fan_speed",
        "set_window_defrost",
        "get_climate_settings",
        "get_temperature_inside_car",
    }
)
WINDOWS = frozenset({"open_close_window", "get_vehicle_window_positions"})
ROOF = frozenset({"open_close_sunroof", "open_close_sunshade", "get_sunroof_and_sunshade_position"})
TRUNK = frozenset({"open_close_trunk_door", "get_trunk_door_position"})
HEATING = frozenset(
    {
        "set_seat_heating",
        "set_steering_wheel_heating",
        "get_seat_heating_level",
        "get_steering_wheel_heating_level",
    }
)
EXTERIOR_LIGHTS = frozenset(
    {
        "set_fog_lights",
        "set_head_lights_high_beams",
        "set_head_lights_low_beams",
        "get_exterior_lights_status",
    }
)
INTERIOR_LIGHTS = frozenset(
    {
        "set_ambient_lights",
        "set_reading_light",
        "get_ambient_light_status_and_color",
        "get_reading_lights_status",
    }
)
WEATHER = frozenset({"get_weather"})
WEATHER_DEPENDENT = frozenset({"open_close_sunroof", "set_fog_lights"})
ROUTES = frozenset({"get_routes_from_start_to_destination"})
LOCATION_SEARCH = frozenset({"get_location_id_by_location_name"})
POI_SEARCH = frozenset({"search_poi_at_location", "search_poi_along_the_route"})
ROUTE_SEARCH = frozenset({"search_poi_along_the_route"})
NAVIGATION_EDITS = frozenset(
    {
        "navigation_add_one_waypoint",
        "navigation_replace_one_waypoint",
        "navigation_replace_final_destination",
        "navigation_delete_waypoint",
        "navigation_delete_destination",
        "delete_current_navigation",
    }
)
NAVIGATION_SETTING = NAVIGATION_EDITS | {"set_new_navigation"}
NAVIGATION_STATE = NAVIGATION_SETTING | {"get_current_navigation_state"}
NAVIGATION = NAVIGATION_STATE | ROUTES | LOCATION_SEARCH | POI_SEARCH
CHARGING = frozenset(
    {
        "get_charging_specs_and_status",
        "get_distance_by_soc",
        "calculate_charging_time_by_soc",
        "calculate_charging_soc_by_time",
        "set_charge_limit",
        "start_charging",
        "stop_charging",
        "get_charging_session",
    }
)
CALENDAR = frozenset({"get_entries_from_calendar"})
CONTACT_SEARCH = frozenset({"get_contact_id_by_contact_name"})
CONTACTS = CONTACT_SEARCH | {"get_contact_information"}
EMAIL = frozenset({"send_email"})
PHONE = frozenset({"call_phone_by_number"})
PREFERENCES = frozenset({"get_user_preferences"})
PLANNING = frozenset({"planning_tool"})
THINKING = frozenset({"think"})
CALCULATING = frozenset({"calculate_math", "calculate_datetime"})

POLICY_TOOLS: Mapping[str, frozenset[str]] = {
    "005": frozenset({"open_close_sunroof"}),
    "007": frozenset({"open_close_window"}),
    "008": WEATHER_DEPENDENT,
    "009": WEATHER_DEPENDENT,
    "010": frozenset({"set_window_defrost"}),
    "011": frozenset({"set_air_conditioning"}),
    "012": frozenset({"set_climate_temperature"}),
    "013": frozenset({"set_fog_lights"}),
    "014": frozenset({"set_head_lights_high_beams"}),
    "016": NAVIGATION_SETTING,
    "017": NAVIGATION_EDITS,
    "018": NAVIGATION_SETTING,
    "019": frozenset({"navigation_delete_destination"}),
    "021": ROUTES,
    "022": ROUTES,
    "023": CALENDAR,
    "024": WEATHER,
}
"""The tools a rule is about, by policy id; a rule that is not listed always counts.

Source: CAR-bench policy checks, by the calls that make each of them apply.
"""


@dataclass(frozen=True, slots=True)
class Passage:
    """One paragraph, told only when one of the tools in `needs`, and one of those in `also`, is offered.

    An empty set asks for nothing.
    """

    text: str
    needs: frozenset[str] = frozenset()
    also: frozenset[str] = frozenset()

    def applies(self, offered: frozenset[str]) -> bool:
        """Whether this paragraph concerns a session with these tools."""
        return all(not group or bool(group & offered) for group in (self.needs, self.also))


@dataclass(frozen=True, slots=True)
class Section:
    """A titled group of paragraphs; without any that applies it is left out."""

    title: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """A system prompt in one language.

    `role` takes `capabilities` at `{capabilities}`, joined by the first of `joiners`, the last one by the second;
    `levels` describes each speech level, None standing for "not asked for"; `place` and `time` introduce one JSON
    object each; `policies` rewords policies by id.
    """

    role: str
    capabilities: tuple[Passage, ...]
    joiners: tuple[str, str]
    before_rules: tuple[Section, ...]
    rules_title: str
    rules_introduction: str
    after_rules: tuple[Section, ...]
    level_title: str
    levels: Mapping[SpeechLevel | None, tuple[str, ...]]
    now_title: str
    place: str
    time: str
    policies: Mapping[str, str] = field(default_factory=dict)
