"""Numbers, units, letters and symbols as a Korean driver says them."""

import pytest

from simulator.language.numbers import read_korean

TABLE = """
22도 | 이십이 도
3단 | 삼 단
2단계로 | 이 단계로
11시 30분 | 열한 시 삼십 분
13시 30분 | 십삼 시 삼십 분
07:30 | 일곱 시 삼십 분
00:30 | 영 시 삼십 분
오후 3:05에 | 오후 세 시 오 분에
10:00~12:00 | 열 시에서 열두 시
1시간반 | 한 시간 반
24시간 | 이십사 시간
12시간 | 열두 시간
2026년 11월 30일 | 이천이십육 년 십일 월 삼십 일
6월 | 유월
10월 3일 | 시월 삼 일
12/25 | 십이 월 이십오 일
010-1234-5678 | 공일공 일이삼사 오육칠팔
010 1234 5678로 | 공일공 일이삼사 오육칠팔로
02-735-9104로 | 공이 칠삼오 구일공사로
1588-1234번으로 | 일오팔팔 일이삼사 번으로
+82 10-1234-5678 | 플러스 팔이 일공 일이삼사 오육칠팔
119에 전화해 | 일일구에 전화해
12가 3456 | 십이 가 삼사오육
35km | 삼십오 킬로미터
시속 100km로 | 시속 백 킬로미터로
100km/h | 시속 백 킬로미터
10㎞ | 십 킬로미터
7.5kWh | 칠 점 오 킬로와트시
100kW | 백 킬로와트
4.5t 트럭 | 사 점 오 톤 트럭
50%씩 | 오십 퍼센트씩
10%p | 십 퍼센트 포인트
22℃ | 이십이 도
-5도 | 영하 오 도
영하 -5도 | 영하 오 도
-2 | 마이너스 이
±2도 | 플러스마이너스 이 도
3번째 | 세 번째
1번째 | 첫 번째
2대 | 두 대
20대 | 스무 대
20대 남성 | 이십 대 남성
5명 | 다섯 명
1층 | 일 층
B2 | 비 투
B2층 | 지하 이 층
3번 출구 | 삼 번 출구
3번 반복해 | 세 번 반복해
3-1번 버스 | 삼 다시 일 번 버스
1,2번 | 일 이 번
테헤란로 152-3 | 테헤란로 백오십이 다시 삼
A/C | 에어컨
T2 | 티 투
EV6 | 이브이 식스
GV80 | 지브이 팔십
5G | 파이브 지
3D 지도 | 쓰리 디 지도
4WD | 포 더블유디
V2L로 | 브이 투 엘로
USB | 유에스비
KTX | 케이티엑스
GPS로 | 지피에스로
No.1 | 넘버 일
R&B | 알 앤 비
Wi-Fi | 와이파이
Apple CarPlay | 애플 카플레이
1/2 | 이분의 일
2/3쯤 | 삼분의 이쯤
4분의 1 | 사분의 일
3.5 | 삼 점 오
1,200원 | 천이백 원
10만원 | 십만 원
3만 5천원 | 삼만 오천 원
1.5만 | 일 점 오만
₩1,200 | 천이백 원
3~5 | 삼에서 오
3~5도 | 삼에서 오 도
3~5명 | 세 명에서 다섯 명
9시~18시 | 아홉 시에서 십팔 시
2~3개 | 두세 개
서울~부산 경로 | 서울에서 부산 경로
안녕~ | 안녕
2+1 | 이 플러스 일
3:2 | 삼 대 이
5×3 | 오 곱하기 삼
minsu.kim@naver.com으로 | 민수 점 김 골뱅이 네이버 닷컴으로
driver_01@gmail.com | 드라이버 언더바 공일 골뱅이 지메일 닷컴
https://www.naver.com | 더블유더블유더블유 점 네이버 닷컴
go.naver.co.kr | 지오 점 네이버 점 시오 점 케이알
① | 일
Ⅲ | 삼
"""


@pytest.mark.parametrize(("written", "spoken"), [tuple(line.split(" | ")) for line in TABLE.strip().splitlines()])
def test_reading(written: str, spoken: str) -> None:
    assert read_korean(written) == spoken


@pytest.mark.parametrize(
    "words", ["5백년", "2만 켜 줘", "3주 2026년", "100도 1234원", "a@b", "x.y", "1//2", "~~", "%%"]
)
def test_odd_notation_is_read_without_harm(words: str) -> None:
    spoken = read_korean(words)
    assert read_korean(spoken) == spoken
    assert not any(character.isascii() and character.isalnum() for character in spoken)
