"""Common misspellings of sentence endings, put right before the analyser sees them."""

import re

from evaluation.honorifics.forms import LIEUL, coda
from evaluation.honorifics.traced import Traced

_WORD_END = r"(?=[ ,.!?~)]|$)"
_MISSPELT: tuple[tuple[re.Pattern[str], str], ...] = (
    # A single ㅅ written for the ㅆ of the past and of 겠; only syllables that are no stems of their own.
    (re.compile(r"겟(?=[어습네지다죠는])"), "겠"),
    (re.compile(r"햇(?=[어습네지다죠는])"), "했"),
    (re.compile(r"켯(?=[어습네지다죠는])"), "켰"),
    (re.compile(r"렷(?=[어습네지다죠는])"), "렸"),
    (re.compile(r"졋(?=[어습네지다죠는])"), "졌"),
    (re.compile(r"됫(?=[어습네지다죠는])"), "됐"),
    (re.compile(r"됏(?=[어습네지다죠는])"), "됐"),
    (re.compile(r"왓(?=[어습네지다죠는])"), "왔"),
    (re.compile(r"(?<=[가-힣])엇(?=[어습네지다죠]" r"[가-힣]?)"), "었"),
    (re.compile(r"십시요" + _WORD_END), "십시오"),
    (re.compile(r"(?<=[가-힣])[읍슴]니(?=[다까])"), "습니"),
    (re.compile(r"(?<=[가-힣])습 니(?=[다까])"), "습니"),
    (re.compile(r"아니예요"), "아니에요"),
    (re.compile(r"(?<=[가-힣])이예요" + _WORD_END), "이에요"),
    (re.compile(r"되요" + _WORD_END), "돼요"),
    (re.compile(r"안 ?되(?=[.!?~]*$)"), "안 돼"),
)
_SHOULD = re.compile(r"([가-힣])[께깨](?=요?" + _WORD_END + ")")
_THING = re.compile(r"([가-힣]) ?꺼(?=야|예요|에요|지|라|다|니)")
_SLANG_HAPSYO = re.compile(r"(?<=[ㅂ가-힣])니당" + _WORD_END + r"|슴다" + _WORD_END + r"|슴돠" + _WORD_END)
_SLANG_HAEYO = re.compile(r"(?<=[세어아해네게까지와워려져쳐데군나예에래대줘봐죠셔겨켜꺼])[용염여영욤](?=[ .!?~,]*$)")


def _has_lieul(syllable: str) -> bool:
    return coda(syllable) == LIEUL


def repaired(text: Traced) -> tuple[Traced, bool]:
    """Return the text with its endings spelt as they are meant, and whether anything was misspelt."""
    mended = text
    for pattern, right in _MISSPELT:
        mended = mended.sub(pattern, right)
    mended = mended.sub(_SHOULD, lambda m: m.group(1) + "게" if _has_lieul(m.group(1)) else m.group())
    mended = mended.sub(_THING, lambda m: m.group().replace("꺼", "거") if _has_lieul(m.group(1)) else m.group())
    return mended, mended.text != text.text


def plain_slang(text: Traced) -> Traced:
    """Return the text with playful polite endings (-용, -여, -니당, -슴다) as the endings they stand for."""
    mended = text.sub(_SLANG_HAPSYO, lambda m: "니다" if m.group().startswith("니") else "습니다")
    return mended.sub(_SLANG_HAEYO, "요")
