"""Events as lines for people, and what was done to a sound."""

import json

from simulator.channel import NoiseRecord, Spoken
from simulator.commands.talk_lines import live_lines
from simulator.events import (
    AssistantSpoke,
    ClockMoved,
    ConditionChanged,
    ConditionName,
    DefectRecorded,
    DriverJudged,
    DriverSpoke,
    DriverUnderstood,
    Event,
    ExchangeGiven,
    PolicyBreached,
    SessionEnded,
    SessionStarted,
    SpeechInterrupted,
    SpeechRecognised,
    SpeechSynthesised,
    ToolCalled,
    ToolReturned,
    TurnTimed,
)

_CONDITIONS: dict[ConditionName, str] = {
    "agent": "assistant",
    "speech_level": "speech level",
    "locale": "language",
    "error_rate": "rate of recognition errors",
    "snr_db": "speech over noise in dB",
}


def numbered_lines(event: Event) -> list[tuple[str, str]]:
    """Return the lines of an event behind its number, by which reasons refer to it."""
    return [
        (style, f"{'' if number else event.seq:>4}  {line}") for number, (style, line) in enumerate(event_lines(event))
    ]


def event_lines(event: Event) -> list[tuple[str, str]]:
    """Return an event as styled lines; events that say nothing to a reader give none."""
    match event:
        case SessionStarted():
            level = f", {event.speech_level}" if event.speech_level else ""
            return [("bold", f"{event.scenario_id} [{event.locale}{level}], {event.agent} over {event.channel}")]
        case ExchangeGiven(driver=driver, assistant=assistant):
            return [("dim", f"given     driver: {driver}"), ("dim", f"          assistant: {assistant}")]
        case DriverSpoke(intended=""):
            return [("cyan", "driver    (spoke)")]
        case DriverSpoke():
            return [("cyan", f"driver    {event.intended}")]
        case SpeechRecognised() if event.heard.engine != "text":
            return [("cyan", f"  heard   {event.heard.text or '(nothing)'}")]
        case SpeechSynthesised(spoken=Spoken(noise=NoiseRecord() as noise)):
            return [("dim", f"  through {noise_line(noise)}")]
        case ToolCalled(step=step, call=call):
            who = "" if step is not None else f" ({call.actor})"
            return [("", f"  call    {call.name}({json.dumps(call.arguments, ensure_ascii=False)[1:-1]}){who}")]
        case ToolReturned(result=result):
            changes = [("", f"          {item.path}: {item.before} → {item.after}") for item in result.changes]
            return [("red" if result.fault else "dim", f"  result  {result.content}"), *changes]
        case AssistantSpoke():
            return [("green", f"assistant {event.text or '(silence)'}")]
        case TurnTimed() | SpeechInterrupted():
            return live_lines(event)
        case ConditionChanged():
            shown = [str(value) if value is not None else "none" for value in (event.before, event.after)]
            return [("yellow", f"  changed {_CONDITIONS[event.name]}: {' → '.join(shown)}")]
        case DriverUnderstood():
            return [("dim", f"  taken as {', '.join(event.acts)}")]
        case ClockMoved():
            return [("dim", f"  {item.path}: {item.before} → {item.after}") for item in event.changes]
        case PolicyBreached(breach=breach):
            return [("red", f"  breach  policy {breach.policy}: {breach.reason}")]
        case DefectRecorded():
            return [("magenta", f"  defect  {event.where}: {event.message}")]
        case DriverJudged(judgement=said):
            word = {None: "cannot say whether it kept", 0.0: "did not keep", 1.0: "kept"}[said.value]
            return [("dim", f"  driver  {word} its part: {said.rationale} ({said.judge})")]
        case SessionEnded():
            word = f", {event.end_word.value}" if event.end_word else ""
            detail = f" ({event.detail})" if event.detail else ""
            return [("bold", f"ended     {event.termination.value}{word}{detail}")]
        case _:
            return []


def noise_line(noise: NoiseRecord) -> str:
    """Return what was done to the sound, as `cabin:100 at 5 dB(A), bt-narrow, seed 7`."""
    parts = [part for part in (noise.kind, noise.impairments) if part]
    if noise.kind and noise.snr_db is not None:
        source = f" ({noise.detail})" if noise.detail else ""
        weighting = "dB(A)" if noise.weighting == "A" else "dB"
        parts[0] = f"{noise.kind}{source} at {noise.snr_db:g} {weighting}"
    return ", ".join((*parts, f"seed {noise.seed}"))
