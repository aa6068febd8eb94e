"""Things a driver may ask for and options a driver may name, as words of both languages."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from simulator.channel import Locale

Role = Literal["topic", "value"]


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing (`topic`) or option (`value`) with the words that name it; `tools` are those that serve it."""

    name: str
    role: Role
    english: str
    korean: str
    tools: tuple[str, ...] = ()


def _topic(name: str, english: str, korean: str, *tools: str) -> Concept:
    return Concept(name, "topic", english, korean, tools)


def _value(name: str, english: str, korean: str) -> Concept:
    return Concept(name, "value", english, korean)


CONCEPTS: tuple[Concept, ...] = (
    _topic("windows", r"windows?(?! (?:defrost|heat))", r"창문|윈도우|유리창|차창|창", "window"),
    _topic("sunroof", r"sun ?roof|roof", r"선루프|썬루프|지붕", "sunroof"),
    _topic(
        "sunshade",
        r"sun ?shade|shade|sun ?blind",
        r"선쉐이드|선셰이드|차양|햇빛 ?가리개|가리개|블라인드",
        "sunroof",
        "sunshade",
    ),
    _topic("trunk", r"trunk|boot|tailgate", r"트렁크|뒷문", "trunk"),
    _topic(
        "seat heating",
        r"seat heat\w*|heated seats?|seat warm\w*",
        r"열선 ?시트|시트 ?열선|엉따|좌석 ?열선|시트 ?히터",
        "seat_heating",
    ),
    _topic("wheel heating", r"steering wheel", r"핸들|운전대|스티어링", "steering_wheel"),
    _topic("ambient light", r"ambient|mood light\w*", r"무드등|앰비언트|무드 ?조명|분위기 ?조명", "ambient"),
    _topic("reading light", r"reading (?:lights?|lamps?)", r"독서등|실내등", "reading_light"),
    _topic("fog lights", r"fog (?:lights?|lamps?)", r"안개등", "fog"),
    _topic("high beams", r"high ?beams?|full beams?", r"상향등|하이빔", "high_beams"),
    _topic("defrost", r"defrost\w*|defog\w*|demist\w*", r"성에|김 ?서림|서리", "defrost"),
    _topic("mail", r"e-?mails?|mails?", r"메일", "email"),
    _topic("call", r"call (?!it|that)\w+|phone", r"전화", "call_phone", "contact"),
    _topic("calendar", r"calendar|meetings?|appointments?", r"일정|캘린더|회의|약속|미팅", "calendar"),
    _topic("charging", r"charg\w+", r"충전", "charging"),
    _topic("weather", r"weather|forecast", r"날씨|예보", "weather"),
    _topic("fan", r"fan", r"팬|풍량|바람 ?세기|송풍", "fan", "air"),
    _topic("air conditioning", r"air ?con(?:ditioning|ditioner)?|a/?c", r"에어컨|냉방", "air_conditioning"),
    _topic("parking", r"parking", r"주차장", "search_poi"),
    _topic(
        "navigation", r"navigat\w+|directions|routes?", r"길 ?안내|내비|네비|경로", "navigation", "route", "waypoint"
    ),
    _topic("booking", r"book (?:me|us|a)|reserv\w+", r"예약"),
    _topic("music", r"music|songs?|playlist|album", r"음악|노래|플레이리스트"),
    _topic("radio", r"radio|podcasts?|news|audiobook", r"라디오|팟캐스트|뉴스"),
    _topic("jokes", r"jokes?|poems?|stor(?:y|ies)|trivia|riddles?", r"농담|시 한 편|옛날이야기|수수께끼"),
    _topic(
        "shopping",
        r"pizza|stocks?|bitcoin|lottery|movie|football|soccer|recipe",
        r"피자|주식|비트코인|로또|영화|축구|야구|요리법|레시피",
    ),
    _topic("messages", r"text message|whatsapp|tweet", r"문자|카톡|카카오톡"),
    _topic("massage", r"massage", r"마사지|안마"),
    _topic("wipers", r"wipers?", r"와이퍼"),
    _topic(
        "parking aid",
        r"park the car|self-?park\w*|autopilot|cruise control|lane assist",
        r"자율 ?주행|크루즈|자동 ?주차",
    ),
    _topic("locks", r"(?:un)?lock the (?:car|doors?)|child lock", r"문 ?잠|잠금"),
    _topic("restaurants", r"restaurants?|dinner|lunch", r"식당|음식점|맛집|레스토랑", "search_poi"),
    _topic("hotel", r"hotels?|motel", r"호텔|숙소|모텔"),
    _topic("timer", r"timer|alarm|remind\w*", r"타이머|알람|알림"),
    _value("red", r"red", r"빨간|빨강|붉은"),
    _value("green", r"green", r"초록|녹색"),
    _value("blue", r"blue", r"파란|파랑|푸른|블루"),
    _value("yellow", r"yellow", r"노란|노랑"),
    _value("white", r"white", r"하얀|하양|흰색|백색"),
    _value("pink", r"pink", r"분홍|핑크"),
    _value("orange", r"orange", r"주황|오렌지"),
    _value("purple", r"purple|violet", r"보라"),
    _value("cyan", r"cyan|turquoise", r"청록|하늘색"),
    _value("feet", r"feet|foot ?well|legs?", r"발 ?쪽|발밑|발로|다리 ?쪽"),
    _value("recirculation", r"recirculat\w+", r"내기|내부 ?순환"),
    _value("fresh air mode", r"fresh air mode", r"외기|외부 ?순환"),
    _value("fastest", r"fastest|quickest", r"제일 빠른|가장 빠른|최단 ?시간"),
    _value("shortest", r"shortest", r"제일 짧은|가장 짧은|최단 ?거리"),
    _value("toll-free", r"tolls?", r"통행료|유료 ?도로|무료 ?도로"),
)


@lru_cache(maxsize=1)
def _patterns() -> dict[Locale, tuple[tuple[Concept, re.Pattern[str]], ...]]:
    return {
        "en": tuple((c, re.compile(rf"\b(?:{c.english})\b", re.IGNORECASE)) for c in CONCEPTS),
        "ko": tuple((c, re.compile(c.korean)) for c in CONCEPTS),
    }


@lru_cache(maxsize=4096)
def concepts_in(text: str, locale: Locale) -> frozenset[Concept]:
    """Return what a text names."""
    return frozenset(concept for concept, pattern in _patterns()[locale] if pattern.search(text))


def served_by(tools: frozenset[str]) -> frozenset[Concept]:
    """Return the topics that some of these tools serve."""
    return frozenset(concept for concept in CONCEPTS if any(part in tool for part in concept.tools for tool in tools))
