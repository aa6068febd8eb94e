"""Things a driver may ask for, as words of both languages, and what a text names of them and of the options."""

import re
from functools import lru_cache

from evaluation.validity_options import OPTIONS, Concept
from simulator.channel import Locale

__all__ = ["CONCEPTS", "Concept", "concepts_in", "served_by"]


def _topic(name: str, english: str, korean: str, *tools: str) -> Concept:
    return Concept(name, "topic", english, korean, tools)


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
    _topic("trunk", r"trunk|boot|tailgate", r"트렁크|뒷문|테일 ?게이트|짐칸", "trunk"),
    _topic(
        "seat heating",
        r"seat(?:'s)? heat\w*|heated seats?|seat(?:'s)? warm\w*|"
        r"(?:heat|warm)(?: up)? (?:the|my|her|his|that|both) (?:[\w']+ )?seats?",
        r"열선 ?시트|엉따|시트 ?히터|온열 ?시트|히팅 ?시트|(?<!핸들 )(?<!핸들)(?<!휠 )(?<!운전대 )열선",
        "seat_heating",
    ),
    _topic(
        "wheel heating", r"(?:steering|heated) wheel|wheel(?:'s)? heat\w*", r"핸들|운전대|스티어링", "steering_wheel"
    ),
    _topic("ambient light", r"ambient|mood light\w*", r"무드등|앰비언트|무드 ?조명|분위기 ?조명", "ambient"),
    _topic("reading light", r"reading (?:lights?|lamps?)", r"독서등|실내등|리딩 ?라이트|맵 ?등", "reading_light"),
    _topic("fog lights", r"fog (?:lights?|lamps?)", r"안개등|포그 ?(?:램프|등|라이트)", "fog"),
    _topic(
        "low beams",
        r"low ?beams?|dipped (?:beams?|lights)|head ?lights?|head ?lamps?",
        r"하향등|전조등|헤드라이트|헤드램프|로우 ?빔",
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
    _topic("calendar", r"calendar|meetings?|appointments?", r"일정|캘린더|회의|약속|미팅|스케줄", "calendar"),
    _topic(
        "attendees",
        r"attend\w*|participants?|who(?:'s| is| are|'ll| will| else)?(?: be| is)? (?:coming|there|going|joining|"
        r"interviewing|meeting|in (?:it|that|the|my)|at (?:it|that|the|my))|who am i (?:meeting|seeing)",
        r"참석|누구누구|누가 (?:오|와|들어|나오|나와|나온|있)|들어오시는|누구랑|성함",
        "contact_information",
    ),
    _topic("charging", r"charg\w+", r"충전", "charging"),
    _topic(
        "charging station",
        r"charging (?:station|point)s?|charging stops?(?! (?:at|when|there|once))|(?:find|"
        r"to) (?:me )?a (?:fast )?charger",
        r"충전소|충전하는 ?(?:데|곳)",
        "search_poi",
        "charging_soc",
        "calculate_charging",
    ),
    _topic(
        "weather",
        r"(?<!lovely )(?<!nice )(?<!great )(?<!beautiful )(?<!gorgeous )weather|forecast|"
        r"(?:will it|going to|does it) (?:rain|snow)|umbrella",
        r"날씨(?![가도]? ?(?:참|정말|너무|진짜|이렇게)? ?(?:좋|화창|끝내|미쳤|최고|죽이|환상|맑))|예보|우산|"
        r"(?:비|눈)[가이]? ?(?:온대|올까|오나|오니|온다|올지|오려|내릴까|내리나)",
        "weather",
    ),
    _topic("fan", r"fan", r"팬|풍량|바람 ?세기|송풍", "fan", "air"),
    _topic(
        "air conditioning",
        r"air ?con(?:ditioning|ditioner)?|a/?c",
        r"에어컨(?! ?바람)|냉방|찬 ?바람",
        "air_conditioning",
        "fan",
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
        "interior light",
        r"(?:interior|cabin|dome|inside) lights?",
        r"실내 ?조명|"
        "실내 ?등",
        "reading_light",
        "ambient",
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
        "navigation",
        r"navigat\w+|directions|routes?|(?:take|drive|guide|bring) (?:me|us) (?:home|to|there)|"
        r"let's (?:go|head|drive) (?:home|to)",
        r"길 ?안내|내비|네비|경로",
        "navigation",
        "route",
        "waypoint",
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
    _topic(
        "price",
        r"costs? (?:me|us|to)|does it cost|prices?|how expensive|cheap(?:er|est)?",
        r"가격|요금이? ?얼마|비용|비싸|값이? ?얼마|얼마(?:예요|에요|입니까|야|인가요|죠)",
    ),
    _topic("flights", r"flights?|planes?|boarding", r"비행기|항공|탑승"),
    _topic("trains", r"trains?|bus(?:es)?|subway|taxi|uber", r"기차|열차|버스|지하철|택시"),
    _topic("coffee", r"coffee|caf[eé]s?|starbucks", r"커피|카페|스타벅스", "search_poi"),
    _topic(
        "food",
        r"food|(?<!could )eat|seafood|burger|sushi|snacks?|breakfast",
        r"먹을|회 |간식|햄버거|초밥|아침밥",
        "search_poi",
    ),
    _topic("fuel", r"gas station|petrol|fuel|diesel", r"주유|기름|휘발유|경유 ?값", "search_poi"),
    _topic(
        "rest stop",
        r"rest ?rooms?|toilets?|bathrooms?|rest (?:stop|area)",
        r"화장실|휴게소|졸음 ?쉼터|쉴 ?(?:만한 ?)?(?:데|곳)",
        "search_poi",
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
        "upkeep",
        r"oil|maintenance|car ?wash|washer fluid|mileage|odometer",
        r"엔진 ?오일|정비|세차|워셔액|"
        "주행 ?기록",
    ),
    _topic("speed", r"speed limit|how fast am i", r"제한 ?속도|과속"),
    _topic("translation", r"translat\w+|how do you say", r"번역|통역"),
    _topic(
        "sports",
        r"(?:the )?(?:game|match|score) (?:tonight|today|last night)|world cup|baseball",
        r"경기 ?결과|"
        "월드컵",
    ),
    _topic("home", r"garage|smart home|thermostat|vacuum|lights at home", r"차고|보일러|로봇 ?청소기|집 ?(?:불|조명)"),
    _topic(
        "rescheduling",
        r"reschedul\w+|postpone|push (?:it|the meeting) back|move (?:it|the meeting) to",
        r"미뤄|연기|앞당",
    ),
    _topic("restaurants", r"restaurants?|dinner|lunch", r"식당|음식점|맛집|레스토랑", "search_poi"),
    _topic(
        "hotel",
        r"hotels?|motel|lodging|accommodation|places? to (?:stay|sleep)|spend the night",
        r"호텔|숙소|모텔|숙박|묵을|하룻밤",
    ),
    _topic("timer", r"timer|alarm|remind\w*", r"타이머|알람|알림"),
    *OPTIONS,
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
