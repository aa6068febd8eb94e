"""Whether a Korean assistant kept to the speech level that was asked of it."""

from evaluation.conditions import ONE_VOICE
from evaluation.honorifics.forms import Level
from evaluation.honorifics.reply import complies, read_reply
from evaluation.spec import Measured, metric, ratio, unscored
from scenarios.schema import Scenario
from simulator.events import AssistantSpoke
from simulator.language.kiwi import installed
from simulator.trajectory import Trajectory


@metric("hae", locales=("ko",), steady=ONE_VOICE)
def score_hae(trajectory: Trajectory, scenario: Scenario) -> Measured | None:
    """Share of replies with a speech level that keep to hae, where it is asked for. Source: LoCar, KPI hae."""
    return _kept("hae", trajectory, scenario)


@metric("haeyo", locales=("ko",), steady=ONE_VOICE)
def score_haeyo(trajectory: Trajectory, scenario: Scenario) -> Measured | None:
    """Share of replies with a speech level that keep to haeyo, where it is asked for. Source: LoCar, KPI haeyo."""
    return _kept("haeyo", trajectory, scenario)


@metric("hapsyo", locales=("ko",), steady=ONE_VOICE)
def score_hapsyo(trajectory: Trajectory, scenario: Scenario) -> Measured | None:
    """Share of replies with a speech level that keep to hapsyo, where it is asked for. Source: LoCar, KPI hapsyo."""
    return _kept("hapsyo", trajectory, scenario)


def _kept(level: Level, trajectory: Trajectory, scenario: Scenario) -> Measured | None:
    """Return the share over a session's replies; the evidence begins where the level was first broken."""
    script = scenario.driver.get("ko")
    # The level of a dialogue is drawn for each run.
    asked = trajectory.started.speech_level if scenario.dialogue is not None else script.level if script else None
    if asked != level:
        return None
    replies = [event for event in trajectory.of(AssistantSpoke) if event.text.strip()]
    if not replies:
        return unscored(level, "the assistant said nothing")
    if not installed():
        return unscored(level, "the Korean analyser is not installed: python -m pip install kiwipiepy")
    found = [(event.turn, complies(read_reply(event.text), level)) for event in replies]
    marked = [(turn, kept) for turn, kept in found if kept.complies is not None]
    if not marked:
        return unscored(level, "no reply shows a speech level")
    broken = tuple(f"turn {turn}: {kept.reason}" for turn, kept in marked if not kept.complies)
    return ratio(level, len(marked) - len(broken), len(marked), broken)
