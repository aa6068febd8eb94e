"""The log of tool calls, step by step."""

from rich.text import Text

from simulator.dashboard.log_lines import FAULT_KINDS, called_for, joined, pretty
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import LOGS, Entry, Look
from simulator.dashboard.story import Story
from simulator.dashboard.variable_names import change_words
from simulator.events import Actor, DefectRecorded, StepClosed, Timed, ToolCalled, ToolReturned

_TITLE = Phrase("Calls", "호출")
_STEP = Phrase("step {}", "단계 {}")
_PERSON = Phrase("by hand", "직접 조작")
_SCENARIO = Phrase("event", "상황 발생")
_WHO: dict[Actor, Phrase] = {"person": _PERSON, "scenario": _SCENARIO}
_DEFECT = Phrase("defect", "결함")
_ARGUMENTS = Phrase("arguments", "인자")
_NO_ARGUMENTS = Phrase("no arguments", "인자 없음")
_RESULT = Phrase("result", "결과")
_CHANGES = Phrase("changed in the car", "차량 변화")
_FAULT = Phrase("failed: {}", "실패: {}")
_POLICY = Phrase("policy {}", "정책 {}")
_TOOK = Phrase("step {}: {} calls, {:.1f} ms", "단계 {}: 호출 {}건, {:.1f} ms")
_TOOK_ONE = Phrase("step {}: 1 call, {:.1f} ms", "단계 {}: 호출 1건, {:.1f} ms")


class Calls:
    """Every call with what came back, whoever made it; the time of a step follows its calls."""

    key = "calls"
    title = _TITLE

    def entry(self, story: Story, index: int, look: Look) -> Entry | None:
        """Return the call that an event answers or cut off, or how long a step took."""
        match story.events[index]:
            case ToolReturned() as event:
                return _call(story, index, event, look)
            case DefectRecorded(where=where, message=message):
                return _broken(story, index, f"{one_line(where)}: {one_line(message)}", look)
            case Timed(stage="tools", duration_ms=duration_ms):
                return _took(story, index, duration_ms, look)
        return None


def _call(story: Story, index: int, event: ToolReturned, look: Look) -> Entry:
    palette, result = look.palette, event.result
    call = called_for(story, index)
    actor = call.actor if call is not None else "assistant"
    told = joined(call) if call is not None else one_line(result.name)
    fault = result.fault
    if fault is None:
        sign = " ✓", palette.good
    else:
        sign = f" ✗ {one_line(fault.code) or look.say(FAULT_KINDS[fault.kind])}", palette.bad
    head = Text.assemble(_caller(actor, event.step, look), told, sign)
    details: list[Text] = []

    def section(title: str, lines: list[str], style: str = "") -> None:
        details.append(Text(title, palette.label))
        details.extend(Text(f"  {line}", style) for line in lines)

    if call is not None and call.arguments:
        section(look.say(_ARGUMENTS), pretty(call.arguments, look.lang))
    else:
        details.append(Text(look.say(_NO_ARGUMENTS), palette.label))
    if fault is not None:
        policy = f" · {look.say(_POLICY, one_line(fault.policy))}" if fault.policy else ""
        section(
            look.say(_FAULT, look.say(FAULT_KINDS[fault.kind])) + policy, pretty(fault.message, look.lang), palette.bad
        )
    section(look.say(_RESULT), pretty(result.content, look.lang))
    if result.changes:
        changes = [change_words(change, look.lang, story.world) for change in result.changes]
        section(look.say(_CHANGES), changes, palette.changed)
    return Entry(head, tuple(details), kind="fault" if fault is not None else actor)


def _caller(actor: Actor, step: int | None, look: Look) -> tuple[str, str]:
    who = _WHO.get(actor)
    if who is not None:
        return f"{look.say(who)} · ", look.palette.accent
    return f"{look.say(_STEP, '?' if step is None else step + 1)} · ", look.palette.label


def _broken(story: Story, index: int, why: str, look: Look) -> Entry:
    """Return what broke, behind the call that never came back where there is one."""
    before = story.events[index - 1] if index else None
    head = Text()
    if isinstance(before, ToolCalled):
        head = Text.assemble(_caller(before.call.actor, before.step, look), joined(before.call), " ")
    head.append(f"✗ {look.say(_DEFECT)}: {why}", look.palette.bad)
    return Entry(head, kind="defect")


def _took(story: Story, index: int, duration_ms: float, look: Look) -> Entry | None:
    step, count = None, 0
    for event in reversed(story.events[max(index - 200, 0) : index]):
        if isinstance(event, StepClosed) or (step is not None and getattr(event, "step", step) != step):
            break
        if isinstance(event, ToolCalled) and event.step is not None:
            step, count = event.step, count + 1
    if step is None:
        return None
    told = look.say(_TOOK_ONE, step + 1, duration_ms) if count == 1 else look.say(_TOOK, step + 1, count, duration_ms)
    return Entry(Text(told, look.palette.label), kind="time")


LOGS.add("calls", Calls())
