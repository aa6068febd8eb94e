"""The one Korean morphological analyser of the process, loaded when it is first asked."""

import threading
import warnings
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from simulator.registry import UsageError

if TYPE_CHECKING:
    from kiwipiepy import Kiwi

_CACHED_TEXTS = 4096
# The analyser writes a final consonant that begins an ending as a conjoining letter; people write the other one.
_CODAS = str.maketrans({"\u11ab": "ㄴ", "\u11af": "ㄹ", "\u11b7": "ㅁ", "\u11b8": "ㅂ", "\u11bc": "ㅇ"})
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Morpheme:
    """One morpheme: its form with compatibility letters, its Sejong tag, and where it stands in the text."""

    form: str
    tag: str
    start: int
    end: int


def installed() -> bool:
    """Return whether the analyser is there."""
    return find_spec("kiwipiepy") is not None


@cache
def _kiwi() -> "Kiwi":
    if not installed():
        raise UsageError("Korean speech levels need the package kiwipiepy: python -m pip install kiwipiepy")
    from kiwipiepy import Kiwi

    # Without the dictionary of names of several words it takes 190 MB less and decides no ending differently.
    # No workers: the same text gives the same morphemes, and there is no thread that a forked process would lack. The
    # package warns that 0 meant something else before version 0.21, which is older than any that we take.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return Kiwi(load_multi_dict=False, num_workers=0)


@lru_cache(maxsize=_CACHED_TEXTS)
def morphemes(text: str) -> tuple[Morpheme, ...]:
    """Return the morphemes of a text in order; positions count its characters.

    Raises UsageError when the analyser is not installed.
    """
    with _lock:
        tokens = _kiwi().tokenize(text)
    return tuple(
        Morpheme(token.form.translate(_CODAS), token.tag, token.start, token.start + token.len) for token in tokens
    )


def load() -> None:
    """Load the analyser now where it is installed, since loading it (1.5 to 2 s) holds up everything else."""
    if installed():
        morphemes("준비됐어요.")
