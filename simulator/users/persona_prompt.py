"""The prompt for a driver played by a language model, put together from the words of one language."""

from collections.abc import Mapping
from dataclasses import dataclass

from simulator.users.persona_parts import Ending, Part


@dataclass(frozen=True, slots=True)
class Wording:
    """Everything a prompt says in one language.

    `endings` may name `{element}` and `{removed}`; `wish`, `again` and `reply` are lines of a scenario with their
    fields; `kinds` are the names of a missing tool, parameter and result; `leveled` is added where the scenario's own
    lines show a speech level.
    """

    greeting: str
    silence: str
    reminder: str
    role: str
    leveled: str
    output: str
    endings: Mapping[Ending, str]
    persona: str
    ordinary: str
    instruction: str
    wishes: str
    wish: str
    again: str
    reply: str
    about: str
    when: Mapping[str, str]
    kinds: tuple[str, str, str]


def prompt(part: Part, words: Wording) -> str:
    """Return the system prompt; the same part gives the same bytes."""
    ending = words.endings[part.ending].format(element=part.element, removed=_removed(part, words))
    role = words.role + (words.leveled if part.requests else "")
    output = words.output.format(words=", ".join(part.words))
    persona = f"{words.persona}\n{part.persona or words.ordinary}"
    return "\n\n".join((role, ending, output, persona, _scenario(part, words)))


def _removed(part: Part, words: Wording) -> str:
    """Say what the assistant lacks, in the dataset's notation with its kind."""
    tool, parameter, result = words.kinds
    return ", ".join(
        f"{entry} ({result if entry.startswith('result.') else parameter if '.' in entry else tool})"
        for entry in part.removed
    )


def _scenario(part: Part, words: Wording) -> str:
    if part.instruction:
        return f"{words.instruction}\n{part.instruction}"
    lines = [words.wishes]
    for number, turn in enumerate(part.requests, start=1):
        lines.append(words.wish.format(number=number, say=turn.say))
        if turn.again:
            lines.append(words.again.format(say=turn.again))
        for reply in turn.replies:
            about = words.about.format(about=" / ".join(reply.about)) if reply.about else ""
            lines.append(words.reply.format(when=words.when[reply.on], about=about, say=reply.say))
    return "\n".join(lines)
