"""What a person may say: the words of the scenario's driver, or in a free drive what every assistant should know."""

from collections.abc import Sequence

from scenarios.schema import Scenario, ScriptedReply
from simulator.channel import Locale
from simulator.language.acts import recognise
from simulator.users.human_drive import FREE_DRIVE

# Each of these is done or answered by the embedded assistant in a fresh car.
_FREE: dict[Locale, tuple[str, ...]] = {
    "en": (
        "Open my window halfway.",
        "Set the temperature to 22 degrees.",
        "Turn my seat heating to level two.",
        "What's the weather like here?",
        "Turn the ambient light blue.",
        "How much battery is left?",
    ),
    "ko": (
        "운전석 창문 반만 열어 줘.",
        "온도를 22도로 맞춰 줘.",
        "운전석 열선 2단계로 켜 줘.",
        "지금 여기 날씨 어때?",
        "무드등을 파란색으로 바꿔 줘.",
        "배터리 얼마나 남았어?",
    ),
}
MOST = 6


def suggestions(scenario: Scenario, locale: Locale, said: Sequence[str] = (), answer: str = "") -> tuple[str, ...]:
    """Return up to six things to say after `said`: the scenario's requests that are left, or a fixed list.

    What the scenario's driver would reply to the assistant's last `answer` comes first.

    Whoever says requests as they are written may say other things between them, answers above all; whoever uses other
    words is taken to make one request with each utterance. Nothing is left once the last was made.
    """
    if scenario.id == FREE_DRIVE:
        return _FREE[locale]
    script = scenario.driver.get(locale)
    requests = tuple(turn.say for turn in script.turns) if script is not None else ()
    made = [number for number, request in enumerate(requests, 1) if _plain(request) in {_plain(line) for line in said}]
    next_one = made[-1] if made else min(len(said), len(requests))
    replies = script.turns[next_one - 1].replies if script is not None and next_one and answer else ()
    acts = {act.value for act in recognise(answer, locale).acts} if replies else set()
    fitting = (reply.say for reply in replies if reply.on in acts and _is_about(reply, answer))
    return tuple(dict.fromkeys((*fitting, *requests[next_one:])))[:MOST]


def _is_about(reply: ScriptedReply, answer: str) -> bool:
    return not reply.about or any(_plain(part) in _plain(answer) for part in reply.about)


def _plain(line: str) -> str:
    return "".join(character for character in line.casefold() if character.isalnum())
