"""Published figures, and a run beside them."""

import io

import pytest
from pydantic import ValidationError
from rich.console import Console

from evaluation.aggregate import summarise
from evaluation.published import Conditions, PublishedRow, beside, published
from evaluation.report.published_table import print_beside
from evaluation.summary import SessionRow, Summary
from simulator.registry import UsageError

OFFICIAL = Conditions(
    profile="carbench", tasks="official", channel="text", user="gemini-2.5-flash", judge="gemini-2.5-flash"
)
KINDS = ("base", "hallucination", "disambiguation")


def run(kinds: tuple[str, ...] = KINDS, locales: tuple[str, ...] = ("en",), trials: int = 3) -> Summary:
    return summarise(
        [
            SessionRow.model_validate(
                {
                    "session": f"{kind}-{number}-{locale}-{trial}",
                    "scenario": f"{kind}_{number}",
                    "kind": kind,
                    "locale": locale,
                    "trial": trial,
                    "outcome": "passed" if number else "failed",
                }
            )
            for kind in kinds
            for number in range(4)
            for locale in locales
            for trial in range(trials)
        ]
    )


def test_the_table_holds_every_published_row_from_best_to_worst() -> None:
    found = published()
    assert len(found.rows) == 12
    assert [row.score for row in found.rows] == sorted((row.score for row in found.rows), reverse=True)
    assert [row.assistant for row in found.rows if row.readme_only] == ["Claude-Opus-4.6 auto-thinking"]
    assert found.rows[1].figures("hallucination") == {"pass^1": 0.74, "pass^3": 0.60, "pass@3": 0.82}
    assert found.rows[1].figures("dialogue") == {}


def test_a_row_that_contradicts_itself_is_refused() -> None:
    good = {"assistant": "x", "score": 0.3, "base": (0.4, 0.3, 0.5), "hallucination": (0.4, 0.3, 0.5)}
    assert PublishedRow.model_validate(good | {"disambiguation": (0.4, 0.3, 0.5)}).score == 0.3
    with pytest.raises(ValidationError, match="not the mean"):
        PublishedRow.model_validate(good | {"disambiguation": (0.9, 0.9, 0.9)})
    with pytest.raises(ValidationError, match="does not hold"):
        PublishedRow.model_validate(good | {"disambiguation": (0.2, 0.3, 0.5)})


def test_an_unknown_table_is_named() -> None:
    with pytest.raises(UsageError, match="carbench"):
        published("carbenhc")


def test_the_published_conditions_compare() -> None:
    found = beside(run(), OFFICIAL)
    assert found.comparable
    assert found.differs == ()
    assert found.score == 0.75
    assert found.figures["base"] == {"pass^1": 0.75, "pass^3": 0.75, "pass@3": 0.75}
    assert "compare with" in found.lines()[0]


@pytest.mark.parametrize(
    ("played", "word"),
    [
        ({"profile": "native"}, "scoring profile: published with carbench, this run with native"),
        ({"judge": None}, "judge: published with gemini-2.5-flash, not recorded"),
        ({"user": "scripted"}, "simulated driver"),
        ({"tasks": "first-drive"}, "tasks"),
        ({"channel": "voice"}, "channel"),
    ],
)
def test_every_other_condition_is_named_first(played: dict[str, str | None], word: str) -> None:
    found = beside(run(), OFFICIAL.model_copy(update=played))
    assert not found.comparable
    assert len(found.differs) == 1
    assert word in found.differs[0]
    assert "NOT" in found.lines()[0]


def test_kinds_languages_and_trials_are_taken_from_the_run() -> None:
    found = beside(run(kinds=("base",), locales=("ko", "en"), trials=2), OFFICIAL)
    assert {difference.partition(":")[0] for difference in found.differs} == {"kinds", "languages", "trials"}
    assert found.score is None
    assert found.figures["base"]["pass^3"] is None
    assert found.figures["base"]["pass^1"] == 0.75
    assert found.figures["hallucination"] == {"pass^1": None, "pass^3": None, "pass@3": None}


def test_what_nobody_recorded_counts_as_different() -> None:
    assert len(beside(run()).differs) == 5


def test_missing_trials_are_a_difference() -> None:
    gone = run().model_copy(update={"not_started": 2})
    assert any("completeness" in difference for difference in beside(gone, OFFICIAL).differs)


def test_the_printed_table_never_comes_without_its_conditions() -> None:
    stream = io.StringIO()
    print_beside(Console(file=stream, width=120, color_system=None), beside(run()))
    text = stream.getvalue()
    assert text.index("NOT compare") < text.index("this run (other") < text.index("GPT-5 thinking")
    assert ".54" in text
