"""What was intended laid beside what was heard: hits, substitutions, deletions and insertions.

Source: Levenshtein distance; word error rate = (S + D + I) / N with N the length of the reference.
"""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from simulator.language.locale import Locale
from simulator.language.normalise import normalise, readings, space_free

Pair = tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class Alignment:
    """The cheapest way to turn a reference into a hypothesis, unit by unit (words or characters).

    `pairs` holds (reference, hypothesis) in order; the missing side of a deletion or insertion is None.
    """

    hits: int
    substitutions: int
    deletions: int
    insertions: int
    reference_length: int
    pairs: tuple[Pair, ...]

    @property
    def errors(self) -> int:
        """Substitutions, deletions and insertions together."""
        return self.substitutions + self.deletions + self.insertions

    @property
    def rate(self) -> float | None:
        """Errors per reference unit; None for an empty reference, which nothing can be measured against."""
        return self.errors / self.reference_length if self.reference_length else None


@dataclass(frozen=True, slots=True)
class Pooled:
    """The error rate of a corpus.

    `rate` is the sum of errors over the sum of reference lengths, `mean` the average of the single rates;
    both are None when nothing was scored. `unscored` counts the empty references, which are left out.
    """

    rate: float | None
    mean: float | None
    substitutions: int
    deletions: int
    insertions: int
    reference_length: int
    scored: int
    unscored: int


def align(reference: Sequence[str], hypothesis: Sequence[str]) -> Alignment:
    """Align two sequences of units (lists of words, or strings for characters)."""
    from rapidfuzz.distance import Levenshtein

    pairs: list[Pair] = []
    hits = substitutions = deletions = insertions = 0
    for step in Levenshtein.opcodes(reference, hypothesis):
        expected = reference[step.src_start : step.src_end]
        heard = hypothesis[step.dest_start : step.dest_end]
        if step.tag == "delete":
            deletions += len(expected)
            pairs += [(unit, None) for unit in expected]
        elif step.tag == "insert":
            insertions += len(heard)
            pairs += [(None, unit) for unit in heard]
        else:
            hits += len(expected) if step.tag == "equal" else 0
            substitutions += len(expected) if step.tag == "replace" else 0
            pairs += zip(expected, heard, strict=True)
    return Alignment(hits, substitutions, deletions, insertions, len(reference), tuple(pairs))


def align_words(reference: str, hypothesis: str, locale: Locale, *, raw: bool = False) -> Alignment:
    """Align word by word; normalised unless `raw`, which only composes Unicode and splits at white space."""
    if raw:
        return align(_composed(reference).split(), _composed(hypothesis).split())
    return _closest(reference, hypothesis, locale, str.split)


def align_characters(reference: str, hypothesis: str, locale: Locale, *, raw: bool = False) -> Alignment:
    """Align character by character, single spaces between words included."""
    if raw:
        return align(" ".join(_composed(reference).split()), " ".join(_composed(hypothesis).split()))
    return _closest(reference, hypothesis, locale, str)


def align_space_free(reference: str, hypothesis: str, locale: Locale, *, raw: bool = False) -> Alignment:
    """Align character by character without white space: the measure for Korean."""
    if raw:
        return align(space_free(reference), space_free(hypothesis))
    return _closest(reference, hypothesis, locale, space_free)


def wer(reference: str, hypothesis: str, locale: Locale = "en", *, raw: bool = False) -> float | None:
    """Return the word error rate; None for a reference without words."""
    return align_words(reference, hypothesis, locale, raw=raw).rate


def cer(reference: str, hypothesis: str, locale: Locale = "en", *, raw: bool = False) -> float | None:
    """Return the character error rate, spaces counted; None for an empty reference."""
    return align_characters(reference, hypothesis, locale, raw=raw).rate


def space_free_cer(reference: str, hypothesis: str, locale: Locale = "ko", *, raw: bool = False) -> float | None:
    """Return the character error rate without spaces; None for an empty reference."""
    return align_space_free(reference, hypothesis, locale, raw=raw).rate


def pool(alignments: Iterable[Alignment]) -> Pooled:
    """Pool the alignments of a corpus; empty references are counted as unscored and otherwise left out."""
    every = list(alignments)
    scored = [(alignment, alignment.rate) for alignment in every if alignment.rate is not None]
    length = sum(alignment.reference_length for alignment, _ in scored)
    rates = [rate for _, rate in scored if rate is not None]
    return Pooled(
        rate=sum(alignment.errors for alignment, _ in scored) / length if length else None,
        mean=sum(rates) / len(rates) if rates else None,
        substitutions=sum(alignment.substitutions for alignment, _ in scored),
        deletions=sum(alignment.deletions for alignment, _ in scored),
        insertions=sum(alignment.insertions for alignment, _ in scored),
        reference_length=length,
        scored=len(scored),
        unscored=len(every) - len(scored),
    )


def sentence_exact(reference: str, hypothesis: str, locale: Locale, *, raw: bool = False) -> bool | None:
    """Tell whether nothing was misheard; None for a reference without words.

    After normalisation, or when `raw` letter by letter, white space apart only in how much of it there is.
    """
    if not normalise(reference, locale):
        return None
    if raw:
        return _composed(reference).split() == _composed(hypothesis).split()
    form = space_free if locale == "ko" else str
    intended = {form(reading) for reading in readings(reference, locale)}
    return any(form(reading) in intended for reading in readings(hypothesis, locale))


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _closest(reference: str, hypothesis: str, locale: Locale, units: Callable[[str], Sequence[str]]) -> Alignment:
    """Take the pair of readings with the fewest errors; among equals, the usual readings."""
    from rapidfuzz.distance import Levenshtein

    intended = [units(reading) for reading in readings(reference, locale)]
    heard = [units(reading) for reading in readings(hypothesis, locale)]
    best = (intended[0], heard[0])
    if len(intended) > 1 or len(heard) > 1:
        fewest = Levenshtein.distance(*best)
        for one in intended:
            for other in heard:
                distance = Levenshtein.distance(one, other, score_cutoff=fewest)
                if distance < fewest:
                    best, fewest = (one, other), distance
    return align(*best)
