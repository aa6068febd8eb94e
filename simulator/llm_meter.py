"""What language models were asked and what it took, noted for whoever wants to know."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelUse:
    """One call of a model; counts are None where the endpoint does not say.

    `cached_tokens` are part of `prompt_tokens`, `reasoning_tokens` part of `completion_tokens`. `latency_ms` is wall
    time over all tries, `first_token_ms` until the first words or call of a streamed answer; `retries` counts repeated
    tries. `answered` False: no usable answer came.
    """

    model: str
    prompt_tokens: int | None = None
    cached_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    latency_ms: float | None = None
    first_token_ms: float | None = None
    retries: int = 0
    answered: bool = True


_METER: ContextVar[list[ModelUse] | None] = ContextVar("meter", default=None)


@contextmanager
def metered(uses: list[ModelUse]) -> Iterator[None]:
    """Add every call made inside the block, also by tasks it starts, to `uses`."""
    token = _METER.set(uses)
    try:
        yield
    finally:
        _METER.reset(token)


def note(use: ModelUse) -> None:
    """Tell the innermost meter, if there is one."""
    uses = _METER.get()
    if uses is not None:
        uses.append(use)
