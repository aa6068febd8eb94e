"""Our Korean character error rate beside an independent scorer's, on pairs written by hand."""

import kocer
import pytest

from simulator.language.alignment import space_free_cer

AGREED = """
온도를 22도로 맞춰 줘 | 온도를 이십이 도로 맞춰줘
바람 세기 3단으로 올려 줘 | 바람 새기 삼 단으로 올려줘
11시 30분에 출발하자 | 열한시 삼십분에 출발 하자
07:30에 깨워 | 일곱시 삼십분에 깨워
커피 3잔 시켜 줘 | 커피 세 잔 시켜줘
3번 출구로 나가자 | 세 번 출구로 나가자
3번째 거 | 세 번째 거
12층으로 | 십이 층으로
2단계로 | 이 단계로
2명 타 | 두 명 타
2대 있어 | 두 대 있어
20대 남성 | 이십 대 남성
24시간 영업 | 이십사 시간 영업
24시간 영업 | 스물네 시간 영업
창문 50% 열어 | 창문 오십 퍼센트 열어
창문 50% 열어 | 창문 오십 프로 열어
35km 남았어 | 삼십오 킬로미터 남았어
22℃로 | 이십이 도로
-5도야 | 영하 오 도야
3.5도 올려 | 삼 점 오 도 올려
1,200원 | 천이백원
10만원 | 십만 원
6월 10일 | 유월 십일
10월 3일 | 시월 삼일
2026년 11월 30일 | 이천이십육년 십일월 삼십일
010-1234-5678로 전화 | 공일공 일이삼사 오육칠팔로 전화
112에 신고 | 일일이에 신고
제2터미널 | 제이 터미널
TV 켜 줘 | 티브이 켜 줘
USB 음악 | 유에스비 음악
AI 비서 | 에이아이 비서
T2로 가 줘 | 티 투로 가 줘
5G 켜 | 파이브지 켜
EV6 어때 | 이브이 식스 어때
에어컨 켜 줘. | 에어컨, 켜줘!
에어컨 좀 켜 줘 | 에어콘 좀 켜줘요
강남역으로 안내해 줘 | 강남여그로 안내 줘
김민수한테 전화 | 김민서한테 전화
"""
# (pair, ours, why theirs is another number)
EXPLAINED = [
    ("60kWh 충전 | 육십 킬로와트시 충전", 0.0, "kWh is a unit to us, letters to it"),
    ("100kW 넘는 | 백 킬로와트 넘는", 0.0, "kW is a unit to us, letters to it"),
    ("100km/h 넘지 마 | 시속 백 킬로미터 넘지 마", 0.0, "a speed is said with 시속 first"),
    ("A/C 켜 줘 | 에어컨 켜 줘", 0.0, "in a car A/C is the air conditioner"),
    ("TV 켜 줘 | 티비 켜 줘", 0.0, "티비 and 티브이 are the same set"),
    ("Jazz 틀어 줘 | 재즈 틀어 줘", 0.0, "English words drivers use are written in Hangul too"),
    ("1/2만 열어 | 이분의 일만 열어", 0.0, "it reads no fractions"),
    ("3~5분 걸려 | 삼에서 오 분 걸려", 0.0, "it reads no ranges"),
    ("22도 | 23도", 1 / 4, "we count spoken syllables (이십이도), it counts written digits (1 of 3)"),
]


def _pair(line: str) -> tuple[str, str]:
    reference, hypothesis = line.split(" | ")
    return reference, hypothesis


@pytest.mark.parametrize("line", AGREED.strip().splitlines())
def test_both_scorers_agree(line: str) -> None:
    reference, hypothesis = _pair(line)
    assert space_free_cer(reference, hypothesis) == pytest.approx(kocer.cer(reference, hypothesis))


@pytest.mark.parametrize(("line", "ours", "why"), EXPLAINED)
def test_known_differences(line: str, ours: float, why: str) -> None:
    reference, hypothesis = _pair(line)
    assert space_free_cer(reference, hypothesis) == pytest.approx(ours)
    assert kocer.cer(reference, hypothesis) > ours, why
