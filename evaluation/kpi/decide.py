"""The rule of each KPI by its name."""

from collections.abc import Callable, Mapping

from evaluation.kpi.answer import Answer
from evaluation.kpi.finding import Finding, undecided
from evaluation.kpi.rules_asking import clarification, proactive
from evaluation.kpi.rules_given import refinement, reflection, retention
from evaluation.kpi.rules_harmful import harmful_question_response
from evaluation.kpi.rules_single import contextual_comprehension, implicit_understanding
from evaluation.kpi.rules_troubleshooting import troubleshooting
from scenarios.dialogue import Kpi

RULES: Mapping[Kpi, Callable[[Answer], Finding]] = {
    "implicit_understanding": implicit_understanding,
    "contextual_comprehension": contextual_comprehension,
    "harmful_question_response": harmful_question_response,
    "clarification": clarification,
    "retention": retention,
    "refinement": refinement,
    "reflection": reflection,
    "proactive": proactive,
    "troubleshooting": troubleshooting,
}


def decide(answer: Answer) -> Finding:
    """Return what the rule of a dialogue's KPI finds; None of value where no rule can tell."""
    found = RULES[answer.dialogue.kpi](answer)
    if found.value and answer.parrots and not answer.acted:
        return undecided("only the driver's own words")
    return found
