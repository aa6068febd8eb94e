"""What the owner's manual costs: reading it, building its index, a question; and how often the answer comes first.

Usage: python benchmarks/bench_manual.py [--rounds N]

Times are of the processor, the median of fresh processes, since a manual is built once per process. Exit code 1 when a
goal is missed.
"""

import argparse
import statistics
import subprocess
import sys
from itertools import product
from pathlib import Path

GOAL_BUILD_MS, GOAL_QUESTION_MS = 300.0, 5.0
DATA = Path(__file__).parents[1] / "tests" / "data"
SETS = {"tuned": "manual_questions.tsv", "unseen": "manual_questions_unseen.tsv"}

PROGRAM = """
import statistics, sys, time
import simulator.environment
begun = time.process_time()
from simulator.world.manual_search import index, search
locale = sys.argv[1]
index(locale)
built = time.process_time()
rows = [line.split("\\t") for line in open(sys.argv[2], encoding="utf-8").read().splitlines()[1:]]
took, ranks = [], []
for sections, language, _, text in rows:
    if language == locale:
        start = time.process_time()
        found = [one.section.id for one in search(text, locale, 5)]
        took.append(time.process_time() - start)
        ranks.append(next((rank for rank, one in enumerate(found) if one in sections.split("|")), 9))
share = lambda most: sum(rank <= most for rank in ranks) / len(ranks)
print(1000 * (built - begun), 1000 * statistics.median(took[1:]), share(0), share(2), len(ranks))
"""


def measured(locale: str, questions: str, rounds: int) -> tuple[float, ...]:
    """Return the medians over fresh processes: build and question in ms, hit@1, hit@3, number of questions."""
    runs = []
    for _ in range(rounds):
        command = [sys.executable, "-c", PROGRAM, locale, str(DATA / questions)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        runs.append([float(number) for number in done.stdout.split()])
    return tuple(statistics.median(column) for column in zip(*runs, strict=True))


def main() -> int:
    """Print one line a language and set of questions and return 1 when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="fresh processes a line (default 5)")
    rounds = parser.parse_args().rounds
    missed = False
    for locale, (name, questions) in product(("ko", "en"), SETS.items()):
        build_ms, question_ms, first, in_three, asked = measured(locale, questions, rounds)
        missed |= build_ms > GOAL_BUILD_MS or question_ms > GOAL_QUESTION_MS
        times = f"build {build_ms:.0f} ms, question {question_ms:.2f} ms"
        print(f"{locale}: {times}; {asked:.0f} questions ({name}): hit@1 {first:.2f}, hit@3 {in_three:.2f}")
    print(f"goals: build {GOAL_BUILD_MS:.0f} ms, question {GOAL_QUESTION_MS:.0f} ms: {'missed' if missed else 'met'}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
