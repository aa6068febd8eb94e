"""How long one result takes to store, whatever is stored already, and what one more session in memory costs.

Prints one JSON line per figure: machine, n, unit. CPU time of this process only; `python benchmarks/bench_store.py`.
"""

import json
import math
import platform
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path

from evaluation.spec import SCORING_VERSION
from evaluation.store import Recorder, Store
from evaluation.verdict import score_session
from scenarios.load import catalogue
from simulator.assembly import AGENTS, ChannelChoice, build_session
from simulator.channel import TextChannel
from simulator.session import Session
from simulator.settings import Settings
from simulator.suite import verdict_row
from simulator.trajectory import Trajectory

SIZES = (10, 100, 1_000, 10_000)
SCENARIO = "base-trunk-groceries"


def session() -> Session:
    """Return a session that is ready to run."""
    settings = Settings(channel="text", agent="oracle")
    text = ChannelChoice("text", lambda seed: TextChannel())
    return build_session(settings, catalogue()[SCENARIO], "en", 0, make_agent=AGENTS["oracle"](settings), channel=text)


def played() -> Trajectory:
    """Return the trajectory of one short session."""
    import asyncio

    made = session()

    async def run() -> None:
        async for _ in made.run():
            pass

    asyncio.run(run())
    return made.trajectory


def store_figures(folder: Path) -> list[dict[str, object]]:
    """Store sessions up to the largest size; a row per size with the CPU ms one more result took there."""
    scenario, trajectory = catalogue()[SCENARIO], played()
    verdict = score_session(trajectory, scenario)
    row = verdict_row(verdict, trajectory, scenario)
    text = scenario.model_dump_json()
    store = Store(folder / "runs.db")
    run = store.begin_run({"planned_sessions": SIZES[-1], "trials": 1}, {})
    figures, total_s = [], 0.0
    recent: list[float] = []
    for number in range(1, SIZES[-1] + 1):
        started = time.process_time()
        facts = {"scenario_id": scenario.id, "kind": "base", "locale": "en", "trial": number, "scenario": text}
        name = store.begin_session(run, number, facts)
        recorder = Recorder(store, name)
        for event in trajectory.events:
            recorder(event)
        recorder.flush()
        played_s = time.process_time()
        store.finish_session(name, row, verdict.scores, SCORING_VERSION)
        ended = time.process_time()
        total_s += ended - started
        recent = [*recent[-199:], ended - played_s]
        if number in SIZES:
            ordered = sorted(recent)
            figures.append(
                {
                    "figure": "one result stored",
                    "n": number,
                    "result_ms": round(1000 * ordered[len(ordered) // 2], 3),
                    "total_s": round(total_s, 3),
                }
            )
    exponent = math.log(total_s / float(str(figures[1]["total_s"]))) / math.log(SIZES[-1] / SIZES[1])
    return [*figures, {"figure": "growth exponent, 100 to 10,000 sessions", "value": round(exponent, 3)}]


def memory_figure(count: int = 200) -> dict[str, object]:
    """Return the memory one more waiting session takes, in kB."""
    kept = [session()]
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept += [session() for _ in range(count)]
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return {"figure": "one more session in memory", "n": count, "kilobytes": round(taken / count / 1000, 1)}


def main() -> int:
    """Print all figures."""
    print(json.dumps({"machine": platform.platform(), "python": platform.python_version()}))
    with tempfile.TemporaryDirectory() as folder:
        for figure in store_figures(Path(folder)):
            print(json.dumps(figure))
    print(json.dumps(memory_figure()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
