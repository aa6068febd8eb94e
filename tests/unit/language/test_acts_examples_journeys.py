"""Replies about routes, charging, calendar, mail and weather the rules were shaped on, with the acts heard in them."""

import pytest

from simulator.channel import Locale
from simulator.language.acts import recognise

ENGLISH: tuple[tuple[str, str], ...] = (
    (
        "There are three ways to Busan. The fastest goes over the Jungbu Expressway, takes 4 hours 3 minutes for "
        "363 km and has tolls; two more are available.",
        "done",
    ),
    ("The fastest route is also the shortest: 177 kilometers in 2 hours and 2 minutes, with tolls.", "done"),
    ("From here to Daejeon it's 177 km, about two hours. Should I start the navigation?", "confirm"),
    ("Shall I start navigation to Gyeongju?", "confirm"),
    ("Would you like the fastest or the shortest route?", "choose"),
    (
        "The fastest takes 4 hours 3 minutes with tolls, the toll-free one 6 hours 20. Which of these would you like?",
        "choose",
    ),
    (
        "I found three bakeries in Suwon: Bread House, Morning Oven and Mill Street. Which one of these three should "
        "I take you to?",
        "choose",
    ),
    ("Your range is 312 km at the moment.", "done"),
    ("With 64 percent you can drive another 298 kilometers.", "done"),
    ("You have two meetings today: budget planning at 10:00 in Daejeon and a design review at 15:30.", "done"),
    ("Your first meeting starts at 09:30 and lasts an hour; Minjun and Helen are attending.", "done"),
    ("In Busan it will be cloudy with rain at 18:00, around 14 degrees.", "done"),
    (
        "Navigation to Busan is on, with a stop in Daejeon. I took the fastest route for each leg; other routes are "
        "available, and both have tolls.",
        "done",
    ),
    ("I've added the charging station as a stop.", "done"),
    ("The stop in Gumi is gone from your route.", "done"),
    ("I'd email Minjun Kim: 'Running 20 minutes late.' Shall I send it?", "confirm"),
    ("The mail to Helen is on its way.", "done"),
    ("Calling Seoyeon now.", "done"),
    ("Charging from 20 to 80 percent at that station takes about 32 minutes.", "done"),
    ("After half an hour on that plug the battery would be at 71 percent.", "done"),
    ("There are no routes between two points of interest, so I can't plan that.", "limit"),
    ("I can only read today's calendar, so tomorrow stays out of my reach.", "limit"),
    ("I have two contacts named Kim: Minjun and Jiwoo. Who do you mean?", "choose"),
    ("What should I write in the mail?", "value"),
    ("Where would you like to go?", "value"),
    ("Do you want to replace the destination with Ulsan?", "confirm"),
    ("There's already a route active. Should I change its destination to Ulsan instead?", "done confirm"),
    ("That leaves you with 41 percent on arrival.", "done"),
    ("Okay, off to Busan we go, 4 hours 3 minutes on the fastest road.", "done"),
    ("Jeju: sunny, 22 degrees.", "done"),
    ("Expect thunderstorms in Milan tonight.", "done"),
    ("Dialing 010 0838 0001 now.", "done"),
    ("I found one bakery that is open: Mill Street.", "done"),
    ("No contact by the name of Dominik exists.", "limit"),
    ("Nobody in your contacts is called Dominik.", "limit"),
    ("There is no Dominik in your contact list.", "limit"),
    ("I can only look at today's weather.", "limit"),
    ("There's no direct route between those two places.", "limit"),
    ("There's no other route to Busan.", "done"),
    ("Do you mean Minjun Kim, Minjun Lee or Minjun Park?", "choose"),
    (
        "I'd take the fastest route for each leg, with tolls on the second; other routes exist. Shall I start?",
        "confirm",
    ),
    ("Up to what percentage should I plan the charging?", "value"),
)

KOREAN: tuple[tuple[str, str], ...] = (
    (
        "부산까지 가는 길은 세 가지예요. 가장 빠른 길은 중부고속도로로 4시간 3분, 363km이고 통행료가 있어요. 나머지"
        " 두 가지도 있어요.",
        "done",
    ),
    ("가장 빠른 길이 가장 짧기도 해요. 177km에 2시간 2분 걸리고 유료 도로를 지나요.", "done"),
    ("대전까지 177km, 두 시간쯤 걸려요. 안내를 시작할까요?", "confirm"),
    ("경주로 길 안내를 시작할까요?", "confirm"),
    ("가장 빠른 길로 할까요, 가장 짧은 길로 할까요?", "choose"),
    ("빠른 길과 짧은 길 중에 어느 쪽으로 안내해 드릴까요?", "choose"),
    ("수원에서 빵집 세 곳을 찾았어요. 아침빵집, 밀밭, 오븐하우스예요. 이 셋 중 어디로 안내할까요?", "choose"),
    ("지금 주행 가능 거리는 312km예요.", "done"),
    ("64퍼센트로는 298킬로미터를 더 달릴 수 있습니다.", "done"),
    ("오늘 회의는 두 건이야. 10시에 대전에서 예산 회의, 15시 30분에 디자인 검토가 있어.", "done"),
    ("첫 회의는 9시 30분에 시작해서 한 시간 동안 하고, 민준 씨와 헬렌 씨가 참석해요.", "done"),
    ("부산은 18시에 흐리고 비가 오고 14도쯤이에요.", "done"),
    (
        "대전을 들러 부산까지 안내를 시작했어요. 구간마다 가장 빠른 경로로 잡았고 다른 경로도 있어요. 두 구간 모두"
        " 통행료가 있어요.",
        "done",
    ),
    ("충전소를 경유지로 추가했어.", "done"),
    ("경로에서 구미 경유지를 뺐어요.", "done"),
    ("김민준 님께 '20분 늦습니다'라고 메일을 보낼까요?", "confirm"),
    ("헬렌에게 메일 보냈어.", "done"),
    ("서연 씨에게 전화를 걸게요.", "done"),
    ("그 충전소에서 20퍼센트에서 80퍼센트까지 충전하는 데 32분쯤 걸려요.", "done"),
    ("30분 충전하면 배터리가 71퍼센트가 됩니다.", "done"),
    ("관심 지점 사이에는 경로가 없어서 안내해 드릴 수 없어요.", "limit"),
    ("일정은 오늘 것만 볼 수 있어서 내일 일정은 알 수 없어요.", "limit"),
    ("연락처에 김씨가 두 명 있어요. 민준 씨와 지우 씨 중에 누구에게 보낼까요?", "choose"),
    ("메일에 뭐라고 쓸까요?", "value"),
    ("어디로 안내할까요?", "value"),
    ("목적지를 울산으로 바꿔 드릴까요?", "confirm"),
    ("이미 부산으로 안내 중이에요. 목적지를 울산으로 바꿀까요?", "confirm"),
    ("두 번째 구간은 유료 도로예요.", "done"),
    ("두 구간 모두 통행료가 들어.", "done"),
    ("그 길은 통행료가 없어요.", "done"),
    ("오늘 밤 밀라노에는 천둥 번개가 칩니다.", "done"),
    ("영업 중인 빵집은 밀밭 한 곳이에요.", "done"),
    ("도미니크라는 이름의 연락처가 없습니다.", "limit"),
    ("연락처에 도미니크라는 분이 안 계세요.", "limit"),
    ("그 두 곳을 바로 잇는 길은 없어요.", "limit"),
    ("부산으로 가는 다른 경로는 없어요.", "done"),
    ("김민준, 이민준, 박민준 중에 누구세요?", "choose"),
    ("구간마다 가장 빠른 길로 잡고, 두 번째 구간은 통행료가 있어요. 다른 경로도 있어요. 시작할까요?", "confirm"),
    ("몇 퍼센트까지 충전할까요?", "value"),
)
CASES: tuple[tuple[Locale, str, str], ...] = (
    *(("en", speech, acts) for speech, acts in ENGLISH),
    *(("ko", speech, acts) for speech, acts in KOREAN),
)


@pytest.mark.parametrize(("locale", "speech", "acts"), CASES)
def test_every_act_of_the_reply_is_heard(locale: Locale, speech: str, acts: str) -> None:
    assert " ".join(recognise(speech, locale).acts) == acts
