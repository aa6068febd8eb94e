"""The sentence endings of Korean by the level they address the listener in.

Forms are as the analyser gives them, a leading final consonant written as a compatibility letter. A form decides, not
its tag: the analyser calls the same ending final or connective by what stands around it.
Source: the grammar tables of standard Korean; LoCar's three levels, its overlap of 다 and 까 resolved by morpheme.
"""

import re
from typing import Literal

Level = Literal["hae", "haeyo", "hapsyo"]
SentenceLevel = Literal["hae", "haeyo", "hapsyo", "other", "none"]
Style = Literal["", "haera", "hao", "hage"]

QUOTED = "Q"
"""What stands for somebody's words while a reply is read."""
LIEUL = 8
"""The number of the final consonant ㄹ, see `coda`."""

_HAPSYO = re.compile(r"(습|ㅂ|읍|슴|답|랍|냡|잡)(니다|니까)|(ㅂ|읍|십)(시오|시요|쇼)|(ㄴ답|는답|으랍)니다|으?리까|슴다")
_PROPOSITIVE = re.compile(r"(ㅂ|읍)시다")
_HAO = frozenset({"오", "으오", "소", "구려", "는구려", "소이다", "외다", "습디다", "ㅂ디다", "디다"})
_HAGE = frozenset({"게나", "세", "으세", "세나"})


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_HAERA = _words(
    """
    다 ㄴ다 는다 란다 ㄴ단다 는단다 단다 냐 느냐 으냐 니 으니 자 자꾸나 어라 아라 여라 거라 너라 라 으라 렴 으렴 려무나
    으려무나 마 으마 구나 는구나 로구나 더구나 도다 로다 노라 리라 으리라 더냐 ㄹ진대
    """
)
_HAE = _words(
    """
    어 아 여 야 이야 지 네 ㄹ게 을게 ㄹ께 을께 ㄹ까 을까 ㄹ래 을래 잖아 거든 는데 ㄴ데 은데 던데 군 는군 더군 로군
    ㄴ가 는가 은가 던가 나 더라 ㄹ걸 을걸 는걸 ㄴ걸 은걸 던걸 ㄴ대 는대 대 래 으래 냬 재
    다고 ㄴ다고 는다고 라고 으라고 냐고 느냐고 자고 다니까 ㄴ다니까 는다니까 라니까 으라니까 자니까 냐니까
    어야지 아야지 여야지 니깐 으니깐 구먼 는구먼 구만 는구만 더구만 ㄹ지 을지 다지 ㄴ다지 라지
    다며 ㄴ다며 는다며 라며 다면서 ㄴ다면서 라면서 어도 다네 ㄴ다네 는다네 라네 ㄹ쏘냐 ㄹ텐데 을텐데 ㄹ라 을라 ㄹ란다 게
    """
)
_ALWAYS_POLITE = frozenset({"죠", "시죠", "지요"})

HAERA_BREAKS = _words("다 ㄴ다 는다 구나 는구나 군 는군 자 냐 느냐")
"""Endings that close a sentence even before a comma, whatever follows."""

POLITE_PARTICLES = frozenset({"요", "이요"})
NOUNS_IN_YO = ("중요", "필요", "소요", "주요", "수요", "개요", "담요", "동요", "민요", "강요", "고요", "긴요", "불필요")
"""Nouns that end like the polite particle. Counter-example: 가요, which is also a verb with its ending."""

POLITE_INTERJECTIONS = frozenset({"네", "예", "아니요", "아니오", "아뇨", "넵", "넹"})
PLAIN_INTERJECTIONS = frozenset({"응", "그래", "엉", "웅"})
ALSO_OTHER_WORDS = frozenset({"네", "예", "그래"})
"""Answers written like "four", "your", "example", "is so": the analyser tells them where nothing stops after them."""
PLAIN_WORDS = frozenset({"안녕", "미안", "왜", "자", "잠깐만", "잠시만", "고마워", "아니야"})
HAEYO_WORDS = frozenset({"그럼요", "글쎄요", "천만에요", "저기요", "여보세요"})

OPAQUE_LABELS = _words(
    """
    곡 노래 재생 메시지 문자 제목 음악 영화 채널 방송 앨범 목적지 출발지 경유지 장소 이름 주소 검색 검색어
    입력 명령 명령어 내용 책 팟캐스트 발신 발신자 사람 답장 메모 예 예시 문
    """
)
"""Labels whose value is a name or somebody's words rather than speech to the driver."""

FORMULAS = re.compile(
    r"(정말|대단히|진심으로|매우|너무|아주|네|예|앗|아|불편을 드려|기다려 주셔서|이용해 주셔서)?[ ,]*"
    r"(감사|고맙|죄송|미안|반갑|실례|안녕|수고|송구|고마|만나서 반갑)"
    r"(드립니다|합니다|했습니다|습니다|하십니까|하세요|해요|워요|하셨습니다|하셨어요|했어요|드려요)[ .!~]*"
)
"""Thanks, apologies and greetings that stand for themselves."""


def level_of(form: str) -> tuple[SentenceLevel, Style] | None:
    """Return the level and style of an ending's form; None for a connective that closes no sentence by itself."""
    if _PROPOSITIVE.fullmatch(form) or _HAPSYO.fullmatch(form):
        return "hapsyo", ""
    if form in _ALWAYS_POLITE or (form.endswith("요") and len(form) > 1):
        return "haeyo", ""
    if form in _HAO:
        return "other", "hao"
    if form in _HAGE:
        return "other", "hage"
    if form in _HAERA:
        return "hae", "haera"
    if form in _HAE:
        return "hae", ""
    return None


def coda(syllable: str) -> int:
    """Return the number of a syllable's final consonant, 0 for none and for what is no Hangul syllable."""
    return (ord(syllable) - ord("가")) % 28 if "가" <= syllable <= "힣" else 0


def is_propositive(form: str) -> bool:
    """Return whether a form is -ㅂ시다, which grammars place apart."""
    return _PROPOSITIVE.fullmatch(form) is not None


def is_nominal(form: str) -> bool:
    """Return whether a form makes a noun of its clause, whatever tag it has."""
    return form in ("ㅁ", "음", "기")
