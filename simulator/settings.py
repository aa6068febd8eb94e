"""What a run is told to do: a file, the environment and flags, in rising order of precedence.

Every field may stand in `dashtalk.toml` under its own name, in the environment as DASHTALK_<NAME>, or on the
command line as --<name>. Secrets are never settings: they are read from the environment by the part that needs them.
"""

import json
import math
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from simulator.redaction import secret_field
from simulator.registry import UsageError, nearest

DEFAULT_FILE = "dashtalk.toml"
CHANNELS = ("auto", "text", "errors", "voice")
APIS = ("chat", "responses")
LEVEL_MODES = ("rule", "hybrid", "llm")
SPEECH_LEVELS = ("hae", "haeyo", "hapsyo")


# What the assistant itself decides; a streamed answer has a setting of its own.
_NO_OPTIONS = frozenset({"messages", "model", "stream", "stream_options", "tools", "n"})


def public_address(address: str) -> str:
    """Return an address without user, password and query."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    host = parts.netloc.rpartition("@")[2]
    if parts.scheme and host:
        return f"{parts.scheme}://{host}{parts.path}"
    return without_query(address)


def without_query(address: str) -> str:
    """Return what is no address, as far as it may be shown: without what stands before an @ or after a ? or #."""
    return re.split(r"[?#]", address.rpartition("@")[2], maxsplit=1)[0]


def public_agent(agent: str) -> str:
    """Return the name of an assistant as it may be shown and stored: an address in it as `public_address` has it."""
    kind, colon, address = agent.partition(":")
    return f"{kind}:{public_address(address)}" if kind == "a2a" and colon else agent


@dataclass(frozen=True)
class Settings:
    """All settings of a run with their defaults.

    suite: a shipped suite, a scenario file or a folder of them.
    agent: baseline, chat, a probe (oracle, silent, ...) or `module:Class`.
    model, base_url: for `chat`, the model's name and the endpoint.
    temperature: for `chat`, 0 to 2, or none to leave it to the endpoint.
    options: for `chat`, further fields of every request as a JSON object, e.g. {"reasoning_effort": "low"}.
    stream: for `chat`, ask for answers in pieces and measure the time to the first.
    call_timeout_s: for `chat`, how long one answer may take with all tries, in seconds.
    api: for `chat`, the wire format: chat (Chat Completions) or responses.
    requests_per_minute, tokens_per_minute: what may be asked of one endpoint; 0 is no bound.
    llm_cache: a folder in which models' answers are kept and looked for; on is one in the user's cache.
    prices: a TOML file with prices of models, which win over the ones that come along.
    user: scripted, persona, or for official tasks `module:Class`; empty means persona where user_model is given.
    user_model, user_base_url: for `persona`, the model's name and the endpoint.
    user_temperature: for `persona`, 0 to 2, or none; a session that is run again takes 0.7 where this is lower.
    user_options: for `persona`, further fields of every request as a JSON object.
    judge_model: one or more models, comma separated, that judge what the rules leave open; empty asks nobody.
    judge_base_url: the endpoint of all judges, or one for each of them, comma separated.
    rubrics: YAML files with further rubrics to ask the judges, comma separated.
    speech_level: the level all Korean sessions ask of the assistant, hae, haeyo or hapsyo; empty: each its own.
    level_mode: who decides about speech levels: rule, hybrid (judges may fail what it passes) or llm (judges alone).
    regenerate: how often a session is run again, 0 to 10, when its simulated driver went wrong.
    validity: whether such sessions are told from the others; off for benchmarks that have no such gate.
    channel: auto (scenarios marked as spoken are spoken), text, errors or voice.
    asr, tts: recogniser and voice of spoken sessions, as NAME, NAME:MODEL or ko=...,en=...; empty: the best there is.
    locale: all, ko or en.
    trials: sessions per scenario and language, at least 1.
    seed: makes everything drawn at random repeatable; 0 or more.
    noise: for voice, cabin, cabin:SPEED, rain, music, babble, hvac, vehicle (the car as it is) or a folder of WAVs.
    snr_db: the ratio of speech to noise in dB; for `vehicle` at 100 km/h with everything closed.
    noise_weighting: how levels are compared for it: A (as the ear hears) or Z (unweighted).
    impairments: for voice, a list as bt-narrow,loss:0.05:3,reverb,clip:0.01,gain:-12,echo:-15.
    record: keep the sound of every utterance as a WAV file beside the store.
    error_rate: 0 to 0.6, the share of words (en) or syllables (ko) the error channel changes.
    catastrophic_errors: let the error channel lose about one utterance in 33 altogether, beside that rate.
    max_concurrency: sessions at a time.
    max_steps, max_turns: when a session that does not end by itself is ended.
    session_timeout_s: how long one session may take, in seconds of this machine's time; longer is a defect.
    max_defects: so many sessions in a row without an answer for one reason stop the run; 0 never stops it.
    store: the SQLite file runs are kept in; empty means the user's data folder.
    durable: survive a power cut, at some cost in speed.
    """

    suite: str = "first-drive"
    agent: str = "baseline"
    model: str = ""
    base_url: str = ""
    temperature: str = "0"
    options: str = ""
    stream: bool = False
    call_timeout_s: float = 110.0
    api: str = "chat"
    requests_per_minute: int = 0
    tokens_per_minute: int = 0
    llm_cache: str = ""
    prices: str = ""
    user: str = ""
    user_model: str = ""
    user_base_url: str = ""
    user_temperature: str = "0"
    user_options: str = ""
    judge_model: str = ""
    judge_base_url: str = ""
    rubrics: str = ""
    speech_level: str = ""
    level_mode: str = "rule"
    regenerate: int = 2
    validity: bool = True
    channel: str = "auto"
    asr: str = ""
    tts: str = ""
    locale: str = "all"
    trials: int = 1
    seed: int = 0
    noise: str = ""
    snr_db: float = 10.0
    noise_weighting: str = "A"
    impairments: str = ""
    record: bool = False
    error_rate: float = 0.1
    catastrophic_errors: bool = False
    max_concurrency: int = 4
    max_steps: int = 40
    max_turns: int = 20
    session_timeout_s: float = 1800.0
    max_defects: int = 5
    store: str = ""
    durable: bool = False

    def __post_init__(self) -> None:
        counts = ("trials", "max_concurrency", "max_steps", "max_turns")
        bounds = {
            **dict.fromkeys(counts, (1, 1000)),
            "seed": (0, 2**63 - 1),
            "regenerate": (0, 10),
            "max_defects": (0, 1000),
        }
        bounds |= dict.fromkeys(("requests_per_minute", "tokens_per_minute"), (0, 10**9))
        for name, (low, high) in bounds.items():
            if not low <= getattr(self, name) <= high:
                raise UsageError(f"{name}: {getattr(self, name)} must lie between {low} and {high}")
        if not math.isfinite(self.error_rate) or not 0 <= self.error_rate <= 0.6:
            raise UsageError(f"error_rate: {self.error_rate} must lie between 0 and 0.6")
        if not math.isfinite(self.call_timeout_s) or not 0 < self.call_timeout_s <= 3600:
            raise UsageError(f"call_timeout_s: {self.call_timeout_s} must lie between 0 and 3600")
        if not math.isfinite(self.session_timeout_s) or not 0 < self.session_timeout_s <= 86400:
            raise UsageError(f"session_timeout_s: {self.session_timeout_s} must lie between 0 and 86400")
        _ = self.sampling_temperature, self.request_options
        _ = self.driver_temperature, self.driver_options
        words = {"channel": CHANNELS, "locale": ("all", "ko", "en"), "api": APIS, "level_mode": LEVEL_MODES}
        if self.speech_level:
            words["speech_level"] = SPEECH_LEVELS
        for name, known in words.items():
            value = getattr(self, name)
            if value not in known:
                close = nearest(value, known)
                raise UsageError(
                    f"unknown {name} '{value}': " + (f"did you mean '{close}'?" if close else ", ".join(known))
                )

    @property
    def sampling_temperature(self) -> float | None:
        """The temperature, None when it is left to the endpoint; raises UsageError."""
        return _temperature("temperature", self.temperature)

    @property
    def driver_temperature(self) -> float | None:
        """The simulated driver's temperature, None when it is left to the endpoint; raises UsageError."""
        return _temperature("user_temperature", self.user_temperature)

    @property
    def driver_options(self) -> dict[str, Any]:
        """The further fields of a request for the simulated driver; raises UsageError."""
        return _options("user_options", self.user_options)

    @property
    def request_options(self) -> dict[str, Any]:
        """The further fields of a request; raises UsageError."""
        return _options("options", self.options)

    @property
    def driver(self) -> str:
        """The name of the driver."""
        return self.user or ("persona" if self.user_model else "scripted")

    @property
    def judges(self) -> tuple[str, ...]:
        """The models that judge, in the order given."""
        return _listed(self.judge_model)

    @property
    def judge_base_urls(self) -> tuple[str, ...]:
        """The endpoints of the judges: none, one for all, or one for each."""
        return _listed(self.judge_base_url)

    @property
    def rubric_files(self) -> tuple[str, ...]:
        """The files with rubrics of the user's own."""
        return _listed(self.rubrics)

    def recorded(self) -> dict[str, Any]:
        """Return the settings as they are stored with a run: without what an address may hold of secrets."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        addresses = ("base_url", "user_base_url")
        shown = {name: public_address(values[name]) for name in addresses}
        shown["agent"] = public_agent(self.agent)
        return values | shown | {"judge_base_url": ",".join(map(public_address, self.judge_base_urls))}


def _temperature(name: str, text: str) -> float | None:
    if text.strip().lower() == "none":
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 2:
        raise UsageError(f"{name}: '{text}' must be a number between 0 and 2, or none")
    return value


def _options(name: str, text: str) -> dict[str, Any]:
    if not text.strip():
        return {}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise UsageError(f"""{name}: not a JSON object: write it like '{{"reasoning_effort": "low"}}'""")
    for field in value:
        if field in _NO_OPTIONS:
            raise UsageError(f"{name}: '{field}' cannot be set here")
    _check_format(name, value.get("response_format"))
    secret = secret_field(value)
    if secret:
        raise UsageError(
            f"{name}: '{secret}' looks like a secret, and options are stored with a run: leave it out, and export"
            " OPENAI_API_KEY=YOUR_KEY"
        )
    return value


def _check_format(name: str, wanted: Any) -> None:
    if wanted is None:
        return
    if not isinstance(wanted, dict) or not isinstance(wanted.get("type"), str):
        raise UsageError(
            f"""{name}: response_format is no object with a type: write it like {{"type": "json_object"}}"""
        )
    described = wanted.get("json_schema")
    if wanted["type"] == "json_schema" and not (
        isinstance(described, dict)
        and isinstance(described.get("name"), str)
        and isinstance(described.get("schema"), dict)
    ):
        raise UsageError(
            f"{name}: response_format of the type json_schema lacks its schema: give it"
            """ "json_schema": {"name": "NAME", "schema": {…}}"""
        )


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
_TYPES: dict[str, type] = {field.name: type(field.default) for field in fields(Settings)}


def _convert(name: str, value: Any, source: str) -> Any:
    kind = _TYPES[name]
    if kind is bool:
        words = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in words:
            return words[value.lower()]
    elif isinstance(value, kind) and not isinstance(value, bool):
        return value
    elif name in ("temperature", "user_temperature") and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    elif kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    elif isinstance(value, str):
        try:
            return kind(value)
        except ValueError:
            pass
    raise UsageError(f"{source}: {name}: {value!r} is not {_KINDS[kind]}")


def _from_file(path: Path) -> dict[str, Any]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"{path}: not valid TOML: {error}") from None
    for name in table:
        if name not in _TYPES:
            close = nearest(name, _TYPES)
            hint = f": did you mean '{close}'?" if close else "; docs/settings.md lists all, what else is a flag only"
            raise UsageError(f"{path}: unknown setting '{name}'{hint}")
    return {name: _convert(name, value, str(path)) for name, value in table.items()}


def resolve(
    flags: Mapping[str, Any], config: str | None = None, environment: Mapping[str, str] | None = None
) -> Settings:
    """Return the settings from file, environment and flags; flags that are None do not count. Raises UsageError."""
    variables = os.environ if environment is None else environment
    path = Path(config) if config else Path(DEFAULT_FILE)
    values = _from_file(path) if config or path.is_file() else {}
    for name in _TYPES:
        variable = f"DASHTALK_{name.upper()}"
        if variables.get(variable):
            values[name] = _convert(name, variables[variable], variable)
    values |= {name: value for name, value in flags.items() if name in _TYPES and value is not None}
    return Settings(**values)
