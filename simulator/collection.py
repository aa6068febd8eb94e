"""The garbage collector while many sessions run."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OBJECTS_BETWEEN = 50_000
"""New objects until the next look for unused ones; the usual 700 cost a run a seventh of its time."""


@contextmanager
def rare_collections() -> Iterator[None]:
    """Let the collector look for unused objects rarely, and never among those that are there already."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
