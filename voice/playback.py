"""Playing recorded sounds one after the other, and joining them into one."""

import asyncio
from collections.abc import Sequence

from voice.audio import Pcm, concatenate, resampled, silence
from voice.devices import choose_device, default_index, list_devices
from voice.live.loudspeaker import Loudspeaker, Playback, SoundSink, played_out
from voice.live.microphone import sound_library
from voice.live.patience import bounded
from voice.live.trouble import DeviceGone, DeviceTrouble

BETWEEN_MS = 500


def loudspeaker(name: str | None = None) -> Loudspeaker:
    """Return the loudspeaker whose name holds `name`, else the system's choice; raises UsageError, one line."""
    found = list_devices()
    default = None
    if found.devices and name is None:
        try:
            sound_library()
            default = default_index("loudspeaker")
        except DeviceTrouble:
            default = None
    return Loudspeaker(choose_device(found, "loudspeaker", name, default))


def play(pcm: Pcm, sink: SoundSink) -> None:
    """Play a sound to its end; raises DeviceTrouble when the device cannot be used or is gone."""
    asyncio.run(_played(pcm, sink))


async def _played(pcm: Pcm, sink: SoundSink) -> None:
    device = f"loudspeaker '{sink.name}'"
    loop = asyncio.get_running_loop()
    done = asyncio.Event()

    def finished() -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(done.set)

    playback = Playback(sink.rate_hz)
    playback.add(resampled(pcm, sink.rate_hz))
    playback.complete()
    try:
        await bounded(sink.open, device)
        await bounded(lambda: sink.begin(playback, finished), device)
        if not await played_out(playback, done):
            raise DeviceGone(f"the {device} is gone")
    except asyncio.CancelledError:
        # Whoever presses Ctrl-C wants it quiet at once.
        sink.abort()
        raise
    finally:
        await bounded(sink.close, device)


def joined(sounds: Sequence[Pcm]) -> Pcm:
    """Return sounds end to end with half a second between them, at the highest of their rates.

    Raises ValueError when there is none.
    """
    rate_hz = max(sound.rate_hz for sound in sounds)
    parts: list[Pcm] = []
    for sound in sounds:
        parts += [silence(BETWEEN_MS, rate_hz)] if parts else []
        parts.append(resampled(sound, rate_hz))
    return concatenate(parts, rate_hz)
