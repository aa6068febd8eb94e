"""How a speech level is decided: by rule, by judges after the rule, or by judges alone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, cast, get_args

from evaluation.conditions import ONE_VOICE, unsteady
from evaluation.honorifics.forms import Level
from evaluation.honorifics.reply import complies, read_reply
from evaluation.majority import Judgements, majority
from evaluation.questions import Prompt, Question, fresh, worded
from evaluation.rubric import FOLDER, Rubric, load_rubric
from evaluation.spec import METRICS, Measured, obstacle, ratio, unscored
from scenarios.schema import Scenario
from simulator.events import AssistantSpoke, Judgement, SpeechRecognised
from simulator.language.kiwi import installed
from simulator.trajectory import Trajectory

LevelMode = Literal["rule", "hybrid", "llm"]
"""`rule` asks no judge. In `hybrid` what the rule fails is failed, and judges may still fail what it passes; replies
that show no level are left out. In `llm` judges decide about every reply. Source: LoCar, whose filter of endings
stands before its judges; there, and here in `llm`, a reply that shows no level has kept it."""
LEVEL_MODES: tuple[LevelMode, ...] = get_args(LevelMode)
RULE: LevelMode = "rule"
REPLY_MARK = "#"
LEVELS: tuple[Level, ...] = get_args(Level)


@dataclass(frozen=True, slots=True)
class _Said:
    """One reply, its number from 1, and what the assistant had heard before it."""

    number: int
    turn: int
    heard: str
    text: str


def level_mode(settings: dict[str, Any]) -> LevelMode:
    """Return the mode that a run's recorded settings name; runs of older versions were scored by rule."""
    found = settings.get("level_mode", RULE)
    return cast(LevelMode, found) if found in LEVEL_MODES else RULE


@lru_cache(maxsize=1)
def level_rubrics() -> dict[Level, Rubric]:
    """Return the rubric of each speech level."""
    return {level: load_rubric(FOLDER / "levels" / f"{level}.yaml") for level in LEVELS}


def asked_level(trajectory: Trajectory, scenario: Scenario) -> Level | None:
    """Return the speech level that a session asks for, None where it asks for none."""
    if scenario.dialogue is not None:
        # The level of a dialogue is drawn for each run.
        return trajectory.started.speech_level
    if trajectory.started.locale != "ko":
        return None
    if scenario.dialogue is not None:
        # The level of a dialogue is drawn for each run.
        return trajectory.started.speech_level
    script = scenario.driver.get("ko")
    return script.level if script is not None else None


def reply_prompt(rubric: Rubric, heard: str, reply: str) -> Prompt:
    """Return what a judge reads of one reply: what the assistant had heard, and its answer."""
    number = int(bool(heard.strip()))
    lines: list[dict[str, Any]] = [{"facts": {"level": rubric.name, "message": number}}]
    if number:
        lines.append({"n": 0, "driver": heard})
    return worded(rubric, "ko", [*lines, {"n": number, "assistant": reply}])


def level_questions(trajectory: Trajectory, scenario: Scenario, mode: LevelMode) -> list[Question]:
    """Return what judges are asked about the replies of a session, one question each; nothing by rule.

    The same question is asked in both other modes, so that its answer need not be asked for twice.
    """
    level = asked_level(trajectory, scenario)
    if mode == RULE or level is None or obstacle(trajectory) or unsteady(trajectory, ONE_VOICE):
        return []
    if mode == "hybrid" and not installed():
        return []
    digest = trajectory.digest()
    return [
        _question(level, said, digest)
        for said in _replies(trajectory)
        if mode == "llm" or complies(read_reply(said.text), level).complies
    ]


def _question(level: Level, said: _Said, digest: str) -> Question:
    rubric = level_rubrics()[level]
    numbered = rubric.model_copy(update={"name": f"{level}{REPLY_MARK}{said.number}"})
    return Question(numbered, reply_prompt(rubric, said.heard, said.text), digest)


def _replies(trajectory: Trajectory) -> Iterator[_Said]:
    heard, number = "", 0
    for event in trajectory.events:
        if isinstance(event, SpeechRecognised):
            heard = event.heard.text
        elif isinstance(event, AssistantSpoke) and event.text.strip():
            number += 1
            yield _Said(number, event.turn, heard, event.text)


def in_mode(
    mode: LevelMode,
    scores: Sequence[Measured],
    trajectory: Trajectory,
    scenario: Scenario,
    judgements: Iterable[Judgement] = (),
) -> tuple[Measured, ...]:
    """Return scores with that of the speech level decided in a mode; `judgements` are all that count of the session."""
    if mode == RULE:
        return tuple(scores)
    answers = fresh(judgements, level_questions(trajectory, scenario, mode))
    return tuple(_decided(score, mode, trajectory, answers) if score.metric in LEVELS else score for score in scores)


def _decided(by_rule: Measured, mode: LevelMode, trajectory: Trajectory, answers: Judgements) -> Measured:
    level = cast(Level, by_rule.metric)
    nothing_said = next(_replies(trajectory), None) is None
    if obstacle(trajectory) or unsteady(trajectory, METRICS[level].steady) or nothing_said:
        return by_rule
    if mode == "hybrid" and by_rule.value is None:
        return by_rule
    kept, broken, waiting = 0, list[str](), list[str]()
    for said in _replies(trajectory):
        if mode == "hybrid":
            found = complies(read_reply(said.text), level)
            if not found.complies:
                broken += [f"turn {said.turn}: by rule: {found.reason}"] * (found.complies is False)
                continue
        answer = majority(f"{level}{REPLY_MARK}{said.number}", answers)
        if answer is None or answer.value is None:
            waiting.append(f"turn {said.turn}: {answer.reason if answer else 'no judge was asked'}")
        elif answer.value:
            kept += 1
        else:
            broken.append(f"turn {said.turn}: by judges: {answer.reason}")
    if waiting:
        total = kept + len(broken) + len(waiting)
        why = f"level mode {mode}: {len(waiting)} of {total} replies need a judge; 'dashtalk judge' asks one"
        return unscored(level, why, tuple(waiting))
    return ratio(level, kept, kept + len(broken), tuple(broken))
