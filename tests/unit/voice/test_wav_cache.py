"""Speech is made once per voice and text, and made again when what was kept is damaged."""

from pathlib import Path

import pytest

from simulator.channel import Locale
from voice.audio import Pcm
from voice.tts.wav_cache import CachedSynthesizer


class Counting:
    """A voice that counts how often it speaks; its sound is the text."""

    name = "counting"
    real_speech = False

    def __init__(self, version: str | None = "1") -> None:
        self.version = version
        self.times = 0

    def voice(self, locale: Locale) -> str:
        return locale

    def fingerprint(self, locale: Locale) -> str | None:
        return self.version

    def synthesize(self, text: str, locale: Locale) -> Pcm:
        self.times += 1
        return Pcm(text.encode("utf-16-le"), 8000)


def test_a_text_is_made_once(tmp_path: Path) -> None:
    voice = Counting()
    cached = CachedSynthesizer(voice, tmp_path)
    assert cached.synthesize("네", "ko") == cached.synthesize("네", "ko") == Pcm("네".encode("utf-16-le"), 8000)
    assert voice.times == 1
    assert (cached.name, cached.real_speech, cached.voice("ko")) == ("counting", False, "ko")


def test_language_text_and_version_are_kept_apart(tmp_path: Path) -> None:
    voice = Counting()
    cached = CachedSynthesizer(voice, tmp_path)
    cached.synthesize("a", "ko")
    cached.synthesize("a", "en")
    cached.synthesize("b", "en")
    assert voice.times == 3
    newer = Counting("2")
    CachedSynthesizer(newer, tmp_path).synthesize("a", "ko")
    assert newer.times == 1


def test_a_quick_voice_is_never_kept(tmp_path: Path) -> None:
    voice = Counting(None)
    cached = CachedSynthesizer(voice, tmp_path)
    assert cached.synthesize("a", "en") == cached.synthesize("a", "en")
    assert voice.times == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("damage", [b"", b"short", b"\0" * 400])
def test_a_damaged_file_is_made_again(tmp_path: Path, damage: bytes) -> None:
    voice = Counting()
    cached = CachedSynthesizer(voice, tmp_path)
    sound = cached.synthesize("hello", "en")
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(damage)
    assert cached.synthesize("hello", "en") == sound
    assert voice.times == 2
    assert cached.synthesize("hello", "en") == sound
    assert voice.times == 2


def test_an_unwritable_cache_costs_only_time(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    voice = Counting()
    cached = CachedSynthesizer(voice, blocked / "speech")
    assert cached.synthesize("a", "en") == cached.synthesize("a", "en")
    assert voice.times == 2
