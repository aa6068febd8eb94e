"""Which columns of a table are shown in so many cells, and how wide: what matters least gives way first."""

from collections.abc import Mapping, Sequence

PADDING = 2
"""What a table puts around the text of every cell."""


def column_widths(
    natural: Sequence[int], room: int, shrinks: Mapping[int, int], drops: Sequence[int]
) -> dict[int, int]:
    """Return the widths of the columns that are shown, by their numbers.

    `natural` are the widths that show everything; `shrinks` tells to how few cells columns may shrink, `drops` which
    may be left out, both in the order in which they give way. A column is left out only once shrinking does not help;
    where nothing helps any more, what sticks out is reached by scrolling.
    """
    widths = dict(enumerate(natural))
    leaving = list(drops)
    while True:
        least = {number: min(width, shrinks.get(number, width)) for number, width in widths.items()}
        if not leaving or sum(least.values()) + PADDING * len(least) <= room:
            break
        widths.pop(leaving.pop(0))
    excess = sum(widths.values()) + PADDING * len(widths) - room
    for number in shrinks:
        if number in widths and excess > 0:
            given = min(excess, widths[number] - least[number])
            widths[number] -= given
            excess -= given
    return widths
