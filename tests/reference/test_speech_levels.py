"""The labelled replies that came with the specification; skipped where they are not at hand."""

import csv
from pathlib import Path

import pytest

from evaluation.honorifics.reply import read_reply

_FILE = Path(__file__).parents[3] / "shared/data/honorific/golden_dev.tsv"
pytestmark = pytest.mark.skipif(not _FILE.exists(), reason="labelled replies are not here")


def test_labelled_replies_are_read_as_people_read_them() -> None:
    with _FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    found = [read_reply(row["text"].replace("\\n", "\n")).level for row in rows]
    right = [level == row["label"] for level, row in zip(found, rows, strict=True)]
    plain = [good for good, row in zip(right, rows, strict=True) if "AMBIG" not in row["notes"]]
    assert sum(right) / len(right) >= 0.985
    assert sum(plain) / len(plain) >= 0.995
    confused = [(level, row["label"]) for level, row in zip(found, rows, strict=True)]
    assert ("haeyo", "hapsyo") not in confused
    assert ("hapsyo", "haeyo") not in confused
