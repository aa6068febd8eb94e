"""`dashtalk replay` and `dashtalk watch`: look at what is stored, and at what is being played."""

import argparse
from typing import TYPE_CHECKING

from simulator.commands.drive import own_screen
from simulator.commands.run import open_store
from simulator.commands.show import find_session
from simulator.commands.terminal import need_terminal
from simulator.registry import UsageError
from simulator.settings import resolve

if TYPE_CHECKING:
    from evaluation.store import Store
    from simulator.cockpit.stored_runs import RunsInStore
    from simulator.dashboard.app import FirstScreen
    from simulator.dashboard.phrases import UiLang


def replay(arguments: argparse.Namespace) -> int:
    """Show a stored session event by event, two of them side by side, or the sessions of a run to choose from."""
    from simulator.dashboard.screens.compare import Compare
    from simulator.dashboard.screens.replay import Replay
    from simulator.dashboard.screens.runs import RunBrowser
    from simulator.dashboard.screens.sessions import SessionBrowser

    store, stored_runs, lang = _opened(arguments)
    # What cannot be read is told before the terminal is taken over.
    if arguments.other is not None:
        if arguments.id is None:
            raise UsageError("--other: name the session to compare it with as well")
        left, right = (stored_runs.story(session_named(store, name)) for name in (arguments.id, arguments.other))
        return _shown(arguments, store, stored_runs, lang, lambda app: Compare(left, right))
    if arguments.id is None:
        return _shown(arguments, store, stored_runs, lang, lambda app: RunBrowser())
    name = _session_or_none(store, arguments.id)
    if name is None:
        run_id = store.run(arguments.id)["id"]
        return _shown(arguments, store, stored_runs, lang, lambda app: SessionBrowser(run_id))
    story = stored_runs.story(name)
    return _shown(arguments, store, stored_runs, lang, lambda app: Replay(story))


def watch(arguments: argparse.Namespace) -> int:
    """Show how a run goes on, by default the latest one; leaving does not stop it."""
    from simulator.dashboard.screens.progress import Progress

    store, stored_runs, lang = _opened(arguments)
    run_id = stored_runs.run(arguments.id or "latest").id
    return _shown(arguments, store, stored_runs, lang, lambda app: Progress(run_id))


def session_named(store: "Store", name: str) -> str:
    """Return the id of a session by any name that `dashtalk show` takes; raises UsageError."""
    found = _session_or_none(store, name)
    if found is None:
        run_id = store.run(name)["id"]
        raise UsageError(f"'{name}' is the run {run_id}; name one of its sessions, such as {run_id}-0000")
    return found


def _session_or_none(store: "Store", name: str) -> str | None:
    from evaluation.attempts import MARK

    session, mark, attempt = name.partition(MARK)
    found = find_session(store, session)
    return None if found is None else f"{found['id']}{mark}{attempt}"


def _opened(arguments: argparse.Namespace) -> "tuple[Store, RunsInStore, UiLang]":
    from simulator.cockpit.stored_runs import RunsInStore
    from simulator.dashboard.phrases import ui_lang

    settings = resolve(vars(arguments), arguments.config)
    store = open_store(settings, create=False)
    return store, RunsInStore(store.path, config=arguments.config, prices=settings.prices), ui_lang(arguments.ui_lang)


def _shown(
    arguments: argparse.Namespace, store: "Store", stored_runs: "RunsInStore", lang: "UiLang", first: "FirstScreen"
) -> int:
    from simulator.cockpit.garage import SessionGarage
    from simulator.dashboard.app import DashtalkApp, run_app
    from simulator.dashboard.breakage import errors_beside

    if arguments.command == "watch":
        need_terminal("watch", "list runs with dashtalk runs")
    else:
        need_terminal("replay", "print a session with dashtalk show SESSION")
    settings = resolve(vars(arguments) | {"user": "human", "trials": 1}, arguments.config)
    garage = SessionGarage(settings, store, lang=lang)
    with own_screen():
        app = DashtalkApp(garage, stored_runs, first, lang=lang, theme=arguments.theme or "")
        return run_app(app, errors_beside(store.path))
