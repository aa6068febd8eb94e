"""Going on with stored runs: which sessions are missing, what is kept aside, and whose a run is."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from drives import Call, scenario

from evaluation.rows import run_rows
from evaluation.store import Store
from evaluation.verdict import Outcome
from scenarios.schema import Scenario
from simulator.agents.oracle import Oracle
from simulator.agents.spec import Reply
from simulator.channel import Locale
from simulator.events import EndWord
from simulator.plan import Plan, make_plan, scenario_digest
from simulator.registry import UsageError
from simulator.resume import StoredRun, missing_sessions, resumed_settings, scenarios_of, stored_run
from simulator.settings import Settings
from simulator.suite import Run, rescore
from simulator.trajectory import AssistantView
from simulator.users.spec import Exchange, Utterance

FAN: Call = ("set_fan_speed", {"level": 3})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "runs.db")
    yield made
    made.close()


class Failing(Oracle):
    """Knows the answer, but only the Korean sessions get it."""

    async def respond(self, view: AssistantView) -> Reply:
        if self._locale == "en":
            raise RuntimeError("out of order")
        return await super().respond(view)


class Hanging(Oracle):
    async def respond(self, view: AssistantView) -> Reply:
        if self._locale == "en":
            await asyncio.Event().wait()
        return await super().respond(view)


def plan(agent: Any = Oracle, **settings: Any) -> Plan:
    chosen = Settings(**({"agent": "oracle", "channel": "text"} | settings))
    return replace(make_plan(chosen, (scenario(FAN),), command="run"), make_agent=agent)


def taken_up(store: Store, run_id: str, agent: Any = Oracle, **parts: Any) -> Run:
    run = stored_run(store, run_id, "run", ())
    settings = resumed_settings(run, {})
    found = missing_sessions(run, scenarios_of(run, lambda: [scenario(FAN)]), plan().channels.choose)
    return Run(replace(plan(agent), settings=settings, sessions=found, **parts), store, taken_over=run)


async def cancelled(run: Run, store: Store) -> None:
    task = asyncio.ensure_future(run.execute())
    while not any(row["outcome"] for row in store.sessions(run.id)):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def digests(store: Store, run_id: str) -> list[Any]:
    return [(row["number"], row["trajectory_digest"], row["seed"]) for row in store.sessions(run_id)]


@pytest.mark.parametrize("scored_in_between", [False, True])
async def test_what_broke_off_is_played_again_and_kept_aside(store: Store, scored_in_between: bool) -> None:
    whole = Run(plan(), store)
    await whole.execute()
    cut = Run(plan(Hanging), store)
    await cancelled(cut, store)
    if scored_in_between:
        rescore(store, cut.id)
    events = store.trajectory(f"{cut.id}-0001").events
    assert stored_run(store, cut.id, "run", ()).missing() == [1]
    await taken_up(store, cut.id).execute()
    assert digests(store, cut.id) == digests(store, whole.id)
    assert store.trajectory(f"{cut.id}-0001~0.0").events == events
    assert store.run(cut.id)["status"] == "finished"
    assert stored_run(store, cut.id, "run", ()).missing() == []


async def test_defects_are_played_again_as_often_as_it_takes(store: Store) -> None:
    run = Run(plan(Failing), store)
    await run.execute()
    for number in range(2):
        assert [row.outcome for row in run_rows(store, run.id)] == [Outcome.PASSED, Outcome.DEFECT]
        await taken_up(store, run.id, Failing).execute()
        assert store.trajectory(f"{run.id}-0001~0.{number}").ended is not None
    await taken_up(store, run.id).execute()
    rows = run_rows(store, run.id)
    assert [(row.outcome, row.regenerated) for row in rows] == [(Outcome.PASSED, 0)] * 2
    assert all(row.reasons == () for row in rows)


class Early:
    """A driver who hangs up at once in the first attempt, and lets nothing happen in the second until told so."""

    name = "persona"
    patient = True

    def __init__(self, attempt: int) -> None:
        self._attempt = attempt

    async def speak(self, history: tuple[Exchange, ...], removed_call: EndWord | None) -> Utterance:
        if history or not self._attempt:
            return Utterance(end=EndWord.STOP)
        if Early.patient:
            raise RuntimeError("no answer")
        return Utterance(intended="Please.")


async def test_attempts_of_the_driver_go_on_where_they_were(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def driver(of: Scenario, locale: Locale, seed: int, attempt: int) -> Early:
        seeds.append(seed)
        return Early(attempt)

    facts = {"locale": "en", "user_model": "m", "user_base_url": "http://127.0.0.1:9/v1"}
    run = Run(replace(plan(**facts), make_user=driver), store)
    await run.execute()
    (row,) = store.sessions(run.id)
    assert (row["outcome"], row["regenerated"], len(seeds)) == ("defect", 1, 2)
    monkeypatch.setattr(Early, "patient", False)
    await taken_up(store, run.id, make_user=driver).execute()
    (row,) = store.sessions(run.id)
    assert (row["outcome"], row["regenerated"], row["seed"]) == ("passed", 1, seeds[1])
    assert seeds[2:] == seeds[1:2]
    # One attempt went wrong and one broke off: both are there.
    assert store.trajectory(f"{row['id']}~0").ended is not None
    assert store.trajectory(f"{row['id']}~1.0").ended is not None


async def test_a_run_has_one_owner(store: Store) -> None:
    run = Run(plan(Failing), store)
    with pytest.raises(UsageError, match=f"run {run.id} is being played by process .*; wait for it, or stop it first"):
        stored_run(store, run.id, "run", ())
    await run.execute()
    seen = stored_run(store, run.id, "run", ())
    await taken_up(store, run.id, Failing).execute()
    with pytest.raises(UsageError, match="another process has played it meanwhile"):
        store.take_over(run.id, seen.claim)
    taken_up(store, run.id)
    with pytest.raises(UsageError, match="is being played"):
        store.take_over(run.id, seen.claim)


async def test_a_run_shows_signs_of_life(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulator.suite.BEAT_EVERY_S", 0)
    run = Run(plan(Hanging), store)
    (before,) = store.read("SELECT heartbeat FROM runs WHERE id=?", run.id)
    task = asyncio.ensure_future(run.execute())
    while store.read("SELECT heartbeat FROM runs WHERE id=?", run.id) == [before]:
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_run_whose_process_is_gone_is_broken_off(store: Store) -> None:
    run = Run(plan(), store)
    assert store.run(run.id)["status"] == "running"
    store.write(("UPDATE runs SET process='{}', heartbeat='' WHERE id=?", [(run.id,)]))
    assert store.run("latest")["status"] == "broken off"
    assert stored_run(store, run.id, "run", ()).missing() == [0, 1]


async def test_runs_that_cannot_be_taken_up(store: Store) -> None:
    run = Run(replace(plan(), command=""), store)
    await run.execute()
    with pytest.raises(UsageError, match="was not begun by a command that can take it up again; start a new run"):
        stored_run(store, run.id, "run", ())
    older = Run(plan(), store)
    await older.execute()
    with pytest.raises(UsageError, match="go on with it by: dashtalk run --resume"):
        stored_run(store, older.id, "carbench run DIR", ())
    with pytest.raises(UsageError, match=r"--require: run .* was begun with nothing"):
        stored_run(store, older.id, "run", ("policy.002",))
    store.write(("UPDATE runs SET scoring_version='0' WHERE id=?", [(older.id,)]))
    with pytest.raises(UsageError, match="begun with version 0 of the scoring rules, this is"):
        stored_run(store, older.id, "run", ())


def stored(**settings: Any) -> StoredRun:
    return StoredRun("id", "first-drive", Settings(**settings).recorded(), (), (), {}, ())


def test_settings_are_those_of_the_run_and_what_may_change_may_be_given() -> None:
    run = stored(agent="silent", seed=4, temperature="0.5", max_concurrency=7)
    assert resumed_settings(run, {}) == Settings(agent="silent", seed=4, temperature="0.5", max_concurrency=7)
    assert resumed_settings(run, {"temperature": "0.50", "seed": 4}).temperature == "0.5"
    assert resumed_settings(run, {"max_concurrency": 2, "max_defects": 0}).max_concurrency == 2
    with pytest.raises(UsageError, match="--agent: run id was begun with 'silent', not 'oracle'; leave it out"):
        resumed_settings(run, {"agent": "oracle"})
    with pytest.raises(UsageError, match="--no-validity: run id was begun with True, not False"):
        resumed_settings(run, {"validity": False})


def test_addresses_get_their_user_and_password_back(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stored(base_url="http://me:secret@host:1/v1?token=x")
    assert resumed_settings(run, {}).base_url == "http://host:1/v1"
    monkeypatch.setenv("DASHTALK_BASE_URL", "http://me:secret@host:1/v1?token=x")
    assert resumed_settings(run, {}).base_url == "http://me:secret@host:1/v1?token=x"
    monkeypatch.setenv("DASHTALK_BASE_URL", "http://elsewhere/v1")
    assert resumed_settings(run, {}).base_url == "http://host:1/v1"
    assert resumed_settings(run, {"base_url": "http://moved/v1"}).base_url == "http://moved/v1"


def test_another_channel_is_told(store: Store) -> None:
    run = stored_run(store, _killed(store), "run", ())
    errors = make_plan(Settings(channel="errors"), (scenario(FAN),)).channels
    with pytest.raises(UsageError, match="begun over the text channel, now it would be errors"):
        missing_sessions(run, scenarios_of(run, lambda: [scenario(FAN)]), errors.choose)


def test_changed_and_missing_scenarios_are_told(store: Store) -> None:
    run = stored_run(store, _killed(store), "run", ())
    with pytest.raises(UsageError, match="scenario by-hand is no longer in first-drive"):
        scenarios_of(run, list)
    with pytest.raises(UsageError, match="scenario by-hand has changed since the run was begun"):
        scenarios_of(run, lambda: [scenario(("set_fan_speed", {"level": 4}))])
    assert scenario_digest(scenario(FAN)) == run.planned[0]["digest"]


def _killed(store: Store) -> str:
    run = Run(plan(), store)
    store.write(("UPDATE runs SET process='{}', heartbeat='' WHERE id=?", [(run.id,)]))
    return run.id
