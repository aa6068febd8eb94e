"""`dashtalk drive`: the cockpit, in which a person drives or watches a simulated driver."""

import argparse
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from simulator.commands.drive_end import end_drive
from simulator.commands.judge import Judges, chosen_judges
from simulator.commands.run import EXIT_INCOMPLETE, open_store
from simulator.commands.talk_lines import Screen
from simulator.commands.terminal import need_terminal
from simulator.registry import UsageError
from simulator.settings import Settings, resolve

if TYPE_CHECKING:
    from evaluation.store import Store
    from simulator.cockpit.drive import SessionDrive
    from simulator.dashboard.phrases import UiLang
    from voice.devices import Direction

_SLOWEST, _FASTEST = 0.1, 100.0


def drive(arguments: argparse.Namespace) -> int:
    """Show the cockpit and tell how its drives went; returns the last one's exit code."""
    # What is wrong with the command line is told first: it stays wrong in a terminal.
    _check(arguments)
    need_terminal("drive", "drive line by line with dashtalk talk, or play scenarios with dashtalk run")
    from voice.live.quiet import quiet_sound_libraries

    with own_screen(), quiet_sound_libraries():
        return _driven(arguments)


def _check(arguments: argparse.Namespace) -> None:
    from simulator.cockpit.human_run import driven_scenario, one_locale
    from simulator.dashboard.phrases import ui_lang

    settings = _settings(arguments, ui_lang(arguments.ui_lang))
    driven_scenario(arguments.scenario, one_locale(settings), settings)
    _pace(arguments.pace)
    named: tuple[tuple[Direction, str | None], ...] = (
        ("microphone", arguments.microphone),
        ("loudspeaker", arguments.loudspeaker),
    )
    if any(name is not None for _, name in named):
        from voice.devices import choose_device, list_devices

        found = list_devices()
        for direction, name in named if found.devices else ():
            if name is not None:
                choose_device(found, direction, name)


def _driven(arguments: argparse.Namespace) -> int:
    from evaluation.store import store_path
    from simulator.cockpit.garage import LiveFlags, SessionGarage
    from simulator.cockpit.human_run import one_locale
    from simulator.cockpit.stored_runs import RunsInStore
    from simulator.dashboard.app import run_cockpit
    from simulator.dashboard.breakage import errors_beside
    from simulator.dashboard.phrases import ui_lang
    from simulator.dashboard.sources import DriveChoice

    lang = ui_lang(arguments.ui_lang)
    settings = _settings(arguments, lang)
    locale = one_locale(settings)
    judges = chosen_judges(settings)
    store = open_store(settings, create=True)
    flags = LiveFlags(
        mode="hands-free" if arguments.mode == "hands-free" else "push-to-talk",
        microphone=arguments.microphone,
        loudspeaker=arguments.loudspeaker,
        asr=arguments.asr,
        tts=arguments.tts,
        barge_in=arguments.barge_in,
    )
    garage = SessionGarage(settings, store, lang=lang, live=flags, pace=_pace(arguments.pace))
    stored_runs = RunsInStore(
        store_path(settings.store), config=arguments.config, flags=_assistant(arguments), prices=settings.prices
    )
    choice = DriveChoice(arguments.scenario or "", locale, _user(settings.driver))
    errors = errors_beside(store.path)
    code = run_cockpit(garage, stored_runs, choice, lang=lang, theme=arguments.theme or "", errors=errors)
    return _told(store, garage.drives, judges, code)


def _assistant(arguments: argparse.Namespace) -> list[str]:
    """Return the flags that name the assistant, for runs that are started from the cockpit."""
    names = ("agent", "model", "base_url", "temperature", "options", "api")
    given = [(name.replace("_", "-"), getattr(arguments, name, None)) for name in names]
    return [part for name, value in given if value is not None for part in (f"--{name}", str(value))]


def _told(store: "Store", drives: "list[SessionDrive]", judges: Judges, code: int) -> int:
    """Tell of every drive that was begun, in order; returns the exit code of the last one that says more than 0."""
    broke = code == EXIT_INCOMPLETE
    for made in drives:
        if made.broke:
            print(f"dashtalk: the drive broke off: {made.broke}", file=sys.stderr)
            code = EXIT_INCOMPLETE
            continue
        if not made.run_id:
            continue
        screen = Screen(made.story.locale)
        ended = end_drive(
            store,
            made.run_id,
            made.verdict,
            judges,
            screen,
            recorded=made.recorded,
            scored=made.scored,
            interrupted=not broke,
        )
        code = ended or code
    return code


def _settings(arguments: argparse.Namespace, lang: "UiLang") -> Settings:
    """Return the settings; a drive is in the language of the interface unless another one is asked for."""
    user = arguments.user or "human"
    flags: dict[str, Any] = {**vars(arguments), "user": user}
    if user == "human":
        # A person's own engines are not those of a simulated one.
        flags |= {"asr": None, "tts": None}
    settings = resolve(flags, arguments.config)
    return replace(settings, locale=lang) if arguments.locale is None and settings.locale == "all" else settings


def _user(name: str) -> Literal["human", "scripted", "persona"]:
    return "scripted" if name == "scripted" else "persona" if name == "persona" else "human"


def _pace(speed: float | None) -> float:
    if speed is None:
        return 1.0
    if speed and not _SLOWEST <= speed <= _FASTEST:
        raise UsageError(f"--pace: {speed:g} must be 0 or lie between {_SLOWEST:g} and {_FASTEST:g}")
    return speed


@contextmanager
def own_screen() -> Iterator[None]:
    """Let the cockpit draw on standard output inside the block, whatever becomes of standard error.

    It draws where Python's first standard error was, and there the lines of sound libraries are filtered.
    """
    before = sys.__stderr__
    screen = io.TextIOWrapper(os.fdopen(os.dup(sys.stdout.fileno()), "wb"), encoding="utf-8", errors="replace")
    sys.__stderr__ = screen  # type: ignore[misc]
    try:
        yield
    finally:
        screen.flush()
        sys.__stderr__ = before  # type: ignore[misc]
        screen.close()
