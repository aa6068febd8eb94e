"""Two sessions as lines side by side: a bar stands between what is the same, ≠ between what differs,
and ~ between answers in other words."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from simulator.channel import Locale
from simulator.dashboard.comparison import Aspect, Called, Pair, Side
from simulator.dashboard.log_lines import joined
from simulator.dashboard.log_view import wrapped
from simulator.dashboard.mark_words import OUTCOMES
from simulator.dashboard.panels.dialogue import end_words
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.readings import fitted, padded
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import Look
from simulator.dashboard.variable_names import change_words
from simulator.dashboard.word_diff import diff_text, differs
from simulator.world.model import World

TURN = Phrase("turn {}", "턴 {}")
SAME = Phrase("the same", "동일")
DIFFERS = Phrase("≠ {}", "≠ {}")
ASPECTS: dict[Aspect, Phrase] = {
    "turn": Phrase("only in one session", "한쪽 세션에만 있음"),
    "heard": Phrase("words heard", "인식한 말"),
    "calls": Phrase("calls", "호출"),
    "changes": Phrase("changes", "변화"),
    "outcome": Phrase("outcome", "결과"),
}
NO_TURN = Phrase("(no such turn)", "(해당 턴 없음)")
NOTHING_HEARD = Phrase("(nothing heard)", "(인식된 말 없음)")
NOTHING_SAID = Phrase("(says nothing)", "(말 없음)")
DRIVER = Phrase("driver", "운전자")
ASSISTANT = Phrase("assistant", "어시스턴트")
GUTTER = 3


@dataclass(frozen=True, slots=True)
class Told:
    """One session as it is told: its language and its world name what is in it."""

    locale: Locale
    world: World


def lines_of(pairs: Sequence[Pair], told: tuple[Told, Told], width: int, look: Look) -> tuple[list[Text], list[int]]:
    """Return all lines of at most `width` cells, and the line at which each turn begins."""
    lines: list[Text] = []
    tops: list[int] = []
    for pair in pairs:
        tops.append(len(lines))
        lines.append(_head(pair, width, look))
        lines += _pair(pair, told, width, look)
    return lines, tops


def _head(pair: Pair, width: int, look: Look) -> Text:
    title = look.say(TURN, pair.turn + 1)
    if not pair.differs:
        return _ruled(f"── {title} · {look.say(SAME)} ", look.palette.label, width)
    names = ", ".join(look.say(ASPECTS[aspect]) for aspect in ASPECTS if aspect in pair.differs)
    return _ruled(f"── {title} {look.say(DIFFERS, names)} ", look.palette.warn, width)


def _ruled(title: str, style: str, width: int) -> Text:
    return fitted(Text(title + "─" * max(width - cell_len(title), 0), style=style), width)


def _pair(pair: Pair, told: tuple[Told, Told], width: int, look: Look) -> list[Text]:
    left_width = (width - GUTTER) // 2
    right_width = width - GUTTER - left_width
    blocks: list[tuple[str, list[Text], list[Text]]] = []
    left, right = (_blocks(side, one, look) for side, one in zip((pair.left, pair.right), told, strict=True))
    for aspect in ("heard", "calls", "changes", "said", "outcome"):
        blocks.append((aspect, left.get(aspect, []), right.get(aspect, [])))
    lines: list[Text] = []
    for aspect, one, other in blocks:
        gutter = _gutter(aspect, pair, look)
        one = [line for text in one for line in wrapped(text, left_width)]
        other = [line for text in other for line in wrapped(text, right_width)]
        for row in range(max(len(one), len(other))):
            before = one[row] if row < len(one) else Text()
            after = other[row] if row < len(other) else Text()
            lines.append(Text.assemble(padded(before, left_width), gutter, fitted(after, right_width)))
    return lines


def _gutter(aspect: str, pair: Pair, look: Look) -> Text:
    if aspect in pair.differs or "turn" in pair.differs:
        return Text(" ≠ ", style=look.palette.warn)
    # An answer in other words is no difference that counts, but it is not the same either.
    if aspect == "said" and pair.left and pair.right and pair.left.said != pair.right.said:
        both = all(any(said.strip() for said in side.said) for side in (pair.left, pair.right))
        return Text(" ~ " if both else " ≠ ", style=look.palette.label if both else look.palette.warn)
    return Text(" │ ", style=look.palette.label)


def _blocks(side: Side | None, told: Told, look: Look) -> dict[str, list[Text]]:
    if side is None:
        return {"heard": [Text(look.say(NO_TURN), style=look.palette.label)]}
    found: dict[str, list[Text]] = {}
    if side.intended or side.heard:
        found["heard"] = [_heard(side, told, look)]
    found["calls"] = [_called(called, look) for called in side.calls]
    found["changes"] = [
        Text(f"● {one_line(change_words(change, look.lang, told.world))}", style=look.palette.changed)
        for change in side.changes
    ]
    found["said"] = [
        Text.assemble(
            (f"{look.say(ASSISTANT)} ", look.palette.label),
            (one_line(said) or look.say(NOTHING_SAID), look.palette.assistant),
        )
        for said in side.said
    ]
    found["outcome"] = _outcome(side, look)
    return found


def _heard(side: Side, told: Told, look: Look) -> Text:
    line = Text(f"{look.say(DRIVER)} ", style=look.palette.label)
    if side.heard and not differs(side.intended, side.heard, told.locale):
        return line.append(one_line(side.heard), style=look.palette.driver)
    if side.heard:
        return line.append_text(diff_text(side.intended, side.heard, look.palette))
    return line.append(f"{one_line(side.intended)} {look.say(NOTHING_HEARD)}", style=look.palette.driver)


def _called(called: Called, look: Look) -> Text:
    sign, style = ("✗", look.palette.bad) if called.refused else ("✓", look.palette.good)
    line = Text.assemble((f"{sign} ", style), joined(called.call))
    return line.append(f": {one_line(called.refused)}", style=look.palette.bad) if called.refused else line


def _outcome(side: Side, look: Look) -> list[Text]:
    lines = []
    if side.ended is not None:
        lines.append(Text(f"■ {end_words(side.ended, look.lang)}"))
    if side.outcome in OUTCOMES and side.outcome:
        sign, word = OUTCOMES[side.outcome]
        lines.append(Text(f"{sign} {look.say(word)}", style=look.palette.accent))
    return lines
