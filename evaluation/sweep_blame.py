"""Who failed at each level of a sweep: its clean level is the replay with the clean text of all others."""

from collections.abc import Mapping
from dataclasses import dataclass

from evaluation.blame_stored import Case, cases, unexamined_beside
from evaluation.blame_summary import BlameGroup, blame_group
from evaluation.robustness_spec import Level
from evaluation.store import Store
from evaluation.sweeps import StoredSweep
from simulator.channel import LOCALES, Locale


@dataclass(frozen=True, slots=True)
class LevelBlame:
    """The sessions of one level with who is to blame for those that failed, and the counts by language."""

    level: Level
    groups: Mapping[Locale, BlameGroup]
    cases: tuple[Case, ...]


def level_blames(store: Store, sweep: StoredSweep) -> tuple[LevelBlame, ...]:
    """Return the blame of every level but the clean one that has a session with a verdict, mildest first."""
    found = []
    for position, one in enumerate(sweep.levels):
        run = sweep.runs.get(position)
        if run is None or position == 0:
            continue
        made = cases(store, unexamined_beside(store, store.run(run)))
        groups: dict[Locale, BlameGroup] = {}
        for locale in LOCALES:
            if some := [case for case in made if case.locale == locale]:
                groups[locale] = blame_group((locale, "", ""), some)
        if groups:
            found.append(LevelBlame(one.level, groups, made))
    return tuple(found)
