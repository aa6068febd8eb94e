"""Our assistant as an A2A agent, in the form the public CAR-bench competition kit evaluates."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import simulator
from simulator.agents.a2a import need_a2a
from simulator.agents.spec import Agent, Reply
from simulator.channel import Locale
from simulator.serve.remote_view import Conversation

if TYPE_CHECKING:
    from a2a.types.a2a_pb2 import Message
    from starlette.applications import Starlette

HOST = "127.0.0.1"
# An evaluator never says that a session is over, so the oldest conversations make room.
MOST_CONVERSATIONS = 1000
_LONGEST_TOLD = 300


@dataclass
class _Talk:
    conversation: Conversation
    agent: Agent
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class _OneLine(logging.Formatter):
    """Writes what went wrong in one line, without the way through the code."""

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        told = [record.getMessage(), *([str(error) or type(error).__name__] if error is not None else [])]
        return ": ".join(" ".join(text.split())[:_LONGEST_TOLD] for text in told)


def log_briefly() -> None:
    """Let the SDK tell of a request it refuses in one line: a bad request is the caller's, no bug to be traced."""
    from a2a.utils.errors import A2AError

    def news(record: logging.LogRecord) -> bool:
        # What the caller is told is in a line of its own already.
        return not (record.exc_info and isinstance(record.exc_info[1], A2AError))

    handler = logging.StreamHandler()
    handler.setFormatter(_OneLine())
    handler.addFilter(news)
    logger = logging.getLogger("a2a")
    logger.handlers[:] = [handler]
    logger.propagate = False


class Desk:
    """Keeps one assistant per A2A context id and turns messages into views and replies into messages."""

    def __init__(self, make_agent: Callable[[Locale], Agent]) -> None:
        self._make_agent = make_agent
        self._talks: OrderedDict[str, _Talk] = OrderedDict()

    async def answer(self, message: "Message", context_id: str) -> "Message":
        """Return the assistant's answer; raises ValueError for a message that is none of the kit's."""
        from a2a.helpers.proto_helpers import get_data_parts, get_text_parts

        text = "\n".join(get_text_parts(message.parts))
        data: dict[str, Any] = {}
        for part in get_data_parts(message.parts):
            if isinstance(part, Mapping):
                data |= part
        talk = self._talks.get(context_id)
        if talk is None:
            conversation = Conversation(text, _list(data, "tools"))
            talk = _Talk(conversation, self._make_agent(conversation.locale))
            self._talks[context_id] = talk
            await self._make_room()
        elif "tool_results" in data:
            talk.conversation.answered(_list(data, "tool_results"))
        else:
            talk.conversation.heard(text)
        self._talks.move_to_end(context_id)
        async with talk.lock:
            reply = await talk.agent.respond(talk.conversation.view())
        if reply.calls:
            talk.conversation.asked(reply.calls)
        else:
            talk.conversation.said(reply.speech)
        return _message(reply, context_id)

    async def aclose(self) -> None:
        """Release all assistants."""
        while self._talks:
            _, talk = self._talks.popitem()
            await talk.agent.aclose()

    async def _make_room(self) -> None:
        while len(self._talks) > MOST_CONVERSATIONS:
            _, oldest = self._talks.popitem(last=False)
            await oldest.agent.aclose()


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    found = data.get(name, [])
    if not isinstance(found, list):
        raise ValueError(f"{name} is no list")
    return found


def _message(reply: Reply, context_id: str) -> "Message":
    from a2a.helpers.proto_helpers import new_data_part, new_message, new_text_part

    if reply.calls:
        calls = [{"tool_name": call.name, "arguments": call.arguments} for call in reply.calls]
        return new_message([new_data_part({"tool_calls": calls})], context_id)
    made = new_message([new_text_part(reply.speech)], context_id)
    if reply.usage.prompt_tokens is not None or reply.usage.completion_tokens is not None:
        metrics = {
            "prompt_tokens": reply.usage.prompt_tokens or 0,
            "completion_tokens": reply.usage.completion_tokens or 0,
        }
        made.metadata.update({"turn_metrics": metrics})
    return made


def application(name: str, make_agent: Callable[[Locale], Agent], url: str) -> "Starlette":
    """Return the agent as an ASGI application that calls itself `name` and is reached at `url`.

    Raises UsageError when the package for A2A is missing.
    """
    need_a2a()
    from contextlib import asynccontextmanager

    from a2a.server.agent_execution import AgentExecutor
    from a2a.server.request_handlers import DefaultRequestHandler
    from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
    from a2a.server.tasks import InMemoryTaskStore
    from a2a.types.a2a_pb2 import AgentCapabilities, AgentCard, AgentInterface, AgentSkill
    from a2a.utils.errors import InvalidParamsError
    from starlette.applications import Starlette

    desk = Desk(make_agent)

    class Executor(AgentExecutor):
        async def execute(self, context: Any, event_queue: Any) -> None:
            try:
                answer = await desk.answer(context.message, context.context_id)
            except ValueError as error:
                logging.getLogger(__name__).warning("context %r: %s", context.context_id[:100], error)
                raise InvalidParamsError(str(error)) from error
            except Exception:
                logging.getLogger(__name__).exception("context %s", context.context_id)
                raise
            await event_queue.enqueue_event(answer)

        async def cancel(self, context: Any, event_queue: Any) -> None:
            """Leave running answers alone: each is one short message."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> Any:
        yield
        await desk.aclose()

    card = AgentCard(
        name=f"dashtalk {name}",
        description="An in-car assistant that is told its tools and answers with speech or tool calls.",
        version=simulator.__version__,
        supported_interfaces=[AgentInterface(url=url, protocol_binding="JSONRPC", protocol_version="1.0")],
        capabilities=AgentCapabilities(streaming=False),
        default_input_modes=["text/plain", "application/json"],
        default_output_modes=["text/plain", "application/json"],
        skills=[
            AgentSkill(id="drive", name="In-car assistance", description="Korean and English.", tags=["car", "voice"])
        ],
    )
    handler = DefaultRequestHandler(Executor(), InMemoryTaskStore(), card)
    routes = [*create_agent_card_routes(card), *create_jsonrpc_routes(handler, "/")]
    return Starlette(routes=routes, lifespan=lifespan)
