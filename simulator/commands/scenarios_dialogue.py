"""Whether a dialogue is sound: its words keep their levels, its reference passes, and empty answers do not."""

import asyncio
from collections.abc import Iterator

from evaluation.honorifics.reply import complies, read_reply
from evaluation.kpi.wording import all_families_known
from evaluation.metrics.kpis import GATE
from evaluation.verdict import Outcome, SessionVerdict, score_session
from scenarios.dialogue import LEVELS, AssistantWords, Dialogue
from scenarios.schema import Scenario
from simulator.assembly import AGENTS, ChannelChoice, build_session
from simulator.channel import Locale, TextChannel
from simulator.events import SpeechLevel
from simulator.language.kiwi import installed
from simulator.settings import Settings

_EMPTY = ("silent", "fabricating", "over-asking")


def check_dialogue(scenario: Scenario, dialogue: Dialogue, locale: Locale) -> list[str]:
    """Return what is wrong with a dialogue in one language.

    Every reply of the assistant must keep each level, the oracle must not fail at any of them nor say nothing, the
    rules must let it pass at one at least, and assistants that say nothing of use must not pass.
    """
    lead = f"{scenario.id} [{locale}]"
    problems = [f"{lead}: no family of wordings is called <{name}>" for name in _unknown(dialogue)]
    if locale == "ko" and installed():
        problems += [f"{lead}: {problem}" for problem in _off_level(dialogue)]
    undecided: list[str] = []
    levels = LEVELS if locale == "ko" else (None,)
    for level in levels:
        verdict = _verdict("oracle", _at(scenario, dialogue, level), locale)
        undecided += [reason for reason in verdict.reasons if verdict.outcome is Outcome.UNSCORED][:1]
        gate = verdict.score(GATE)
        if verdict.outcome in (Outcome.FAILED, Outcome.DEFECT) or (gate is not None and gate.value == 0):
            why = "; ".join(verdict.reasons) or (gate.reason if gate is not None else "")
            problems.append(f"{lead}: the reference{f' at {level}' if level else ''} {verdict.outcome.value}: {why}")
    if len(undecided) == len(levels):
        problems.append(f"{lead}: without judges nobody can pass, not even the reference: {undecided[0]}")
    for agent in _EMPTY if dialogue.checks.ask and dialogue.kpi == "clarification" else _EMPTY[:2]:
        if _verdict(agent, scenario, locale).outcome is Outcome.PASSED:
            problems.append(f"{lead}: the {agent} assistant passes")
    return problems


def _unknown(dialogue: Dialogue) -> tuple[str, ...]:
    return tuple(dict.fromkeys(all_families_known(forms for _, forms in dialogue.checks.said())))


def _off_level(dialogue: Dialogue) -> Iterator[str]:
    places = [(f"history.{number}.assistant", pair.assistant) for number, pair in enumerate(dialogue.history)]
    for place, words in (*places, ("reference", dialogue.reference)):
        for level in LEVELS:
            yield from _off(f"dialogue.{place}.{level}", words, level)


def _off(place: str, words: AssistantWords, level: SpeechLevel) -> Iterator[str]:
    found = complies(read_reply(words.of("ko", level)), level)
    if not found.complies:
        yield f"{place}: {found.reason}"


def _at(scenario: Scenario, dialogue: Dialogue, level: SpeechLevel | None) -> Scenario:
    if level is None:
        return scenario
    return scenario.model_copy(update={"dialogue": dialogue.model_copy(update={"level": level})})


def _verdict(agent: str, scenario: Scenario, locale: Locale) -> SessionVerdict:
    settings = Settings(channel="text")
    text = ChannelChoice("text", lambda seed: TextChannel())
    session = build_session(settings, scenario, locale, 0, make_agent=AGENTS[agent](settings), channel=text)

    async def run() -> None:
        async for _ in session.run():
            pass

    asyncio.run(run())
    return score_session(session.trajectory, scenario)
