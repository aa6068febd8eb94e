"""The failure taxonomy against recorded failures labelled by hand.

The labels were made in two passes over 40 of the 61 recorded failures, one reader, the second pass in another order.
The rules were written on the 20 sessions of the part `development`; on the part `held_out`, labelled afterwards, their
first version agreed in 16 of 20 (0.80). The four misses led to today's rules on weather of another hour and on claims,
so today's figure for that part is no longer one on unseen sessions.
"""

import csv
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from evaluation.taxonomy import Cause, classify
from evaluation.taxonomy_entry import view_of_entry

_DIRECTORY = Path(__file__).parents[3] / "shared/data/carbench/trajectories"
_LABELS = Path(__file__).parents[1] / "data/taxonomy_labels.tsv"
Key = tuple[str, str, str]

recorded = pytest.mark.skipif(not _DIRECTORY.is_dir(), reason="the recorded sessions are not here")


def _labels() -> list[dict[str, str]]:
    with _LABELS.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


@cache
def _failures() -> dict[Key, dict[str, Any]]:
    return {
        (path.name, str(entry["task_id"]), str(entry["trial"])): entry
        for path in sorted(_DIRECTORY.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if (entry := json.loads(line))["reward"] != 1.0
    }


def _share(labels: list[dict[str, str]], agrees: Callable[[dict[str, str]], bool]) -> float:
    return sum(map(agrees, labels)) / len(labels)


def test_the_labels_are_complete() -> None:
    labels = _labels()
    assert len(labels) == 40
    assert len({(row["file"], row["task_id"], row["trial"]) for row in labels}) == 40
    causes = {cause.value for cause in Cause}
    for row in labels:
        assert {row["pass_1"], row["pass_2"], row["agreed"]} <= causes
        assert len(row["reason"].split()) >= 5


@recorded
def test_first_causes_agree_with_the_labels() -> None:
    found = {
        (row["file"], row["task_id"], row["trial"]): classify(
            view_of_entry(_failures()[row["file"], row["task_id"], row["trial"]])
        )
        for row in _labels()
    }

    def agrees(row: dict[str, str]) -> bool:
        return found[row["file"], row["task_id"], row["trial"]].first.value == row["agreed"]

    parts = {part: [row for row in _labels() if row["part"] == part] for part in ("development", "held_out")}
    parts["all"] = _labels()
    print(f"\nself-agreement of the two passes: {_share(_labels(), lambda row: row['pass_1'] == row['pass_2']):.2f}")
    for part, rows in parts.items():
        misses = [f"{row['task_id']}/{row['trial']} is {row['agreed']}" for row in rows if not agrees(row)]
        print(f"first-cause agreement, {part}: {_share(rows, agrees):.2f} of {len(rows)} {misses}")
        assert _share(rows, agrees) >= 0.8, (part, misses)


@recorded
def test_every_recorded_failure_is_classified_with_evidence_that_exists() -> None:
    assert len(_failures()) == 61
    undetermined = 0
    for entry in _failures().values():
        found = classify(view_of_entry(entry))
        assert found.evidence
        for item in found.evidence:
            number = int(item.event.removeprefix("message "))
            assert entry["traj"][number]["role"] == "assistant"
        undetermined += found.first is Cause.UNDETERMINED
    assert undetermined <= 8
