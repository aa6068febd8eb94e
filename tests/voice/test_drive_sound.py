"""A drive in the cockpit over a virtual sound card: typed, held, cut off, hands-free, and in another language."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sound_server
from engines_here import engines_of
from pydantic import TypeAdapter
from sound_server import SoundServer

from simulator.events import (
    AssistantSpoke,
    ConditionChanged,
    Event,
    SpeechInterrupted,
    SpeechRecognised,
    SpeechSynthesised,
)
from simulator.trajectory import Trajectory
from voice.audio import padded, wav_bytes

pytestmark = [pytest.mark.voice, pytest.mark.sound]
TESTS = Path(__file__).parents[1]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[SoundServer]:
    """A virtual sound card."""
    missing = sound_server.missing()
    if missing:
        pytest.skip(missing)
    found = sound_server.start(tmp_path)
    yield found
    found.stop()


def test_everything_a_person_does_with_the_voice(server: SoundServer, tmp_path: Path) -> None:
    sentences = ("Close all the windows.", "Turn on the air conditioning.")
    files = [tmp_path / "pressed.wav", tmp_path / "free.wav"]
    for file, sentence in zip(files, sentences, strict=True):
        file.write_bytes(wav_bytes(padded(engines_of("en").say(sentence), before_ms=100, after_ms=100)))
    cache = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    environment = server.environment | {"XDG_CACHE_HOME": cache, "PYTHONPATH": str(TESTS.parent)}
    done = subprocess.run(
        [sys.executable, str(TESTS / "drive_by_voice.py"), str(tmp_path), *map(str, files)],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    trajectory = Trajectory([TypeAdapter(Event).validate_python(event) for event in seen["events"]])
    heard = [event.heard for event in trajectory.of(SpeechRecognised)]
    assert [one.engine == "keyboard" for one in heard] == [True, False, False, True]
    assert "window" in heard[1].text.lower()
    assert "air" in heard[2].text.lower()
    (cut,) = trajectory.of(SpeechInterrupted)
    assert cut.by == "button"
    answers = [event.text for event in trajectory.of(AssistantSpoke)]
    assert "에어컨" in answers[3]
    assert "locale" in [event.name for event in trajectory.of(ConditionChanged)]
    voices = [event.spoken.voice for event in trajectory.of(SpeechSynthesised) if event.speaker == "assistant"]
    assert len(voices) == 4
    assert voices[3] != voices[0]
    phases = {phase for phase, _, _ in seen["talks"]}
    assert {"listening", "hearing", "thinking", "speaking"} <= phases
    assert max(level for _, _, level in seen["talks"]) > 0.3
    shown = {said for phase, said, _ in seen["talks"] if phase == "speaking"}
    assert len(shown) > 3, "the answer appears as it is spoken"
