"""What a run is called where several are listed."""

from simulator.dashboard.mark_words import scenario_name
from simulator.dashboard.sources import RunRow
from simulator.dashboard.spec import Look


def what(run: RunRow, look: Look) -> str:
    """Return what a run plays: a suite, the only scenario of it, or a free drive."""
    suite, scenario = scenario_name(run.suite, look.lang), scenario_name(run.scenario, look.lang)
    return suite if scenario in ("", suite) else f"{scenario} ({suite})"
