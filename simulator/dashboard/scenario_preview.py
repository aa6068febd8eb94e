"""What a scenario is about, as it is shown before it is driven."""

from typing import Any

from rich.text import Text

from scenarios.schema import DriverTurn, ExpectedCall, Scenario
from simulator.channel import Locale
from simulator.dashboard.expected_answer import expected_answer
from simulator.dashboard.mark_words import KINDS, LEVELS
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import Look
from simulator.world.places import location_rows

SPOKEN = Phrase("spoken", "음성")
TYPED = Phrase("text", "텍스트")
PERSONA = Phrase("driver", "운전자")
LEVEL = Phrase("speech level asked of the assistant", "어시스턴트에게 요구하는 말투")
WHEN = Phrase("time and place", "일시·장소")
HAPPENS = Phrase("before turn {}", "턴 {} 전에")
SAYS = Phrase("the driver says", "운전자의 말")
ASKED = {
    "confirm": Phrase("if asked to confirm", "확인을 구하면"),
    "choose": Phrase("if asked to choose", "선택을 물으면"),
    "value": Phrase("if asked for a value", "값을 물으면"),
    "limit": Phrase("if told it cannot be done", "할 수 없다고 하면"),
    "other": Phrase("if told anything else", "그 밖의 말에"),
}
ABOUT = Phrase("about", "관련")
HIDDEN = Phrase("taken away from the assistant", "어시스턴트에게서 제거된 것")
OPEN = Phrase("left open", "모호한 점")
RESOLVED = {
    "internal": Phrase("the assistant finds out by looking", "어시스턴트가 스스로 확인해 해결"),
    "user": Phrase("only the driver can say", "운전자만 답할 수 있음"),
}
EXPECTED = Phrase("what is expected", "기대하는 것")
CALLS = Phrase("{} calls, e shows them", "호출 {}건, e 키로 표시")
ONE_CALL = Phrase("1 call, e shows it", "호출 1건, e 키로 표시")
NO_CALLS = Phrase("no calls", "호출 없음")
AN_ANSWER = Phrase("an answer, e shows it", "답변, e 키로 표시")
TURN = Phrase("turn", "턴")


def locale_of(scenario: Scenario, wanted: str) -> Locale:
    """Return a language the scenario is spoken in: the wanted one where it can be."""
    return next((locale for locale in scenario.driver if locale == wanted), scenario.locales[0])


def is_spoken(scenario: Scenario) -> bool:
    """Return whether the scenario is one to be spoken, in any language."""
    return any(script.spoken for script in scenario.driver.values())


def preview(scenario: Scenario, locale: Locale, look: Look, *, revealed: bool) -> Text:
    """Return summary, driver, turns and hidden parts; what is expected only when it is `revealed`."""
    palette, script = look.palette, scenario.driver[locale]
    lines = [Text(scenario.id, style=palette.accent)]
    facts = (KINDS[scenario.kind], SPOKEN if script.spoken else TYPED)
    lines.append(Text(" · ".join((*map(look.say, facts), *scenario.locales)), style=palette.label))
    lines += [Text(), Text(one_line(scenario.about(look.lang))), Text()]
    lines.append(_fact(WHEN, f"{scenario.time:%Y-%m-%d %H:%M} · {_place(scenario, locale)}", look))
    if script.persona:
        lines.append(_fact(PERSONA, script.persona, look))
    if script.level is not None:
        lines.append(_fact(LEVEL, look.say(LEVELS[script.level]), look))
    for event in scenario.events:
        lines.append(_fact(HAPPENS, _call(event.tool, event.arguments), look, event.before_turn + 1))
    lines += [Text(), Text(look.say(SAYS), style=palette.label)]
    for number, turn in enumerate(script.turns, start=1):
        lines += _turn(number, turn, look)
    lines += _kept_back(scenario, look)
    lines += _expected(scenario, locale, look, revealed=revealed)
    return Text("\n").join(lines)


def _place(scenario: Scenario, locale: Locale) -> str:
    row = location_rows(locale).get(scenario.place)
    return scenario.place if row is None else row["name"]


def _fact(title: Phrase, value: str, look: Look, *values: object) -> Text:
    return Text.assemble((f"{look.say(title, *values)}: ", look.palette.label), one_line(value))


def _turn(number: int, turn: DriverTurn, look: Look) -> list[Text]:
    lines = [Text.assemble(f"{number}. ", (one_line(turn.say), look.palette.driver))]
    for reply in turn.replies:
        narrowed = f" ({look.say(ABOUT)}: {', '.join(reply.about)})" if reply.about else ""
        told = f"   ↳ {look.say(ASKED[reply.on])}{one_line(narrowed)}: "
        lines.append(Text.assemble((told, look.palette.label), one_line(reply.say)))
    return lines


def _kept_back(scenario: Scenario, look: Look) -> list[Text]:
    lines = []
    if scenario.removed:
        lines.append(_fact(HIDDEN, ", ".join(scenario.removed), look))
    if scenario.ambiguity is not None:
        resolved = look.say(RESOLVED[scenario.ambiguity.resolved_by])
        lines.append(_fact(OPEN, f"{scenario.ambiguity.element} ({resolved})", look))
    return [Text(), *lines] if lines else []


def _expected(scenario: Scenario, locale: Locale, look: Look, *, revealed: bool) -> list[Text]:
    sign = "▾" if revealed else "▸"
    title = f"{sign} {look.say(EXPECTED)}: "
    if scenario.dialogue is not None:
        head = Text(title if revealed else title + look.say(AN_ANSWER), style=look.palette.label)
        told = expected_answer(scenario, locale, scenario.driver[locale].level, look) if revealed else ()
        return [Text(), head, *(Text(f"  · {label}: {value}" if value else f"  · {label}") for label, value in told)]
    if not scenario.expected:
        return [Text(), Text(title + look.say(NO_CALLS), style=look.palette.label)]
    if not revealed:
        return [
            Text(),
            Text(
                title + look.say(ONE_CALL if len(scenario.expected) == 1 else CALLS, len(scenario.expected)),
                style=look.palette.label,
            ),
        ]
    return [Text(), Text(title, style=look.palette.label), *(_expected_call(call, look) for call in scenario.expected)]


def _expected_call(call: ExpectedCall, look: Look) -> Text:
    return Text(f"  {look.say(TURN)} {call.turn + 1}: {_call(call.tool, call.arguments)}")


def _call(tool: str, arguments: dict[str, Any]) -> str:
    return one_line(f"{tool}({', '.join(f'{name}={value}' for name, value in arguments.items())})")
