"""Whatever the Korean front end writes, the database can play."""

import random

import pytest

from simulator.language import hangul
from voice import spec
from voice.tts import mbrola
from voice.tts.korean_prosody import Timed

pytestmark = pytest.mark.voice


@pytest.fixture(autouse=True)
def _installed() -> None:
    description = spec.synthesizers()["mbrola"].describe()
    if not description.installed:
        pytest.skip(f"mbrola is not installed: {description.missing}")


def _words(choice: random.Random, count: int) -> str:
    def syllable() -> str:
        return hangul.compose(choice.choice(hangul.ONSETS), choice.choice(hangul.VOWELS), choice.choice(hangul.CODAS))

    return " ".join("".join(syllable() for _ in range(choice.randint(1, 4))) for _ in range(count))


def test_every_join_of_random_syllables_exists() -> None:
    choice = random.Random(11)
    unknown: set[tuple[str, str]] = set()
    for _ in range(60):
        unknown |= mbrola.unknown_joins(mbrola.score(_words(choice, 8)))
    assert unknown == set()


def test_a_missing_join_is_replaced_by_a_near_one() -> None:
    played = [Timed("_", 60), Timed("n_}", 60), Timed("a", 100, ((50, 120),)), Timed("_", 60)]
    assert mbrola.unknown_joins(played)
    sound = mbrola.play(played)
    assert sound.duration_ms > 200
    assert any(sound.samples[len(sound.samples) // 2 - 400 : len(sound.samples) // 2])
