"""What an assistant under test sees and what it may answer."""

from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from simulator.events import ToolCall
from simulator.trajectory import AssistantView


@dataclass(frozen=True, slots=True)
class CallRequest:
    """One tool call the assistant asks for; the session gives it an id when `id` is empty."""

    name: str
    arguments: dict[str, Any]
    id: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one reply; None where the provider does not say."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """One assistant message: a batch of calls, or speech when there are none.

    Speech next to calls is not delivered to the driver. An empty reply is silence.
    """

    calls: tuple[CallRequest, ...] = ()
    speech: str = ""
    usage: Usage = field(default_factory=Usage)


class Agent(Protocol):
    """An assistant under test; one instance serves one session.

    Raises whatever goes wrong in its infrastructure: the session records that as a defect, never as a failure.
    """

    name: str

    async def respond(self, view: AssistantView) -> Reply:
        """Answer the newest message of `view`."""
        ...

    async def aclose(self) -> None:
        """Release whatever the assistant holds."""
        ...


@runtime_checkable
class Prompted(Protocol):
    """An assistant steered by a prompt; the digest is stored so that runs with different prompts are told apart."""

    def prompt_digest(self, view: AssistantView) -> str:
        """Return the SHA-256 of everything the assistant is told before the dialogue, hexadecimal."""
        ...


@runtime_checkable
class Patient(Protocol):
    """An assistant with a time limit of its own for one message, such as a person's."""

    answers_within_s: float


__all__ = ["Agent", "AssistantView", "CallRequest", "Patient", "Prompted", "Reply", "ToolCall", "Usage"]
