"""The one place that wires parts into a session."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scenarios.schema import CALENDAR_ID, Scenario
from simulator.agents.spec import Agent, Patient
from simulator.channel import Channel, Locale, TextChannel
from simulator.environment import Environment
from simulator.registry import UsageError, unknown
from simulator.session import Label, Limits, Session
from simulator.settings import Settings
from simulator.users.factory import UserFactory, scripted

AgentFactory = Callable[[Scenario, Locale], Agent]


def _baseline(settings: Settings) -> AgentFactory:
    from simulator.agents.baseline.agent import BaselineAgent

    return lambda scenario, locale: BaselineAgent()


def _chat(settings: Settings) -> AgentFactory:
    from simulator.agents.chat import ChatAgent

    if not settings.model:
        raise UsageError("--agent chat needs --model NAME (and --base-url URL for anything but the default endpoint)")

    def make() -> ChatAgent:
        return ChatAgent(
            settings.model,
            base_url=settings.base_url or None,
            temperature=settings.sampling_temperature,
            timeout_s=settings.call_timeout_s,
            call_limit_s=settings.call_timeout_s,
            options=settings.request_options,
            stream=settings.stream,
        )

    # A missing key or an impossible address is told before anything is recorded.
    make()
    return lambda scenario, locale: make()


def _oracle(settings: Settings) -> AgentFactory:
    from simulator.agents.oracle import Oracle

    return Oracle


def _probe(name: str) -> Callable[[Settings], AgentFactory]:
    def build(settings: Settings) -> AgentFactory:
        from simulator.agents.probes import PROBES

        return PROBES[name]

    return build


AGENTS: dict[str, Callable[[Settings], AgentFactory]] = {
    "baseline": _baseline,
    "chat": _chat,
    "oracle": _oracle,
    **{name: _probe(name) for name in ("silent", "premature", "fabricating", "over-asking")},
}


def agent_factory(settings: Settings) -> AgentFactory:
    """Return what makes the assistant under test; raises UsageError for an unknown or unusable one."""
    if settings.agent.startswith("a2a:"):
        return _a2a(settings)
    if ":" in settings.agent:
        return _external(settings.agent, settings)
    if settings.agent not in AGENTS:
        from simulator.agents.entry_points import installed_agents

        installed = installed_agents()
        if settings.agent not in installed:
            raise unknown("agent", settings.agent, [*AGENTS, *installed])
        return _external(installed[settings.agent], settings)
    return AGENTS[settings.agent](settings)


def _a2a(settings: Settings) -> AgentFactory:
    from simulator.agents.a2a import A2AAgent

    url = settings.agent.removeprefix("a2a:")
    # An address that cannot be right and a missing package are told before anything is recorded.
    A2AAgent(url)
    return lambda scenario, locale: A2AAgent(url)


def _external(path: str, settings: Settings) -> AgentFactory:
    from simulator.agents.external import load_agent

    make = load_agent(path, settings.recorded() | {"base_url": settings.base_url})
    # One that cannot be built is told before anything is recorded; the first session gets this one.
    ready = [make()]

    def build(scenario: Scenario, locale: Locale) -> Agent:
        if ready:
            return ready.pop()
        try:
            return make()
        except UsageError as error:
            # It could be built before: what goes wrong now is a defect of one session, no mistake in the command.
            raise RuntimeError(str(error)) from None

    return build


def agent_limits(settings: Settings, agent: Agent) -> Limits:
    """Return a session's limits, with as much time for one message as this assistant may take."""
    if isinstance(agent, Patient):
        seconds = agent.answers_within_s
    else:
        # The endpoint's own limit comes first, since it says more.
        seconds = max(Limits().agent_timeout_s, settings.call_timeout_s + 10)
    return Limits(max_steps=settings.max_steps, max_turns=settings.max_turns, agent_timeout_s=seconds)


@dataclass(frozen=True, slots=True)
class ChannelChoice:
    """Which channel a session gets, and one plain sentence when it is not the one that was wanted."""

    name: str
    build: Callable[[int], Channel]
    notice: str = ""


def spoken_texts(scenarios: Iterable[Scenario]) -> dict[Locale, tuple[str, ...]]:
    """Return all the drivers' requests and answers by language, what the error channel is calibrated on."""
    texts: dict[Locale, dict[str, None]] = {}
    for scenario in scenarios:
        for locale, script in scenario.driver.items():
            kept = texts.setdefault(locale, {})
            for turn in script.turns:
                kept.update(dict.fromkeys((turn.say, *(reply.say for reply in turn.replies))))
    return {locale: tuple(kept) for locale, kept in texts.items()}


class Channels:
    """Chooses channels for sessions; engines are looked for once and shared by all sessions of a run."""

    def __init__(self, settings: Settings, scenarios: Iterable[Scenario] = ()) -> None:
        self._settings = settings
        self._texts = spoken_texts(scenarios)
        self._voices: dict[Locale, tuple[Channel | None, str]] = {}

    def choose(self, scenario: Scenario, locale: Locale) -> ChannelChoice:
        """Return the channel of one session; raises UsageError when speech was asked for and cannot be had."""
        wanted = self._settings.channel
        spoken = wanted == "voice" or (wanted == "auto" and scenario.driver[locale].spoken)
        if wanted == "errors":
            return ChannelChoice("errors", self._errors)
        if not spoken:
            return ChannelChoice("text", lambda seed: TextChannel())
        voice, reason = self._voice(locale)
        if voice is not None:
            return ChannelChoice("voice", lambda seed: voice)
        if wanted == "voice":
            raise UsageError(reason)
        told = f"spoken sessions [{locale}] used simulated errors at {self._settings.error_rate:g} instead: {reason}"
        return ChannelChoice("errors", lambda seed: self._errors(seed, reason), told)

    def _errors(self, seed: int, reason: str = "") -> Channel:
        from voice.errors import ErrorChannel

        channel = ErrorChannel(self._settings.error_rate, seed, texts=self._texts)
        if reason:
            channel.accuracy_reason = f"no speech was made: {reason}"
        return channel

    def _voice(self, locale: Locale) -> tuple[Channel | None, str]:
        if locale not in self._voices:
            from voice.channel import build_voice_channel

            found = build_voice_channel(locale)
            reason = f"{found.reason}; to bring one: {found.fix}" if found.channel is None else ""
            self._voices[locale] = found.channel, reason
        return self._voices[locale]

    async def aclose(self) -> None:
        """Release the shared engines."""
        for channel, _ in self._voices.values():
            if channel is not None:
                await channel.aclose()


def session_seed(seed: int, scenario: Scenario, locale: Locale, trial: int, attempt: int = 0) -> int:
    """Return the seed of one session, the same in every run with the same run seed; each attempt has its own."""
    import hashlib

    again = f":{attempt}" if attempt else ""
    digest = hashlib.sha256(f"{seed}:{scenario.id}:{locale}:{trial}{again}".encode()).digest()
    return int.from_bytes(digest[:4], "big")


def build_session(
    settings: Settings,
    scenario: Scenario,
    locale: Locale,
    trial: int,
    *,
    make_agent: AgentFactory,
    channel: ChannelChoice,
    make_user: UserFactory = scripted,
    attempt: int = 0,
) -> Session:
    """Return a session that is ready to run."""
    agent = make_agent(scenario, locale)
    limits = agent_limits(settings, agent)
    seed = session_seed(settings.seed, scenario, locale, trial, attempt)
    world_seed = session_seed(settings.seed, scenario, "en", 0)
    environment = Environment(
        scenario.build_state(),
        scenario.build_world(world_seed, locale),
        scenario.build_toolset(),
        frozen_charge=scenario.freeze_charge,
        calendar_id=CALENDAR_ID,
    )
    return Session(
        scenario,
        locale,
        agent=agent,
        user=make_user(scenario, locale, seed, attempt),
        channel=channel.build(seed),
        environment=environment,
        label=Label(settings.agent, settings.driver, channel.name, trial, seed),
        limits=limits,
    )
