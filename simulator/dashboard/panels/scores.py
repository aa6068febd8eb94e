"""What a session scores so far, and what still differs from the car, or what the answer is, that is expected."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rich.cells import cell_len
from rich.text import Text

from scenarios.dialogue import KPIS
from simulator.dashboard.expected_answer import asked_of, expected_answer
from simulator.dashboard.folding import flowing, folded
from simulator.dashboard.mark_words import OUTCOMES
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.readings import fitted
from simulator.dashboard.reasons import told_reason
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import PANELS, Look, Moment
from simulator.dashboard.story import Scoring
from simulator.dashboard.variable_names import change_words
from simulator.events import AssistantSpoke, Score
from simulator.language.duration import speech_ms
from simulator.users.human_drive import FREE_DRIVE
from simulator.vehicle.change import Change
from simulator.world.model import World

TITLE = Phrase("Scores", "점수")
NONE_YET = Phrase("Scores come at the end of a turn.", "점수는 턴이 끝나면 계산됩니다.")
FREE = Phrase(
    "A free drive has no goal: nothing is scored against an expected car.",
    "자유 주행은 목표가 없어 차량 상태를 채점하지 않습니다.",
)
SO_FAR = Phrase("so far", "진행 중")
COMPONENTS = Phrase("Components", "구성 점수")
INDICATORS = Phrase("Indicators", "지표")
UNSCORED = Phrase("unscored: {}", "미채점: {}")
EXPECTED = Phrase("Expected car", "기대 상태")
EXPECTED_ANSWER = Phrase("Expected answer", "기대 답변")
HIDDEN = Phrase("hidden; F9 shows it", "숨김 (F9 키로 표시)")
AS_EXPECTED = Phrase("✓ the car is as expected", "✓ 기대 상태와 일치")
NOTHING_EXPECTED = Phrase("nothing is expected of the car", "기대 상태가 없는 시나리오")
SPEAKING = Phrase("Speaking time, estimated", "발화 시간(추정)")
ANSWER = Phrase("turn {}: {:.1f} s", "턴 {}: {:.1f}초")
ALL_ANSWERS = Phrase("in all {:.1f} s", "합계 {:.1f}초")
NO_ANSWERS = Phrase("no answer yet", "아직 응답 없음")

SHOWN_ANSWERS = 24
COMPONENT_NAMES = (
    "r_actions_final",
    "r_actions_intermediate",
    "r_tool_subset",
    "r_tool_execution",
    "r_policy",
    "r_user_end_conversation",
)
SUMMARIES = {
    "r_actions_final": Phrase("the car at the end", "최종 차량 상태"),
    "r_actions_intermediate": Phrase("the car on the way", "중간 차량 상태"),
    "r_tool_subset": Phrase("expected tools used", "필요한 도구 사용"),
    "r_tool_execution": Phrase("calls went through", "도구 호출 성공"),
    "r_policy": Phrase("policies upheld", "정책 준수"),
    "r_user_end_conversation": Phrase("driver content", "운전자 만족 종료"),
    "conciseness": Phrase("1 too long to 3 concise", "1 장황함 ~ 3 간결함"),
    "hae": Phrase("answers in hae", "해체 응답 비율"),
    "haeyo": Phrase("answers in haeyo", "해요체 응답 비율"),
    "hapsyo": Phrase("answers in hapsyo", "합쇼체 응답 비율"),
    "wer": Phrase("word errors", "단어 오류율"),
    "cer": Phrase("character errors", "글자 오류율"),
    "slot_error_rate": Phrase("lost values", "핵심어 오류율"),
    "sentence_exact": Phrase("utterances heard exactly", "완전 일치 발화"),
    "turns": Phrase("driver's utterances", "운전자 발화 수"),
    "steps": Phrase("messages with calls", "호출이 있는 메시지 수"),
    "calls": Phrase("tools called", "도구 호출 수"),
}

# Their reasons tell what is expected, which a person who drives should find out alone.
_TELLING = frozenset((*COMPONENT_NAMES[:3], *KPIS))
_COUNTS_DOWN = ("_rate", "wer", "cer")
_GRADES = frozenset({"conciseness"})
_COUNTS = frozenset({"turns", "steps", "calls"})


class Scores:
    """The components of the verdict first, then all other indicators, unscored ones by their reason."""

    key = "scores"
    title = TITLE

    def depends(self, moment: Moment) -> object:
        """Return the scores of the moment, whether what is expected is shown, and how many answers there are."""
        scoring = moment.story.scoring_at(moment.position)
        answers = sum(1 for event in moment.turn_events() if isinstance(event, AssistantSpoke))
        return moment.story, scoring, moment.revealed, moment.turn, answers, asked_of(moment)

    def draw(self, moment: Moment, width: int, height: int, look: Look) -> list[Text]:
        """Return everything that is scored at the moment; what a dialogue expects does not wait for any score."""
        scoring = moment.story.scoring_at(moment.position)
        free, dialogue = moment.story.scenario.id == FREE_DRIVE, moment.story.scenario.dialogue is not None
        lines: list[Text] = folded("", look.say(FREE), width, look.palette.label) if free else []
        if scoring is None:
            lines += folded("", look.say(NONE_YET), width, look.palette.label)
            lines += _expected_answer(moment, width, look) if dialogue else []
        else:
            lines += _verdict(scoring, moment.revealed, width, look)
            first = {name: place for place, name in enumerate(COMPONENT_NAMES)}
            parts = sorted((s for s in scoring.scores if s.metric in first), key=lambda score: first[score.metric])
            others = [score for score in scoring.scores if score.metric not in first]
            lines += _group(COMPONENTS, parts, moment.revealed, width, look)
            if dialogue:
                lines += _expected_answer(moment, width, look)
            elif not free:
                lines += _expected(scoring.remaining, moment.revealed, moment.story.world, width, look)
            lines += _group(INDICATORS, others, moment.revealed, width, look)
        lines += _speaking(moment, width, look)
        return [fitted(line, width) for line in lines]


def _verdict(scoring: Scoring, revealed: bool, width: int, look: Look) -> list[Text]:
    if not scoring.outcome:
        lines = folded("", look.say(SO_FAR), width, look.palette.label)
    else:
        palette = look.palette
        style = {"passed": palette.good, "failed": palette.bad, "defect": palette.bad}.get(
            scoring.outcome, palette.warn
        )
        sign, phrase = OUTCOMES.get(scoring.outcome, ("?", Phrase(scoring.outcome, scoring.outcome)))
        lines = folded("", f"{sign} {one_line(look.say(phrase))}", width, style)
    for reason in scoring.reasons:
        if revealed or reason.partition(":")[0].partition(" ")[0] not in _TELLING:
            lines += folded("  ", told_reason(reason, look.lang), width)
    return lines


def _group(title: Phrase, scores: Sequence[Score], revealed: bool, width: int, look: Look) -> list[Text]:
    """Return the scores that have a value one by one, the others together with the reason they share."""
    if not scores:
        return []
    lines = [Text(), *folded("", look.say(title), width, look.palette.accent)]
    widest = max((len(score.metric) for score in scores if score.value is not None), default=0)
    open_ones: dict[str, list[str]] = {}
    for score in scores:
        if score.value is None:
            open_ones.setdefault(score.reason, []).append(score.metric)
            continue
        lines += _scored(score, score.value, widest, revealed, width, look)
    for reason, names in open_ones.items():
        # How the reason begins says why there is no value, the rest of it what is expected.
        shown = reason if revealed or _TELLING.isdisjoint(names) else reason.partition(": ")[0]
        told = look.say(UNSCORED, told_reason(shown, look.lang))
        lines += folded("○ ", told, width, look.palette.warn)
        lines += flowing((Text(name, look.palette.label) for name in names), width, indent="  ")
    return lines


def _scored(score: Score, value: float, widest: int, revealed: bool, width: int, look: Look) -> list[Text]:
    mark, style = _mark(score.metric, value, look)
    told = _number(value)
    room = width - 2 - len(told) - 1
    name = score.metric if len(score.metric) <= room else score.metric[: max(room - 1, 1)] + "…"
    line = Text(f"{mark} ", style).append(f"{name:<{min(widest, room)}} ", look.palette.text).append(told, style)
    if score.reason and (revealed or score.metric not in _TELLING):
        return [line, *folded("  ", told_reason(score.reason, look.lang), width, look.palette.label)]
    summary = SUMMARIES.get(score.metric)
    if summary and line.cell_len + 2 + cell_len(about := look.say(summary)) <= width:
        line.append("  ").append(about, look.palette.label)
    return [line]


def _number(value: float) -> str:
    """Return a score with as many digits as mean something to a reader."""
    return f"{round(value, 3):g}"


def _mark(metric: str, value: float, look: Look) -> tuple[str, str]:
    """Return a mark and a style: only what is right or wrong for certain gets one that says so."""
    palette = look.palette
    if metric in _COUNTS:
        return "·", palette.text
    if metric in _GRADES:
        return ("✓", palette.good) if value >= 3 else ("●", palette.warn)
    if any(part in metric for part in _COUNTS_DOWN):
        return ("✓", palette.good) if value == 0 else ("●", palette.warn)
    if value >= 1:
        return "✓", palette.good
    return ("✗", palette.bad) if value <= 0 else ("●", palette.warn)


def _expected(remaining: tuple[Change, ...] | None, revealed: bool, world: World, width: int, look: Look) -> list[Text]:
    lines = [Text(), *folded("", look.say(EXPECTED), width, look.palette.accent)]
    if not revealed:
        return [*lines, *folded("  ", look.say(HIDDEN), width, look.palette.label)]
    if remaining is None:
        return [*lines, *folded("  ", look.say(NOTHING_EXPECTED), width, look.palette.label)]
    if not remaining:
        return [*lines, *folded("", look.say(AS_EXPECTED), width, look.palette.good)]
    for change in remaining:
        told = change_words(change, look.lang, world)
        lines += folded("▲ ", told, width, look.palette.warn)
    return lines


def _expected_answer(moment: Moment, width: int, look: Look) -> list[Text]:
    """Return a dialogue's good answer, what it hangs on, and its checks, one below the other."""
    lines = [Text(), *folded("", look.say(EXPECTED_ANSWER), width, look.palette.accent)]
    if not moment.revealed:
        return [*lines, *folded("  ", look.say(HIDDEN), width, look.palette.label)]
    locale, level = asked_of(moment)
    for label, value in expected_answer(moment.story.scenario, locale, level, look, moment.story.world):
        told = Text.assemble((f"{label}:" if value else label, look.palette.label), f" {value}" if value else "")
        lines += folded("· ", told, width)
    return lines


def _speaking(moment: Moment, width: int, look: Look) -> list[Text]:
    lines = [Text(), *folded("", look.say(SPEAKING), width, look.palette.accent)]
    answers = list(_answers(moment))
    if not answers:
        return [*lines, *folded("  ", look.say(NO_ANSWERS), width, look.palette.label)]
    lines += folded("  ", look.say(ALL_ANSWERS, sum(seconds for _, seconds in answers)), width)
    pieces = [Text(look.say(ANSWER, turn + 1, seconds)) for turn, seconds in reversed(answers[-SHOWN_ANSWERS:])]
    pieces += [Text("…")] if len(answers) > SHOWN_ANSWERS else []
    return [*lines, *flowing(pieces, width, indent="  ")]


def _answers(moment: Moment) -> Iterable[tuple[int, float]]:
    for event in moment.story.events[: moment.position]:
        if isinstance(event, AssistantSpoke) and event.text.strip():
            yield event.turn, _speech_ms(event.text) / 1000


_speech_ms = lru_cache(maxsize=1024)(speech_ms)


PANELS.add("scores", Scores())
