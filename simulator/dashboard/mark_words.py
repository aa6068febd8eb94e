"""Marks, kinds and outcomes as they are shown: a letter or sign, and a word in each language."""

from simulator.dashboard.phrases import Phrase
from simulator.dashboard.spec import Palette
from simulator.dashboard.story import MarkKind

MARKS: dict[MarkKind, tuple[str, Phrase]] = {
    "defect": ("D", Phrase("defect", "결함")),
    "failed": ("X", Phrase("failure", "실패")),
    "breach": ("B", Phrase("breach", "위반")),
    "fault": ("F", Phrase("fault", "오류")),
    "misheard": ("M", Phrase("misheard", "오인식")),
}
"""Worst first: where two fall on one cell, the first shows."""

OUTCOMES: dict[str, tuple[str, Phrase]] = {
    "passed": ("✓", Phrase("passed", "통과")),
    "failed": ("✗", Phrase("failed", "실패")),
    "unscored": ("–", Phrase("unscored", "채점 불가")),
    "invalid": ("!", Phrase("invalid", "무효")),
    "defect": ("!", Phrase("defect", "결함")),
    "": ("…", Phrase("not finished", "미완료")),
}

STATUSES: dict[str, Phrase] = {
    "running": Phrase("running", "실행 중"),
    "finished": Phrase("finished", "완료"),
    "stopped": Phrase("stopped", "중지됨"),
    "interrupted": Phrase("interrupted", "중단됨"),
    "incomplete": Phrase("incomplete", "불완전"),
    "broken off": Phrase("broken off", "비정상 종료"),
}

KINDS: dict[str, Phrase] = {
    "base": Phrase("base", "기본"),
    "hallucination": Phrase("hallucination", "환각"),
    "disambiguation": Phrase("disambiguation", "모호성"),
    "dialogue": Phrase("dialogue", "대화"),
}


def outcome_style(outcome: str, palette: Palette) -> str:
    """Return the style of an outcome."""
    return {"passed": palette.good, "failed": palette.bad, "": palette.label}.get(outcome, palette.warn)


def mark_style(kind: MarkKind, palette: Palette) -> str:
    """Return the style of a mark."""
    return palette.warn if kind in ("fault", "misheard") else palette.bad
