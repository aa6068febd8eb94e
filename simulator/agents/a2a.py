"""An assistant that answers over the A2A protocol, spoken to as in the public CAR-bench competition kit."""

import importlib.util
import ipaddress
import uuid
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from simulator.agents.chat import function_tool, read_arguments
from simulator.agents.prompt import prompt_digest, system_prompt
from simulator.agents.spec import CallRequest, Reply, Usage
from simulator.llm_wire import MOST_BYTES, count_of
from simulator.redaction import keep_secret, secrets_in
from simulator.registry import UsageError
from simulator.settings import public_address, without_query
from simulator.trajectory import AssistantSaid, AssistantView, DriverSaid, ToolReplied

if TYPE_CHECKING:
    from a2a.client import Client
    from a2a.types.a2a_pb2 import Message, Part, StreamResponse
    from httpx import AsyncByteStream, AsyncClient, Response

CONNECT_TIMEOUT_S = 10.0
PLAIN = {"Accept-Encoding": "identity"}
"""Headers of a client with the hook `bounded`, which counts what arrives, not what becomes of it."""
# An evaluator that heard nothing says this word; the protocol knows no empty text.
NO_WORDS = "none"


class RemoteFailure(Exception):
    """The remote assistant gave no usable answer: the session records a defect, never a failure."""


class A2AAgent:
    """An assistant at a URL; one instance and one context id serve one session.

    The first message carries the system prompt, the driver's words and the tools; later ones the driver's words or
    the tools' answers. It answers with text or with `{"tool_calls": [{"tool_name", "arguments"}]}`. The protocol
    carries every number as floating point, so whole numbers are restored where a tool's schema asks for integers.

    Raises UsageError for an impossible address or a missing package; `respond` raises RemoteFailure.
    Source: the agent interface of the CAR-bench competition kit, A2A 1.0.
    """

    def __init__(self, url: str, timeout_s: float = 110.0) -> None:
        need_a2a()
        self.url = _checked(url)
        keep_secret(*secrets_in(self.url))
        self.shown = public_address(self.url)
        self.name = f"a2a:{self.shown}"
        self._timeout_s = timeout_s
        self._context_id = uuid.uuid4().hex
        self._task_id = ""
        self._http: AsyncClient | None = None
        self._client: Client | None = None
        self._schemas: dict[str, Mapping[str, Any]] = {}
        self._seen = 0

    async def respond(self, view: AssistantView) -> Reply:
        """Send what is new and return the answer; raises RemoteFailure."""
        import httpx
        from a2a.utils.errors import A2AError
        from google.protobuf.json_format import ParseError
        from google.protobuf.message import DecodeError

        news = view.messages[self._seen :]
        try:
            parts, source = self._parts(view, news)
            client = self._client or await self._connect(view)
            reply = self._reply(*await self._send(client, parts, source))
        except RecursionError:
            message = f"{self.shown} answered with something too deep to be read"
        except (A2AError, httpx.HTTPError, httpx.InvalidURL, DecodeError, ParseError, OSError, ValueError) as error:
            told = str(error).strip().splitlines()
            message = f"{self.shown}: {told[0] if told else type(error).__name__}"
        else:
            self._seen = len(view.messages)
            return reply
        raise RemoteFailure(message)

    def prompt_digest(self, view: AssistantView) -> str:
        """Return the digest of the prompt and tools that are sent."""
        return prompt_digest(view)

    async def aclose(self) -> None:
        """Close the connection."""
        client, http, self._client, self._http = self._client, self._http, None, None
        if client is not None:
            await client.close()
        if http is not None:
            await http.aclose()

    async def _connect(self, view: AssistantView) -> "Client":
        import httpx
        from a2a.client import ClientConfig, create_client

        self._schemas = {tool.name: tool.parameters for tool in view.tools}
        timeout = httpx.Timeout(self._timeout_s, connect=min(CONNECT_TIMEOUT_S, self._timeout_s))
        # A proxy has no business between two programs of one machine.
        hooks = {"response": [bounded]}
        self._http = httpx.AsyncClient(
            timeout=timeout, trust_env=not is_here(self.url), headers=PLAIN, event_hooks=hooks
        )
        config = ClientConfig(
            streaming=False, httpx_client=self._http, supported_protocol_bindings=["JSONRPC", "HTTP+JSON"]
        )
        self._client = await create_client(self.url, config)
        return self._client

    def _parts(self, view: AssistantView, news: Iterable[Any]) -> tuple[list["Part"], str]:
        from a2a.helpers.proto_helpers import new_data_part, new_text_part

        news = tuple(news)
        heard = next((entry.heard.strip() for entry in news if isinstance(entry, DriverSaid) and not entry.given), None)
        if self._seen == 0:
            tools = [function_tool(tool) for tool in view.tools]
            text = f"System: {system_prompt(view)}\n\n{_earlier(news)}User: {heard or NO_WORDS}"
            return [new_text_part(text), new_data_part({"tools": tools})], "user"
        results = [
            {"tool_name": entry.name, "tool_call_id": entry.call_id, "content": entry.content}
            for entry in news
            if isinstance(entry, ToolReplied)
        ]
        if results:
            return [new_data_part({"tool_results": results})], "environment"
        return [new_text_part(heard or NO_WORDS)], "user"

    async def _send(self, client: "Client", parts: list["Part"], source: str) -> tuple[list["Part"], dict[str, Any]]:
        from a2a.helpers.proto_helpers import new_message
        from a2a.types.a2a_pb2 import Role, SendMessageRequest

        message = new_message(parts, self._context_id, self._task_id or None, Role.ROLE_USER)
        message.metadata.update({"source": source})
        newest: StreamResponse | None = None
        async for response in client.send_message(SendMessageRequest(message=message)):
            newest = response
        if newest is None:
            raise RemoteFailure(f"{self.shown} sent an empty answer")
        return self._answer(newest)

    def _answer(self, response: "StreamResponse") -> tuple[list["Part"], dict[str, Any]]:
        from a2a.types.a2a_pb2 import TaskState

        if response.HasField("message"):
            return list(response.message.parts), _metadata(response.message)
        if not response.HasField("task"):
            raise RemoteFailure(f"{self.shown} answered with neither a message nor a task")
        task = response.task
        state = task.status.state
        if state in (TaskState.TASK_STATE_FAILED, TaskState.TASK_STATE_REJECTED, TaskState.TASK_STATE_CANCELED):
            words = " ".join(part.text for part in task.status.message.parts if part.text)
            raise RemoteFailure(f"{self.shown}: {TaskState.Name(state)}{f': {words}' if words else ''}")
        # A task that waits for more is continued; a finished one takes no further message.
        self._task_id = task.id if state == TaskState.TASK_STATE_INPUT_REQUIRED else ""
        parts = [part for artifact in task.artifacts for part in artifact.parts]
        return parts or list(task.status.message.parts), _metadata(task.status.message)

    def _reply(self, parts: list["Part"], metadata: dict[str, Any]) -> Reply:
        from a2a.helpers.proto_helpers import get_data_parts, get_text_parts

        calls: list[CallRequest] = []
        for data in get_data_parts(parts):
            proposed = data.get("tool_calls") if isinstance(data, dict) else None
            if proposed is not None and not isinstance(proposed, list):
                raise RemoteFailure(f"{self.shown}: tool_calls is no list")
            calls += [self._call(call) for call in proposed or ()]
        metrics = metadata.get("turn_metrics")
        return Reply(
            calls=tuple(calls),
            speech="\n".join(get_text_parts(parts)).strip(),
            usage=_usage(metrics if isinstance(metrics, dict) else {}),
        )

    def _call(self, proposed: Any) -> CallRequest:
        if not isinstance(proposed, dict) or not isinstance(proposed.get("tool_name"), str):
            raise RemoteFailure(f"{self.shown}: a tool call has no tool_name")
        name = proposed["tool_name"]
        arguments = read_arguments(proposed.get("arguments"))
        return CallRequest(name, with_integers(arguments, self._schemas.get(name, {})))


def _earlier(news: Iterable[Any]) -> str:
    """Return what was said before the session began, in the form of the first message."""
    told = ""
    for entry in news:
        if isinstance(entry, DriverSaid) and entry.given:
            told += f"User: {entry.heard.strip() or NO_WORDS}\n\n"
        elif isinstance(entry, AssistantSaid) and entry.given:
            told += f"Assistant: {entry.text.strip() or NO_WORDS}\n\n"
    return told


def names_an_address(card: Any) -> bool:
    """Return whether an agent card says where messages go; raises ValueError for what is no card."""
    from a2a.client.card_resolver import parse_agent_card
    from google.protobuf.json_format import ParseError

    try:
        return bool(parse_agent_card(card).supported_interfaces)
    except (ParseError, TypeError, AttributeError, RecursionError):
        raise ValueError("no agent card") from None


async def bounded(response: "Response") -> None:
    """Let an answer end in an error where it has no end: it would fill the memory long before any time limit.

    Raises `httpx.ReadError` for a compressed one, of which nobody knows how much it is; it was asked for as it is.
    """
    import httpx

    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in ("", "identity"):
        raise httpx.ReadError(f"compressed its answer ({encoding[:20]}), which it was not asked to")
    whole = response.stream
    assert isinstance(whole, httpx.AsyncByteStream)
    response.stream = _bounded_stream()(whole)


@cache
def _bounded_stream() -> "Callable[[AsyncByteStream], AsyncByteStream]":
    """Return the class of bounded streams, made when the transport is there."""
    import httpx

    class Bounded(httpx.AsyncByteStream):
        def __init__(self, whole: httpx.AsyncByteStream) -> None:
            self._whole = whole

        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for chunk in self._whole:
                size += len(chunk)
                if size > MOST_BYTES:
                    raise httpx.ReadError(f"did not end its answer within {MOST_BYTES // 2**20} MB")
                yield chunk

        async def aclose(self) -> None:
            await self._whole.aclose()

    return Bounded


def need_a2a() -> None:
    """Raise UsageError when the package for A2A is missing."""
    if importlib.util.find_spec("a2a") is None:
        raise UsageError("A2A needs the package a2a-sdk: python -m pip install '.[a2a]'")


def with_integers(value: Any, schema: Any) -> Any:
    """Return a value with whole floats made integers wherever the schema asks for integers.

    Source: the competition kit's evaluator; a `number` stays as it came.
    """
    if not isinstance(schema, Mapping):
        return value
    for choice in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        value = with_integers(value, choice)
    if isinstance(value, float) and schema.get("type") == "integer" and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [with_integers(entry, schema.get("items")) for entry in value]
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        return {name: with_integers(entry, properties.get(name)) for name, entry in value.items()}
    return value


def _checked(url: str) -> str:
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good:
        raise UsageError(f"'{without_query(url)}' is no address of an A2A agent: write a2a:http://HOST:PORT")
    return url.rstrip("/")


def is_here(url: str) -> bool:
    """Return whether an address is on this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _metadata(message: "Message") -> dict[str, Any]:
    from google.protobuf.json_format import MessageToDict

    found: dict[str, Any] = MessageToDict(message.metadata)
    return found


def _usage(metrics: dict[str, Any]) -> Usage:
    def tokens(name: str) -> int | None:
        value = metrics.get(name)
        # The protocol knows no whole numbers, but it knows infinity.
        return count_of(int(value)) if isinstance(value, int | float) and 0 <= value < float("inf") else None

    return Usage(tokens("prompt_tokens"), tokens("completion_tokens"))
