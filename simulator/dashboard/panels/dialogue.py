"""The log of what was said, heard and done."""

from rich.text import Text

from simulator.channel import Heard
from simulator.dashboard.log_lines import called_for, fault_line, joined
from simulator.dashboard.mark_words import LEVELS
from simulator.dashboard.phrases import Phrase, UiLang
from simulator.dashboard.reasons import told_reason
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import LOGS, Entry, Look
from simulator.dashboard.story import Story
from simulator.dashboard.units import measured, share
from simulator.dashboard.variable_names import changes_words
from simulator.dashboard.word_diff import diff_text, differs
from simulator.events import (
    AssistantSpoke,
    ClockMoved,
    ConditionChanged,
    ConditionName,
    DefectRecorded,
    DriverSpoke,
    EndWord,
    ExchangeGiven,
    PolicyBreached,
    SessionEnded,
    SpeechInterrupted,
    SpeechRecognised,
    Termination,
    ToolCall,
    ToolResult,
    ToolReturned,
)

_TITLE = Phrase("Dialogue", "대화")
_DRIVER = Phrase("Driver", "운전자")
_ASSISTANT = Phrase("Assistant", "어시스턴트")
_HEARD = Phrase("heard", "인식")
_GIVEN = Phrase("given", "앞선 대화")
_NOTHING_HEARD = Phrase("(nothing)", "(인식된 말 없음)")
_NOTHING_SAID = Phrase("(says nothing)", "(말 없음)")
_BY_HAND = Phrase("by hand", "직접 조작")
_HAPPENED = Phrase("event", "상황 발생")
_BY_ITSELF = Phrase("meanwhile", "시간 경과")
_NO_CHANGE = Phrase("nothing changed", "변화 없음")
_BREACH = Phrase("breach of policy {}", "정책 {} 위반")
_DEFECT = Phrase("defect in {}", "결함({})")
_DEFECT_IN = Phrase("a defect in {}", "결함으로 종료({})")
_TOOL = Phrase("the tool {}", "도구 {}")
_PARTS = {
    "assistant": Phrase("the assistant", "어시스턴트"),
    "channel": Phrase("the channel", "음성 채널"),
    "driver": Phrase("the driver", "운전자"),
    "clock": Phrase("the clock", "시계"),
    "policies": Phrase("the policy checks", "정책 검사"),
}
_CUT_OFF = Phrase("cut off by {} after {:.1f} s", "{:.1f}초 만에 {} 끊김")
_CUT_BY = {
    "voice": Phrase("voice", "말소리로"),
    "button": Phrase("the button", "버튼으로"),
    "typing": Phrase("typing", "입력으로"),
}
_UNHEARD = Phrase("nothing was heard", "들린 말 없음")
_ENGINE = Phrase("recogniser {}", "인식기 {}")
_CONFIDENCE = Phrase("confidence {}", "신뢰도 {}")
_ENDED = Phrase("End", "종료")
_ENDINGS = {
    Termination.USER_STOP: Phrase("the driver ended the session", "운전자가 대화를 마침"),
    Termination.MAX_STEPS: Phrase("too many steps", "단계 수 한도 초과"),
    Termination.MAX_TURNS: Phrase("too many turns", "대화 차례 한도 초과"),
    Termination.TIMEOUT: Phrase("out of time", "시간 초과"),
    Termination.CALL_PLACED: Phrase("a call was placed", "전화 연결로 대화 종료"),
    Termination.USER_ERROR: Phrase("the simulated driver could not go on", "가상 운전자가 이어 가지 못함"),
    Termination.DEFECT: Phrase("a defect", "결함으로 종료"),
    Termination.INTERRUPTED: Phrase("interrupted", "중단됨"),
}
_END_WORDS = {
    EndWord.STOP: Phrase("content", "만족"),
    EndWord.ACKNOWLEDGED: Phrase("the assistant admitted what it cannot do", "어시스턴트가 할 수 없음을 인정함"),
    EndWord.HALLUCINATION_ERROR: Phrase("the assistant made something up", "어시스턴트가 사실을 지어냄"),
    EndWord.HALLUCINATION_ERROR_REMOVED_TOOL: Phrase(
        "the assistant made up what it has no tool for", "어시스턴트가 없는 기능을 지어냄"
    ),
    EndWord.HALLUCINATION_ERROR_REMOVED_PARAMETER: Phrase(
        "the assistant made up a setting it does not have", "어시스턴트가 없는 설정을 지어냄"
    ),
    EndWord.DISAMBIGUATION_ERROR: Phrase(
        "the assistant guessed or asked needlessly", "어시스턴트가 모호함을 잘못 처리함"
    ),
    EndWord.OUT_OF_SCOPE: Phrase("off the scenario", "시나리오를 벗어남"),
    EndWord.NO_ANSWER: Phrase("the assistant did not answer", "어시스턴트가 대답하지 않음"),
    EndWord.GAVE_UP: Phrase("the driver gave up", "운전자가 포기함"),
}
_SWITCHED = Phrase("switched", "설정 변경")
_NONE = Phrase("none", "없음")
_CONDITIONS: dict[ConditionName, Phrase] = {
    "agent": Phrase("assistant", "어시스턴트"),
    "speech_level": Phrase("speech level", "말투"),
    "locale": Phrase("language", "언어"),
    "error_rate": Phrase("recognition errors", "인식 오류율"),
    "snr_db": Phrase("speech over noise", "신호 대 잡음비"),
}
_CONDITION_WORDS = {
    "en": Phrase("English", "영어"),
    "ko": Phrase("Korean", "한국어"),
    **LEVELS,
}
_WHO = {"person": _BY_HAND, "scenario": _HAPPENED}


def where_words(where: str, lang: UiLang) -> str:
    """Return what broke, in words where it is a part that has some."""
    if where in _PARTS:
        return _PARTS[where].told(lang)
    tool = where.removeprefix("tool ")
    return one_line(where) if tool == where else _TOOL.told(lang, one_line(tool))


def end_words(event: SessionEnded, lang: UiLang) -> str:
    """Return how a session ended, in words."""
    if event.termination is Termination.DEFECT and event.detail:
        return _DEFECT_IN.told(lang, where_words(event.detail, lang))
    parts = [_ENDINGS[event.termination].told(lang)]
    if event.end_word is not None:
        parts.append(f"{_END_WORDS[event.end_word].told(lang)} ({event.end_word.value})")
    if event.detail:
        parts.append(told_reason(event.detail, lang))
    return " · ".join(parts)


class Dialogue:
    """What was said and heard, what changed in the car and by whom, and what went wrong."""

    key = "dialogue"
    title = _TITLE

    def entry(self, story: Story, index: int, look: Look) -> Entry | None:
        """Return the lines of one event; events that say nothing to a reader give none."""
        palette = look.palette
        event = story.events[index]
        match event:
            case ExchangeGiven():
                return Entry(_given(event, look), kind="given")
            case DriverSpoke(intended=intended) if intended.strip():
                return Entry(_said(look.say(_DRIVER), palette.driver, one_line(intended)), kind="driver")
            case SpeechRecognised(heard=heard):
                return _recognised(story, index, heard, look)
            case AssistantSpoke(text=text):
                words = one_line(text) or look.say(_NOTHING_SAID)
                return Entry(_said(look.say(_ASSISTANT), palette.assistant, words), kind="assistant")
            case ToolReturned(result=result):
                return _returned(story, called_for(story, index), result, look)
            case ClockMoved(changes=changes) if changes:
                told = changes_words(changes, look.lang, story.world)
                return Entry(Text(f"  · {look.say(_BY_ITSELF)}: {told}", palette.label), kind="change")
            case PolicyBreached(breach=breach):
                told = f"  ▲ {look.say(_BREACH, one_line(breach.policy))}: {one_line(breach.reason)}"
                return Entry(Text(told, palette.bad), kind="breach")
            case SpeechInterrupted():
                return Entry(_cut_off(event, look), kind="interrupted")
            case DefectRecorded(where=where, message=message):
                told = f"  ✗ {look.say(_DEFECT, where_words(where, look.lang))}: {one_line(message)}"
                return Entry(Text(told, palette.bad), kind="defect")
            case SessionEnded():
                failed = event.end_word is not None and event.end_word.failure
                style = palette.bad if failed or event.termination is Termination.DEFECT else palette.accent
                return Entry(Text(f"■ {look.say(_ENDED)}: {end_words(event, look.lang)}", style), kind="end")
            case ConditionChanged():
                return Entry(_condition(event, look), kind="condition")
        return None


def _said(who: str, style: str, words: str) -> Text:
    return Text.assemble((f"{who}  ", f"bold {style}".strip()), words)


def _given(event: ExchangeGiven, look: Look) -> Text:
    driver, assistant = (f"{look.say(who)}: {one_line(words)}" for who, words in _speakers(event))
    return Text(f"({look.say(_GIVEN)} {event.number + 1})  {driver} · {assistant}", look.palette.label)


def _speakers(event: ExchangeGiven) -> tuple[tuple[Phrase, str], ...]:
    return (_DRIVER, event.driver), (_ASSISTANT, event.assistant)


def _recognised(story: Story, index: int, heard: Heard, look: Look) -> Entry | None:
    intended = _intended(story, index)
    words = one_line(heard.text) or look.say(_NOTHING_HEARD)
    if not intended.strip():
        return Entry(_said(look.say(_DRIVER), look.palette.driver, words), kind="driver")
    if not differs(intended, heard.text, story.locale):
        return None
    head = Text.assemble(
        ("  ≠ " + look.say(_HEARD) + "  ", look.palette.label), diff_text(intended, heard.text, look.palette)
    )
    facts = [look.say(_ENGINE, one_line(heard.engine))]
    if heard.confidence is not None:
        facts.append(look.say(_CONFIDENCE, share(heard.confidence, look.lang)))
    return Entry(head, (Text(words), Text(" · ".join(facts), look.palette.label)), kind="misheard")


def _intended(story: Story, index: int) -> str:
    for event in reversed(story.events[max(index - 50, 0) : index]):
        if isinstance(event, DriverSpoke):
            return event.intended
        if isinstance(event, SpeechRecognised):
            break
    return ""


def _returned(story: Story, call: ToolCall | None, result: ToolResult, look: Look) -> Entry | None:
    actor = call.actor if call is not None else "assistant"
    who = _WHO.get(actor)
    by = f"{look.say(who)}: " if who is not None else ""
    kind = {"person": "hand", "scenario": "event"}.get(actor, "change")
    if result.fault is not None:
        # What the assistant tried in vain it tells itself; the calls under the hood have the whole of it.
        if who is None:
            return None
        return Entry(Text(f"  ✗ {by}{fault_line(result, look.lang)}", look.palette.bad), kind="fault")
    told = changes_words(result.changes, look.lang, story.world)
    if told:
        return Entry(Text.assemble("  ● ", (by, look.palette.accent), (told, look.palette.changed)), kind=kind)
    if who is None or call is None:
        return None
    action = joined(call)
    return Entry(Text.assemble("  ○ ", (by, look.palette.accent), f"{action}, {look.say(_NO_CHANGE)}"), kind=kind)


def _cut_off(event: SpeechInterrupted, look: Look) -> Text:
    by, seconds = look.say(_CUT_BY[event.by]), event.played_ms / 1000
    values = (seconds, by) if look.lang == "ko" else (by, seconds)
    heard = one_line(event.audible)
    told = f'"{heard}"' if heard else look.say(_UNHEARD)
    return Text(f"  ! {look.say(_CUT_OFF, *values)}: {told}", look.palette.warn)


def _condition(event: ConditionChanged, look: Look) -> Text:
    before, after = (_condition_value(event.name, value, look) for value in (event.before, event.after))
    name = look.say(_CONDITIONS[event.name])
    return Text.assemble((f"  ◆ {look.say(_SWITCHED)}: ", look.palette.accent), f"{name} {before} → {after}")


def _condition_value(name: ConditionName, value: str | float | None, look: Look) -> str:
    if value is None:
        return look.say(_NONE)
    if isinstance(value, str):
        word = _CONDITION_WORDS.get(value) if name in ("locale", "speech_level") else None
        return one_line(value) if word is None else look.say(word)
    number, sign = (value * 100, "%") if name == "error_rate" else (value, "dB")
    return measured(f"{number:g}", sign, look.lang)


LOGS.add("dialogue", Dialogue())
