"""What is wrong with one utterance of a simulated driver, whatever the scenario says."""

import re
import unicodedata

from evaluation.validity_fault import FaultKind
from simulator.channel import Locale
from simulator.events import EndWord

Finding = tuple[FaultKind, str]

_WORDS = "|".join(sorted((word.value for word in EndWord if "_" in word.value), key=len, reverse=True))
_LEAKS = (
    re.compile(rf"\b(?:{_WORDS})\b"),
    re.compile(r"#{2,}|\[/?(?:STOP|CONTINUE|END)\]|<\|?\w+\|?>|</?(?:think|message|user)\w*>", re.IGNORECASE),
    re.compile(r"(?:^|[.!?…]\s*|\n)\W*(?:STOP|CONTINUE)\W*$"),
    re.compile(r"control[_ ]?(?:key)?word|user_message|\"(?:message|reasoning)\w*\"\s*:", re.IGNORECASE),
    re.compile(r"제어 ?단어|^\s*(?:이유|추론)\s*:", re.MULTILINE),
)
_LABEL = re.compile(r"^\W*(?:assistant|ai|비서|어시스턴트|도우미)\s*[::]", re.IGNORECASE)
_OWN_LABEL = re.compile(r"^\W*(?:user|driver|운전자|사용자)\s*[::]", re.IGNORECASE)
_DONE_VERBS = "set|switched|turned|opened|closed|adjusted|activated|started"
_REQUEST = r"(?!.*\b(?:please|can you|could you|now)\b)"
_AS_ASSISTANT: dict[Locale, tuple[re.Pattern[str], ...]] = {
    "en": tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            r"\bhow (?:can|may) i (?:help|assist)\b|\bhappy to (?:help|assist)\b|\bglad i could help\b",
            r"\bwould you like me to\b|\bdo you want me to\b|\blet me know if you\b",
            r"\b(?:shall|should) i (?:open|close|turn|set|switch|start|send|go ahead|proceed)\b",
            r"\bis there anything else (?:i can|you)\b|\banything else(?: i can\b|\?\s*$)",
            r"\bunfortunately,? i (?:can't|cannot)\b",
            r"\bi(?:'ve| have|'ll| will| can)\b[^.?!]{1,60}\bfor you\b",
            r"\bas an? (?:ai|language model|(?:voice|virtual|in-car|car) assistant)\b",
            r"\bi(?:'m| am) (?:an ai|your (?:car |in-car |voice )?assistant)\b",
            r"^\W*(?:done|all set|all done)\b|\byour request (?:has been|was)\b",
            r"\bi(?:'m| am) (?:sorry, but i|unable to|not able to)\b",
            r"\bi (?:don't|do not) have (?:a tool|access|the ability|a function)\b",
            rf"^(?:(?:sure|okay|ok|got it|certainly|of course|no problem)[!,.]? )?i(?:'ve| have) (?:just )?"
            rf"(?:{_DONE_VERBS})\b{_REQUEST}[^?]*$",
            r"^\W*the [\w ]{3,40} (?:is|are|has been|have been) now (?:open|closed|on|off|set|at|active|switched)\b",
            r"^\W*(?:the|your) [\w ]{2,40} (?:has|have) been (?:opened|closed|set|turned|sent|adjusted)\b[^?]*$",
            r"^(?:sure|certainly|of course|absolutely)[!,.]? (?:what|which|how|where)\b",
            r"^(?:sure|certainly|of course|absolutely)[!,.]? i(?:'ll| will| can) \w+",
            r"\bplease (?:confirm|specify|tell me) (?:that you|if you|whether you|which|how)\b",
        )
    ),
    "ko": tuple(
        re.compile(pattern)
        for pattern in (
            r"(?:무엇을|뭘|어떻게|무슨 일을) (?:도와|해 ?) ?드릴까요|도와 ?드리겠습니다|도와 ?드릴(?:게요|까요)",
            r"[가-힣] ?드릴(?:까요|게요| 수 (?:있|없))",
            # A driver may say 말씀드렸습니다 of an own request.
            r"(?<!말씀)(?<!말씀 )드(?:렸(?:습니다|어요)|리겠습니다)",
            r"(?:했|켰|껐|열었|닫았|맞췄|설정했|변경했|완료했|시작했|보냈|낮췄|높였)습니다",
            r"(?:설정|변경|완료|전송|취소|적용)(?:되었|됐)(?:습니다|어요)",
            r"원하시(?:나요|면|는 [가-힣]+[을를]? 말씀)|말씀해 ?주시면|언제든지? 말씀",
            r"(?:요청|필요|궁금)[가-힣 ]{0,6}(?:있으신가요|있으세요|있으십니까)",
            r"(?:올릴|내릴|낮출|높일|닫을|켤|보낼|맞출|시작할|설정할|바꿀)까요",
            r"^(?:네|예)[,.!] [^?]*(?:열었|닫았|켰|껐|맞췄|설정했|보냈|올렸|낮췄)어요",
            r"(?:확인|조회|검색)하고 있습니다|필요하시면|진행할까요|확인해 ?주시겠(?:어요|습니까)",
            r"(?:저는|전) (?:인공지능|AI|음성 ?비서|차량 ?비서|비서)",
            r"그 ?기능은 지원하지|지원하지 않(?:습니다|아요)|더 필요하신|더 도와",
            r"^(?:네|예|알겠습니다)[,.!] [^?]*(?:하겠습니다|켜겠습니다|끄겠습니다|열겠습니다|닫겠습니다)",
        )
    ),
}
_IDENTIFIER = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b|\b(?:loc|poi|rll|rlp|rpl|con|plg)_\w+")
_TELLS_TRICK: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:tool|function|parameter|feature|api)\b[^.?!]{0,40}\b(?:removed|missing|taken away|disabled|hidden)\b|"
        r"\b(?:removed|missing|hidden) (?:tool|function|parameter|part)\b|\bi know you (?:can't|cannot|don't have)\b",
        re.IGNORECASE,
    ),
    "ko": re.compile(
        r"(?:도구|함수|파라미터|매개변수|기능)[이가은는]? ?[가-힣 ]{0,12}(?:제거|빠져|빠졌|없어졌|없앴|숨겨)|"
        r"못 ?(?:하는|한다는) ?(?:거|것|줄)[은는을]? ?(?:이미 )?(?:알|아)"
    ),
}
_FOREIGN = {
    "German": "der die das und nicht bitte ich mach mir auf ein eine ist wie kannst du den zu mein meine",
    "French": "le la les et pas vous je est une sil veuillez peux tu dans mon ma ouvre plait",
    "Spanish": "el los las y por favor puedes una que del en mi abre enciende la",
}
_COMMON_ENGLISH = (
    "the a an to of and is it i you me my can could please in on for at yes no what how do turn set that this go we "
    "okay ok thanks close open let have need want"
)
_ENGLISH = frozenset(_COMMON_ENGLISH.split())


def _letters(text: str) -> list[str]:
    return [character for character in text if character.isalpha()]


def _script(letter: str) -> str:
    return unicodedata.name(letter, "?").split()[0]


def speech_faults(text: str, locale: Locale, known: str) -> list[Finding]:
    """Return what is wrong with an utterance by itself.

    `known` is all text the driver may have taken words from: the scenario's and the assistant's speech so far.
    """
    if not any(character.isalnum() for character in text):
        return [(FaultKind.EMPTY_UTTERANCE, "the driver said nothing")]
    found: list[Finding] = []
    if any(pattern.search(text) for pattern in _LEAKS) or _OWN_LABEL.match(text):
        found.append((FaultKind.LEAKED_CONTROL_WORD, "words meant for the simulator were spoken"))
    if _LABEL.match(text) or any(pattern.search(text) for pattern in _AS_ASSISTANT[locale]):
        found.append((FaultKind.SPOKE_AS_ASSISTANT, "the driver spoke the assistant's part"))
    inside = [token for token in _IDENTIFIER.findall(text) if token not in known]
    if inside or _TELLS_TRICK[locale].search(text):
        found.append((FaultKind.GAVE_AWAY_VALUE, "the driver told what only the simulator knows"))
    strange = _foreign(text, locale, known)
    if strange:
        found.append((FaultKind.WRONG_LANGUAGE, strange))
    return found


def _foreign(text: str, locale: Locale, known: str) -> str:
    """Say in which wrong language or script an utterance is, "" when it is right."""
    unknown = [word for word in re.findall(r"[^\W\d_]+", text) if word.casefold() not in known.casefold()]
    letters = _letters(" ".join(unknown))
    hangul = sum(1 for letter in letters if _script(letter) == "HANGUL")
    latin = sum(1 for letter in letters if _script(letter) == "LATIN")
    other = len(letters) - hangul - latin
    if other >= 2:
        return "the driver used a script of neither language"
    if locale == "ko":
        return _not_korean(text, latin, hangul)
    if hangul >= 2:
        return "the driver spoke Korean in an English session"
    words = [word.replace("'", "") for word in re.findall(r"[^\W\d_][\w']*", text.casefold())]
    english = sum(1 for word in words if word in _ENGLISH)
    for language, vocabulary in _FOREIGN.items():
        if sum(1 for word in words if word in vocabulary.split()) >= 2 and english <= len(words) // 6:
            return f"the driver spoke {language}"
    return ""


def _not_korean(text: str, latin: int, hangul: int) -> str:
    """Judge a Korean session's utterance by its words that neither scenario nor assistant brought up."""
    everything = sum(1 for letter in _letters(text) if _script(letter) == "HANGUL")
    words = re.findall(r"[a-z']+", text.casefold())
    if latin > 3 and (everything == 0 or (latin > hangul and sum(1 for word in words if word in _ENGLISH) >= 2)):
        return "the driver did not speak Korean in a Korean session"
    return ""
