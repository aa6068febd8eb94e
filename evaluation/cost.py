"""What the language models of a run took: calls, tokens, time and money, by role and model; scores never see it."""

import math
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from assets import text
from evaluation.latency import percentile
from simulator.events import ModelCalled
from simulator.language.counted import counted
from simulator.registry import UsageError, nearest
from simulator.trajectory import Trajectory
from simulator.user_files import read_file

ROLES = ("assistant", "driver", "judge")
_AMOUNTS = {"input", "cached", "output"}
_PROVENANCE = {"date", "source"}
_TOTALS = ("calls", "failed", "cached_responses", "retries")
_DATE = re.compile(r"-\d{4}-\d{2}-\d{2}\Z")
_PER_TOKENS = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens cost; `cached` are prompt tokens that came from the provider's cache."""

    input: float
    output: float
    cached: float


@dataclass(frozen=True, slots=True)
class Prices:
    """A price table in one currency."""

    currency: str
    models: Mapping[str, Price]

    def of(self, model: str) -> Price | None:
        """Return the price of a model, with or without a date at the end of its name; None when it is unknown."""
        return self.models.get(model) or self.models.get(_DATE.sub("", model))


def read_prices(path: str = "") -> Prices:
    """Return the prices that come along, those of the file at `path` before them; raises UsageError naming the fault.

    A file in another currency stands alone, since amounts of two currencies cannot be added.
    """
    shipped = _prices(tomllib.loads(text("prices.toml")), "prices.toml")
    if not path:
        return shipped
    try:
        table = tomllib.loads(read_file(Path(path).expanduser()).decode("utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: not valid TOML: {error}") from None
    own = _prices({"currency": shipped.currency} | table, path)
    return own if own.currency != shipped.currency else Prices(own.currency, {**shipped.models, **own.models})


def _prices(table: Mapping[str, Any], source: str) -> Prices:
    models, currency = table.get("models", {}), table.get("currency")
    if not isinstance(models, dict) or not isinstance(currency, str) or not currency.isalpha():
        raise UsageError(f"{source}: expected a currency and tables like [models.NAME]")
    for name in table.keys() - {"models", "currency"}:
        close = nearest(name, ("models", "currency"))
        told = f"did you mean '{close}'?" if close else "there are currency and tables like [models.NAME]"
        raise UsageError(f"{source}: unknown '{name}': {told}")
    return Prices(currency, {name: _price(entry, f"{source}: models.{name}") for name, entry in models.items()})


def _price(entry: Any, where: str) -> Price:
    if not isinstance(entry, dict) or not {"input", "output"} <= set(entry) <= _AMOUNTS | _PROVENANCE:
        raise UsageError(f"{where}: needs input and output, may have cached, date and source, and nothing else")
    for name, value in entry.items():
        if name in _PROVENANCE:
            continue
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not math.isfinite(value) or value < 0:
            raise UsageError(f"{where}: {name} must be a price per million tokens, 0 or more")
    return Price(
        float(entry["input"]), float(entry["output"]), float(entry["cached"] if "cached" in entry else entry["input"])
    )


@dataclass(frozen=True, slots=True)
class ModelCost:
    """All calls of one model in one role.

    `failed` calls gave no answer, `cached_responses` took one kept from an earlier run: these cost nothing, and neither
    their tokens nor their times count. Token counts are sums of what endpoints said, None when none said it;
    `uncounted` answered calls lack a count of prompt or completion. `cost` is None when it is not known, and `reason`
    says why. Times are medians in ms.
    """

    role: str
    model: str
    calls: int
    failed: int
    cached_responses: int
    retries: int
    prompt_tokens: int | None
    cached_tokens: int | None
    completion_tokens: int | None
    reasoning_tokens: int | None
    uncounted: int
    cost: float | None
    reason: str
    latency_p50_ms: float | None
    latency_p95_ms: float | None
    first_token_p50_ms: float | None


@dataclass(frozen=True, slots=True)
class Costs:
    """What models took, by role and model; empty when none was asked.

    `aside` is the part of it that went to `attempts` at sessions that were set aside: regenerated, or broken off and
    resumed. It is in all other figures too, since the money was spent.
    """

    currency: str
    rows: tuple[ModelCost, ...]
    aside: tuple[ModelCost, ...] = ()
    attempts: int = 0

    @property
    def total(self) -> float | None:
        """The whole cost; None when a part of it is unknown."""
        return _whole([row.cost for row in self.rows])

    def of_role(self, role: str) -> float | None:
        """Return the cost of one role; None when a part of it is unknown."""
        return _whole([row.cost for row in self.rows if row.role == role])

    @property
    def totals(self) -> dict[str, int]:
        """Calls of all roles: made, without an answer, taken from those of an earlier run, and repeated tries."""
        return {name: sum(getattr(row, name) for row in self.rows) for name in _TOTALS}

    @property
    def aside_total(self) -> float | None:
        """What the attempts that were set aside cost; None when a part of it is unknown."""
        return _whole([row.cost for row in self.aside]) if self.aside else 0.0

    @property
    def aside_calls(self) -> int:
        """How many calls those attempts made."""
        return sum(row.calls for row in self.aside)

    def as_json(self) -> dict[str, Any]:
        """Return plain values: null is unknown, an amount of 0 means free."""
        asked = [role for role in ROLES if any(row.role == role for row in self.rows)]
        return {
            "currency": self.currency,
            "total": self.total if self.rows else 0.0,
            **self.totals,
            "roles": {role: self.of_role(role) for role in asked},
            "aside": {"attempts": self.attempts, "calls": self.aside_calls, "total": self.aside_total},
            "models": [{name: getattr(row, name) for name in ModelCost.__dataclass_fields__} for row in self.rows],
        }


def costs(
    trajectories: Iterable[Trajectory],
    prices: Prices,
    judged: Iterable[ModelCalled] = (),
    aside: Iterable[Trajectory] = (),
) -> Costs:
    """Return what the models of these sessions took, with the calls of judges, who are asked when these are over.

    `aside` are attempts at these sessions that do not count for anything else.
    """
    attempts = 0
    lost: list[ModelCalled] = []
    for attempt in aside:
        attempts += 1
        lost += attempt.of(ModelCalled)
    played = (event for trajectory in trajectories for event in trajectory.of(ModelCalled))
    rows = _rows(chain(played, lost, judged), prices)
    return Costs(prices.currency, rows, _rows(lost, prices), attempts)


def _rows(calls: Iterable[ModelCalled], prices: Prices) -> tuple[ModelCost, ...]:
    found: dict[tuple[str, str], list[ModelCalled]] = {}
    for event in calls:
        found.setdefault((event.role, event.model), []).append(event)
    ordered = sorted(found, key=lambda key: (ROLES.index(key[0]), key[1]))
    return tuple(_model_cost(*key, found[key], prices) for key in ordered)


def _model_cost(role: str, model: str, calls: list[ModelCalled], prices: Prices) -> ModelCost:
    kept = sum(1 for call in calls if call.cached_response)
    answered = [call for call in calls if call.answered and not call.cached_response]
    uncounted = sum(1 for call in answered if call.prompt_tokens is None or call.completion_tokens is None)
    price = prices.of(model)
    cost: float | None = None
    if kept and kept == len(calls):
        cost, reason = 0.0, ""
    elif price is None:
        reason = f"no price is known for '{model}'" if model else "the assistant does not name its model"
    elif uncounted:
        reason = f"{counted(uncounted, 'answer')} came without token counts"
    else:
        cost, reason = round(math.fsum(_cost(call, price) for call in answered), 9), ""
    times = sorted(call.latency_ms for call in answered if call.latency_ms is not None)
    first = sorted(call.first_token_ms for call in answered if call.first_token_ms is not None)
    return ModelCost(
        role=role,
        model=model,
        calls=len(calls),
        failed=sum(1 for call in calls if not call.answered),
        cached_responses=kept,
        retries=sum(call.retries for call in calls),
        prompt_tokens=_sum((call.prompt_tokens for call in answered), bool(kept) and not answered),
        cached_tokens=_sum((call.cached_tokens for call in answered), bool(kept) and not answered),
        completion_tokens=_sum((call.completion_tokens for call in answered), bool(kept) and not answered),
        reasoning_tokens=_sum((call.reasoning_tokens for call in answered), bool(kept) and not answered),
        uncounted=uncounted,
        cost=cost,
        reason=reason,
        latency_p50_ms=percentile(times, 0.5) if times else None,
        latency_p95_ms=percentile(times, 0.95) if times else None,
        first_token_p50_ms=percentile(first, 0.5) if first else None,
    )


def _cost(call: ModelCalled, price: Price) -> float:
    prompt, completion = call.prompt_tokens or 0, call.completion_tokens or 0
    cached = min(call.cached_tokens or 0, prompt)
    return ((prompt - cached) * price.input + cached * price.cached + completion * price.output) / _PER_TOKENS


def _sum(counts: Iterable[int | None], nothing_sent: bool) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known or nothing_sent else None


def _whole(parts: list[float | None]) -> float | None:
    known = [part for part in parts if part is not None]
    return math.fsum(known) if parts and len(known) == len(parts) else None
