"""The microphones and loudspeakers there are, or in one sentence why there are none."""

import sys
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Literal

from simulator.registry import UsageError

_PORTAUDIO_COMMAND = "sudo apt-get install libportaudio2"
_VOICE_COMMAND = "python -m pip install '.[voice]'"


@dataclass(frozen=True, slots=True)
class AudioDevice:
    """One device as PortAudio lists it; channels are counts, `rate_hz` is its default."""

    index: int
    name: str
    input_channels: int
    output_channels: int
    rate_hz: int


@dataclass(frozen=True, slots=True)
class AudioDevices:
    """The devices found; `problem` and `fix` are one sentence each when something is missing."""

    devices: tuple[AudioDevice, ...]
    problem: str | None = None
    fix: str | None = None

    @property
    def microphones(self) -> tuple[AudioDevice, ...]:
        """The devices that record."""
        return tuple(device for device in self.devices if device.input_channels)

    @property
    def loudspeakers(self) -> tuple[AudioDevice, ...]:
        """The devices that play."""
        return tuple(device for device in self.devices if device.output_channels)


def list_devices() -> AudioDevices:
    """List the audio devices; never raises for a missing library or device.

    Source: docs/voice.md, fact 5: without PortAudio the import itself raises OSError; with it but without
    a device the list is empty.
    """
    if find_spec("sounddevice") is None:
        return AudioDevices((), "The Python package for sound devices is not installed.", _VOICE_COMMAND)
    try:
        import sounddevice
    except OSError:
        fix = _PORTAUDIO_COMMAND if sys.platform.startswith("linux") else "install PortAudio"
        return AudioDevices((), "The PortAudio library is not installed.", fix)
    try:
        listed = list(sounddevice.query_devices())
    except sounddevice.PortAudioError as error:
        return AudioDevices((), f"PortAudio cannot list devices: {error}.", "check the sound server")
    devices = tuple(
        AudioDevice(
            index=index,
            name=str(entry["name"]),
            input_channels=int(entry["max_input_channels"]),
            output_channels=int(entry["max_output_channels"]),
            rate_hz=int(entry["default_samplerate"]),
        )
        for index, entry in enumerate(listed)
    )
    if not devices:
        return AudioDevices(
            (),
            "This machine has no sound device.",
            "to use your own voice, plug one in or start a sound server",
        )
    return AudioDevices(devices)


Direction = Literal["microphone", "loudspeaker"]


def choose_device(
    found: AudioDevices, direction: Direction, name: str | None, default: int | None = None
) -> AudioDevice:
    """Return the device of that direction whose name holds `name`, else the system's `default` or the first.

    Case does not matter and a whole name wins over a part of one. Raises UsageError, one line, when there is no
    such device or more than one.
    """
    devices = found.microphones if direction == "microphone" else found.loudspeakers
    if not devices:
        problem = (found.problem or f"This machine has no {direction}.").rstrip(".")
        raise UsageError(f"{problem}: {found.fix}" if found.fix else problem)
    if name is None:
        return next((device for device in devices if device.index == default), devices[0])
    wanted = name.casefold().strip()
    matches = [device for device in devices if wanted in device.name.casefold()] if wanted else []
    whole = [device for device in matches if device.name.casefold() == wanted]
    if len(matches) == 1 or len(whole) == 1:
        return (whole or matches)[0]
    listed = ", ".join(f"'{device.name}'" for device in (matches or devices))
    if matches:
        raise UsageError(f"--{direction} '{name}' fits more than one: {listed}; name more of it")
    raise UsageError(f"no {direction} '{name}' here; there is {listed}")


def default_index(direction: Direction) -> int | None:
    """Return the number of the system's own choice, None when it has none."""
    import sounddevice

    chosen = int(sounddevice.default.device[0 if direction == "microphone" else 1])
    if chosen >= 0:
        return chosen
    try:
        return int(sounddevice.query_devices(kind="input" if direction == "microphone" else "output")["index"])
    except (sounddevice.PortAudioError, KeyError, ValueError):
        return None
