"""Packets that never arrive, in bursts."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

FRAME_MS = 20


def lost_frames(frames: int, rate: float, burst: float, draw: "numpy.random.Generator") -> "NDArray[numpy.bool_]":
    """Return which of `frames` packets are lost: a share of `rate`, in runs of `burst` on average.

    Source: Gilbert 1960, two states of which the bad one loses everything: it is left with 1/burst and entered with
    rate / (burst x (1 - rate)).
    """
    import numpy

    leave = 1 / burst
    enter = rate / (burst * (1 - rate))
    lost = numpy.zeros(frames, dtype=numpy.bool_)
    bad = False
    for number, chance in enumerate(draw.random(frames + 1)):
        bad = chance < rate if number == 0 else (chance >= leave if bad else chance < enter)
        if number:
            lost[number - 1] = bad
    return lost


def with_losses(
    samples: "NDArray[numpy.float64]", lost: "NDArray[numpy.bool_]", rate_hz: int, *, repeat: bool
) -> "NDArray[numpy.float64]":
    """Return the sound with lost frames of 20 ms silent, or filled with the last frame that came."""
    import numpy

    size = round(FRAME_MS / 1000 * rate_hz)
    heard = samples.copy()
    last = numpy.zeros(size)
    for number in range(-(-samples.size // size)):
        frame = heard[number * size : (number + 1) * size]
        if lost[number]:
            frame[:] = last[: frame.size] if repeat else 0.0
        elif frame.size == size:
            last = frame
    return heard
