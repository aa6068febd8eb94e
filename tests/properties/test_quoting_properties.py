"""Whatever a session holds, its quotation is one block of JSON lines that says the same."""

import json
import unicodedata
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from evaluation.quoting import CLOSE, OPEN, quoted

PIECES = st.sampled_from(
    [
        OPEN,
        CLOSE,
        "\n",
        "\r",
        "\u2028",
        "\x85",
        '"',
        "\\",
        "\\n",
        "{",
        "]",
        "<|",
        "```",
        "가",
        "\u200b",
        "＜",
        "﹥",
        "DATA＞＞＞",
    ]
)
TEXT = st.one_of(st.text(), st.lists(PIECES).map("".join))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(VALUES, max_size=5))
def test_quoting_loses_nothing_and_lets_nothing_out(lines: list[Any]) -> None:
    block = quoted(lines).splitlines()
    assert block[0].startswith(OPEN)
    assert block[-1].endswith(CLOSE)
    assert block[0].split()[1] == block[-1].split()[0]
    assert [json.loads(line) for line in block[1:-1] if line] == lines
    for line in block[1:-1]:
        assert OPEN not in line
        assert CLOSE not in line
        assert line.isprintable()
        assert not set(line) & set("<>`#|&")
        # Escapes themselves never bring a mark back for a reader that folds letters which look alike.
        assert not set(unicodedata.normalize("NFKC", line.replace("{", "").replace("[", ""))) & set("<>`#|&")


@given(st.lists(VALUES, max_size=3))
def test_the_same_lines_give_the_same_bytes(lines: list[Any]) -> None:
    assert quoted(lines) == quoted(json.loads(json.dumps(lines)))
