"""Makes drivers by name."""

from collections.abc import Callable

from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.registry import UsageError, unknown
from simulator.settings import Settings
from simulator.users.scripted import ScriptedUser
from simulator.users.spec import User
from simulator.users.target import TargetUser

UserFactory = Callable[[Scenario, Locale, int, int], User]
"""Makes the driver of one session from scenario, language, seed and attempt (0 first, then the regenerated ones)."""


def scripted(scenario: Scenario, locale: Locale, seed: int, attempt: int) -> User:
    """Return the driver who follows the scenario's script; it says the same whatever the seed."""
    return ScriptedUser(scenario, locale) if scenario.dialogue is None else TargetUser(scenario, locale)


def persona_factory(settings: Settings) -> UserFactory:
    """Return what makes drivers played by the model the settings name; raises UsageError without one."""
    from simulator.llm import endpoint
    from simulator.llm_endpoint import bounds_and_cache
    from simulator.users.persona import PersonaUser

    model = settings.user_model.strip()
    if not model:
        raise UsageError(
            "--user persona needs --user-model NAME (and --user-base-url URL for anything but the default endpoint)"
        )
    # A missing key or an impossible address is told before anything is recorded.
    target = endpoint(settings.user_base_url or None, **bounds_and_cache(settings))
    temperature, options = settings.driver_temperature, settings.driver_options

    def make(scenario: Scenario, locale: Locale, seed: int, attempt: int) -> User:
        if scenario.dialogue is not None:
            # Its one request is written down; nobody has to play it.
            return TargetUser(scenario, locale)
        return PersonaUser(
            scenario,
            locale,
            target=target,
            model=model,
            seed=seed,
            attempt=attempt,
            temperature=temperature,
            options=options,
        )

    return make


def user_factory(settings: Settings) -> UserFactory:
    """Return what makes the drivers of a run; raises UsageError for an unknown or unusable one."""
    makers: dict[str, Callable[[Settings], UserFactory]] = {
        "scripted": lambda _: scripted,
        "persona": persona_factory,
    }
    if settings.driver not in makers:
        raise unknown("user", settings.driver, makers)
    return makers[settings.driver](settings)
