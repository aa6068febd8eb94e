"""Things a driver may ask for and options a driver may name, as words of both languages."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from simulator.channel import Locale

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
        r"seat(?:'s)? heat\w*|heated seats?|seat(?:'s)? warm\w*|"
        r"(?:heat|warm)(?: up)? (?:the|my|her|his|that|both) (?:[\w']+ )?seats?",
        r"열선 ?시트|엉따|시트 ?히터|(?<!핸들 )(?<!핸들)(?<!휠 )(?<!운전대 )열선",
        "seat_heating",
    ),
    _topic(
        "wheel heating", r"(?:steering|heated) wheel|wheel(?:'s)? heat\w*", r"핸들|운전대|스티어링", "steering_wheel"
    ),
    _topic("ambient light", r"ambient|mood light\w*", r"무드등|앰비언트|무드 ?조명|분위기 ?조명", "ambient"),
    _topic("reading light", r"reading (?:lights?|lamps?)", r"독서등|실내등", "reading_light"),
    _topic("fog lights", r"fog (?:lights?|lamps?)", r"안개등", "fog"),
    _topic(
        "low beams",
        r"low ?beams?|dipped (?:beams?|lights)|head ?lights?|head ?lamps?",
        r"하향등|전조등|헤드라이트|헤드램프",
        "low_beams",
        "high_beams",
    ),
    _topic(
        "signals",
        r"hazards?(?: lights?)?|hazard warning\w*|flashers|indicators?|turn signals?|blinkers?",
        r"비상등|깜빡이|방향 ?지시등|비상 ?깜빡이",
    ),
    _topic("horn", r"horn|honk\w*", r"경적|클랙슨|크락션"),
    _topic("high beams", r"high ?beams?|full beams?", r"상향등|하이빔", "high_beams"),
    _topic("defrost", r"defrost\w*|defog\w*|demist\w*", r"성에|김 ?서림|서리", "defrost"),
    _topic("mail", r"e-?mail(?:s|ed|ing)?|mails?|writ(?:e|ing) to|drop \w+ \w+ a (?:line|note)", r"메일", "email"),
    _topic("call", r"call (?!it|that)\w+|phone|dial|ring (?!road)\w+", r"전화", "call_phone", "contact"),
    _topic("calendar", r"calendar|meetings?|appointments?", r"일정|캘린더|회의|약속|미팅", "calendar"),
    _topic("charging", r"charg\w+", r"충전", "charging"),
    _topic(
        "charging station",
        r"charging (?:station|stop|point)s?|(?:find|to) (?:me )?a (?:fast )?charger",
        r"충전소|충전하는 ?(?:데|곳)",
        "search_poi",
        "charging_soc",
        "calculate_charging",
    ),
    _topic(
        "weather",
        r"(?<!lovely )(?<!nice )(?<!great )(?<!beautiful )(?<!gorgeous )weather|forecast|"
        r"(?:will it|going to|does it) (?:rain|snow)|umbrella",
        r"날씨(?![가도]? ?(?:참|정말|너무|진짜|이렇게)? ?(?:좋|화창))|예보|우산|"
        r"(?:비|눈)[가이]? ?(?:온대|올까|오나|오니|온다|올지|오려|내릴까|내리나)",
        "weather",
    ),
    _topic("fan", r"fan", r"팬|풍량|바람 ?세기|송풍", "fan", "air"),
    _topic(
        "air conditioning", r"air ?con(?:ditioning|ditioner)?|a/?c", r"에어컨(?! ?바람)|냉방", "air_conditioning", "fan"
    ),
    _topic(
        "temperature",
        r"temperature|warmer|cooler|colder|warm it up|cool it down|heat(?:er)?(?: it)? up|the heater|cozy",
        r"온도|기온|히터|난방|따뜻하게|시원하게|덥게",
        "climate_temperature",
        "weather",
        "air_conditioning",
        "seat_heating",
        "steering_wheel",
        "fan",
        "defrost",
        "window",
    ),
    _topic(
        "interior light", r"(?:interior|cabin|dome|inside) lights?", r"실내 ?조명|실내 ?등", "reading_light", "ambient"
    ),
    _topic("seat cooling", r"seat (?:cooling|ventilation)|(?:ventilated|cooled) seats?", r"통풍 ?시트|시트 ?통풍"),
    _topic("screen", r"screen|display|brightness|dashboard", r"화면|밝기|디스플레이|계기판"),
    _topic("clock", r"what time is it|what(?:'s| is) the time", r"지금 몇 시"),
    _topic(
        "arrival",
        r"what time (?:will|do|would) (?:we|i) (?:get|arrive)|when (?:will|do|would) (?:we|i) (?:get there|arrive)|"
        r"how long (?:will|does|would|until|till|is|are)\b|how many minutes|arrival time",
        r"언제 ?도착|몇 시에 ?(?:쯤 )?도착|도착 ?시간|얼마나 걸|몇 분|몇 시간",
        "calculate_math",
        "route",
        "navigation",
        "charging",
        "weather",
    ),
    _topic("battery", r"battery|state of charge", r"배터리", "charging", "battery", "consumption", "range"),
    _topic(
        "contact data",
        r"phone number|e-?mail address|contact details",
        r"전화 ?번호|메일 ?주소",
        "contact",
        "email",
        "call",
    ),
    _topic("parking", r"parking", r"주차장", "search_poi"),
    _topic(
        "navigation", r"navigat\w+|directions|routes?", r"길 ?안내|내비|네비|경로", "navigation", "route", "waypoint"
    ),
    _topic("booking", r"book (?:me|us|a)|reserv\w+", r"예약"),
    _topic("music", r"music|songs?|playlist|album|lullab(?:y|ies)", r"음악|노래|플레이리스트|동요|자장가"),
    _topic("radio", r"radio|podcasts?|news|audiobook", r"라디오|팟캐스트|뉴스"),
    _topic("jokes", r"jokes?|poems?|stor(?:y|ies)|trivia|riddles?", r"농담|시 한 편|옛날이야기|수수께끼"),
    _topic(
        "shopping",
        r"pizza|stocks?|bitcoin|lottery|movie|football|soccer|recipe",
        r"피자|주식|비트코인|로또|영화|축구|야구|요리법|레시피",
    ),
    _topic(
        "messages",
        r"text messages?|(?:send|shoot|drop) [\w ]+ a text|a text (?:that|saying|to)|"
        r"text (?:him|her|them)|whatsapp|tweet",
        r"문자|카톡|카카오톡",
    ),
    _topic("massage", r"massage", r"마사지|안마"),
    _topic("wipers", r"wipers?", r"와이퍼"),
    _topic(
        "parking aid",
        r"park the car|self-?park\w*|autopilot|cruise control|lane assist",
        r"자율 ?주행|크루즈|자동 ?주차",
    ),
    _topic("locks", r"(?:un)?lock|child lock", r"문 ?잠|잠금|잠가|잠겨"),
    _topic("tires", r"tires?|tyres?", r"타이어|공기압"),
    _topic("traffic", r"traffic|congestion|accidents?|road ?works?", r"교통|정체|막히|막혀|공사", "routes"),
    _topic("flights", r"flights?|planes?|boarding", r"비행기|항공|탑승"),
    _topic("trains", r"trains?|bus(?:es)?|subway|taxi|uber", r"기차|열차|버스|지하철|택시"),
    _topic("coffee", r"coffee|caf[eé]s?|starbucks", r"커피|카페|스타벅스", "search_poi"),
    _topic(
        "food", r"food|eat|seafood|burger|sushi|snacks?|breakfast", r"먹을|회 |간식|햄버거|초밥|아침밥", "search_poi"
    ),
    _topic("fuel", r"gas station|petrol|fuel|diesel", r"주유|기름|휘발유|경유 ?값", "search_poi"),
    _topic(
        "rest stop", r"rest ?rooms?|toilets?|bathrooms?|rest (?:stop|area)", r"화장실|휴게소|졸음 ?쉼터", "search_poi"
    ),
    _topic("shops", r"supermarket|pharmacy|grocery|mall|flower shop|atm|bank", r"마트|약국|편의점|백화점|꽃집|은행"),
    _topic("sights", r"museums?|sightseeing|attractions?|landmarks?|zoo", r"박물관|관광지|볼거리|동물원|명소"),
    _topic("doctor", r"hospitals?|doctors?|clinics?|dentist", r"병원|의사|치과|응급실"),
    _topic("mirrors", r"(?:side|wing|rear-?view) ?mirrors?|mirrors?", r"사이드 ?미러|백미러|룸미러|거울"),
    _topic("cameras", r"dash ?cams?|cameras?", r"블랙박스|카메라"),
    _topic(
        "seat position",
        r"(?:move|slide|recline|adjust) (?:my|the) seat|backrest",
        r"등받이|의자를? ?(?:뒤|앞)|시트 ?각도",
    ),
    _topic(
        "connectivity", r"blue ?tooth|wi-?fi|hot ?spot|car ?play|android auto", r"블루투스|와이파이|핫스팟|카플레이"
    ),
    _topic("volume", r"volume|louder|quieter|mute", r"볼륨|음량|소리를? ?(?:키|줄|높|낮)"),
    _topic(
        "upkeep", r"oil|maintenance|car ?wash|washer fluid|mileage|odometer", r"엔진 ?오일|정비|세차|워셔액|주행 ?기록"
    ),
    _topic("speed", r"speed limit|how fast am i", r"제한 ?속도|과속"),
    _topic("translation", r"translat\w+|how do you say", r"번역|통역"),
    _topic(
        "sports", r"(?:the )?(?:game|match|score) (?:tonight|today|last night)|world cup|baseball", r"경기 ?결과|월드컵"
    ),
    _topic("home", r"garage|smart home|thermostat|vacuum|lights at home", r"차고|보일러|로봇 ?청소기|집 ?(?:불|조명)"),
    _topic(
        "rescheduling",
        r"reschedul\w+|postpone|push (?:it|the meeting) back|move (?:it|the meeting) to",
        r"미뤄|연기|앞당",
    ),
    _topic("restaurants", r"restaurants?|dinner|lunch", r"식당|음식점|맛집|레스토랑", "search_poi"),
    _topic("hotel", r"hotels?|motel", r"호텔|숙소|모텔"),
    _topic("timer", r"timer|alarm|remind\w*", r"타이머|알람|알림"),
    _value(
        "cuisine",
        r"italian|chinese|japanese|mexican|thai|indian|french|korean food|vegan|vegetarian|steak ?house|pizzeria",
        r"이탈리아 ?(?:식|음식)|파스타|중국집|중식|일식|한식|양식당|채식|비건|국밥|고깃집|패스트푸드",
    ),
    _value("front", r"front (?:seats?|windows?|row|lights?|reading)|up front", r"앞 ?자리|앞 ?좌석|앞 ?창문"),
    _value(
        "as far as it goes",
        r"max(?:imum)?|full blast|as (?:high|far|hot|cold|strong|warm|low) as|all the way|completely|fully",
        r"최대|끝까지|(?:완전히|활짝)(?! ?열(?:려|린|렸))|(?:제일|가장) (?:세|강|뜨겁|높)",
    ),
    _value("red", r"red", r"빨간|빨강|붉은"),
    _value("green", r"green", r"초록|녹색"),
    _value("blue", r"blue", r"파란|파랑|푸른|블루"),
    _value("yellow", r"yellow", r"노란|노랑"),
    _value("white", r"white", r"하얀|하양|흰색|백색"),
    _value("pink", r"pink", r"분홍|핑크"),
    _value("orange", r"orange", r"주황|오렌지"),
    _value("purple", r"purple|violet", r"보라"),
    _value("cyan", r"cyan|turquoise", r"청록|하늘색"),
    _value("feet", r"feet|foot ?well|(?:my|our|your) legs", r"발 ?쪽|발밑|발로|다리 ?쪽"),
    _value("recirculation", r"recirculat\w+", r"내기|내부 ?순환"),
    _value("fresh air mode", r"(?:to|on) fresh air|fresh air (?:mode|circulation)", r"외기|외부 ?순환"),
    _value("fastest", r"fastest|quickest|(?:shortest|least) time", r"(?:제일|가장|젤) (?:빠른|빨리)|최단 ?시간"),
    _value(
        "shortest",
        r"shortest|fewest (?:kilomet\w+|miles)|(?:as )?few kilomet\w+|least distance",
        r"(?:제일|가장) (?:짧은|가까운 길)|최단 ?거리|거리가? ?(?:제일|가장)? ?짧|(?:제일|가장) 덜 ?(?:도는|가는)",
    ),
    _value("toll-free", r"tolls?|toll-?free", r"통행료|톨비|톨게이트|유료 ?도로|무료 ?(?:도로|길)"),
    _value(
        "driver's place",
        r"driver'?s?|my (?:own )?(?:seat|side|window)|(?:on|for) my side",
        r"운전석|(?:내|제) ?(?:쪽|자리|창문|좌석|시트|옆 ?창)",
    ),
    _value(
        "passenger's place",
        r"passenger'?s?|(?:next to|beside) me",
        r"조수석|보조석|옆 ?(?:자리|사람|좌석|에 탄|에 앉은)",
    ),
    _value(
        "rear",
        r"rear(?!-?view)|back ?(?:seats?|windows?|row|left|right)|(?:in|at) the back|back there|behind",
        r"뒷|(?<!시간 )(?<!분 )(?<!일 )뒤(?: ?(?:쪽|창|좌석|자리)|에 (?:앉|탄)|에서 )",
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


def served_by(tools: frozenset[str], *, closely: bool = False) -> frozenset[Concept]:
    """Return the topics that some of these tools serve, closely those whose own tools they are."""
    return frozenset(
        concept
        for concept in CONCEPTS
        if any(part in tool for part in concept.tools[: 1 if closely else None] for tool in tools)
    )
