"""Marks, kinds and outcomes as they are shown: a letter or sign, and a word in each language."""

from simulator.dashboard.phrases import Phrase, UiLang
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import Palette
from simulator.dashboard.story import MarkKind
from simulator.users.human_drive import FREE_DRIVE

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
    "unscored": ("○", Phrase("unscored", "미채점")),
    "invalid": ("!", Phrase("invalid", "무효")),
    "defect": ("▲", Phrase("defect", "결함")),
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

LEVELS: dict[str, Phrase] = {
    "hae": Phrase("hae (casual)", "해체(반말)"),
    "haeyo": Phrase("haeyo (polite)", "해요체"),
    "hapsyo": Phrase("hapsyo (formal)", "합쇼체"),
}

KINDS: dict[str, Phrase] = {
    "base": Phrase("base", "기본"),
    "hallucination": Phrase("hallucination", "환각"),
    "disambiguation": Phrase("disambiguation", "모호성"),
    "dialogue": Phrase("dialogue", "대화"),
}


CHANNELS: dict[str, Phrase] = {
    "text": Phrase("text", "텍스트"),
    "errors": Phrase("ASR errors", "인식 오류"),
    "voice": Phrase("voice", "음성"),
    "live": Phrase("live", "실시간"),
}
_FREE = Phrase("free drive", "자유 주행")


def channel_name(channel: str, lang: UiLang) -> str:
    """Return what a channel is called; an unknown one keeps its name."""
    return CHANNELS[channel].told(lang) if channel in CHANNELS else one_line(channel)


def scenario_name(scenario: str, lang: UiLang) -> str:
    """Return a scenario's id, and words for a free drive, which is none."""
    return _FREE.told(lang) if scenario == FREE_DRIVE else one_line(scenario)


def status_name(status: str, lang: UiLang) -> str:
    """Return how a run stands; an unknown word is told as it is."""
    return STATUSES[status].told(lang) if status in STATUSES else one_line(status)


def outcome_style(outcome: str, palette: Palette) -> str:
    """Return the style of an outcome."""
    return {"passed": palette.good, "failed": palette.bad, "": palette.label}.get(outcome, palette.warn)


def mark_style(kind: MarkKind, palette: Palette) -> str:
    """Return the style of a mark."""
    return palette.warn if kind in ("fault", "misheard") else palette.bad
