"""Latin letters and words as Korean speech says them."""

import re

from simulator.language.hangul import compose

LETTER_NAMES = {
    **{"a": "에이", "b": "비", "c": "시", "d": "디", "e": "이", "f": "에프", "g": "지", "h": "에이치"},
    **{"i": "아이", "j": "제이", "k": "케이", "l": "엘", "m": "엠", "n": "엔", "o": "오", "p": "피"},
    **{"q": "큐", "r": "알", "s": "에스", "t": "티", "u": "유", "v": "브이", "w": "더블유", "x": "엑스"},
    **{"y": "와이", "z": "제트"},
}
# Single digits after a letter take their English names: T2 → 티 투.
DIGIT_NAMES = ("제로", "원", "투", "쓰리", "포", "파이브", "식스", "세븐", "에이트", "나인")

WORDS = {
    **{
        "a/c": "에어컨",
        "ac": "에어컨",
        "air": "에어",
        "con": "컨",
        "auto": "오토",
        "app": "앱",
        "bluetooth": "블루투스",
    },
    **{
        "wi-fi": "와이파이",
        "wifi": "와이파이",
        "eco": "에코",
        "sport": "스포츠",
        "comfort": "컴포트",
        "normal": "노멀",
    },
    **{
        "off": "오프",
        "on": "온",
        "max": "맥스",
        "min": "민",
        "mode": "모드",
        "ok": "오케이",
        "okay": "오케이",
    },
    **{
        "hi": "하이",
        "hey": "헤이",
        "hello": "헬로",
        "car": "카",
        "play": "플레이",
        "radio": "라디오",
        "music": "뮤직",
    },
    **{
        "coffee": "커피",
        "cafe": "카페",
        "hotel": "호텔",
        "airport": "에어포트",
        "station": "스테이션",
        "home": "홈",
    },
    **{
        "mall": "몰",
        "park": "파크",
        "center": "센터",
        "centre": "센터",
        "tower": "타워",
        "plaza": "플라자",
        "ev": "이브이",
    },
    **{
        "sync": "싱크",
        "fan": "팬",
        "carplay": "카플레이",
        "android": "안드로이드",
        "email": "이메일",
        "e-mail": "이메일",
    },
    **{
        "led": "엘이디",
        "usb": "유에스비",
        "seoul": "서울",
        "busan": "부산",
        "incheon": "인천",
        "starbucks": "스타벅스",
    },
    **{
        "youtube": "유튜브",
        "melon": "멜론",
        "spotify": "스포티파이",
        "minsu": "민수",
        "kim": "김",
        "pop": "팝",
    },
    **{"kilometer": "킬로미터", "kilometers": "킬로미터", "meter": "미터", "meters": "미터", "percent": "퍼센트"},
    **{"celsius": "섭씨", "level": "레벨", "lv": "레벨", "map": "맵", "kakao": "카카오", "naver": "네이버"},
    **{"daum": "다음", "gmail": "지메일", "google": "구글", "apple": "애플", "netflix": "넷플릭스", "genie": "지니"},
    **{"tesla": "테슬라", "genesis": "제네시스", "hyundai": "현대", "kia": "기아", "ioniq": "아이오닉", "benz": "벤츠"},
    **{
        "smart": "스마트",
        "navi": "내비",
        "media": "미디어",
        "hybrid": "하이브리드",
        "video": "비디오",
        "gate": "게이트",
    },
    **{"iphone": "아이폰", "galaxy": "갤럭시", "driver": "드라이버", "smile": "스마일", "open": "오픈", "stop": "스톱"},
    **{"start": "스타트", "hold": "홀드", "phone": "폰", "call": "콜", "speaker": "스피커", "classic": "클래식"},
    **{"jazz": "재즈", "rock": "록", "news": "뉴스", "drive": "드라이브", "zone": "존", "service": "서비스"},
}

_ONSET = {
    **{
        "b": "ㅂ",
        "c": "ㅋ",
        "d": "ㄷ",
        "f": "ㅍ",
        "g": "ㄱ",
        "h": "ㅎ",
        "j": "ㅈ",
        "k": "ㅋ",
        "l": "ㄹ",
        "m": "ㅁ",
    },
    **{
        "n": "ㄴ",
        "p": "ㅍ",
        "q": "ㅋ",
        "r": "ㄹ",
        "s": "ㅅ",
        "t": "ㅌ",
        "v": "ㅂ",
        "w": "ㅇ",
        "x": "ㅈ",
        "y": "ㅇ",
        "z": "ㅈ",
    },
    **{"sh": "ㅅ", "ch": "ㅊ", "th": "ㅅ", "ph": "ㅍ", "ck": "ㅋ", "qu": "ㅋ", "wh": "ㅇ"},
}
_VOWEL = {
    **{"a": "ㅏ", "e": "ㅔ", "i": "ㅣ", "o": "ㅗ", "u": "ㅜ", "y": "ㅣ"},
    **{
        "oo": "ㅜ",
        "ee": "ㅣ",
        "ea": "ㅣ",
        "oa": "ㅗ",
        "ow": "ㅗ",
        "er": "ㅓ",
        "ai": "ㅔ",
        "ay": "ㅔ",
        "ou": "ㅏ",
    },
}
_CODA = {"m": "ㅁ", "n": "ㄴ", "l": "ㄹ", "ng": "ㅇ", "p": "ㅂ", "ck": "ㄱ", "k": "ㄱ", "c": "ㄱ"}
_UNIT_RE = re.compile(r"sh|ch|th|ph|ck|qu|wh|ng(?![aeiou])|oo|ee|ea|oa|ow|er(?![aeiou])|ai|ay|ou|(?P<c>[a-z])(?P=c)?")


def letters(text: str) -> str:
    """Spell ASCII letters by their Korean names, joined: GPS → 지피에스. Other characters are skipped."""
    return "".join(LETTER_NAMES.get(letter, "") for letter in text.lower())


def read_word(word: str) -> str:
    """Say one Latin word in Hangul: a known word, an abbreviation by its letters, else by rough rules.

    Capitals only, three letters at most, or no vowel means an abbreviation.
    """
    folded = word.lower()
    if folded in WORDS:
        return WORDS[folded]
    if word.isupper() or len(word) <= 2 or not re.search(r"[aeiouy]", folded):
        return letters(word)
    return transliterate(folded)


def transliterate(word: str) -> str:
    """Write a lower-case Latin word in Hangul, letter group by letter group, without knowing its language.

    A rough reading that makes an unknown name sayable, not the official transcription.
    """

    units = [match.group(0) for match in _UNIT_RE.finditer(word)]
    units = [unit[0] if len(unit) == 2 and unit[0] == unit[1] and unit not in _VOWEL else unit for unit in units]
    if len(units) > 2 and units[-1] == "e":
        units.pop()
    out: list[str] = []
    index = 0
    while index < len(units):
        onset = "ㅇ"
        if units[index] not in _VOWEL or (
            units[index] == "y" and units[index + 1 : index + 2] and units[index + 1] in _VOWEL
        ):
            consonant = units[index]
            index += 1
            following = units[index] if index < len(units) else ""
            if following not in _VOWEL:
                out.append("응" if consonant == "ng" else compose(_ONSET.get(consonant, "ㅇ"), "ㅡ"))
                continue
            onset = _ONSET.get(consonant, "ㅇ")
        vowel = _VOWEL[units[index]]
        index += 1
        coda = ""
        if index < len(units) and units[index] in _CODA:
            after = units[index + 1] if index + 1 < len(units) else ""
            if after not in _VOWEL:
                coda = _CODA[units[index]]
                index += 1
        out.append(compose(onset, vowel, coda))
    return "".join(out)
