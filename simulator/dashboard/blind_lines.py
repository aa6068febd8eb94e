"""A session as a labelling person sees it: what was heard, said and called, and nothing of who the assistant was."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from simulator.dashboard.labelling import Item
from simulator.dashboard.log_lines import joined
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import Look
from simulator.trajectory import AssistantCalled, AssistantSaid, DriverSaid, Message

DRIVER = Phrase("Driver", "운전자")
ASSISTANT = Phrase("Assistant", "어시스턴트")
ABOUT = Phrase("facts: the message marked ▶, {}", "사실: ▶ 표시된 메시지, {}")
ABOUT_MESSAGE = Phrase("grade only message {}, marked ▶", "▶ 표시된 {}번 메시지만 평가")
REPLY = Phrase("Reply {}", "답변 {}")
NOTHING_HEARD = Phrase("(nothing heard)", "(인식된 말 없음)")
NOTHING_SAID = Phrase("(says nothing)", "(말 없음)")
EARLIER = Phrase("(earlier)", "(이전)")
_LONGEST_RESULT = 300


def about_words(item: Item, look: Look) -> str:
    """Return which message a question is about, "" where it is about the whole session."""
    if item.reply is not None:
        return look.say(ABOUT, look.say(REPLY, item.reply))
    return look.say(ABOUT_MESSAGE, item.message) if item.message is not None else ""


def blind_lines(
    messages: Sequence[Message], look: Look, reply: int | None = None, message: int | None = None
) -> tuple[list[Text], int]:
    """Return a session as lines, numbered as judges see them, and the line at which what is marked stands.

    Marked is a reply, counted from 1, or a message by its number; without either the first line is told.
    """
    lines: list[Text] = []
    at, count = 0, 0
    for number, one in enumerate(messages):
        mark = "▶" if number == message else ""
        if isinstance(one, AssistantSaid) and not one.given and one.text.strip():
            count += 1
            mark = f"▶ {look.say(REPLY, count)}" if count == reply else mark
        if mark:
            at = len(lines)
        lines += _message(number, one, look, mark)
    return lines, at


def _message(number: int, message: Message, look: Look, marked: str) -> Iterator[Text]:
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
            mark = (f"{marked}  ", palette.accent) if marked else ""
            yield Text.assemble(label, mark, (f"{look.say(ASSISTANT)}  ", f"bold {palette.assistant}"), earlier, words)
        case AssistantCalled(calls=calls):
            for call in calls:
                yield Text.assemble(label, ("→ ", palette.label), joined(call))
        case _:
            text = one_line(message.content)
            short = text if len(text) <= _LONGEST_RESULT else f"{text[: _LONGEST_RESULT - 1]}…"
            yield Text.assemble(label, (f"← {one_line(message.name)}: {short}", palette.label))
