import asyncio
from collections import Counter

import pytest

from simulator.channel import Locale
from simulator.language.alignment import Pooled, align_space_free, align_words, pool
from simulator.registry import UsageError
from voice.errors import ErrorChannel, calibrate, commands

LOCALES: list[Locale] = ["ko", "en"]
UNSEEN_SEEDS = range(1000, 1050)


def _pooled(locale: Locale, error_rate: float, seeds: range = UNSEEN_SEEDS) -> Pooled:
    align = align_words if locale == "en" else align_space_free
    return pool(
        align(text, ErrorChannel(error_rate, seed).mishear(text, locale=locale, utterance=index).heard.text, locale)
        for seed in seeds
        for index, text in enumerate(commands(locale))
    )


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("target", [0.05, 0.1, 0.2, 0.35])
def test_unseen_seeds_meet_the_target(locale: Locale, target: float) -> None:
    assert _pooled(locale, target).rate == pytest.approx(target, rel=0.1)


def test_the_mix_of_english_errors_is_that_of_a_recogniser() -> None:
    pooled = _pooled("en", 0.1)
    errors = pooled.substitutions + pooled.deletions + pooled.insertions
    assert pooled.substitutions / errors == pytest.approx(0.76, abs=0.1)
    assert pooled.deletions / errors == pytest.approx(0.10, abs=0.1)
    assert pooled.insertions / errors == pytest.approx(0.14, abs=0.1)


def test_korean_errors_are_mostly_substitutions() -> None:
    pooled = _pooled("ko", 0.1)
    errors = pooled.substitutions + pooled.deletions + pooled.insertions
    assert pooled.substitutions / errors == pytest.approx(0.80, abs=0.1)
    assert pooled.deletions > pooled.insertions > 0


@pytest.mark.parametrize("locale", LOCALES)
def test_the_same_seed_hears_the_same_and_another_does_not(locale: Locale) -> None:
    def heard(seed: int, utterance: int = 0) -> list[str]:
        channel = ErrorChannel(0.3, seed)
        return [channel.mishear(text, locale=locale, utterance=utterance).heard.text for text in commands(locale)]

    assert heard(1) == heard(1)
    assert heard(1) != heard(2)
    assert heard(1, utterance=0) != heard(1, utterance=1)


@pytest.mark.parametrize("locale", LOCALES)
def test_rate_zero_changes_nothing(locale: Locale) -> None:
    channel = ErrorChannel(0, 5)
    for index, text in enumerate(commands(locale)):
        passage = channel.mishear(text, locale=locale, utterance=index)
        assert passage.heard.text == passage.intended == text
        assert passage.heard.error_rate_target == 0


@pytest.mark.parametrize("locale", LOCALES)
def test_a_higher_rate_touches_more(locale: Locale) -> None:
    rates = [_pooled(locale, rate, range(10)).rate for rate in (0.05, 0.15, 0.3, 0.6)]
    assert all(rate is not None for rate in rates)
    assert rates == sorted(rates, key=lambda rate: rate or 0)


@pytest.mark.parametrize("locale", LOCALES)
def test_confidence_is_lower_where_words_are_damaged_but_overlaps(locale: Locale) -> None:
    clean: list[float] = []
    damaged: list[float] = []
    for seed in range(20):
        for index, text in enumerate(commands(locale)):
            heard = ErrorChannel(0.1, seed).mishear(text, locale=locale, utterance=index).heard
            assert heard.confidence is not None
            (clean if heard.text == text else damaged).append(heard.confidence)
    assert sum(clean) / len(clean) > sum(damaged) / len(damaged) + 0.1
    assert min(clean) < max(damaged)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_catastrophic_layer_is_a_switch(locale: Locale) -> None:
    failures: Counter[str] = Counter()
    for seed in range(100):
        plain, failing = ErrorChannel(0.1, seed), ErrorChannel(0.1, seed, catastrophic=True)
        for index, text in enumerate(commands(locale)):
            without = plain.mishear(text, locale=locale, utterance=index)
            passage = failing.mishear(text, locale=locale, utterance=index)
            assert without.notes == ()
            if passage.notes:
                failures.update(passage.notes)
                assert passage.heard.text != text
            else:
                assert passage == without
    assert set(failures) == {
        "catastrophe: empty",
        "catastrophe: loop",
        "catastrophe: stock phrase",
        "catastrophe: wrong language",
    }
    assert sum(failures.values()) / 4000 == pytest.approx(0.03, rel=0.4)


@pytest.mark.parametrize("error_rate", [-0.01, 0.61, 5, float("nan"), float("inf")])
def test_a_rate_out_of_range_is_a_usage_error(error_rate: float) -> None:
    with pytest.raises(UsageError, match=r"choose a value from 0 to 0\.6"):
        ErrorChannel(error_rate, 0)


def test_calibration_needs_words_and_a_reachable_target() -> None:
    with pytest.raises(UsageError, match="at least one utterance"):
        calibrate(["", "?!"], "en", 0.1)
    with pytest.raises(UsageError, match="at least one utterance"):
        calibrate([], "ko", 0.1)
    assert calibrate(["open the window"], "en", 0) == 0


def test_calibration_follows_the_texts() -> None:
    names = ["Call Jiyoung Kwak in Gwanghwamun", "Navigate to Haeundae via Gwacheon"]
    plain = ["turn on the light", "open the window please"]
    assert calibrate(names, "en", 0.2) < calibrate(plain, "en", 0.2)


def test_own_texts_are_used() -> None:
    texts = ["Call Jiyoung Kwak in Gwanghwamun", "Navigate to Haeundae via Gwacheon"]
    alignments = [
        align_words(
            text,
            ErrorChannel(0.2, seed, texts={"en": texts}).mishear(text, locale="en", utterance=index).heard.text,
            "en",
        )
        for seed in range(1000, 1400)
        for index, text in enumerate(texts)
    ]
    assert pool(alignments).rate == pytest.approx(0.2, rel=0.1)


def test_it_is_a_channel() -> None:
    async def ride() -> None:
        channel = ErrorChannel(0.2, 1)
        passage = await channel.hear("강남역으로 안내해 줘", locale="ko", utterance=0, hints=("강남역",))
        assert passage == channel.mishear("강남역으로 안내해 줘", locale="ko", utterance=0)
        assert passage.spoken is None
        assert passage.heard.engine == channel.name == "errors"
        assert passage.heard.error_rate_target == 0.2
        assert channel.accuracy_reason is None
        assert await channel.say("네.", locale="ko", utterance=0) is None
        await channel.aclose()

    asyncio.run(ride())
