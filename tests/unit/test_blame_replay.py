"""Replays: the same sessions with nothing between mouth and ears, linked to the run they were made for."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from drives import Call, scenario
from planted_blame import PlantedEars

from evaluation.blame import Culprit
from evaluation.blame_stored import Beside, beside, blame_of, cases, heard_run, replay_runs, unexamined_beside
from evaluation.blame_summary import blame_groups
from evaluation.robustness_spec import Level
from evaluation.store import Store
from evaluation.sweeps import SweepLevel, SweepTable
from scenarios.schema import Scenario
from simulator.agents.oracle import Oracle
from simulator.agents.probes import Silent
from simulator.agents.spec import CallRequest, Reply
from simulator.assembly import AgentFactory, ChannelChoice
from simulator.blame_replay import (
    CLEAN,
    ReplayRun,
    bring_up_to_date,
    check_blamable,
    open_replays,
    replay_plan,
    replay_settings,
    to_replay,
    usual_trials,
)
from simulator.channel import Locale
from simulator.events import EndWord
from simulator.plan import Plan, PlannedSession
from simulator.registry import UsageError
from simulator.settings import Settings
from simulator.suite import Run, make_plan, rescore
from simulator.trajectory import AssistantView, DriverSaid
from simulator.users.spec import Exchange, Utterance

FAN: Call = ("set_fan_speed", {"level": 3})
OF = scenario(FAN, driver={"en": {"turns": [{"say": "Set the fan to three.", "slots": ["three"]}]}})
DEAF = ChannelChoice("errors", lambda seed: PlantedEars({"three": "tree"}))


class Listener(Silent):
    """Sets the fan to three where it hears three."""

    name = "listener"

    async def respond(self, view: AssistantView) -> Reply:
        last = view.messages[-1]
        if isinstance(last, DriverSaid) and "three" in last.heard:
            return Reply(calls=(CallRequest(*FAN),))
        return Reply(speech="Okay, that's done.")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "runs.db")
    yield made
    made.close()


def heard_plan(*, of: Scenario = OF, agent: AgentFactory = Listener, make_user: Any = None, **settings: Any) -> Plan:
    chosen = Settings(**({"agent": "oracle", "channel": "errors", "locale": "en"} | settings))
    made = make_plan(chosen, (of,))
    sessions = tuple(PlannedSession(one.number, one.scenario, one.locale, one.trial, DEAF) for one in made.sessions)
    user = make_user or made.make_user
    return Plan(chosen, sessions, agent, made.channels, (), (), user, "run")


async def heard(store: Store, plan: Plan | None = None) -> dict[str, Any]:
    run = Run(plan or heard_plan(), store)
    await run.execute()
    return store.run(run.id)


async def replayed(store: Store, run: dict[str, Any], plan: Plan | None = None, **given: Any) -> tuple[str, Beside]:
    rows = to_replay(beside(store, run), every=given.pop("every", False))
    settings = replay_settings(store, run, {}, None, afresh=False)
    made = replay_plan(store, run, rows, settings)
    agent = given.pop("agent", Listener)
    user = given.pop("make_user", made.make_user)
    made = plan or Plan(made.settings, made.sessions, agent, made.channels, (), made.require, user)
    replay = ReplayRun(made, store, str(run["id"]), rows)
    await replay.execute()
    return replay.id, beside(store, run)


async def test_a_replay_is_the_same_session_over_text(store: Store) -> None:
    run = await heard(store)
    replay, found = await replayed(store, run)
    (row,), (clean,) = store.sessions(run["id"]), store.sessions(replay)
    assert (row["outcome"], clean["outcome"]) == ("failed", "passed")
    for name in ("scenario_id", "locale", "trial", "seed", "scenario"):
        assert row[name] == clean[name]
    assert (clean["channel"], store.run(replay)["channel"]) == ("text", "text")
    (case,) = cases(store, found)
    assert case.blame is not None
    assert case.blame.culprit is Culprit.EARS
    assert (case.session, case.replays, case.clean) == (row["id"], (clean["id"],), 1.0)
    assert (case.ears, case.trouble) == ("planted", "")
    assert blame_of(store, row) == case.blame
    assert blame_of(store, clean) is None


async def test_the_link_is_kept_with_the_replay(store: Store) -> None:
    run = await heard(store)
    assert blame_of(store, store.sessions(run["id"])[0]) is None
    replay, _ = await replayed(store, run)
    assert store.request(replay)["replays"] == run["id"]
    assert replay_runs(store, run) == (replay,)
    assert heard_run(store, None)["id"] == heard_run(store, "latest")["id"] == run["id"]
    with pytest.raises(UsageError, match=f"holds replays of run {run['id']}"):
        heard_run(store, replay)


async def test_the_clean_level_of_a_sweep_is_a_replay_of_the_others(store: Store) -> None:
    run = await heard(store)
    clean = make_plan(Settings(agent="oracle", channel="text", locale="en"), (OF,))
    text = Run(Plan(clean.settings, clean.sessions, Listener, clean.channels, (), (), clean.make_user), store)
    await text.execute()
    table = SweepTable(store)
    levels = [SweepLevel(Level(axis="error_rate", name=name), {}) for name in ("clean", "0.1")]
    sweep = table.begin("error_rate", levels, {}, {})
    for position, run_id in enumerate((text.id, run["id"])):
        table.add_run(sweep, position, run_id)
    assert replay_runs(store, run) == (text.id,)
    (case,) = cases(store, beside(store, run))
    assert case.blame is not None
    assert case.blame.culprit is Culprit.EARS
    assert replay_runs(store, store.run(text.id)) == (), "the noisy level is no replay of the clean one"


async def test_replays_of_another_version_say_nothing(store: Store) -> None:
    run = await heard(store)
    replay, _ = await replayed(store, run)
    store.write(("UPDATE runs SET version='0.0' WHERE id=?", [(replay,)]))
    assert replay_runs(store, run) == ()


async def test_the_settings_of_a_replay(store: Store) -> None:
    run = await heard(store, heard_plan(error_rate=0.3, seed=5, llm_cache="on", regenerate=2, max_turns=7))
    settings = replay_settings(store, run, {"max_concurrency": 2}, None, afresh=False)
    assert (settings.channel, settings.noise, settings.impairments, settings.regenerate) == ("text", "", "", 0)
    assert (settings.seed, settings.max_turns, settings.agent, settings.max_concurrency) == (5, 7, "oracle", 2)
    assert settings.llm_cache == "on"
    assert replay_settings(store, run, {}, None, afresh=True).llm_cache == ""


async def test_which_sessions_are_replayed(store: Store) -> None:
    run = await heard(store, heard_plan(trials=2))
    store.write(("UPDATE sessions SET outcome='passed' WHERE trial=1", [()]))
    found = beside(store, run)
    assert [row["trial"] for row in to_replay(found, every=False)] == [0]
    assert [row["trial"] for row in to_replay(found, every=True)] == [0, 1]
    store.write(("UPDATE sessions SET outcome='invalid' WHERE trial=1", [()]))
    assert [row["trial"] for row in to_replay(beside(store, run), every=True)] == [0]


async def test_a_replay_that_broke_is_open_again(store: Store) -> None:
    class Broken(Silent):
        async def respond(self, view: AssistantView) -> Reply:
            raise RuntimeError("out of order")

    run = await heard(store)
    _, found = await replayed(store, run, agent=Broken)
    rows = to_replay(found, every=False)
    assert open_replays(found, rows, 1) == rows
    (case,) = cases(store, found)
    assert case.blame is not None
    assert (case.blame.culprit, case.replays) == (Culprit.UNDECIDED, ())
    _, found = await replayed(store, run)
    assert open_replays(found, rows, 1) == []
    assert open_replays(found, rows, 2) == rows


class Wavering:
    """A simulated driver that hangs up at once on its first attempt and asks properly on the next."""

    name = "persona"

    def __init__(self, attempt: int) -> None:
        self._attempt = attempt

    async def speak(self, history: tuple[Exchange, ...], removed_call: EndWord | None) -> Utterance:
        if history or not self._attempt:
            return Utterance(end=EndWord.STOP)
        return Utterance(intended="Set the fan to three.", slots=("three",))


def wavering(of: Scenario, locale: Locale, seed: int, attempt: int) -> Wavering:
    return Wavering(attempt)


async def test_a_session_whose_driver_had_gone_wrong_is_replayed_with_the_seed_that_counted(store: Store) -> None:
    model: dict[str, Any] = {"user_model": "m", "user_base_url": "http://127.0.0.1:9/v1"}
    run = await heard(store, heard_plan(make_user=wavering, **model))
    (row,) = store.sessions(run["id"])
    assert (row["regenerated"], row["outcome"]) == (1, "failed")
    replay, found = await replayed(store, run, make_user=wavering)
    (clean,) = store.sessions(replay)
    assert clean["seed"] == row["seed"] == store.trajectory(clean["id"]).started.seed
    (case,) = cases(store, found)
    assert case.blame is not None
    assert case.blame.culprit is Culprit.EARS


async def test_a_damaged_session_is_left_out(store: Store) -> None:
    run = await heard(store, heard_plan(trials=2))
    first = store.sessions(run["id"])[0]["id"]
    store.write(("DELETE FROM events WHERE session_id=? AND seq=1", [(first,)]))
    _, found = await replayed(store, run)
    assert [case.trial for case in cases(store, found)] == [1]
    assert found.left_out() == (f"session {first} is damaged: event 1 is missing",)


async def test_damage_that_scoring_has_seen_is_still_named(store: Store) -> None:
    run = await heard(store)
    (row,) = store.sessions(run["id"])
    store.write(("DELETE FROM events WHERE session_id=? AND type='session_ended'", [(row["id"],)]))
    rescore(store, run["id"])
    found = beside(store, run)
    assert (list(found.heard), len(found.damaged)) == ([], 1)


async def test_a_damaged_replay_is_played_again(store: Store) -> None:
    run = await heard(store)
    replay, _ = await replayed(store, run)
    store.write(("UPDATE events SET body='' WHERE session_id LIKE ? AND seq=2", [(f"{replay}%",)]))
    found = beside(store, run)
    assert found.left_out() == (f"replay: session {replay}-0000 is damaged: an event cannot be read",)
    assert open_replays(found, found.heard, 1) == found.heard
    (case,) = cases(store, found)
    assert case.blame is not None
    assert (case.blame.culprit, case.clean) == (Culprit.UNDECIDED, None)
    again, found = await replayed(store, run)
    assert found.left_out() == ()
    (case,) = cases(store, found)
    assert case.blame is not None
    assert case.blame.culprit is Culprit.EARS
    assert f"{again}-0000" in case.replays


async def test_a_session_that_passed_is_not_taken_to_pass_clean_when_its_replay_is_damaged(store: Store) -> None:
    run = await heard(store, heard_plan(agent=Oracle))
    replay, found = await replayed(store, run, agent=Oracle, every=True)
    (group,) = blame_groups(cases(store, found))
    assert (group.tax.pairs, group.tax.assumed) == (1, 0)
    store.write(("UPDATE events SET body='' WHERE session_id LIKE ? AND seq=2", [(f"{replay}%",)]))
    for found in (beside(store, run), unexamined_beside(store, run)):
        (group,) = blame_groups(cases(store, found))
        assert (group.sessions, group.tax.pairs) == (1, 0)


async def test_a_request_that_cannot_be_read_is_the_trouble_of_its_own_run(store: Store) -> None:
    other = await heard(store)
    run = await heard(store)
    store.write(("UPDATE runs SET request='{' WHERE id=?", [(other["id"],)]))
    replay, found = await replayed(store, run)
    assert found.replay_runs == (replay,)


async def test_old_replays_are_scored_by_todays_rules(store: Store) -> None:
    run = await heard(store)
    replay, found = await replayed(store, run)
    store.write(
        ("UPDATE scores SET scoring_version='0' WHERE session_id LIKE ?", [(f"{replay}%",)]),
        ("UPDATE sessions SET outcome='failed' WHERE run_id=?", [(replay,)]),
    )
    bring_up_to_date(store, found)
    assert store.sessions(replay)[0]["outcome"] == "passed"


async def test_what_cannot_be_blamed(store: Store) -> None:
    run = await heard(store)
    check_blamable(store, run)
    with pytest.raises(UsageError, match="a person drove it"):
        check_blamable(store, run | {"user": "human"})
    typed = make_plan(Settings(agent="oracle", channel="text", locale="en"), (OF,))
    with pytest.raises(UsageError, match="every session was typed"):
        check_blamable(store, await heard(store, typed))
    store.write(("UPDATE scores SET scoring_version='0'", [()]))
    with pytest.raises(UsageError, match=f"first: dashtalk score {run['id']}"):
        check_blamable(store, run)


async def test_a_run_that_is_being_played_waits(store: Store) -> None:
    run = await heard(store)
    busy = json.dumps({"replays": run["id"]})
    replay, _ = await replayed(store, run)
    store.write(("UPDATE runs SET status='running', finished_at=NULL, request=? WHERE id=?", [(busy, replay)]))
    with pytest.raises(UsageError, match="is being played"):
        bring_up_to_date(store, beside(store, run))


def test_an_assistant_that_may_differ_is_replayed_three_times() -> None:
    assert usual_trials({"agent": "baseline", "user": "scripted"}) == 1
    assert usual_trials({"agent": "oracle", "user": "scripted"}) == 1
    assert usual_trials({"agent": "chat", "user": "scripted"}) == 3
    assert usual_trials({"agent": "baseline", "user": "persona"}) == 3
    assert usual_trials({"agent": "mine:Mine", "user": "scripted"}) == 3


async def test_what_a_clean_channel_hears() -> None:
    passage = await CLEAN.build(0).hear("Set the fan to three.", locale="en", utterance=0)
    assert passage.heard.text == passage.intended


async def test_the_oracle_hears_nothing_so_the_ears_never_fail_it(store: Store) -> None:
    run = await heard(store, heard_plan(agent=Oracle))
    assert to_replay(beside(store, run), every=False) == []
