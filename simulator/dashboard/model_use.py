"""What language models were asked for so far: calls, tokens and first tokens, role by role."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from simulator.events import Event, ModelCalled

Role = Literal["assistant", "driver", "judge"]
ROLES: tuple[Role, ...] = ("assistant", "driver", "judge")


@dataclass(slots=True)
class ModelUse:
    """All calls of one role.

    `failed` calls gave no answer, `kept` ones took the answer of an earlier run and cost nothing: neither their tokens
    nor their times count. Token counts are sums of what endpoints said, None where none said it. `first_token_ms` and
    `latency_ms` are those of the latest call that has them.
    """

    calls: int = 0
    failed: int = 0
    kept: int = 0
    retries: int = 0
    prompt: int | None = None
    cached: int | None = None
    completion: int | None = None
    reasoning: int | None = None
    first_token_ms: float | None = None
    latency_ms: float | None = None

    def add(self, call: ModelCalled) -> None:
        """Count one more call."""
        self.calls += 1
        self.retries += call.retries
        self.failed += not call.answered
        self.kept += call.cached_response
        if not call.answered or call.cached_response:
            return
        self.prompt = _plus(self.prompt, call.prompt_tokens)
        self.cached = _plus(self.cached, call.cached_tokens)
        self.completion = _plus(self.completion, call.completion_tokens)
        self.reasoning = _plus(self.reasoning, call.reasoning_tokens)
        self.first_token_ms = self.first_token_ms if call.first_token_ms is None else call.first_token_ms
        self.latency_ms = self.latency_ms if call.latency_ms is None else call.latency_ms


def _plus(sum_so_far: int | None, count: int | None) -> int | None:
    return sum_so_far if count is None else (sum_so_far or 0) + count


def model_use(events: Iterable[Event]) -> dict[Role, ModelUse]:
    """Return the use of every role whose models were asked, in fixed order."""
    found: dict[Role, ModelUse] = {}
    for event in events:
        if isinstance(event, ModelCalled):
            found.setdefault(event.role, ModelUse()).add(event)
    return {role: found[role] for role in ROLES if role in found}
