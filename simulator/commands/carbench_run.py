"""`dashtalk carbench run`: play official tasks with an assistant and a driver, recorded and scored like any run."""

import argparse
import importlib
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from evaluation.gate import check_own
from evaluation.judge import Judge
from evaluation.profiles.native import official_session
from evaluation.store import Store
from scenarios.carbench_folder import pick_tasks, read_tasks
from scenarios.carbench_scenario import OfficialScenario, official_scenario
from scenarios.schema import Scenario
from simulator.assembly import AGENTS, ChannelChoice, Channels, agent_factory, agent_limits, session_seed
from simulator.channel import TextChannel
from simulator.commands.carbench_data import open_world
from simulator.commands.judge import chosen_judges
from simulator.commands.play import play
from simulator.commands.run import open_store, read_gates
from simulator.idle_settings import idle_notices
from simulator.plan import Plan, PlannedSession, check_required
from simulator.registry import UsageError
from simulator.resume import StoredRun, missing_sessions, resumed_settings, scenarios_of, stored_run
from simulator.session import Label, Session
from simulator.settings import Settings, resolve
from simulator.suite import Progress, Run
from simulator.users.factory import persona_factory
from simulator.users.scripted import ScriptedUser
from simulator.users.spec import User

COMMAND = "carbench run DIR"
TEXT = ChannelChoice("text", lambda seed: TextChannel())

OfficialUserFactory = Callable[[OfficialScenario, int, int], User]
"""Makes the driver of one session from scenario, seed and attempt."""

# They know the ground truth or ignore the driver, so a driver that cannot hold a conversation is enough for them.
CHECKS = frozenset(AGENTS) - {"baseline", "chat"}


def user_factory(settings: Settings) -> OfficialUserFactory:
    """Return what makes the driver of an official task.

    The official tasks describe a person in prose and have to be played by a model or by somebody's own driver; where
    a model is named it plays them. The embedded script only reads the description out and says yes once, which is
    enough to check the wiring with the assistants that know the answer. Raises UsageError for anything else.
    """
    name, agent = settings.driver, settings.agent
    if ":" in name:
        make = _load(name)
        return lambda scenario, seed, attempt: make(scenario)
    if name == "persona":
        play = persona_factory(settings)
        return lambda scenario, seed, attempt: play(scenario, "en", seed, attempt)
    if name != "scripted":
        raise UsageError(
            f"--user {name}: official tasks are played by scripted (checks only), by persona or by module:Class"
        )
    if agent not in CHECKS:
        raise UsageError(
            f"--agent {agent}: official tasks need a driver that plays a persona, which --user scripted does not: "
            f"add --user-model NAME, name one with --user module:Class, or check the wiring with --agent oracle"
        )
    return lambda scenario, seed, attempt: ScriptedUser(scenario, "en")


def _load(path: str) -> Callable[[OfficialScenario], User]:
    """Return the class at `module:Class`, built with the scenario as its only argument."""
    module_name, _, class_name = path.partition(":")
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.append(os.getcwd())
    found: Any
    try:
        found = getattr(importlib.import_module(module_name), class_name, None)
    except Exception as error:
        raise UsageError(f"--user {path}: cannot import '{module_name}': {type(error).__name__}: {error}") from None
    if not isinstance(found, type) or not callable(getattr(found, "speak", None)):
        raise UsageError(
            f"--user {path}: '{module_name}' has no class '{class_name}' with speak(history, removed_call)"
        )

    make: Callable[[OfficialScenario], User] = found
    return make


class OfficialRun(Run):
    """One run of official tasks; it is recorded, limited and scored like any other."""

    def __init__(
        self,
        plan: Plan,
        store: Store,
        make_user: OfficialUserFactory,
        progress: Progress | None = None,
        *,
        taken_over: StoredRun | None = None,
        judges: Sequence[Judge] = (),
    ) -> None:
        super().__init__(plan, store, progress, taken_over=taken_over, judges=judges)
        self._settings = plan.settings
        self._make_agent = plan.make_agent
        self._make_official_user = make_user

    def _session(self, planned: PlannedSession, attempt: int = 0) -> Session:
        scenario, settings = planned.scenario, self._settings
        assert isinstance(scenario, OfficialScenario)
        seed = session_seed(settings.seed, scenario, "en", planned.trial, attempt)
        agent = self._make_agent(scenario, "en")
        return official_session(
            scenario,
            agent,
            self._make_official_user(scenario, seed, attempt),
            Label(settings.agent, settings.driver, "text", planned.trial, seed),
            agent_limits(settings, agent),
        )


def make_plan(settings: Settings, folder: Path, arguments: argparse.Namespace) -> Plan:
    """Return what a run will do; raises UsageError before anything has started."""
    scenarios = _scenarios(folder, arguments)
    planned = [(scenario, trial) for trial in range(settings.trials) for scenario in scenarios]
    sessions = tuple(
        PlannedSession(number, scenario, "en", trial, TEXT) for number, (scenario, trial) in enumerate(planned)
    )
    return _plan(settings, sessions, idle_notices(settings, ("text",)), tuple(arguments.require))


def _plan(
    settings: Settings, sessions: tuple[PlannedSession, ...], notices: tuple[str, ...], require: tuple[str, ...]
) -> Plan:
    return Plan(settings, sessions, agent_factory(settings), Channels(settings), notices, require, command=COMMAND)


def _scenarios(folder: Path, arguments: argparse.Namespace) -> list[OfficialScenario]:
    tasks = pick_tasks(read_tasks(folder, arguments.family, arguments.split), tuple(arguments.task))
    world = open_world(folder)
    return [official_scenario(task, world, str(folder.resolve())) for task in tasks.values()]


def _missing(arguments: argparse.Namespace, folder: Path, store: Store, run: StoredRun) -> Plan:
    """Return what is missing of a stored run; raises UsageError."""
    for flag in ("family", "split", "task"):
        if getattr(arguments, flag):
            raise UsageError(f"--{flag}: a resumed run plays the sessions it was begun with; leave it out")
    settings = resumed_settings(run, vars(arguments), arguments.config)
    world = open_world(folder)

    def adopt(scenario: Scenario) -> Scenario:
        assert isinstance(scenario, OfficialScenario)
        return scenario.in_world(world)

    scenarios = scenarios_of(run, lambda: _scenarios(folder, arguments), adopt)
    sessions = missing_sessions(run, scenarios, lambda scenario, locale: TEXT)
    return _plan(settings, sessions, (run.notice(),), run.require)


def run(arguments: argparse.Namespace) -> int:
    """Play official tasks, or what is missing of a stored run, and print the scorecard.

    `export` then writes a run as a result file.
    """
    folder = Path(arguments.folder)
    flags: dict[str, Any] = vars(arguments) | {"suite": f"carbench:{folder.name}"}
    settings = resolve(flags, arguments.config)
    gates = read_gates(arguments)
    check_required(arguments.require)
    store, taken_over = None, None
    if arguments.resume is not None:
        store = open_store(settings, create=False)
        taken_over = stored_run(store, arguments.resume, COMMAND, arguments.require)
        plan = _missing(arguments, folder, store, taken_over)
        settings = plan.settings
        make_user = user_factory(settings)
    else:
        make_user = user_factory(settings)
        plan = make_plan(settings, folder, arguments)
    judges = chosen_judges(settings)
    check_own(gates, judges.names)
    kept = store or open_store(settings, create=True)

    def begin(progress: Progress) -> Run:
        return OfficialRun(plan, kept, make_user, progress, taken_over=taken_over, judges=judges.panel)

    return play(plan, kept, judges, gates, arguments, begin, again=f"carbench run {shlex.quote(str(folder))}")
