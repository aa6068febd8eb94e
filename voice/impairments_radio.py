"""What a hands-free link does to speech: narrow bands, Bluetooth's CVSD, telephone companding."""

from typing import TYPE_CHECKING

from voice.noise_shape import band

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

TELEPHONE_RATE_HZ = 8000
NARROW_HZ = (300.0, 3400.0)
WIDE_HZ = (50.0, 7000.0)

# Source: Bluetooth core specification, CVSD: 64 kHz, 16-bit levels, h = 1 - 1/32, beta = 1 - 1/1024, steps from 10 to
# 1280, a longer step after four equal bits.
_CVSD_OVERSAMPLING = 8
_CVSD_DECAY = 1 - 1 / 32
_CVSD_STEP_DECAY = 1 - 1 / 1024
_CVSD_STEPS = (10.0, 1280.0)
_CVSD_RUN = 0b1111


def narrowband(samples: "NDArray[numpy.float64]", rate_hz: int) -> "NDArray[numpy.float64]":
    """Return speech as a Bluetooth hands-free link without wideband carries it: 300 to 3400 Hz, 8 kHz, CVSD."""
    link = _at_rate(band(samples, rate_hz, *NARROW_HZ), rate_hz, TELEPHONE_RATE_HZ)
    carried = band(cvsd(link), TELEPHONE_RATE_HZ, *NARROW_HZ)
    return _fitted(_at_rate(carried, TELEPHONE_RATE_HZ, rate_hz), samples.size)


def wideband(samples: "NDArray[numpy.float64]", rate_hz: int) -> "NDArray[numpy.float64]":
    """Return speech within the band of a wideband hands-free link, 50 to 7000 Hz."""
    return band(samples, rate_hz, *WIDE_HZ)


def telephone(samples: "NDArray[numpy.float64]", rate_hz: int, law: str) -> "NDArray[numpy.float64]":
    """Return speech through 8-bit companding at 8 kHz, `law` "a" or "mu". Source: ITU-T G.711."""
    link = _at_rate(band(samples, rate_hz, *NARROW_HZ), rate_hz, TELEPHONE_RATE_HZ)
    carried = a_law(link) if law == "a" else mu_law(link)
    return _fitted(_at_rate(carried, TELEPHONE_RATE_HZ, rate_hz), samples.size)


def cvsd(samples: "NDArray[numpy.float64]") -> "NDArray[numpy.float64]":
    """Return 8 kHz speech coded with one bit at 64 kHz and decoded again."""
    import numpy

    if not samples.size:
        return samples
    fast = _at_rate(samples, TELEPHONE_RATE_HZ, TELEPHONE_RATE_HZ * _CVSD_OVERSAMPLING) * 32768
    shortest, longest = _CVSD_STEPS
    level, step, bits = 0.0, shortest, 0
    decoded = []
    for wanted in fast.tolist():
        up = wanted >= level
        bits = (bits << 1 | up) & _CVSD_RUN
        step = min(longest, step + shortest) if bits in (0, _CVSD_RUN) else max(shortest, step * _CVSD_STEP_DECAY)
        level = max(-32768.0, min(32767.0, level + step if up else level - step))
        decoded.append(level)
        level *= _CVSD_DECAY
    slow = _at_rate(numpy.array(decoded) / 32768, TELEPHONE_RATE_HZ * _CVSD_OVERSAMPLING, TELEPHONE_RATE_HZ)
    return _fitted(slow, samples.size)


def a_law(samples: "NDArray[numpy.float64]") -> "NDArray[numpy.float64]":
    """Return samples in [-1, 1] through the 13-segment A-law and back. Source: ITU-T G.711, 13-bit levels."""
    import numpy

    magnitude = numpy.minimum(numpy.floor(numpy.abs(samples) * 4096), 4095).astype(numpy.int64)
    # In the lowest two segments, taken as one here, steps are 2 wide; above they double with every segment.
    segment = numpy.maximum(numpy.floor(numpy.log2(numpy.maximum(magnitude, 1))).astype(numpy.int64) - 5, 0)
    width = numpy.left_shift(2, segment)
    middle = magnitude // width * width + width // 2
    return numpy.asarray(numpy.where(samples < 0, -1.0, 1.0) * middle / 4096, dtype=numpy.float64)


def mu_law(samples: "NDArray[numpy.float64]") -> "NDArray[numpy.float64]":
    """Return samples in [-1, 1] through the mu-law and back. Source: ITU-T G.711, 14-bit levels, bias 33."""
    import numpy

    magnitude = numpy.minimum(numpy.floor(numpy.abs(samples) * 8192), 8158).astype(numpy.int64) + 33
    segment = numpy.floor(numpy.log2(magnitude)).astype(numpy.int64) - 5
    width = numpy.left_shift(2, segment)
    middle = magnitude // width * width + width // 2 - 33
    return numpy.asarray(numpy.where(samples < 0, -1.0, 1.0) * middle / 8192, dtype=numpy.float64)


def _at_rate(samples: "NDArray[numpy.float64]", from_hz: int, to_hz: int) -> "NDArray[numpy.float64]":
    import numpy

    if from_hz == to_hz or not samples.size:
        return samples
    import soxr

    return numpy.asarray(soxr.resample(samples, from_hz, to_hz, quality="HQ"), dtype=numpy.float64)


def _fitted(samples: "NDArray[numpy.float64]", size: int) -> "NDArray[numpy.float64]":
    """Return exactly `size` samples; resampling there and back may add or lose one."""
    import numpy

    return samples[:size] if samples.size >= size else numpy.pad(samples, (0, size - samples.size))
