"""A run of one session in which a person drives, in whatever room: a bare terminal or the cockpit."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scenarios.dialogue import draw
from scenarios.load import catalogue, dialogues, existing, load_file, shipped
from scenarios.schema import Scenario
from simulator.agents.apart import apart
from simulator.assembly import ChannelChoice, Channels, agent_factory, session_seed
from simulator.channel import Locale
from simulator.hints import expected_names
from simulator.plan import Plan, PlannedSession, asked
from simulator.registry import UsageError
from simulator.settings import Settings, resolve
from simulator.users.human import HumanUser
from simulator.users.human_drive import free_drive

if TYPE_CHECKING:
    from simulator.hands import Hands
    from voice.live.conversation import Conversation

# A person may take a day, and says more than a script.
LONGEST_S = 86_400.0
MOST_TURNS = 1000
_NEAREST = 5


def patient(settings: Settings) -> Settings:
    """Return settings of a session that a person drives or watches, which may take as long as people like."""
    return replace(settings, session_timeout_s=LONGEST_S, max_turns=MOST_TURNS, max_steps=MOST_TURNS)


def one_locale(settings: Settings) -> Locale:
    """Return the language of a drive; raises UsageError for more than one."""
    if settings.locale == "all":
        raise UsageError("--lang: a person speaks one language at a time: ko or en")
    return "ko" if settings.locale == "ko" else "en"


def person_settings(flags: Mapping[str, Any], config: str | None, *, suite: str) -> Settings:
    """Return the settings of a drive of one session; its language is English unless flags say otherwise."""
    fixed = {"channel": "auto", "trials": 1, "user": "human", "suite": suite, "locale": flags.get("locale") or "en"}
    return patient(resolve({**flags, **fixed, "asr": None, "tts": None}, config))


def driven_scenario(name: str | None, locale: Locale, settings: Settings) -> Scenario:
    """Return a scenario by its id or file, or a free drive; raises UsageError for a language nobody speaks in it.

    The assistant is asked for the speech level of the settings; a dialogue comes with the style, and without such a
    level with the level, that the seed draws for it.
    """
    if not name:
        return asked(settings, [free_drive()])[0]
    path = existing(name)
    scenario = load_file(path) if path else shipped(name)
    if scenario is None:
        raise _no_such_scenario(name)
    if locale not in scenario.driver:
        raise UsageError(f"--lang: '{scenario.id}' is spoken in {' and '.join(scenario.driver)}, not in {locale}")
    (scenario,) = asked(settings, [scenario])
    drawn = draw(scenario.dialogue, scenario.id, settings.seed) if scenario.dialogue else None
    return scenario.drawn(drawn) if drawn else scenario


def _no_such_scenario(name: str) -> UsageError:
    if "/" in name or Path(name).suffix in (".yaml", ".yml", ".json"):
        return UsageError(f"{name}: no such file")
    known = dialogues() if name.startswith("dlg-") else catalogue()
    close = get_close_matches(name, known, n=_NEAREST, cutoff=0.5)
    hint = f"did you mean {', '.join(close)}? " if close else ""
    return UsageError(f"unknown scenario '{name}': {hint}dashtalk scenarios list tells them all")


def names_around(settings: Settings, scenario: Scenario, locale: Locale) -> tuple[str, ...]:
    """Return the names around the car, which a recogniser may expect in any session there."""
    world = scenario.build_world(session_seed(settings.seed, scenario, "en", 0), locale)
    return expected_names(world, locale, scenario.place)


def human_plan(
    settings: Settings,
    scenario: Scenario,
    locale: Locale,
    conversation: "Conversation",
    *,
    channel: ChannelChoice | None = None,
    hands: "Hands | None" = None,
) -> Plan:
    """Return the plan of one session with a person at its live end, through `channel` if there is one between them.

    Raises UsageError for an assistant that cannot be.
    """
    channels = Channels(settings)
    if channels.archive is not None:
        conversation.record(channels.archive)
    chosen = channel or ChannelChoice("live", lambda seed: conversation)
    return Plan(
        settings,
        (PlannedSession(0, scenario, locale, 0, chosen),),
        apart(agent_factory(settings)),
        channels,
        notices=(),
        make_user=_sitting_in(conversation),
        hands=hands,
    )


def _sitting_in(conversation: "Conversation") -> Callable[[Scenario, Locale, int, int], HumanUser]:
    return lambda scenario, locale, seed, attempt: HumanUser(conversation)
