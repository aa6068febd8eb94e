"""Counts of blame and the speech tax, by hand."""

import pytest

from evaluation.blame import Blame, Culprit
from evaluation.blame_stored import Case
from evaluation.blame_summary import blame_groups, speech_tax
from evaluation.report.blame_table import blame_line, blame_object, print_blame
from simulator.channel import Locale
from simulator.commands.output import console

EARS = Blame(culprit=Culprit.EARS, reason="passes", replays=1, passed=1, could_have_asked=True)
BRAIN = Blame(culprit=Culprit.BRAIN, reason="fails", replays=1, only_heard=("r_policy",))
UNDECIDED = Blame(culprit=Culprit.UNDECIDED, reason="the replay is a defect")


def case(
    scenario: str, blame: Blame | None = None, clean: float | None = None, locale: Locale = "en", **more: object
) -> Case:
    facts: dict[str, object] = {
        "session": f"run-{scenario}",
        "scenario": scenario,
        "locale": locale,
        "trial": 0,
        "ears": "errors",
        "trouble": "errors at 0.1",
        "passed": blame is None,
        "clean": clean,
        "blame": blame,
        "replays": ("r",) if clean is not None or blame is not None else (),
    }
    return Case.model_validate(facts | more)


def test_no_sessions() -> None:
    assert blame_groups([]) == ()
    assert speech_tax([]).tax is None


def test_the_counts_of_a_group() -> None:
    cases = [case("a", EARS, 1.0), case("b", BRAIN, 0.0), case("c", UNDECIDED), case("d", clean=1.0)]
    (group,) = blame_groups(cases)
    assert (group.sessions, group.failed, group.ears, group.brain, group.undecided) == (4, 3, 1, 1, 1)
    assert (group.could_ask, group.could_not_ask, group.worse) == (1, 0, 1)


def test_groups_by_language_engines_and_trouble_then_all_together() -> None:
    cases = [
        case("a", EARS, 1.0),
        case("a", EARS, 1.0, "ko"),
        case("b", clean=1.0, trouble="cabin at 5 dB(A)", ears="piper → faster-whisper"),
    ]
    found = blame_groups(cases)
    assert [(one.locale, one.engines, one.trouble) for one in found] == [
        ("ko", "errors", "errors at 0.1"),
        ("en", "errors", "errors at 0.1"),
        ("en", "piper → faster-whisper", "cabin at 5 dB(A)"),
        ("", "", ""),
    ]
    assert found[-1].sessions == 3


def test_the_tax_is_the_difference_of_the_same_sessions() -> None:
    cases = [case("a", EARS, 1.0), case("b", BRAIN, 0.0), case("c", clean=1.0), case("d", UNDECIDED)]
    tax = speech_tax(cases)
    assert (tax.pairs, tax.assumed, tax.lucky) == (3, 0, 0)
    assert (tax.clean, tax.heard, tax.tax) == pytest.approx((2 / 3, 1 / 3, 1 / 3))
    assert tax.low is not None
    assert tax.high is not None
    assert 0 <= tax.low <= 1 / 3 <= tax.high <= 1


def test_a_pass_that_was_not_played_again_counts_as_passing_clean_and_is_told() -> None:
    tax = speech_tax([case("a", EARS, 1.0), case("b")])
    assert (tax.pairs, tax.assumed, tax.tax) == (2, 1, 0.5)


def test_a_pass_whose_replay_says_nothing_is_no_pair() -> None:
    tax = speech_tax([case("a", EARS, 1.0), case("b", replays=("r",))])
    assert (tax.pairs, tax.assumed) == (1, 0)


def test_what_passes_only_when_heard_lowers_the_tax() -> None:
    tax = speech_tax([case("a", EARS, 1.0), case("b", clean=0.0)])
    assert (tax.tax, tax.lucky) == (0.0, 1)


def test_several_replays_count_by_their_share() -> None:
    assert speech_tax([case("a", EARS, 2 / 3)]).tax == pytest.approx(2 / 3)


def test_one_scenario_has_no_interval() -> None:
    tax = speech_tax([case("a", EARS, 1.0), case("a", EARS, 1.0, "ko")])
    assert (tax.tax, tax.low, tax.high) == (1.0, None, None)


def test_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    cases = [case("a", EARS, 1.0), case("b", BRAIN, 0.0), case("c", UNDECIDED), case("d")]
    print_blame(console(), blame_groups(cases), cases)
    told = capsys.readouterr().out
    for line in (
        "brain +: more went wrong when heard than with the clean text",
        "c undecided: the replay is a defect",
        "at most: 1 sessions that passed when heard count as passing clean; --all plays them, too",
    ):
        assert line in told
    assert "≤ 0.333" in told


def test_the_object_and_the_line() -> None:
    made = blame_object(blame_groups([case("a", EARS, 1.0)]), [case("a", EARS, 1.0), case("d")])
    assert made["sessions"][0]["blame"]["culprit"] == "ears"
    assert made["sessions"][0]["blame"]["stability"] is None
    assert made["sessions"][1]["blame"] is None
    assert made["groups"][0]["tax"]["tax"] == 1.0
    several = BRAIN.model_copy(update={"replays": 3, "passed": 1})
    assert blame_line(several) == "blame: brain: fails; when heard also r_policy failed; 1 of 3 replays pass"
