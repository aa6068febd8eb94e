"""Which noise is meant by a short text, and how it is made."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from simulator.registry import UsageError, nearest
from voice.cabin import SURFACES, Cabin, cabin_noise, fan_noise
from voice.noise_babble import TALKERS, Speak, babble_noise
from voice.noise_folder import folder_noise, noise_files
from voice.noise_music import music_noise
from voice.noise_rain import rain_noise
from voice.noise_shape import generator

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

Kind = Literal["cabin", "rain", "music", "babble", "hvac", "vehicle", "folder"]
KINDS: tuple[Kind, ...] = ("cabin", "rain", "music", "babble", "hvac", "vehicle")
_WORDS = ", ".join(KINDS)


@dataclass(frozen=True, slots=True)
class Noise:
    """A noise that can be made; `text` is what it was asked for as.

    `amount` is the hardness of rain or the setting of a fan, 0 to 1; `talkers` the voices of babble.
    """

    kind: Kind
    text: str
    cabin: Cabin = field(default_factory=Cabin)
    amount: float = 0.5
    talkers: int = TALKERS
    folder: Path | None = None


def parse_noise(text: str) -> Noise:
    """Read `cabin`, `cabin:100`, `cabin:80:window=0.5:surface=wet`, `rain:0.8`, `music`, a folder, ...

    Raises UsageError, one line with the nearest valid word.
    """
    kind, *options = text.strip().split(":")
    match kind:
        case "cabin":
            return Noise("cabin", text.strip(), cabin=_cabin(text, options))
        case "rain" | "hvac":
            return Noise(kind, text.strip(), amount=_single(text, options, "0.5", 0.05, 1.0))
        case "babble":
            talkers = _single(text, options, str(TALKERS), 2, 12)
            if talkers != int(talkers):
                raise UsageError(f"noise: '{text}': the number of talkers must be whole")
            return Noise("babble", text.strip(), talkers=int(talkers))
        case "music" | "vehicle":
            if options:
                raise UsageError(f"noise: '{text}': {kind} takes nothing after it")
            return Noise(kind, kind)
    folder = Path(text.strip()).expanduser()
    if folder.is_dir():
        noise_files(folder)
        return Noise("folder", text.strip(), folder=folder)
    close = nearest(kind, KINDS)
    told = f"did you mean '{close}'?" if close else f"give {_WORDS}, or a folder with WAV files"
    raise UsageError(f"noise: '{text}' is no kind of noise and no folder: {told}")


def make_noise(
    noise: Noise,
    samples: int,
    rate_hz: int,
    seed: int,
    *,
    texts: Sequence[str] = (),
    speak: Speak | None = None,
    cabin: Cabin | None = None,
) -> "tuple[NDArray[numpy.float64], str]":
    """Return the noise at whatever level and a word on where it comes from ("" when `text` says it all).

    `texts` and `speak` make babble; `cabin` is the car as it is now, for `vehicle`. Raises UsageError when a folder's
    file cannot be read, or when the voice that babble is made of says nothing.
    """
    if noise.kind == "folder" and noise.folder is not None:
        return folder_noise(noise.folder, samples, rate_hz, seed)
    if noise.kind == "babble":
        if speak is None or not texts:
            raise UsageError("noise: babble needs a voice and texts to make it of")
        made = babble_noise(texts, speak, noise.talkers, samples, rate_hz, seed)
        if not made.any():
            raise UsageError("noise: babble needs a voice that can be heard")
        return made, ""
    makers: Mapping[Kind, Callable[[], NDArray[numpy.float64]]] = {
        "cabin": lambda: cabin_noise(noise.cabin, samples, rate_hz, seed),
        "vehicle": lambda: cabin_noise(cabin or Cabin(), samples, rate_hz, seed),
        "rain": lambda: rain_noise(noise.amount, samples, rate_hz, seed),
        "music": lambda: music_noise(samples, rate_hz, seed),
        "hvac": lambda: fan_noise(noise.amount, samples, rate_hz, generator(seed, "hvac")),
    }
    return makers[noise.kind](), ""


_CABIN_RANGES = {"speed": (0.0, 300.0), "rpm": (500.0, 9000.0), "hvac": (0.0, 1.0), "window": (0.0, 1.0)}
_CABIN_RANGES |= {"rain": (0.0, 1.0)}


def _cabin(text: str, options: Sequence[str]) -> Cabin:
    values: dict[str, float] = {}
    surface = Cabin().surface
    for number, option in enumerate(options):
        name, equals, value = option.partition("=")
        if not equals and number == 0:
            name, value = "speed", option
        elif not equals:
            raise UsageError(f"noise: '{text}': write '{option}' as name=value, e.g. window=0.5")
        if name == "surface":
            named = next((word for word in SURFACES if word == value), None)
            if named is None:
                close = nearest(value, SURFACES)
                told = f"did you mean '{close}'?" if close else ", ".join(SURFACES)
                raise UsageError(f"noise: '{text}': unknown surface '{value}': {told}")
            surface = named
            continue
        if name in values:
            raise UsageError(f"noise: '{text}': {name} is given twice")
        if name not in _CABIN_RANGES:
            known = (*_CABIN_RANGES, "surface")
            close = nearest(name, known)
            told = f"did you mean '{close}'?" if close else ", ".join(known)
            raise UsageError(f"noise: '{text}': cabin has no '{name}': {told}")
        values[name] = _number(text, value, *_CABIN_RANGES[name])
    base = Cabin()
    return Cabin(
        speed_kmh=values.get("speed", base.speed_kmh),
        rpm=values.get("rpm"),
        hvac=values.get("hvac", base.hvac),
        window=values.get("window", base.window),
        surface=surface,
        rain=values.get("rain", base.rain),
    )


def _single(text: str, options: Sequence[str], default: str, low: float, high: float) -> float:
    if len(options) > 1:
        raise UsageError(f"noise: '{text}': one number is enough")
    return _number(text, options[0] if options else default, low, high)


def _number(text: str, value: str, low: float, high: float) -> float:
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not low <= number <= high:
        raise UsageError(f"noise: '{text}': '{value}' must be a number between {low:g} and {high:g}")
    return number
