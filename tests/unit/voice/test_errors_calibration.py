import os
import subprocess
import sys

import pytest

from scenarios.load import suite
from simulator.assembly import spoken_texts
from simulator.channel import Locale
from simulator.language.alignment import align_space_free, align_words, pool
from voice.errors import ErrorChannel, commands

# Neither calibration nor benchmarks/error_channel_table.py ever looks at these.
UNSEEN_SEEDS = range(3_000_000, 3_000_012)
DIGEST = """
import hashlib
from voice.errors import ErrorChannel, commands
heard = [
    ErrorChannel(0.2, seed, catastrophic=True).mishear(text, locale=locale, utterance=number).heard.model_dump_json()
    for locale in ("ko", "en")
    for seed in range(3)
    for number, text in enumerate(commands(locale))
]
print(hashlib.sha256("\\n".join(heard).encode()).hexdigest())
"""


@pytest.mark.parametrize("locale", ["ko", "en"])
@pytest.mark.parametrize("target", [0.1])
def test_the_texts_of_a_suite_meet_the_target_on_unseen_seeds(locale: Locale, target: float) -> None:
    texts = spoken_texts(suite("first-drive"))[locale]
    align = align_words if locale == "en" else align_space_free
    channels = [ErrorChannel(target, seed, texts={locale: texts}) for seed in UNSEEN_SEEDS]
    pooled = pool(
        align(text, channel.mishear(text, locale=locale, utterance=number).heard.text, locale)
        for channel in channels
        for number, text in enumerate(texts)
    )
    assert pooled.rate == pytest.approx(target, rel=0.1)
    errors = pooled.substitutions + pooled.deletions + pooled.insertions
    mix = (0.76, 0.10, 0.14) if locale == "en" else (0.80, 0.13, 0.07)
    measured = (pooled.substitutions, pooled.deletions, pooled.insertions)
    for count, share in zip(measured, mix, strict=True):
        assert count / errors == pytest.approx(share, abs=0.1)


def test_what_is_heard_depends_on_no_process() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
    assert digests != {""}


@pytest.mark.parametrize(("locale", "least"), [("en", 0.95), ("ko", 0.8)])
def test_a_higher_rate_keeps_most_errors_of_a_lower_one(locale: Locale, least: float) -> None:
    align = align_words if locale == "en" else align_space_free
    wrong = kept = 0
    for seed in UNSEEN_SEEDS:
        low, high = ErrorChannel(0.1, seed), ErrorChannel(0.2, seed)
        for number, text in enumerate(commands(locale)):
            missed = []
            for channel in (low, high):
                heard = channel.mishear(text, locale=locale, utterance=number).heard.text
                units = [pair for pair in align(text, heard, locale).pairs if pair[0] is not None]
                missed.append({index for index, (said, got) in enumerate(units) if said != got})
            wrong, kept = wrong + len(missed[0]), kept + len(missed[0] & missed[1])
    assert wrong > 50
    assert kept / wrong >= least


@pytest.mark.parametrize("locale", ["ko", "en"])
def test_the_worse_it_is_heard_the_lower_the_confidence(locale: Locale) -> None:
    align = align_words if locale == "en" else align_space_free
    bins: dict[int, list[float]] = {0: [], 1: [], 2: [], 3: []}
    for seed in UNSEEN_SEEDS:
        channel = ErrorChannel(0.2, seed)
        for number, text in enumerate(commands(locale)):
            heard = channel.mishear(text, locale=locale, utterance=number).heard
            rate = align(text, heard.text, locale).rate
            assert rate is not None
            assert heard.confidence is not None
            bins[0 if not rate else 1 if rate <= 0.2 else 2 if rate <= 0.5 else 3].append(heard.confidence)
    means = [sum(values) / len(values) for values in bins.values()]
    assert means == sorted(means, reverse=True)


def test_korean_errors_are_syllables_that_korean_is_written_with() -> None:
    from voice.errors_korean_sounds import common_syllables, words

    known = set(common_syllables()) | {syllable for word in words() for syllable in word}
    said = {syllable for text in commands("ko") for syllable in text}
    strange = total = 0
    for seed in UNSEEN_SEEDS:
        channel = ErrorChannel(0.35, seed)
        for number, text in enumerate(commands("ko")):
            heard = channel.mishear(text, locale="ko", utterance=number).heard.text
            new = [one for one in heard if one not in said and "가" <= one <= "힣"]
            total += len(new)
            strange += sum(one not in known for one in new)
    assert total > 200
    assert strange / total < 0.1
