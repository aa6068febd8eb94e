"""How speech fared, turn by turn: what was misheard, and at which speech level the assistant spoke."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from rich.text import Text

from simulator.channel import Locale
from simulator.dashboard import mark_words
from simulator.dashboard.facts import AnswerFacts, SentenceFacts
from simulator.dashboard.folding import flowing, folded
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.readings import fitted
from simulator.dashboard.reasons import told_reason
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import PANELS, Look, Moment
from simulator.events import AssistantSpoke, ConditionChanged, DriverSpoke, SpeechRecognised
from simulator.language.alignment import Alignment, align_space_free, align_words

TITLE = Phrase("Speech", "음성")
TURN = Phrase("turn {}", "턴 {}")
NO_TURNS = Phrase("No turn yet.", "아직 턴이 없습니다.")
UNSCORED = Phrase("unscored: {}", "미채점: {}")
NOTHING_TO_COMPARE = Phrase("the driver said nothing that can be compared", "비교할 발화 없음")
RATES: dict[Locale, Phrase] = {
    "en": Phrase("WER {:.3f}", "단어 오류율(WER) {:.3f}"),
    "ko": Phrase("CER {:.3f}", "글자 오류율(CER) {:.3f}"),
}
RATE_NAME = Phrase("WER/CER", "WER/CER")
ERRORS: dict[Locale, Phrase] = {
    "en": Phrase("{} errors in {} words", "단어 {1}개 중 오류 {0}개"),
    "ko": Phrase("{} errors in {} characters", "{1}자 중 오류 {0}자"),
}
KINDS = Phrase("{} substituted, {} lost, {} added", "바뀜 {}, 빠짐 {}, 더해짐 {}")
SILENT = Phrase("the assistant said nothing", "어시스턴트 발화 없음")
PENDING = Phrase("not analysed yet", "분석 중")
LEVELS = {
    **mark_words.LEVELS,
    "other": Phrase("another level", "그 밖의 말투"),
    "none": Phrase("no level", "말투 없음"),
}
WANTED = Phrase("wanted: {}", "요청한 말투: {}")
KEPT = Phrase("✓ level kept", "✓ 말투 유지")
BROKEN = Phrase("✗ level broken", "✗ 말투 어긋남")
GUESSED = Phrase("guessed", "추정")
ENDING = Phrase("ending -{}", "어미 -{}")
GRADE = Phrase("conciseness {} of 3", "간결성 {}/3")
MORE = Phrase("… and {} turns before", "… 그 전 {}턴")
NO_GRADE = Phrase("conciseness unscored: {}", "간결성 미채점: {}")

FULL_TURNS = 8
SHORT_TURNS = 32


class Speech:
    """Newest turn first: error rate of what was heard, then the sentences of the answer; earlier ones in short."""

    key = "speech"
    title = TITLE

    def depends(self, moment: Moment) -> object:
        """Return how much was heard and said in the turn, and what is known of the answers."""
        told = sum(1 for event in moment.turn_events() if isinstance(event, (SpeechRecognised, AssistantSpoke)))
        scoring = moment.story.scoring_at(moment.position)
        return moment.story, moment.turn, told, None if scoring is None else scoring.answers, bool(moment.position)

    def draw(self, moment: Moment, width: int, height: int, look: Look) -> list[Text]:
        """Return all turns."""
        if not moment.position:
            return folded("", look.say(NO_TURNS), width, look.palette.label)
        scoring = moment.story.scoring_at(moment.position)
        facts = {fact.index: fact for fact in (() if scoring is None else scoring.answers)}
        turns = list(_turns(moment))
        common = _common_reason(turns)
        lines: list[Text] = []
        if common:
            told = look.say(UNSCORED, told_reason(common, look.lang))
            lines += folded("○ ", f"{look.say(RATE_NAME)} {told}", width, look.palette.warn)
        for turn in reversed(turns[-FULL_TURNS:]):
            lines += [Text()] if lines else []
            lines += folded("", look.say(TURN, turn.number + 1), width, look.palette.accent)
            if turn.heard is not None and not common:
                lines += _heard(turn.heard, width, look)
            for index, text, locale in turn.answers:
                lines += _answer(text, facts.get(index), locale, width, look)
        earlier = turns[:-FULL_TURNS]
        lines += [Text()] if earlier else []
        for turn in reversed(earlier[-SHORT_TURNS:]):
            known = tuple(facts.get(index) for index, _, _ in turn.answers)
            lines += _short_lines(turn.number, turn.heard, known, width, look)
        if len(earlier) > SHORT_TURNS:
            lines += folded("", look.say(MORE, len(earlier) - SHORT_TURNS), width, look.palette.label)
        return [fitted(line, width) for line in lines]


class _Words(NamedTuple):
    """An utterance as it was meant and as it was heard, in a language; `measurable` is why neither says anything."""

    intended: str
    heard: str
    measurable: str | None
    locale: Locale


@dataclass(slots=True)
class _Turn:
    """What speech there was in a turn; answers come with the numbers of their events and their languages."""

    number: int
    heard: _Words | None = None
    answers: list[tuple[int, str, Locale]] = field(default_factory=list)


def _turns(moment: Moment) -> Iterator[_Turn]:
    """Yield all turns so far; the language may be switched between them."""
    locale = moment.story.locale
    intended: str | None = None
    turn = _Turn(0)
    for index, event in enumerate(moment.story.events[: moment.position]):
        if event.turn != turn.number:
            yield turn
            turn = _Turn(event.turn)
        match event:
            case ConditionChanged(name="locale", after=after):
                locale = "ko" if after == "ko" else "en"
            case DriverSpoke():
                intended = event.intended
            case SpeechRecognised() if intended is not None:
                turn.heard = _Words(intended, event.heard.text, event.measurable, locale)
                intended = None
            case AssistantSpoke(text=text):
                turn.answers.append((index, text, locale))
    yield turn


def _common_reason(turns: Sequence[_Turn]) -> str | None:
    """Return why nothing in the session can be measured, where that is the same everywhere and can be said once."""
    reasons = {turn.heard.measurable for turn in turns if turn.heard is not None}
    return reasons.pop() if len(reasons) == 1 else None


@lru_cache(maxsize=64)
def _heard(words: _Words, width: int, look: Look) -> tuple[Text, ...]:
    return tuple(_heard_lines(words, width, look))


def _heard_lines(words: _Words, width: int, look: Look) -> list[Text]:
    if words.measurable is not None:
        told = look.say(UNSCORED, told_reason(words.measurable, look.lang))
        return folded("○ ", f"{look.say(RATE_NAME)} {told}", width, look.palette.warn)
    found = _aligned(words.intended, words.heard, words.locale)
    if found.rate is None:
        told = look.say(UNSCORED, look.say(NOTHING_TO_COMPARE))
        return folded("○ ", f"{look.say(RATE_NAME)} {told}", width, look.palette.warn)
    style = look.palette.warn if found.errors else look.palette.good
    rate = look.say(RATES[words.locale], found.rate)
    pieces = [rate, look.say(ERRORS[words.locale], found.errors, found.reference_length)]
    if found.errors:
        pieces.append(look.say(KINDS, found.substitutions, found.deletions, found.insertions))
    return folded(Text("● " if found.errors else "✓ ", style), " · ".join(pieces), width)


@lru_cache(maxsize=256)
def _short_lines(
    number: int, heard: _Words | None, known: tuple[AnswerFacts | None, ...], width: int, look: Look
) -> tuple[Text, ...]:
    return tuple(flowing(_in_short(number, heard, known, look), width))


def _in_short(number: int, heard: _Words | None, known: tuple[AnswerFacts | None, ...], look: Look) -> Iterator[Text]:
    """Yield what there is to say of an earlier turn in a few words each."""
    palette = look.palette
    yield Text(look.say(TURN, number + 1), palette.label)
    if heard is not None and heard.measurable is None:
        found = _aligned(heard.intended, heard.heard, heard.locale)
        if found.rate is not None:
            mark, style = ("●", palette.warn) if found.errors else ("✓", palette.good)
            yield Text(f"{mark} {look.say(RATES[heard.locale], found.rate)}", style)
    for fact in known:
        if fact is not None and fact.kept is not None:
            yield Text(look.say(KEPT if fact.kept else BROKEN), palette.good if fact.kept else palette.bad)
        if fact is not None and fact.grade is not None:
            yield Text(look.say(GRADE, fact.grade), palette.good if fact.grade == 3 else palette.warn)


@lru_cache(maxsize=512)
def _aligned(intended: str, heard: str, locale: Locale) -> Alignment:
    """Lay what was heard beside what was intended as the language's main error rate does."""
    return (align_space_free if locale == "ko" else align_words)(intended, heard, locale)


@lru_cache(maxsize=64)
def _answer(text: str, facts: AnswerFacts | None, locale: Locale, width: int, look: Look) -> tuple[Text, ...]:
    return tuple(_answer_lines(text, facts, locale, width, look))


def _answer_lines(text: str, facts: AnswerFacts | None, locale: Locale, width: int, look: Look) -> Iterator[Text]:
    palette = look.palette
    if not text.strip():
        yield from folded("○ ", look.say(SILENT), width, palette.warn)
        return
    if facts is None:
        yield from folded("", one_line(text), width, palette.assistant)
        yield from folded("○ ", look.say(PENDING), width, palette.label)
        return
    if locale == "ko":
        yield from _levels(text, facts, width, look)
    else:
        yield from folded("", one_line(text), width, palette.assistant)
    if facts.grade is not None:
        mark = Text("✓ ", palette.good) if facts.grade == 3 else Text("● ", palette.warn)
        told = [
            look.say(GRADE, facts.grade),
            *(told_reason(why, look.lang) for why in facts.grade_reasons if facts.grade < 3),
        ]
        yield from folded(mark, " · ".join(told), width)
    elif facts.grade_reasons:
        told = [look.say(NO_GRADE, "; ".join(told_reason(why, look.lang) for why in facts.grade_reasons))]
        yield from folded("○ ", told[0], width, palette.warn)


def _levels(text: str, facts: AnswerFacts, width: int, look: Look) -> Iterator[Text]:
    palette = look.palette
    if not facts.sentences:
        yield from folded("", one_line(text), width, palette.assistant)
    for sentence in facts.sentences:
        yield from _sentence(text, sentence, facts, width, look)
    head: list[Text] = []
    if facts.wanted is not None:
        head.append(Text(look.say(WANTED, look.say(LEVELS[facts.wanted]))))
    if facts.kept is None:
        head.append(Text(f"○ {look.say(UNSCORED, told_reason(facts.reason, look.lang))}", palette.warn))
    else:
        head.append(Text(look.say(KEPT if facts.kept else BROKEN), palette.good if facts.kept else palette.bad))
    yield from flowing(head, width, gap=" · ")


def _sentence(text: str, sentence: SentenceFacts, facts: AnswerFacts, width: int, look: Look) -> list[Text]:
    palette = look.palette
    start, end = sentence.span
    begin, stop = sentence.ending or (end, end)
    if sentence.level == "none":
        mark = Text("· ", palette.label)
    elif facts.wanted is None or sentence.level == facts.wanted:
        mark = Text("✓ ", palette.good)
    else:
        mark = Text("✗ ", palette.bad)
    said = Text(_shown(text[start:begin]), palette.assistant)
    said.append(_shown(text[begin:stop]), f"{palette.accent} underline").append(_shown(text[stop:end]))
    lines = folded(mark, said, width)
    told = [look.say(LEVELS[sentence.level])]
    told += [look.say(ENDING, one_line(sentence.form))] if sentence.form else []
    told += [] if sentence.certain else [look.say(GUESSED)]
    level = Text(" · ".join(told), palette.label)
    if lines[-1].cell_len + 2 + level.cell_len <= width:
        return [*lines[:-1], Text.assemble(lines[-1], "  ", level)]
    return [*lines, *folded("  ", level, width)]


def _shown(part: str) -> str:
    """Return a piece of a sentence on one line, blanks at its ends kept, which `one_line` would drop."""
    joined = f"|{part}|".replace("\n", " ")
    return one_line(joined)[1:-1]


PANELS.add("speech", Speech())
