"""Sessions whose simulated driver went wrong: run again within a bound, counted, and never held against anybody."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from drives import Call, scenario

from evaluation.aggregate import summarise
from evaluation.questions import Prompt
from evaluation.report.scorecard import validity_line
from evaluation.rows import run_rows
from evaluation.store import Store
from evaluation.summary import Counts
from evaluation.validity_aside import attempts_aside
from evaluation.verdict import Outcome
from scenarios.schema import Scenario
from simulator.agents.oracle import Oracle
from simulator.channel import Locale
from simulator.events import DriverSpoke, EndWord
from simulator.settings import Settings
from simulator.suite import Plan, Run, make_plan, rescore
from simulator.users.spec import Exchange, Utterance

FAN: Call = ("set_fan_speed", {"level": 3})


class Driver:
    """Hangs up at once until the given attempt, and asks properly from then on."""

    name = "persona"

    def __init__(self, attempt: int, sane_from: int) -> None:
        self._sane = attempt >= sane_from

    async def speak(self, history: tuple[Exchange, ...], removed_call: EndWord | None) -> Utterance:
        if history or not self._sane:
            return Utterance(end=EndWord.STOP)
        return Utterance(intended="Please.")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "runs.db")
    yield made
    made.close()


def plan(sane_from: int, made: list[int], **settings: Any) -> Plan:
    def driver(of: Scenario, locale: Locale, seed: int, attempt: int) -> Driver:
        made.append(seed)
        return Driver(attempt, sane_from)

    chosen = Settings(
        agent="oracle", channel="text", locale="en", user_model="m", user_base_url="http://127.0.0.1:9/v1", **settings
    )
    ready = make_plan(chosen, (scenario(FAN),))
    return Plan(ready.settings, ready.sessions, Oracle, ready.channels, ready.notices, ready.require, driver)


async def played(store: Store, ready: Plan) -> tuple[str, Counts]:
    run = Run(ready, store)
    await run.execute()
    return run.id, summarise(run_rows(store, run.id)).sessions


async def test_a_session_is_run_again_with_another_seed_until_its_driver_behaves(store: Store) -> None:
    seeds: list[int] = []
    run_id, counts = await played(store, plan(2, seeds))
    assert len(set(seeds)) == 3
    assert (counts.total, counts.valid, counts.regenerated, counts.invalid) == (1, 1, 1, 0)
    (row,) = store.sessions(run_id)
    assert (row["outcome"], row["regenerated"], row["seed"]) == ("passed", 2, seeds[-1])
    assert next(store.trajectory(row["id"]).of(DriverSpoke)).intended == "Please."


async def test_attempts_that_do_not_count_are_kept_apart(store: Store) -> None:
    run_id, _ = await played(store, plan(1, []))
    (row,) = store.sessions(run_id)
    aside = store.trajectory(f"{row['id']}~0")
    assert aside.turns == 0
    assert aside.ended is not None
    assert store.trajectory(f"{row['id']}~1").events == []


async def test_a_driver_that_never_behaves_makes_the_session_invalid_after_the_bound(store: Store) -> None:
    seeds: list[int] = []
    run_id, counts = await played(store, plan(9, seeds, regenerate=1))
    assert len(seeds) == 2
    assert (counts.valid, counts.regenerated, counts.invalid, counts.failed) == (0, 1, 1, 0)
    (row,) = run_rows(store, run_id)
    assert row.outcome is Outcome.INVALID
    assert "ended_early" in row.reasons[0]


async def test_without_the_gate_every_session_is_scored_as_it_is(store: Store) -> None:
    seeds: list[int] = []
    run_id, counts = await played(store, plan(9, seeds, validity=False))
    assert len(seeds) == 1
    assert (counts.failed, counts.invalid, counts.regenerated) == (1, 0, 0)
    rescore(store, run_id)
    assert [row.outcome for row in run_rows(store, run_id)] == [Outcome.FAILED]


async def test_scoring_again_finds_the_same(store: Store) -> None:
    run_id, counts = await played(store, plan(9, []))
    rescore(store, run_id)
    assert summarise(run_rows(store, run_id)).sessions == counts


def test_the_scorecard_says_how_many_sessions_the_driver_left_valid() -> None:
    counts = Counts(total=5, passed=4, invalid=1, valid=4, regenerated=2)
    run = {"user": "persona", "settings": json.dumps({"validity": True})}
    assert validity_line(run, counts) == "simulated driver: 4 valid, 2 regenerated, 1 invalid sessions"
    assert "not checked" in validity_line(run | {"settings": json.dumps({"validity": False})}, counts)
    assert validity_line(run | {"user": "scripted"}, counts) == ""


class Critic:
    """A judge of drivers that objects so often and is content from then on."""

    name = "critic"

    def __init__(self, objections: int) -> None:
        self.left = objections

    async def answer(self, prompt: Prompt) -> str:
        self.left -= 1
        objects = self.left >= 0
        return json.dumps({"reasoning": "r", "objection": "It lied." if objects else "", "verdict": not objects})


@pytest.mark.parametrize(("objections", "invalid", "tries"), [(1, 0, 2), (9, 1, 2)])
async def test_a_judged_driver_is_run_again_and_scoring_again_asks_nobody(
    store: Store, objections: int, invalid: int, tries: int
) -> None:
    seeds: list[int] = []
    run = Run(plan(0, seeds, regenerate=1), store, judges=[Critic(objections)])
    await run.execute()
    counts = summarise(run_rows(store, run.id)).sessions
    assert (counts.invalid, counts.regenerated, len(seeds)) == (invalid, 1, tries)
    rescore(store, run.id)
    assert summarise(run_rows(store, run.id)).sessions == counts
    (row,) = store.sessions(run.id)
    ((name, why),) = attempts_aside(store, row["id"], row["scenario"])
    assert name == f"{row['id']}~0"
    assert "judged" in why[0]
    assert "It lied." in why[0] or "critic" in why[0]


class Silent(Critic):
    """A judge that cannot tell."""

    name = "silent"

    async def answer(self, prompt: Prompt) -> str:
        return json.dumps({"reasoning": "r", "objection": "", "verdict": None})


async def test_drivers_that_judges_leave_undecided_are_counted_and_told(store: Store) -> None:
    run = Run(plan(0, []), store, judges=[Silent(0), Critic(0)])
    await run.execute()
    counts = summarise(run_rows(store, run.id)).sessions
    assert (counts.valid, counts.undecided, counts.regenerated) == (1, 1, 0)
    told = validity_line(store.run(run.id), counts)
    assert told.endswith("; in 1 of them judges were undecided about the driver")
    rescore(store, run.id)
    assert summarise(run_rows(store, run.id)).sessions == counts


async def test_drivers_that_judges_agree_on_or_never_saw_are_decided(store: Store) -> None:
    for judges in ([Critic(0)], []):
        run = Run(plan(0, []), store, judges=judges)
        await run.execute()
        assert summarise(run_rows(store, run.id)).sessions.undecided == 0
