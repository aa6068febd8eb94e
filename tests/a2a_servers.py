"""A2A agents on this machine for tests: ours, and one that answers whatever a test tells it."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

HOST = "127.0.0.1"


@asynccontextmanager
async def serving(make: Callable[[str], Any]) -> AsyncIterator[str]:
    """Serve the application that `make` builds for a URL, in this event loop."""
    from uvicorn import Config, Server

    listening = socket.socket()
    listening.bind((HOST, 0))
    listening.listen()
    url = f"http://{HOST}:{listening.getsockname()[1]}"
    server = Server(Config(make(f"{url}/"), log_level="error", lifespan="on"))
    server.config.load()
    task = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield url
    finally:
        server.should_exit = True
        await task


def free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        port: int = found.getsockname()[1]
        return port


def answering(answer: Callable[[dict[str, Any]], Any]) -> Callable[[str], Any]:
    """Return an agent that answers each JSON-RPC request with what `answer` makes of its message."""
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse
    from starlette.routing import Route

    def make(url: str) -> Any:
        card = {
            "name": "strange",
            "description": "for tests",
            "version": "1",
            "supportedInterfaces": [{"url": url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
            "capabilities": {},
            "defaultInputModes": ["text/plain"],
            "defaultOutputModes": ["text/plain"],
            "skills": [],
        }

        async def shown(request: Request) -> JSONResponse:
            return JSONResponse(card)

        async def called(request: Request) -> Any:
            asked = await request.json()
            result = answer(asked["params"]["message"])
            if asyncio.iscoroutine(result):
                result = await result
            if not isinstance(result, dict):
                return result
            return JSONResponse({"jsonrpc": "2.0", "id": asked["id"], "result": result})

        return Starlette(routes=[Route("/.well-known/agent-card.json", shown), Route("/", called, methods=["POST"])])

    return make


def message(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a direct answer of an agent."""
    return {"message": {"messageId": "m", "role": "ROLE_AGENT", "parts": list(parts)} | more}
