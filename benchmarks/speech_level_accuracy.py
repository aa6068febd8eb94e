"""How well speech levels are read, beside two simpler ways, on replies that people labelled; and how fast.

    python benchmarks/speech_level_accuracy.py FILE [--column text] [--labels label]

The file is a TSV, CSV or JSONL. The simpler ways judge the last letters of each sentence: by a list of endings, in
which 다 and 까 stand for hae and hapsyo alike as in LoCar's (Source: LoCar, its filter before the judges), and by 요
and 니다 alone.
"""

import argparse
import platform
import re
import time
from collections.abc import Callable, Sequence

from evaluation.honorifics.reply import read_reply
from simulator.commands.level_rows import Reply, read_replies

_LIST = (
    ("haeyo", ("요", "죠")),
    ("hapsyo", ("다", "까", "오")),
    ("hae", ("해", "어", "아", "야", "지", "게", "자", "니", "다", "까", "래", "네")),
)
_NAIVE = (("haeyo", ("요",)), ("hapsyo", ("니다",)))
_SENTENCE = re.compile(r"[.!?\n]+")


def by_letters(table: Sequence[tuple[str, tuple[str, ...]]], rest: str) -> Callable[[str], str]:
    """Return a reader of the last letters of each sentence; what is not in the table is `rest`."""

    def read(text: str) -> str:
        levels = set()
        for sentence in _SENTENCE.split(text):
            letters = re.sub(r"[^가-힣]+$", "", sentence.strip())
            if letters:
                levels.add(next((level for level, ends in table if letters.endswith(ends)), rest))
        levels.discard("none")
        return "none" if not levels else "mixed" if len(levels) > 1 else levels.pop()

    return read


def accuracy(replies: Sequence[Reply], read: Callable[[str], str]) -> float:
    """Return the share of replies that are read as labelled."""
    return sum(read(reply.text) == reply.label for reply in replies) / len(replies)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--column", default="text")
    parser.add_argument("--labels", default="label")
    arguments = parser.parse_args()
    replies = read_replies(arguments.file, arguments.column, arguments.labels)
    read_reply("준비됐어요.")
    started = time.perf_counter()
    by_endings = [read_reply(reply.text).level for reply in replies]
    taken_s = time.perf_counter() - started
    right = sum(found == reply.label for found, reply in zip(by_endings, replies, strict=True))
    print(f"{len(replies)} replies, {platform.machine()}, Python {platform.python_version()}")
    print(f"endings by morphemes  {right / len(replies):.4f}   {len(replies) / taken_s:.0f} replies/s, one thread")
    print(f"list of last letters  {accuracy(replies, by_letters(_LIST, 'none')):.4f}")
    print(f"요 and 니다           {accuracy(replies, by_letters(_NAIVE, 'hae')):.4f}")
    swapped = {("haeyo", "hapsyo"), ("hapsyo", "haeyo")}
    confused = sum((found, reply.label) in swapped for found, reply in zip(by_endings, replies, strict=True))
    print(f"haeyo and hapsyo taken for each other: {confused}")


if __name__ == "__main__":
    main()
