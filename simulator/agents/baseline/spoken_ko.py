# ruff: noqa: E501 - one pattern per line: wrapping one would hide what belongs together
"""Names and texts inside Korean requests, found by particles and by the words they are not."""

import re
from dataclasses import dataclass

from simulator.agents.baseline.lexicon_road_ko import NAME_STOPS, PLACE_PARTICLES, VERBISH
from simulator.agents.baseline.spoken_en import MailWords, Names

_BOUNDARY = re.compile(
    r"[,;.!?]+(?=\s|$)"
    r"|(?<=[가-힣])(?:고|며|는데|은데|인데|니까|면서)(?=\s)(?!\s*(?:싶|있|계|가고|해\s*줘))"
    r"|\s(?:그리고|그러고|그다음에?|그 다음에?|그런 다음에?|또|또한)\s"
)
_NOT_JOINING = (
    "말고",
    "하고",
    "그리고",
    "최고",
    "광고",
    "창고",
    "타고",
    "되는데",
    "있는데",
    "가는데",
    "오는데",
    "하는데",
)
_GLUED = re.compile(
    r"(?<=[가-힣]{2})(으로|로|까지|에)(?=(?:가자|가줘|가 |안내|출발|데려|가고|가야|찍|설정|바꿔|변경|가는|갈))"
)
_VERBS = re.compile(
    r"(?:안내|추가|경유|들러|들렀|들르|취소|종료|삭제|검색|찾아|알려|보여|바꿔|바꾸|변경|출발|설정|데려|가자|가줘|가야|가려|가고|갈래|갈까|가는|가서|넣어|빼|지워|찍어|거쳐|건너|없애|해줘|부탁|걸려|걸리|멀어|도착|전화|통화|연결|보내|써|켜|꺼|끄|열|닫|줘|주|싶)"
)
_ALIASES = {"제주도": "제주"}
_TITLE = r"(?:대리|과장|부장|차장|팀장|실장|소장|이사|사장|대표|교수|박사|선생|원장)님?|씨|님"
_SUFFIX = rf"(?:\s?(?:{_TITLE}))?"
_TO_WHOM = rf"(?P<who>[가-힣]+(?:\s[가-힣]+)?(?:(?:이)?(?:랑|하고|과|와)\s[가-힣]+(?:\s[가-힣]+)?)*?){_SUFFIX}\s?(?:한테|에게|께)"
_MAIL = re.compile(
    rf"{_TO_WHOM}(?:는|도)?\s+(?P<text>.+?)\s*(?P<quote>이?라고|다고|냐고|자고|라는|다는)\s*(?:좀\s*)?(?:이?메일|메일|전자우편)?(?:을|를|로|이나)?\s*(?:좀\s*)?(?:하나\s*)?(?:써|보내|적어|전해|쓰|남겨|알려)[가-힣]*"
)
_MAIL_AFTER = re.compile(
    rf"{_TO_WHOM}(?:는|도)?\s*(?:이?메일|메일|전자우편)(?:을|를|로)?\s*(?:좀\s*)?(?:보내|써|쓰)[가-힣]*\s*(?:줘|주세요|줄래요?|주십시오)?[,.]?\s*(?:내용은|뭐라고 하냐면)\s*(?P<text>.+?)(?:(?:이?라고|다고)(?:\s*(?:해|써|적어|보내)[가-힣 ]*)?)?[.!?]*$"
)
_MAIL_FIRST = re.compile(
    rf"^(?P<text>.+?)(?P<quote>이?라고|다고)\s+{_TO_WHOM}\s*(?:이?메일|메일)(?:을|를|로)?\s*(?:좀\s*)?(?:보내|써)[가-힣]*"
)
_PERSON = (
    re.compile(
        rf"(?P<who>[가-힣]+(?:\s[가-힣]+)?){_SUFFIX}\s?(?:의\s?)?(?:한테|에게|께|랑|이랑|하고|과|와)\s?(?:지금\s?|바로\s?|좀\s?)*(?:전화|통화|연결|이?메일|메일)"
    ),
    re.compile(
        rf"(?P<who>[가-힣]+(?:\s[가-힣]+)?){_SUFFIX}\s?(?:의\s?)?(?:은|는|이|가|을|를)?\s?(?:핸드폰\s?|휴대폰\s?)?(?:전화\s?번호|번호|연락처|이?메일|메일|전화)"
    ),
    re.compile(rf"(?P<who>[가-힣]+(?:\s[가-힣]+)?){_SUFFIX}\s?(?:한테|에게|께)"),
)
SURNAMES = frozenset(
    "김이박최정강조윤장임한오서신권황안송류유홍전고문양손배백허남심노하곽성차주우구민나진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용"
)
DOUBLE_SURNAMES = frozenset(("남궁", "황보", "선우", "제갈", "독고", "사공"))


_TOWARDS = ("으로", "로", "까지", "쪽으로", "방면으로", "방향으로")
_INSIDE = ("에서", "에", "에서의", "에는", "에도", "에서는", "에다")
_MARKING = (
    *_TOWARDS,
    *_INSIDE,
    "까지는",
    "까지의",
    "까지만",
    "까지도",
    "으로는",
    "로는",
    "은",
    "는",
    "을",
    "를",
    "도",
    "의",
    "행",
    "하고",
)
_VIA = re.compile(
    r"(?:좀|잠깐|먼저|한번|을|를)*(?:들러서|들렀다|들르고|들렸다|들려서|거쳐|찍고|경유해서|경유하(?:고|여)|경유로|지나)"
)
_HEADS = (
    r"날씨|기온|비(?:가|와|올|오)|눈(?:이|와|올|오)|예보|가는|가자|가고|가야|가려|가줘|갈|가기|안내|출발|경유|들러|들르|들렀|들를|들렸|거쳐|추가|"
    r"빼|삭제|지워|없애|건너|다시(?:빼|추|들|넣)|목적지|도착|말고|대신|먼저|있는|까지|시내|근처|주변|쪽|찍|좀(?:들|가|찍|빼|추|경)|경로|길|방향|방면|행|설정|데려"
)


def clauses(text: str) -> list[tuple[int, int]]:
    """Return start and end of each clause of an utterance."""
    spans, start = [], 0
    for boundary in _BOUNDARY.finditer(text):
        before = text[start : boundary.end()].split()
        last = before[-1] if before else ""
        if boundary[0][0] not in ",;.!? " and (last in _NOT_JOINING or not _joins(last)):
            continue
        end = boundary.start() if boundary[0][0] in ",;.!? " else boundary.end()
        spans.append((start, end))
        start = boundary.end()
    spans.append((start, len(text)))
    return [(begin, end) for begin, end in spans if text[begin:end].strip(" ,;.!?")]


def _joins(word: str) -> bool:
    """Tell whether a word that looks like one joins clauses; nouns such as 창고 and 말고 do not."""
    return (len(word) > 1 and not word.endswith(_NOT_JOINING[:7])) or word in ("하고", "취소하고", "안내하고")


@dataclass(frozen=True, slots=True)
class _Token:
    stem: str
    particle: str
    follows: str
    bare: str


def _tokens(clause: str, kinds: str) -> list[_Token]:
    clause = re.sub(r"(?<=[가-힣]{2})(?=공항)", " ", _GLUED.sub(r"\1 ", clause))
    words = [word.strip(".,!?'\"“”‘’") for word in clause.split()]
    tokens = []
    for index, word in enumerate(words):
        stem, particle = _stem(word)
        follows = "".join(words[index + 1 : index + 3])
        tokens.append(_Token(stem if _is_name(word, stem, particle, kinds) else "", particle, follows, word))
    return tokens


def _stem(word: str) -> tuple[str, str]:
    for particle in PLACE_PARTICLES.split("|"):
        stem = word.removesuffix(particle)
        if stem != word and len(stem) >= (1 if particle in ("으로", "까지", "에서") else 2):
            return stem, particle
    return word, ""


def _is_name(word: str, stem: str, particle: str, kinds: str) -> bool:
    if word.endswith("데") and len(word) > 2:
        return False
    if re.search(r"퍼센트|킬로|미터|시간|[0-9]|(?:하|되|있|없|가|오|보)(?:면|니|지)$", word):
        return False
    if not re.fullmatch(r"[가-힣]+|[A-Za-z]+", stem) or not {word, stem}.isdisjoint(NAME_STOPS):
        return False
    if any(word.removesuffix(end) in NAME_STOPS for end in PLACE_PARTICLES.split("|") if word.endswith(end)):
        return False
    if re.search(kinds, stem) or (not particle and re.search(VERBISH, word)):
        return False
    if _VERBS.match(stem) and (len(stem) > 2 or not particle) and not particle.startswith(("으로", "까지")):
        return False
    if (
        particle
        and re.search(r"(?:하|되|들르|가|먹|찾|알|보|있|없|싶|걸|오|남|나|주)(?:는|은|도|로|이|가)$", word)
        and len(stem) < 2
    ):
        return False
    return len(stem) > 1 or particle in ("으로", "까지", "에서", "에")


def names_in(clause: str, kinds: str) -> Names:
    """Return the names of places in a clause; `kinds` matches words for kinds of places, never names."""
    place = inside = old = start = ""
    via: list[str] = []
    for token in _tokens(re.sub(r"\S+지(?:는|를|도)?\s?말고", " ", clause), kinds):
        heads = re.match(rf"(?:{kinds})|{_HEADS}", token.follows)
        if not token.stem or not (heads or token.particle in _MARKING):
            continue
        name = _ALIASES.get(token.stem, token.stem)
        if re.match(r"말고|대신", token.follows):
            old = old or name
        elif _VIA.match(token.follows) and token.particle not in ("으로", "로"):
            via.append(name)
        elif token.particle == "에서" and re.search(r"까지|에서\S*(?:가는|거리)", token.follows):
            start = name
        elif token.particle in _INSIDE or re.match(r"(?:시내|근처|주변|쪽)?에?있는", token.follows):
            inside = inside or name
        elif token.particle == "하고" and via:
            via.append(name)
        else:
            place = name if token.particle in _TOWARDS or not place else place
    return Names(place or inside, tuple(via), old, start, inside)


def people_in(clause: str) -> tuple[str, ...]:
    """Return the names of people in a clause."""
    for pattern in _PERSON:
        for match in pattern.finditer(clause):
            if names := _people(match["who"]):
                return names
    return ()


def people_named(answer: str) -> tuple[str, ...]:
    """Return the names an answer to the question for people gives."""
    bare = re.sub(r"^(?:이름은|받는 사람은|음|아니|저기)[,\s]*", "", answer.strip(" .,!?"))
    bare = re.sub(
        r"\s?(?:한테|에게|께|이라고|라고|이에요|예요|이요|입니다|이야|요|야)(?:\s?(?:해|보내|걸어)[가-힣 ]*)?$",
        "",
        bare,
    )
    return _people(bare)


def _people(words: str) -> tuple[str, ...]:
    found = []
    for piece in re.split(r"(?:이랑|랑|하고|과|와)\s+", words.strip()):
        kept = [word for word in piece.split() if word not in NAME_STOPS and not _VERBS.match(word)]
        kept = [word for word in kept if not re.search(r"(?:으로|에서|까지|하고|해서|다음|회의)$", word)]
        kept = [word for word in kept if word.removesuffix("로").removesuffix("에") not in NAME_STOPS]
        if len(kept) > 1 and re.fullmatch(_TITLE, kept[-1]):
            kept.pop()
        if kept:
            found.append(re.sub(rf"(?<=[가-힣]{{2}}){_SUFFIX}$", "", " ".join(kept[-2:])))
    return tuple(found)


def split_name(name: str) -> tuple[str, str]:
    """Return first and last name of a Korean-script name; the last one is empty where only one was said."""
    words = name.split()
    if len(words) == 2:
        first, second = words
        family_first = first in DOUBLE_SURNAMES or (len(first) == 1 and first in SURNAMES)
        return (second, first) if family_first else (first, second)
    word = words[0] if words else ""
    if len(word) == 4 and word[:2] in DOUBLE_SURNAMES:
        return word[2:], word[:2]
    if len(word) == 3 and word[0] in SURNAMES:
        return word[1:], word[0]
    return word, ""


def mail_in(text: str) -> MailWords | None:
    """Return the mail an utterance dictates, or None."""
    match = _MAIL_AFTER.search(text)
    if match:
        return MailWords(
            text[match.start() : match.start("text")],
            match["text"].strip(" '\"‘’“”"),
            *match.span(),
            _people(match["who"]),
        )
    for pattern in (_MAIL, _MAIL_FIRST):
        match = pattern.search(text)
        if match and "메일" in match[0]:
            quote = match["quote"]
            said = match["text"].strip(" '\"‘’“”")
            said += {"다고": "다", "냐고": "냐", "자고": "자", "다는": "다", "이라고": "이다"}.get(quote, "")
            if quote == "라고":
                said += "다" if said.endswith("거") else "라"
            said = re.sub(r"\s*(?:이?메일|메일)(?:로|을|를)?(?:\s*좀)?$", "", said)
            return MailWords(text[: match.start("text")].strip() + " 메일", said, *match.span(), _people(match["who"]))
    return None
