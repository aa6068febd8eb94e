"""Tells speech that gives its hearer nothing: acknowledgements, phrases that hold the line, and no language at all.

Both classes are closed. A sentence they do not know is a sentence, whatever it may mean.
"""

import re
import unicodedata
from enum import StrEnum

from simulator.language.acts_clauses import plain, sentences
from simulator.language.locale import Locale


class Empty(StrEnum):
    """In what way a reply says nothing."""

    ACKNOWLEDGEMENT = "acknowledgement"
    """Only that the request was heard, or that the driver should wait."""
    ASSENT = "assent"
    """Only yes or no, which is an answer where something was asked."""
    NO_LANGUAGE = "no language"
    """A call printed as text, code, marks or pictures: nothing a voice could say."""
    OTHER_LANGUAGE = "other language"
    """A sentence in a language the driver does not speak."""


_ENGLISH_ASSENT = r"(?:yes|yeah|yep|yup|aye|no|nope|nah|correct|exactly|true)"
_KOREAN_ASSENT = r"(?:네에?|넵|넹|예|응|어|아니(?:요|오|야)?|아뇨|맞(?:아요?|습니다|네요?)|그렇습니다)"
_ENGLISH = (
    _ENGLISH_ASSENT,
    r"right|of course|certainly|absolutely",
    r"(?:sure|you)(?: thing| got it| bet)?|by all means|naturally|indeed|definitely|gladly|affirmative",
    r"o\.?k\.?(?:ay|ey)?(?:ie|y)?(?:-?dokey)?|k|al+ ?right|very well|fair enough|as requested|that's fine",
    r"(?:i(?:'ve| have)? )?(?:got it|gotcha|got that|got you|hear you|heard you|see|understand|understood|copy that)",
    r"understood|noted|acknowledged|received|roger(?: that)?|copy(?: that)?|loud and clear|message received|will do",
    r"(?:no|not a|no big) (?:problem|worries|trouble|deal|issue)(?: at all)?|don't worry(?: about it)?|not at all",
    r"(?:it's |it is |it'd be )?(?:my|with|a) pleasure|(?:i'm )?at your service|anything for you",
    r"leave it (?:to|with) me",
    r"(?:that )?(?:sounds|looks) (?:good|great|fine|perfect|like a plan)|(?:that )?makes sense",
    r"great|perfect|good|fine|cool|excellent|wonderful|awesome|nice|lovely|super|brilliant|fantastic",
    r"(?:that's |that is |what )?(?:an? )?(?:great|good|excellent|nice|wonderful|fair|interesting) "
    r"(?:question|idea|choice|call|point|one|request|thinking)",
    r"h+m+|m+h*m+|u+h*m*|e+r+m*|a+h+|o+h+|well|so|now|then|and|but|there|huh|aha",
    r"(?:i'm |i am |i'd be |i would be |i'll be |i will be |we're |always |more than |so |only too )*"
    r"(?:happy|glad|delighted|pleased|here|ready) to (?:help|assist|do so|do that|oblige)(?: you)?(?: out)?"
    r"(?: (?:with|in) (?:that|this|it|your request))?",
    r"(?:i can |i could |i'll |i will |let me |i'd love to |i would love to )(?:certainly |gladly |definitely |surely |"
    r"happily )?(?:help|assist)(?: you)?(?: out)?(?: (?:with|in) (?:that|this|it|your request))?",
    r"(?:just |please |give me |wait |hold on |hang on |for |only |it'll (?:just )?(?:be|take) |"
    r"this (?:may|will) take )*"
    r"(?:an? |one |another |a quick |a brief |a short |just a )?(?:moment|second|sec|minute|tick|mo)",
    r"(?:please |just |kindly )*(?:wait|hold on|hang on|stand by|standby|hold|hold the line|be patient|bear with me|"
    r"stay with me)",
    r"while i (?:check|look into|process|work on|see to|think about|handle) (?:that|this|it|your request)",
    r"(?:processing|thinking|loading|checking|looking|searching|one at a time|coming)(?: (?:it|that|your request))?",
    r"(?:thank you|thanks|many thanks|cheers)(?: (?:so|very) much| a lot)?"
    r"(?: for (?:your patience|waiting|asking|letting me know|telling me|that|the request|your request|calling))?",
    r"(?:you're|you are) (?:very |most |always )?welcome|welcome",
    r"(?:i'm |i am )?(?:so |very |really )?sorry(?: about that| for that| for the (?:wait|delay|inconvenience))?",
    r"(?:my apologies|i apologi[sz]e|apologies|pardon|excuse me)(?: for (?:that|the (?:wait|delay|inconvenience)))?",
    r"hi|hello|hey|greetings|good (?:morning|afternoon|evening|day)|goodbye|bye|see you",
    r"please|sir|ma'am|madam|driver|friend|boss|for you|right now|with that|of that|at once|in that case|to that",
)
_KOREAN = (
    _KOREAN_ASSENT,
    r"그래요?|그럼요?|물론(?:이죠|이지요|입니다|이에요|이지|이야|이요|요)?|당연(?:하죠|하지요|합니다|하지|히요?)",
    r"좋(?:아요?|습니다|죠|지요|네요?|은\s?(?:생각|질문|선택|말씀)(?:이에요|입니다|이네요|이십니다|이야|이네)?)",
    r"(?:잘\s?)?(?:알겠|알았|이해했|확인했|들었|접수했)(?:습니다|어요?|네요?|다|음|습니당|슴다)",
    r"(?:요청|말씀|명령|뜻)(?:을|은|하신\s?(?:것|내용)(?:을|은)?)?",
    r"오케이|오키|굿|그렇군요?|그렇구나|그러시군요|그렇네요?|그러네요?|그러(?:죠|지요)|아하|음+|흠+|아+|오+|글쎄요?|저기요?|"
    r"자|그게|그러니까|그런데|그리고|뭐",
    r"(?:아주\s?)?(?:잠시|잠깐|조금|잠시만|잠깐만|조금만|좀|좀만|일\s?분만|일\s?초만|금방|곧|지금)(?:요|이요|이면\s?(?:돼요|됩니다))?",
    r"(?:기다려|대기해|계셔|참아)\s?(?:주(?:세요|십시오|시겠어요|시겠습니까|실래요|시면\s?(?:됩니다|돼요)|"
    r"시기\s?바랍니다|라|렴)|줘요?|줄래요?)|기다리(?:세요|십시오|시면\s?(?:됩니다|돼요))|기다려요?",
    r"(?:제가\s?|기꺼이\s?|얼마든지\s?|바로\s?|곧\s?|언제든지?\s?)*도(?:와\s?드(?:리겠습니다|릴게요|리지요|리죠|려요)|"
    r"와\s?(?:줄게요?|주겠습니다)|울게요?|움을?\s?드리겠습니다)",
    r"(?:제게|저한테|저에게|나한테)?\s?(?:맡겨만?|믿어만?)\s?(?:주(?:세요|십시오)|줘요?)|맡기세요",
    r"걱정\s?(?:마세요|마십시오|하지\s?마(?:세요|십시오)?|마)|문제\s?없(?:습니다|어요?|죠|지요)|별말씀(?:을요?)?|천만에요?",
    r"(?:말씀(?:해\s?주셔서)?|알려\s?주셔서|기다려\s?주셔서|불러\s?주셔서|물어봐\s?주셔서|이용해\s?주셔서)",
    r"(?:정말\s?|대단히\s?|매우\s?)?(?:감사(?:합니다|해요?|드립니다|드려요)|고맙(?:습니다|네요?)|고마워요?)",
    r"(?:정말\s?|대단히\s?|매우\s?)?(?:죄송(?:합니다|해요|스럽습니다)|미안(?:합니다|해요?)|실례합니다)",
    r"(?:반갑습니다|반가워요?|안녕(?:하세요|하십니까|히\s?가세요)?|어서\s?오세요)",
    r"(?:운전자|고객|기사|선생|사장)님|주인님|확인|이해|접수|처리\s?중|확인\s?중|검색\s?중|생각\s?중",
)
_GAP = r"[\s,;:.!?~\-–—ㅎㅋㅠㅜ^']*"
_PHRASES = tuple(re.compile(rf"(?:{phrase})(?![\w']){_GAP}") for phrase in (*_ENGLISH, *_KOREAN))
_ASSENTS = tuple(re.compile(rf"(?:{phrase})(?![\w']){_GAP}") for phrase in (_ENGLISH_ASSENT, _KOREAN_ASSENT))
# Longer speech is no acknowledgement any more; what comes after so much that is no language is none either.
_LONGEST_ACKNOWLEDGEMENT = 300
_LOOKED_AT = 4000

_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_CALL_TAG = re.compile(
    r"<\|?(?P<tag>/?(?:tool|function)_?calls?|invoke|tool_code|python_tag|tool_response|function)\b[^>]*>"
    r".*?(?:</?\|?(?P=tag)[^>]*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_TAG = re.compile(r"</?\|?[a-z_▁|][^<>\n]{0,60}>|\[/?[A-Z_]{4,}\]", re.IGNORECASE)
_PRINTED_CALL = re.compile(r"\b(?:[a-z]\w{0,30}\.){0,3}[a-z]+(?:_[a-z0-9]+)+\s*\([^()\n]{0,400}\)")
_IDENTIFIER = re.compile(r"\b(?:functions\.)?[a-zA-Z]+(?:_[a-zA-Z0-9]+)+(?::\d+)?\b")
_UNBROKEN = re.compile(r"[!-~]{41,}")
_OBJECT_OPENS = re.compile(r"""[{\[]\s*(?:["'{\[}\]])""")
_WORD = re.compile(r"[^\W\d_]{2,}|[가-힣]|\b[iIaA]\b")
_SAME_WORD_AGAIN = 6
_HANGUL = re.compile(r"[가-힣]+")
_LATIN = re.compile(r"[A-Za-z]{2,}")
_A_SENTENCE_WORDS = 3
_A_SENTENCE_LETTERS: dict[Locale, int] = {"ko": 16, "en": 5}


def empty(speech: str) -> Empty | None:
    """Return in what way a reply says nothing in either language, None if it says something or is silence.

    Never raises.
    """
    if not speech.strip():
        return None
    spoken = _without_code(unicodedata.normalize("NFC", speech)[:_LOOKED_AT])
    words = [word.casefold() for word in _WORD.findall(spoken)]
    if not words or (len(words) >= _SAME_WORD_AGAIN and len(set(words)) == 1):
        return Empty.NO_LANGUAGE
    said = [sentence.text for sentence in sentences(plain(spoken))]
    if not said or len(spoken) > _LONGEST_ACKNOWLEDGEMENT:
        return None
    if all(_made_of(_ASSENTS, text.lower()) for text in said):
        return Empty.ASSENT
    return Empty.ACKNOWLEDGEMENT if all(_says_nothing(text.lower()) for text in said) else None


def in_other_language(speech: str, locale: Locale) -> bool:
    """Tell whether speech has words, and none of them in the letters of the driver's language.

    A name or a unit in foreign letters is no sentence: it takes three words, or some more letters than a name has.
    """
    spoken = _without_code(unicodedata.normalize("NFC", speech)[:_LOOKED_AT])
    if (_HANGUL if locale == "ko" else _LATIN).search(spoken):
        return False
    words = _WORD.findall(spoken)
    return len(words) >= _A_SENTENCE_WORDS or sum(map(len, words)) >= _A_SENTENCE_LETTERS[locale]


def _says_nothing(text: str) -> bool:
    from simulator.language.acts_english_asking import CLOSER as ENGLISH_CLOSER
    from simulator.language.acts_korean_patterns import CLOSER as KOREAN_CLOSER

    if _made_of(_PHRASES, text):
        return True
    return ENGLISH_CLOSER.search(text) is not None or KOREAN_CLOSER.search(text) is not None


def _made_of(phrases: tuple[re.Pattern[str], ...], text: str) -> bool:
    """Tell whether a text is nothing but these phrases, one after the other; each place is looked at once."""
    start = re.match(_GAP, text)
    reached = {start.end() if start else 0}
    done: set[int] = set()
    while reached:
        at = reached.pop()
        if at == len(text):
            return bool(done)
        done.add(at)
        ends = {found.end() for phrase in phrases if (found := phrase.match(text, at)) is not None}
        reached |= ends - done
    return False


def _without_code(speech: str) -> str:
    """Return what is left of a reply without code, mark-up, printed calls and JSON."""
    text = _TAG.sub(" ", _CALL_TAG.sub(" ", _FENCE.sub(" ", speech)))
    text = _PRINTED_CALL.sub(" ", _without_objects(text))
    return _UNBROKEN.sub(" ", _IDENTIFIER.sub(" ", text))


def _without_objects(text: str) -> str:
    """Leave out JSON, and what looks like the beginning of it where a reply was cut off."""
    kept: list[str] = []
    at = 0
    while (opened := _OBJECT_OPENS.search(text, at)) is not None:
        kept.append(text[at : opened.start()])
        at = _end_of_object(text, opened.start())
    return " ".join([*kept, text[at:]])


def _end_of_object(text: str, start: int) -> int:
    depth = 0
    quoted = False
    at = start
    while at < len(text):
        letter = text[at]
        if quoted and letter == "\\":
            at += 1
        elif letter == '"':
            quoted = not quoted
        elif not quoted and letter in "{[":
            depth += 1
        elif not quoted and letter in "}]":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return len(text)
