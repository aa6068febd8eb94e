"""Settings that were given and have no effect, because what they are for is not part of the run."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from simulator.settings import Settings

_BUILT_IN_WITHOUT_MODEL = ("baseline", "oracle", "silent", "premature", "fabricating", "over-asking")
# Flags that are not simply the setting's name with hyphens.
_FLAGS = {"rubrics": "--rubric", "validity": "--no-validity"}


@dataclass(frozen=True, slots=True)
class _Run:
    settings: Settings
    channels: frozenset[str]

    @property
    def asks_a_model(self) -> bool:
        """Whether the assistant reads the settings of a model; one of the user's own is given all of them."""
        agent = self.settings.agent
        return agent not in _BUILT_IN_WITHOUT_MODEL and not agent.startswith("a2a:")

    @property
    def model_drives(self) -> bool:
        return self.settings.driver != "scripted"

    @property
    def asks_anybody(self) -> bool:
        return self.asks_a_model or self.model_drives or bool(self.settings.judges)


@dataclass(frozen=True, slots=True)
class _Need:
    """Settings that work only where `holds`; `otherwise` ends the sentence "--flag changed nothing: ..."."""

    names: tuple[str, ...]
    holds: Callable[[_Run], bool]
    otherwise: Callable[[_Run], str]


def _told(text: str) -> Callable[[_Run], str]:
    return lambda _: text


_NEEDS = (
    _Need(
        ("model", "base_url", "temperature", "options", "stream", "api"),
        lambda run: run.asks_a_model,
        lambda run: (
            f"the assistant was {run.settings.agent.partition(':')[0]}, which asks no model (--agent chat does)"
        ),
    ),
    _Need(
        ("user_model", "user_base_url", "user_temperature", "user_options", "regenerate", "validity"),
        lambda run: run.model_drives,
        _told("the driver followed the script (--user persona --user-model NAME lets a model drive)"),
    ),
    _Need(
        ("speech_level",),
        lambda run: run.settings.locale != "en",
        _told("no session was Korean (--lang ko or all)"),
    ),
    _Need(
        ("judge_base_url", "rubrics"),
        lambda run: bool(run.settings.judges),
        _told("nobody judged (--judge-model NAME names a judge)"),
    ),
    _Need(
        ("requests_per_minute", "tokens_per_minute", "llm_cache"),
        lambda run: run.asks_anybody,
        _told("no language model took part"),
    ),
    _Need(
        ("error_rate",),
        lambda run: "errors" in run.channels,
        _told("no session used simulated errors (--channel errors asks for them)"),
    ),
    _Need(
        ("asr", "tts", "record"),
        lambda run: "voice" in run.channels,
        _told("no session was spoken (--channel voice asks for it)"),
    ),
    _Need(
        ("snr_db", "noise_weighting"),
        lambda run: bool(run.settings.noise.strip()),
        _told("there was no noise (--noise KIND adds some)"),
    ),
)


def idle_notices(settings: Settings, channels: Iterable[str]) -> tuple[str, ...]:
    """Return one line for all settings that were changed and have no effect on a run over these channels.

    The settings of one need share their reason. Nothing is returned where all of them work.
    """
    run = _Run(settings, frozenset(channels))
    default = Settings()
    parts = []
    for need in _NEEDS:
        if not need.holds(run):
            given = [name for name in need.names if getattr(settings, name) != getattr(default, name)]
            if given:
                parts.append(f"{', '.join(map(flag, given))} changed nothing: {need.otherwise(run)}")
    return ("; ".join(parts),) if parts else ()


def flag(name: str) -> str:
    """Return the flag of a setting."""
    return _FLAGS.get(name, f"--{name.replace('_', '-')}")
