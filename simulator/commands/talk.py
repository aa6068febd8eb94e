"""`dashtalk talk`: drive yourself, with your own voice or at the keyboard."""

import argparse
from typing import TYPE_CHECKING, Literal

from simulator.commands.drive_end import end_drive
from simulator.commands.judge import chosen_judges
from simulator.commands.run import execute, open_store
from simulator.commands.talk_keyboard import keyboard
from simulator.commands.talk_lines import Screen

if TYPE_CHECKING:
    from evaluation.verdict import SessionVerdict
    from scenarios.schema import Scenario
    from simulator.suite import Run
    from voice.live.setup import Live

Mode = Literal["push-to-talk", "hands-free"]


def talk(arguments: argparse.Namespace) -> int:
    """Let a person drive one session and record it; returns 0 when it came to its end."""
    from voice.live.quiet import quiet_sound_libraries

    with quiet_sound_libraries():
        return _talked(arguments)


def _talked(arguments: argparse.Namespace) -> int:
    from simulator.cockpit.human_run import driven_scenario, human_plan, names_around, one_locale, person_settings
    from simulator.suite import Run
    from simulator.users.human_drive import FREE_DRIVE
    from voice.live.setup import Live, LiveChoice

    settings = person_settings(vars(arguments), arguments.config, suite=arguments.scenario or FREE_DRIVE)
    locale = one_locale(settings)
    scenario = driven_scenario(arguments.scenario, locale, settings)
    screen = Screen(locale)
    choice = LiveChoice(
        locale=locale,
        mode=_mode(arguments.mode),
        microphone=arguments.microphone,
        loudspeaker=arguments.loudspeaker,
        asr=arguments.asr,
        tts=arguments.tts,
        barge_in=arguments.barge_in,
        hints=names_around(settings, scenario, locale),
    )
    live = Live(choice, screen.notice)
    judges = chosen_judges(settings)
    store = open_store(settings, create=True)
    verdicts: list[SessionVerdict] = []
    plan = human_plan(settings, scenario, locale, live.conversation)
    run = Run(plan, store, lambda planned, verdict: verdicts.append(verdict), watch=screen.event)
    interrupted = execute(_Drive(run, live, screen, scenario))
    verdict = None if interrupted or not verdicts else verdicts[0]
    scored = bool(arguments.scenario)
    return end_drive(store, run.id, verdict, judges, screen, recorded=run.recorded, scored=scored)


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


def _mode(name: str) -> Mode:
    return "hands-free" if name == "hands-free" else "push-to-talk"
