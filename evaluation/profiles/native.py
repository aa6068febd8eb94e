"""Recorded and official sessions by our own rules: played again in our session, then scored like any other."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.profiles.recording import Judged
from evaluation.profiles.replaying import Message
from evaluation.profiles.scoring import CarbenchScore
from evaluation.verdict import Outcome, SessionVerdict, score_session
from scenarios.carbench_scenario import OfficialScenario
from simulator.agents.spec import Agent, CallRequest, Reply
from simulator.channel import TextChannel
from simulator.environment import Environment
from simulator.events import EndWord, Event
from simulator.session import Label, Limits, Session
from simulator.trajectory import AssistantView, Trajectory
from simulator.users.spec import Exchange, User, Utterance

# A recording has its own end: no limit of ours may cut it short.
_NO_LIMITS = Limits(max_steps=10_000, max_turns=10_000, max_calls_per_step=10_000, max_speech_characters=1_000_000)


@dataclass(frozen=True, slots=True)
class Script:
    """What was said in a recorded session: the driver's utterances, and the assistant's messages with its speeches."""

    utterances: tuple[str, ...]
    messages: tuple[Message, ...]
    speeches: tuple[str, ...]


class _RecordedAssistant:
    """Sends the recorded messages in order, whatever it sees."""

    name = "recorded"

    def __init__(self, script: Script) -> None:
        self._replies = self._all(script)

    @staticmethod
    def _all(script: Script) -> Iterator[Reply]:
        speeches = iter(script.speeches)
        for calls in script.messages:
            if calls is None:
                yield Reply(speech=next(speeches))
            else:
                yield Reply(calls=tuple(CallRequest(call.name, dict(call.arguments)) for call in calls))

    async def respond(self, view: AssistantView) -> Reply:
        """Return the next recorded message, silence when there is none."""
        return next(self._replies, Reply())

    async def aclose(self) -> None:
        """Hold nothing."""


class _RecordedDriver:
    """Says the recorded utterances in order and ends as recorded."""

    name = "recorded"

    def __init__(self, script: Script, end: EndWord) -> None:
        self._utterances = iter(script.utterances)
        self._end = end

    async def speak(self, history: tuple[Exchange, ...], removed_call: EndWord | None) -> Utterance:
        """Return the next recorded utterance, or the end."""
        said = next(self._utterances, None)
        return Utterance(intended=said) if said is not None else Utterance(end=self._end)


def script_of(dialogue: Sequence[Mapping[str, Any]], messages: tuple[Message, ...]) -> Script:
    """Read what was said from a recorded dialogue; the closing mark is no utterance, nor is what follows a call's end.

    Source: CAR-bench result files: after a phone call a last user message repeats an observation.
    """
    utterances: list[str] = []
    speeches: list[str] = []
    before = ""
    for message in dialogue:
        role, text = message.get("role"), str(message.get("content") or "")
        if role == "user" and before != "tool" and "###STOP###" not in text:
            utterances.append(text)
        elif role == "assistant" and not message.get("tool_calls"):
            speeches.append(text)
        before = str(role)
    return Script(tuple(utterances), messages, tuple(speeches))


def end_word(word: str | None, removed_call: str | None, *, hallucination: bool) -> EndWord:
    """Return how the driver ended a recorded session; without a failure word it was content.

    Raises ValueError for a word nobody knows.
    """
    failure = removed_call or word
    if failure:
        return EndWord(failure)
    return EndWord.ACKNOWLEDGED if hallucination else EndWord.STOP


def official_session(scenario: OfficialScenario, agent: Agent, user: User, label: Label, limits: Limits) -> Session:
    """Return a session of an official task over text, in the dataset's world, without the reference's quirks."""
    environment = Environment(
        scenario.build_state(),
        scenario.build_world(0),
        scenario.build_toolset(),
        frozen_charge=True,
        calendar_id=scenario.official.calendar_id,
    )
    return Session(
        scenario,
        "en",
        agent=agent,
        user=user,
        channel=TextChannel(),
        environment=environment,
        label=label,
        limits=limits,
    )


async def play_recorded(scenario: OfficialScenario, script: Script, end: EndWord) -> Trajectory:
    """Play a recorded session again in ours and return what happened."""
    session = official_session(
        scenario,
        _RecordedAssistant(script),
        _RecordedDriver(script, end),
        Label("recorded", "recorded", "text"),
        _NO_LIMITS,
    )
    return await _events(session.run())


async def _events(events: AsyncIterator[Event]) -> Trajectory:
    trajectory = Trajectory()
    async for event in events:
        trajectory.append(event)
    return trajectory


def native_score(trajectory: Trajectory, scenario: OfficialScenario, judged: Judged | None) -> CarbenchScore:
    """Score a played session by our rules, told under the reference's names.

    What our rules leave to a judge is taken from `judged` if there was one.
    """
    verdict = score_session(trajectory, scenario)
    score = CarbenchScore(
        r_actions_final=_value(verdict, "r_actions_final"),
        r_actions_intermediate=_value(verdict, "r_actions_intermediate"),
        r_tool_subset=_value(verdict, "r_tool_subset"),
        r_tool_execution=_value(verdict, "r_tool_execution"),
        r_policy=_value(verdict, "r_policy"),
        r_user_end_conversation=_value(verdict, "r_user_end_conversation"),
    )
    states = (score.r_actions_final, score.r_actions_intermediate)
    score.r_actions = None if None in states else float(states == (1.0, 1.0))
    called = {call.name for step in trajectory.steps() for call in step.calls}
    if score.r_tool_subset is not None:
        score.tool_subset_missing_tools = sorted({call.tool for call in scenario.expected} - called)
    score.tool_execution_errors = _evidence(verdict, "r_tool_execution", 0.0)
    score.policy_aut_errors = _evidence(verdict, "r_policy", 0.0)
    score.end_conversation_keyword = next(iter(_evidence(verdict, "r_user_end_conversation", 0.0)), None)
    if judged is not None:
        score.policy_llm_errors = list(judged.errors)
        if score.r_policy is None and not judged.undecided:
            score.r_policy = 0.0 if judged.errors else 1.0
    _conclude(score, verdict)
    return score


def _value(verdict: SessionVerdict, name: str) -> float | None:
    found = verdict.score(name)
    return None if found is None else found.value


def _evidence(verdict: SessionVerdict, name: str, value: float) -> list[str]:
    found = verdict.score(name)
    return list(found.evidence) if found is not None and found.value == value else []


def _conclude(score: CarbenchScore, verdict: SessionVerdict) -> None:
    components = (
        score.r_actions_final,
        score.r_actions_intermediate,
        score.r_tool_subset,
        score.r_tool_execution,
        score.r_policy,
        score.r_user_end_conversation,
    )
    open_ones = [name for name in verdict.unscored if not (name.startswith("policy.") and score.r_policy is not None)]
    score.undecided = open_ones
    if verdict.outcome in (Outcome.DEFECT, Outcome.INVALID):
        score.note = "; ".join(verdict.reasons)
        score.undecided = [verdict.outcome.value]
    elif 0.0 in components:
        score.reward = 0.0
    elif not open_ones:
        score.reward = 1.0
