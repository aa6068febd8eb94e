"""What tools look like to a model, written once for all the sessions that offer the same ones."""

import marshal
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from simulator.trajectory import OfferedTool

T = TypeVar("T")
_MOST_KEPT = 64


class ToolTexts(Generic[T]):
    """A way to write tools that remembers what it wrote; it must depend on name, description and parameters alone."""

    def __init__(self, write: Callable[[Sequence[OfferedTool]], T]) -> None:
        self._write = write
        self._kept: dict[bytes, T] = {}

    def of(self, tools: Sequence[OfferedTool]) -> T:
        """Return the tools as they are written."""
        try:
            # Made in a fraction of the time that JSON takes; later versions tell equal parts from the same ones.
            key = marshal.dumps([(tool.name, tool.description, tool.parameters) for tool in tools], 2)
        except ValueError:
            return self._write(tools)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = self._write(tools)
        return found
