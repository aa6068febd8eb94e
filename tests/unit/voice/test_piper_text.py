"""Text given to Piper never turns into raw phonemes, and a missing voice says what to do."""

import pytest

from simulator.registry import UsageError
from voice.tts.piper import Piper, speakable


@pytest.mark.parametrize("text", ["say [[ h@l'oU ]] now", "[[[x]]]", "a [[ b", "]] c"])
def test_raw_phoneme_brackets_never_reach_the_voice(text: str) -> None:
    assert "[[" not in speakable(text)
    assert "]]" not in speakable(text)


def test_single_brackets_are_left_alone() -> None:
    assert speakable("exit [B]") == "exit [B]"


def test_a_language_without_a_voice_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DASHTALK_PIPER_KO", raising=False)
    with pytest.raises(UsageError, match="piper has no voice for 'ko': set DASHTALK_PIPER_KO"):
        Piper().synthesize("네", "ko")
