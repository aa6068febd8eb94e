"""The rules of the KPIs about asking and offering: clarification and proactive suggestions."""

import re

from evaluation.kpi.answer import Answer
from evaluation.kpi.deeds import fits, was_done
from evaluation.kpi.denial import Mention
from evaluation.kpi.finding import Finding, failed, passed, undecided
from evaluation.kpi.said import deed_words, forbidden, near_forbidden, shown, told
from evaluation.kpi.wording import find, mentions
from scenarios.dialogue_checks import Checks, Forms, Suggestion
from simulator.channel import Locale
from simulator.language.acts_clauses import Sentence
from simulator.language.locale import LOCALES

_OFFER: dict[Locale, re.Pattern[str]] = {
    "ko": re.compile(
        r"까요?$|까$|어때|어떠|어떻|나요$|가요$|래요?$|추천|권해|권합|권하|필요하(?:시)?면|원하(?:시)?면|"
        r"괜찮으(?:시)?면|말씀만|어떤가|"
        r"말해 줘|말씀해|알려 줘|알려 주"
    ),
    "en": re.compile(
        r"\b(?:shall|should|would you|do you|want me|like me|may i|can i|could i|how about|what about|"
        r"if you (?:like|want|wish|"
        r"need|prefer)|let me know|recommend|suggest|you (?:may|might|could) want)\b",
        re.IGNORECASE,
    ),
}
# What is told as done or under way, though no call shows it.
_DEED_CLAIMED: dict[Locale, re.Pattern[str]] = {
    "ko": re.compile(
        r"(?:[가-힣]게요?|겠습니다|겠어요?)$|(?:었|았|였|했|혔|렸|켰|뒀|꿨|췄|봤|넣)(?:어|어요|습니다|는데|으니|"
        r"고)|출발합니다|안내합니다|시작합니다"
    ),
    "en": re.compile(
        r"\b(?:i have|i've|i'll|i will|we are|we're|i am|i'm) (?:already |now |just )?(?:\w+ed|set|put|sent|"
        r"go\w*|head\w*|tak\w*|"
        r"navigat\w*|guid\w*|start\w*|add\w*|call\w*|turn\w*)\b|\bon (?:our|the|my) way\b|\bheading (?:for|to)\b",
        re.IGNORECASE,
    ),
}
# "I have added a stop, is that all right?" offers nothing.
_ALREADY: dict[Locale, re.Pattern[str]] = {
    "ko": re.compile(r"(?:었|았|였|했|혔|렸|켰|뒀|꿨|췄|봤|됐)(?:는데|으니|고|어요|습니다|지만)|미리"),
    "en": re.compile(
        r"\b(?:i have|i've|already|we have|we've)\b|\bi (?:set|put|chose|picked|took|started|added|booked|"
        r"selected)\b|"
        r"\b(?:was|were|is|are|been) (?:now )?(?:added|set|changed|booked|updated|put)\b|, ?(?:okay|ok|"
        r"all ?right|right)$",
        re.IGNORECASE,
    ),
}
assert set(_OFFER) == set(_DEED_CLAIMED) == set(_ALREADY) == set(LOCALES)


def clarification(answer: Answer) -> Finding:
    """Decide by what was done and what the last sentence asks; in a control asking is what is wrong.

    Source: LoCar, Clarification; our specification of its fallback.
    """
    checks = answer.dialogue.checks
    wrong = forbidden(answer)
    if wrong is not None:
        return wrong
    return _asking_is_right(checks, answer) if checks.ask else _asking_is_wrong(checks, answer)


def _asking_is_right(checks: Checks, answer: Answer) -> Finding:
    guessed = [
        call
        for call in answer.acted
        if not any(deed.tool == call.name and fits(deed.arguments, call, answer) for deed in checks.accept)
    ]
    if guessed:
        return failed(f"acted on a guess: {guessed[0].name}")
    if not answer.asks:
        return undecided("does not end in a question")
    asked = _asked_for(answer)
    known = next((forms for forms in checks.known if _holds(forms, answer)), None)
    named = [forms for forms in checks.candidates if _holds(forms, answer, anywhere=True)]
    slot = checks.slot is not None and _holds(checks.slot, answer)
    if known is not None and not slot and len(named) < 2:
        return (
            failed(f"asks for {shown(known, answer)}, which is known")
            if asked
            else undecided("the question is unclear")
        )
    if known is not None:
        return undecided(f"asks, but also about {shown(known, answer)}, which is known")
    if slot or len(named) > 1:
        if any(_tells_of_a_deed(sentence, answer.locale) for sentence in answer.sentences):
            return undecided("asks, but also tells of something done or under way")
        near = near_forbidden(answer)
        if near:
            return undecided(f"asks, but holds {near}")
        return passed(
            "changed nothing and asks " + ("for what is open" if slot else "which of the candidates is meant")
        )
    return undecided("asks, but names neither what is open nor two candidates")


def _tells_of_a_deed(sentence: Sentence, locale: Locale) -> bool:
    """Tell whether a sentence reports a deed; a Korean question may end in the same past tense and asks about one."""
    for pattern in (_DEED_CLAIMED[locale], _ALREADY[locale]):
        for found in pattern.finditer(sentence.text):
            rest = sentence.text[found.end() :].strip("?! ")
            if not (locale == "ko" and sentence.asks and rest in ("", "요")):
                return True
    return False


def _asking_is_wrong(checks: Checks, answer: Answer) -> Finding:
    done = next((deed for deed in checks.accept if was_done(deed, answer)), None)
    asked = next((forms for forms in _open_things(checks) if answer.asks and _holds(forms, answer)), None)
    if asked is not None and done is None:
        return failed(f"asks for {shown(asked, answer)}, although nothing is open")
    if done is not None and not answer.asks_anywhere:
        return passed(f"did {deed_words(done)} without asking")
    if checks.must_say and not checks.accept and not answer.asks_anywhere and told(checks.must_say, answer).all_said:
        return passed("answers without asking")
    return undecided("neither a deed on the list nor a needless question")


def _open_things(checks: Checks) -> tuple[Forms, ...]:
    return (*((checks.slot,) if checks.slot is not None else ()), *checks.candidates, *checks.known)


def _asked_for(answer: Answer) -> bool:
    return answer.sentences[-1].asks or answer.acts.question is not None


def _holds(forms: Forms, answer: Answer, *, anywhere: bool = False) -> bool:
    """Tell whether the closing question names a thing; the candidates may stand in the sentences before it."""
    held = [
        number for number, mention in mentions(forms, answer.sentences, answer.locale) if mention is not Mention.DENIED
    ]
    return bool(held) and (anywhere or held[-1] == len(answer.sentences) - 1)


def proactive(answer: Answer) -> Finding:
    """Decide by what is offered: a listed suggestion as a question, not done yet; nothing where silence is right.

    Source: LoCar, Proactive; our specification of its fallback.
    """
    checks = answer.dialogue.checks
    wrong = forbidden(answer)
    if wrong is not None:
        return wrong
    for suggestion in checks.suggestions:
        if suggestion.deed is not None and was_done(suggestion.deed, answer):
            return failed(f"did {deed_words(suggestion.deed)} without being asked to")
    offered = [suggestion for suggestion in checks.suggestions if _is_offered(suggestion, answer)]
    mentioned = [
        suggestion
        for suggestion in checks.suggestions
        if find(suggestion.say, answer.sentences, answer.locale) is not Mention.ABSENT
    ]
    if checks.silent:
        if offered:
            return failed(f"offers {shown(offered[0].say, answer)} at a moment when nothing may be offered")
        if mentioned or answer.asks_anywhere or any(_OFFER[answer.locale].search(s.text) for s in answer.sentences):
            return undecided("may be offering something at a moment when nothing may be offered")
        answered = bool(checks.must_say) and told(checks.must_say, answer).all_said
        if near_forbidden(answer) or not (answered or any(was_done(deed, answer) for deed in checks.accept)):
            return undecided("offers nothing, but what was asked for is not plainly said or done")
        return passed("answers and offers nothing")
    if offered and told(checks.must_say, answer).all_said and not near_forbidden(answer):
        return passed(f"offers {shown(offered[0].say, answer)} and waits for a yes")
    return undecided("no listed suggestion is offered as a question")


def _is_offered(suggestion: Suggestion, answer: Answer) -> bool:
    """Tell whether a question holds the suggestion."""
    sentences = answer.sentences
    for number, mention in mentions(suggestion.say, sentences, answer.locale):
        if _ALREADY[answer.locale].search(sentences[number].text):
            continue
        last = number == len(sentences) - 1
        if mention is Mention.ASKED or (last and answer.asks and mention is Mention.ASSERTED):
            return True
    return False
