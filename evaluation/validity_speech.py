"""What is wrong with one utterance of a simulated driver, whatever the scenario says."""

import re
import unicodedata

from evaluation.validity_assistant import as_assistant
from evaluation.validity_fault import FaultKind
from evaluation.validity_words import COMMON, sentences
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
_OWN_LABEL = re.compile(r"^\W*(?:user|driver|운전자|사용자)\s*[::]", re.IGNORECASE)
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
# Hardly an English sentence does without any of these, whatever it is about.
_CONTRACTIONS = "i'm i'd i'll it's that's let's don't can't won't by mr ms"
_ENGLISH_GLUE = _ENGLISH | COMMON["en"] | frozenset(_CONTRACTIONS.split())
_FEWEST_TELLING_WORDS = 4
_COURTESIES = (
    "oui non merci ja nein danke bitte genau sí si gracias por favor grazie prego va bene perfetto d'accord daijoubu "
    "hai arigato ne annyeong gamsahamnida s'il vous plaît claro vale sim obrigado"
)
_FOREIGN_ANSWERS = frozenset(_COURTESIES.split())


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
    words = as_assistant(text, locale)
    # A request may quote how an assistant talks, e.g. the text of a mail.
    if words and words.casefold() not in known.casefold():
        found.append((FaultKind.SPOKE_AS_ASSISTANT, f"the driver spoke the assistant's part: {words}"))
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
        return _not_korean(text, latin, hangul, known)
    if hangul >= 2:
        return "the driver spoke Korean in an English session"
    return next((strange for part in sentences(text) if (strange := _not_english(part, known))), "")


def _not_english(sentence: str, known: str) -> str:
    words = [word.replace("’", "'") for word in re.findall(r"[^\W\d_][\w'’]*", sentence.casefold())]
    english = sum(1 for word in words if word.replace("'", "") in _ENGLISH)
    for language, vocabulary in _FOREIGN.items():
        if sum(1 for word in words if word in vocabulary.split()) >= 2 and english <= len(words) // 6:
            return f"the driver spoke {language}"
    if words and all(word in _FOREIGN_ANSWERS for word in words) and any(len(word) > 2 for word in words):
        return "the driver did not speak English in an English session"
    given = frozenset(re.findall(r"[^\W\d_][\w'’]*", known.casefold()))
    strange = [word for word in words if word not in given]
    glue = any(word in _ENGLISH_GLUE or word.replace("'", "") in _ENGLISH_GLUE for word in words)
    if len(words) >= _FEWEST_TELLING_WORDS and not glue and 2 * len(strange) > len(words):
        return "the driver did not speak English in an English session"
    return ""


def _latin_sentence(sentence: str, known: str) -> bool:
    """Whether a whole sentence is in Latin letters and names more than things that were given."""
    words = re.findall(r"[a-z']+", sentence.casefold())
    strange = [word for word in words if word not in known.casefold()]
    hangul = any(_script(letter) == "HANGUL" for letter in _letters(sentence))
    return not hangul and (len(strange) > 2 or (len(strange) == 2 and bool(_ENGLISH & set(strange))))


def _not_korean(text: str, latin: int, hangul: int, known: str) -> str:
    """Judge a Korean session's utterance by its words that neither scenario nor assistant brought up."""
    everything = sum(1 for letter in _letters(text) if _script(letter) == "HANGUL")
    words = re.findall(r"[a-z']+", text.casefold())
    english = sum(1 for word in words if word in _ENGLISH)
    if any(_latin_sentence(part, known) for part in sentences(text)):
        return "the driver did not speak Korean in a Korean session"
    if latin > 3 and (everything == 0 or english >= 3 or (latin > hangul and english >= 2)):
        return "the driver did not speak Korean in a Korean session"
    return ""
