"""What judges are told besides a conversation, for a person who labels: the facts of a dialogue line by line."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rich.text import Text

from simulator.dashboard.check_words import check_words
from simulator.dashboard.expected_answer import GOOD_ANSWER, HANGS_ON
from simulator.dashboard.log_lines import pretty
from simulator.dashboard.phrases import Phrase, UiLang
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import Look
from simulator.dashboard.units import measured
from simulator.dashboard.variable_names import change_words, value_words, variable_name
from simulator.vehicle.change import Change

DIALOGUE = "dialogue"
SITUATION = Phrase("situation", "상황")
CAR = Phrase("car", "차량")
BATTERY = Phrase("battery {}", "배터리 {}")
DONE = Phrase("done in the answer", "답하면서 한 일")
NOTHING_DONE = Phrase("nothing changed", "바뀐 것 없음")
MANUAL = Phrase("manual: {}", "사용 설명서: {}")
_NOT_TOLD = "not told"
_APART = " · "


def fact_lines(facts: Mapping[str, Any], look: Look) -> list[Text]:
    """Return what judges are told; facts of a dialogue as labelled lines, what matters most first, others as JSON."""
    lines = []
    for name, value in facts.items():
        if name == DIALOGUE and isinstance(value, Mapping):
            told = _dialogue(value, look.lang)
            lines += [
                Text.assemble((f"· {label}{':' if words else ''} ", look.palette.label), words) for label, words in told
            ]
            continue
        shown = pretty(json.loads(json.dumps(value, default=str)), look.lang)
        lines += [
            Text(f"{one_line(name)}: {line}" if not at else f"  {line}", look.palette.label)
            for at, line in enumerate(shown)
        ]
    return lines


def _dialogue(facts: Mapping[str, Any], lang: UiLang) -> Iterator[tuple[str, str]]:
    for name, title in (("what_it_hangs_on", HANGS_ON), ("one_possible_good_answer", GOOD_ANSWER)):
        if facts.get(name):
            yield title.told(lang), one_line(str(facts[name]))
    yield DONE.told(lang), _done(facts, lang) or NOTHING_DONE.told(lang)
    yield from check_words(facts.get("known", {}), lang, quoted=True)
    situation = facts.get("situation", {})
    yield SITUATION.told(lang), _situation(situation, lang)
    # The battery is a part of the situation already.
    car = {name: value for name, value in situation.get("car", {}).items() if name != "state_of_charge"}
    if car:
        told = (f"{variable_name(name, lang)} {value_words(name, value, lang)}" for name, value in car.items())
        yield CAR.told(lang), _APART.join(told)
    for section in facts.get("manual", ()):
        yield MANUAL.told(lang, one_line(section["section"])), one_line(" ".join(section["text"]))


def _done(facts: Mapping[str, Any], lang: UiLang) -> str:
    changes = (
        Change(path=one["changed"], before=one["from"], after=one["to"]) for one in facts.get("done_in_the_answer", ())
    )
    return _APART.join(change_words(change, lang) for change in changes)


def _situation(situation: Mapping[str, Any], lang: UiLang) -> str:
    """Return place, time, weather and battery as they are; what is not told is left out."""
    told = [
        str(situation[name]) for name in ("place", "time", "weather") if situation.get(name) not in (None, _NOT_TOLD)
    ]
    battery = situation.get("battery_percent")
    if battery is not None:
        told.append(BATTERY.told(lang, measured(f"{battery:g}", "%", lang)))
    return one_line(_APART.join(told))
