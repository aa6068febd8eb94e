"""Where the time of a turn went, and what the language models took."""

from collections.abc import Sequence
from functools import lru_cache

from rich.text import Text

from simulator.dashboard.facts import RoleCost
from simulator.dashboard.folding import flowing, folded
from simulator.dashboard.model_use import ModelUse, Role, model_use
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.readings import fitted
from simulator.dashboard.reasons import told_reason
from simulator.dashboard.spec import PANELS, Look, Moment
from simulator.dashboard.spent_time import TIMING, SpentTime, Stage, spent_time
from simulator.events import ModelCalled

TITLE = Phrase("Timing", "시간·비용")
TURN = Phrase("turn {}", "턴 {}")
IN_ALL = Phrase("{} in all", "합계 {}")
NO_TIMES = Phrase("no times recorded", "측정된 시간 없음")
NO_TURNS = Phrase("No turn yet.", "아직 턴이 없습니다.")
ANSWERED_AFTER = Phrase("answered after {}", "응답까지 {}")
ELSEWHERE = Phrase("{} of it in none of these stages", "이 중 위 단계에 들지 않는 시간 {}")
WAITED = Phrase("+ {} in the queue of an endpoint", "+ 엔드포인트 대기 {}")
MORE = Phrase("… and {} turns before", "… 그 전 {}턴")
EARLIER = Phrase("Earlier turns", "이전 턴")
MODELS = Phrase("Language models so far", "언어 모델 누적 사용량")
NO_MODELS = Phrase("No language model was asked.", "언어 모델 호출 없음")
CALLS = Phrase("calls {}", "호출 {}회")
RETRIES = Phrase("retries {}", "재시도 {}회")
FAILED = Phrase("without an answer {}", "응답 없음 {}회")
KEPT = Phrase("from the cache {}", "저장된 응답 {}회")
PROMPT = Phrase("prompt {}", "프롬프트 {}")
CACHED = Phrase("cached {}", "캐시 {}")
COMPLETION = Phrase("completion {}", "생성 {}")
REASONING = Phrase("reasoning {}", "추론 {}")
TOKENS = Phrase("{} tokens", "{}토큰")
UNKNOWN = Phrase("unknown", "알 수 없음")
FIRST_TOKEN = Phrase("first token {}", "첫 토큰 {}")
COST = Phrase("cost {}", "비용 {}")
UNKNOWN_PRICE = Phrase("unknown price", "가격 미상")
NOT_COUNTED_YET = Phrase("counted at the end of the turn", "턴이 끝나면 계산")
ROLE_NAMES: dict[Role, Phrase] = {
    "assistant": Phrase("assistant", "어시스턴트"),
    "driver": Phrase("driver", "운전자"),
    "judge": Phrase("judge", "평가자"),
}

_NAMES: dict[Stage, Phrase] = {
    "endpoint": Phrase("end of speech", "발화 끝 감지"),
    "recognition": Phrase("recogniser", "음성 인식"),
    "model": Phrase("assistant", "어시스턴트"),
    "tools": Phrase("tools", "도구"),
    "voice": Phrase("voice", "음성 합성"),
}
# A letter and a pattern each, so that a bar reads without colours.
_LETTERS: dict[Stage, str] = {"endpoint": "E", "recognition": "R", "model": "A", "tools": "T", "voice": "V"}
_PATTERNS: dict[Stage, str] = {"endpoint": "·", "recognition": "░", "model": "█", "tools": "▒", "voice": "═"}
_SYMBOLS = {"USD": "$", "EUR": "€", "KRW": "₩", "JPY": "¥", "GBP": "£"}
SHORT_TURNS = 60
# Less than a person notices is not told.
LEAST_ELSEWHERE_MS = 50
_LONGEST_BAR = 60
_SHORTEST_BAR = 6


class Timing:
    """One bar a turn, stacked by stage, then tokens and cost."""

    key = "timing"
    title = TITLE

    def depends(self, moment: Moment) -> object:
        """Return the turn, how many of its events tell times or calls, and the costs."""
        told = sum(1 for event in moment.turn_events() if isinstance(event, (*TIMING, ModelCalled)))
        scoring = moment.story.scoring_at(moment.position)
        return moment.story, moment.turn, told, None if scoring is None else scoring.costs, bool(moment.position)

    def draw(self, moment: Moment, width: int, height: int, look: Look) -> list[Text]:
        """Return the newest turn in full, a line for each earlier one, and the counters."""
        if not moment.position:
            return folded("", look.say(NO_TURNS), width, look.palette.label)
        first = max(moment.turn - SHORT_TURNS, 0)
        turns = {turn: spent_time(moment.turn_events(turn)) for turn in range(first, moment.turn + 1)}
        slowest = max(spent.total for spent in turns.values())
        lines = _in_full(moment.turn, turns[moment.turn], slowest, width, look)
        lines += ["", *_counters(moment, width, look)]
        if len(turns) > 1:
            lines += ["", Text(look.say(EARLIER), look.palette.accent)]
            for turn in range(moment.turn - 1, first - 1, -1):
                lines.append(_short(turn, tuple(turns[turn].stages()), turns[turn].total, slowest, width, look))
        if first:
            lines += folded("", look.say(MORE, first), width, look.palette.label)
        return [fitted(Text(line) if isinstance(line, str) else line, width) for line in lines]


def _in_full(turn: int, spent: SpentTime, slowest: float, width: int, look: Look) -> list[Text | str]:
    stages = list(spent.stages())
    head = Text(look.say(TURN, turn + 1), look.palette.accent)
    if not stages:
        return [*flowing([head, Text(look.say(NO_TIMES), look.palette.label)], width)]
    lines: list[Text | str] = [*flowing([head, Text(look.say(IN_ALL, duration(spent.total)))], width)]
    lines.append(_bar(stages, slowest, min(width, _LONGEST_BAR), look))
    widest = max(len(duration(took_ms)) for _, took_ms in stages)
    for stage, took_ms in stages:
        mark = Text(f"{_LETTERS[stage]}{_PATTERNS[stage]} ", _style(stage, look))
        lines += folded(mark.append(f"{duration(took_ms):>{widest}} "), look.say(_NAMES[stage]), width)
    if spent.waited >= 1:
        lines += folded("", look.say(WAITED, duration(spent.waited)), width, look.palette.warn)
    if spent.response is not None:
        told = [Text(look.say(ANSWERED_AFTER, duration(spent.response)))]
        if spent.elsewhere >= LEAST_ELSEWHERE_MS:
            told.append(Text(look.say(ELSEWHERE, duration(spent.elsewhere))))
        lines += flowing(told, width, gap=", ")
    return lines


@lru_cache(maxsize=1024)
def _short(
    turn: int, stages: tuple[tuple[Stage, float], ...], total: float, slowest: float, width: int, look: Look
) -> Text:
    line = Text(f"{turn + 1:>3} ", look.palette.label)
    if not stages:
        return line.append(look.say(NO_TIMES), look.palette.label)
    line.append(f"{duration(total):>8} ")
    room = min(width - line.cell_len, _LONGEST_BAR)
    return line.append_text(_bar(stages, slowest, room, look)) if room >= _SHORTEST_BAR else line


def _bar(stages: Sequence[tuple[Stage, float]], slowest: float, cells: int, look: Look) -> Text:
    """Return a bar in which the slowest turn fills all cells and no stage that took time lacks its letter."""
    bar = Text()
    total = sum(took_ms for _, took_ms in stages)
    filled = max(round(cells * total / slowest), min(len(stages), cells)) if slowest else len(stages)
    for (stage, _), share in zip(stages, _shares([took_ms for _, took_ms in stages], filled), strict=True):
        bar.append((_LETTERS[stage] + _PATTERNS[stage] * share)[:share], _style(stage, look))
    return bar


def _shares(amounts: Sequence[float], cells: int) -> list[int]:
    """Return whole cells in proportion to amounts, at least one each where there are enough, `cells` in all."""
    total = sum(amounts)
    exact = [amount * cells / total if total else cells / len(amounts) for amount in amounts]
    shares = [max(int(share), 1) for share in exact]
    while sum(shares) > cells:
        shares[max(range(len(shares)), key=lambda place: shares[place] - exact[place] + shares[place] / 1e6)] -= 1
    while sum(shares) < cells:
        shares[max(range(len(shares)), key=lambda place: exact[place] - shares[place])] += 1
    return shares


def _style(stage: Stage, look: Look) -> str:
    palette = look.palette
    styles: dict[Stage, str] = {
        "endpoint": palette.label,
        "recognition": palette.driver,
        "model": palette.accent,
        "tools": palette.warn,
        "voice": palette.assistant,
    }
    return styles[stage]


def _counters(moment: Moment, width: int, look: Look) -> list[Text]:
    used = model_use(moment.story.events[: moment.position])
    if not used:
        return folded("", look.say(NO_MODELS), width, look.palette.label)
    scoring = moment.story.scoring_at(moment.position)
    costs = {cost.role: cost for cost in (() if scoring is None else scoring.costs)}
    lines = folded("", look.say(MODELS), width, look.palette.accent)
    for role, use in used.items():
        lines += folded("", look.say(ROLE_NAMES[role]), width)
        for pieces in _told(use, costs.get(role), look):
            lines += flowing(pieces, width, indent="  ")
    return lines


def _told(use: ModelUse, cost: RoleCost | None, look: Look) -> list[list[Text]]:
    counts = [look.say(CALLS, use.calls), look.say(RETRIES, use.retries)]
    counts += [look.say(FAILED, use.failed)] if use.failed else []
    counts += [look.say(KEPT, use.kept)] if use.kept else []
    prompt = [look.say(PROMPT, _tokens(use.prompt, look)), look.say(CACHED, _tokens(use.cached, look))]
    made = [look.say(COMPLETION, _tokens(use.completion, look)), look.say(REASONING, _tokens(use.reasoning, look))]
    first = look.say(UNKNOWN) if use.first_token_ms is None else duration(use.first_token_ms)
    last = [look.say(FIRST_TOKEN, first), look.say(COST, _cost(cost, look))]
    groups = [[Text(piece) for piece in pieces] for pieces in (counts, prompt, made, last)]
    if cost is not None and cost.amount is None and cost.reason:
        groups.append([Text(told_reason(cost.reason, look.lang), look.palette.label)])
    return groups


def _tokens(count: int | None, look: Look) -> str:
    return look.say(UNKNOWN) if count is None else look.say(TOKENS, f"{count:,}")


def _cost(cost: RoleCost | None, look: Look) -> str:
    if cost is None:
        return look.say(NOT_COUNTED_YET)
    if cost.amount is None:
        return look.say(UNKNOWN_PRICE)
    symbol = _SYMBOLS.get(cost.currency, f"{cost.currency} ")
    return f"{symbol}{cost.amount:.4f}"


def duration(took_ms: float) -> str:
    """Return a time with its unit, in seconds from one second on."""
    if took_ms >= 999.5:
        return f"{took_ms / 1000:.2f} s"
    return f"{took_ms:.0f} ms" if took_ms >= 9.95 else f"{took_ms:.1f} ms"


PANELS.add("timing", Timing())
