"""A cache bounded by what it holds, not by how often it was asked."""

from collections.abc import Callable, Hashable, Sequence
from threading import Lock
from typing import Generic, TypeVar

R = TypeVar("R")


class RowCache(Generic[R]):
    """The most recently used answers, at most `max_rows` rows in all.

    An answer longer than that is handed out and not kept. An empty answer counts as one row. Answers are shared:
    whoever changes a row copies it first.
    """

    def __init__(self, max_rows: int) -> None:
        self._max_rows = max_rows
        self._held = 0
        self._answers: dict[Hashable, Sequence[R]] = {}
        self._lock = Lock()

    def get(self, key: Hashable, compute: Callable[[], Sequence[R]]) -> Sequence[R]:
        """Return the answer of a key, computed if it is not held."""
        with self._lock:
            kept = self._answers.pop(key, None)
            if kept is not None:
                self._answers[key] = kept
                return kept
        answer = compute()
        rows = max(1, len(answer))
        if rows <= self._max_rows:
            with self._lock:
                if key not in self._answers:
                    self._answers[key] = answer
                    self._held += rows
                while self._held > self._max_rows:
                    oldest = next(iter(self._answers))
                    self._held -= max(1, len(self._answers.pop(oldest)))
        return answer

    def __len__(self) -> int:
        """Return the number of rows held."""
        return self._held
