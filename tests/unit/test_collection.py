"""The garbage collector during a run."""

import gc

import pytest

from simulator.collection import OBJECTS_BETWEEN, rare_collections


def test_it_is_as_before_afterwards_even_when_something_breaks() -> None:
    before, frozen = gc.get_threshold(), gc.get_freeze_count()

    def broken() -> None:
        with rare_collections():
            assert gc.get_threshold()[0] == OBJECTS_BETWEEN
            assert gc.isenabled()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        broken()
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, frozen)
