"""`dashtalk run --record` and `dashtalk listen`, and every command of them that docs/voice.md shows."""

import json
import os
import re
import shlex
import wave
from pathlib import Path
from typing import Any

import pytest
from command_line import Dashtalk
from drives import Drive
from engines_here import engines_of

from evaluation.store import Recorder, Store
from scenarios.load import catalogue
from simulator.channel import AudioReference, Heard, Locale, NoiseRecord, Spoken
from simulator.events import (
    AssistantSpoke,
    DriverSpoke,
    EndWord,
    SessionEnded,
    SpeechRecognised,
    SpeechSynthesised,
    Termination,
)
from simulator.settings import Settings
from simulator.trajectory import Trajectory
from voice.audio import Pcm, read_wav
from voice.recording import SoundArchive

DOCS = (Path(__file__).parents[2] / "docs" / "voice.md").read_text(encoding="utf-8")
SHOWN = [
    line
    for block in re.findall(r"```sh\n(.*?)```", DOCS, re.S)
    for line in block.splitlines()
    if line.startswith("dashtalk listen") and "--asr" not in line
]
WORDS = ("에어컨 켜 줘.", "온도는 22도로.")


def _sound(number: int) -> Pcm:
    return Pcm(bytes([0, number + 1]) * 1600, 16_000)


def _spoken(audio: AudioReference | None, engine: str = "mbrola") -> Spoken:
    noise = NoiseRecord(kind="cabin:100", snr_db=5, weighting="A", seed=7) if engine == "mbrola" else None
    real = engine != "estimate"
    return Spoken(
        engine=engine, voice="hn1", duration_ms=100, synthesis_ms=1, real_speech=real, audio=audio, noise=noise
    )


@pytest.fixture
def silent(dashtalk: Dashtalk) -> Dashtalk:
    """A command line on a machine without PortAudio whose latest run is a recorded Korean session of two turns."""
    dashtalk.write("site/sounddevice.py", "raise OSError('PortAudio library not found')\n")
    found = Dashtalk(dashtalk.folder, dashtalk.environment | {"PYTHONPATH": str(dashtalk.folder / "site")})
    scenario = catalogue()["base-trunk-groceries"]
    store = Store(found.store)
    facts = dict.fromkeys(("suite", "agent", "user", "channel", "version", "scoring_version"), "x")
    run = store.begin_run({**facts, "trials": 1, "seed": 0, "planned_sessions": 1}, Settings().recorded())
    row = {"scenario_id": scenario.id, "kind": scenario.kind, "locale": "ko", "trial": 0, "seed": 0, "channel": "voice"}
    session = store.begin_session(run, 0, {**row, "scenario": scenario.model_dump_json()})
    beginning = Drive(scenario, "ko").trajectory.started
    archive = SoundArchive(found.store)
    archive.begin(run)
    told = Trajectory([beginning])

    def mark(turn: int) -> dict[str, int]:
        return {"seq": len(told.events), "turn": turn, "at_ms": 0}

    for turn, (intended, heard) in enumerate(zip(WORDS, ("에어컨 꺼 줘.", "온도는 이십이 도로."), strict=True)):
        told.append(DriverSpoke(**mark(turn), intended=intended))
        told.append(SpeechSynthesised(**mark(turn), speaker="driver", spoken=_spoken(archive.keep(_sound(turn)))))
        told.append(SpeechRecognised(**mark(turn), heard=Heard(text=heard, engine="faster-whisper")))
        told.append(AssistantSpoke(**mark(turn), text="네, 했어요.", digest=""))
        told.append(SpeechSynthesised(**mark(turn), speaker="assistant", spoken=_spoken(None, "estimate")))
    told.append(SessionEnded(**mark(1), termination=Termination.USER_STOP, end_word=EndWord.STOP, digest=""))
    recorder = Recorder(store, session)
    for event in told.events:
        recorder(event)
    recorder.flush()
    return found


def _files(command: Dashtalk) -> list[Path]:
    return sorted((command.store.parent / "runs.db.recordings").rglob("*.wav"))


def test_who_says_what_is_told_with_how_it_was_heard_and_where_the_sound_is(silent: Dashtalk) -> None:
    done = silent("listen", "0")
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert lines[0] == "turn 0 driver 에어컨 켜 줘."
    # One of five syllables; 22도 and 이십이 도 are the same words.
    assert lines[1] == "heard 에어컨 꺼 줘. [faster-whisper, CER 0.20: 1 S, 0 D, 0 I]"
    assert lines[2].endswith("[0.1 s, 16000 Hz, mbrola hn1, through cabin:100 at 5 dB(A), seed 7]")
    assert Path(lines[2].split()[1]).read_bytes()[:4] == b"RIFF"
    assert lines[3:5] == ["turn 0 assistant 네, 했어요.", "sound none: its length was only estimated"]
    assert lines[6] == "heard 온도는 이십이 도로. [faster-whisper, CER 0.00]"
    (note,) = done.stderr.splitlines()
    assert note.startswith("dashtalk: not played: The PortAudio library is not installed: sudo apt-get install")
    assert "--out FILE.wav joins them" in note


def test_the_utterances_are_joined_in_a_file(silent: Dashtalk) -> None:
    done = silent("listen", "0", "--out", "함께.wav")
    assert "함께.wav: 2 utterances, 0.7 s at 16000 Hz" in done.stdout
    assert done.stderr == ""
    gap = bytes(16_000)
    assert read_wav(silent.folder / "함께.wav").samples == _sound(0).samples + gap + _sound(1).samples
    silent("listen", "0", "--turn", "1", "--out", "one.wav")
    assert read_wav(silent.folder / "one.wav") == _sound(1)


def test_only_what_was_misheard(silent: Dashtalk) -> None:
    found = silent.json("listen", "0", "--misheard")
    assert [said["words"] for said in found["utterances"]] == [WORDS[0]]
    done = silent("listen", "0", "--misheard", "--turn", "1", "--out", "none.wav")
    assert done.stdout == "all that can be compared was heard as it was meant\n"
    assert not (silent.folder / "none.wav").exists()


def test_one_json_object(silent: Dashtalk) -> None:
    done = silent("listen", "0", "--json")
    found = json.loads(done.stdout)
    assert (found["locale"], found["measure"], done.stderr) == ("ko", "CER", "")
    driver, assistant = found["utterances"][:2]
    assert driver["heard"]["error_rate"] == 0.2
    assert driver["sound"]["state"] == "kept"
    assert driver["spoken"]["audio"]["rate_hz"] == 16_000
    assert (assistant["sound"], assistant["heard"], assistant["spoken"]["engine"]) == (None, None, "estimate")


def test_a_sound_that_is_gone_or_was_altered_is_told(silent: Dashtalk) -> None:
    gone, changed = _files(silent)
    gone.unlink()
    changed.write_bytes(changed.read_bytes()[:-2] + b"\1\1")
    done = silent("listen", "0", code=3)
    assert f"MISSING: {gone}" in done.stdout
    assert f"ALTERED: {changed}" in done.stdout
    assert done.stderr == ("dashtalk: 1 of 2 recorded sounds are missing, 1 were altered since they were recorded\n")
    states = {said["sound"]["state"] for said in silent.json("listen", "0", code=3)["utterances"] if said["sound"]}
    assert states == {"missing", "altered"}
    none = silent("listen", "0", "--out", "x.wav", code=3)
    assert none.stderr.startswith("dashtalk: --out x.wav: no sound is left to write\ndashtalk: 1 of 2 recorded")
    assert not (silent.folder / "x.wav").exists()


def test_a_pipe_in_place_of_a_sound_is_told_and_not_waited_for(silent: Dashtalk) -> None:
    pipe, _ = _files(silent)
    pipe.unlink()
    os.mkfifo(pipe)
    done = silent("listen", "0", code=3)
    assert f"ALTERED: {pipe} (not a regular file)" in done.stdout
    told = "dashtalk: 0 of 2 recorded sounds are missing, 1 were altered since they were recorded"
    assert done.stderr.splitlines()[-1] == told


@pytest.mark.parametrize("command", SHOWN)
def test_command_of_the_documentation(silent: Dashtalk, command: str) -> None:
    silent(*shlex.split(command)[1:])


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("0", "--turn", "7"), "--turn 7: the session has turns 0 to 1"),
        (("0", "--out", "no/such/x.wav"), "--out no/such/x.wav: cannot be written"),
        (("0", "--out", "data/dashtalk/runs.db"), "is a store of runs"),
        (("0", "--out", "x.mp3"), "--out x.mp3: only WAV is written, not .mp3; name it x.wav"),
        (("0", "--asr", "whispr"), "unknown asr engine 'whispr'"),
        (("9999",), "unknown run or session '9999'"),
        (("latest",), "'latest' is a run; name one of its sessions"),
    ],
)
def test_a_mistake_is_one_line(silent: Dashtalk, arguments: tuple[str, ...], line: str) -> None:
    done = silent("listen", *arguments, code=2)
    assert line in done.stderr
    assert (len(done.stderr.splitlines()), done.stdout) == (1, "")


def test_a_session_that_was_not_recorded_says_how_to(dashtalk: Dashtalk) -> None:
    dashtalk.run(of=("base-trunk-groceries",))
    done = dashtalk("listen", "0", code=2)
    assert "was not recorded; 'dashtalk run --channel voice --record' keeps what is said" in done.stderr


def test_a_run_without_sound_says_that_nothing_was_kept(dashtalk: Dashtalk) -> None:
    done = dashtalk("run", "--channel", "text", "--scenario", "base-trunk-groceries", "--record")
    assert "note: --record kept nothing: nothing was said aloud" in done.stdout


def test_where_no_sound_can_be_kept_nothing_is_played(dashtalk: Dashtalk) -> None:
    dashtalk.write("data/dashtalk/runs.db.recordings", "a file where the folder should be")
    done = dashtalk("run", "--channel", "text", "--record", code=2)
    assert done.stderr.count("\n") == 1
    assert "--record: " in done.stderr
    assert "cannot be written" in done.stderr
    assert not dashtalk.store.exists()


def test_recording_is_off_and_changes_nothing_that_happened(dashtalk: Dashtalk) -> None:
    plain = dashtalk.run(of=("base-trunk-groceries",))
    assert not (dashtalk.store.parent / "runs.db.recordings").exists()
    kept = dashtalk.run("--record", of=("base-trunk-groceries",))
    assert [row["trajectory"] for row in kept["results"]] == [row["trajectory"] for row in plain["results"]]


@pytest.mark.voice
@pytest.mark.parametrize("locale", ["en", "ko"])
def test_a_recorded_run_is_heard_again(dashtalk: Dashtalk, locale: Locale) -> None:
    engines_of(locale)
    played = ("--channel", "voice", "--lang", locale, "--scenario", "base-trunk-groceries")
    done = dashtalk("run", *played, "--record", "--asr", "faster-whisper-fast", "--impairments", "echo:-20")
    assert re.search(r"note: recorded: \d+ utterances in ", done.stdout)
    again: dict[str, Any] = dashtalk.json("listen", "0", "--asr", "faster-whisper-fast", "--out", "all.wav")
    drivers = [said for said in again["utterances"] if said["speaker"] == "driver"]
    assert drivers
    # The same sound, the same recogniser, the same names: the same words.
    assert [said["again"]["text"] for said in drivers] == [said["heard"]["text"] for said in drivers]
    # Answers are kept where they were synthesised, as for an echo of them.
    assert all(said["sound"]["state"] == "kept" for said in again["utterances"])
    with wave.open(str(dashtalk.folder / "all.wav"), "rb") as joined:
        seconds = joined.getnframes() / joined.getframerate()
    whole_ms = sum(said["spoken"]["audio"]["duration_ms"] for said in again["utterances"])
    assert seconds == pytest.approx(whole_ms / 1000 + 0.5 * (len(again["utterances"]) - 1), abs=0.05)
