"""A channel that mishears on purpose: recognition errors at a chosen rate, on text, without any model."""

import math
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from random import Random
from statistics import NormalDist
from types import MappingProxyType

from simulator.channel import Heard, Locale, Passage, Spoken
from simulator.language.alignment import align_space_free, align_words, pool
from simulator.registry import UsageError
from voice.errors_catastrophe import CATASTROPHE_CHANCE, catastrophe
from voice.errors_english import corrupt_english
from voice.errors_korean import corrupt_korean

HIGHEST_ERROR_RATE = 0.6
# Less than one word in a million is none.
_LEAST_RATE = 1e-6

_Corrupter = Callable[[str, float, Random, float | None], tuple[str, int]]
_CORRUPTERS: Mapping[Locale, _Corrupter] = MappingProxyType({"ko": corrupt_korean, "en": corrupt_english})
# Enough expected errors that the calibrated rate is off by about 2 % (one standard deviation).
_ERRORS_WANTED = 3000
_FEWEST_UTTERANCES = 3600
_HIGHEST_INTENSITY = 4.0
_MOST_ROUNDS = 200
_TOLERANCE = 0.005
_GOLDEN = 0.6180339887498949
_NORMAL = NormalDist()


class ErrorChannel:
    """Carries text with recognition errors: WER in English, space-free CER in Korean, near `error_rate`.

    What is heard depends on nothing but seed, utterance number, locale and text; a higher rate with the
    same seed keeps most errors of a lower one and adds to them. The rate is calibrated on `texts` (the
    suite's own utterances), for a locale without any on 40 in-car commands. Expected names (`hints`)
    change nothing: the rate is what was asked for. `catastrophic` replaces one utterance in about thirty
    by nothing, a loop, a stock phrase or another language, on top of the rate.
    Raises UsageError when `error_rate` is outside 0..0.6.
    """

    name = "errors"
    accuracy_reason: str | None = None

    def __init__(
        self,
        error_rate: float,
        seed: int,
        *,
        catastrophic: bool = False,
        texts: Mapping[Locale, Sequence[str]] | None = None,
    ) -> None:
        self.error_rate = _checked(error_rate)
        self.seed = seed
        self.catastrophic = catastrophic
        self._texts = {locale: tuple(own) for locale, own in (texts or {}).items() if own}

    async def hear(self, intended: str, *, locale: Locale, utterance: int, hints: tuple[str, ...] = ()) -> Passage:
        """Carry an utterance of the driver; `spoken` is None, `notes` names a catastrophe."""
        return self.mishear(intended, locale=locale, utterance=utterance)

    def mishear(self, intended: str, *, locale: Locale, utterance: int) -> Passage:
        """Do what `hear` does, without an event loop."""
        draw = _draw(self.seed, utterance, locale, intended)
        # Three independent streams, so that a switch or a rate never shifts what the others draw.
        confidence_draw, failure_draw = Random(draw.getrandbits(64)), Random(draw.getrandbits(64))
        notes: tuple[str, ...] = ()
        text = unicodedata.normalize("NFC", intended)
        if self.catastrophic and failure_draw.random() < CATASTROPHE_CHANCE:
            heard, failure = catastrophe(text, locale, failure_draw)
            # A loop or stock phrase comes with a confidence as high as any.
            confidence = _confidence(0.0, confidence_draw) if heard else 0.0
            notes = (f"catastrophe: {failure}",)
        elif self.error_rate < _LEAST_RATE:
            heard, confidence = intended, _confidence(0.0, confidence_draw)
        else:
            heard, touched = _CORRUPTERS[locale](text, self._intensity(locale), draw, None)
            size = len(text.split()) if locale == "en" else len(text)
            confidence = _confidence(touched / size if size else 0.0, confidence_draw)
        return Passage(
            intended=intended,
            heard=Heard(text=heard, engine=self.name, confidence=confidence, error_rate_target=self.error_rate),
            notes=notes,
        )

    async def say(self, text: str, *, locale: Locale, utterance: int) -> Spoken | None:
        """Show the assistant's speech only."""
        return None

    async def aclose(self) -> None:
        """Hold nothing."""

    def _intensity(self, locale: Locale) -> float:
        return calibrate(self._texts.get(locale) or commands(locale), locale, self.error_rate)


@lru_cache(maxsize=2)
def commands(locale: Locale) -> tuple[str, ...]:
    """Return the 40 in-car commands on which the channel is calibrated by default."""
    text = (files("voice") / "data" / f"commands_{locale}.txt").read_text(encoding="utf-8")
    return tuple(text.splitlines())


def calibrate(texts: Sequence[str], locale: Locale, target: float) -> float:
    """Find the intensity at which the pooled error rate over `texts` is `target`, by bisection.

    Cached per texts, locale and target. Raises UsageError when no text holds a word or the target is out
    of reach.
    """
    return _calibrated(tuple(texts), locale, _checked(target))


@lru_cache(maxsize=64)
def _calibrated(texts: tuple[str, ...], locale: Locale, target: float) -> float:
    if target == 0:
        return 0.0
    align = align_words if locale == "en" else align_space_free
    length = pool([align(text, text, locale) for text in texts]).reference_length
    if not length:
        raise UsageError(f"no {locale} text to calibrate the error channel on: give it at least one utterance")
    enough = max(_FEWEST_UTTERANCES / len(texts), _ERRORS_WANTED / (target * length))
    rounds = min(_MOST_ROUNDS, math.ceil(enough))
    low, high = 0.0, _HIGHEST_INTENSITY
    # The rate is about 1.5 times the intensity; starting there saves half of the steps.
    guess = target / 1.5
    for _ in range(14):
        measured = _measured(texts, locale, guess, rounds)
        if abs(measured - target) <= _TOLERANCE * target:
            return guess
        if measured < target:
            low = guess
        else:
            high = guess
        proposed = guess * target / measured if measured else high
        guess = proposed if low < proposed < high else (low + high) / 2
    if low > 0.999 * _HIGHEST_INTENSITY:
        raise UsageError(f"error rate {target:g} cannot be reached on these {locale} texts: choose a lower one")
    return guess


def _measured(texts: tuple[str, ...], locale: Locale, intensity: float, rounds: int) -> float:
    """Return the pooled error rate at `intensity`; the same draws serve every intensity."""
    align = align_words if locale == "en" else align_space_free
    errors = length = 0
    for seed in range(rounds):
        for index, text in enumerate(texts):
            draw = _draw(-1 - seed, index, locale, text)
            # Every text is heard well and badly in the same proportion, which takes most of the chance out of the sum.
            quantile = ((seed + 0.5) / rounds + index * _GOLDEN) % 1 or 0.5
            heard, touched = _CORRUPTERS[locale](text, intensity, draw, _NORMAL.inv_cdf(quantile))
            aligned = _reference_length(text, locale) if not touched else 0
            if touched:
                alignment = align(text, heard, locale)
                errors, aligned = errors + alignment.errors, alignment.reference_length
            length += aligned
    return errors / length if length else 0.0


@lru_cache(maxsize=4096)
def _reference_length(text: str, locale: Locale) -> int:
    align = align_words if locale == "en" else align_space_free
    return align(text, text, locale).reference_length


def _draw(seed: int, utterance: int, locale: Locale, text: str) -> Random:
    composed = unicodedata.normalize("NFC", text)
    key = f"{seed}|{utterance}|{locale}|{composed}".encode("utf-8", "surrogatepass")
    return Random(int.from_bytes(blake2b(key, digest_size=8).digest()))


def _confidence(damage: float, draw: Random) -> float:
    """Draw a confidence of 0..1, lower with the share of damaged units; clean and damaged overlap."""
    centre = 0.9 if damage == 0 else 0.74 - 0.5 * min(1.0, damage)
    spread = 0.06 if damage == 0 else 0.1
    return round(min(0.99, max(0.05, draw.gauss(centre, spread))), 3)


def _checked(error_rate: float) -> float:
    if not 0 <= error_rate <= HIGHEST_ERROR_RATE:
        raise UsageError(f"error rate {error_rate:g} is out of range: choose a value from 0 to {HIGHEST_ERROR_RATE:g}")
    return float(error_rate)
