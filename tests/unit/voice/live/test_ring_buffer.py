"""The newest samples of a stream, by their number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice.live.ring import RingBuffer


def _samples(start: int, count: int) -> bytes:
    return b"".join((number % 30_000).to_bytes(2, "little", signed=True) for number in range(start, start + count))


def test_samples_are_found_by_their_number() -> None:
    ring = RingBuffer(10)
    ring.write(_samples(0, 4))
    ring.write(_samples(4, 3))
    assert (ring.start, ring.end) == (0, 7)
    assert ring.read(2, 6) == _samples(2, 4)


def test_the_oldest_make_room() -> None:
    ring = RingBuffer(5)
    ring.write(_samples(0, 4))
    ring.write(_samples(4, 4))
    assert (ring.start, ring.end) == (3, 8)
    assert ring.read(0, 99) == _samples(3, 5)


def test_what_is_not_there_is_left_out() -> None:
    ring = RingBuffer(5)
    assert ring.read(0, 5) == b""
    ring.write(_samples(0, 3))
    assert ring.read(3, 9) == b""
    assert ring.read(-2, 2) == _samples(0, 2)


def test_half_a_sample_is_refused() -> None:
    with pytest.raises(ValueError, match="16-bit"):
        RingBuffer(5).write(b"abc")
    with pytest.raises(ValueError, match="holds nothing"):
        RingBuffer(0)


@given(st.integers(1, 50), st.lists(st.integers(0, 120), max_size=20))
def test_it_always_holds_the_newest(capacity: int, blocks: list[int]) -> None:
    ring, whole = RingBuffer(capacity), b""
    for count in blocks:
        block = _samples(len(whole) // 2, count)
        ring.write(block)
        whole += block
        assert ring.end == len(whole) // 2
        assert ring.read(0, ring.end) == whole[-2 * capacity :]
