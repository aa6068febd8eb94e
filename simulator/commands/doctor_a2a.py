"""`dashtalk doctor --agent a2a:URL`: one card, one message, and what is wrong with the agent behind the address."""

import asyncio
import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from simulator.agents.a2a import CONNECT_TIMEOUT_S, PLAIN, A2AAgent, RemoteFailure, bounded, is_here, names_an_address
from simulator.settings import Settings
from simulator.trajectory import AssistantView, DriverSaid, OfferedTool

CARD = "/.well-known/agent-card.json"
_TOOL = OfferedTool(
    "get_battery_level",
    "Returns the charge of the car's battery in percent.",
    {"type": "object", "properties": {}, "additionalProperties": False},
    "get",
)
_VIEW = AssistantView(
    locale="en",
    speech_level=None,
    tools=(_TOOL,),
    location={"id": "here", "name": "Seoul", "position": {"longitude": 126.98, "latitude": 37.57}},
    now=datetime(2025, 3, 12, 9, 0, tzinfo=UTC).replace(tzinfo=None),
    messages=(DriverSaid("How full is the battery? Look it up."),),
)
_START = "start the agent, and check host and port"
_NO_AGENT = "check the address: an A2A agent shows its card there; 'dashtalk serve a2a' starts one of ours"
_LOG = "look into the agent's own log"


def examine_a2a(settings: Settings) -> dict[str, Any]:
    """Return what an agent card and one message showed: `works` with a `note`, or `problem` and `fix`.

    Raises UsageError for an impossible address and for a missing package.
    """
    agent = A2AAgent(settings.agent.removeprefix("a2a:"), settings.call_timeout_s)
    return asyncio.run(_asked(agent, settings.call_timeout_s))


async def _asked(agent: A2AAgent, timeout_s: float) -> dict[str, Any]:
    wrong = await _card(agent.url, agent.shown, min(timeout_s, CONNECT_TIMEOUT_S))
    if wrong:
        return wrong
    started = time.perf_counter()
    try:
        async with asyncio.timeout(timeout_s):
            reply = await agent.respond(replace(_VIEW))
    except TimeoutError:
        return {
            "problem": f"{agent.shown} showed its card, and gave no answer to a message within {timeout_s:g} s",
            "fix": f"{_LOG}, or allow more with --call-timeout-s",
        }
    except RemoteFailure as error:
        return {"problem": f"it showed its card, but a message failed: {error}", "fix": _LOG}
    finally:
        await agent.aclose()
    took = f"its card is there, and it answered a message in {(time.perf_counter() - started) * 1000:.0f} ms"
    if any(call.name == _TOOL.name for call in reply.calls):
        return {"works": True, "note": f"{took} with a call of the tool that was offered"}
    if reply.calls:
        called = ", ".join(sorted({call.name for call in reply.calls}))[:200]
        return {"problem": f"it called what it was not offered ({called})", "fix": "make it use the tools it is sent"}
    if not reply.speech:
        return {"problem": "it answered a message with neither words nor calls", "fix": _LOG}
    return {"works": True, "note": f"{took} with words; it did not call the tool it was offered"}


async def _card(url: str, shown: str, timeout_s: float) -> dict[str, str] | None:
    """Return what is wrong with the agent's card, None when it is one."""
    import httpx

    try:
        async with (
            asyncio.timeout(timeout_s),
            httpx.AsyncClient(
                timeout=timeout_s, trust_env=not is_here(url), headers=PLAIN, event_hooks={"response": [bounded]}
            ) as client,
        ):
            answer = await client.get(url + CARD)
    except (httpx.ConnectError, httpx.ProxyError) as error:
        return {"problem": f"nobody answers at {shown}: {_first_line(error)}", "fix": _START}
    except (httpx.TimeoutException, TimeoutError):
        return {"problem": f"{shown} showed no agent card within {timeout_s:g} s", "fix": _START}
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
        return {"problem": f"what answers at {shown} is no A2A agent: {_first_line(error)}", "fix": _NO_AGENT}
    if answer.is_redirect:
        return {"problem": f"{shown} sends its callers elsewhere", "fix": "give the address it is moved to"}
    if not answer.is_success:
        what = f"answers {answer.status_code} at {CARD}"
        return {"problem": f"what answers at {shown} is no A2A agent: it {what}", "fix": _NO_AGENT}
    try:
        addressed = names_an_address(answer.json())
    except (ValueError, RecursionError):
        return {"problem": f"what {shown} shows at {CARD} is no agent card", "fix": _NO_AGENT}
    if not addressed:
        return {"problem": f"the card of {shown} names no address to send messages to", "fix": "complete the card"}
    return None


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
