"""How the turns of a run went, for people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evaluation.report.tables import table
from evaluation.turn_metrics import FEWEST_EVENTS, TurnFigure, TurnMetrics
from simulator.channel import LANGUAGES

if TYPE_CHECKING:
    from rich.console import Console

_NAMES = {
    "response_latency_spoken": "response latency, spoken",
    "response_latency_typed": "response latency, typed",
    "response_latency_simulated": "response latency, simulated driver",
    "first_audio_latency": "first audio latency",
    "interruption_handled": "interruptions handled",
    "talk_over": "answers talked over",
    "talk_over_duration": "talked over for",
    "dead_air": "dead air",
    "driver_speaking_time": "driver speaking, per utterance",
    "assistant_speaking_time": "assistant speaking, per answer",
    "turns_per_goal": "turns per completed goal",
    "driver_speech_per_goal": "driver's speech per completed goal",
    "assistant_speech_per_goal": "assistant's speech per completed goal",
    "assistant_message": "assistant, per message",
    "language_model_call": "language model, per call",
    "language_model_first_token": "language model, first token",
    "tools_of_a_step": "tools, per step",
}


def print_turns(out: "Console", found: TurnMetrics, *, details: bool = False) -> None:
    """Print the figures that rest on enough events and name those that rest on too few, with how many there were.

    `details` also says why others could not be judged at all, and adds a table for each language of a run in both.
    """
    _print(out, found.all, "turns", details)
    if details and len(found.languages) > 1:
        for locale, figures in found.languages.items():
            _print(out, figures, f"turns, {LANGUAGES[locale]}", details)


def _print(out: "Console", figures: Sequence[TurnFigure], title: str, details: bool) -> None:
    made = table("figure", "events", "p50", "p90", "p95", "value", title=title)
    for figure in figures:
        if not figure.reason:
            spread = (figure.p50, figure.p90, figure.p95)
            made.add_row(
                _NAMES[figure.name], str(figure.n), *(_amount(each, figure.unit) for each in spread), _value(figure)
            )
    if made.row_count:
        out.print(made)
    few = [f"{_NAMES[figure.name]} {figure.n}" for figure in figures if figure.reason and figure.n]
    if few:
        told = f"{title}: fewer than {FEWEST_EVENTS} events, so not shown: {'; '.join(few)}"
        out.print(told, style="dim", markup=False, soft_wrap=True)
    none = [f"{_NAMES[figure.name]} ({figure.reason})" for figure in figures if figure.reason and not figure.n]
    if none and details:
        out.print(f"{title}: unscored: {'; '.join(none)}", style="dim", markup=False, soft_wrap=True)


def _amount(value: float | None, unit: str) -> str:
    if value is None:
        return "-"
    return f"{value:.0f} ms" if unit == "ms" and value >= 10 else f"{value:.1f} {unit}"


def _value(figure: TurnFigure) -> str:
    if figure.value is None:
        return "-"
    if figure.unit == "share":
        return f"{figure.value:.3f}"
    in_all = " in all" if figure.p50 is not None else ""
    return f"{figure.value:.1f} {figure.unit}{in_all}"
