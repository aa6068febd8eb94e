# ruff: noqa: E501 - one entry per line: wrapping a sentence would hide what belongs together
"""What the assistant says in Korean about the calendar, people, calls, mails and the charge limit."""

from collections.abc import Callable
from typing import Any

from simulator.agents.baseline.words_ko import joined, number
from simulator.agents.baseline.words_road_ko import WHICH, clock

Slots = dict[str, Any]
_DID = "[어|어요|습니다]"
_SORRY = "[미안해.|죄송해요.|죄송합니다.]"
_CANNOT = "수 [없어|없어요|없습니다]"
_IS = "[있어|있어요|있습니다]"
_NOT = "[없어|없어요|없습니다]"
_MEAN = "[말하는 거야?|말씀하시는 거예요?|말씀하시는 겁니까?]"

PLAIN = {
    "no_meetings": f"{_SORRY} 오늘은 회의가 없어서 그건 할 {_CANNOT}.",
    "no_more_meetings": f"{_SORRY} 오늘 남은 회의가 없어서 그건 할 {_CANNOT}.",
    "answer_no_meetings": f"오늘은 일정이 {_NOT}.",
    "calendar_other_day": f"{_SORRY} 다른 날의 일정은 알 수 없고 오늘 것만 볼 수 {_IS}.",
}


def _meeting(meeting: Slots) -> str:
    parts = [clock(meeting["start"]) if meeting["start"] is not None else "시각은 알 수 없고"]
    parts.append(meeting["place"] or "장소는 알 수 없고")
    parts.append(meeting["topic"] or "주제는 알 수 없는 회의")
    text = ", ".join(parts)
    extras = [f"{meeting['duration'].removesuffix('min')}분"] if meeting["duration"] else []
    if meeting["count"]:
        extras.append(f"참석자 {meeting['count']}명")
    return f"{text}, {', '.join(extras)}" if extras else text


def _meetings(s: Slots) -> str:
    rows = s["meetings"]
    if s["which"]:
        return f"{WHICH[s['which']]} 회의는 {_meeting(rows[0])}{{이다}}."
    listed = " ".join(f"{_meeting(row)}{{이다}}." for row in rows)
    return f"오늘은 일정이 {len(rows)}개 {_IS}. {listed}"


def _contact(s: Slots) -> str:
    parts = []
    if s["want"] != "email":
        parts.append(f"{s['name']} 전화번호는 {s['phone']}{{이다}}." if s["phone"] else f"전화번호는 알 {_CANNOT}.")
    if s["want"] != "phone":
        parts.append(f"{s['name']} 메일 주소는 {s['email']}{{이다}}." if s["email"] else f"메일 주소는 알 {_CANNOT}.")
    return " ".join(parts)


MADE: dict[str, Callable[[Slots], str]] = {
    "answer_attendees": lambda s: (
        f"{clock(s['meeting']['start'])} {s['meeting']['topic'] or '회의'}에는 {joined(s['names'])}{{이}} [참석해|참석해요|참석합니다]."
    ),
    "answer_meetings": _meetings,
    "answer_contact": _contact,
    "ask_unknown_person": lambda s: (
        f"{_SORRY} 연락처에서 {s['name']}{{을}} 찾을 {_CANNOT}. 이름이 [뭐야?|무엇인가요?|무엇입니까?]"
    ),
    "choose_person": lambda s: f"{joined(s['names'])}{{이}} {_IS}. 누구를 {_MEAN}",
    "ask_whom": lambda s: (
        "누구에게 전화를 [걸까?|걸까요?|거시겠습니까?]"
        if s["device"] == "call"
        else (
            "누구에게 메일을 [보낼까?|보낼까요?|보내시겠습니까?]"
            if s["device"] == "mail"
            else "누구의 연락처를 [찾을까?|찾을까요?|찾으시겠습니까?]"
        )
    ),
    "confirm_call": lambda s: f"지금 {s['name']}에게 전화를 [걸까?|걸까요?|거시겠습니까?]",
    "calling": lambda s: f"{s['name']}에게 전화를 걸었{_DID}.",
    "ask_mail_text": lambda s: f"{joined(s['names'])}에게 뭐라고 [쓸까?|쓸까요?|쓰시겠습니까?]",
    "confirm_mail": lambda s: (
        f"{joined(s['names'])}에게 보낼 메일 내용은 '{s['text'].rstrip('.')}'{{이다}}. 이 메일을 [보낼까?|보낼까요?|보내시겠습니까?]"
    ),
}
DEEDS: dict[str, Callable[[Slots], str]] = {
    "send_email": lambda a: f"메일을 보냈{_DID}.",
    "set_charge_limit": lambda a: f"충전 한도를 {number(a['percentage'])}퍼센트로 설정했{_DID}.",
}
