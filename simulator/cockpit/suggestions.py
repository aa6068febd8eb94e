"""What a person may say: the words of the scenario's driver, or in a free drive what every assistant should know."""

from scenarios.schema import Scenario
from simulator.channel import Locale
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
        "앰비언트 라이트를 파란색으로 바꿔 줘.",
        "배터리 얼마나 남았어?",
    ),
}
MOST = 6


def suggestions(scenario: Scenario, locale: Locale, said: int = 0) -> tuple[str, ...]:
    """Return up to six things to say when `said` were said: the scenario's requests from there on, or a fixed list."""
    if scenario.id == FREE_DRIVE:
        return _FREE[locale]
    script = scenario.driver.get(locale)
    requests = tuple(turn.say for turn in script.turns) if script is not None else ()
    return (requests[said:] or requests)[:MOST]
