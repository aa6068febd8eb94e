"""What it costs to ask the world: opening, points, pairs, cities, roads, memory, and how all that grows with its size.

Usage: python benchmarks/bench_world.py [--imported FILE] [--queries N]

CPU time, medians of queries that were never asked before unless a line says "again". Every line carries the time of a
calibration loop in the same process; peer figures were measured where that loop took 208 ms and are scaled by it.
`--imported` measures an imported world (made by `dashtalk carbench import`) as well. Exit code 1 when a goal is missed.
"""

import argparse
import json
import math
import multiprocessing
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from simulator.world.generated import GeneratedWorld
from simulator.world.ids import CATEGORY_CODES, city_route_id, pairs
from simulator.world.model import World
from simulator.world.places import cities

PEER_CALIBRATION_MS = 208.0
# Source: measurements of CAR-bench on its own data of the same size, CPU time.
PEER_US = {"city search": 41_400.0, "road search": 75_700.0, "routes of a pair": 34.0, "open": 42.3e6}
GOALS_US = {"city search": 200.0, "road search": 350.0, "routes of a pair": 100.0, "again": 20.0}
GOAL_OPEN_MS, GOAL_RSS_MB, GOAL_EXPONENT = 50.0, 80.0, 0.1
SPACINGS_KM = (50.0, 25.0, 12.5, 6.25, 3.125)
CATEGORIES = tuple(CATEGORY_CODES)[1:]
SPAN_KM = 50.0
GROWING = ("routes of a pair", "road search", "city search")
# Sizes take turns, times are told in calibration loops and the middle turn of each size counts: a processor that
# changes its pace must not look like growth.
GROWTH_TURNS = 5

OPEN_PROGRAM = """
import sys, time
import dataclasses, functools, hashlib, importlib.resources, random, typing
library = time.process_time()
from simulator.world.generated import GeneratedWorld
imported = time.process_time()
world = GeneratedWorld(poi_spacing_km=float(sys.argv[1]))
world.pois_at("loc_seo_100001", "restaurants")
route = world.routes("loc_seo_100001", "loc_bus_100002")[0]["route_id"]
world.pois_along(route, "charging_stations", (100, 150))
answered = time.process_time()
print(1000 * (answered - imported), 1000 * (answered - library),
      resident_mb())
"""

RESIDENT = """
def resident_mb():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))
"""

missed: list[str] = []


def resident_mb() -> float:
    """Return the memory this process holds; its peak would count what the process that started it held."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def line(figure: str, value: float, unit: str, goal: float | None = None, **more: Any) -> None:
    """Print a figure as JSON; with a goal, remember when it is exceeded."""
    if goal is not None:
        more |= {"goal": goal, "met": value <= goal}
        if value > goal:
            missed.append(figure)
    rounded = {name: round(found, 3) if isinstance(found, float) else found for name, found in more.items()}
    print(json.dumps({"figure": figure, "value": round(value, 3), "unit": unit} | rounded), flush=True)


def calibration_ms() -> float:
    """Return the CPU time of three million loop iterations."""
    started = time.process_time_ns()
    total = 0
    for number in range(3_000_000):
        total += number
    return (time.process_time_ns() - started) / 1e6


def timed_us(ask: Callable[..., Any], queries: Iterable[tuple[Any, ...]]) -> list[float]:
    """Return the CPU time of every query, sorted."""
    times = []
    for query in queries:
        started = time.thread_time_ns()
        ask(*query)
        times.append((time.thread_time_ns() - started) / 1e3)
    return sorted(times)


def summary(times: Sequence[float]) -> dict[str, float | int]:
    """Return what is told of sorted times beside the median."""
    return {"min": times[0], "p99": times[len(times) * 99 // 100], "max": times[-1], "n": len(times)}


def city_search(world: World) -> Callable[[str], list[str]]:
    """Return a search for charging stations of a city with a free DC plug."""

    def ask(place_id: str) -> list[str]:
        return [
            poi["id"]
            for poi in world.pois_at(place_id, "charging_stations")
            if any(p["power_type"] == "DC" and p["availability"] == "available" for p in poi["charging_plugs"])
        ]

    return ask


def road_search(world: World) -> Callable[[str, str, tuple[float, float]], list[float]]:
    """Return a search around a kilometre of a route with the detour to each place found."""

    def ask(route_id: str, category: str, span: tuple[float, float]) -> list[float]:
        main = world.route(route_id)
        assert main is not None
        detours = []
        for poi in world.pois_along(route_id, category, span):
            there = world.routes(main["start_id"], poi["id"])
            onwards = world.routes(poi["id"], main["destination_id"])
            detours.append(there[0]["distance_km"] + onwards[0]["distance_km"] - main["distance_km"])
        return detours

    return ask


def questions(world: World) -> dict[str, Callable[..., Any]]:
    """Return how a world is asked, by figure."""
    return {"routes of a pair": world.routes, "road search": road_search(world), "city search": city_search(world)}


def queries_of(spacing_km: float, count: int, seed: int = 1) -> dict[str, list[tuple[Any, ...]]]:
    """Return queries by figure, spread over cities, pairs and categories."""
    draw = random.Random(seed)
    drawn = draw.choices(pairs(), k=count)
    long_enough = [pair for pair in drawn if len(road_points(pair)) >= 2]
    ends = [(pair.first.place.id, pair.second.place.id) for pair in dict.fromkeys(drawn)]
    roads = []
    for pair in dict.fromkeys(long_enough):
        at_km = draw.uniform(SPAN_KM, SPAN_KM + 100)
        # One place lies in a span as long as the spacing, however dense they are.
        span = at_km - spacing_km / 2, at_km + spacing_km / 2
        roads.append((city_route_id(pair.first, pair.second, pair, 1), draw.choice(CATEGORIES), span))
    return {"routes of a pair": ends, "road search": roads, "city search": [(city.place.id,) for city in cities()]}


def road_points(pair: Any) -> Sequence[Any]:
    """Return the POIs of one category along a pair at the default spacing."""
    return GeneratedWorld().pois_along(city_route_id(pair.first, pair.second, pair, 1), "parking")


def fresh(spacing_km: float, geography: int) -> GeneratedWorld:
    """Return a world nobody has asked yet; another geography has answers of its own."""
    return GeneratedWorld(poi_spacing_km=spacing_km, geography=geography)


def measure_queries(make: Callable[[], World], spacing_km: float, count: int) -> dict[str, list[float]]:
    """Return sorted times by figure for a world that is new to each of them."""
    queries = queries_of(spacing_km, count)
    found = {}
    for figure, asked in queries.items():
        world = make()
        ask = questions(world)[figure]
        found[figure] = timed_us(ask, asked)
        found[f"{figure}, again"] = timed_us(ask, asked[-20:])
    return found


def report_queries(name: str, times: dict[str, list[float]], scale: float) -> None:
    """Print the figures of a world with goals and scaled peers beside."""
    for figure, found in times.items():
        plain = figure.removesuffix(", again")
        again = figure != plain
        more: dict[str, Any] = {**summary(found)}
        if plain in PEER_US and not again:
            more |= {"peer": PEER_US[plain] * scale, "times_faster": PEER_US[plain] * scale / statistics.median(found)}
        line(f"{name}: {figure}", statistics.median(found), "us", None if again else GOALS_US.get(plain), **more)


def report_cached(scale: float) -> None:
    """Print what a place search costs when it was asked before."""
    world = GeneratedWorld()
    queries = queries_of(50.0, 40)["road search"]
    cases: tuple[tuple[str, Callable[..., Any], list[tuple[Any, ...]]], ...] = (
        ("POIs of a city, again", world.pois_at, [(city.place.id, "parking") for city in cities()[:40]]),
        ("POIs along a road, again", world.pois_along, queries),
        ("all POIs along a road, again", world.pois_along, [query[:2] for query in queries]),
    )
    for figure, ask, asked in cases:
        timed_us(ask, asked)
        line(f"generated: {figure}", statistics.median(timed_us(ask, asked)), "us", GOALS_US["again"], n=len(asked))


def opened(spacing_km: float) -> tuple[float, float, float]:
    """Return medians over processes: ms to the first answers, the same with the world's imports, MB resident."""
    found = []
    for _ in range(5):
        command = [sys.executable, "-c", RESIDENT + OPEN_PROGRAM, str(spacing_km)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found.append([float(value) for value in done.stdout.split()])
    first, with_imports, rss_mb = (statistics.median(column) for column in zip(*found, strict=True))
    return first, with_imports, rss_mb


def exponent(values: Sequence[float]) -> float:
    """Return the slope of log value over log size for SPACINGS_KM."""
    sizes = [math.log(SPACINGS_KM[0] / spacing) for spacing in SPACINGS_KM]
    return statistics.linear_regression(sizes, [math.log(value) for value in values]).slope


def report_growth(count: int) -> None:
    """Print the exponents fitted to worlds of up to sixteen times the POIs.

    Times are shown in us (opening: ms) per ms of the calibration loop around them, memory in MB.
    """
    rows: dict[str, list[list[float]]] = {}
    for turn in range(GROWTH_TURNS):
        for index, spacing_km in enumerate(SPACINGS_KM):
            geography = 100 + turn * len(SPACINGS_KM) + index
            before_ms = calibration_ms()
            times = measure_queries(partial(fresh, spacing_km, geography), spacing_km, count)
            between_ms = calibration_ms()
            found = {figure: statistics.median(times[figure]) * 2 / (before_ms + between_ms) for figure in GROWING}
            opened_ms, _, found["resident memory"] = opened(spacing_km)
            found["open"] = opened_ms * 2 / (between_ms + calibration_ms())
            for figure, value in found.items():
                rows.setdefault(figure, [[] for _ in SPACINGS_KM])[index].append(value)
    for figure, turns in rows.items():
        values = [statistics.median(turn) for turn in turns]
        sizes: dict[str, Any] = {
            f"x{SPACINGS_KM[0] / s:g}": value for s, value in zip(SPACINGS_KM, values, strict=True)
        }
        line(
            f"generated: exponent of {figure} in world size",
            exponent(values),
            "",
            GOAL_EXPONENT,
            **dict[str, Any](sizes),
        )


def report_memory() -> None:
    """Print how much memory stays taken after very many different questions, in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        before_mb, after_mb, asked = pool.apply(_memory_after_questions)
    line("generated: resident memory after questions", after_mb, "MB", GOAL_RSS_MB, before=before_mb, questions=asked)


def _memory_after_questions() -> tuple[float, float, int]:
    world = GeneratedWorld(poi_spacing_km=10)
    before = resident_mb()
    asked = 0
    for pair in random.Random(3).sample(pairs(), 700):
        for category in CATEGORIES:
            asked += 1
            for poi in world.pois_along(city_route_id(pair.first, pair.second, pair, 1), category)[:5]:
                asked += 1
                world.routes(pair.first.place.id, poi["id"])
    return before, resident_mb(), asked


def _one_of_four(count: int) -> float:
    return statistics.median(measure_queries(lambda: fresh(50.0, 77), 50.0, count)["road search"])


def report_four_processes(count: int) -> None:
    """Print what a road search costs when four processes ask at once."""
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        medians = pool.map(_one_of_four, [count] * 4)
    line("generated: road search, four processes", statistics.median(medians), "us", None, low=min(medians))


def report_imported(path: Path, count: int, scale: float) -> None:
    """Print the figures of an imported world, asked for what it holds."""
    from simulator.world.imported import ImportedWorld

    started = time.process_time_ns()
    first = ImportedWorld(path)
    places = [place.id for place in first.places()]
    line("imported: open", (time.process_time_ns() - started) / 1e6, "ms", GOAL_OPEN_MS)
    draw = random.Random(2)
    ends = [(one, other) for one in places for other in places if first.routes(one, other)]
    draw.shuffle(ends)
    mains = [first.routes(*pair)[0]["route_id"] for pair in ends[:count]]
    roads = [(main, draw.choice(CATEGORIES), (75.0, 125.0)) for main in mains]
    for figure, asked in (
        ("routes of a pair", ends[:count]),
        ("road search", roads),
        ("city search", [(place,) for place in places]),
    ):
        world = ImportedWorld(path)
        if asked:
            report_queries("imported", {figure: timed_us(questions(world)[figure], asked)}, scale)


def main(argv: Sequence[str] | None = None) -> int:
    """Print all figures; return 1 when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--imported", type=Path)
    parser.add_argument("--queries", type=int, default=400)
    arguments = parser.parse_args(argv)
    loop_ms = statistics.median(calibration_ms() for _ in range(5))
    scale = loop_ms / PEER_CALIBRATION_MS
    machine: dict[str, Any] = {
        "machine": platform.machine(),
        "python": platform.python_version(),
        "load_before": os.getloadavg()[0],
    }
    line("calibration loop", loop_ms, "ms", peer=PEER_CALIBRATION_MS, **machine)
    first, with_imports, rss_mb = opened(SPACINGS_KM[0])
    peer_ms = PEER_US["open"] / 1000 * scale
    line("generated: open to first answers", first, "ms", GOAL_OPEN_MS, peer=peer_ms, times_faster=peer_ms / first)
    line("generated: the same with the world's own imports", with_imports, "ms")
    line("generated: resident memory of the process", rss_mb, "MB", GOAL_RSS_MB)
    report_queries("generated", measure_queries(lambda: fresh(50.0, 99), 50.0, arguments.queries), scale)
    report_cached(scale)
    report_growth(arguments.queries)
    report_memory()
    report_four_processes(arguments.queries)
    if arguments.imported is not None:
        report_imported(arguments.imported, arguments.queries, scale)
    line("load after", os.getloadavg()[0], "")
    for figure in missed:
        print(f"missed: {figure}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
