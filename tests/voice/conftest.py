"""What tests with real sound share: engines, and a sound card that exists in software only.

What is not installed skips a test for people; where everything is said to be installed, tests/conftest.py makes that a
failure.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
import sound_server
from engines_here import Engines, engines_of
from sound_server import SoundServer

from simulator.channel import Locale
from voice.devices import list_devices


@pytest.fixture
def engines(request: pytest.FixtureRequest) -> Engines:
    """The voice and the recogniser of the test's `locale`, English for a test that has none."""
    spoken = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    locale: Locale = "ko" if spoken.get("locale") == "ko" else "en"
    return engines_of(locale)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[SoundServer]:
    """A sound server of the test's own."""
    reason = sound_server.missing()
    if not reason and list_devices().fix == "sudo apt-get install libportaudio2":
        reason = "no PortAudio: apt-get install libportaudio2"
    if reason:
        pytest.skip(reason)
    started = sound_server.start(tmp_path)
    yield started
    started.stop()
