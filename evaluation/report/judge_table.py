"""How far judges agree, for people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evaluation.judge_agreement import agreements
from evaluation.judge_answer import Status
from evaluation.judgements import Kept
from evaluation.report.tables import table
from evaluation.report.titles import titled

if TYPE_CHECKING:
    from rich.console import Console

_WORDS = {
    Status.CANNOT_TELL: "cannot tell",
    Status.UNUSABLE: "unusable",
    Status.CONTRADICTION: "contradict themselves",
    Status.UNREACHABLE: "not reached",
    Status.PENDING: "not asked yet",
}


def print_judging(out: "Console", kept: Sequence[Kept]) -> None:
    """Print what the panel decided by rubric and how far its judges agree; nothing when none was asked."""
    if not kept:
        return
    judges = {entry.judgement.judge for entry in kept}
    made = table(
        "rubric", "questions", "decided", "split", "unanimous", "agreement", "kappa", "answers without a verdict",
        title=f"judging by {len(judges)} judge{'s' if len(judges) > 1 else ''}",
    )  # fmt: skip
    for found in agreements(kept):
        silent = ", ".join(f"{found.answers[name]} {word}" for name, word in _WORDS.items() if name in found.answers)
        shares = (found.unanimous, found.agreement, found.kappa)
        made.add_row(
            titled(found.rubric),
            str(found.questions),
            str(found.decided),
            str(found.split),
            *("-" if share is None else f"{share:.2f}" for share in shares),
            silent or "0",
        )
    out.print(made)
