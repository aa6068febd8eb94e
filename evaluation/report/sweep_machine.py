"""A sweep as one JSON object."""

from collections.abc import Sequence
from typing import Any

from evaluation.cost import Costs
from evaluation.report.blame_table import blame_object
from evaluation.robustness_spec import Robustness
from evaluation.store import Store
from evaluation.sweep_blame import LevelBlame
from evaluation.sweep_gate import SweepGateResult
from evaluation.sweeps import StoredSweep


def sweep_object(
    store: Store,
    sweep: StoredSweep,
    found: Robustness,
    status: str,
    gates: Sequence[SweepGateResult] = (),
    notices: Sequence[str] = (),
    blames: Sequence[LevelBlame] = (),
    costs: Costs | None = None,
) -> dict[str, Any]:
    """Return everything about a sweep that a script may want; `curves` holds the figures of each language."""
    figures = found.model_dump(mode="json")
    return {
        "sweep": sweep.id,
        "status": status,
        "axis": sweep.axis,
        "store": str(store.path),
        "suite": sweep.settings.get("suite"),
        "agent": sweep.settings.get("agent"),
        "seed": sweep.settings.get("seed"),
        "trials": found.trials,
        "resamples": found.resamples,
        "levels": [
            level.level.model_dump(mode="json") | {"run": sweep.runs.get(position), "settings": dict(level.settings)}
            for position, level in enumerate(sweep.levels)
        ],
        "curves": {curve["locale"]: curve for curve in figures["curves"]},
        "blames": [{"level": one.level.name} | blame_object(tuple(one.groups.values()), one.cases) for one in blames],
        "gates": [
            {
                "gate": result.gate.text,
                "locale": result.locale,
                "state": result.state.value,
                "value": result.value,
                "line": result.line,
            }
            for result in gates
        ],
        "notices": list(notices),
        "cost": costs.as_json() if costs is not None else None,
    }
