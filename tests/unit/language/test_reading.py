import pytest

from simulator.language.numbers import read_korean


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("온도 22도로 맞춰 줘", "온도 이십이 도로 맞춰 줘"),
        ("풍량 3단으로", "풍량 삼 단으로"),
        ("11시 30분에 출발", "열한 시 삼십 분에 출발"),
        ("10:30에 알람", "열 시 삼십 분에 알람"),
        ("15:00", "십오 시"),
        ("창문 50%로 열어", "창문 오십 퍼센트로 열어"),
        ("21.5도", "이십일 점 오 도"),
        ("22℃", "이십이 도"),
        ("-5도", "영하 오 도"),
        ("010-1234-5678", "공일공 일이삼사 오육칠팔"),
        ("01012345678로 전화", "공일공 일이삼사 오육칠팔로 전화"),
        ("112에 신고해", "일일이에 신고해"),
        ("35km 남음", "삼십오 킬로미터 남음"),
        ("시속 100km/h", "시속 백 킬로미터"),
        ("60kWh 충전", "육십 킬로와트시 충전"),
        ("A/C 켜 줘", "에어컨 켜 줘"),
        ("T2로 가자", "티 투로 가자"),
        ("GPS 위치", "지피에스 위치"),
        ("FM 95.9", "에프엠 구십오 점 구"),
        ("제2터미널", "제이 터미널"),
        ("제2여객터미널", "제이 여객터미널"),
        ("3번 출구", "삼 번 출구"),
        ("3번 반복해", "세 번 반복해"),
        ("1번째", "첫 번째"),
        ("2명", "두 명"),
        ("커피 3잔", "커피 세 잔"),
        ("20개", "스무 개"),
        ("21살", "스물한 살"),
        ("2시간 30분", "두 시간 삼십 분"),
        ("7층", "칠 층"),
        ("2단계", "이 단계"),
        ("6월 10일", "유월 십 일"),
        ("2026-11-03", "이천이십육 년 십일 월 삼 일"),
        ("2026년", "이천이십육 년"),
        ("20~25도", "이십에서 이십오 도"),
        ("5,000원", "오천 원"),
        ("₩5,000", "오천 원"),
        ("12345", "만 이천삼백사십오"),
        ("1/2", "이분의 일"),
        ("12-3번지", "십이 다시 삼 번지"),
        ("５０％", "오십 퍼센트"),
        ("ㅋㅋ 안녕 😀", "안녕"),
        ("네, 알겠습니다!", "네, 알겠습니다!"),
    ],
)
def test_written_korean_is_read_as_it_is_spoken(written: str, spoken: str) -> None:
    assert read_korean(written) == spoken


@pytest.mark.parametrize("name", ["Jennifer", "Thomson", "Pangyo", "queue", "x", "Szczecin", "AT&T"])
def test_latin_names_become_hangul(name: str) -> None:
    spoken = read_korean(name)
    assert spoken
    assert not any(character.isascii() and character.isalnum() for character in spoken)
