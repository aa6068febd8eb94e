"""The log of what the policies found."""

from collections.abc import Mapping, Sequence
from functools import cache

from rich.text import Text

from simulator.agents.prompt_korean_rules import POLICIES as KOREAN_SENTENCES
from simulator.dashboard.phrases import Phrase, UiLang
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import LOGS, Entry, Look
from simulator.dashboard.story import Story
from simulator.events import AssistantSpoke, PolicyFinding, StepClosed
from simulator.policies.catalogue import policies
from simulator.policies.spec import When, checks

_TITLE = Phrase("Policies", "정책")
_STEP = Phrase("step {}", "단계 {}")
_SPEECH = Phrase("speech, turn {}", "발화, 턴 {}")
_BREACHED = Phrase("✗ {} breached", "✗ 위반 {}건")
_UPHELD = Phrase("✓ {} upheld", "✓ 준수 {}건")
_OPEN = Phrase("? {} not decided", "? 판단 보류 {}건")
_REST = Phrase("– {} not applicable", "– 해당 없음 {}건")


@cache
def _sentences(when: When, lang: UiLang) -> Mapping[str, str]:
    if lang == "ko":
        return KOREAN_SENTENCES
    # A policy that is checked at both moments may say something else at each.
    return {entry.id: entry.sentence for entry in (*policies(), *checks(when))}


@cache
def _checked(when: When) -> frozenset[str]:
    return frozenset(entry.id for entry in checks(when))


class Policies:
    """What every step and every speech decided, with the rules in words and why they were broken."""

    key = "policies"
    title = _TITLE

    def entry(self, story: Story, index: int, look: Look) -> Entry | None:
        """Return the findings of one step or speech; without any applicable one only their number."""
        match story.events[index]:
            case StepClosed(step=step, findings=findings):
                return _found("step", look.say(_STEP, step + 1), findings, look)
            case AssistantSpoke(turn=turn, findings=findings):
                return _found("speech", look.say(_SPEECH, turn + 1), findings, look)
        return None


def _found(when: When, place: str, findings: Sequence[PolicyFinding], look: Look) -> Entry:
    palette = look.palette
    applicable = [finding for finding in findings if finding.applicable]
    counts = {upheld: sum(finding.upheld is upheld for finding in applicable) for upheld in (False, True, None)}
    # A rule that does not apply leaves no finding, or one that says so.
    rest = len(_checked(when) - {finding.policy for finding in applicable})
    head = Text(f"{place} · ", palette.label)
    parts = [
        (look.say(_BREACHED, counts[False]), palette.bad, counts[False]),
        (look.say(_UPHELD, counts[True]), palette.good, counts[True]),
        (look.say(_OPEN, counts[None]), palette.warn, counts[None]),
        (look.say(_REST, rest), palette.label, rest),
    ]
    head.append(Text("  ").join(Text(told, style) for told, style, count in parts if count))
    details: list[Text] = []
    for finding in sorted(applicable, key=lambda finding: (finding.upheld is not False, finding.upheld is True)):
        sign, style = {False: ("✗", palette.bad), True: ("✓", palette.good), None: ("?", palette.warn)}[finding.upheld]
        sentence = _sentences(when, look.lang).get(finding.policy, "")
        details.append(Text.assemble((f"{sign} {one_line(finding.policy)}", style), f"  {one_line(sentence)}"))
        if finding.reason:
            details.append(Text(f"  {one_line(finding.reason)}", style if finding.upheld is False else palette.label))
    return Entry(head, tuple(details), kind="breach" if counts[False] else "upheld" if applicable else "none")


LOGS.add("policies", Policies())
