"""A program that speaks: what it is given, what it may write, and one line for each way it can fail."""

import sys
from pathlib import Path

import pytest

from simulator.registry import UsageError
from voice import spec
from voice.audio import Pcm, wav_bytes
from voice.tts.command import SpeakingCommand

SOUND = Pcm(b"\1\2" * 100, 8000)


def _program(tmp_path: Path, body: str) -> str:
    path = tmp_path / "speak.py"
    path.write_text(f"import sys, wave\nwav = {wav_bytes(SOUND)!r}\n{body}\n", encoding="utf-8")
    return f"{sys.executable} {path}"


def test_a_wav_on_standard_output_is_read(tmp_path: Path) -> None:
    voice = SpeakingCommand(_program(tmp_path, "sys.stdout.buffer.write(wav)"))
    assert voice.synthesize("hello", "en") == SOUND


def test_a_wav_written_to_a_file_is_read(tmp_path: Path) -> None:
    voice = SpeakingCommand(_program(tmp_path, "open(sys.argv[1], 'wb').write(wav)") + " {out}")
    assert voice.synthesize("hello", "en") == SOUND


def test_text_and_language_reach_the_program(tmp_path: Path) -> None:
    said = tmp_path / "said"
    body = f"open({str(said)!r}, 'wb').write(sys.argv[1].encode() + b' ' + sys.stdin.buffer.read())"
    voice = SpeakingCommand(_program(tmp_path, body + "\nsys.stdout.buffer.write(wav)") + " --lang={lang}")
    voice.synthesize("창문 $(rm -rf x) 열어 줘", "ko")
    assert said.read_text(encoding="utf-8") == "--lang=ko 창문 $(rm -rf x) 열어 줘"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("sys.stderr.write('first\\nno such voice\\n'); sys.exit(3)", "ended with code 3: no such voice"),
        ("sys.exit(4)", "ended with code 4"),
        ("pass", "wrote nothing"),
        ("print('hello')", "not a WAV file"),
        ("sys.stdout.buffer.write(wav[:20])", "a WAV file without samples"),
    ],
)
def test_trouble_is_one_line(body: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=says) as caught:
        SpeakingCommand(_program(tmp_path, body)).synthesize("hello", "en")
    assert "\n" not in str(caught.value)


def test_a_program_that_hangs_is_ended(tmp_path: Path) -> None:
    voice = SpeakingCommand(_program(tmp_path, "import signal; signal.pause()"), timeout_s=0.3)
    with pytest.raises(UsageError, match=r"did not finish within 0\.3 s"):
        voice.synthesize("hello", "en")


def test_a_file_that_was_not_written_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"wrote no file where \{out\} says"):
        SpeakingCommand(_program(tmp_path, "pass") + " {out}").synthesize("hello", "en")


def test_nothing_to_say_starts_nothing() -> None:
    assert SpeakingCommand("no-such-program-anywhere").synthesize("...", "en").samples == b""


def test_a_program_there_is_not_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DASHTALK_TTS_COMMAND", raising=False)
    with pytest.raises(UsageError, match="there is no program 'no-such-program-anywhere'"):
        spec.synthesizer("command:no-such-program-anywhere --x")
    with pytest.raises(UsageError, match="not installed: name it as command:"):
        spec.synthesizer("command")
    with pytest.raises(UsageError, match="No closing quotation"):
        spec.synthesizer("command:say 'x")


def test_a_new_version_of_the_program_is_another_voice(tmp_path: Path) -> None:
    program = tmp_path / "say"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    voice = SpeakingCommand(str(program))
    before = voice.fingerprint("en")
    assert before == voice.fingerprint("en")
    program.write_text("#!/bin/sh\n# newer\n", encoding="utf-8")
    assert voice.fingerprint("en") != before


@pytest.mark.parametrize(
    ("body", "arguments"),
    [
        ("while True: sys.stdout.buffer.write(wav)", ""),
        ("out = open(sys.argv[1], 'wb', 0)\nwhile True: out.write(wav)", " {out}"),
    ],
)
def test_a_program_that_writes_without_end_is_stopped_at_the_bound(body: str, arguments: str, tmp_path: Path) -> None:
    voice = SpeakingCommand(_program(tmp_path, body) + arguments, most_bytes=1_000_000)
    with pytest.raises(UsageError, match="wrote more than 1 MB, which is no utterance: it was stopped"):
        voice.synthesize("hello", "en")
