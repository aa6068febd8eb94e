"""From session rows to the figures of a run."""

import pytest

from evaluation.aggregate import SessionRow, summarise
from evaluation.spec import Measured
from evaluation.summary import Summary
from evaluation.verdict import Outcome


def row(
    scenario: str,
    outcome: str,
    *scores: Measured,
    kind: str = "base",
    locale: str = "en",
    trial: int = 0,
    partial: bool = False,
) -> SessionRow:
    return SessionRow.model_validate(
        {
            "session": f"{scenario}-{locale}-{trial}",
            "scenario": scenario,
            "kind": kind,
            "locale": locale,
            "trial": trial,
            "outcome": outcome,
            "partial": partial,
            "scores": [score.model_dump() for score in scores],
        }
    )


def wer(errors: float, words: float) -> Measured:
    return Measured(metric="wer", value=errors / words, numerator=errors, denominator=words)


def mixed() -> Summary:
    return summarise(
        [
            row("a", "passed", partial=True),
            row("b", "failed", partial=True),
            row("c", "unscored"),
            row("d", "invalid"),
            row("e", "defect"),
            row("a", "passed", locale="ko"),
        ]
    )


def test_every_outcome_is_counted_and_partial_passes_too() -> None:
    counts = mixed().sessions
    assert counts.model_dump() == {
        "total": 6,
        "passed": 2,
        "partial": 1,
        "failed": 1,
        "unscored": 1,
        "invalid": 1,
        "defects": 1,
    }


def test_rates_leave_out_what_is_not_the_assistants() -> None:
    summary = mixed()
    assert summary.pass_rate == pytest.approx(2 / 3)
    one = summary.passing("pass^k", 1)
    assert one is not None
    assert (one.value, one.scenarios, one.excluded) == (pytest.approx(2 / 3), 3, 3)
    assert summary.languages["ko"].pass_rate == 1
    assert summary.languages["en"].pass_rate == 0.5


def test_nothing_scored_is_none_and_never_zero() -> None:
    summary = summarise([row("a", "defect"), row("b", "unscored")])
    assert summary.pass_rate is None
    assert summary.score is None
    assert all(entry.value is None for entry in summary.passes)
    empty = summarise([])
    assert (empty.pass_rate, empty.score, empty.metrics, empty.languages) == (None, None, {}, {})


def test_a_scenario_in_two_languages_is_two_tasks() -> None:
    summary = summarise([row("a", "passed"), row("a", "failed", locale="ko")])
    one = summary.passing("pass^k", 1)
    assert one is not None
    assert (one.value, one.scenarios) == (0.5, 2)


def test_score_is_the_mean_of_the_kinds_at_all_trials() -> None:
    rows = [
        row(name, outcome, kind=kind, trial=trial)
        for kind, names in {"base": ("a", "b"), "hallucination": ("c",), "disambiguation": ("d",)}.items()
        for name in names
        for trial, outcome in enumerate(("passed", "failed" if name in ("b", "d") else "passed"))
    ]
    summary = summarise(rows)
    assert summary.trials == 2
    assert summary.score == pytest.approx((0.5 + 1 + 0) / 3)
    assert summary.kinds["base"].pass_rate == 0.75
    assert summary.languages["en"].score == summary.score
    assert summarise(row for row in rows if row.kind != "hallucination").score is None
    assert summarise(rows, trials=3).score is None


def test_metrics_have_mean_n_and_reasons() -> None:
    def r_final(value: float | None, reason: str = "") -> Measured:
        return Measured(metric="r_actions_final", value=value, reason=reason)

    summary = summarise(
        [
            row("a", "passed", r_final(1)),
            row("b", "failed", r_final(0)),
            row("c", "defect", r_final(None, "broken")),
            row("d", "defect", r_final(None, "broken")),
        ]
    )
    metric = summary.metrics["r_actions_final"]
    assert (metric.value, metric.mean, metric.n, metric.unscored) == (0.5, 0.5, 2, 2)
    assert metric.reasons == {"broken": 2}
    assert (metric.direction, metric.scale) == ("higher", "share")


def test_ratios_are_pooled_by_language() -> None:
    summary = summarise(
        [
            row("a", "passed", wer(1, 2)),
            row("b", "passed", wer(0, 8)),
            row("c", "passed", Measured(metric="wer", value=None, reason="text channel")),
            row("a", "passed", Measured(metric="cer", value=0.25, numerator=1, denominator=4), locale="ko"),
        ]
    )
    english = summary.speech["en"]["wer"]
    assert (english.value, english.mean) == (pytest.approx(0.1), pytest.approx(0.25))
    assert (english.numerator, english.denominator, english.n, english.unscored) == (1, 10, 2, 1)
    assert set(summary.speech["ko"]) == {"cer"}
    assert summary.speech["ko"]["cer"].value == 0.25


def test_nothing_measured_leaves_speech_unscored() -> None:
    summary = summarise([row("a", "passed", Measured(metric="wer", value=None, reason="text channel"))])
    assert summary.speech["en"]["wer"].value is None
    assert summary.speech["en"]["wer"].reasons == {"text channel": 1}


def test_a_summary_survives_its_json() -> None:
    summary = mixed()
    assert Summary.model_validate_json(summary.model_dump_json()) == summary


def test_every_outcome_has_its_count() -> None:
    for outcome in Outcome:
        counts = summarise([row("a", outcome.value)]).sessions.model_dump()
        assert sum(counts.values()) == 2, outcome
