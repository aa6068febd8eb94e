"""From session rows to the figures of a run."""

import pytest

from evaluation.aggregate import SessionRow, summarise
from evaluation.spec import Measured
from evaluation.summary import Summary
from evaluation.verdict import Outcome
from simulator.registry import UsageError


def row(
    scenario: str,
    outcome: str,
    *scores: Measured,
    kind: str = "base",
    locale: str = "en",
    trial: int = 0,
    partial: bool = False,
    **more: object,
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
        | more
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
        "valid": 4,
        "regenerated": 0,
        "undecided": 0,
    }


def test_what_was_broken_off_is_no_valid_session() -> None:
    counts = summarise([row("a", "unscored", unfinished=True), row("b", "unscored"), row("c", "passed")]).sessions
    assert (counts.total, counts.unscored, counts.valid) == (3, 2, 2)


def test_rates_leave_out_what_is_not_the_assistants() -> None:
    summary = mixed()
    assert summary.pass_rate == pytest.approx(2 / 3)
    one = summary.passing("pass^k", 1)
    assert one is not None
    assert one.value == pytest.approx(2 / 3)
    assert (one.scenarios, one.excluded) == (3, 3)
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
            row("c", "unscored", r_final(None, "nobody knows")),
            row("d", "defect", r_final(None, "broken")),
            row("e", "invalid", r_final(None, "lost")),
        ]
    )
    metric = summary.metrics["r_actions_final"]
    assert (metric.value, metric.mean, metric.n, metric.unscored) == (0.5, 0.5, 2, 1)
    assert metric.reasons == {"nobody knows": 1}
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
    assert english.value == pytest.approx(0.1)
    assert english.mean == pytest.approx(0.25)
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
        counts = summarise([row("a", outcome.value)]).sessions.model_dump(exclude={"valid", "regenerated"})
        assert sum(counts.values()) == 2, outcome


def test_the_same_trial_twice_is_refused_in_one_line() -> None:
    with pytest.raises(UsageError, match=r"scenario a \(en\): trial 0 is there 2 times") as caught:
        summarise([row("a", "passed"), row("a", "failed")])
    assert "\n" not in str(caught.value)


def test_names_that_repeat_from_kind_to_kind_are_kept_apart() -> None:
    rows = [
        row("0", "passed", kind=kind, trial=trial)
        for kind in ("base", "hallucination", "dialogue")
        for trial in range(3)
    ]
    summary = summarise(rows)
    assert all(entry.value is not None and entry.value <= 1 for entry in summary.passes)
    last = summary.passing("pass^k", 3)
    assert last is not None
    assert (last.value, last.scenarios, last.fewest, last.most) == (1, 3, 3, 3)


def thirty() -> Summary:
    return summarise(
        [
            row(
                f"{kind}-{number}",
                "passed" if (number + trial) % 3 else "failed",
                kind=kind,
                locale=locale,
                trial=trial,
            )
            for kind in ("base", "hallucination", "disambiguation")
            for number in range(10)
            for locale in ("ko", "en")
            for trial in range(2)
        ]
    )


def test_headline_figures_have_intervals_around_them() -> None:
    summary = thirty()
    parts = [summary, *summary.languages.values(), *summary.kinds.values()]
    for part in parts:
        assert part.pass_rate_interval is not None
        assert part.pass_rate is not None
        assert part.pass_rate_interval.low <= part.pass_rate <= part.pass_rate_interval.high
        for entry in part.passes:
            agreed = entry.value in (0, 1)
            assert (entry.interval is None) == (entry.definition == "first_k" or agreed)
            if entry.interval is not None and entry.value is not None:
                assert entry.interval.low <= entry.value <= entry.interval.high
    assert summary.score_interval is not None
    assert summary.score is not None
    assert summary.score_interval.low <= summary.score <= summary.score_interval.high
    assert summary.score_interval.scenarios == 30


@pytest.mark.parametrize("outcomes", [("passed", "failed", "failed"), ("passed", "passed", "passed")])
def test_where_all_scenarios_of_a_kind_agree_nothing_is_claimed(outcomes: tuple[str, str, str]) -> None:
    kinds = ("base", "hallucination", "disambiguation")
    summary = summarise(
        [row(f"{kind}-{n}", result, kind=kind) for kind, result in zip(kinds, outcomes, strict=True) for n in range(5)]
    )
    assert summary.score == pytest.approx(outcomes.count("passed") / 3)
    assert summary.score_interval is None
    assert all(part.pass_rate_interval is None for part in summary.kinds.values())


def test_a_scenario_in_two_languages_is_drawn_as_one() -> None:
    summary = thirty()
    one = summary.passing("pass^k", 1)
    assert one is not None
    assert one.interval is not None
    assert (one.scenarios, one.interval.scenarios) == (60, 30)
    korean = summary.languages["ko"].passing("pass^k", 1)
    assert korean is not None
    assert korean.interval == one.interval


def test_retry_dependency_in_both_definitions() -> None:
    summary = thirty()
    assert [(entry.definition, entry.most_k, entry.excluded) for entry in summary.retry_dependency] == [
        ("unbiased", 2, 0),
        ("first_k", 2, 0),
    ]
    assert all(entry.value is not None and 0 < entry.value < 1 for entry in summary.retry_dependency)


def test_policies_are_counted_where_they_applied() -> None:
    def policy(value: float | None, evidence: tuple[str, ...] = ("009: looked",)) -> Measured:
        return Measured(metric="policy.009", value=value, evidence=evidence)

    summary = summarise(
        [
            row("a", "passed", policy(1)),
            row("b", "failed", policy(0)),
            row("c", "passed", policy(None), kind="hallucination"),
            row("d", "defect", policy(None, ())),
            row("e", "passed"),
        ]
    )
    found = summary.policies["009"]
    assert (found.applied, found.upheld, found.broken, found.undecided) == (3, 1, 1, 1)
    assert summary.kinds["base"].policies["009"].applied == 2
    assert set(summary.policies) == {"009"}


def test_groups_by_expected_calls_and_persona() -> None:
    summary = summarise(
        [
            row("a", "passed", strata={"actions": "10", "style": "commanding"}),
            row("b", "failed", strata={"actions": "2", "style": "commanding"}),
            row("c", "unscored", strata={"actions": "2"}),
        ]
    )
    assert list(summary.strata) == ["actions", "style"]
    assert list(summary.strata["actions"]) == ["2", "10"]
    two = summary.strata["actions"]["2"]
    assert (two.sessions.total, two.pass_rate) == (2, 0)
    once = two.passing("pass^k", 1)
    assert once is not None
    assert (once.scenarios, once.excluded) == (1, 1)
    assert summary.strata["style"]["commanding"].pass_rate == 0.5


def test_causes_of_failure_are_counted_first_and_in_all() -> None:
    summary = summarise(
        [
            row("a", "failed", cause="E1", causes=("E1", "E4")),
            row("b", "failed", cause="E4", causes=("E4",)),
            row("c", "failed", cause="undetermined"),
            row("d", "passed"),
        ]
    )
    assert {name: (cause.first, cause.any) for name, cause in summary.failures.items()} == {
        "E1": (1, 1),
        "E4": (1, 2),
        "undetermined": (1, 1),
    }


def test_what_never_started_is_counted() -> None:
    assert summarise([row("a", "passed")], planned_sessions=4).not_started == 3
    assert summarise([row("a", "passed")]).not_started == 0


def test_rows_and_summaries_of_before_are_still_read() -> None:
    added = {
        "pass_rate_interval",
        "retry_dependency",
        "policies",
        "failures",
        "score_interval",
        "not_started",
        "strata",
    }
    before = mixed().model_dump(mode="json", exclude=added)
    assert Summary.model_validate(before).pass_rate == mixed().pass_rate
    assert SessionRow.model_validate(row("a", "passed").model_dump(exclude={"strata", "cause", "causes"})).cause is None
