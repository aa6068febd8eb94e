"""`dashtalk talk`: drive yourself, with your own voice or at the keyboard."""

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from simulator.channel import Locale
from simulator.commands.judge import chosen_judges, exit_after, judge_after, tell
from simulator.commands.run import EXIT_INCOMPLETE, EXIT_INTERRUPTED, execute, open_store
from simulator.commands.talk_keyboard import keyboard
from simulator.commands.talk_lines import Screen
from simulator.registry import UsageError
from simulator.settings import Settings, resolve

if TYPE_CHECKING:
    from evaluation.store import Store
    from evaluation.verdict import SessionVerdict
    from scenarios.schema import Scenario
    from simulator.suite import Run
    from voice.live.setup import Live

Mode = Literal["push-to-talk", "hands-free"]
# A person may take a day, and says more than a script.
_LONGEST_S = 86_400.0
_MOST_TURNS = 1000


def talk(arguments: argparse.Namespace) -> int:
    """Let a person drive one session and record it; returns 0 when it came to its end."""
    from voice.live.quiet import quiet_sound_libraries

    with quiet_sound_libraries():
        return _talked(arguments)


def _talked(arguments: argparse.Namespace) -> int:
    from voice.live.setup import Live, LiveChoice

    settings = _settings(arguments)
    locale: Locale = "ko" if settings.locale == "ko" else "en"
    scenario = _scenario(arguments.scenario, locale)
    screen = Screen(locale)
    choice = LiveChoice(
        locale=locale,
        mode=_mode(arguments.mode),
        microphone=arguments.microphone,
        loudspeaker=arguments.loudspeaker,
        asr=arguments.asr,
        tts=arguments.tts,
        barge_in=arguments.barge_in,
        hints=_names(settings, scenario, locale),
    )
    live = Live(choice, screen.notice)
    judges = chosen_judges(settings)
    store = open_store(settings, create=True)
    verdicts: list[SessionVerdict] = []
    run = _run(settings, scenario, locale, live, store, screen, verdicts.append)
    interrupted = execute(_Drive(run, live, screen, scenario))
    session_id = f"{run.id}-0000"
    screen.recorded(run.recorded)
    if interrupted or not verdicts:
        print(f"dashtalk: interrupted; what was said is kept: dashtalk show {session_id}", file=sys.stderr)
        return EXIT_INTERRUPTED
    screen.turns(store.trajectory(session_id), verdicts[0].outcome)
    judged = judge_after(store, run.id, judges)
    tell(judged.notices)
    screen.verdict(_judged(store, session_id, verdicts[0]), session_id, scored=bool(arguments.scenario))
    return exit_after(judged, EXIT_INCOMPLETE if verdicts[0].outcome.value == "defect" else 0)


def _judged(store: "Store", session_id: str, verdict: "SessionVerdict") -> "SessionVerdict":
    """Return the verdict as it is stored, with what judges said of it."""
    from evaluation.rows import session_row

    stored = store.session(session_id)
    if stored is None:
        return verdict
    row = session_row(store, stored)
    names = ("outcome", "partial", "scores", "unscored", "reasons")
    return verdict.model_copy(update={name: getattr(row, name) for name in names})


class _Drive:
    """One session with its devices, from warming up to the end."""

    def __init__(self, run: "Run", live: "Live", screen: Screen, scenario: "Scenario") -> None:
        self._run, self._live, self._screen, self._scenario = run, live, screen, scenario

    async def execute(self) -> None:
        """Play the session."""
        self._screen.preparing()
        async with self._live as conversation:
            self._screen.welcome(conversation, self._live.devices, self._scenario)
            with keyboard(conversation, self._screen):
                await self._run.execute()


def _settings(arguments: argparse.Namespace) -> Settings:
    fixed = {"channel": "auto", "trials": 1, "user": "human", "suite": arguments.scenario or "free-drive"}
    flags = vars(arguments) | fixed | {"locale": arguments.locale or "en", "asr": None, "tts": None}
    settings = resolve(flags, arguments.config)
    if settings.locale == "all":
        raise UsageError("--lang: a person speaks one language at a time: ko or en")
    return replace(settings, session_timeout_s=_LONGEST_S, max_turns=_MOST_TURNS, max_steps=_MOST_TURNS)


def _names(settings: Settings, scenario: "Scenario", locale: Locale) -> tuple[str, ...]:
    """Return the names around the car, which a recogniser may expect in any session there."""
    from simulator.assembly import session_seed
    from simulator.hints import expected_names

    world = scenario.build_world(session_seed(settings.seed, scenario, "en", 0), locale)
    return expected_names(world, locale, scenario.place)


def _mode(name: str) -> Mode:
    return "hands-free" if name == "hands-free" else "push-to-talk"


def _scenario(name: str | None, locale: Locale) -> "Scenario":
    from scenarios.load import catalogue, existing, load_file, pick
    from simulator.users.human_drive import free_drive

    if not name:
        return free_drive()
    path = existing(name)
    (scenario,) = [load_file(path)] if path else pick(catalogue().values(), [name])
    if locale not in scenario.driver:
        raise UsageError(f"--lang: '{scenario.id}' is spoken in {' and '.join(scenario.driver)}, not in {locale}")
    return scenario


def _run(
    settings: Settings,
    scenario: "Scenario",
    locale: Locale,
    live: "Live",
    store: "Store",
    screen: Screen,
    done: "Callable[[SessionVerdict], None]",
) -> "Run":
    from simulator.assembly import ChannelChoice, Channels, agent_factory
    from simulator.plan import Plan, PlannedSession
    from simulator.suite import Run
    from simulator.users.human import HumanUser

    conversation = live.conversation
    channels = Channels(settings)
    if channels.archive is not None:
        conversation.record(channels.archive)
    planned = PlannedSession(0, scenario, locale, 0, ChannelChoice("live", lambda seed: conversation))
    plan = Plan(
        settings,
        (planned,),
        agent_factory(settings),
        channels,
        notices=(),
        make_user=lambda scenario, locale, seed, attempt: HumanUser(conversation),
    )
    return Run(plan, store, lambda planned, verdict: done(verdict), watch=screen.event)
