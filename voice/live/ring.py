"""The newest sound of a stream that never ends."""

import threading

_BYTES_PER_SAMPLE = 2


class RingBuffer:
    """Keeps the last `capacity` mono 16-bit samples; each is addressed by how many came before it.

    One thread may write while others read: a device's callback must never wait for those who listen.
    """

    def __init__(self, capacity: int) -> None:
        if capacity <= 0:
            raise ValueError(f"a ring of {capacity} samples holds nothing")
        self._capacity = capacity
        self._bytes = bytearray(capacity * _BYTES_PER_SAMPLE)
        self._end = 0
        self._lock = threading.Lock()

    @property
    def end(self) -> int:
        """How many samples were ever written."""
        return self._end

    @property
    def start(self) -> int:
        """The oldest sample that is still there."""
        return max(0, self._end - self._capacity)

    def write(self, samples: bytes) -> None:
        """Add samples; the oldest make room. Raises ValueError on half a sample."""
        count, rest = divmod(len(samples), _BYTES_PER_SAMPLE)
        if rest:
            raise ValueError(f"{len(samples)} bytes do not hold whole 16-bit samples")
        with self._lock:
            kept = samples[-len(self._bytes) :]
            at = (self._end + count) * _BYTES_PER_SAMPLE - len(kept)
            begin = at % len(self._bytes)
            first = kept[: len(self._bytes) - begin]
            self._bytes[begin : begin + len(first)] = first
            self._bytes[: len(kept) - len(first)] = kept[len(first) :]
            self._end += count

    def read(self, start: int, end: int) -> bytes:
        """Return the samples from `start` to before `end`, without those that are gone or still to come."""
        with self._lock:
            start, end = max(start, self.start), min(end, self._end)
            if start >= end:
                return b""
            begin = start * _BYTES_PER_SAMPLE % len(self._bytes)
            length = (end - start) * _BYTES_PER_SAMPLE
            first = self._bytes[begin : begin + length]
            return bytes(first) + bytes(self._bytes[: length - len(first)])
