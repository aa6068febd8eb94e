"""Korean words that the analyser's tags do not tell apart: days, numerals, counters, and what is no fact by itself."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


DAYS = _words("오전 오후 새벽 아침 저녁 밤 정오 자정 오늘 내일 모레 어제 글피 주말")
NUMERALS = _words("한 두 세 네 석 넉 다섯 여섯 일곱 여덟 아홉 열 열한 열두 스무 서너 두세 한두 첫 몇")
COUNTERS = _words("단계 퍼센트 프로 킬로미터 킬로 미터 층 초 원 달러 시간 인분 레벨 점 호 호선 번째 칸 자리 주 개월")
EMPTY = _words(
    """
    확인 안내 도움 말씀 필요 경우 정도 지금 현재 감사 죄송 미안 반갑 고맙 안녕 요청 다음 물론 나머지 이상 이하 알 모르
    하 되 있 없 이러 그러 어떠 같 싶 주 드리 보 말 그렇 이렇 네 예 응 것 수 등 바
    """
)
"""Helping verbs, answers, courtesies, and nouns that mean nothing without another one."""
