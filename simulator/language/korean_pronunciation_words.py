"""Words whose pronunciation their spelling does not tell, as tables for `korean_pronunciation`.

Each is respelled only as far as needed; the general rules still run over the result.
Source: Standard Pronunciation (표준 발음법), articles 12, 15, 20, 26, 28-30; the Standard Korean Dictionary.
"""

from simulator.language import hangul

# Sino-Korean words in which ㄷ, ㅅ, ㅈ become tense after ㄹ (article 26).
_AFTER_L = """
설정 일정 결정 열선 발신 실시 철도 활동 출동 출시 달성 별도 절전 물질 실제 일시 절대 출석 실수 출장 결제 일주일 갈등
발전 발달 멸종 필수 밀도 열도 돌진 발사 출신 결승 결석 할증 활성 활주 굴절 설득 열대 열정 열쇠 일단 일대 일등 일상
일생 일제 일종 일직선 탈선 탈진 밀집 발동 발주 칠십 팔십 월정 몰두 물증 별장 율동 질주
"""
# Compounds in which the second part's onset becomes tense (articles 28 and 30); the syllable is marked by ˈ.
_COMPOUNDS = """
문ˈ자 조ˈ건 성ˈ격 인ˈ기 물ˈ가 평ˈ가 창ˈ가 길ˈ가 강ˈ가 안ˈ과 내ˈ과 치ˈ과 여ˈ권 증ˈ권 사ˈ건 한ˈ자 글ˈ자
물ˈ고기 밤ˈ길 산ˈ길 눈ˈ길 출근ˈ길 퇴근ˈ길 등굣ˈ길 용ˈ건 요ˈ건 안ˈ건 초ˈ점 장ˈ점 단ˈ점 관ˈ점 요ˈ점 점ˈ수
비빔ˈ밥 김ˈ밥 아침ˈ밥 술ˈ집 빵ˈ집 손ˈ등 물ˈ소리 말ˈ소리 바람ˈ소리 음악ˈ소리 발ˈ길 들ˈ길 상견ˈ례 가능ˈ성
"""
# A ㄴ comes in before i and y (article 29).
_N_INSERTION = {
    "휘발유": "휘발뉴",
    "식용유": "식용뉴",
    "알약": "알냑",
    "물약": "물냑",
    "두통약": "두통냑",
    "진통약": "진통냑",
    "색연필": "색년필",
    "담요": "담뇨",
    "한여름": "한녀름",
    "꽃잎": "꽃닙",
    "나뭇잎": "나뭇닙",
    "깻잎": "깻닙",
    "십육": "십뉵",
    "백육": "백뉵",
    "볼일": "볼닐",
    "할일": "할닐",
    "웬일": "웬닐",
    "별일": "별닐",
    "앞일": "앞닐",
    "영업용": "영업뇽",
    "급행열차": "급행녈차",
    "직행열차": "직행녈차",
    "솜이불": "솜니불",
    "눈요기": "눈뇨기",
}
# ㄴㄹ that stays ㄴㄴ (article 20), and codas neutralised before a word of meaning (articles 12, 15).
_OTHERS = {
    "의견란": "의견난",
    "생산량": "생산냥",
    "판단력": "판단녁",
    "결단력": "결단녁",
    "테헤란로": "테헤란노",
    "등산로": "등산노",
    "온라인": "온나인",
    "다운로드": "다운노드",
    "원룸": "원눔",
    "엔진룸": "엔진눔",
    "맛없": "마덦",
    "멋없": "머덦",
    "첫인상": "처딘상",
    "웃어른": "우더른",
    "겉옷": "거돗",
    "헛웃": "허둣",
    "맏형": "마텽",
}
# Words in -역 where it is no station and follows a consonant, so that no ㄴ comes in.
NOT_STATIONS = frozenset(
    (
        "번역",
        "면역",
        "통역",
        "영역",
        "권역",
        "음역",
        "용역",
        "광역",
        "검역",
        "병역",
        "반역",
        "현역",
        "전역",
        "징역",
        "성역",
    )
)
_TENSE = {"ㄱ": "ㄲ", "ㄷ": "ㄸ", "ㅂ": "ㅃ", "ㅅ": "ㅆ", "ㅈ": "ㅉ"}


def _tensed(syllable: str) -> str:
    letters = hangul.decompose(syllable)
    if letters is None:
        return syllable
    return hangul.compose(_TENSE.get(letters.onset, letters.onset), letters.vowel, letters.coda)


def _respellings() -> dict[str, str]:
    table = {word: word[0] + _tensed(word[1]) + word[2:] for word in _AFTER_L.split()}
    for marked in _COMPOUNDS.split():
        before, after = marked.split("ˈ")
        table[before + after] = before + _tensed(after[0]) + after[1:]
    return table | _N_INSERTION | _OTHERS


RESPELLINGS = _respellings()
