"""Sound devices, or one sentence why there are none; never an exception."""

import importlib.abc
import importlib.machinery
import sys
from types import ModuleType
from typing import Any

import pytest

from voice import devices
from voice.devices import list_devices


class _Error(Exception):
    pass


def _sounddevice(listed: Any) -> ModuleType:
    module = ModuleType("sounddevice")
    module.__spec__ = importlib.machinery.ModuleSpec("sounddevice", None)

    def query_devices() -> Any:
        if isinstance(listed, Exception):
            raise listed
        return listed

    vars(module).update(query_devices=query_devices, PortAudioError=_Error)
    return module


def test_devices_are_listed_by_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = [
        {"name": "mic", "max_input_channels": 1, "max_output_channels": 0, "default_samplerate": 48_000.0},
        {"name": "out", "max_input_channels": 0, "max_output_channels": 2, "default_samplerate": 44_100.0},
    ]
    monkeypatch.setitem(sys.modules, "sounddevice", _sounddevice(listed))
    found = list_devices()
    assert [device.name for device in found.microphones] == ["mic"]
    assert [device.rate_hz for device in found.loudspeakers] == [44_100]
    assert found.problem is None


def test_no_device_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", _sounddevice([]))
    found = list_devices()
    assert found.devices == ()
    assert found.problem == "This machine has no sound device."


def test_a_failing_library_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", _sounddevice(_Error("host error")))
    assert list_devices().problem == "PortAudio cannot list devices: host error."


def test_a_missing_portaudio_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
        """Finds `sounddevice`, whose import then fails as it does without the library."""

        def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
            return importlib.machinery.ModuleSpec(name, self) if name == "sounddevice" else None

        def create_module(self, spec: Any) -> None:
            return None

        def exec_module(self, module: ModuleType) -> None:
            raise OSError("PortAudio library not found")

    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    monkeypatch.setattr(sys, "platform", "linux")
    found = list_devices()
    assert (found.problem, found.fix) == (
        "The PortAudio library is not installed.",
        "sudo apt-get install libportaudio2",
    )


def test_a_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "find_spec", lambda name: None)
    assert list_devices().fix == "python -m pip install '.[voice]'"
