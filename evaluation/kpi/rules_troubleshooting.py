"""The rule of troubleshooting: the next step of the manual, none that was done or is forbidden, and its warnings."""

from evaluation.kpi.answer import Answer
from evaluation.kpi.denial import Mention
from evaluation.kpi.finding import Finding, failed, passed, undecided
from evaluation.kpi.said import canonical, claimed, forbidden, near_forbidden, shown, told
from evaluation.kpi.wording import find
from scenarios.dialogue_checks import Forms


def troubleshooting(answer: Answer) -> Finding:
    """Decide by the steps that are told and by the warnings that must not be missing.

    Source: LoCar, Troubleshooting; our specification of its fallback.
    """
    checks = answer.dialogue.checks
    wrong = forbidden(answer)
    if wrong is not None:
        return wrong
    stands = {forms: find(forms, answer.sentences, answer.locale) for forms in checks.warning}
    stands |= {forms: claimed(forms, answer) for forms in checks.forbidden}
    for forms in checks.forbidden:
        if stands[forms] is Mention.ASSERTED:
            return failed(f"tells a forbidden step: {shown(forms, answer)}")
    # A warning is mostly a denial itself; whether it is there is all that counts.
    missing = [forms for forms in checks.warning if stands[forms] is Mention.ABSENT]
    if any(_is_plain(forms) for forms in missing) and not answer.asks_anywhere:
        return failed(f"the warning is missing: {shown(missing[0], answer)}")
    if missing:
        return undecided(f"the warning is not there in so many words: {shown(missing[0], answer)}")
    if any(stands[forms] in (Mention.ASKED, Mention.UNCLEAR) for forms in checks.forbidden) or near_forbidden(answer):
        return undecided("something forbidden is mentioned, and it is unclear in what sense")
    again = [forms for forms in checks.done if find(forms, answer.sentences, answer.locale) is Mention.ASSERTED]
    if again:
        return undecided(f"mentions a step that was done already: {shown(again[0], answer)}")
    following = [forms for forms in checks.next if find(forms, answer.sentences, answer.locale) is Mention.ASSERTED]
    if following and told(checks.must_say, answer).all_said:
        return passed(f"tells the next step: {shown(following[0], answer)}")
    return undecided("no next step of the list is plainly told")


def _is_plain(forms: Forms) -> bool:
    """Tell whether a warning is known in all its wordings: a family of them, a number or a name."""
    return canonical(forms) or any(wording.startswith("<") for wording in (*forms.ko, *forms.en))
