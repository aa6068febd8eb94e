"""A session as a labelling person sees it: what was heard, said and called, and nothing of who the assistant was."""

import json
from collections.abc import Iterator, Sequence

from rich.text import Text

from simulator.dashboard.log_lines import joined, pretty
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import Look
from simulator.trajectory import AssistantCalled, AssistantSaid, DriverSaid, Message

DRIVER = Phrase("Driver", "운전자")
ASSISTANT = Phrase("Assistant", "어시스턴트")
REPLY = Phrase("Reply {}", "답변 {}")
NOTHING_HEARD = Phrase("(nothing heard)", "(인식된 말 없음)")
NOTHING_SAID = Phrase("(says nothing)", "(말 없음)")
EARLIER = Phrase("(earlier)", "(이전)")
_LONGEST_RESULT = 300


def blind_lines(messages: Sequence[Message], look: Look, marked: int | None = None) -> tuple[list[Text], int]:
    """Return a session as lines, numbered as judges see them, and the line at which reply `marked` stands.

    Replies are counted from 1; without one the first line is told.
    """
    lines: list[Text] = []
    at, reply = 0, 0
    for number, message in enumerate(messages):
        about = False
        if isinstance(message, AssistantSaid) and not message.given and message.text.strip():
            reply += 1
            about = reply == marked
        if about:
            at = len(lines)
        lines += _message(number, message, look, reply if about else None)
    return lines, at


def _message(number: int, message: Message, look: Look, marked: int | None) -> Iterator[Text]:
    palette = look.palette
    label = (f"{number:>2} ", palette.label)
    match message:
        case DriverSaid(heard=heard, given=given):
            words = one_line(heard) or look.say(NOTHING_HEARD)
            earlier = f"{look.say(EARLIER)} " if given else ""
            yield Text.assemble(label, (f"{look.say(DRIVER)}  ", f"bold {palette.driver}"), earlier, words)
        case AssistantSaid(text=text, given=given):
            words = one_line(text) or look.say(NOTHING_SAID)
            earlier = f"{look.say(EARLIER)} " if given else ""
            mark = (f"▶ {look.say(REPLY, marked)}  ", palette.accent) if marked is not None else ""
            yield Text.assemble(label, mark, (f"{look.say(ASSISTANT)}  ", f"bold {palette.assistant}"), earlier, words)
        case AssistantCalled(calls=calls):
            for call in calls:
                yield Text.assemble(label, ("→ ", palette.label), joined(call))
        case _:
            text = one_line(message.content)
            short = text if len(text) <= _LONGEST_RESULT else f"{text[: _LONGEST_RESULT - 1]}…"
            yield Text.assemble(label, (f"← {one_line(message.name)}: {short}", palette.label))


def fact_lines(facts: dict[str, object], look: Look) -> list[Text]:
    """Return what judges are told besides the conversation."""
    return [
        Text(f"{one_line(name)}: {line}" if not at else f"  {line}", look.palette.label)
        for name, value in facts.items()
        for at, line in enumerate(pretty(json.loads(json.dumps(value, default=str)), look.lang))
    ]
