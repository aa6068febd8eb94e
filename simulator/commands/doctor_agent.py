"""`dashtalk doctor --agent ...`: one real call to an assistant, and what is wrong with it in plain words."""

import asyncio
import os
from dataclasses import asdict
from typing import Any

from simulator.admission import explain
from simulator.assembly import AGENTS, agent_factory
from simulator.commands.doctor_a2a import examine_a2a
from simulator.llm import Completion, Endpoint, EndpointError, ModelUse, close_clients, complete, endpoint, metered
from simulator.llm_endpoint import Api
from simulator.llm_responses import responses_request
from simulator.redaction import told
from simulator.registry import UsageError, unknown
from simulator.settings import Settings, public_agent

_TOOL = {
    "type": "function",
    "function": {
        "name": "get_battery_level",
        "description": "Returns the charge of the car's battery in percent.",
        "parameters": {"type": "object", "properties": {}, "additionalProperties": False},
    },
}
_MESSAGES = [
    {"role": "system", "content": "You are the voice assistant of a car. Look things up with your tools."},
    {"role": "user", "content": "How full is the battery? Look it up."},
]
_SERVE_TOOLS = (
    "serve the model with tool calling switched on (vLLM: --enable-auto-tool-choice and --tool-call-parser NAME,"
    " llama.cpp: --jinja), or take a model that was trained for it"
)
# What models write in place of a call when their server does not know their way of calling.
_UNREAD_CALLS = ("<tool_call", "[TOOL_CALLS]", "<|python_tag|>", "<function=", '"get_battery_level"')
_ADDRESS = "check --model and --base-url, which usually ends in /v1"
_PROXIES = ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY")


def examine(settings: Settings) -> dict[str, Any]:
    """Return what one call showed: `works`, and `problem` with its `fix` when something is wrong.

    The chat assistant and one behind an A2A address are called; of others it is checked that they can be built.
    """
    found: dict[str, Any] = {"agent": public_agent(settings.agent), "works": False, "problem": None, "fix": None}
    try:
        if settings.agent == "chat":
            return found | _chat(settings)
        if settings.agent.startswith("a2a:"):
            return found | examine_a2a(settings)
        if ":" not in settings.agent and settings.agent not in AGENTS:
            raise unknown("agent", settings.agent, AGENTS)
        agent_factory(settings)
    except UsageError as error:
        return found | _split(told(str(error)))
    except Exception as error:
        # What breaks in a check is what the check found.
        return found | {
            "problem": told(explain(error)),
            "fix": "look into the server's log, and at proxies and TLS here",
        }
    return found | {"works": True, "note": "it asks no endpoint of ours; it can be built"}


def _split(message: str) -> dict[str, str | None]:
    """Return a message as what is wrong and what to do, which our messages put after the last mark."""
    if message.startswith(("cannot build ", "cannot import ")):
        # What stands last are the words of the person's own code.
        return {"problem": message, "fix": "correct the assistant's own code"}
    for mark in ("; ", ": "):
        problem, found, fix = message.rpartition(mark)
        if found and problem:
            return {"problem": problem, "fix": fix}
    return {"problem": message, "fix": None}


def _chat(settings: Settings) -> dict[str, Any]:
    agent_factory(settings)
    target = endpoint(
        settings.base_url or None,
        timeout_s=settings.call_timeout_s,
        limit_s=settings.call_timeout_s,
        max_retries=0,
    )
    facts: dict[str, Any] = {
        "model": settings.model,
        "base_url": target.shown,
        "proxy": [name for name in _PROXIES if os.environ.get(name) or os.environ.get(name.lower())],
    }
    return facts | asyncio.run(_asked(target, settings))


async def _asked(target: Endpoint, settings: Settings) -> dict[str, Any]:
    api: Api = "responses" if settings.api == "responses" else "chat"
    fields: dict[str, Any] = {"messages": _MESSAGES, **settings.request_options}
    if settings.sampling_temperature is not None:
        fields["temperature"] = settings.sampling_temperature
    uses: list[ModelUse] = []
    try:
        with metered(uses):
            try:
                body = _body(fields | {"tools": [_TOOL]}, api)
                answer = await complete(target, settings.model, body, stream=settings.stream, api=api)
            except EndpointError as error:
                return await _refused(target, settings, fields, api, str(error))
    finally:
        await close_clients()
    return {"call": asdict(uses[0]), **_judged(answer)}


def _body(fields: dict[str, Any], api: Api) -> dict[str, Any]:
    given = {name: value for name, value in fields.items() if value is not None}
    return given if api == "chat" else responses_request(given)


async def _refused(
    target: Endpoint, settings: Settings, fields: dict[str, Any], api: Api, message: str
) -> dict[str, Any]:
    """Explain a call that failed; a request that was refused is tried with less, to see what it was about."""
    if api == "responses" and "does not know the model" in message:
        try:
            await complete(target, settings.model, {"messages": _MESSAGES})
        except EndpointError:
            pass
        else:
            return {"problem": "the server has no Responses API (Chat Completions work)", "fix": "--api chat"}
    if "refused the request" not in message and "failed, and again" not in message:
        parted = _split(message)
        if parted["fix"] is None:
            late = "gave no" in message
            parted["fix"] = "allow it more with --call-timeout-s, or look into the server's log" if late else _ADDRESS
        return parted
    for less, problem, fix in (
        (
            fields | {"tools": [_TOOL], "temperature": None},
            "the model does not take a temperature",
            "--temperature none",
        ),
        (fields, "the endpoint answers, but refuses tools", _SERVE_TOOLS),
    ):
        if "temperature" in less and "temperature" not in fields:
            continue
        try:
            await complete(target, settings.model, _body(less, api), api=api)
        except EndpointError:
            continue
        return {"problem": f"{problem} ({message})", "fix": fix}
    return _split(message) | {"fix": "check the model's name, --options and the server's log"}


def _judged(answer: Completion) -> dict[str, Any]:
    if answer.calls:
        return {"works": True, "note": "it called the tool that was offered"}
    if any(sign in answer.text for sign in _UNREAD_CALLS):
        return {
            "problem": "the model wrote its call as text, which the server did not read as one",
            "fix": _SERVE_TOOLS,
        }
    if answer.finish_reason == "length":
        return {
            "problem": "the answer was cut off before it came to anything",
            "fix": "allow more tokens, with --options or at the server",
        }
    what = "answered with words instead of calling the tool it was offered" if answer.text else "answered with nothing"
    return {"problem": f"the model {what}", "fix": _SERVE_TOOLS}


def lines(found: dict[str, Any]) -> list[tuple[bool, str, str | None]]:
    """Return the findings as lines: whether it is good, what it is, what to do."""
    made: list[tuple[bool, str, str | None]] = []
    if found.get("proxy"):
        made.append((True, f"goes through a proxy: {', '.join(found['proxy'])}", None))
    where = f"{found['agent']}"
    if found.get("model"):
        where += f" {found['model']} at {found['base_url']}"
    made.append((found["works"], f"{where}: {found.get('note') or found['problem']}", found["fix"]))
    call = found.get("call")
    if call is not None:
        counts = [f"{call['latency_ms']:.0f} ms"]
        if call["first_token_ms"] is not None:
            counts.append(f"first token after {call['first_token_ms']:.0f} ms")
        for name in ("prompt_tokens", "completion_tokens"):
            counts.append(f"{name.replace('_', ' ')} {'unknown' if call[name] is None else call[name]}")
        made.append((True, ", ".join(counts), None))
    return made
