"""A drive without a goal: a car, a world and whatever comes to a person's mind."""

from scenarios.schema import Scenario
from simulator.channel import Locale

FREE_DRIVE = "free-drive"
# A scenario needs an opening line; a person never hears of it.
_OPENING: dict[Locale, str] = {"ko": "안녕?", "en": "Hello."}


def free_drive() -> Scenario:
    """Return the scenario of a free drive: nothing is expected, so that no state is ever scored against it."""
    script = {
        locale: {"turns": [{"say": opening}], "level": "haeyo" if locale == "ko" else None}
        for locale, opening in _OPENING.items()
    }
    return Scenario.model_validate(
        {
            "id": FREE_DRIVE,
            "kind": "dialogue",
            "summary": "A person drives without a goal.",
            "provenance": "dashtalk",
            "driver": script,
        }
    )
