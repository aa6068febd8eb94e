"""Repeatable draws: numbers that depend on a key and on nothing else."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")
_FRACTION_STEPS = 1 << 16


class Draw:
    """A short stream of numbers fixed by a key; a tenth of the cost of seeding `random.Random`.

    It holds 256 bits, enough for about twenty draws; the golden hash of the world depends on the order of draws.
    """

    __slots__ = ("_bits",)

    def __init__(self, key: str) -> None:
        self._bits = int.from_bytes(blake2b(key.encode(), digest_size=32).digest(), "big")

    def below(self, count: int) -> int:
        """Return a whole number from 0 to `count` - 1."""
        self._bits, drawn = divmod(self._bits, count)
        return drawn

    def between(self, low: float, high: float) -> float:
        """Return a number from `low` to below `high`, in 65,536 steps."""
        return low + (high - low) * self.below(_FRACTION_STEPS) / _FRACTION_STEPS

    def pick(self, choices: Sequence[T]) -> T:
        """Return one of the choices."""
        return choices[self.below(len(choices))]
