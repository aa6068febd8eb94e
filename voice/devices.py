"""The microphones and loudspeakers there are, or in one sentence why there are none."""

import sys
from dataclasses import dataclass
from importlib.util import find_spec

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
            "This machine has no sound device; spoken sessions run without one.",
            "plug one in or start a sound server to use your own voice",
        )
    return AudioDevices(devices)
