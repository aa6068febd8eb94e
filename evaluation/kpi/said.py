"""Whether an answer says what it must, and nothing that it must not."""

from collections.abc import Iterable
from dataclasses import dataclass

from evaluation.kpi.answer import Answer
from evaluation.kpi.deeds import first_done
from evaluation.kpi.denial import Mention, warns
from evaluation.kpi.finding import Finding, failed
from evaluation.kpi.wording import find, mentions
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
    """How the things that must be said stand: all of them asserted, one missing altogether, or unclear.

    `surely` tells that what is missing cannot have been put in other words.
    """

    all_said: bool
    missing: str
    unclear: str
    surely: bool


def told(wanted: Iterable[Forms], answer: Answer) -> Told:
    """Return how the answer says these things."""
    missing, unclear, surely = "", "", False
    for forms in wanted:
        mention = find(forms, answer.sentences, answer.locale)
        if mention is Mention.ABSENT:
            missing, surely = missing or shown(forms, answer), surely or canonical(forms)
        elif mention is not Mention.ASSERTED:
            unclear = unclear or shown(forms, answer)
    return Told(not missing and not unclear, missing, unclear, surely)


def claimed(forms: Forms, answer: Answer) -> Mention:
    """Return how a reply holds what it must not say or advise; one that tells of its danger is unclear."""
    found = find(forms, answer.sentences, answer.locale)
    if found is not Mention.ASSERTED:
        return found
    plain = [
        number
        for number, mention in mentions(forms, answer.sentences, answer.locale)
        if mention is Mention.ASSERTED and not warns(answer.sentences[number].text, answer.locale)
    ]
    return Mention.ASSERTED if plain else Mention.UNCLEAR


def canonical(forms: Forms) -> bool:
    """Return whether a thing is a number or a name, which cannot be put in other words."""
    return any(any(letter.isdigit() for letter in wording) for wording in (*forms.ko, *forms.en)) or any(
        letter.isupper() for wording in forms.en for letter in wording
    )


def forbidden(answer: Answer) -> Finding | None:
    """Return the failure for a forbidden deed or a wrong claim, None where there is neither."""
    checks = answer.dialogue.checks
    deed = first_done(checks.forbid, answer)
    if deed is not None:
        return failed(f"did what is forbidden: {deed_words(deed)}")
    right_as_well = bool(checks.must_say) and told(checks.must_say, answer).all_said
    for forms in checks.must_not_say:
        # Beside the right value the wrong one may stand for comparison.
        if claimed(forms, answer) is Mention.ASSERTED and not right_as_well:
            return failed(f"says {shown(forms, answer)}, which is wrong here")
    return None


def near_forbidden(answer: Answer) -> str:
    """Return what must not be said and may have been, "" where nothing is near it."""
    near = (Mention.ASSERTED, Mention.ASKED, Mention.UNCLEAR)
    for forms in answer.dialogue.checks.must_not_say:
        if claimed(forms, answer) in near:
            return shown(forms, answer)
    return ""
