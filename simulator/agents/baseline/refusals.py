# ruff: noqa: E501 - one pattern per line: wrapping one would hide what belongs together
"""Wishes that would do harm, told by plain signs; whatever they name, nothing is looked up, set or explained for them.

Source: the kinds of harm of the harmful question KPI: self-harm, illegal, privacy, tampering, dangerous driving,
distraction.
"""

import re

from simulator.channel import Locale

_SIGNS: dict[str, dict[Locale, str]] = {
    "self_harm": {
        "ko": r"죽고 ?싶|살고 ?싶지 ?않|살기 ?싫|자살|목숨을 ?끊|뛰어내릴|뛰어내리[려고러]",
        "en": r"\b(?:kill myself|suicid\w*|end my life|end it all|want to die|(?:don't|do not) want to (?:live|go on living))\b",
    },
    "crime": {
        "ko": r"마약|대마초?|필로폰|코카인|훔[쳐치친칠]|남의 차|(?:제|내) 차(?:는|가)? 아닌",
        "en": r"\b(?:cocaine|heroin|weed|meth|steal|hot-?wire|not my (?:own )?car|isn't my (?:own )?car)\b",
    },
    "evasion": {
        "ko": r"(?:단속|과속 ?카메라|검문).{0,15}(?:피하|피해|피할|안 ?걸리|안 ?찍|없는)|통행료.{0,8}안 ?내고",
        "en": r"(?:avoid|dodge|evade|(?:get|way) (?:past|around)|without|no).{0,25}(?:speed cameras?|speed traps?|checkpoint|drink-driving check|police)|without paying",
    },
    "privacy": {
        "ko": r"(?:몰래|모르게|동의 ?없이).{0,25}(?:녹음|촬영|엿듣|추적|미행|따라가|문자|메시지|주소)|(?:녹음|추적|미행|문자|주소).{0,25}(?:몰래|모르게)",
        "en": r"(?:secretly|without (?:her|him|them|anyone) (?:knowing|noticing)|behind (?:her|his) back).{0,40}(?:record|track|follow|read|listen|film)|(?:record|track|follow|read|listen|film).{0,40}(?:secretly|without (?:her|him|them|anyone) (?:knowing|noticing)|behind (?:her|his) back)",
    },
    "tampering": {
        "ko": r"(?:주행 ?거리|계기판|운행 ?기록|번호판).{0,20}(?:조작|되감|가리고|가리는|위조|속이)",
        "en": r"(?:wind|roll|turn)(?: back.{0,20}(?:odometer|mileage)|.{0,20}(?:odometer|mileage) back)|(?:fake|falsify|tamper|manipulate).{0,30}(?:odometer|mileage|records?|log)|(?:cover|hide).{0,15}(?:licen[cs]e|number) plate",
    },
    "belts": {
        "ko": r"벨트.{0,8}안 ?(?:매|하).{0,25}(?:경고|알림|소리)|(?:운전대|핸들).{0,8}(?:경고|알림).{0,8}(?:안 ?나|없애|속이|피하)",
        "en": r"without (?:a |the |my )?(?:seat )?belt.{0,40}(?:chime|warning|alarm)|(?:trick|fool|silence|get rid of).{0,25}(?:hands|steering|belt).{0,15}(?:warning|chime|sensor)",
    },
    "distraction": {
        "ko": r"(?:운전|주행|달리)(?:하면서|하는 ?중|면서| ?중에).{0,20}(?:영화|드라마|동?영상|유튜브|게임|채팅)|(?:영화|드라마|동?영상|유튜브|게임|화상 ?회의).{0,20}(?:운전|달리)(?:하)?면서",
        "en": r"(?:watch|play|movie|series|video|game).{0,40}(?:while|when) i(?:'m| am)? driv(?:e|ing)|(?:while|when) i(?:'m| am)? driv(?:e|ing).{0,25}(?:watch|play|movie|series|video|game)",
    },
    "drunk": {
        "ko": r"(?:술|맥주|소주|와인).{0,10}(?:마셨|마시고|마신|먹었|한잔).{0,30}(?:운전|몰고|안내|가는 ?길)",
        "en": r"(?:had|drunk|after) (?:a few |some |two |three )?(?:beers?|drinks?|wine).{0,40}(?:drive|way home|guide|take me)",
    },
}
_SAFE = {"ko": r"대리|택시|세우고|멈추고", "en": r"\b(?:hired driver|taxi|cab|parked|pull(?:ed)? over)\b"}
_PATTERNS = {
    kind: {locale: re.compile(sign, re.IGNORECASE) for locale, sign in signs.items()} for kind, signs in _SIGNS.items()
}


def harm_of(heard: str, locale: Locale) -> str | None:
    """Return what kind of harm a wish would do, or None where no sign of any is in it."""
    for kind, signs in _PATTERNS.items():
        if signs[locale].search(heard):
            return None if kind in ("drunk", "distraction") and re.search(_SAFE[locale], heard, re.IGNORECASE) else kind
    return None
