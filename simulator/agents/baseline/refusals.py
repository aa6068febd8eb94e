# ruff: noqa: E501 - one pattern per line: wrapping one would hide what belongs together
"""Wishes that would do harm, told by plain signs; whatever they name, nothing is looked up, set or explained for them.

A sign asks for the wish or the deed and not for a word alone: a thief, a drug or a drink may be named without harm.

Source: the kinds of harm of the harmful question KPI: self-harm, illegal, privacy, tampering, dangerous driving,
distraction.
"""

from simulator.agents.baseline.sign_patterns import compiled, plainly
from simulator.channel import Locale

_SIGNS: dict[str, dict[Locale, str]] = {
    "self_harm": {
        "ko": r"죽고 ?싶|살고 ?싶지 ?않|살기 ?싫|자살(?! ?(?:골|률|율|점))|목숨을 ?끊|손목을? ?긋|뛰어내릴 ?(?:만한|수 ?있는|거|곳|데|다리|테|래)|뛰어내리(?:고 ?싶|려고|러)|들이받(?:고 ?싶|을 ?(?:거|건|생각|래)|아 ?버리)|(?:사는 ?(?:게|것이?|거)|인생|삶|세상|절벽)[^?]{0,30}끝[내낼](?!주| ?준)|끝내고 ?싶.{0,20}(?:사는 ?게|인생|삶)",
        "en": r"\b(?:kill myself|suicid(?:e(?! squad)|al)|end my life|end(?:ing)? it (?:all|tonight|today)|want to die|never wake up|(?:don't|do not) want to (?:live(?! (?:in|at|near|here|there))|go on living)|bridge (?:i can|to) jump|(?:want to|going to|feel like|i'll) jump(?:ing)? (?:off|from)|(?:feel like|want to|going to|gonna|i'll|thinking (?:of|about)) (?:just )?(?:driv|crash|steer|slamm?|runn?)(?:e|ing)? (?:\w+ ){0,3}?(?:into|off) (?:a|the|this|that|some) (?:\w+ )?(?:wall|tree|bridge|cliff|river|barrier|truck|lorry))\b",
    },
    "crime": {
        "ko": r"(?:마약(?! ?(?:김밥|떡볶이|옥수수|토스트|베개|계란|치킨))|대마초?(?!도)|필로폰|코카인).{0,20}(?:살 ?(?:수|만|데|곳)|사고 ?싶|사러|사는|구하|구할|파는|팔고|피우|피울|하고 ?싶|운반|숨기|거래)|훔(?:치고 ?싶|치는 ?(?:법|방법)|치려고|치러|칠 ?(?:거|만한|수 ?있|방법)|쳐 ?(?:볼|버리|야))|남의 차.{0,30}(?:(?:열쇠|키) ?없이|따는|몰래)|차(?:는|가)? ?아닌.{0,50}(?:열쇠|키) ?없이",
        "en": r"\b(?:buy|score|sell|smuggle|deal|get|find)\b.{0,20}\b(?:cocaine|heroin|weed|meth)\b(?!-free|[ -]killer)|\b(?:how (?:do|can|could|would|should) (?:i|you|we|one)|how to|help me|help us|let's|i (?:want|need|would like|plan) to|i'd like to|i'm going to|(?:best|easy|easiest) (?:way|car) to)\b.{0,12}\bsteal\b(?! a (?:glance|kiss|look|march))|\bhot-?wire\b|(?:not|isn't) my (?:own )?car\b.{0,60}(?:without (?:the |a |its )?key|hot-?wir)",
    },
    "evasion": {
        "ko": r"(?:단속|과속 ?카메라|검문).{0,15}(?:피하|피해|피할|안 ?걸리|안 ?찍|없는 ?(?:길|도로|경로|코스|데로|곳으로|쪽))|카메라 ?없는 ?(?:길|도로)|통행료.{0,8}안 ?내고.{0,15}(?:지나|통과|빠져|뚫|안 ?걸)|(?:결제|돈).{0,4}(?:안 ?하고|안 ?내고).{0,12}공짜",
        "en": r"(?:avoid|dodge|evade|get (?:past|around)|way (?:past|around)|without|with no|no).{0,25}(?:speed cameras?|speed traps?|checkpoint|drink-driving check|police checks?)|(?:avoid|dodge|evade|get (?:past|around)).{0,12}police(?! station)|(?:slip|sneak|trick|get (?:past|through)|drive (?:off|past|through)|leave).{0,40}without paying",
    },
    "privacy": {
        "ko": r"(?:몰래|모르게|동의 ?없이).{0,25}(?:녹음|촬영|엿듣|추적|미행|따라가|문자|메시지|(?:\s|새)집 ?주소)|(?:녹음|추적|미행|문자|주소).{0,25}(?:몰래|모르게)",
        "en": r"(?:secretly|without (?:her|him|them|anyone) (?:knowing|noticing)|behind (?:her|his) back).{0,40}(?:record|track|follow|read|listen|film)|(?:record|track|follow|read|listen|film).{0,40}(?:secretly|without (?:her|him|them|anyone) (?:knowing|noticing)|behind (?:her|his) back)",
    },
    "tampering": {
        "ko": r"주행 ?거리.{0,30}(?:조작|되감|줄이[고는려]|위조|속이)|운행 ?기록.{0,20}(?:조작|위조|속이)|운행 ?기록.{0,40}바꿔|번호판.{0,20}(?:가리(?:고 ?싶|는 ?(?:법|방법|거|게)|려)|위조|조작)",
        "en": r"(?:wind|roll|turn)(?: back.{0,20}(?:odometer|mileage)|.{0,20}(?:odometer|mileage) back)|\b(?:fake|falsify|tamper with|manipulate)\b.{0,30}(?:odometer|mileage|records?|log)|(?:how (?:do|can) i|want to|help me|let me)\b.{0,45}\b(?:cover|hide)\b.{0,15}\bplate",
    },
    "belts": {
        "ko": r"벨트.{0,8}안 ?(?:매|하|차).{0,25}(?:경고음?|알림|소리).{0,6}(?:안 ?(?:나|울리|들리)\S*게|없애|끄는|끄고|꺼)|(?:운전대|핸들).{0,8}(?:경고|알림).{0,8}(?:안 ?나|없애|속이|피하)",
        "en": r"without (?:a |the |my )?(?:seat )?belt.{0,40}(?:stop|silence|kill|turn off|get rid of|no)\b.{0,15}(?:chime|warning|alarm)|(?:trick|fool|silence|get rid of).{0,25}(?:hands|steering|belt).{0,15}(?:warning|chime|sensor)",
    },
    "distraction": {
        "ko": r"(?:운전|주행|달리)(?:하면서|하는 ?중|면서| ?중에).{0,20}(?:영화|드라마|동?영상|유튜브|게임|채팅)|(?:영화|드라마|동?영상|유튜브|게임|화상 ?회의).{0,20}(?:운전|달리)(?:하)?면서",
        "en": r"(?:watch|play|movie|series|video|game).{0,40}(?:while|when) i(?:'m| am)? driv(?:e|ing)|(?:while|when) i(?:'m| am)? driv(?:e|ing).{0,25}(?:watch|play|movie|series|video|game)",
    },
    "drunk": {
        "ko": r"(?:술|맥주|소주|와인)(?:(?!안 ?|못 ?|[.?!]).){0,10}(?:마셨|마시고|마신|먹었|한잔).{0,30}(?:운전|몰고|안내|가는 ?길)",
        "en": r"\b(?:i(?:'ve| have)?(?: just| only)? (?:had|drunk)|we(?:'ve| have)? had|after) (?:a few |some |two |three |a couple of )?(?:beers?|drinks?|wine)\b(?! of (?:water|juice|milk|coffee|tea|lemonade|cola)).{0,40}(?:drive|way home|guide|take me)",
    },
}
# What makes a wish harmless although a sign is in it: somebody else drives or is meant, or only the law is asked about.
_SAFE: dict[str, dict[Locale, str]] = {
    "self_harm": {"ko": r"(?:애|아이|아기|애기|강아지|고양이|개)(?:들)?(?:가|이) ?.{0,6}뛰어내", "en": r"(?!)"},
    "privacy": {
        "ko": r"차가.{0,12}몰래|(?:나를|저를|날|우리를) ?몰래",
        "en": r"\b(?:car|it|they|app) (?:is |are )?secretly|secretly \w+ (?:to )?(?:me|us)\b",
    },
    "distraction": {
        "ko": r"대리|택시|세우고|멈추고|벌금|불법",
        "en": r"\b(?:taxi|cab|parked|pull(?:ed)? over|illegal)\b",
    },
    "drunk": {
        "ko": r"대리|택시|벌금|불법|(?:친구|남편|아내|형|누나|언니|오빠|동생|동료|아빠|엄마|아버지|어머니)(?:가|이|는|은) .{0,6}(?:술|맥주|소주|와인)",
        "en": r"\b(?:hired driver|taxi|cab|illegal)\b",
    },
}


_PATTERNS, _HARMLESS = compiled(_SIGNS), compiled(_SAFE)


def harm_of(heard: str, locale: Locale) -> str | None:
    """Return what kind of harm a wish would do, or None where no sign of any is in it."""
    plain = plainly(heard)
    for kind, signs in _PATTERNS.items():
        if signs[locale].search(plain) and not (kind in _HARMLESS and _HARMLESS[kind][locale].search(plain)):
            return kind
    return None
