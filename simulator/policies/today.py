"""Rules for what is known of the current day only."""

from simulator.policies.evidence import kept_by_tool
from simulator.policies.spec import Situation, Verdict, policy


@policy(
    "023",
    """Look up the calendar of today only; of any other day say that you cannot see it.""",
    when="step",
    source="CAR-bench AUT-POL:023",
)
def calendar_is_of_today(situation: Situation) -> Verdict | None:
    """Source: CAR-bench AUT-POL:023, which the calendar tool checks itself."""
    return kept_by_tool(situation, "023", ("get_entries_from_calendar",))


@policy(
    "024",
    """Look up the weather of today only; of any other day say that you cannot see it.""",
    when="step",
    source="CAR-bench AUT-POL:024",
)
def weather_is_of_today(situation: Situation) -> Verdict | None:
    """Source: CAR-bench AUT-POL:024, which the weather tool checks itself."""
    return kept_by_tool(situation, "024", ("get_weather",))
