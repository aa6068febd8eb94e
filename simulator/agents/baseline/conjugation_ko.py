"""A Korean sentence in formal style, with its end in another speech level.

Source: National Institute of Korean Language, rules of Hangul spelling, articles 16, 18 and 34 to 40.
"""

import re

from simulator.events import SpeechLevel
from simulator.language.hangul import Syllable, coda, compose, decompose
from simulator.language.josa import particle

_FORMAL = re.compile(r"(?P<head>.*?)(?P<word>[^\s]+)(?P<end>니다|니까|십시오)(?P<sign>[.!?]*)$", re.DOTALL)
_DARK = ("ㅏ", "ㅑ", "ㅗ")
_CONTRACTED = {"ㅗ": "ㅘ", "ㅜ": "ㅝ", "ㅣ": "ㅕ", "ㅚ": "ㅙ"}
_SWALLOWING = ("ㅏ", "ㅓ", "ㅐ", "ㅔ", "ㅕ")
_BRIGHT = {"ㅏ": "ㅐ", "ㅓ": "ㅐ", "ㅑ": "ㅒ", "ㅕ": "ㅒ"}

# Stems that lose their ㄹ before the formal endings, by what is left of their last syllable; the second ones only as
# whole words, since as ends of longer words they belong to open stems (싸우다, 생기다).
_LOST_L = re.compile(r"(?:여|거|어|머|드|다|푸|미|도|무|느|터|빠|떠|까|(?<![가-힣])(?:우|기|노|아|파|부|저))$")
_LOST_L_NOT = re.compile(r"(?:붙어|켜|펴|꺼|이여|보다|삼가|루미|뜨여|나누어)$")
_REGULAR_B = re.compile(r"[입잡씹뽑좁집접꼽업]$")
_REGULAR_H = re.compile(r"[좋넣놓쌓닿낳찧땋]$")
_IRREGULAR_D = re.compile(r"(?:[듣걷싣긷붇묻]|깨닫|일컫)$")
_IRREGULAR_S = re.compile(r"[붓잇짓낫긋젓]$")
_PLAIN_REU = re.compile(r"(?:따르|치르|들르|다다르|우러르)$")
_REACHING_REU = re.compile(r"(?:(?<![가-힣])이르|푸르)$")
_VERBS_IN_I = re.compile(
    r"(?:보|박|쓰|직|붙|녹|줄|높|조|들|끓|쌓|놓|속|먹|죽|울|짝|덕|모|섞|묶|꺾|꼬|파|트|벌|늘|숙|덮|끼|데|베)이$"
)
_STUCK = re.compile(r"[가-힣][이가]\s(?:\S+\s)?$")
_FUTURE = re.compile(r"[가-힣]\s$")
_JOINED = re.compile(r"(?:(?<![경창최사보재참신중광라다자냐예충원통])고|(?<=[가-힣])며)$")
_ROUNDED = re.compile(r"[도누구거까두러려가벼스로더추매쉬]우$")
_STATIVE = re.compile(r"(?:있|없|않|이|같|좋|되|지)$")
_SHORT_BUT_WHOLE = ("하", "보", "주", "가", "오", "마", "두")


def infinitive(stem: str) -> str:
    """Return a verb or adjective stem with 아/어 joined on, as the informal levels end: 누르 gives 눌러.

    `stem` ends in a Hangul syllable; anything else comes back as it is.
    """
    last = decompose(stem[-1:])
    if last is None:
        return stem
    head = stem[:-1]
    if last.coda:
        return _closed(stem, head, last)
    if last == Syllable("ㅎ", "ㅏ", ""):
        return head + "해"
    if last == Syllable("ㄹ", "ㅡ", "") and not _PLAIN_REU.search(stem):
        if _REACHING_REU.search(stem):
            return stem + "러"
        before = decompose(head[-1:])
        if before is not None and not before.coda:
            return head[:-1] + compose(before.onset, before.vowel, "ㄹ") + ("라" if before.vowel in _DARK else "러")
    if last.vowel == "ㅡ":
        before = decompose(head[-1:])
        return head + compose(last.onset, "ㅏ" if before is not None and before.vowel in _DARK else "ㅓ")
    if last.vowel in _SWALLOWING:
        return stem
    if last.vowel in _CONTRACTED and stem != "비":
        return head + compose(last.onset, _CONTRACTED[last.vowel])
    return stem + "어"


def _closed(stem: str, head: str, last: Syllable) -> str:
    ending = "아" if last.vowel in _DARK else "어"
    opened = head + compose(last.onset, last.vowel)
    if last.coda == "ㅆ":
        return stem + "어"
    if last.coda == "ㅂ" and not _REGULAR_B.search(stem):
        return opened + ("와" if stem in ("돕", "곱") or stem.endswith(" 돕") else "워")
    if last.coda == "ㄷ" and _IRREGULAR_D.search(stem):
        return head + compose(last.onset, last.vowel, "ㄹ") + ending
    if last.coda == "ㅅ" and _IRREGULAR_S.search(stem):
        return opened + ending
    if last.coda == "ㅎ" and not _REGULAR_H.search(stem):
        return head + compose(last.onset, _BRIGHT.get(last.vowel, last.vowel))
    return stem + ending


def relevelled(sentence: str, level: SpeechLevel) -> str:
    """Return a sentence that ends in -(스)ㅂ니다, -(스)ㅂ니까 or -(으)십시오 at another speech level.

    Commands become -(으)세요 and the bare informal form, a connecting -므로 the spoken -니까. A sentence with another
    end comes back as it is.
    """
    found = _FORMAL.match(sentence.strip())
    if found is None:
        return sentence.strip()
    head, word, sign = found["head"], found["word"], found["sign"]
    if level == "hapsyo":
        return head + (_softly(word) if found["end"] == "십시오" else word + found["end"]) + sign
    head = _spoken(head)
    if found["end"] == "십시오":
        return head + _told_to(word, level) + sign
    return head + _stated(head, word, level) + sign


def _spoken(head: str) -> str:
    """Put the written -므로 as people say it."""
    return re.sub(r"(?<=[가-힣])으므로\b", "으니까", re.sub(r"([가-힣])므로\b", _because, head))


def _because(match: re.Match[str]) -> str:
    last = decompose(match[1])
    if last is None or match[1] == "으":
        return match[0]
    return (compose(last.onset, last.vowel) if last.coda == "ㄹ" else match[1]) + "니까"


def _told_to(word: str, level: SpeechLevel) -> str:
    if level == "haeyo":
        return word + "세요"
    if word in ("마", "계", "주"):
        return {"마": "마", "계": "있어", "주": "줘"}[word]
    bare = _bare(word)
    return bare if len(bare) > 1 or word in _SHORT_BUT_WHOLE else f"{bare} 줘"


def _softly(word: str) -> str:
    """A command of one syllable is curt and hard to hear: 여십시오 becomes 열어 주십시오."""
    return f"{_bare(word)} 주십시오" if len(word) == 1 and word not in (*_SHORT_BUT_WHOLE, "계") else word + "십시오"


def _bare(word: str) -> str:
    """Return the informal form of a command's stem, as it stands before (으)십시오 without its ㄹ."""
    if word.endswith("우") and word[:-1] in ("누", "도", "구", "주"):
        return word[:-1] + ("와" if word == "도우" else "워")
    if word.endswith("으"):
        # An irregular stem shows here as it does before 아 and 어: 물으, 들으, 부으.
        return word[:-1] + ("아" if _vowel(word[:-1]) in _DARK else "어")
    return infinitive(_with_l(word))


def _stated(head: str, word: str, level: SpeechLevel) -> str:
    polite = "요" if level == "haeyo" else ""
    if word.endswith("습"):
        stem = word[:-1]
        if stem.endswith("묻") and _STUCK.search(head):
            return stem + "어" + polite
        return infinitive(stem) + polite
    last = decompose(word[-1])
    if last is None or last.coda != "ㅂ":
        return word + "니다"
    stem = word[:-1] + compose(last.onset, last.vowel)
    if stem == "거" and _FUTURE.search(head) and coda(head.rstrip()) in ("ㄴ", "ㄹ"):
        return "거예요" if polite else "거야"
    if stem == "아니":
        return "아니에요" if polite else "아니야"
    if stem.endswith("이") and not _VERBS_IN_I.search(stem):
        return _is(head, stem[:-1], polite)
    if stem.endswith("드리") and not polite:
        return stem.removesuffix("드리") + "줘"
    if stem in ("나", "세") and not polite:
        # Bare, these are heard as other words: "me", and a polite ending.
        return stem + "는 거야"
    if stem.endswith("시") and polite:
        return stem[:-1] + "세요"
    return infinitive(_with_l(stem)) + polite


def _is(head: str, noun: str, polite: str) -> str:
    if noun == "것":
        return "거예요" if polite else "거야"
    closed = particle((head + noun).rstrip(), "이랑/랑") == "이랑"
    if polite:
        return noun + ("이에요" if closed else "예요")
    return noun + ("이야" if closed else "야")


def _with_l(stem: str) -> str:
    if not _LOST_L.search(stem) or _LOST_L_NOT.search(stem):
        return stem
    last = decompose(stem[-1])
    return stem if last is None else stem[:-1] + compose(last.onset, last.vowel, "ㄹ")


def _vowel(stem: str) -> str:
    last = decompose(stem[-1:])
    return last.vowel if last is not None else ""


def clauses(sentence: str) -> list[str]:
    """Cut a formal sentence where -고 or -며 joins whole clauses, each with a formal end of its own.

    A sentence without such a join comes back whole.
    """
    found = _FORMAL.match(sentence)
    if found is None:
        return [sentence]
    *joined, last = sentence.split(", ")
    whole: list[str] = []
    waiting: list[str] = []
    for clause in joined:
        waiting.append(clause)
        if _JOINED.search(clause):
            whole.append(_finished(", ".join(waiting), command=found["end"] == "십시오"))
            waiting = []
    return [*whole, ", ".join([*waiting, last])]


def _finished(clause: str, *, command: bool) -> str:
    stem = _stem(clause)
    last = decompose(stem[-1:])
    if last is None:
        return clause
    opened = stem[:-1] + compose(last.onset, last.vowel)
    if command and not _STATIVE.search(stem):
        if last.coda in ("", "ㄹ"):
            return f"{opened}십시오."
        informal = infinitive(stem)
        return (stem if informal.startswith(stem) else informal[:-1]) + "으십시오."
    if last.coda in ("", "ㄹ"):
        return stem[:-1] + compose(last.onset, last.vowel, "ㅂ") + "니다."
    return f"{stem}습니다."


def _stem(clause: str) -> str:
    """Return a clause up to the stem that 고 or (으)며 stands on; before 으 and 우 irregular stems have changed."""
    if clause.endswith("으며"):
        stem = clause.removesuffix("으며")
        last = decompose(stem[-1:])
        return stem[:-1] + compose(last.onset, last.vowel, "ㄷ") if last is not None and last.coda == "ㄹ" else stem
    if clause.endswith("며") and _ROUNDED.search(clause[:-1]):
        last = decompose(clause[-3])
        return clause[:-3] + compose(last.onset, last.vowel, "ㅂ") if last is not None else clause[:-1]
    return clause[:-1]
