"""Words of a reply that tell the driver nothing: praise for the question, zeal, apologies in a row, closing offers.

Source: the rule in docs/conciseness.md.
"""

import re
from collections.abc import Sequence

from simulator.language.locale import Locale

_KOREAN = (
    r"(?:정말 |참 |아주 )?(?:좋은|훌륭한|멋진) 질문(?:이에요|입니다|이네요|이군요|이야|이네|이십니다"
    r"|을 해 주셨(?:어요|네요|습니다))",
    r"물론(?:입니다|이에요|이죠|이지요|이지(?!만)|이야|이고말고요?)",
    r"당연하(?:죠|지요|지(?!만))|당연히 (?:해 ?드려야죠|가능합니다|가능해요)",
    r"기꺼이 (?:도와|해) ?드리(?:겠습니다|죠)|기꺼이 (?:도와|해) ?드릴게요",
    r"(?:문의|질문)해 ?주셔서 (?:감사합니다|감사해요|고마워요|고맙습니다)",
    r"(?:(?:더|또|다른|추가로|그 ?밖에|혹시) ){1,3}(?:\S{1,8} ){0,2}?"
    r"(?:(?:필요하신|필요한|궁금하신|궁금한) ?(?:거|것|게|건|점|사항|부분|일|곳|도움|기능|정보)"
    r"|(?:필요하신|궁금하신)(?=가요|지|[,.!?]|$)|도움이 필요|도와)[^,.!?\s]*(?: [^,.!?\s]{1,12}){0,4}",
    r"(?:필요하시면|궁금하시면|필요하면|궁금하면|도움이 필요하시면)[, ]*(?:언제든지?|편하게|편히)?\s?"
    r"(?:다시 )?(?:말씀해|불러|물어봐|알려|말해) ?(?:주세요|주십시오|줘|주시기 바랍니다)",
    r"(?:언제든지?|편하게|편히) (?:다시 )?(?:말씀해|불러|물어봐|말해) ?(?:주세요|주십시오|줘)",
    r"[^,.!?]{0,40}(?:물어보셨|질문하셨|문의하셨|말씀하셨|궁금하셨|원하셨)(?:네요|군요|는데요|습니다)",
    r"[^,.!?]{0,40}(?:물어보신|질문하신|궁금하신|원하시는|말씀하신) ?(?:거|것이?)(?:군요|네요|죠|지요|로군요)",
)
_ENGLISH = (
    r"(?:that's |that is |what )?an? (?:really )?(?:great|good|excellent|wonderful) (?:question|idea|choice)"
    r"|(?:great|good|excellent) question",
    r"of course|certainly|absolutely|sure thing|no problem(?: at all)?|my pleasure",
    r"(?:i'd|i would|i'll|i will|i am|i'm) (?:be )?(?:more than )?(?:happy|glad|delighted) to (?:help|assist)(?: you)?"
    r"(?: (?:with|out)(?: that| this)?)?",
    r"thank(?:s| you) for (?:asking|your question|reaching out)",
    r"(?:is|was) there anything else[^.!?]{0,60}|anything else (?:i can|you)[^.!?]{0,50}",
    r"(?:please )?(?:just )?(?:let me know|feel free to (?:ask|let me know|reach out))"
    r"(?: if (?:you|there)[^.!?]{0,60}| anytime)?",
    r"i hope (?:this|that) helps",
    r"(?<!as )(?<!what )(?<!like )(?:so )?"
    r"(?:you asked|you're asking|you are asking|you want to know|you would like to know|you'd like to know)"
    r"[^,.!?]{0,80}",
)
_APOLOGIES: dict[Locale, re.Pattern[str]] = {
    "ko": re.compile(
        r"(?:정말 |대단히 |진심으로 |너무 )?(?:죄송|미안|송구|사과)[^\s.,!?]*(?: ?드(?:립니다|려요|릴게요))?"
    ),
    "en": re.compile(
        r"(?:i'm |i am |we're )?(?:so |very |really |terribly )?sorry(?: about that| for (?:the|any) \w+)?"
        r"|(?:my|please accept my|i) (?:sincere )?apolog(?:ies|y|ize|ise)(?: for (?:the|any) \w+)?",
        re.I,
    ),
}
_PHRASES: dict[Locale, re.Pattern[str]] = {
    "ko": re.compile("|".join(_KOREAN)),
    "en": re.compile("|".join(rf"\b(?:{phrase})(?!\w)" for phrase in _ENGLISH), re.I),
}


def filler_spans(text: str, locale: Locale, apologies_before: int) -> tuple[list[tuple[int, int]], int]:
    """Return where a sentence says nothing, and how many apologies there are up to its end.

    The first apology of a reply is courtesy; every further one is part of a chain.
    """
    spans = [match.span() for match in _PHRASES[locale].finditer(text)]
    apologies = apologies_before
    for match in _APOLOGIES[locale].finditer(text):
        apologies += 1
        if apologies > 1:
            spans.append(match.span())
    return _joined(spans), apologies


def _joined(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return a text with those stretches blotted out; a comma keeps what stands around them apart."""
    pieces: list[str] = []
    last = 0
    for start, end in spans:
        pieces += [text[last:start], ","]
        last = end
    return "".join([*pieces, text[last:]])
