"""What a run will do: its sessions, its assistant, and what a person should know first."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import get_args

from evaluation.catalogue import metrics
from scenarios.schema import Scenario
from simulator.assembly import AgentFactory, ChannelChoice, Channels, agent_factory
from simulator.channel import LOCALES, Locale
from simulator.events import SpeechLevel
from simulator.hands import Hands
from simulator.idle_settings import idle_notices
from simulator.recorded_speech import check_recorded
from simulator.registry import UsageError, unknown
from simulator.settings import Settings
from simulator.users.factory import UserFactory, scripted, user_factory


@dataclass(frozen=True, slots=True)
class PlannedSession:
    """One session that is to run; one that was `begun` before starts anew under the same number."""

    number: int
    scenario: Scenario
    locale: Locale
    trial: int
    channel: ChannelChoice
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """All sessions of a run, the assistant under test and the notices a person should read first.

    `command` is the one that can take the run up again, "" when none can. `hands` are those of the person at the
    controls, who can only be in one session.
    """

    settings: Settings
    sessions: tuple[PlannedSession, ...]
    make_agent: AgentFactory
    channels: Channels
    notices: tuple[str, ...]
    require: tuple[str, ...] = ()
    make_user: UserFactory = scripted
    command: str = ""
    hands: Hands | None = None


def make_plan(
    settings: Settings,
    scenarios: Sequence[Scenario],
    require: tuple[str, ...] = (),
    *,
    make_agent: AgentFactory | None = None,
    command: str = "",
) -> Plan:
    """Return what a run will do; raises UsageError before anything has started.

    The assistant is the one the settings name unless `make_agent` brings another.
    """
    check_required(require)
    make_agent = make_agent or agent_factory(settings)
    make_user = user_factory(settings)
    channels = Channels(settings, scenarios)
    wanted: tuple[Locale, ...] = LOCALES if settings.locale == "all" else (as_locale(settings.locale),)
    chosen = [
        (scenario, locale, trial, channels.choose(scenario, locale))
        for trial in range(settings.trials)
        for scenario in scenarios
        for locale in wanted
        if locale in scenario.driver
    ]
    if not chosen:
        raise UsageError(f"nothing to run: no scenario of '{settings.suite}' speaks {settings.locale}")
    sessions = tuple(PlannedSession(number, *facts) for number, facts in enumerate(chosen))
    notices = notices_of(sessions) + recorded_notices(settings, sessions)
    if command:
        notices += idle_notices(settings, (planned.channel.name for planned in sessions))
    notices += catastrophe_notices(settings, sessions)
    return Plan(settings, sessions, make_agent, channels, notices, require, make_user, command)


def asked(settings: Settings, scenarios: Iterable[Scenario]) -> list[Scenario]:
    """Return the scenarios with the speech level that the settings ask for in all of them, if any."""
    level = next((known for known in get_args(SpeechLevel) if known == settings.speech_level), None)
    return [scenario.asking_for(level) if level else scenario for scenario in scenarios]


def notices_of(sessions: Iterable[PlannedSession]) -> tuple[str, ...]:
    """Return what the channels of these sessions have to say, each sentence once."""
    return tuple(dict.fromkeys(planned.channel.notice for planned in sessions if planned.channel.notice))


def catastrophe_notices(settings: Settings, sessions: Iterable[PlannedSession]) -> tuple[str, ...]:
    """Return what is to be known about utterances that are lost altogether."""
    if not settings.catastrophic_errors:
        return ()
    if all(planned.channel.name != "errors" for planned in sessions):
        return ("--catastrophic-errors changed nothing: no session used simulated errors",)
    return ("simulated errors lose about 1 utterance in 33 altogether, beside the error rate of those not lost",)


def recorded_notices(settings: Settings, sessions: Iterable[PlannedSession]) -> tuple[str, ...]:
    """Return what to know about the recordings that speak; raises UsageError when a request is not recorded."""
    spoken = ((planned.scenario, planned.locale) for planned in sessions if planned.channel.name == "voice")
    return check_recorded(settings, spoken)


def check_required(require: Iterable[str]) -> None:
    """Raise UsageError when a required component is no metric."""
    known = {metric.name for metric in metrics()}
    for name in require:
        if name not in known:
            raise unknown("component", name, known)


def as_locale(name: str) -> Locale:
    """Return a locale's name as its type."""
    return "ko" if name == "ko" else "en"


def scenario_digest(scenario: Scenario) -> str:
    """Return the SHA-256 of all a scenario says, hexadecimal.

    Where its dataset lies is no part of it, nor is the translation of its summary, which plays no part in a session.
    """
    return hashlib.sha256(scenario.model_dump_json(exclude={"dataset", "summary_ko"}).encode()).hexdigest()
