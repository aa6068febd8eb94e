"""What a person sees while driving: what was heard, what the car does, what is said, and what is wrong."""

import json
from typing import TYPE_CHECKING

from rich.text import Text

from evaluation.report.scorecard import printable
from simulator.channel import Locale
from simulator.commands.output import console
from simulator.events import (
    AssistantSpoke,
    DefectRecorded,
    DriverSpoke,
    Event,
    PolicyBreached,
    SpeechInterrupted,
    SpeechRecognised,
    ToolCalled,
    ToolReturned,
    TurnTimed,
)

if TYPE_CHECKING:
    from evaluation.verdict import Outcome, SessionVerdict
    from scenarios.schema import Scenario
    from simulator.trajectory import Trajectory
    from voice.live.conversation import Conversation, Notice

_STAGES = (
    ("speech end", "t_speech_end"),
    ("endpoint", "t_endpoint"),
    ("partial", "t_asr_partial"),
    ("final", "t_asr_final"),
    ("agent", "t_agent"),
    ("voice", "t_tts_first"),
    ("sound", "t_audio_out"),
)


def live_lines(event: TurnTimed | SpeechInterrupted) -> list[tuple[str, str]]:
    """Return what only live sessions record, as styled lines for `dashtalk show`."""
    if isinstance(event, SpeechInterrupted):
        heard = event.audible or "(nothing)"
        took_ms = event.t_silent - event.t_interrupt
        return [
            ("magenta", f"  cut off by {event.by} after {event.played_ms} ms, silent {took_ms:.0f} ms later: {heard}")
        ]
    return [("dim", f"  timing  {timing(event)}")]


def timing(event: TurnTimed) -> str:
    """Return the stages of a turn in ms after the driver's last sound, or after the line was typed."""
    zero = event.t_asr_final if event.mode == "typed" else event.t_speech_end
    if zero is None:
        return event.mode
    found = [(name, getattr(event, field)) for name, field in _STAGES if field != "t_speech_end"]
    if event.mode == "typed":
        found = [(name, moment) for name, moment in found if name not in ("endpoint", "partial", "final")]
    told = ", ".join(f"{name} {moment - zero:+.0f}" for name, moment in found if moment is not None)
    origin = "typed" if event.mode == "typed" else "speech end"
    return f"{event.mode}, ms after {origin} (at {zero:.0f}): {told}"


class Screen:
    """Prints a session while it runs."""

    def __init__(self, locale: Locale) -> None:
        self._locale: Locale = locale
        self._out = console()

    def _line(self, text: str, style: str = "") -> None:
        self._out.print(Text(printable(text), style=style), soft_wrap=True)

    def preparing(self) -> None:
        """Say that models are being loaded."""
        self._line("getting ready ...", "dim")

    def welcome(
        self, conversation: "Conversation", devices: tuple[str | None, str | None], scenario: "Scenario"
    ) -> None:
        """Say how to talk, and what the scenario is about."""
        microphone, loudspeaker = devices
        self._line(f"microphone {microphone or 'none'}, loudspeaker {loudspeaker or 'none'}", "dim")
        if not conversation.hears:
            self._line("type what you say and press Enter; /end ends the session")
        elif conversation.mode == "push-to-talk":
            self._line("Enter, speak, Enter; or type what you say; /end ends the session")
        else:
            self._line("speak whenever you like; or type what you say; /end ends the session")
        if scenario.kind != "dialogue":
            self._line(f"scenario {scenario.id}: {scenario.summary}", "bold")
            for turn in scenario.driver[self._locale].turns:
                self._line(f"  say something like: {turn.say}", "dim")

    def pressed(self) -> None:
        """Say that the button is held."""
        self._line("  speak ... (Enter when you are done)", "dim")

    def notice(self, notice: "Notice") -> None:
        """Show what the live loop tells."""
        match notice.kind:
            case "device":
                self._line(f"note: {notice.text}", "yellow")
            case "nothing" | "echo":
                self._line(f"  ({notice.text})", "dim")
            case "partial":
                self._line(f"  ...     {notice.text}", "dim")
            case "interrupted":
                self._line(f"  (cut off after: {notice.text or 'nothing'})", "magenta")
            case "listening" | "speech":
                pass

    def event(self, event: Event) -> None:
        """Show an event of the session."""
        match event:
            case DriverSpoke(intended=intended) if intended:
                self._line(f"you       {intended}", "cyan")
            case SpeechRecognised(heard=heard) if heard.engine != "keyboard":
                self._line(f"heard     {heard.text}", "cyan")
            case ToolCalled(step=int(), call=call):
                self._line(f"  call    {call.name}({json.dumps(call.arguments, ensure_ascii=False)[1:-1]})")
            case ToolReturned(step=step, result=result):
                if step is not None and result.fault is not None:
                    self._line(f"  failed  {result.fault.message}", "red")
                for change in result.changes:
                    self._line(f"          {change.path}: {change.before} → {change.after}")
            case AssistantSpoke(text=text):
                self._line(f"assistant {text or '(silence)'}", "green")
            case PolicyBreached(breach=breach):
                self._line(f"  breach  policy {breach.policy}: {breach.reason}", "red")
            case TurnTimed():
                self._line(f"  timing  {timing(event)}", "dim")
            case DefectRecorded():
                self._line(f"  defect  {event.where}: {event.message}", "magenta")
            case _:
                pass

    def recorded(self, told: str) -> None:
        """Say what was kept of the sounds."""
        if told:
            self._line(f"note: {told}", "yellow" if told.startswith("not") else "dim")

    def turns(self, trajectory: "Trajectory", outcome: "Outcome") -> None:
        """Show how the turns of the session went."""
        from evaluation.report.turn_table import print_turns
        from evaluation.turn_metrics import turn_metrics

        print_turns(self._out, turn_metrics([(trajectory, outcome)]))

    def verdict(self, verdict: "SessionVerdict", session_id: str, *, scored: bool) -> None:
        """Show what became of the session and where it is kept."""
        if scored or verdict.outcome.value == "defect":
            self._line(f"outcome: {verdict.outcome.value}", "bold")
            for reason in verdict.reasons:
                self._line(f"  {reason}")
        else:
            self._line("outcome: unscored, since a free drive has no goal to compare the car with", "bold")
        self._line(f"recorded: dashtalk show {session_id}", "dim")
