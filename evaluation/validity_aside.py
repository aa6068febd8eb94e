"""Attempts at a session that do not count: what became of each, told from its stored events."""

from collections.abc import Iterator

from evaluation.store import DamagedSession, Store
from evaluation.validity import check_validity, problem
from scenarios.carbench_scenario import stored_scenario


def attempts_aside(store: Store, session_id: str, scenario_json: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name of every attempt that was set aside and why, in order.

    Attempts whose driver went wrong are `SESSION~N`; those that broke off before a run was resumed are `SESSION~N.M`.
    """
    rows = store.read(
        "SELECT DISTINCT session_id FROM events WHERE session_id > ? AND session_id < ? ORDER BY session_id",
        f"{session_id}~",
        f"{session_id}~:",
    )
    for row in rows:
        name = str(row["session_id"])
        try:
            trajectory, scenario = store.trajectory(name), stored_scenario(scenario_json)
        except DamagedSession as error:
            yield name, (str(error),)
            continue
        except ValueError:
            yield name, ("its scenario cannot be read",)
            continue
        if "." in name.rpartition("~")[2]:
            yield name, ("it broke off or ended in a defect, and the run was resumed",)
        else:
            yield name, problem(check_validity(trajectory, scenario)) or ("today's rules see nothing wrong with it",)
