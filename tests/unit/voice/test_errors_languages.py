from itertools import pairwise
from random import Random

from simulator.language.alignment import align_words
from simulator.language.hangul import is_syllable
from simulator.language.slots import slots_missed
from voice.errors_catastrophe import romanised
from voice.errors_english import corrupt_english, sound_classes
from voice.errors_english_words import neighbours
from voice.errors_korean import corrupt_korean


def _english(text: str, intensity: float, rounds: int = 400) -> list[str]:
    return [corrupt_english(text, intensity, Random(seed))[0] for seed in range(rounds)]


def _korean(text: str, intensity: float, rounds: int = 400) -> list[str]:
    return [corrupt_korean(text, intensity, Random(seed))[0] for seed in range(rounds)]


def test_english_names_are_hit_hardest() -> None:
    lost = {"Gangnam": 0, "window": 0}
    for heard in _english("open the window near Gangnam please", 0.1):
        for word in lost:
            lost[word] += bool(slots_missed([word], heard, "en"))
    assert lost["Gangnam"] > 2 * lost["window"] > 0


def test_english_numbers_become_other_numbers() -> None:
    heard = {text.split()[-1] for text in _english("set it to fifteen", 0.5)}
    assert {"fifty", "sixteen"} <= heard


def test_english_digits_stay_digits() -> None:
    others = {text.split()[2] for text in _english("set to 22 degrees", 0.4) if len(text.split()) == 4}
    assert any(token != "22" and token.isdigit() for token in others)


def test_english_substitutes_are_words_that_sound_alike() -> None:
    assert sound_classes("lock") == sound_classes("log")
    heard = {text for text in _english("lock", 0.9) if text.isalpha()}
    assert heard & {"look", "lot", "like", "block", "lake", "low", "clock", "long"}


def test_english_function_words_are_dropped_more_often() -> None:
    dropped = {"the": 0, "window": 0}
    for heard in _english("open the window", 0.15, rounds=4000):
        aligned = align_words("open the window", heard, "en")
        # With two errors side by side, the alignment cannot tell which word was dropped and which was replaced.
        for expected, got in aligned.pairs:
            if aligned.errors == 1 and got is None and expected in dropped:
                dropped[expected] += 1
    assert dropped["the"] > 2 * dropped["window"]


def test_korean_names_are_hit_hardest() -> None:
    lost = {"해운대역": 0, "창문": 0}
    for heard in _korean("해운대역 가기 전에 창문 좀 닫아 줘", 0.05, rounds=600):
        for word in lost:
            lost[word] += bool(slots_missed([word], heard, "ko"))
    assert lost["해운대역"] > 3 * lost["창문"] > 0


def test_korean_errors_come_in_runs() -> None:
    text = "운전석온도를낮추어주세요"
    joint = single = pairs = 0
    for heard in _korean(text, 0.15, rounds=2000):
        if len(heard.replace(" ", "")) != len(text):
            continue
        wrong = [a != b for a, b in zip(text, heard.replace(" ", ""), strict=True)]
        single += sum(wrong)
        joint += sum(a and b for a, b in pairwise(wrong))
        pairs += len(wrong)
    chance = single / pairs
    assert joint / single > 1.3 * chance


def test_korean_liaison_is_written_as_heard() -> None:
    assert any(heard.startswith("강남녀그로") for heard in _korean("강남역으로 가자", 0.3))
    assert any(heard.startswith("여러") for heard in _korean("열어 줘", 0.3))


def test_korean_spacing_wanders_without_an_error() -> None:
    respaced = [
        heard
        for heard in _korean("창문을 모두 닫아 줘", 0.1)
        if heard.replace(" ", "") == "창문을모두닫아줘" and heard != "창문을 모두 닫아 줘"
    ]
    assert respaced


def test_korean_output_stays_korean() -> None:
    for heard in _korean("운전석 온도를 22도로 맞춰 줘", 0.5):
        assert all(is_syllable(character) or character in " 0123456789" for character in heard)


def test_the_wrong_language_is_spelled_by_ear() -> None:
    assert romanised("강남역 2번") == "gangnamyeok 2beon"


def test_a_word_longer_than_every_known_one_is_misheard_too() -> None:
    address = "https://example.com/" + "navigation" * 30
    assert neighbours(address)
    assert neighbours(address, name=True)
    assert any(heard != f"open {address}" for heard in _english(f"open {address}", 3.0, 50))
    assert neighbours("") is not None
