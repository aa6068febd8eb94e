"""Many sessions: planned, recorded, scored, and kept whatever happens to one of them."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from drives import Call, scenario

import simulator.suite
from evaluation.catalogue import metrics
from evaluation.rows import run_rows
from evaluation.spec import SCORING_VERSION
from evaluation.store import Store
from evaluation.verdict import Outcome
from scenarios.load import catalogue
from scenarios.schema import Scenario
from simulator.agents.oracle import Oracle
from simulator.agents.spec import Reply
from simulator.channel import Locale
from simulator.registry import UsageError
from simulator.settings import Settings
from simulator.suite import Plan, Run, make_plan, rescore
from simulator.trajectory import AssistantView

FAN: Call = ("set_fan_speed", {"level": 3})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "runs.db")
    yield made
    made.close()


def plan(*scenarios: Scenario, agent: Any = Oracle, require: tuple[str, ...] = (), **settings: Any) -> Plan:
    chosen = Settings(**({"agent": "oracle", "channel": "text"} | settings))
    made = make_plan(chosen, scenarios or (scenario(FAN),), require)
    return Plan(made.settings, made.sessions, agent, made.channels, made.notices, made.require)


def test_a_plan_holds_every_scenario_language_and_trial_once() -> None:
    other = scenario(FAN).model_copy(update={"id": "other"})
    made = plan(scenario(FAN), other, trials=2)
    found = [(planned.trial, planned.scenario.id, planned.locale) for planned in made.sessions]
    assert found == [
        (trial, name, locale) for trial in (0, 1) for name in ("by-hand", "other") for locale in ("ko", "en")
    ]
    assert [planned.number for planned in made.sessions] == list(range(8))


def test_a_language_nobody_speaks() -> None:
    only = scenario(FAN, driver={"en": {"turns": [{"say": "Please."}]}})
    assert len(plan(only).sessions) == 1
    with pytest.raises(UsageError, match="nothing to run"):
        plan(only, locale="ko")


def test_requirements_are_metrics() -> None:
    assert plan(require=("policy.002",)).require == ("policy.002",)
    with pytest.raises(UsageError, match=r"unknown component 'policy\.02': did you mean 'policy\.0"):
        plan(require=("policy.02",))


async def test_a_run_is_recorded_and_scored(store: Store) -> None:
    seen: list[str] = []
    run = Run(plan(), store, lambda planned, verdict: seen.append(f"{planned.locale} {verdict.outcome}"))
    assert store.run(run.id)["status"] == "running"
    await run.execute()
    facts = store.run(run.id)
    assert (facts["status"], facts["planned_sessions"]) == ("finished", 2)
    assert (facts["agent"], facts["channel"]) == ("oracle", "text")
    assert sorted(seen) == ["en passed", "ko passed"]
    for row, kept in zip(run_rows(store, run.id), store.sessions(run.id), strict=True):
        assert row.outcome is Outcome.PASSED
        assert kept["trajectory_digest"] == store.trajectory(row.session).digest()
        assert kept["wall_ms"] > 0
        assert {score.metric for score in row.scores} <= {metric.name for metric in metrics()}


async def test_the_same_seed_gives_the_same_trajectories_and_scores(store: Store) -> None:
    some = [catalogue()[name] for name in ("base-quarter-window", "hal-rain-at-six", "dis-too-hot")]
    digests = []
    for concurrency in (1, 4):
        run = Run(plan(*some, trials=2, seed=7, max_concurrency=concurrency), store)
        await run.execute()
        rows = sorted(store.sessions(run.id), key=lambda row: row["number"])
        digests.append([(row["trajectory_digest"], store.scores(row["id"])) for row in rows])
    assert digests[0] == digests[1]


async def test_scoring_again_changes_nothing_and_needs_nothing_but_the_store(store: Store) -> None:
    run = Run(plan(scenario(FAN), catalogue()["dis-too-hot"]), store)
    await run.execute()
    before = [(row, store.scores(row["id"])) for row in store.sessions(run.id)]
    assert rescore(store, run.id) == 4
    assert [(row, store.scores(row["id"])) for row in store.sessions(run.id)] == before
    with pytest.raises(UsageError, match="unknown component"):
        rescore(store, run.id, ("polcy",))


def test_scoring_what_was_killed_before_it_began(store: Store) -> None:
    run = Run(plan(), store)
    facts = {"scenario_id": "by-hand", "kind": "base", "locale": "en", "trial": 0}
    store.begin_session(run.id, 0, facts | {"scenario": scenario(FAN).model_dump_json()})
    assert rescore(store, run.id) == 0
    (row,) = run_rows(store, run.id)
    assert (row.outcome, row.reasons) == (Outcome.UNSCORED, ("the session did not finish",))


class Second(Oracle):
    """An oracle whose Korean session does something else."""

    def __init__(self, of: Scenario, locale: Locale) -> None:
        super().__init__(of, locale)
        if locale == "ko":
            self.begin()

    def begin(self) -> None:
        """Do nothing yet."""

    async def respond(self, view: AssistantView) -> Reply:
        if self._locale == "ko":
            await self.disturb()
        return await super().respond(view)

    async def disturb(self) -> None:
        """Do nothing yet."""


class Breaking(Second):
    async def disturb(self) -> None:
        raise RuntimeError("out of order")


class Unbuildable(Second):
    def begin(self) -> None:
        raise RuntimeError("cannot begin")


@pytest.mark.parametrize(("agent", "told"), [(Breaking, "out of order"), (Unbuildable, "cannot begin")])
async def test_one_broken_session_spoils_no_other(agent: Any, told: str, store: Store) -> None:
    run = Run(plan(agent=agent), store)
    await run.execute()
    assert store.run(run.id)["status"] == "finished"
    korean, english = run_rows(store, run.id)
    assert (korean.outcome, english.outcome) == (Outcome.DEFECT, Outcome.PASSED)
    assert told in korean.reasons[0]


async def test_a_metric_that_breaks_is_a_defect_of_its_session(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaking(*_: Any) -> Any:
        raise ZeroDivisionError("by zero")

    run = Run(plan(), store)
    monkeypatch.setattr(simulator.suite, "gated_score", breaking)
    await run.execute()
    rows = run_rows(store, run.id)
    assert {row.outcome for row in rows} == {Outcome.DEFECT}
    assert all(store.trajectory(row.session).ended for row in rows)
    monkeypatch.undo()
    rescore(store, run.id)
    assert {row.outcome for row in run_rows(store, run.id)} == {Outcome.PASSED}


async def test_a_store_that_gives_up_stops_the_run(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise UsageError("the disk is full")

    run = Run(plan(), store)
    monkeypatch.setattr(store, "add_events", full)
    with pytest.raises(UsageError, match="the disk is full"):
        await run.execute()
    assert store.run(run.id)["status"] == "incomplete"


async def test_an_interrupted_run_keeps_what_finished(store: Store) -> None:
    reached = asyncio.Event()

    class Hanging(Second):
        async def disturb(self) -> None:
            reached.set()
            await asyncio.Event().wait()

    run = Run(plan(agent=Hanging, max_concurrency=2), store)
    task = asyncio.ensure_future(run.execute())
    await reached.wait()
    # A run that broke off never finishes it, and must not be waited for.
    while store.sessions(run.id)[-1]["outcome"] is None and not task.done():
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert store.run(run.id)["status"] == "interrupted"
    korean, english = run_rows(store, run.id)
    assert (korean.outcome, english.outcome) == (Outcome.UNSCORED, Outcome.PASSED)
    kinds = {event.type for event in store.trajectory(korean.session).events}
    assert {"session_started", "driver_spoke", "speech_recognised"} <= kinds
    assert "session_ended" not in kinds


async def test_the_version_of_the_rules_is_recorded(store: Store) -> None:
    run = Run(plan(), store)
    await run.execute()
    assert store.run(run.id)["scoring_version"] == SCORING_VERSION
