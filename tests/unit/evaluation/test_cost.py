"""What language models of a run took."""

import io
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from drives import Drive, scenario
from rich.console import Console

from assets import text
from evaluation.cost import Costs, Price, Prices, costs, read_prices
from evaluation.report.cost_table import print_costs
from evaluation.verdict import score_session
from simulator.events import ModelCalled
from simulator.registry import UsageError
from simulator.trajectory import Trajectory

PRICES = Prices("USD", {"big": Price(input=2.0, output=10.0, cached=0.5), "free": Price(0.0, 0.0, 0.0)})


def called(role: str = "assistant", model: str = "big", **facts: Any) -> ModelCalled:
    counts = {"prompt_tokens": 1_000_000, "completion_tokens": 100_000}
    return ModelCalled.model_validate({"seq": 0, "turn": 0, "at_ms": 0, "role": role, "model": model} | counts | facts)


def taken(*events: ModelCalled) -> Costs:
    return costs([Trajectory(events)], PRICES)


def test_cached_tokens_cost_less_and_reasoning_is_part_of_completion() -> None:
    [row] = taken(called(cached_tokens=600_000, reasoning_tokens=90_000)).rows
    assert row.cost == pytest.approx(0.4 * 2 + 0.6 * 0.5 + 0.1 * 10)
    assert (row.cached_tokens, row.reasoning_tokens) == (600_000, 90_000)


def test_a_server_that_counts_more_cached_than_prompt_tokens_is_not_paid_for_it() -> None:
    [row] = taken(called(cached_tokens=2_000_000)).rows
    assert row.cost == pytest.approx(0.5 + 1.0)


def test_costs_are_kept_apart_by_role_and_model() -> None:
    found = taken(called(), called(), called("driver", "free"), called("judge"))
    assert [(row.role, row.model, row.calls) for row in found.rows] == [
        ("assistant", "big", 2),
        ("driver", "free", 1),
        ("judge", "big", 1),
    ]
    assert (found.of_role("assistant"), found.of_role("driver")) == (6.0, 0.0)
    assert found.total == 9.0


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (called(model="other"), "no price is known for 'other'"),
        (called(model=""), "the assistant does not name its model"),
        (called(completion_tokens=None), "1 answer came without token counts"),
    ],
)
def test_what_is_not_known_is_never_free(event: ModelCalled, reason: str) -> None:
    found = taken(called("driver"), event)
    assistant = found.rows[0]
    assert (assistant.cost, assistant.reason) == (None, reason)
    assert found.total is None
    assert found.of_role("driver") == 3.0
    assert found.as_json()["roles"] == {"assistant": None, "driver": 3.0}
    out = io.StringIO()
    print_costs(Console(file=out, width=140), found)
    assert "unknown" in out.getvalue()
    assert f"cost of the assistant unknown: {reason}" in out.getvalue()


def test_tokens_that_nobody_counted_are_unknown_not_zero() -> None:
    [row] = taken(called(prompt_tokens=None, completion_tokens=None)).rows
    assert (row.prompt_tokens, row.completion_tokens, row.cached_tokens, row.cost) == (None, None, None, None)


def test_calls_without_an_answer_are_counted_and_cost_nothing_we_know_of() -> None:
    lost = called(answered=False, prompt_tokens=None, completion_tokens=None, retries=2, latency_ms=9000.0)
    [row] = taken(called(latency_ms=300.0, first_token_ms=100.0, retries=1), lost).rows
    assert (row.calls, row.failed, row.retries, row.cost) == (2, 1, 3, 3.0)
    assert (row.latency_p50_ms, row.first_token_p50_ms) == (300.0, 100.0)


def test_answers_kept_from_before_cost_nothing_and_have_no_times() -> None:
    kept = called(cached_response=True, latency_ms=None)
    [row] = taken(called(latency_ms=300.0), kept, kept).rows
    assert (row.calls, row.cached_responses, row.failed, row.cost) == (3, 2, 0, 3.0)
    assert (row.prompt_tokens, row.latency_p50_ms) == (1_000_000, 300.0)
    [free] = taken(called(model="other", cached_response=True)).rows
    assert (free.cost, free.prompt_tokens, free.completion_tokens) == (0.0, 0, 0)


def test_totals_are_told_and_judges_count() -> None:
    judges = [called("judge", retries=2), called("judge", answered=False)]
    found = costs([Trajectory((called(cached_response=True), called(retries=1)))], PRICES, judged=judges)
    assert found.totals == {"calls": 4, "failed": 1, "cached_responses": 1, "retries": 3}
    assert found.of_role("judge") == 3.0
    out = io.StringIO()
    print_costs(Console(file=out, width=140), found)
    assert "4 calls: 1 without an answer, 1 answered from the cache, 3 retries" in out.getvalue()


def test_what_was_spent_on_attempts_set_aside_is_in_the_total_and_told() -> None:
    aside = [Trajectory([called(), called("driver", "free")]), Trajectory([called()])]
    found = costs([Trajectory([called()])], PRICES, [called("judge")], aside)
    assert found.total == pytest.approx(12.0)
    assert [(row.role, row.calls) for row in found.rows] == [("assistant", 3), ("driver", 1), ("judge", 1)]
    assert found.as_json()["aside"] == {"attempts": 2, "calls": 3, "total": pytest.approx(6.0)}
    out = io.StringIO()
    print_costs(Console(file=out, width=140), found)
    assert "cost in all: 12.0000 USD" in out.getvalue()
    assert "of it on attempts set aside: 6.0000 USD (2 attempts, 3 calls)" in out.getvalue()


def test_an_unknown_price_makes_the_attempts_set_aside_unknown_too() -> None:
    found = costs([Trajectory([called()])], PRICES, aside=[Trajectory([called(model="other")])])
    assert (found.total, found.aside_total) == (None, None)
    out = io.StringIO()
    print_costs(Console(file=out, width=140), found)
    assert "of it on attempts set aside: unknown (1 attempt, 1 call)" in out.getvalue()


def test_an_attempt_that_asked_no_model_cost_nothing() -> None:
    found = costs([Trajectory([called()])], PRICES, aside=[Trajectory()])
    assert found.as_json()["aside"] == {"attempts": 1, "calls": 0, "total": 0.0}


def test_no_model_no_table() -> None:
    out = io.StringIO()
    print_costs(Console(file=out), taken())
    assert out.getvalue() == ""
    assert taken().as_json() == {
        "currency": "USD",
        "total": 0.0,
        "calls": 0,
        "failed": 0,
        "cached_responses": 0,
        "retries": 0,
        "roles": {},
        "aside": {"attempts": 0, "calls": 0, "total": 0.0},
        "models": [],
    }


def test_neither_scores_nor_the_identity_of_a_session_know_of_it() -> None:
    drive = Drive(scenario(("set_fan_speed", {"level": 3})))
    drive.hear("Please.")
    drive.step(("set_fan_speed", {"level": 3}))
    drive.say("Okay, that's done.")
    trajectory = drive.end()
    before = trajectory.digest(), score_session(trajectory, drive.scenario)
    trajectory.events.insert(2, called())
    assert (trajectory.digest(), score_session(trajectory, drive.scenario)) == before


class TestPrices:
    """The price table that comes along and a person's own."""

    def test_what_comes_along_can_be_read(self) -> None:
        prices = read_prices()
        assert prices.currency == "USD"
        assert prices.of("gpt-5-mini-2025-08-07") == prices.of("gpt-5-mini") != None  # noqa: E711
        assert prices.of("gpt-5-mini-audio") is None
        for price in prices.models.values():
            assert 0 < price.cached <= price.input < price.output

    def test_each_price_that_comes_along_names_its_source_and_day(self) -> None:
        for entry in tomllib.loads(text("prices.toml"))["models"].values():
            date.fromisoformat(entry["date"])
            assert entry["source"].startswith("https://")

    def test_own_prices_win(self, tmp_path: Path) -> None:
        own = tmp_path / "prices.toml"
        own.write_text('[models."gpt-5-mini"]\ninput = 1\noutput = 2\n[models.local]\ninput = 0\noutput = 0\n')
        prices = read_prices(str(own))
        assert prices.of("gpt-5-mini") == Price(1.0, 2.0, 1.0)
        assert prices.of("local") == Price(0.0, 0.0, 0.0)
        assert prices.of("gpt-5-nano") is not None

    @pytest.mark.parametrize("table", ["model.good", "modles.good", "prices"])
    def test_a_table_of_another_name_is_told(self, tmp_path: Path, table: str) -> None:
        own = tmp_path / "prices.toml"
        own.write_text(f"[{table}]\ninput = 1\noutput = 2\n")
        with pytest.raises(UsageError, match=f"unknown '{table.partition('.')[0]}'"):
            read_prices(str(own))

    def test_another_currency_stands_alone(self, tmp_path: Path) -> None:
        own = tmp_path / "prices.toml"
        own.write_text('currency = "KRW"\n[models.local]\ninput = 100\noutput = 200\n')
        prices = read_prices(str(own))
        assert (prices.currency, set(prices.models)) == ("KRW", {"local"})

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            ("[models", "not valid TOML"),
            ("models = 3", "expected a currency and tables"),
            ("[models.a]\ninput = 1", "models.a: needs input and output"),
            ("[models.a]\ninput = 1\noutput = 1\nprompt = 1", "models.a: needs input and output"),
            ("[models.a]\ninput = -1\noutput = 1", "models.a: input must be a price"),
            ("[models.a]\ninput = 1\noutput = nan", "models.a: output must be a price"),
            ('[models.a]\ninput = "1"\noutput = 1', "models.a: input must be a price"),
        ],
    )
    def test_mistakes_are_told_with_the_place(self, tmp_path: Path, content: str, message: str) -> None:
        own = tmp_path / "prices.toml"
        own.write_text(content)
        with pytest.raises(UsageError, match=message) as caught:
            read_prices(str(own))
        assert str(caught.value).startswith(f"{own}: ")

    def test_a_missing_file_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match=r"none\.toml: cannot be read: No such file"):
            read_prices(str(tmp_path / "none.toml"))
