"""The log of what the policies found."""

import pytest
from dashboard.logs_by_hand import MARK, NASTY, harmless, heads, told

from simulator.dashboard.phrases import UiLang
from simulator.events import AssistantSpoke, PolicyFinding, StepClosed
from simulator.policies.catalogue import policies
from simulator.policies.spec import checks

UPHELD = PolicyFinding(policy="009", applicable=True, upheld=True)
BREACHED = PolicyFinding(policy="008", applicable=True, upheld=False, reason="no yes before it")
OPEN = PolicyFinding(policy="005", applicable=True, upheld=None, reason="the shade is unknown")
RESTING = PolicyFinding(policy="007", applicable=False)


def closed(*findings: PolicyFinding) -> StepClosed:
    return StepClosed(**MARK, step=3, digest="", findings=findings)


def test_a_step_counts_its_findings_and_those_that_do_not_apply() -> None:
    rest = len(checks("step")) - 3
    assert heads("policies", closed(UPHELD, BREACHED, OPEN, RESTING)) == [
        f"step 4 · ✗ 1 breached  ✓ 1 upheld  ? 1 not decided  – {rest} not applicable"
    ]
    assert heads("policies", closed(UPHELD, BREACHED, OPEN, RESTING), lang="ko") == [
        f"단계 4 · ✗ 위반 1건  ✓ 준수 1건  ? 판단 보류 1건  – 해당 없음 {rest}건"
    ]


def test_breaches_stand_out_and_come_first() -> None:
    (entry,) = told("policies", closed(UPHELD, OPEN, BREACHED))
    assert entry.kind == "breach"
    assert [detail.plain[:5] for detail in entry.details if detail.plain[0] in "✗✓?"] == ["✗ 008", "? 005", "✓ 009"]
    assert entry.details[1].plain == "  no yes before it"


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_rule_is_told_in_words(lang: UiLang) -> None:
    for policy in policies():
        finding = PolicyFinding(policy=policy.id, applicable=True, upheld=True)
        spoke = AssistantSpoke(**MARK, text="x", digest="", findings=(finding,))
        (entry,) = told("policies", closed(finding) if policy.when == "step" else spoke, lang=lang)
        sentence = entry.details[0].plain.removeprefix(f"✓ {policy.id}  ")
        assert sentence
        assert (sentence == policy.sentence) is (lang == "en")


def test_speech_without_anything_to_decide() -> None:
    (entry,) = told("policies", AssistantSpoke(**MARK, text="x", digest=""))
    assert entry.head.plain == f"speech, turn 1 · – {len(checks('speech'))} not applicable"
    assert entry.details == ()


def test_nothing_that_a_terminal_would_obey_is_shown() -> None:
    finding = PolicyFinding(policy=NASTY, applicable=True, upheld=False, reason=NASTY)
    assert harmless(told("policies", closed(finding)))
