"""All panels and logs, found by being files of `simulator.dashboard.panels`."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from simulator.dashboard import panels as place
from simulator.dashboard.spec import LOGS, PANELS, Log, Panel


@cache
def _load() -> None:
    for found in iter_modules(place.__path__):
        import_module(f"{place.__name__}.{found.name}")


def panel(key: str) -> Panel:
    """Return a panel by its key."""
    _load()
    return PANELS[key]


def log(key: str) -> Log:
    """Return a log by its key."""
    _load()
    return LOGS[key]


def every() -> tuple[Panel | Log, ...]:
    """Return all panels and logs."""
    _load()
    return (*PANELS.values(), *LOGS.values())
