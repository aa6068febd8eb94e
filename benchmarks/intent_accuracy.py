"""How often the embedded assistant understands paraphrases it was never tuned on.

Each line of `data/paraphrases_{ko,en}.tsv` (the car) and `data/paraphrases_journeys_{ko,en}.tsv` (navigation,
charging, calendar, people, weather elsewhere) is an utterance and the intents it expresses, written before the
grammar; the `intents_dev` files are the sets the grammar was tuned on, shown for comparison only.
An utterance counts as right when all intents and all slots are right. Run: python benchmarks/intent_accuracy.py
"""

import argparse
import csv
import json
import sys
from pathlib import Path
from typing import Literal

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from simulator.agents.baseline.understanding import understand

DATA = Path(__file__).parent / "data"
Locale = Literal["ko", "en"]


def expected_and_understood(path: Path, locale: Locale) -> list[tuple[str, str, str]]:
    """Return (utterance, expected, understood) of every line of a file."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.reader(lines, delimiter="\t") if row and not row[0].startswith("#")]
    compared = []
    for text, expected in rows:
        intents = understand(text, locale).intents
        compared.append((text, expected, " ; ".join(intent.label() for intent in intents) or "unknown"))
    return compared


def main() -> None:
    """Print accuracy per language; `--errors` lists what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--errors", action="store_true", help="list the misunderstood utterances of the tuned set")
    parser.add_argument("--unseen-errors", action="store_true", help="list those of the unseen set: never tune on them")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    summary: dict[str, dict[str, float | int]] = {}
    locales: tuple[Locale, ...] = ("ko", "en")
    for locale in locales:
        for name, stem, listed in (
            ("unseen", "paraphrases", arguments.unseen_errors),
            ("tuned", "intents_dev", arguments.errors),
            ("unseen.journeys", "paraphrases_journeys", arguments.unseen_errors),
            ("tuned.journeys", "intents_dev_journeys", arguments.errors),
        ):
            rows = expected_and_understood(DATA / f"{stem}_{locale}.tsv", locale)
            right = sum(_ordered(expected) == _ordered(understood) for _, expected, understood in rows)
            devices = sum(_devices(expected) == _devices(understood) for _, expected, understood in rows)
            summary[f"{locale}.{name}"] = {
                "utterances": len(rows),
                "exact": round(right / len(rows), 3),
                "device_and_action": round(devices / len(rows), 3),
            }
            if listed:
                for text, expected, understood in rows:
                    if _ordered(expected) != _ordered(understood):
                        print(f"{locale}.{name}: {text}\n    expected   {expected}\n    understood {understood}")
    if arguments.json:
        print(json.dumps(summary))
        return
    for name, values in summary.items():
        print(
            f"{name:10} {values['utterances']} utterances  exact {values['exact']:.1%}  "
            f"device and action {values['device_and_action']:.1%}"
        )


def _ordered(label: str) -> list[list[str]]:
    """Return each intent's words with its slots sorted, since their order says nothing."""
    return [sorted(part.split()) for part in label.split(" ; ")]


def _devices(label: str) -> list[str]:
    return [" ".join(word for word in part.split() if "=" not in word) for part in label.split(" ; ")]


if __name__ == "__main__":
    main()
