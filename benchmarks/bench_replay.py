"""How fast recorded CAR-bench sessions are replayed and scored, and how often the verdict is the recorded one.

Usage: python benchmarks/bench_replay.py --dataset DIR FILE...

Counted, in CPU time: reading an entry's JSON, replaying its calls, carrying out the ground truth of a task once per
pass, scoring. Not counted: starting Python, opening the world, reading the tasks, splitting files into entries. Each
pass starts with empty ground truths; the world's answers stay cached from pass to pass, as in any process that scores
more than one file.
"""

import argparse
import json
import math
import os
import platform
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evaluation.formats.carbench import read_entry
from evaluation.formats.carbench_stream import raw_entries
from evaluation.profiles.quirks import CARBENCH
from evaluation.profiles.rescoring import Rescorer
from scenarios.carbench import OfficialTask
from scenarios.carbench_folder import read_tasks
from simulator.world.official import official_world

GOAL_PER_CPU_SECOND = 925.0
GOAL_EXPONENT = 1.1
LENGTHS = (10, 40, 160, 640)
PASSES = 7


def main(argv: Sequence[str] | None = None) -> int:
    """Print one JSON line per figure; exit code 1 when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--dataset", type=Path, required=True)
    parser.add_argument("--passes", type=int, default=PASSES)
    arguments = parser.parse_args(argv)
    tasks, world = read_tasks(arguments.dataset), official_world(arguments.dataset)
    bodies = [raw.body for path in arguments.files for raw in raw_entries(path)]
    rates: list[float] = []
    times_ms: list[float] = []
    agreement: dict[str, int] = {}
    for _ in range(arguments.passes):
        rescorer = Rescorer(tasks, world, CARBENCH)
        pass_ms, agreement = _one_pass(bodies, rescorer)
        rates.append(1000 * len(bodies) / sum(pass_ms))
        times_ms += pass_ms
    rate = statistics.median(rates)
    times_ms.sort()
    facts = {
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        "load": os.getloadavg()[0],
        "calibration_ms": _calibration_ms(),
    }
    _line("sessions per CPU-second", rate, "1/s", low=min(rates), high=max(rates), n=len(rates), **facts)
    percentiles = {f"p{share}": _percentile(times_ms, share) for share in (50, 90, 99)}
    _line("one session", statistics.fmean(times_ms), "ms", **percentiles)
    _line("verdicts as recorded", agreement["reward"], "sessions", of=len(bodies), **agreement)
    exponent = _growth(tasks, bodies, Rescorer(tasks, world, CARBENCH))
    met = rate >= GOAL_PER_CPU_SECOND and exponent <= GOAL_EXPONENT
    return 0 if met and agreement["reward"] == len(bodies) else 1


def _one_pass(bodies: list[bytes], rescorer: Rescorer) -> tuple[list[float], dict[str, int]]:
    times_ms: list[float] = []
    agreement = dict.fromkeys(("reward", "final", "intermediate", "subset", "policy", "execution", "end"), 0)
    names = {
        "reward": "reward",
        "final": "r_actions_final",
        "intermediate": "r_actions_intermediate",
        "subset": "r_tool_subset",
        "policy": "policy_aut_errors",
        "execution": "r_tool_execution",
        "end": "r_user_end_conversation",
    }
    for body in bodies:
        started = time.process_time_ns()
        rescored = rescorer.score(read_entry(body))
        times_ms.append((time.process_time_ns() - started) / 1e6)
        for short, name in names.items():
            agreement[short] += name not in rescored.differs
    return times_ms, agreement


def _growth(tasks: dict[str, OfficialTask], bodies: list[bytes], rescorer: Rescorer) -> float:
    """Return the exponent of time over the number of calls in a session, fitted over LENGTHS."""
    entry = json.loads(bodies[0])
    calls = [message for message in entry["traj"] if message["role"] == "assistant" and message.get("tool_calls")]
    speech = {"role": "assistant", "content": "Done.", "tool_calls": None}
    points: list[tuple[float, float]] = []
    for length in LENGTHS:
        dialogue: list[dict[str, Any]] = []
        made = 0
        while made < length:
            message = calls[made % len(calls)]
            message = message | {"tool_calls": message["tool_calls"][:1]}
            dialogue += [message, {"role": "tool", "name": "-", "tool_call_id": "-", "content": "{}"}]
            made += 1
            if made % 5 == 0:
                dialogue += [speech, {"role": "user", "content": "Go on."}]
        body = json.dumps(entry | {"traj": dialogue}).encode()
        times_ms = [_timed_ms(body, rescorer) for _ in range(9)]
        best_ms = min(times_ms)
        points.append((math.log(length), math.log(best_ms)))
        _line(f"session with {length} calls", best_ms, "ms", bytes=len(body))
    exponent = statistics.linear_regression([x for x, _ in points], [y for _, y in points]).slope
    _line("exponent in conversation length", exponent, "", goal=GOAL_EXPONENT)
    return exponent


def _timed_ms(body: bytes, rescorer: Rescorer) -> float:
    started = time.process_time_ns()
    rescorer.score(read_entry(body))
    return (time.process_time_ns() - started) / 1e6


def _calibration_ms() -> float:
    """Return the CPU time of three million loop iterations, by which machines and loads can be compared."""
    started = time.process_time_ns()
    total = 0
    for number in range(3_000_000):
        total += number
    return (time.process_time_ns() - started) / 1e6


def _percentile(ordered: list[float], share: int) -> float:
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


def _line(figure: str, value: float, unit: str, **more: Any) -> None:
    rounded = {name: round(found, 3) if isinstance(found, float) else found for name, found in more.items()}
    print(json.dumps({"figure": figure, "value": round(value, 3), "unit": unit} | rounded))


if __name__ == "__main__":
    raise SystemExit(main())
