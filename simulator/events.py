"""What happens in a session, as immutable values in the order it happened."""

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from simulator.channel import Heard, Locale, Spoken
from simulator.vehicle.change import Change

Actor = Literal["assistant", "person", "scenario"]
SpeechLevel = Literal["hae", "haeyo", "hapsyo"]
ConditionName = Literal["agent", "speech_level", "locale", "error_rate", "snr_db"]


class Frozen(BaseModel):
    """An immutable value with no room for unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ToolCall(Frozen):
    """One call as the assistant (or a person, or the scenario) asked for it."""

    id: str
    name: str
    arguments: dict[str, Any]
    actor: Actor = "assistant"


class FaultKind(StrEnum):
    """Why a call failed; profiles differ in which kinds they score."""

    CHECKED = "checked"
    """The tool's own check refused the call."""
    SILENT = "silent"
    """The tool refused the call in a way the reference does not score."""
    INVALID_ARGUMENTS = "invalid_arguments"
    """An argument is missing, superfluous, or of the wrong type or range."""
    UNKNOWN_TOOL = "unknown_tool"
    """No such tool is offered in this session."""
    REMOVED = "removed"
    """The scenario took this tool or parameter away."""


class Fault(Frozen):
    """An expected failure, told to the assistant as a tool result.

    `policy` is the rule of conduct that the tool itself upholds and the call broke, such as AUT-POL:024.
    """

    kind: FaultKind
    code: str
    message: str
    policy: str | None = None


class ToolResult(Frozen):
    """What came back from a call: `content` is the text the assistant sees, `fault` is None on success.

    `value` is the result before the scenario hid anything; `digest` is the vehicle state's after the call.
    """

    call_id: str
    name: str
    content: str
    value: Any = None
    fault: Fault | None = None
    changes: tuple[Change, ...] = ()
    digest: str = ""


class Breach(Frozen):
    """Evidence that a policy was broken."""

    policy: str
    reason: str


class PolicyFinding(Frozen):
    """The outcome of one policy on one step or session.

    `applicable` False: the rule did not apply. `upheld` None: it applied but could not be decided; `reason` says why.
    """

    policy: str
    applicable: bool
    upheld: bool | None = None
    reason: str = ""


class EndWord(StrEnum):
    """How the driver ended the session; the names of the reference benchmark where it has one.

    Source: CAR-bench end-of-conversation control words; two are ours: NO_ANSWER for an
    assistant that stays silent, GAVE_UP for one that only asks and asks.
    """

    STOP = "STOP"
    ACKNOWLEDGED = "ASSISTANT_ACKNOWLEDGED_REMOVED_PART"
    HALLUCINATION_ERROR = "HALLUCINATION_ERROR"
    HALLUCINATION_ERROR_REMOVED_TOOL = "HALLUCINATION_ERROR_REMOVED_TOOL"
    HALLUCINATION_ERROR_REMOVED_PARAMETER = "HALLUCINATION_ERROR_REMOVED_PARAMETER"
    DISAMBIGUATION_ERROR = "DISAMBIGUATION_ERROR"
    OUT_OF_SCOPE = "OUT_OF_SCOPE"
    NO_ANSWER = "NO_ANSWER"
    GAVE_UP = "GAVE_UP"

    @property
    def failure(self) -> bool:
        """Whether this word counts against the assistant."""
        return self not in (EndWord.STOP, EndWord.ACKNOWLEDGED)


class Termination(StrEnum):
    """Why a session stopped; failure kinds that are not the assistant's are kept apart from those that are."""

    USER_STOP = "user_stop"
    MAX_STEPS = "max_steps"
    MAX_TURNS = "max_turns"
    TIMEOUT = "timeout"
    CALL_PLACED = "call_placed"
    USER_ERROR = "user_error"
    """The simulated driver could not go on; the session is invalid, never failed."""
    DEFECT = "defect"
    """A bug of ours or an infrastructure failure; never scored against the assistant."""
    INTERRUPTED = "interrupted"


class EventBase(Frozen):
    """Common fields: `seq` counts from 0, `turn` is the driver's utterance number from 0, `at_ms` is session time."""

    seq: int
    turn: int
    at_ms: int


class SessionStarted(EventBase):
    """The session begins; `state` is the whole vehicle state, enough to replay every change."""

    type: Literal["session_started"] = "session_started"
    scenario_id: str
    kind: str
    locale: Locale
    speech_level: SpeechLevel | None
    trial: int
    seed: int
    agent: str
    user: str
    channel: str
    state: dict[str, Any]
    digest: str
    prompt_digest: str = ""


class ExchangeGiven(EventBase):
    """Something said before the session began: part of what the assistant knows, and played by nobody.

    `driver` is what the assistant heard then, `assistant` what it said; `number` counts the exchanges from 0.
    """

    type: Literal["exchange_given"] = "exchange_given"
    number: int
    driver: str
    assistant: str


class DriverSpoke(EventBase):
    """What the driver meant to say.

    `request` counts the requests of the scenario from 0; None when the driver does not follow its turns.
    """

    type: Literal["driver_spoke"] = "driver_spoke"
    intended: str
    request: int | None = None


class SpeechSynthesised(EventBase):
    """An utterance became sound; `speaker` says whose."""

    type: Literal["speech_synthesised"] = "speech_synthesised"
    speaker: Literal["driver", "assistant"]
    spoken: Spoken


class SpeechRecognised(EventBase):
    """What the recogniser made of the driver's utterance; the only words the assistant ever sees.

    `measurable` is None when intended and heard may be compared, else the reason why not.
    `slots` are the strings that must survive for the utterance to be understood.
    """

    type: Literal["speech_recognised"] = "speech_recognised"
    heard: Heard
    measurable: str | None = None
    slots: tuple[str, ...] = ()


class ToolCalled(EventBase):
    """A call passes the gate; `step` counts the assistant's messages with calls from 0, None for other actors."""

    type: Literal["tool_called"] = "tool_called"
    step: int | None
    call: ToolCall


class ToolReturned(EventBase):
    """The gate's answer to the call before it."""

    type: Literal["tool_returned"] = "tool_returned"
    step: int | None
    result: ToolResult


class StepClosed(EventBase):
    """One assistant message's batch of calls is done; `findings` are the policies that the step decides."""

    type: Literal["step_closed"] = "step_closed"
    step: int
    digest: str
    findings: tuple[PolicyFinding, ...] = ()


class AssistantSpoke(EventBase):
    """The assistant's speech; `findings` are the policies that are decided when it speaks."""

    type: Literal["assistant_spoke"] = "assistant_spoke"
    text: str
    digest: str
    findings: tuple[PolicyFinding, ...] = ()


class ClockMoved(EventBase):
    """Time passed and the car changed by itself (charging)."""

    type: Literal["clock_moved"] = "clock_moved"
    changes: tuple[Change, ...]
    digest: str


class Timed(EventBase):
    """How long a stage took on this machine; not part of what happened, so it never enters a trajectory's identity.

    `agent` is one message of the assistant, `tools` the calls of one step, without what was recorded of them.
    `waited_ms` of it a call of ours waited for its turn at an endpoint; they are no part of `duration_ms`.
    """

    type: Literal["timed"] = "timed"
    stage: Literal["agent", "tools", "user", "hear", "say"]
    duration_ms: float
    waited_ms: float = 0.0


class ModelCalled(EventBase):
    """A language model was asked; like the times, not part of what happened, so it never enters the identity.

    Counts are None where the endpoint does not say; `cached_tokens` are part of `prompt_tokens`, `reasoning_tokens`
    part of `completion_tokens`. `retries` counts repeated tries, `answered` False means that no usable answer came.
    `cached_response`: the answer was kept from an earlier run and cost nothing.
    """

    type: Literal["model_called"] = "model_called"
    role: Literal["assistant", "driver", "judge"]
    model: str
    prompt_tokens: int | None = None
    cached_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    latency_ms: float | None = None
    first_token_ms: float | None = None
    retries: int = 0
    answered: bool = True
    cached_response: bool = False


class TurnTimed(EventBase):
    """When the stages of one live turn were reached, in ms of real time since the session began to listen.

    None where a stage did not occur, as everything before `t_asr_final` in a typed turn. `t_speech_start` and
    `t_speech_end` are the speech detector's; `t_endpoint` is when the turn was taken as over (silence, or the button's
    release), `t_asr_partial` when the first words were there, `t_asr_final` when all were, `t_agent` when the assistant
    had its answer, `t_tts_first` when the first piece of it was sound, `t_audio_out` and `t_audio_end` when the first
    and the last of it left the loudspeaker. `barge_in` tells whether the microphone listened while the assistant
    spoke, None where that was not recorded. Like other times it never enters the identity.
    """

    type: Literal["turn_timed"] = "turn_timed"
    mode: Literal["push-to-talk", "hands-free", "typed"]
    barge_in: bool | None = None
    t_speech_start: float | None = None
    t_speech_end: float | None = None
    t_endpoint: float | None = None
    t_asr_partial: float | None = None
    t_asr_final: float | None = None
    t_agent: float | None = None
    t_tts_first: float | None = None
    t_audio_out: float | None = None
    t_audio_end: float | None = None


class SpeechInterrupted(EventBase):
    """The driver cut the assistant's speech off.

    `by` is what did it; `audible` is the text that was heard until then, `played_ms` how much sound that was, and
    `made_ms` how much had been made. `t_interrupt` and `t_silent` are when the interruption was noticed and when the
    loudspeaker fell silent, in ms of real time since the session began to listen.
    """

    type: Literal["speech_interrupted"] = "speech_interrupted"
    by: Literal["voice", "button", "typing"]
    audible: str
    played_ms: int
    made_ms: int
    t_interrupt: float
    t_silent: float


class ConditionChanged(EventBase):
    """A person changed a condition of the drive in mid-session; it holds from here on.

    `agent` is the assistant by its public name, `speech_level` None asks for none, `error_rate` is a share of the
    driver's words, `snr_db` the ratio of speech to noise in dB; None where there is none.
    """

    type: Literal["condition_changed"] = "condition_changed"
    name: ConditionName
    before: str | float | None
    after: str | float | None


class DriverUnderstood(EventBase):
    """What the simulated driver took the assistant's speech for."""

    type: Literal["driver_understood"] = "driver_understood"
    acts: tuple[str, ...]
    evidence: tuple[str, ...] = ()


class Judgement(Frozen):
    """One judge's answer to one rubric, 0 to 1 or None; a human annotator produces the same type."""

    rubric: str
    value: Annotated[float, Field(ge=0, le=1)] | None
    rationale: str
    judge: str
    digest: str


class DriverJudged(EventBase):
    """A judge's word on whether the simulated driver kept its part; said after the end, so no part of what happened."""

    type: Literal["driver_judged"] = "driver_judged"
    judgement: Judgement


class PolicyBreached(EventBase):
    """A policy was broken, said at the moment it became certain."""

    type: Literal["policy_breached"] = "policy_breached"
    breach: Breach


class DefectRecorded(EventBase):
    """A bug of ours or of the infrastructure; ends the session and is never scored against the assistant."""

    type: Literal["defect"] = "defect"
    where: str
    message: str


class SessionEnded(EventBase):
    """The session is over; `end_word` is None when the driver did not end it."""

    type: Literal["session_ended"] = "session_ended"
    termination: Termination
    end_word: EndWord | None = None
    detail: str = ""
    digest: str


Event = Annotated[
    SessionStarted
    | ExchangeGiven
    | DriverSpoke
    | SpeechSynthesised
    | SpeechRecognised
    | ToolCalled
    | ToolReturned
    | StepClosed
    | AssistantSpoke
    | ClockMoved
    | Timed
    | ModelCalled
    | TurnTimed
    | SpeechInterrupted
    | ConditionChanged
    | DriverUnderstood
    | DriverJudged
    | PolicyBreached
    | DefectRecorded
    | SessionEnded,
    Field(discriminator="type"),
]


class Score(Frozen):
    """The value of one metric on one trajectory; None is unscored and `reason` says why."""

    metric: str
    value: float | None
    reason: str = ""
    evidence: tuple[str, ...] = ()
