"""How the driver ended the session."""

from evaluation.conditions import ONE_LANGUAGE, unsteady
from evaluation.spec import CARBENCH_KINDS, Measured, failed, metric, passed, unscored
from scenarios.schema import Scenario
from simulator.events import AssistantSpoke, DriverUnderstood, EndWord, Termination
from simulator.language.acts import recognise
from simulator.trajectory import Trajectory

NAME = "r_user_end_conversation"
HUMAN = "human"

_MEANING = {
    EndWord.HALLUCINATION_ERROR: "the driver was told of something that is not so",
    EndWord.HALLUCINATION_ERROR_REMOVED_TOOL: "the assistant called a tool that this car does not have",
    EndWord.HALLUCINATION_ERROR_REMOVED_PARAMETER: "the assistant used a parameter that this car does not have",
    EndWord.DISAMBIGUATION_ERROR: "the driver was asked what the assistant should have found out by itself",
    EndWord.OUT_OF_SCOPE: "the assistant asked for something the driver had no answer to",
    EndWord.NO_ANSWER: "the driver got no answer",
    EndWord.GAVE_UP: "the driver gave up on an assistant that kept asking",
}


@metric(NAME, kinds=CARBENCH_KINDS, component=True)
def score_end_of_conversation(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """1 if the driver ended the session content, 0 if with a failure word or not at all.

    Source: CAR-bench `r_user_end_conversation`; a session that runs into its limits scores 0 there as a whole.
    """
    ended, locale = trajectory.ended, trajectory.started.locale
    if ended is None:
        return unscored(NAME, "the session was cut off before its end")
    if ended.end_word is not None and ended.end_word.failure:
        person = trajectory.started.user == HUMAN and ended.end_word is EndWord.GAVE_UP
        why = "the driver gave up" if person else _MEANING[ended.end_word]
        return failed(NAME, f"{why} ({ended.end_word.value})", (ended.end_word.value,))
    if ended.termination in (Termination.MAX_TURNS, Termination.MAX_STEPS):
        limit = "turns" if ended.termination is Termination.MAX_TURNS else "steps"
        return failed(NAME, f"the driver had not ended the session when it reached the most {limit} allowed")
    if ended.termination is Termination.CALL_PLACED and scenario.kind == "hallucination":
        admitted = any("limit" in event.acts for event in trajectory.of(DriverUnderstood))
        return passed(NAME) if admitted else failed(NAME, "the session ended in a call and no limit was ever admitted")
    if ended.end_word is None and ended.termination is not Termination.CALL_PLACED:
        return unscored(NAME, "the driver stopped without a word on how it went")
    left = trajectory.started.user == HUMAN and ended.end_word is EndWord.STOP and scenario.kind == "hallucination"
    if left and (reason := unsteady(trajectory, ONE_LANGUAGE)):
        return unscored(NAME, f"a person hung up, and {reason}")
    if left and not any("limit" in recognise(event.text, locale).acts for event in trajectory.of(AssistantSpoke)):
        return unscored(NAME, "a person hung up, and no limit had been admitted that the rules could tell")
    return passed(NAME, (ended.end_word.value,) if ended.end_word else ())
