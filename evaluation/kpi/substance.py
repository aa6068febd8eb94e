"""Tells sentences that carry nothing from those that may: courtesies, offers of help, bare inability."""

import re
from collections.abc import Sequence
from enum import StrEnum

from simulator.language.acts_clauses import Sentence
from simulator.language.acts_empty import empty
from simulator.language.locale import Locale


class Substance(StrEnum):
    """What a reply is made of."""

    NONE = "none"
    REFUSAL_WITH_MORE = "refusal with more"
    SOME = "some"


_INABILITY: dict[Locale, re.Pattern[str]] = {
    "ko": re.compile(
        r"^(?:(?:죄송|미안)\S*\s?(?:지만|만|하지만)?,?\s*)?(?:저는|제가|나는|내가|지금은|현재는|아직은?)?\s*"
        r"(?:(?:그|이|저|해당|요청하신|말씀하신)\s?(?:건|것은|거는|기능은|기능을|기능이|요청은|질문은|질문에는|"
        r"내용은|정보는|정보가|부분은|부분에\s?대해서는)?)?\s*"
        r"(?:잘\s)?(?:도와\s?(?:드릴|줄)|답해?\s?(?:드릴|줄)|답변(?:해\s?드릴|할|드릴)|대답(?:해\s?드릴|할)|"
        r"처리(?:해\s?드릴|할)|수행할|실행할|해\s?(?:드릴|줄)|"
        r"제공할|할|알|이해할|지원하|지원되|모르|답하기|도와드리기|대답하기|답변하기|돕기)"
        r"\s*(?:수(?:는|가)?\s?없\S*|지\s?(?:않|못)\S*|겠\S*|\S*\s?어렵\S*|\S*\s?힘들\S*|(?:아|라)\S{0,3})$"
    ),
    "en": re.compile(
        r"^(?:(?:i'm |i am |we're )?(?:so |very |really )?sorry,?\s*(?:but |, )?|unfortunately,?\s*|"
        r"i'm afraid\s*|apologies,?\s*(?:but )?)*"
        r"(?:i|we) (?:can't|cannot|can not|could not|couldn't|am unable to|'m unable to|am not able to|"
        r"'m not able to|don't|do not|"
        r"won't be able to) (?:help|assist|do|answer|process|support|understand|know|handle|fulfil|fulfill|"
        r"complete|provide|"
        r"perform)(?: you)?(?: with| to)?(?: (?:do|answer|process|that|this|it|the|your|request|question|"
        r"feature|function|information|"
        r"right|now|at|moment|how|what|you|mean|here))*$",
        re.IGNORECASE,
    ),
}
_REFUSAL: dict[Locale, re.Pattern[str]] = {
    "ko": re.compile(r"수(?:는|가|도)?\s?없|지\s?(?:않|못)|어렵|어려|안\s?(?:되|돼|됩)|못\s|불가|지원하지|모르|곤란"),
    "en": re.compile(
        r"\b(?:can't|cannot|can not|couldn't|unable|won't|don't|doesn't|isn't|not (?:able|possible|supported|"
        r"available|allowed))\b",
        re.I,
    ),
}
_MORE: dict[Locale, re.Pattern[str]] = {
    "ko": re.compile(
        r"때문|므로|니까|(?:아|어|여|해)서\s|라서|이라\s|기에\s|대신|다른|하지만|다만|면\s|있어|있습|[?？]"
    ),
    "en": re.compile(
        r"\b(?:because|since|as the|as it|due to|instead|but i can|you can|you could|however|another|unless|"
        r"until)\b|\?",
        re.I,
    ),
}


def substance(reply: Sequence[Sentence], locale: Locale) -> Substance:
    """Return what a reply is made of; a courtesy and a bare inability carry nothing."""
    carrying = [
        sentence for sentence in reply if not empty(sentence.text) and not _INABILITY[locale].match(sentence.text)
    ]
    if not carrying:
        return Substance.NONE
    text = " ".join(f"{sentence.text}{'?' if sentence.asks else '.'}" for sentence in reply)
    refuses = any(_REFUSAL[locale].search(sentence.text) for sentence in reply)
    if refuses and _MORE[locale].search(text):
        return Substance.REFUSAL_WITH_MORE
    return Substance.SOME
