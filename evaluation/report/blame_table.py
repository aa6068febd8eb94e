"""Who made spoken sessions fail, and what speech cost, for people and as JSON."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evaluation.blame import Blame, Culprit
from evaluation.blame_facts import most_telling
from evaluation.blame_stored import Case
from evaluation.blame_summary import BlameGroup, SpeechTax
from evaluation.report.tables import printable, table
from simulator.channel import LANGUAGES

if TYPE_CHECKING:
    from rich.console import Console

_LANGUAGES = {**LANGUAGES, "": "all"}
_WORDS = {True: "yes", False: "no", None: "-"}
_LONGEST = 40


def print_blame(out: "Console", groups: Sequence[BlameGroup], cases: Sequence[Case]) -> None:
    """Print every failed session with who is to blame, then the counts and the speech tax of every group."""
    _print_sessions(out, [(case, case.blame) for case in cases if case.blame is not None])
    made = table(
        "", "engines", "through", "heard", "failed", "ears", "brain", "undecided", "could ask", "could not", "slots",
        title="who failed",
    )  # fmt: skip
    for group in groups:
        counts = (group.sessions, group.failed, group.ears, group.brain, group.undecided)
        made.add_row(*_group(group), *map(str, (*counts, group.could_ask, group.could_not_ask, group.lost_slots)))
    out.print(made)
    out.print(
        "ears: passes with the clean text; brain: fails with it, too; could ask: of the ears' failures, those in which "
        "something in what was heard showed that it was wrong",
        markup=False,
        soft_wrap=True,
    )
    _print_taxes(out, groups)


def _print_sessions(out: "Console", found: Sequence[tuple[Case, Blame]]) -> None:
    from rich.text import Text

    if not found:
        return
    made = table("session", "scenario", "", "who", "misheard", "asked", "could ask", "clean", title="failed when heard")
    for case, one in found:
        made.add_row(
            case.session.rpartition("-")[2],
            case.scenario,
            case.locale,
            one.culprit.value + (" +" if one.only_heard else ""),
            Text(printable(_misheard(one))),
            _WORDS[one.asked],
            _WORDS[one.could_have_asked] if one.culprit is Culprit.EARS else "",
            _replays(one),
        )
    out.print(made)
    out.print("clean: replays with the clean text that pass, of those scored", markup=False, soft_wrap=True)
    if any(one.only_heard for _, one in found):
        out.print("brain +: more went wrong when heard than with the clean text", markup=False, soft_wrap=True)
    for case, one in found:
        if one.culprit is Culprit.UNDECIDED:
            line = f"{case.session.rpartition('-')[2]} undecided: {one.reason}"
            out.print(printable(line), markup=False, soft_wrap=True)


def _print_taxes(out: "Console", groups: Sequence[BlameGroup]) -> None:
    shown = [group for group in groups if group.tax.pairs]
    if not shown:
        return
    made = table("", "engines", "through", "pairs", "clean", "heard", "tax", "95%", title="speech tax")
    for group in shown:
        tax = group.tax
        shares = (_share(tax.clean), _share(tax.heard), _tax(tax))
        made.add_row(*_group(group), str(tax.pairs), *shares, _interval(tax))
    out.print(made)
    lines = ["tax: share that passes with the clean text minus share that passes when heard, over the same sessions"]
    assumed = sum(group.tax.assumed for group in shown[-1:])
    if assumed:
        lines.append(
            f"at most: {assumed} sessions that passed when heard count as passing clean; --all plays them, too"
        )
    lucky = shown[-1].tax.lucky
    if lucky:
        lines.append(f"{lucky} sessions passed when heard and fail with the clean text")
    for line in lines:
        out.print(line, markup=False, soft_wrap=True)


def blame_line(found: Blame) -> str:
    """Return a blame in one line."""
    parts = [f"blame: {found.culprit.value}: {found.reason}"]
    if found.only_heard:
        parts.append(f"when heard also {', '.join(found.only_heard)} failed")
    if found.culprit is Culprit.EARS:
        parts.append(_could_ask(found))
    if found.stability is not None:
        parts.append(f"{found.passed} of {found.replays} replays pass")
    return "; ".join(part for part in parts if part)


def _could_ask(found: Blame) -> str:
    signs = dict.fromkeys(sign.value for one in found.misheard for sign in one.signs)
    if found.could_have_asked:
        return f"the assistant could have asked: {', '.join(signs)}"
    if found.could_have_asked is False:
        return "nothing in what it heard could tell the assistant"
    return ""


def blame_object(groups: Sequence[BlameGroup], cases: Sequence[Case]) -> dict[str, Any]:
    """Return groups and sessions as JSON; the last of several groups is all of them together."""
    sessions = []
    for case in cases:
        made = case.model_dump(mode="json")
        if case.blame is not None:
            made["blame"] |= {"stability": case.blame.stability, "other_cause": case.blame.other_cause}
        sessions.append(made)
    return {"groups": [group.model_dump(mode="json") for group in groups], "sessions": sessions}


def _group(group: BlameGroup) -> tuple[str, str, str]:
    return _LANGUAGES.get(group.locale, group.locale), printable(group.engines), printable(group.trouble)


def _misheard(found: Blame) -> str:
    first = most_telling(found.misheard)
    if first is None:
        return "nothing"
    meant, heard = first.change
    text = f"{_short(meant) or '(nothing)'} → {'?' if heard is None else _short(heard) or '(nothing)'}"
    return text + (f" (+{len(found.misheard) - 1})" if len(found.misheard) > 1 else "")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _replays(found: Blame) -> str:
    return f"{found.passed}/{found.replays}" if found.replays else "none"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _tax(tax: SpeechTax) -> str:
    return ("≤ " if tax.assumed else "") + _share(tax.tax)


def _interval(tax: SpeechTax) -> str:
    return "-" if tax.low is None or tax.high is None else f"[{tax.low:.2f} {tax.high:.2f}]"
