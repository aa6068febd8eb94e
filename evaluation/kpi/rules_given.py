"""The rules of the KPIs that hang on what was said before: retention, refinement, reflection."""

from evaluation.kpi.answer import Answer
from evaluation.kpi.deeds import calls_of, first_done, kept, matches
from evaluation.kpi.denial import Mention
from evaluation.kpi.finding import Finding, failed, passed, undecided
from evaluation.kpi.rules_single import by_values
from evaluation.kpi.said import deed_words, forbidden, near_forbidden, shown, told
from evaluation.kpi.wording import find


def retention(answer: Answer) -> Finding:
    """Decide by the constraint where it shows in arguments, state, route or values.

    Source: LoCar, Retention; our specification of its fallback.
    """
    checks = answer.dialogue.checks
    found = [(deed, kept(deed, answer)) for deed in checks.hold]
    for deed, holds in found:
        if holds is False:
            return failed(f"broke what had to hold: {deed_words(deed)}")
    wrong = forbidden(answer)
    if wrong is not None:
        # Who did the right thing may well name the wrong one.
        named = answer.acted and first_done(checks.forbid, answer) is None
        return undecided(f"kept to it, yet {wrong.reason}") if named else wrong
    accepted = first_done(checks.accept, answer)
    if accepted is not None or (found and all(holds for _, holds in found)):
        near, said = near_forbidden(answer), told(checks.must_say, answer)
        if near or not said.all_said:
            return undecided(f"kept to it, but the words are unclear: {near or said.missing or said.unclear}")
        return passed(f"kept to it: {deed_words(accepted) if accepted is not None else deed_words(found[0][0])}")
    if checks.must_say and not answer.acted:
        return by_values(answer)
    return undecided("nothing was done that the constraint shows in")


def refinement(answer: Answer) -> Finding:
    """Decide by the arguments: the changed ones as asked for, the others as before; without a call by values.

    Source: LoCar, Refinement; our specification of its fallback.
    """
    checks = answer.dialogue.checks
    refined = checks.refine
    wrong = forbidden(answer)
    if wrong is not None:
        return wrong
    if refined is None:
        return by_values(answer)
    calls = calls_of(refined.tool, answer)
    if not calls:
        return undecided(f"{refined.tool} was not called")
    complete = False
    for call in calls:
        for what, wanted in (("changed", refined.changed), ("kept", refined.unchanged)):
            for name, value in wanted.items():
                if name in call.arguments and not matches(value, call.arguments[name], None):
                    if len(calls) > 1:
                        return undecided(f"{refined.tool} was called {len(calls)} times, not always as it should be")
                    given = call.arguments[name]
                    return failed(f"{refined.tool}: {name} is {given!r}, which is not what had to be {what}")
        names = {*refined.changed, *refined.unchanged}
        complete = complete or names <= set(call.arguments)
    if not complete:
        return undecided(f"{refined.tool} was called without all the arguments in question")
    others = [call.name for call in answer.acted if call.name != refined.tool]
    if others and not checks.accept:
        return undecided(f"{others[0]} was called as well")
    return passed(f"{refined.tool} was called with the change and with all else as before")


def reflection(answer: Answer) -> Finding:
    """Decide by the true and the false value; an apology alone is no pass.

    Source: LoCar, Reflection; our specification of its fallback.
    """
    checks = answer.dialogue.checks
    if checks.right is None or checks.wrong is None:
        return undecided("no values are known")
    wrong = forbidden(answer)
    if wrong is not None:
        return wrong
    right_stands = find(checks.right, answer.sentences, answer.locale)
    wrong_stands = find(checks.wrong, answer.sentences, answer.locale)
    if wrong_stands is Mention.ASSERTED and right_stands in (Mention.ABSENT, Mention.DENIED):
        return failed(f"says {shown(checks.wrong, answer)} {'again' if checks.user_is_right else 'after the driver'}")
    if right_stands is not Mention.ASSERTED or wrong_stands in (Mention.ASSERTED, Mention.ASKED, Mention.UNCLEAR):
        return undecided("the true value is not plainly said, or the false one stands beside it")
    if near_forbidden(answer) or not told(checks.must_say, answer).all_said:
        return undecided("the true value is said, but other words are unclear")
    if checks.accept and first_done(checks.accept, answer) is None:
        return undecided("the true value is said, but nothing was put right in the car")
    return passed(f"says {shown(checks.right, answer)} and leaves {shown(checks.wrong, answer)}")
