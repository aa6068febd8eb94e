"""Which words are said as one, and which sentences are questions, in spoken Korean.

Source: Jun (2005), "Korean intonational phonology and prosodic transcription": a Seoul accentual phrase mostly
holds three to five syllables; an auxiliary, a bound noun or a counter joins the word before it.
"""

import re

from simulator.language import hangul

_LONGEST_JOINED = 6
_COUNTERS = "도|시|분|초|단|단계|퍼센트|번|월|일|년|원|층|개|명|대|킬로미터|미터|킬로와트|킬로와트시"
_AFTER_COUNTER = "로|으로|만|에|에서|까지|부터|쯤|정도|씩|야|이야|전에|뒤에|째|를|을"
_LEANS = re.compile(
    r"(?:줘|줘요|줄래|줄래요|주세요|주십시오|주시겠어요|주겠어|줄까|볼래|볼까|봐|봐요|놔|놔요|둬|해|해요|하자|돼|돼요|되나요"
    r"|있어|있어요|있나요|없어|없어요|없나요|씨|씨한테|씨에게|님|님한테|수|것|거|게|데|적|좀"
    rf"|(?:{_COUNTERS})(?:{_AFTER_COUNTER})?)"
)
_WORD = re.compile(r"[가-힣]+")

_MARKS = ".…~ \t\n"
_ALWAYS_ASKING = re.compile(
    r"(?:나요|느냐|[가-힣]냐|[줄볼]래요?|어때요?|(?:뭐|어디|언제|누구|얼마|며칠)(?:이?야|예요|이에요|죠|지요?)"
    r"|몇\s?[가-힣]{1,4}(?:이?야|예요|이에요))$"
)
# After these stems -지 and -니 ask for agreement or an answer; -야지 is a duty, 편지 and 언니 are nouns.
_AGREEMENT_STEMS = frozenset(["맞", "되", "이", "좋", "괜찮", "않", "싶", "같", "높", "낮", "멀", "많"])
_ASKED_STEMS = _AGREEMENT_STEMS | frozenset(["하", "오", "가", "뭐", "떠", "보", "나"])


def accentual_phrases(phrase: str) -> list[str]:
    """Split one breath group into the groups of words that carry one accent each, without punctuation."""
    groups: list[list[str]] = []
    for word in _WORD.findall(phrase):
        if groups and _joins(groups[-1], word):
            groups[-1].append(word)
        else:
            groups.append([word])
    return [" ".join(group) for group in groups]


def _joins(group: list[str], word: str) -> bool:
    if _LEANS.fullmatch(word) and sum(map(len, group)) + len(word) <= _LONGEST_JOINED:
        return True
    return len(word) <= 2 and len(group) == 1 and len(group[0]) <= 2


def is_question(text: str) -> bool:
    """Tell whether a sentence, with its final mark if any, is said with a rise.

    A question mark decides; without one the ending (-나요, -ㄹ까요, -습니까, -ㄴ가요, -죠, -지, -니, -냐, 줄래, 어때)
    or a question word right before 야 or 예요. An exclamation is no question. Endings that asking and telling share
    (-어, -요) are told.
    """
    bare = text.strip()
    if bare.endswith(("?", "!")):
        return bare.endswith("?")
    bare = bare.rstrip(_MARKS)
    return bool(_ALWAYS_ASKING.search(bare)) or _ending_asks(bare)


def _ending_asks(bare: str) -> bool:
    polite = bare.removesuffix("요")
    stem, ending = polite[:-1], polite[-1:]
    if bare.endswith("죠"):
        stem, ending = bare[:-1], "지"
    last, coda = stem[-1:], hangul.coda(stem)
    if ending == "까":
        return coda == "ㄹ" or (last == "니" and hangul.coda(stem[:-1]) in ("ㅂ", "ㅄ"))
    if ending == "가":
        return last in ("인", "은", "는", "던", "운", "한", "된", "린", "큰", "른", "진", "간", "온") and (
            polite != bare or last in ("인", "는", "던")
        )
    if ending == "지":
        agreed = coda in ("ㅆ", "ㅄ") or last in _AGREEMENT_STEMS or polite != bare or bare.endswith("죠")
        return agreed and last not in ("야", "말")
    return ending == "니" and polite == bare and (coda in ("ㅆ", "ㅄ") or last in _ASKED_STEMS)
