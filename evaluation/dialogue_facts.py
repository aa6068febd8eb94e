"""What judges of a dialogue are told for sure: what to grade, the situation, one good answer, and what it hangs on."""

from typing import Any

from evaluation.kpi.answer import Answer, answer_of
from scenarios.dialogue_known import known
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.trajectory import AssistantSaid, Trajectory


def dialogue_facts(trajectory: Trajectory, scenario: Scenario) -> dict[str, Any]:
    """Return the facts of a dialogue in the session's language; the reference is at the level that was asked for."""
    dialogue = scenario.dialogue
    if dialogue is None:
        return {}
    started = trajectory.started
    locale, messages = started.locale, trajectory.messages()
    own = [n for n, message in enumerate(messages) if isinstance(message, AssistantSaid) and not message.given]
    answer = answer_of(trajectory, scenario)
    return {
        "grade_only_message": own[-1] if own else None,
        "earlier_messages_were_given": sum(getattr(message, "given", False) for message in messages),
        "situation": _situation(scenario, trajectory),
        "what_it_hangs_on": dialogue.note.of(locale),
        "one_possible_good_answer": dialogue.reference.of(locale, started.speech_level),
        "known": known(dialogue.checks, locale),
        "done_in_the_answer": _done(answer) if answer is not None else [],
        **({"manual": _passages(dialogue.manual, locale)} if dialogue.manual else {}),
    }


def _situation(scenario: Scenario, trajectory: Trajectory) -> dict[str, Any]:
    state = trajectory.started.state
    weather = scenario.weather
    return {
        "place": state["surroundings"]["current_location"]["name"],
        "time": scenario.time.isoformat(sep=" ", timespec="minutes"),
        "weather": f"{weather.condition}, {weather.temperature_c} °C" if weather is not None else "not told",
        "battery_percent": state["battery"].get("state_of_charge"),
        "car": dict(scenario.state),
    }


def _done(answer: Answer) -> list[dict[str, Any]]:
    return [{"changed": change.path, "from": change.before, "to": change.after} for change in answer.changes]


def _passages(sections: tuple[str, ...], locale: Locale) -> list[dict[str, Any]]:
    from simulator.world.manual import manual

    found = [manual().place(name) for name in sections]
    return [
        {"section": place[2].title.of(locale), "text": list(place[2].passages(locale))}
        for place in found
        if place is not None
    ]
