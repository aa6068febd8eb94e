"""Options a driver may name, as words of both languages, and what any such thing is told by."""

from dataclasses import dataclass
from typing import Literal

Role = Literal["topic", "value"]


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing (`topic`) or option (`value`) with the words that name it.

    `tools` are parts of the names of the tools that serve it, the first of them of its own tool.
    """

    name: str
    role: Role
    english: str
    korean: str
    tools: tuple[str, ...] = ()


def _value(name: str, english: str, korean: str) -> Concept:
    return Concept(name, "value", english, korean)


OPTIONS: tuple[Concept, ...] = (
    _value(
        "cuisine",
        r"italian|chinese|japanese|mexican|thai|indian|french|korean food|vegan|vegetarian|steak ?house|pizzeria",
        r"이탈리아 ?(?:식|음식)|파스타|중국집|중식|일식|한식|양식당|채식|비건|국밥|고깃집|패스트푸드",
    ),
    _value("front", r"front (?:seats?|windows?|row|lights?|reading)|up front", r"앞 ?자리|앞 ?좌석|앞 ?창문"),
    _value(
        "as far as it goes",
        r"max(?:imum)?|full blast|as (?:high|far|hot|cold|strong|warm|low) as|all the way|completely|altogether|fully",
        r"최대|끝까지|아예|(?:완전히|활짝)(?! ?열(?:려|린|렸))|(?:제일|가장) (?:세|강|뜨겁|높)",
    ),
    _value("red", r"red", r"빨간|빨강|붉은|레드"),
    _value("green", r"green", r"초록|(?<!청)녹색|그린(?!란)"),
    _value("blue", r"blue", r"파란|파랑|푸른|블루"),
    _value("yellow", r"yellow", r"노란|노랑|옐로"),
    _value("white", r"white", r"하얀|하양|흰색|백색|화이트"),
    _value("pink", r"pink", r"분홍|핑크"),
    _value("orange", r"orange", r"주황|오렌지"),
    _value("purple", r"purple|violet", r"보라|퍼플|바이올렛"),
    _value("cyan", r"cyan|turquoise", r"청록|하늘색|시안색"),
    _value("feet", r"feet|foot ?well|(?:my|our|your) legs", r"발 ?쪽|발밑|발로|다리 ?쪽"),
    _value(
        "recirculation",
        r"recirculat\w+|outside air (?:in|out)|air from inside",
        r"내기|내부 ?순환|(?:바깥|외부) ?공기[가를는]? ?(?:좀 )?(?:못|안|막|차단)|안에서만 (?:도|돌)",
    ),
    _value("fresh air mode", r"(?:to|on) fresh air|fresh air (?:mode|circulation)", r"외기|외부 ?순환"),
    _value(
        "fastest", r"fastest|quickest|(?:shortest|least) time", r"(?:제일|가장|젤) (?:빠른|빨리)|빠른 길|최단 ?시간"
    ),
    _value(
        "shortest",
        r"shortest|fewest (?:kilomet\w+|miles)|(?:as )?few kilomet\w+|least distance",
        r"(?:제일|가장) (?:짧은|가까운 길)|짧은 길|최단 ?거리|"
        r"거리가? ?(?:제일|가장)? ?짧|(?:제일|가장) 덜 ?(?:도는|가는)",
    ),
    _value(
        "toll-free",
        r"tolls?|toll-?free|without paying|free roads?|pay (?:for|on) the road",
        r"돈을? ?안 ?(?:내|드)|공짜 ?(?:길|도로)|통행료|톨비|톨게이트|유료 ?도로|무료 ?(?:도로|길)",
    ),
    _value(
        "driver's place",
        r"driver'?s?|my (?:own )?(?:seat|side|window)|(?:on|for) my side|window (?:right )?(?:next to|beside) me",
        r"운전석|(?<![가-힣])(?:내|제) ?(?:쪽|자리|창문|좌석|시트|옆 ?창)",
    ),
    _value(
        "passenger's place",
        r"passenger'?s?|(?<!window )(?<!window right )(?:next to|beside) me|"
        r"(?:friend|wife|husband|partner|colleague|grand\w+|mom|mum|mother|girlfriend|boyfriend)'s (?:seat|side|"
        r"window)",
        r"조수석|보조석|옆 ?(?:자리|사람|좌석|에 탄|에 앉은)|"
        r"(?:친구|아내|남편|할머니|할아버지|어머니|동료|여자 ?친구|남자 ?친구) ?(?:쪽|자리|창문|좌석|옆 ?창)",
    ),
    _value(
        "rear",
        r"rear(?!-?view)|back ?(?:seats?|windows?|row|left|right)|(?:in|at) the back|back there|behind",
        r"뒷|(?<!시간 )(?<!분 )(?<!일 )뒤(?: ?(?:쪽|창|좌석|자리)|에 (?:앉|탄)|에서 )",
    ),
    _value(
        "behind the driver",
        r"behind (?:me|myself|the driver|my (?:own )?seat)|driver'?s? (?:side )?rear|rear driver",
        r"운전석 ?(?:쪽 ?)?뒤|(?:내|제) (?:바로 )?뒤(?:에|쪽|자리|창| )",
    ),
    _value(
        "left",
        r"(?:on|to) (?:the|her|his|my) left|left[- ](?:hand|side|window|seat|rear)|(?:rear|front|back) left",
        r"왼쪽|좌측|왼편",
    ),
    _value(
        "right",
        r"(?:on|to) (?:the|her|his|my) right|right[- ](?:hand|side|window|seat|rear)|(?:rear|front|back) right",
        r"오른쪽|우측|오른편",
    ),
)
