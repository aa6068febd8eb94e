"""The one client for OpenAI-compatible endpoints: where to ask, with which key, and what came back."""

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from simulator.llm_cache import Cache, cache_key
from simulator.llm_client import Trouble, client_of, close_clients, limiter_of, pool, trouble_of, try_once
from simulator.llm_endpoint import Api, Endpoint, endpoint
from simulator.llm_limiter import Limiter, Turn
from simulator.llm_meter import ModelUse, Patience, metered, note, patient, session_now
from simulator.llm_retry import MOST_TOLD_WAITS, backoff_s
from simulator.llm_wire import Completion, ProposedCall, json_object, well_formed
from simulator.registry import nearest

__all__ = [
    "Completion",
    "Endpoint",
    "EndpointError",
    "ModelUse",
    "ProposedCall",
    "close_clients",
    "complete",
    "endpoint",
    "metered",
    "models",
    "well_formed",
]


class EndpointError(Exception):
    """An endpoint gave no usable answer: infrastructure, never the fault of the model that was asked.

    The message is one line without keys; prose of the endpoint is quoted only as `llm_faults` says, briefly.
    """


async def complete(
    target: Endpoint,
    model: str,
    body: Mapping[str, Any],
    *,
    rendered: Mapping[str, bytes] | None = None,
    stream: bool = False,
    api: Api = "chat",
) -> Completion:
    """Ask a model once; `body` holds every field of the request but the model, as `api` writes it.

    `rendered` are fields that the caller holds as JSON already, sent as they are: what grows with a dialogue need not
    be written anew for each call. `stream` asks for the answer in pieces, to know when the first one came.
    Every call is noted for `metered`. Calls of one endpoint go through its limiter. A server that refuses a
    `response_format` with a JSON schema is asked for JSON in the older way. Raises EndpointError when no usable answer
    came, whatever the reason.
    """
    older = _older_format(body)
    if older is None:
        return await _complete(target, model, body, rendered or {}, stream, api)
    schemaless = pool().schemaless
    refusal: _Refusal | None = None
    if (target.shown, model) not in schemaless:
        try:
            return await _complete(target, model, body, rendered or {}, stream, api)
        except _Refusal as error:
            refusal = error
    try:
        completion = await _complete(target, model, older, rendered or {}, stream, api)
    except _Refusal:
        if refusal is None:
            raise
    else:
        schemaless.add((target.shown, model))
        return completion
    # It was not about the schema.
    raise EndpointError(str(refusal))


class _Refusal(EndpointError):
    """The endpoint took something about the request for wrong."""


def _older_format(body: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a request with the schema written as llama.cpp's servers read it; None when it has no schema."""
    wanted = body.get("response_format")
    if not isinstance(wanted, dict) or wanted.get("type") != "json_schema":
        return None
    described = wanted.get("json_schema")
    if not isinstance(described, dict) or "schema" not in described:
        return None
    return {**body, "response_format": {"type": "json_object", "schema": described["schema"]}}


async def _complete(
    target: Endpoint, model: str, body: Mapping[str, Any], rendered: Mapping[str, bytes], stream: bool, api: Api
) -> Completion:
    payload = _payload(model, body, rendered)
    kept, key = None, ""
    if target.cache:
        kept, key = Cache(target.cache), cache_key(target.shown, api, payload, session_now())
        found = kept.get(key)
        if found is not None:
            note(_use(model, found, cached_response=True))
            return found
    if stream:
        usage = {"stream_options": {"include_usage": True}} if api == "chat" else {}
        payload = _payload(model, {"stream": True} | usage | dict(body), rendered)
    call = _Call(target, model, api, stream)
    completion: Completion | None = None
    try:
        completion, problem = await call.answer(payload)
    finally:
        note(call.use(completion))
    # Raised outside every handler: a chained error of the SDK would carry the request, and with it key and prompt.
    if completion is None:
        raise (_Refusal if call.refused else EndpointError)(problem)
    if kept is not None:
        kept.put(key, completion, secret=target.api_key.get_secret_value())
    return completion


def _payload(model: str, fields: Mapping[str, Any], rendered: Mapping[str, bytes]) -> bytes:
    text = json.dumps({"model": model, **fields}, ensure_ascii=False, separators=(",", ":"))
    parts = [text[:-1].encode("utf-8", "replace")]
    parts += [b',"%s":%s' % (name.encode(), value) for name, value in rendered.items()]
    return b"".join([*parts, b"}"])


def _use(model: str, completion: Completion | None, **facts: Any) -> ModelUse:
    if completion is None:
        return ModelUse(model, answered=False, **facts)
    return ModelUse(
        model,
        completion.prompt_tokens,
        completion.cached_tokens,
        completion.completion_tokens,
        completion.reasoning_tokens,
        **facts,
    )


class _Call:
    """One call on its way: its tries, and when its first piece came."""

    def __init__(self, target: Endpoint, model: str, api: Api, stream: bool) -> None:
        self._target = target
        self._model = model
        self._api: Api = api
        self._stream = stream
        self._started = time.perf_counter()
        self._first_s: float | None = None
        self._waited_s = 0.0
        self._retries = 0
        self.refused = False

    def use(self, completion: Completion | None) -> ModelUse:
        """Return what the call took so far."""
        begun_s = self._started + self._waited_s
        return _use(
            self._model,
            completion,
            latency_ms=round((time.perf_counter() - begun_s) * 1000, 3),
            first_token_ms=None if self._first_s is None else round((self._first_s - begun_s) * 1000, 3),
            retries=self._retries,
        )

    async def answer(self, payload: bytes) -> tuple[Completion | None, str]:
        """Return the completion, or None and what went wrong."""
        target = self._target
        try:
            async with asyncio.timeout(target.limit_s) as deadline:
                completion = await self._tried(payload, Patience(deadline))
                return replace(completion, retries=self._retries) if self._retries else completion, ""
        except TimeoutError:
            return None, f"{target.shown} gave no whole answer within {target.limit_s:g} s"
        except Trouble as trouble:
            line, missing, self.refused = trouble.line, trouble.missing, trouble.refused
        return None, line + (await _nearest_model(target, self._model) if missing else "")

    async def _tried(self, payload: bytes, patience: Patience) -> Completion:
        """Ask until an answer comes, or trouble that does not pass; raises Trouble."""
        limiter = limiter_of(self._target)
        tries = told = 0
        while True:
            turn = limiter.at_once(len(payload)) or await self._turn(limiter, len(payload), patience)
            with turn:
                try:
                    completion = await try_once(
                        self._target, self._model, payload, self._api, stream=self._stream, begun=self._begun
                    )
                    turn.answered(_tokens(completion))
                    return completion
                except Trouble as trouble:
                    told += trouble.wait_s is not None
                    tries += trouble.wait_s is None
                    wait_s = backoff_s(tries - 1) if trouble.wait_s is None else trouble.wait_s
                    self._give_up(trouble, tries, told)
                    if trouble.busy:
                        turn.refused(wait_s)
                        wait_s = 0.0
            self._retries += 1
            if wait_s:
                await asyncio.sleep(wait_s)

    def _give_up(self, trouble: Trouble, tries: int, told: int) -> None:
        """Raise the trouble again unless another try may help."""
        target = self._target
        if not trouble.again or tries > target.max_retries or told > MOST_TOLD_WAITS:
            raise trouble
        if trouble.wait_s is not None and (trouble.wait_s > target.limit_s or not target.max_retries):
            raise Trouble(f"{trouble.line}; it asks to come back in {trouble.wait_s:.0f} s")

    async def _turn(self, limiter: Limiter, size: int, patience: Patience) -> Turn:
        """Wait for a turn; neither this call's time limit nor that of its session runs meanwhile."""
        started = time.perf_counter()
        try:
            with patient(), patience.waiting():
                return await limiter.turn(size)
        finally:
            self._waited_s += time.perf_counter() - started

    def _begun(self) -> None:
        self._first_s = time.perf_counter()


def _tokens(completion: Completion) -> int | None:
    counts = (completion.prompt_tokens, completion.completion_tokens)
    return None if counts[0] is None else sum(count or 0 for count in counts)


async def models(target: Endpoint) -> tuple[str, ...]:
    """Return the names of the models an endpoint offers; raises EndpointError."""
    from openai import OpenAIError

    problem = content = None
    try:
        content = (await client_of(target).sdk.models.with_raw_response.list()).content
    except OpenAIError as error:
        problem = trouble_of(error, target, None).line
    except Trouble as trouble:
        problem = trouble.line
    if content is None:
        raise EndpointError(problem)
    answer = json_object(content)
    listed = answer.get("data") if answer else None
    if not isinstance(listed, list):
        raise EndpointError(f"{target.shown} answered with something that is no list of models")
    return tuple(entry["id"] for entry in listed if isinstance(entry, dict) and isinstance(entry.get("id"), str))


async def _nearest_model(target: Endpoint, model: str) -> str:
    try:
        close = nearest(model, await models(target))
    except EndpointError:
        return ""
    return f"; did you mean '{close}'?" if close and close != model else ""
