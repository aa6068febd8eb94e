"""The one place that wires parts into a session."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scenarios.dialogue import draw
from scenarios.schema import CALENDAR_ID, Scenario
from simulator.agents.spec import Agent, Patient
from simulator.cabin_situation import cabin_situation
from simulator.channel import Channel, Locale, SituatedChannel, TextChannel
from simulator.environment import Environment
from simulator.hands import Hands
from simulator.hints import HintingChannel, expected_names
from simulator.recording import sound_archive
from simulator.registry import UsageError, unknown
from simulator.session import Label, Limits, Session
from simulator.settings import Settings, public_agent
from simulator.users.factory import UserFactory, scripted
from simulator.world.model import World

if TYPE_CHECKING:
    from voice.acoustics import Acoustics
    from voice.channel import VoiceChannel

AgentFactory = Callable[[Scenario, Locale], Agent]


def _baseline(settings: Settings) -> AgentFactory:
    from simulator.agents.baseline.agent import BaselineAgent

    return lambda scenario, locale: BaselineAgent()


def _chat(settings: Settings) -> AgentFactory:
    from simulator.agents.chat import ChatAgent
    from simulator.llm_endpoint import bounds_and_cache

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
            api="responses" if settings.api == "responses" else "chat",
            **bounds_and_cache(settings),
        )

    # A missing key or an impossible address is told before anything is recorded.
    make()
    return lambda scenario, locale: make()


def _oracle(settings: Settings) -> AgentFactory:
    from simulator.agents.oracle import Oracle
    from simulator.agents.oracle_dialogue import DialogueOracle

    return lambda scenario, locale: (
        Oracle(scenario, locale) if scenario.dialogue is None else DialogueOracle(scenario, locale)
    )


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
    return Limits(
        max_steps=settings.max_steps,
        max_turns=settings.max_turns,
        agent_timeout_s=seconds,
        # Whoever may take longer for one message, a person, may take longer for all of them.
        session_timeout_s=max(settings.session_timeout_s, seconds)
        if isinstance(agent, Patient)
        else settings.session_timeout_s,
    )


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
            if scenario.dialogue is not None:
                # Which of them is said, the run's seed draws.
                kept.update(dict.fromkeys(scenario.dialogue.said(locale)))
    return {locale: tuple(kept) for locale, kept in texts.items()}


class Channels:
    """Chooses channels for sessions; engines are looked for once and shared by all sessions of a run."""

    def __init__(self, settings: Settings, scenarios: Iterable[Scenario] = ()) -> None:
        self._settings = settings
        self._texts = spoken_texts(scenarios)
        self._voices: dict[Locale, tuple[VoiceChannel | None, str]] = {}
        self._acoustics = _acoustics(settings)
        self.archive = sound_archive(settings)

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
            return ChannelChoice("voice", voice.for_session)
        if wanted == "voice":
            raise UsageError(reason)
        told = f"spoken sessions [{locale}] used simulated errors at {self._settings.error_rate:g} instead: {reason}"
        return ChannelChoice("errors", lambda seed: self._errors(seed, reason), told)

    def _errors(self, seed: int, reason: str = "") -> Channel:
        from voice.errors import ErrorChannel

        channel = ErrorChannel(
            self._settings.error_rate, seed, catastrophic=self._settings.catastrophic_errors, texts=self._texts
        )
        if reason:
            channel.accuracy_reason = f"no speech was made: {reason}"
        return channel

    def _voice(self, locale: Locale) -> "tuple[VoiceChannel | None, str]":
        if locale not in self._voices:
            from voice.channel import build_voice_channel

            # What a setting names is used or refused; only an empty one leaves the choice to us.
            found = build_voice_channel(
                locale,
                asr=self._asr(locale),
                tts=self._tts(locale),
                archive=self.archive,
                acoustics=self._acoustics,
            )
            if found.channel is not None:
                found.channel.prepare()
            reason = f"{found.reason}; to bring one: {found.fix}" if found.channel is None else ""
            self._voices[locale] = found.channel, reason
        return self._voices[locale]

    def _asr(self, locale: Locale) -> str | None:
        from voice.spec import check_speaks, chosen, transcriber_engine

        named = chosen(self._settings.asr, locale)
        if named is not None:
            check_speaks(transcriber_engine(named).describe(), locale)
        return named

    def _tts(self, locale: Locale) -> str | None:
        from voice.spec import check_speaks, chosen, synthesizer_engine

        named = chosen(self._settings.tts, locale)
        if named is not None:
            check_speaks(synthesizer_engine(named).describe(), locale)
        return named

    async def aclose(self) -> None:
        """Release the shared engines."""
        for channel, _ in self._voices.values():
            if channel is not None:
                await channel.aclose()


def _acoustics(settings: Settings) -> "Acoustics | None":
    """Return what lies between voice and recogniser; raises UsageError when there is no voice for it to act on."""
    asked = [name for name in ("noise", "impairments") if getattr(settings, name).strip()]
    if not asked:
        return None
    if settings.channel != "voice":
        raise UsageError(f"{asked[0]}: needs --channel voice; channel {settings.channel} has no sound to change")
    from voice.acoustics import parse_acoustics

    return parse_acoustics(settings.noise, settings.snr_db, settings.noise_weighting, settings.impairments)


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
    hands: Hands | None = None,
) -> Session:
    """Return a session that is ready to run, with `hands` for a person at the controls if there is one."""
    given: tuple[tuple[str, str], ...] = ()
    if scenario.dialogue is not None:
        drawn = draw(scenario.dialogue, scenario.id, settings.seed)
        given = scenario.dialogue.exchanges(locale, drawn.style, drawn.level if locale == "ko" else None)
        scenario = scenario.drawn(drawn)
    agent = make_agent(scenario, locale)
    limits = agent_limits(settings, agent)
    seed = session_seed(settings.seed, scenario, locale, trial, attempt)
    world_seed = session_seed(settings.seed, scenario, "en", 0)
    world = scenario.build_world(world_seed, locale)
    environment = Environment(
        scenario.build_state(),
        world,
        scenario.build_toolset(),
        frozen_charge=scenario.freeze_charge,
        calendar_id=CALENDAR_ID,
    )
    return Session(
        scenario,
        locale,
        agent=agent,
        user=make_user(scenario, locale, seed, attempt),
        channel=_hinting(_riding(channel, environment), seed, world, scenario, locale),
        environment=environment,
        label=Label(public_agent(settings.agent), settings.driver, channel.name, trial, seed),
        limits=limits,
        hands=hands,
        given=given,
    )


def _riding(choice: ChannelChoice, environment: Environment) -> ChannelChoice:
    """Return the choice with a channel that knows how the car sounds, where it cares."""

    def build(seed: int) -> Channel:
        channel = choice.build(seed)
        if isinstance(channel, SituatedChannel):
            channel.ride_in(lambda: cabin_situation(environment))
        return channel

    return replace(choice, build=build)


def _hinting(choice: ChannelChoice, seed: int, world: World, scenario: Scenario, locale: Locale) -> Channel:
    """Return the session's channel; one with a recogniser is told the names it may hear."""
    channel = choice.build(seed)
    return HintingChannel(channel, expected_names(world, locale, scenario.place)) if choice.name == "voice" else channel
