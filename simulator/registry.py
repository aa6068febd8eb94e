"""Names people type, looked up with a helpful answer when they are wrong."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Generic, TypeVar

T = TypeVar("T")


class UsageError(Exception):
    """A mistake in what a person typed or configured; shown as one line, exit code 2."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like `name`, or None when nothing is close.

    A suggestion that is none misleads more than a list does, so more than half of the letters have to agree; half
    will do for names of two or three letters.
    """
    candidates = list(known)
    folded = {candidate.casefold(): candidate for candidate in candidates}
    match = get_close_matches(name.casefold(), list(folded), n=1, cutoff=0.5 if len(name) <= 3 else 0.6)
    return folded[match[0]] if match else None


def unknown(kind: str, name: str, known: Iterable[str]) -> UsageError:
    """Build the one-line error for a name that is not among the known ones."""
    candidates = sorted(known)
    close = nearest(name, candidates)
    if close is not None:
        return UsageError(f"unknown {kind} '{name}': did you mean '{close}'?")
    return UsageError(f"unknown {kind} '{name}': known are {', '.join(candidates) or 'none'}")


class Registry(Generic[T]):
    """A named collection of one kind of thing that refuses duplicates and explains unknown names."""

    def __init__(self, kind: str, entries: Mapping[str, T] | None = None) -> None:
        self.kind = kind
        self._entries: dict[str, T] = dict(entries or {})

    def add(self, name: str, entry: T) -> T:
        """Register `entry`; raises ValueError when the name is taken."""
        if name in self._entries:
            raise ValueError(f"{self.kind} '{name}' is registered twice")
        self._entries[name] = entry
        return entry

    def __getitem__(self, name: str) -> T:
        try:
            return self._entries[name]
        except KeyError:
            raise unknown(self.kind, name, self._entries) from None

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def values(self) -> Iterable[T]:
        """Return the entries in the order of registration."""
        return self._entries.values()
