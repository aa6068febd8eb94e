# ruff: noqa: E501 - one pattern per line: wrapping one would hide what belongs together
"""Lights that a driver reports, on the dashboard or beside the road; they are no wish for another ambient light."""

import re

from simulator.agents.baseline.manual_question import requests
from simulator.agents.baseline.sign_patterns import plainly
from simulator.channel import Locale

LIGHTS = frozenset({"ambient", "light"})
"""Devices that the report of a lamp is easily taken for."""
_COLOR_KO = r"(?:빨간|빨강|붉은|노란|노랑|주황|초록|녹색|파란|파랑|푸른|하얀|흰)"
_COLOR_EN = r"(?:red|yellow|amber|orange|green|blue|white)"
_OWN: dict[Locale, str] = {
    "ko": r"무드|앰비언|엠비언|분위기|간접|실내|조명|독서등",
    "en": r"\b(?:ambient|ambience|mood|accent|interior|cabin|reading|head ?lights?|fog|beams?)\b",
}
"""Lights that can be set."""
_NAMED: dict[Locale, str] = {
    "ko": r"(?:경고|표시|점검) ?등(?!록)|경고 ?표시|느낌표|계기판",
    "en": r"\b(?:warning|indicator|tell-?tale|dash(?:board)?|cluster|engine|battery|brake|airbag|abs|tyre|tire|seat ?belt)(?: \w+)? (?:light|lamp|symbol|icon|sign)s?\b|exclamation mark|\b(?:lights?|lamps?)\b.{0,25}\b(?:dash(?:board)?|cluster|instruments?)\b",
}
"""Lamps called what they are."""
_SEEN: dict[Locale, str] = {
    "ko": rf"{_COLOR_KO}(?:색)? ?(?:\S+ ){{0,3}}?\S{{0,3}}(?:불|등|램프|아이콘|표시)(?:이|가|은|는|도)? ?(?:\S+ )?(?:켜[졌져]|들어 ?[왔와오]|떴|떠|깜[빡박]|번쩍|나타|보[이여]|뭐|왜)",
    "en": rf"\b{_COLOR_EN} (?:\w+ ){{0,2}}(?:lamp|symbol|icon)s?\b|\b{_COLOR_EN} (?:\w+ ){{0,2}}lights?\b.{{0,25}}\b(?:came|comes|coming|is on|are on|went|flash\w*|blink\w*|lit|appear\w*|shows?|mean\w*)\b|\b(?:light|lamp)\b.{{0,20}}\b(?:came|went|lit up|flashing|blinking)\b.{{0,12}}\b{_COLOR_EN}\b",
}
"""Lights told by their colour and by what they do."""
_TRAFFIC: dict[Locale, str] = {
    "ko": rf"신호등.{{0,15}}(?:{_COLOR_KO}|그냥|무시|가도|갈까|건너)|신호 ?(?:위반|무시)|{_COLOR_KO} ?불.{{0,6}}(?:그냥|무시|지나|건너|가도|갈까|통과|출발|우회전|좌회전|직진)|{_COLOR_KO} ?불이면 ?(?:멈|서|가|어떻)",
    "en": r"\b(?:traffic|stop) ?lights?\b.{0,20}\b(?:red|green|yellow|amber)\b|\b(?:red|green|yellow|amber) (?:traffic|stop) ?lights?\b|\b(?:run|running|jump|jumping|ignore) (?:the|a|this|that|any) (?:red|amber|yellow)\b|\b(?:right|left|go|drive|stop|cross|wait)\b[^.?!]{0,20}\b(?:on|at|through) (?:a |the )?red\b(?= lights?\b|[.?!,]|$)",
}
"""Signals beside the road."""
_TOLD: dict[Locale, str] = {
    "ko": rf"{_COLOR_KO} ?불(?:인데|이다|이야|이에요|이예요|입니다|이네|이니까|로 ?바뀌|이 ?됐)",
    "en": rf"\bthe light(?:'s| is| has turned| just turned| turned| went)(?: still| now)? {_COLOR_EN}\b",
}
"""Lights told by nothing but their colour: a signal beside the road, unless the talk is of a lamp of the car."""
_CUT = re.compile(r"(?<=[.!?,])\s+")
_PLEASE = re.compile(r"\bplease\b", re.IGNORECASE)


def is_traffic_light(heard: str, locale: Locale, *, told: bool) -> bool:
    """Say whether words are about the signal beside the road; `told` says that the talk was of another light."""
    if _said(_OWN, heard, locale):
        return False
    return _said(_TRAFFIC, heard, locale) or (not told and _said(_TOLD, heard, locale))


def reports_lamp(heard: str, locale: Locale, *, told: bool = False) -> bool:
    """Say whether words tell of a lamp that is lit, and do not wish for a light of some colour."""
    return any(_reports(clause, locale, told) for clause in _CUT.split(heard))


def besides_lamp(heard: str, locale: Locale) -> str:
    """Return what is wished beside the report of a lamp, or nothing."""
    rest = " ".join(clause for clause in _CUT.split(heard) if not _reports(clause, locale, False))
    return rest if requests(rest, locale) else ""


def _reports(clause: str, locale: Locale, told: bool) -> bool:
    if _said(_OWN, clause, locale):
        return False
    if _said(_NAMED, clause, locale) or (told and _said(_TOLD, clause, locale)):
        return True
    return _said(_SEEN, clause, locale) and not (requests(clause, locale) or _PLEASE.search(clause))


def _said(patterns: dict[Locale, str], heard: str, locale: Locale) -> bool:
    return bool(re.search(patterns[locale], plainly(heard), re.IGNORECASE))
