"""Assistants that installed packages bring along, in the entry-point group `dashtalk.agents`."""

from importlib.metadata import EntryPoint, entry_points

GROUP = "dashtalk.agents"


def installed_agents() -> dict[str, str]:
    """Return what is installed: a name for `--agent` and the `module:Class` or `module:factory` it stands for.

    Of two packages that bring the same name, the first one found counts.
    """
    found: dict[str, str] = {}
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, _path(entry))
    return dict(sorted(found.items()))


def _path(entry: EntryPoint) -> str:
    # What a package wrote wrongly is kept as it is: whoever asks for that name is told, all others are not stopped.
    return f"{entry.module}:{entry.attr}" if entry.pattern.match(entry.value) else entry.value
