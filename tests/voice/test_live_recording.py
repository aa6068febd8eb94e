"""A person's own voice and the answer are recorded live and heard again through the loudspeaker."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from engines_here import Engines
from sound_server import SoundServer
from talking import PATIENCE_S, talking

from simulator.channel import Locale
from simulator.events import SpeechSynthesised
from voice.audio import RECOGNITION_RATE_HZ, Pcm, padded, resampled
from voice.endpointing import speech_ms
from voice.recording import find_sound

pytestmark = [pytest.mark.voice, pytest.mark.sound]

COMMANDS: dict[Locale, str] = {"en": "Close all the windows.", "ko": "배터리가 얼마나 남았어?"}


def listen(server: SoundServer, store: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "simulator", "listen", "0", "--store", str(store), *more],
        cwd=Path(__file__).parents[2],
        env=server.environment,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.parametrize("locale", ["en", "ko"])
def test_what_was_said_live_is_heard_again(server: SoundServer, engines: Engines, locale: Locale) -> None:
    said = engines.say(COMMANDS[locale])
    with talking(server, "--lang", locale, "--mode", "hands-free", "--record") as talk:
        talk.speaks(padded(said, before_ms=100, after_ms=100))
        talk.sees("timing")
        trajectory = talk.ends()
    spoken = list(trajectory.of(SpeechSynthesised))
    assert f"note: recorded: {len(spoken)} utterances in " in talk.text, talk.text
    # A busy machine may hear a second utterance in the first one's tail.
    assert [event.speaker for event in spoken[:2]] == ["driver", "assistant"], talk.text
    assistant = spoken[1]
    for number, event in enumerate(spoken):
        assert event.spoken.audio is not None
        sound = find_sound(event.spoken.audio, talk.store)
        assert sound.pcm is not None
        assert number > 1 or speech_ms(resampled(sound.pcm, RECOGNITION_RATE_HZ)) > 500
    assert assistant.spoken.audio is not None
    assert assistant.spoken.audio.duration_ms == pytest.approx(assistant.spoken.duration_ms, rel=0.01)
    with server.recorded() as loudspeaker:
        done = listen(server, talk.store)
    assert (done.returncode, done.stderr) == (0, "")
    played = loudspeaker.read_bytes()
    recorded_ms = sum(event.spoken.audio.duration_ms for event in spoken if event.spoken.audio)
    assert speech_ms(Pcm(played[: len(played) // 2 * 2], RECOGNITION_RATE_HZ)) > recorded_ms / 3
    again = json.loads(listen(server, talk.store, "--asr", "faster-whisper-fast", "--json").stdout)
    assert again["utterances"][0]["again"]["text"]
    assert again["utterances"][0]["not_compared"].startswith("a person spoke")
