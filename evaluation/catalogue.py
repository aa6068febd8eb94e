"""All metrics, loaded once."""

from evaluation.metrics import (  # noqa: F401  (importing a metric registers it)
    character_error_rate,
    conciseness,
    conciseness_judged,
    edit_operations,
    effort,
    end_of_conversation,
    final_state,
    intermediate_state,
    judged,
    kpis,
    policy,
    sentence_exact,
    slot_error_rate,
    speech_level,
    tool_execution,
    tool_subset,
    word_error_rate,
)
from evaluation.spec import METRICS, Metric


def metrics() -> tuple[Metric, ...]:
    """Return every metric, the components of the verdict first, then by name."""
    return tuple(sorted(METRICS.values(), key=lambda entry: (not entry.component, entry.name)))
