"""`dashtalk carbench rescore`: score existing CAR-bench result files again and hold them against what they recorded."""

import argparse
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from evaluation.formats.carbench import EntryError, read_entry
from evaluation.formats.carbench_stream import StreamError, raw_entries
from evaluation.profiles.quirks import REFERENCE_PROFILES, check_profile, without
from evaluation.profiles.rescoring import NotScorable, Rescored, Rescorer
from scenarios.carbench_folder import read_tasks
from simulator.commands.carbench_data import json_line, open_world, say, writer
from simulator.commands.carbench_table import print_rescored
from simulator.commands.output import check_writable
from simulator.registry import UsageError

EXIT_INCOMPLETE = 3
_MOST_NOTICES = 20


@dataclass(slots=True)
class Tally:
    """What became of the entries of a file; it grows by one outcome per task and trial, never by their contents.

    `outcomes` holds rewards by family, task and trial, ours and recorded: 1.0, 0.0, or None where not known.
    """

    entries: int = 0
    scored: int = 0
    crashed: int = 0
    unusable: int = 0
    differing: int = 0
    components: Counter[str] = field(default_factory=Counter)
    outcomes: dict[str, dict[str, dict[int, tuple[float | None, float | None]]]] = field(default_factory=dict)
    notices: int = 0

    def add(self, place: str, rescored: Rescored) -> None:
        """Count one entry and note what a person should know of it."""
        entry, score = rescored.entry, rescored.score
        name = f"{place}: {entry.task_id}, trial {entry.trial}"
        trials = self.outcomes.setdefault(entry.task_id.rpartition("_")[0], {}).setdefault(entry.task_id, {})
        trials[entry.trial] = (None if score is None else score.reward, entry.reward)
        if score is None:
            self.crashed += 1
            self._tell(f"{name}: crashed where it was recorded, no score: {entry.error or 'no trajectory'}")
            return
        self.scored += 1
        self.differing += bool(rescored.differs)
        self.components.update(rescored.differs)
        for tool in rescored.unknown_tools:
            self._tell(f"{name}: calls an unknown tool '{tool}'")
        for gap in rescored.gaps:
            self._tell(f"{name}: not in the dataset: {gap}")

    def refuse(self, message: str) -> None:
        """Count an entry that could not be scored."""
        self.unusable += 1
        self._tell(message)

    def _tell(self, notice: str) -> None:
        """Tell a person something about one entry, unless much the same has been told often."""
        self.notices += 1
        if self.notices <= _MOST_NOTICES:
            say(notice)


def rescore(arguments: argparse.Namespace) -> int:
    """Score every trajectory of a file; exit code 3 when one could not be, 0 otherwise, differences or not."""
    name = check_profile(arguments.profile)
    check_writable(arguments.json, "--json")
    path, folder = Path(arguments.file), Path(arguments.dataset)
    profile = REFERENCE_PROFILES.get(name)
    if profile is None and arguments.without:
        raise UsageError("--without: the native profile has no quirks of the reference to switch off")
    if profile is not None:
        profile = without(profile, *arguments.without)
    rescorer = Rescorer(read_tasks(folder), open_world(folder), profile)
    tally = Tally()
    with writer(arguments.json) as out:
        try:
            for raw in raw_entries(path):
                tally.entries += 1
                _one(raw.place, raw.body, rescorer, tally, out)
        except StreamError as error:
            tally.refuse(f"{error}; what comes after it is not scored")
    if tally.notices > _MOST_NOTICES:
        say(f"and {tally.notices - _MOST_NOTICES} more such lines")
    print_rescored(tally, profile.name if profile else name, to_stderr=arguments.json == "-")
    return EXIT_INCOMPLETE if tally.unusable or not tally.scored else 0


def _one(place: str, body: bytes, rescorer: Rescorer, tally: Tally, out: TextIO | None) -> None:
    try:
        rescored = rescorer.score(read_entry(body))
    except (EntryError, NotScorable) as error:
        tally.refuse(f"{place}: {error}")
        return
    tally.add(place, rescored)
    if out is not None:
        out.write(json_line(rescored.row()))
