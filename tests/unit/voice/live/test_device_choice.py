"""Devices by a part of their name; whatever is wrong is one line."""

from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from simulator.registry import UsageError
from voice.devices import AudioDevice, AudioDevices, choose_device
from voice.live import loudspeaker as loudspeaker_module
from voice.live import microphone as microphone_module
from voice.live.loudspeaker import Loudspeaker, Playback
from voice.live.microphone import Microphone
from voice.live.trouble import DeviceTrouble

FOUND = AudioDevices(
    (
        AudioDevice(0, "USB Headset", 1, 2, 44_100),
        AudioDevice(1, "USB Webcam", 2, 0, 48_000),
        AudioDevice(2, "Built-in", 0, 2, 48_000),
        AudioDevice(3, "USB", 1, 0, 16_000),
    )
)


@pytest.mark.parametrize(("name", "index"), [("head", 0), ("WEBCAM", 1), ("usb", 3), (None, 1)])
def test_a_part_of_a_name_is_enough(name: str | None, index: int) -> None:
    assert choose_device(FOUND, "microphone", name, default=1).index == index


def test_without_a_default_the_first_is_taken() -> None:
    assert choose_device(FOUND, "loudspeaker", None).index == 0
    assert choose_device(FOUND, "loudspeaker", None, default=99).index == 0


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("us", "--microphone 'us' fits more than one: 'USB Headset', 'USB Webcam', 'USB'; name more of it"),
        ("car", "no microphone 'car' here; there is 'USB Headset', 'USB Webcam', 'USB'"),
        ("built", "no microphone 'built' here; there is 'USB Headset', 'USB Webcam', 'USB'"),
        (" ", "no microphone ' ' here; there is 'USB Headset', 'USB Webcam', 'USB'"),
    ],
)
def test_a_name_that_does_not_fit_lists_those_that_would(name: str, line: str) -> None:
    with pytest.raises(UsageError) as caught:
        choose_device(FOUND, "microphone", name)
    assert str(caught.value) == line


def test_no_device_says_why() -> None:
    with pytest.raises(UsageError, match=r"PortAudio library is not installed: sudo apt"):
        choose_device(
            AudioDevices((), "The PortAudio library is not installed.", "sudo apt-get install libportaudio2"),
            "microphone",
            None,
        )
    with pytest.raises(UsageError, match="This machine has no microphone"):
        choose_device(AudioDevices((FOUND.devices[2],)), "microphone", None)


class _Refused(Exception):
    pass


def _library(message: str) -> Any:
    def refuse(**options: Any) -> None:
        raise _Refused(message)

    return SimpleNamespace(
        PortAudioError=_Refused, RawInputStream=refuse, RawOutputStream=refuse, CallbackStop=StopIteration
    )


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("Error opening RawInputStream: Device unavailable [PaErrorCode -9985]", "is used by another program"),
        ("Error querying device -1", "is not there any more"),
        ("Error opening stream: Invalid sample rate [PaErrorCode -9997]", "cannot be opened (Error opening stream)"),
    ],
)
async def test_a_device_that_refuses_is_one_line(message: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (microphone_module, loudspeaker_module):
        monkeypatch.setattr(module, "sound_library", lambda: _library(message))
    with pytest.raises(DeviceTrouble) as deaf:
        await anext(Microphone(FOUND.devices[1]).frames())
    assert line in str(deaf.value)
    assert "microphone 'USB Webcam'" in str(deaf.value)
    with pytest.raises(DeviceTrouble) as mute:
        Loudspeaker(FOUND.devices[2]).begin(Playback(48_000), lambda: None)
    assert line in str(mute.value)


async def test_a_microphone_that_takes_two_channels_only_is_mixed_down(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stream:
        def __init__(self, *, channels: int, callback: Any, **options: Any) -> None:
            if channels == 1:
                raise _Refused("Invalid number of channels [PaErrorCode -9998]")
            assert options["samplerate"] == 48_000
            self._callback = callback

        def start(self) -> None:
            self._callback(b"\x00\x10\x00\x30" * 48_000, 48_000, None, None)

        def abort(self, ignore_errors: bool) -> None:
            pass

        close = abort

    library = ModuleType("sounddevice")
    vars(library).update(PortAudioError=_Refused, RawInputStream=Stream)
    monkeypatch.setattr(microphone_module, "sound_library", lambda: library)
    source = Microphone(FOUND.devices[1]).frames()
    frames = [await anext(source) for _ in range(10)]
    await source.aclose()
    assert all(len(frame.samples) == 1024 for frame in frames)
    assert frames[5].at - frames[4].at == pytest.approx(0.032)
    middle = int.from_bytes(frames[5].samples[:2], "little", signed=True)
    assert middle == pytest.approx(0x2000, abs=40)
