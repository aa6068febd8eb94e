"""What else stands between the driver's mouth and the recogniser, written as one short text.

`bt-narrow,loss:0.05:3,reverb,clip:0.01,gain:-12,echo:-15` means the same in any order: what happens in the cabin
(reverb, echo) comes before the noise, the microphone (gain, clip) after it, and the link (bt-narrow, bt-wide, alaw,
mulaw, then loss) last.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simulator.registry import UsageError, nearest
from voice.impairments_loss import FRAME_MS, lost_frames, with_losses
from voice.impairments_radio import narrowband, telephone, wideband
from voice.impairments_room import reverberant, with_echo
from voice.noise_shape import generator

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

IN_CABIN = ("reverb", "echo")
AFTER_NOISE = ("gain", "clip", "bt-narrow", "bt-wide", "alaw", "mulaw", "loss")
NAMES = (*IN_CABIN, *AFTER_NOISE)
_LINKS = ("bt-narrow", "bt-wide", "alaw", "mulaw")
# Name of each number, its range and what it is when left out (None: it must be given).
_NUMBERS: dict[str, tuple[tuple[str, float, float, float | None], ...]] = {
    "reverb": (("RT60 in ms", 50, 120, 80),),
    "echo": (("level in dB", -40, 10, None), ("delay in ms", 20, 80, 40)),
    "gain": (("gain in dB", -60, 40, None),),
    "clip": (("share of samples", 0.0001, 0.5, None),),
    "loss": (("share of packets", 0.001, 0.5, None), ("mean burst in packets", 1, 50, 1)),
}


@dataclass(frozen=True, slots=True)
class Impairment:
    """One impairment, its numbers in the order they are written, and for losses whether frames are repeated."""

    name: str
    numbers: tuple[float, ...] = ()
    repeat: bool = False

    @property
    def text(self) -> str:
        """How it is written, with all its numbers."""
        numbers = [f"{number:g}" for number in self.numbers]
        return ":".join((self.name, *numbers, *(["repeat"] if self.repeat else [])))


@dataclass(frozen=True, slots=True)
class Impairments:
    """Impairments in the order they act."""

    items: tuple[Impairment, ...] = ()

    @property
    def text(self) -> str:
        """How they are written, in the order they act; "" when there are none."""
        return ",".join(item.text for item in self.items)

    @property
    def echo(self) -> Impairment | None:
        """The echo of the assistant's own voice, if there is one."""
        return next((item for item in self.items if item.name == "echo"), None)

    def acting(self, *, echo: bool) -> "Impairments":
        """Return those that act on an utterance: without the echo before the assistant has spoken."""
        return self if echo else Impairments(tuple(item for item in self.items if item.name != "echo"))

    def in_cabin(
        self, samples: "NDArray[numpy.float64]", rate_hz: int, echo: "NDArray[numpy.float64] | None"
    ) -> "NDArray[numpy.float64]":
        """Return speech as it reaches the microphone; `echo` is what the assistant last said, None before it spoke."""
        for item in self.items:
            if item.name == "reverb":
                samples = reverberant(samples, rate_hz, item.numbers[0])
            elif item.name == "echo" and echo is not None:
                samples = with_echo(samples, echo, rate_hz, *item.numbers)
        return samples

    def after_noise(self, samples: "NDArray[numpy.float64]", rate_hz: int, seed: int) -> "NDArray[numpy.float64]":
        """Return what the microphone and the link make of the sound; equal seeds lose the same packets."""
        for item in self.items:
            if item.name in AFTER_NOISE:
                samples = _applied(item, samples, rate_hz, seed)
        return samples


def parse_impairments(text: str) -> Impairments:
    """Read a list of impairments; raises UsageError, one line that says which is wrong and what is meant."""
    items = [_parse(part.strip()) for part in text.split(",") if part.strip()]
    names = [item.name for item in items]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise UsageError(f"impairments: '{twice}' is given twice")
    links = [name for name in names if name in _LINKS]
    if len(links) > 1:
        raise UsageError(f"impairments: {' and '.join(links)} exclude each other: one link carries the sound")
    return Impairments(tuple(sorted(items, key=lambda item: NAMES.index(item.name))))


def _parse(part: str) -> Impairment:
    name, *values = part.split(":")
    if name not in NAMES:
        close = nearest(name, NAMES)
        raise UsageError(
            f"impairments: unknown '{name}': " + (f"did you mean '{close}'?" if close else ", ".join(NAMES))
        )
    repeat = name == "loss" and values[-1:] == ["repeat"]
    if repeat:
        values.pop()
    wanted = _NUMBERS.get(name, ())
    if len(values) > len(wanted):
        takes = f"takes {_told(wanted)}" if wanted else "takes no number"
        raise UsageError(f"impairments: '{part}': {name} {takes}")
    numbers = [_number(part, values, place, *facts) for place, facts in enumerate(wanted)]
    impairment = Impairment(name, tuple(numbers), repeat)
    if name == "loss" and numbers[0] / (numbers[1] * (1 - numbers[0])) > 1:
        raise UsageError(f"impairments: '{part}': so much loss needs longer bursts than {numbers[1]:g}")
    return impairment


def _number(
    part: str, values: Sequence[str], place: int, meaning: str, low: float, high: float, default: float | None
) -> float:
    name = part.split(":")[0]
    if place >= len(values):
        if default is None:
            raise UsageError(f"impairments: '{part}' lacks its {meaning}: write {name}:NUMBER, {low:g} to {high:g}")
        return default
    try:
        number = float(values[place])
    except ValueError:
        number = float("nan")
    if not low <= number <= high:
        raise UsageError(f"impairments: '{part}': {meaning} must be a number between {low:g} and {high:g}")
    return number


def _told(wanted: Sequence[tuple[str, float, float, float | None]]) -> str:
    return " and ".join(meaning for meaning, *_ in wanted)


def _applied(item: Impairment, samples: "NDArray[numpy.float64]", rate_hz: int, seed: int) -> "NDArray[numpy.float64]":
    import numpy

    match item.name:
        case "gain":
            # Beyond full scale a microphone's converter clips.
            return numpy.clip(samples * 10 ** (item.numbers[0] / 20), -1.0, 1.0)
        case "clip":
            return clipped(samples, item.numbers[0])
        case "bt-narrow":
            return narrowband(samples, rate_hz)
        case "bt-wide":
            return wideband(samples, rate_hz)
        case "alaw":
            return telephone(samples, rate_hz, "a")
        case "mulaw":
            return telephone(samples, rate_hz, "mu")
    frames = -(-samples.size * 1000 // (FRAME_MS * rate_hz)) + 1
    lost = lost_frames(frames, item.numbers[0], item.numbers[1], generator(seed, "loss"))
    return with_losses(samples, lost, rate_hz, repeat=item.repeat)


def clipped(samples: "NDArray[numpy.float64]", share: float) -> "NDArray[numpy.float64]":
    """Return the sound with the loudest `share` of its samples cut flat; digital silence does not count."""
    import numpy

    loud = numpy.abs(samples[samples != 0])
    if not loud.size:
        return samples
    limit = float(numpy.quantile(loud, 1 - share))
    return numpy.clip(samples, -limit, limit)
