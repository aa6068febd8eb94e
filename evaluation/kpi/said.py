"""Whether an answer says what it must, and nothing that it must not."""

from collections.abc import Iterable
from dataclasses import dataclass

from evaluation.kpi.answer import Answer
from evaluation.kpi.deeds import first_done
from evaluation.kpi.denial import Mention
from evaluation.kpi.finding import Finding, failed
from evaluation.kpi.wording import find
from scenarios.dialogue_checks import Deed, Forms


def shown(forms: Forms, answer: Answer) -> str:
    """Return the first wording of a thing, for reasons."""
    wordings = forms.of(answer.locale) or forms.ko or forms.en
    return f"'{wordings[0]}'" if wordings else "''"


def deed_words(deed: Deed) -> str:
    """Return a deed in a few words, for reasons."""
    if deed.tool:
        return deed.tool
    return ", ".join(deed.state) if deed.state else "the route"


@dataclass(frozen=True, slots=True)
class Told:
    """How the things that must be said stand: all of them asserted, one missing altogether, or unclear."""

    all_said: bool
    missing: str
    unclear: str


def told(wanted: Iterable[Forms], answer: Answer) -> Told:
    """Return how the answer says these things."""
    missing, unclear = "", ""
    for forms in wanted:
        mention = find(forms, answer.sentences, answer.locale)
        if mention is Mention.ABSENT:
            missing = missing or shown(forms, answer)
        elif mention is not Mention.ASSERTED:
            unclear = unclear or shown(forms, answer)
    return Told(not missing and not unclear, missing, unclear)


def forbidden(answer: Answer) -> Finding | None:
    """Return the failure for a forbidden deed or a wrong claim, None where there is neither."""
    checks = answer.dialogue.checks
    deed = first_done(checks.forbid, answer)
    if deed is not None:
        return failed(f"did what is forbidden: {deed_words(deed)}")
    for forms in checks.must_not_say:
        if find(forms, answer.sentences, answer.locale) is Mention.ASSERTED:
            return failed(f"says {shown(forms, answer)}, which is wrong here")
    return None


def near_forbidden(answer: Answer) -> str:
    """Return what must not be said and may have been, "" where nothing is near it."""
    near = (Mention.ASKED, Mention.UNCLEAR)
    for forms in answer.dialogue.checks.must_not_say:
        if find(forms, answer.sentences, answer.locale) in near:
            return shown(forms, answer)
    return ""
