# ruff: noqa: E501 - one pattern per line: wrapping one would hide what belongs together
"""Emergencies that a driver reports: life in danger, fire, brakes that fail. What might happen some day is none."""

import re

from simulator.agents.baseline.sign_patterns import compiled, plainly
from simulator.channel import Locale

_SIGNS: dict[str, dict[Locale, str]] = {
    "medical": {
        "ko": r"숨[을이도]? ?(?:제대로 |잘 )?(?:안|못) ?(?:쉬|쉽)|숨[을도]? ?쉴 ?수[가도]? ?없|숨[을이] ?(?:멎|쉬지 ?(?:않|못))|가슴[이도]? ?(?:\S+ ){0,2}?(?:아파|아프|아픕|조여|조이)|가슴 ?통증|쓰러졌|쓰러져 ?있|의식[이을]? ?(?:없|잃)|(?:심장 ?마비|심근 ?경색|심정지|뇌졸중|발작|경련)\S* ?(?:왔|온 ?것|인 ?것|같|일으[켰키]|하고 ?있)|피가 ?(?:안 ?멈|멈추지 ?않|너무 ?많이 ?나)|(?:119|구급차|앰뷸런스|응급차)\S*(?: \S+)? ?(?:불러|전화 ?[해걸]|신고해|호출해|연결해|보내)",
        "en": r"\b(?:chest pains?|pains? in (?:my|his|her|the) chest|chest hurts|having an? (?:heart attack|stroke|seizure)|(?:is|are|'s)(?:n't| not) breathing|stopped breathing|(?:he|she|baby|child|my \w+) (?:can't|cannot|can not) breathe|(?:he|she|i|my \w+|the (?:driver|passenger|baby|child|kid)|our \w+)(?: has| have| just)? (?:collapsed|passed out|fainted)|is unconscious|bleeding (?:badly|heavily)|(?:call|get|need|send)(?: for)?(?: me| us)? (?:an |the )?ambulance|(?:call|dial) (?:119|112|911|the emergency services))\b",
    },
    "fire": {
        "ko": r"불(?:이|도)? ?(?:났|붙었|붙고)|화재가 ?(?:났|발생했)|불타고 ?있|불길이",
        "en": r"\b(?:car|vehicle|engine|motor|hood|bonnet|trunk|battery|charger|seat|tyre|tire|wheel|brakes?|truck|house|it|something|we|i)(?: \w+)?(?: is| are| am|'s|'re|'m) on fire\b|\b(?:caught|catching|caught on) fire\b|\bthere(?:'s| is) (?:a |smoke and )?fire\b(?! (?:extinguisher|station|truck|engine|exit|alarm|department))|\bflames (?:are )?(?:com|shoot|under|from)",
    },
    "brakes": {
        "ko": r"(?<!주차 )(?<!주차)(?<!사이드 )(?<!사이드)(?<!핸드 )(?<!핸드)(?<!파킹 )브레이크(?: ?페달)?[가이도]? ?(?:전혀 |하나도 |갑자기 |잘 |아예 |지금 )?(?:말을 ?)?(?:안 ?들(?!어[오와왔])|안 ?듣|듣지[를도]? ?않|안 ?먹|먹지 ?않|먹히지 ?않|안 ?잡|작동[이을]? ?(?:안 ?[하해되돼]|하지 ?않|되지 ?않)|고장 ?났|나갔)",
        "en": r"(?<!parking )(?<!hand )(?<!hand)(?<!emergency )\bbrakes?(?: pedal)?\b (?:just |suddenly |simply |really )?(?:(?:are|is|do|does|will|did)(?: not|n't)|won't|aren't) (?:\w+ )?(?:work|respond|react|hold|grip|brak)|(?<!parking )(?<!emergency )\bbrakes?(?: (?:have|has|just|suddenly)){0,2} (?:failed|gone|stopped working)\b|\b(?:no|lost (?:my|the)) brakes\b|\b(?:can't|cannot) (?:brake|stop the car)\b",
    },
}
# Words around a sign that tell of what might happen, and not of what does.
_BEFORE: dict[Locale, str] = {
    "ko": r"(?:만약|만일|혹시라도)[^.!?]*$",
    "en": r"\b(?:if|when|in case|suppose|unless|what happens|might)\b[^.!?]*$",
}
_AFTER: dict[Locale, str] = {
    "ko": r"^\S{0,3}?(?: ?때|면|까 ?봐|는지|다는 ?(?:뉴스|소식|기사))",
    "en": r"(?!)",
}
# Things that fall over, and air that is only bad.
_THINGS = re.compile(
    r"(?:나무|표지판|오토바이|자전거|간판|삼각대|가로수|전봇대|유모차|짐|상자|박스|킥보드)\S* ?(?:\S+ )?쓰러[졌져]|(?:냄새|답답|더워|더우|먼지|담배)[^.?!]{0,20}숨\S*(?: \S+){0,3}"
)
_PATTERNS = compiled(_SIGNS)


def emergency_of(heard: str, locale: Locale) -> str | None:
    """Return the kind of emergency that is reported, or None; what is only supposed is a question like any other."""
    plain = _THINGS.sub(" ", plainly(heard))
    for kind, signs in _PATTERNS.items():
        for found in signs[locale].finditer(plain):
            supposed = re.search(_BEFORE[locale], plain[: found.start()], re.IGNORECASE)
            if not supposed and not re.search(_AFTER[locale], plain[found.end() :]):
                return kind
    return None
