"""The words of an utterance that carry meaning, so that two wordings of the same wish can be held together."""

import re
from functools import lru_cache

from simulator.channel import Locale

# Words that any driver may use about anything: they tie an utterance to no scenario.
_ENGLISH_COMMON = (
    "a about actually after again ahead alright all also always am an and any anyway are around as ask at "
    "available be because been before but by can check come could did do does doing done dont down each else "
    "enough every fine first for from get give go going good got great had has have he hello help her here hey "
    "hi him his how i if in into is it its just keep know least let lets like little look lot make many maybe me "
    "mine more most much my need never next nice no not now of off oh ok okay on one only open or other our out "
    "over perfect please put quick quickly really right same say see set she should show so some start still "
    "stop such sure take tell than thank thanks that thats the their them then there these they thing things "
    "think this those through time to today too turn two up us use very want was way we well were what whats "
    "when where whether which while who why will with wont work would yeah yep yes you your "
    "im ive id ill yourself leave afraid sorry possible possibly mind alone manage feasible wonder wondering"
)
_KOREAN_COMMON = (
    "그거 그건 그것 그게 그냥 그래 그러 그럼 그런 그렇 그리 거기 여기 저기 이거 이건 이것 이제 이따 지금 오늘 "
    "내일 아까 방금 먼저 다시 바로 조금 정말 진짜 아주 너무 많이 빨리 얼른 혹시 혹은 근데 그런데 그리고 하지만 "
    "또는 아니 아직 벌써 잠깐 제발 부탁 고마 감사 좋아 좋네 좋겠 괜찮 알겠 알아 알려 알고 말해 말씀 해줘 해주 "
    "주세 주십 주실 주시 줄래 줄게 있어 있는 있나 있을 있으 있습 없어 없는 없을 없나 없습 같아 같은 같이 싶어 "
    "싶은 싶네 싶습 싶다 어때 어떻 어떤 어디 언제 얼마 무슨 무엇 누구 뭐가 뭐야 몇개 하나 둘다 전부 모두 다른 "
    "정도 때문 이랑 처럼 보고 봐줘 확인 가능 수도 해야 해서 하는 하게 하고 하면 할게 할까 했어 한번 한테 되는 "
    "되나 되게 돼요 됐어 됩니 된다 않았 않을 않아 않나 않은 될까 우리 제가 저는 나는 내가 네가 당신 자네 그대 "
    "말고 아뇨 제일 가장 좀더 더욱 저도 나도 이번 다음 제대 자꾸 계속 보니"
)
COMMON: dict[Locale, frozenset[str]] = {
    "en": frozenset(_ENGLISH_COMMON.split()),
    "ko": frozenset(_KOREAN_COMMON.split()),
}
_PARTICLES = re.compile(
    r"(?<=[가-힣]{2})(?:이라고|라고|으로|이랑|하고|한테|에게|에서|까지|부터|이에요|예요|입니다|이요|로|을|를|은|는|"
    r"이|가|께|에|의|도|만|"
    r"랑|와|과|요|야|님|씨|쪽)$"
)
_SOUND = re.compile(r"^(?:h+m+|a+h+|u+[mh]+|u+gh|o+h+|w+ow|whoa|phew|brr+|ooh|hey)$|n't$|^\w+n't$")
_ENDINGS = re.compile(r"(?:ing|ed|es|s|'s|ly)$")
# Asks or orders somebody to do or to tell something.
ASKS: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\?\W*$|\b(?:can|could|would|will) you\b|\bplease\b|\bi (?:want|need) you to\b|"
        r"\bi(?:'d| would) like (?!to\b)|\bi(?:'d| would) like to (?:know|see|hear|book|order|change|set|go|visit|"
        r"stop|"
        r"listen|call|send|check|watch|play)\b|"
        r"^(?:and |also |then |now |so |okay |ok |yes |oh |by the way )*,? ?(?:please )?(?:check|find|call|"
        r"send|remind|tell|"
        r"set|turn|open|close|play|book|show|look|add|make|start|navigate|take|give|read|search|put|get|bring|ring|"
        r"write|mail|heat|warm|cool|guide|drop|keep|leave|skip|cancel|schedule|move|"
        r"order|buy|switch|activate|adjust|increase|lower|raise|dim|change|text|email|explain|recommend|suggest)\b",
        re.IGNORECASE,
    ),
    "ko": re.compile(
        r"\?\W*$|(?:줘|줘요|주세요|주십시오|줄래요?|주실래요|주시겠(?:어요|습니까)|달라고|부탁(?:해|합|"
        r"드)[가-힣]*|하자|해라|시켜|[가-힣]자|[가-힣]시다|"
        r"(?:켜|꺼|열어|닫아|틀어|올려|내려|맞춰|보내|걸어|바꿔|줄여|높여|낮춰|찾아|넣어|알려|들러|데워)(?: ?봐|"
        r" ?놔)?)\W*$"
    ),
}

ALSO: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:too|also|as well|while you're at it|on top of that|plus|another|in addition|and then)\b", re.I
    ),
    "ko": re.compile(r"(?<=[가-힣])도 (?:같이|함께|좀|다|해|보|넣|켜|꺼|열|닫|알)|추가로|덧붙|김에|그리고|겸사겸사"),
}
# Leaves it to the assistant to look something up or to settle it.
SENT_BACK: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:look (?:it|that|this|them) up|look up|(?:see|check|find|work|figure|look)(?: (?:it|that|this))?"
        r"(?: out| up)?(?: (?:for )?yourself)|find (?:it |that |this )?out|you tell me|that's your job|"
        r"(?:check|see|search|look (?:in|at|through)) (?:in )?my (?:contacts?|calendar|address book|preferences)|"
        r"you(?:'d| would| should|'ll)? (?:know|see|have (?:it|that)))\b",
        re.IGNORECASE,
    ),
    "ko": re.compile(
        r"(?:(?:네|니|너|당신|그쪽)(?:가|이)? ?)?(?:직접|알아서|스스로|혼자) ?(?:좀 |한번 )?[가-힣]+|"
        r"(?:네|니)가 ?(?:좀 |한번 |직접 )?(?:찾|알아|확인|조회|검색|봐)[가-힣]*|"
        r"(?:찾아|알아|조회해|검색해|확인해) ?(?:보|봐)[가-힣]*"
    ),
}

# "Not the driver's, the passenger's": what is turned down is nothing that is wanted.
_TURNED_DOWN: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:not|no|rather than|instead of) (?:the |for (?:the )?)?[\w']+(?: (?:side|seat|window|route|one))?"
        r"(?=[,.;!]|$| but\b)",
        re.IGNORECASE,
    ),
    "ko": re.compile(
        r"(?:(?:내|제) )?[가-힣]+(?: ?(?:쪽|자리|창문|길))? ?"
        r"(?:말고|아니고|[이가] 아니라|[은는]? ?(?:싫|필요 ?없)[가-힣]*)[,.]?"
    ),
}


def wanted_part(text: str, locale: Locale) -> str:
    """Return an utterance without the things that it turns down, as it stands where nothing else is in it."""
    rest = _TURNED_DOWN[locale].sub(" ", text)
    return rest if any(character.isalnum() for character in rest) else text


# Says what the driver itself does not know.
_OWN_IGNORANCE: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\bi (?:really |honestly )?(?:don't|do not|can't|cannot|couldn't) (?:know|remember|recall|say)\b[^,.;?!]*|"
        r"\bi forget\b[^,.;?!]*",
        re.IGNORECASE,
    ),
    "ko": re.compile(
        r"(?:(?:저는|저도|나는|나도|전|난) )?(?:잘 )?(?:모르겠|모르|몰라|기억(?:이|은)? ?(?:안|못|나지))[가-힣]*"
    ),
}


def without_ignorance(sentence: str, locale: Locale) -> str:
    """Return a sentence without what its speaker does not know and leaves to the assistant."""
    return SENT_BACK[locale].sub(" ", _OWN_IGNORANCE[locale].sub(" ", sentence.replace("’", "'")))


def stem(word: str, locale: Locale) -> str:
    """Return a word without what grammar adds to it; a guess, good enough to compare words."""
    if locale == "en":
        plain = word.casefold().removesuffix("'s")
        short = _ENDINGS.sub("", plain)
        return short if len(short) >= 3 else plain
    before = ""
    while word != before:
        before, word = word, _PARTICLES.sub("", word)
    return word


@lru_cache(maxsize=4096)
def content(text: str, locale: Locale) -> frozenset[str]:
    """Return the stems of the words that are about something."""
    if locale == "en":
        words = re.findall(r"[a-z][a-z'-]+", text.casefold().replace("’", "'"))
        kept = (
            word
            for word in words
            if not _SOUND.match(word) and word.replace("'", "") not in COMMON["en"] and "'" not in word[:-2]
        )
        return frozenset(stem(word, "en") for word in kept if len(word) >= 3)
    words = re.findall(r"[가-힣]{2,}", text)
    return frozenset(stem(word, "ko") for word in words if word[:2] not in COMMON["ko"])


def shared(word: str, text: str, locale: Locale) -> bool:
    """Whether a text holds a word, whatever its ending; Korean verbs are held together by their first syllables."""
    if locale == "en":
        known = content(text, "en")
        return word in known or any(
            min(len(word), len(other)) >= 4 and (word.startswith(other) or other.startswith(word)) for other in known
        )
    return word in text or word[:2] in text


@lru_cache(maxsize=2048)
def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of an utterance with their closing marks."""
    return tuple(part.strip() for part in re.split(r"(?<=[.!?…])\s+", text) if part.strip())
