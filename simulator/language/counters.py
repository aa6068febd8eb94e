"""Korean counters and unit symbols: which numerals they take and what they measure.

Source: National Institute of Korean Language, Korean orthography (counters); SI symbols.
"""

from typing import Literal, NamedTuple

Numerals = Literal["native", "sino"]


class Counter(NamedTuple):
    """How a counter word is read after a number, and the name of the unit it stands for."""

    word: str
    numerals: Numerals
    unit: str | None = None


COUNTERS = (
    Counter("시간", "native", "hour"),
    Counter("시", "native", "oclock"),
    Counter("번째", "native", "ordinal"),
    Counter("번지", "sino"),
    Counter("번길", "sino"),
    Counter("번", "native", "times"),
    Counter("개월", "sino", "month"),
    Counter("개소", "sino"),
    Counter("개", "native", "item"),
    Counter("명", "native", "person"),
    Counter("사람", "native", "person"),
    Counter("대", "native", "vehicle"),
    Counter("살", "native", "year"),
    Counter("군데", "native", "item"),
    Counter("곳", "native", "item"),
    Counter("달", "native", "month"),
    Counter("잔", "native", "item"),
    Counter("병", "native", "item"),
    Counter("마리", "native", "item"),
    Counter("가지", "native", "item"),
    Counter("장", "native", "item"),
    Counter("권", "native", "item"),
    Counter("통", "native", "item"),
    Counter("곡", "native", "item"),
    Counter("건", "native", "item"),
    Counter("칸", "native", "level"),
    Counter("줄", "native", "item"),
    Counter("바퀴", "native", "times"),
    Counter("배속", "sino"),
    Counter("배", "native", "factor"),
    Counter("자리", "native", "item"),
    Counter("정거장", "native", "item"),
    Counter("블록", "native", "item"),
    Counter("단계", "sino", "level"),
    Counter("단", "sino", "level"),
    Counter("레벨", "sino", "level"),
    Counter("도씨", "sino", "degree"),
    Counter("도", "sino", "degree"),
    Counter("퍼센트", "sino", "percent"),
    Counter("프로", "sino", "percent"),
    Counter("분", "sino", "minute"),
    Counter("초", "sino", "second"),
    Counter("층", "sino", "floor"),
    Counter("킬로미터", "sino", "kilometre"),
    Counter("킬로와트시", "sino", "kilowatt_hour"),
    Counter("킬로와트", "sino", "kilowatt"),
    Counter("킬로그램", "sino", "kilogram"),
    Counter("킬로", "sino", "kilometre"),
    Counter("센티미터", "sino", "centimetre"),
    Counter("센티", "sino", "centimetre"),
    Counter("밀리미터", "sino", "millimetre"),
    Counter("미터", "sino", "metre"),
    Counter("마일", "sino", "mile"),
    Counter("리터", "sino", "litre"),
    Counter("와트", "sino", "watt"),
    Counter("볼트", "sino", "volt"),
    Counter("암페어", "sino", "ampere"),
    Counter("헤르츠", "sino", "hertz"),
    Counter("년", "sino", "year"),
    Counter("월", "sino", "month"),
    Counter("일", "sino", "day"),
    Counter("주일", "sino", "week"),
    Counter("주", "sino", "week"),
    Counter("원", "sino", "won"),
    Counter("달러", "sino", "dollar"),
    Counter("유로", "sino", "euro"),
    Counter("인승", "sino"),
    Counter("인분", "sino"),
    Counter("인", "sino", "person"),
    Counter("회", "sino", "times"),
    Counter("호선", "sino"),
    Counter("호", "sino"),
    Counter("차선", "sino"),
    Counter("차로", "sino"),
    Counter("위", "sino"),
    Counter("등", "sino"),
    Counter("세", "sino", "year"),
    Counter("점", "sino"),
    Counter("박", "sino"),
)
BY_WORD = {counter.word: counter for counter in COUNTERS}
WORDS_LONGEST_FIRST = tuple(sorted(BY_WORD, key=len, reverse=True))

# A number before one of these nouns names something (3번 출구); otherwise 번 counts times (세 번).
NUMBERED_AFTER_BEON = (
    *("출구", "국도", "고속도로", "게이트", "채널", "트랙", "좌석", "버스", "승강장", "창구", "홈", "탑승구"),
    *(
        "터미널",
        "도로",
        "문",
        "창",
        "충전기",
        "후보",
        "항목",
        "메뉴",
        "프리셋",
        "으로",
        "을",
        "이요",
        "이에",
        "지점",
    ),
)


class Symbol(NamedTuple):
    """A written unit: how Korean reads it, and the counter that stands for it."""

    korean: str
    english: str
    unit: str | None


SYMBOLS: dict[str, Symbol] = {
    "%p": Symbol("퍼센트 포인트", "percentage points", None),
    "%": Symbol("퍼센트", "percent", "percent"),
    "℃": Symbol("도", "degrees", "degree"),
    "°C": Symbol("도", "degrees", "degree"),
    "℉": Symbol("화씨도", "degrees fahrenheit", "fahrenheit"),
    "°F": Symbol("화씨도", "degrees fahrenheit", "fahrenheit"),
    "°": Symbol("도", "degrees", "degree"),
    "km/h": Symbol("킬로미터", "kilometers per hour", "kmh"),
    "kmh": Symbol("킬로미터", "kilometers per hour", "kmh"),
    "kph": Symbol("킬로미터", "kilometers per hour", "kmh"),
    "mph": Symbol("마일", "miles per hour", "mph"),
    "km": Symbol("킬로미터", "kilometers", "kilometre"),
    "kWh": Symbol("킬로와트시", "kilowatt hours", "kilowatt_hour"),
    "kW": Symbol("킬로와트", "kilowatts", "kilowatt"),
    "MW": Symbol("메가와트", "megawatts", None),
    "Wh": Symbol("와트시", "watt hours", None),
    "W": Symbol("와트", "watts", "watt"),
    "kg": Symbol("킬로그램", "kilograms", "kilogram"),
    "mg": Symbol("밀리그램", "milligrams", None),
    "t": Symbol("톤", "tons", None),
    "g": Symbol("그램", "grams", None),
    "cm": Symbol("센티미터", "centimeters", "centimetre"),
    "mm": Symbol("밀리미터", "millimeters", "millimetre"),
    "m/s": Symbol("미터 퍼 세컨드", "meters per second", None),
    "m2": Symbol("제곱미터", "square meters", None),
    "m3": Symbol("세제곱미터", "cubic meters", None),
    "m": Symbol("미터", "meters", "metre"),
    "mi": Symbol("마일", "miles", "mile"),
    "ml": Symbol("밀리리터", "milliliters", None),
    "L": Symbol("리터", "liters", "litre"),
    "l": Symbol("리터", "liters", "litre"),
    "kHz": Symbol("킬로헤르츠", "kilohertz", None),
    "MHz": Symbol("메가헤르츠", "megahertz", None),
    "GHz": Symbol("기가헤르츠", "gigahertz", None),
    "Hz": Symbol("헤르츠", "hertz", "hertz"),
    "dB": Symbol("데시벨", "decibels", None),
    "psi": Symbol("피에스아이", "p s i", None),
    "bar": Symbol("바", "bar", None),
    "kPa": Symbol("킬로파스칼", "kilopascals", None),
    "hPa": Symbol("헥토파스칼", "hectopascals", None),
    "rpm": Symbol("알피엠", "r p m", None),
    "V": Symbol("볼트", "volts", "volt"),
    "A": Symbol("암페어", "amperes", "ampere"),
    "TB": Symbol("테라바이트", "terabytes", None),
    "GB": Symbol("기가바이트", "gigabytes", None),
    "MB": Symbol("메가바이트", "megabytes", None),
    "h": Symbol("시간", "hours", "hour"),
    "min": Symbol("분", "minutes", "minute"),
    "s": Symbol("초", "seconds", "second"),
    "원": Symbol("원", "won", "won"),
}
SYMBOLS_LONGEST_FIRST = tuple(sorted(SYMBOLS, key=len, reverse=True))
