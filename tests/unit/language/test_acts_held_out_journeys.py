"""Replies about journeys written before any rule was changed for them, only ever measured, never tuned on.

Each row is a reply and the acts a listener hears in it, in order; the floors are the first measured values.
"""

import pytest

from simulator.channel import Locale
from simulator.language.acts import Act, recognise
from simulator.language.acts_clauses import QUESTIONS

ENGLISH: tuple[tuple[str, str], ...] = (
    (
        "Okay, we're going to Gangneung via the Yeongdong Expressway: 2 hours 31 minutes, 221 km, and there's a toll.",
        "done",
    ),
    ("It's about 88 kilometres to Wonju and you'll need an hour and ten.", "done"),
    (
        "Heading for Jeonju, the quickest way takes 2 h 40 and charges tolls. One other route is shorter. Do you want "
        "the quick one or the short one?",
        "choose",
    ),
    ("Start guidance to the Sunrise Bakery?", "confirm"),
    ("Should I set Incheon Airport as the new destination?", "confirm"),
    ("Is it okay if I drop the stop in Cheonan and take you straight to Daejeon?", "confirm"),
    ("Three parking garages turned up: Central, Riverside and Old Town. Which one shall it be?", "choose"),
    ("Fastest, shortest, or toll-free?", "choose"),
    (
        "The fast charger has two free plugs, one with 50 kW and one with 150 kW. Which of the two should I plan with?",
        "choose",
    ),
    ("You'd get roughly 260 km out of the remaining charge.", "done"),
    ("That's enough to reach Suncheon with 12 percent to spare.", "done"),
    ("Nothing else on your calendar after the 14:00 sync with Dana.", "done"),
    ("Lunch with Pierre is in Suwon at 12:30 and takes 60 minutes.", "done"),
    ("Sokcho gets fog this evening, 9 degrees at 19:00.", "done"),
    ("No rain in Daegu before midnight.", "done"),
    ("Your route now ends in Ulsan.", "done"),
    ("The email has gone out to Jiwoo and Helen.", "done"),
    ("Before I send this to Helen White: it says you'll be there at 16:00. OK?", "confirm"),
    ("I have her number: 010 0838 0001. Want me to call it?", "confirm"),
    ("Topping up to 80 percent would take 41 minutes on the 100 kilowatt plug.", "done"),
    ("Unfortunately nobody called Dominik is among your contacts.", "limit"),
    ("I'm afraid weather for tomorrow isn't something I can look up.", "limit"),
    ("Which city should I search in?", "value"),
    ("Who should get the mail?", "value"),
    (
        "For both legs I picked the fastest road; there are alternatives if you'd rather see them, and the second leg "
        "costs a toll.",
        "done",
    ),
    ("At which kilometer of the trip should I look for a charger?", "value"),
)

KOREAN: tuple[tuple[str, str], ...] = (
    ("강릉까지 영동고속도로로 2시간 31분, 221km이고 통행료를 내야 해요.", "done"),
    ("원주까지는 88km쯤 되고 한 시간 십 분 정도 걸립니다.", "done"),
    (
        "전주까지 제일 빠른 길은 2시간 40분이고 통행료가 들어. 더 짧은 길도 하나 있는데, 빠른 길이 좋아 아니면 짧은"
        " 길이 좋아?",
        "choose",
    ),
    ("해돋이빵집으로 안내할까?", "confirm"),
    ("목적지를 인천공항으로 바꾸면 될까요?", "confirm"),
    ("천안 경유지를 빼고 대전으로 바로 가도 괜찮으시겠습니까?", "confirm"),
    ("주차장이 세 군데 나왔습니다. 중앙, 강변, 구시가 주차장인데 어디로 모실까요?", "choose"),
    ("빠른 길, 짧은 길, 무료 도로 중에서 골라 주세요.", "choose"),
    ("비어 있는 충전기는 50kW와 150kW 두 개입니다. 어느 것으로 계산해 드릴까요?", "choose"),
    ("남은 배터리로 260km 정도 갈 수 있어.", "done"),
    ("순천까지 가고도 12퍼센트가 남아요.", "done"),
    ("14시 회의 뒤로는 일정이 없어요.", "done"),
    ("피에르 씨와 점심은 12시 30분 수원이고 한 시간짜리예요.", "done"),
    ("속초는 저녁 7시에 안개가 끼고 9도입니다.", "done"),
    ("대구는 자정까지 비 소식이 없어.", "done"),
    ("이제 목적지는 울산입니다.", "done"),
    ("지우 씨와 헬렌 씨에게 메일이 나갔어요.", "done"),
    ("헬렌 화이트 씨에게 16시에 도착한다고 메일 보내도 될까?", "confirm"),
    ("번호는 010 0838 0001이에요. 바로 걸어 드릴까요?", "confirm"),
    ("100킬로와트 충전기로 80퍼센트까지 41분이면 돼요.", "done"),
    ("연락처에 도미니크라는 사람은 없어요.", "limit"),
    ("죄송하지만 내일 날씨는 조회가 안 됩니다.", "limit"),
    ("어느 도시에서 찾을까요?", "value"),
    ("메일은 누구한테 보낼까요?", "value"),
    (
        "두 구간 다 가장 빠른 길로 잡았고, 다른 길도 원하시면 알려 드릴게요. 두 번째 구간은 유료예요.",
        "done",
    ),
    ("경로의 몇 킬로미터 지점에서 충전소를 찾아볼까요?", "value"),
)


def _answered(acts: tuple[Act, ...], question: Act | None) -> Act:
    """Return the one act a driver reacts to: the question, else the limit, else what was done."""
    return question or next((act for act in (Act.LIMIT, Act.DONE) if act in acts), Act.OTHER)


@pytest.mark.parametrize(
    ("locale", "replies", "every_act_floor", "answered_floor"),
    [("en", ENGLISH, 0.84, 0.88), ("ko", KOREAN, 0.96, 0.96)],
)
def test_unseen_replies_are_understood(
    locale: Locale, replies: tuple[tuple[str, str], ...], every_act_floor: float, answered_floor: float
) -> None:
    every_act = answered = 0
    for speech, named in replies:
        expected = tuple(Act(name) for name in named.split())
        question = next((act for act in reversed(expected) if act in QUESTIONS), None)
        heard = recognise(speech, locale)
        every_act += heard.acts == expected
        answered += _answered(heard.acts, heard.question) is _answered(expected, question)
    assert every_act / len(replies) >= every_act_floor
    assert answered / len(replies) >= answered_floor
