"""The melody of the Korean voice, measured on the samples it makes."""

from typing import TYPE_CHECKING

import pytest

from voice import spec
from voice.audio import Pcm

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

pytestmark = pytest.mark.voice

_FRAME_MS = 30
_HOP_MS = 5
_RELEASE_MS = 40
_LOWEST_HZ, _HIGHEST_HZ = 75, 260
_VOICED = 0.5


@pytest.fixture(autouse=True)
def _installed() -> None:
    pytest.importorskip("numpy")
    description = spec.synthesizers()["mbrola"].describe()
    if not description.installed:
        pytest.skip(f"mbrola is not installed: {description.missing}")


def _pitch_hz(frame: "NDArray[numpy.floating]", rate_hz: int) -> float | None:
    """Return the fundamental of one frame by normalised autocorrelation; None when it is not voiced."""
    import numpy

    centred = frame - frame.mean()
    if float(numpy.abs(centred).max()) < 0.005:
        return None
    shortest, longest = rate_hz // _HIGHEST_HZ, rate_hz // _LOWEST_HZ
    likeness = numpy.array(
        [
            float(
                numpy.dot(centred[:-lag], centred[lag:])
                / numpy.sqrt(numpy.dot(centred[:-lag], centred[:-lag]) * numpy.dot(centred[lag:], centred[lag:]) + 1e-9)
            )
            for lag in range(shortest, longest + 1)
        ]
    )
    # The first peak near the highest one: a multiple of the period is as alike.
    best = likeness.max()
    if best < _VOICED:
        return None
    for place in range(1, len(likeness) - 1):
        if likeness[place] >= 0.9 * best and likeness[place] >= max(likeness[place - 1], likeness[place + 1]):
            return rate_hz / (shortest + place)
    return None


def _last_vowel_hz(pcm: Pcm) -> list[float]:
    """Return the pitch line of the last voiced stretch, at most 240 ms long: the last syllable."""
    samples, rate_hz = pcm.floats(), pcm.rate_hz
    size, hop = rate_hz * _FRAME_MS // 1000, rate_hz * _HOP_MS // 1000
    line = [_pitch_hz(samples[start : start + size], rate_hz) for start in range(0, len(samples) - size, hop)]
    while line and line[-1] is None:
        line.pop()
    # The release into silence has no pitch of its own.
    line = line[: -_RELEASE_MS // _HOP_MS]
    voiced: list[float] = []
    for value in reversed(line[-240 // _HOP_MS :]):
        if value is None:
            break
        voiced.append(value)
    return voiced[::-1]


def _movement(text: str) -> float:
    """Return how far the last syllable's pitch moves, as end over start."""
    import numpy

    line = _last_vowel_hz(spec.synthesizer("mbrola").synthesize(text, "ko"))
    assert len(line) >= 12, f"{text}: too little voice to measure"
    edge = max(3, len(line) // 5)
    return float(numpy.median(line[-edge:]) / numpy.median(line[:edge]))


@pytest.mark.parametrize(
    "text",
    [
        "창문 열었어?",
        "지금 밖에 비 와?",
        "서울역까지 얼마나 걸리나요",
        "내일은 비가 올까",
        "문을 잠글까요",
        "회의 장소가 어디지",
        "주말에 비 온다고 했지",
        "여기가 어디야",
        "선루프 좀 닫아 줄래",
    ],
)
def test_questions_rise_by_a_fifth(text: str) -> None:
    assert _movement(text) >= 1.2


@pytest.mark.parametrize(
    "text",
    [
        "창문 열었어.",
        "지금 밖에 비 와.",
        "에어컨 켜 줘",
        "이제 집에 가야지",
        "문 닫아 주세요",
        "길이 막히니까 돌아가자",
    ],
)
def test_statements_fall(text: str) -> None:
    assert _movement(text) < 0.98


@pytest.mark.parametrize("hz", [90, 120, 180])
def test_the_tracker_finds_a_known_pitch(hz: int) -> None:
    import numpy

    times = numpy.arange(480) / 16_000
    wave = numpy.sum([numpy.sin(2 * numpy.pi * hz * harmonic * times) / harmonic for harmonic in range(1, 6)], axis=0)
    assert _pitch_hz(0.2 * wave, 16_000) == pytest.approx(hz, rel=0.03)
    assert _pitch_hz(numpy.random.default_rng(1).standard_normal(480) * 0.1, 16_000) is None
