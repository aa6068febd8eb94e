"""The parts a run was played in: what was told anew each time it was taken up again."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaluation.running import now

PARTS = "parts"
"""Where a run's request keeps its parts but the first."""


def new_part(before: Mapping[str, Any], today: Mapping[str, Any], numbers: Sequence[int]) -> dict[str, Any]:
    """Return the record of a part that begins now.

    `before` and `today` are the recorded settings of the part before and of this one, as far as they may differ;
    `numbers` are the sessions it is to play. What differs stands there as `[then, now]`.
    """
    changed = {name: [before.get(name), value] for name, value in today.items() if before.get(name) != value}
    return {"begun_at": now(), "sessions": list(numbers), "changed": changed}


def part_settings(settings: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a run's settings as they are now, after all its parts."""
    found = dict(settings)
    for part in parts:
        found |= {name: pair[1] for name, pair in part["changed"].items()}
    return found


def part_lines(parts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield one sentence for every part in which something was told anew."""
    for number, part in enumerate(parts, start=2):
        if part["changed"]:
            changes = ", ".join(
                f"{name} {_shown(value)} instead of {_shown(before)}"
                for name, (before, value) in part["changed"].items()
            )
            count = len(part["sessions"])
            played = "1 session" if count == 1 else f"{count} sessions"
            yield f"part {number}, resumed at {part['begun_at']} for {played}: {changes}"


def _shown(value: Any) -> str:
    return "the default" if value in (None, "") else str(value)
