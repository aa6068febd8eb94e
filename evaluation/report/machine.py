"""A run as one JSON object."""

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.cost import Costs
from evaluation.gate import GateResult
from evaluation.judge_agreement import as_json
from evaluation.judgements import JudgementTable
from evaluation.report.details import missing_intervals
from evaluation.report.kpi_table import kpis_json
from evaluation.store import Store
from evaluation.summary import SessionRow, Summary
from evaluation.turn_metrics import TurnMetrics
from simulator.trajectory import Trajectory


def run_object(
    store: Store,
    run: Mapping[str, Any],
    summary: Summary,
    rows: Sequence[SessionRow],
    gates: Sequence[GateResult] = (),
    notices: Sequence[str] = (),
    costs: Costs | None = None,
    turns: TurnMetrics | None = None,
) -> dict[str, Any]:
    """Return everything about a run that a script may want.

    `sessions` holds the counts, `metrics` the figures over all sessions, `languages` the same by language, `results`
    one entry a session with its trajectory's digest, which is equal for equal trajectories. `parts` tells what was
    told anew whenever the run was resumed. `cost` is what language
    models took, `judging` how far judges agree, null where none was asked; `turns` how the turns went. `coverage` is
    the share of sessions that count, `kpis` the KPIs of dialogues, null where there was none, and `interval_missing`
    says why an interval of the headline is null.
    """
    figures = summary.model_dump(mode="json")
    stored = {row["id"]: row for row in store.sessions(run["id"])}
    return {
        "run": run["id"],
        "status": run["status"],
        "scoring_version": run["scoring_version"],
        "version": run["version"],
        "suite": run["suite"],
        "agent": run["agent"],
        "channel": run["channel"],
        "seed": run["seed"],
        "trials": summary.trials,
        "planned_sessions": run["planned_sessions"],
        "store": str(store.path),
        "sessions": figures["sessions"],
        "score": figures["score"],
        "score_interval": figures["score_interval"],
        "interval_missing": missing_intervals(summary) or None,
        "coverage": summary.sessions.coverage,
        "pass_rate": figures["pass_rate"],
        "pass_rate_interval": figures["pass_rate_interval"],
        "retry_dependency": figures["retry_dependency"],
        "policies": figures["policies"],
        "failures": figures["failures"],
        "strata": figures["strata"],
        "not_started": figures["not_started"],
        "passes": figures["passes"],
        "metrics": figures["metrics"],
        "kinds": figures["kinds"],
        "kpis": kpis_json(rows),
        "languages": figures["languages"],
        "speech": figures["speech"],
        "turns": turns.as_json() if turns is not None else None,
        "gates": [
            {"gate": result.gate.text, "state": result.state.value, "value": result.value, "line": result.line}
            for result in gates
        ],
        "notices": list(notices),
        "parts": store.parts(run["id"]),
        "cost": costs.as_json() if costs is not None else None,
        "judging": as_json(JudgementTable(store).panel(run["id"])),
        "results": [_result(row, stored[row.session]) for row in rows],
    }


def _result(row: SessionRow, stored: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **row.model_dump(mode="json", exclude={"scores"}),
        "channel": stored["channel"],
        "seed": stored["seed"],
        "turns": stored["turns"],
        "termination": stored["termination"],
        "end_word": stored["end_word"],
        "trajectory": stored["trajectory_digest"],
        "scores": [score.model_dump(mode="json") for score in row.scores],
    }


def session_object(
    store: Store, stored: Mapping[str, Any], row: SessionRow, trajectory: Trajectory, costs: Costs | None = None
) -> dict[str, Any]:
    """Return one session with all its events."""
    return {
        "session": row.session,
        "run": stored["run_id"],
        **_result(row, stored),
        "store": str(store.path),
        "cost": costs.as_json() if costs is not None else None,
        "events": [event.model_dump(mode="json") for event in trajectory.events],
    }
