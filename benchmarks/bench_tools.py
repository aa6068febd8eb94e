"""What one call of each tool costs: CPU time, changes and digest included, and the bytes it answers with.

Usage: python benchmarks/bench_tools.py [--calls N] [--json]

Every tool of the largest toolset is called N times on a generated world whose caches are warm, with alternating
arguments where it sets something, so that every call changes the state. Counted: passing the gate, the tool, the
changes, the state's digest, the answer's text. The goals are for the tools of the vehicle: 60 us and 500 us.
"""

import argparse
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from simulator.environment import Environment
from simulator.events import ToolCall
from simulator.tools.catalogue import toolset
from simulator.tools.schema import Schema
from simulator.tools.toolset import Toolset
from simulator.vehicle.state import VehicleState
from simulator.world.generated import GeneratedWorld
from simulator.world.model import World

TOOLSET = "dashtalk-extras"
GOAL_P50_US, GOAL_P99_US, GOAL_NEW_US = 60.0, 500.0, 100.0
CALIBRATION_STEPS = 3_000_000
BATCHES = 7
WARM_UP = 20
NEW, DIGESTED = "(new environment)", "(and its first digest)"

Arguments = Mapping[str, Any]


def calibration_ms() -> float:
    """Return the CPU time of a fixed loop, the scale on which machines compare."""
    started = time.thread_time_ns()
    total = 0
    for step in range(CALIBRATION_STEPS):
        total += step
    return (time.thread_time_ns() - started) / 1e6


class Bench:
    """A car on its way between two cities of the generated world, and calls that succeed on it."""

    def __init__(self) -> None:
        self.world: World = GeneratedWorld(1)
        self.start, self.destination, self.stop = self._cities()
        start = self.world.location(self.start)
        assert start is not None
        self.direct = self._route(self.start, self.destination)
        self.there, self.onwards = self._route(self.start, self.stop), self._route(self.stop, self.destination)
        station = next(poi for poi in self.world.pois_at(self.start, "charging_stations"))
        self.station, self.plug = station["id"], station["charging_plugs"][0]["plug_id"]
        contact = self.world.contacts()[0]
        self.contact = contact
        here = {"id": start["id"], "name": start["name"], "position": start["position"]}
        self.state = {"current_location": here, "plugged_in": True, "state_of_charge": 40}
        self.driving = self.state | {
            "navigation_active": True,
            "waypoints_id": [self.start, self.stop, self.destination],
            "routes_to_final_destination_id": [self.there, self.onwards],
        }

    def _cities(self) -> tuple[str, str, str]:
        ids = [place.id for place in self.world.places()]
        start = ids[0]
        reached = [place for place in ids[1:] if self.world.routes(start, place)]
        destination = reached[0]
        stop = next(place for place in reached[1:] if self.world.routes(place, destination))
        return start, destination, stop

    def _route(self, start: str, destination: str) -> str:
        return self.world.routes(start, destination)[0]["route_id"]

    def environment(self, state: Mapping[str, Any]) -> Environment:
        """Return a fresh session on the bench's world."""
        return Environment(VehicleState.from_flat(state), self.world, Toolset(TOOLSET), frozen_charge=True)

    def special(self) -> dict[str, Arguments]:
        """Return the arguments of the tools that need ids, dates or a certain state."""
        from_city = {"charging_station_id": self.station, "charging_station_plug_id": self.plug}
        name = self.contact["name"]
        new = {"new_destination_id": self.stop, "route_id_leading_to_new_destination": self.there}
        return {
            "get_user_preferences": {"preference_categories": {"vehicle_settings": {"climate_control": True}}},
            "calculate_math": {"expression": "(3 + 4) * 2"},
            "calculate_datetime": {
                "original_datetime": {"year": 2025, "month": 2, "day": 14, "hour": 12, "minute": 0},
                "times_to_add": [{"hours": 1, "minutes": 30}],
            },
            "planning_tool": {"command": "list"},
            "get_weather": {"location_or_poi_id": self.start, "month": 2, "day": 14, "time_hour_24hformat": 12},
            "search_poi_at_location": {"location_id": self.start, "category_poi": "restaurants"},
            "search_poi_along_the_route": {
                "route_id": self.direct,
                "category_poi": "charging_stations",
                "at_kilometer": 100,
                "filters": ["charging_stations::has_dc_plug"],
            },
            "get_routes_from_start_to_destination": {"start_id": self.start, "destination_id": self.destination},
            "get_location_id_by_location_name": {"location": self.world.places()[0].name[:-1]},
            "get_current_navigation_state": {"detailed_information": True},
            "convert_route_distance_and_time": {"route_id": self.direct, "distance_km": 1},
            "set_new_navigation": {"route_ids": [self.direct]},
            "navigation_add_one_waypoint": {
                "waypoint_id_to_add": self.stop,
                "waypoint_id_before_new_waypoint": self.start,
                "route_id_leading_to_new_waypoint": self.there,
                "waypoint_id_after_new_waypoint": self.destination,
                "route_id_leading_away_from_new_waypoint": self.onwards,
            },
            "navigation_replace_one_waypoint": {
                "waypoint_id_to_replace": self.stop,
                "new_waypoint_id": self.stop,
                "route_id_leading_to_new_waypoint": self.there,
                "route_id_leading_away_from_new_waypoint": self.onwards,
            },
            "navigation_replace_final_destination": new,
            "navigation_delete_waypoint": {
                "waypoint_id_to_delete": self.stop,
                "route_id_without_waypoint": self.direct,
            },
            "navigation_delete_destination": {"destination_id_to_delete": self.destination},
            "get_distance_by_soc": {"initial_state_of_charge": 80},
            "calculate_charging_time_by_soc": from_city | {"start_state_of_charge": 20},
            "calculate_charging_soc_by_time": from_city | {"start_state_of_charge": 20, "charging_time": 30},
            "get_contact_id_by_contact_name": {
                "contact_first_name": name["first_name"],
                "contact_last_name": name["last_name"],
            },
            "get_entries_from_calendar": {"month": 2, "day": 14},
            "get_contact_information": {"contact_ids": [self.contact["id"]]},
            "call_phone_by_number": {"phone_number": self.contact["phone_number"]},
            "send_email": {"content_message": "On my way.", "email_addresses": [self.contact["email"]]},
        }

    def start_of(self, name: str) -> Mapping[str, Any]:
        """Return the state in which a tool can be called."""
        if name == "set_new_navigation":
            return self.state
        if name in ("navigation_add_one_waypoint", "navigation_replace_final_destination"):
            direct = {"waypoints_id": [self.start, self.destination], "routes_to_final_destination_id": [self.direct]}
            return self.driving | direct
        return self.driving


def sample(schema: Schema, turn: int) -> Any:
    """Return one of two values that fit a schema."""
    if "enum" in schema:
        return schema["enum"][turn % len(schema["enum"])]
    match schema["type"]:
        case "boolean":
            return turn % 2 == 0
        case "number" | "integer":
            return schema.get("minimum", 0) + turn
        case _:
            return "word"


def measure(acts: Mapping[str, Callable[[int], object]], calls: int) -> dict[str, dict[str, float]]:
    """Return the CPU times in us of many runs of each act, the clock's own cost taken off.

    The acts take turns in batches and the median batch counts: when the machine is busy with something else for a
    while, one batch of many acts suffers instead of all batches of one.
    """
    batches: dict[str, list[list[float]]] = {name: [] for name in acts}
    for _ in range(BATCHES):
        for name, act in acts.items():
            batches[name].append(_batch(act, max(100, calls // BATCHES)))
    clock = _batch(lambda turn: None, 1000)[500]
    measured = {}
    for name, sorted_times in batches.items():
        ranks = [(times[0], times[len(times) // 2], times[len(times) * 99 // 100], times[-1]) for times in sorted_times]
        medians = [round(max(0.0, statistics.median(rank) - clock), 1) for rank in zip(*ranks, strict=True)]
        measured[name] = dict(zip(("min", "p50", "p99", "max"), medians, strict=True))
    return measured


def _batch(act: Callable[[int], object], calls: int) -> list[float]:
    times = []
    for turn in range(WARM_UP):
        act(turn)
    for turn in range(calls):
        started = time.thread_time_ns()
        act(turn)
        times.append((time.thread_time_ns() - started) / 1000)
    return sorted(times)


def prepared(bench: Bench, name: str, special: Mapping[str, Arguments]) -> tuple[Callable[[int], object], int]:
    """Return what calls one tool, and the bytes it answers with; raises RuntimeError when its call fails."""
    car = bench.environment(bench.start_of(name))
    spec = car.toolset.specs[name]
    required = spec.parameters.get("required", ())
    properties = spec.parameters["properties"]
    pair = [
        ToolCall(
            id="1",
            name=name,
            arguments=dict(special[name])
            if name in special
            else {key: sample(properties[key], turn) for key in required},
        )
        for turn in range(2)
    ]
    first = car.call(pair[0])
    if first.fault is not None:
        raise RuntimeError(f"{name}: {first.content}")
    # A call after which it cannot be repeated starts from the same state again, at the cost of one assignment.
    repeat = car.call(pair[1]).fault is not None or name in ("call_phone_by_number", "send_email")
    start = bench.environment(bench.start_of(name)).state

    def act(turn: int) -> None:
        if repeat:
            car.state = start
        car.call(pair[turn % 2])

    return act, len(first.content.encode())


def main(argv: Sequence[str] | None = None) -> int:
    """Print one row per tool and the totals; exit code 1 when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=2000, help="calls of each tool (default 2000)")
    parser.add_argument("--json", action="store_true", help="print one JSON object per row")
    arguments = parser.parse_args(argv)
    load_before, calibrated = os.getloadavg()[0], calibration_ms()
    bench = Bench()
    special = bench.special()
    specs = {spec.name: spec for spec in toolset(TOOLSET)}
    ready = {name: prepared(bench, name, special) for name in specs}
    tools, state = Toolset(TOOLSET), VehicleState.from_flat(bench.driving)
    acts: dict[str, Callable[[int], object]] = {name: act for name, (act, _) in ready.items()}
    acts[NEW] = lambda turn: Environment(state, bench.world, tools)
    acts[DIGESTED] = lambda turn: Environment(state, bench.world, tools).digest
    measured = measure(acts, arguments.calls)
    rows: list[dict[str, Any]] = [
        {
            "tool": name,
            "group": specs[name].domain if name in specs else "environment",
            "unit": "us",
            **times,
            "bytes": ready[name][1] if name in ready else 0,
        }
        for name, times in measured.items()
    ]
    for row in rows:
        if arguments.json:
            print(json.dumps(row))
        else:
            print(f"{row['tool']:<38}{row['p50']:>9.1f}{row['p99']:>9.1f} us{row['bytes']:>8} bytes")
    vehicle = [row for row in rows if row["group"] == "vehicle"]
    worst_p50, worst_p99 = max(row["p50"] for row in vehicle), max(row["p99"] for row in vehicle)
    made = measured[NEW]
    total = {
        "vehicle_p50_us": worst_p50,
        "vehicle_p99_us": worst_p99,
        "new_environment_us": made["p50"],
        "all_tools_p50_us": round(sum(row["p50"] for row in rows if row["tool"] in specs), 1),
        "goals": {"p50": GOAL_P50_US, "p99": GOAL_P99_US, "new_environment": GOAL_NEW_US},
        "calls": arguments.calls,
        "calibration_ms": round(calibrated, 1),
        "load": [round(load_before, 2), round(os.getloadavg()[0], 2)],
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
    }
    print(json.dumps(total))
    return 0 if worst_p50 <= GOAL_P50_US and worst_p99 <= GOAL_P99_US and made["p50"] <= GOAL_NEW_US else 1


if __name__ == "__main__":
    sys.exit(main())
