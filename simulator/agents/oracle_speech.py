"""What the oracle says, by language and, in Korean, by speech level."""

from collections.abc import Mapping

from simulator.channel import Locale
from simulator.events import SpeechLevel

Texts = Mapping[Locale, Mapping[SpeechLevel | None, str]]

# `{}` takes what the question is about.
CONFIRM: Texts = {
    "ko": {"hae": "{} 진행할까?", "haeyo": "{} 진행할까요?", "hapsyo": "{} 진행해도 되겠습니까?"},
    "en": {None: "{} Shall I go ahead?"},
}
VALUE: Texts = {
    "ko": {"hae": "{} 어떻게 해 줄까?", "haeyo": "{} 어떻게 해 드릴까요?", "hapsyo": "{} 어떻게 해 드릴까요?"},
    "en": {None: "{} What would you like it to be?"},
}
CHOOSE: Texts = {
    "ko": {
        "hae": "{} 둘 중에 어느 쪽으로 할까?",
        "haeyo": "{} 둘 중에 어느 쪽으로 할까요?",
        "hapsyo": "{} 둘 중에 어느 쪽으로 하시겠습니까?",
    },
    "en": {None: "{} Which one of the two would you like?"},
}
# To whom, and the text of the mail.
MAIL: Texts = {
    "ko": {
        "hae": "{0}에게 '{1}'라고 메일을 보낼까?",
        "haeyo": "{0}에게 '{1}'라고 메일을 보낼까요?",
        "hapsyo": "{0}에게 '{1}'라고 메일을 보내도 되겠습니까?",
    },
    "en": {None: "I'd mail {0}: '{1}' Shall I send the mail?"},
}
DONE: Texts = {
    "ko": {"hae": "다 됐어.", "haeyo": "다 됐어요.", "hapsyo": "모두 완료했습니다."},
    "en": {None: "That's done."},
}
LIMIT: Texts = {
    "ko": {
        "hae": "미안하지만 그건 할 수 없어.",
        "haeyo": "죄송하지만 그건 할 수 없어요.",
        "hapsyo": "죄송하지만 그것은 할 수 없습니다.",
    },
    "en": {None: "I'm sorry, I can't do that in this car."},
}
ZONES: Texts = {
    "ko": {
        "hae": "운전석과 조수석 온도가 3도 넘게 차이 나.",
        "haeyo": "운전석과 조수석 온도가 3도 넘게 차이 나요.",
        "hapsyo": "운전석과 조수석의 온도가 3도 넘게 차이 납니다.",
    },
    "en": {None: "The driver and passenger temperatures now differ by more than 3 degrees."},
}
FASTEST: Texts = {
    "ko": {
        "hae": "구간마다 가장 빠른 길로 잡았고, 다른 경로도 있어.",
        "haeyo": "구간마다 가장 빠른 길로 잡았고, 다른 경로도 있어요.",
        "hapsyo": "구간마다 가장 빠른 길로 잡았고, 다른 경로도 있습니다.",
    },
    "en": {None: "I took the fastest route for each leg, and there are other routes."},
}
TOLLS: Texts = {
    "ko": {
        "hae": "가는 길에 유료 도로가 있어.",
        "haeyo": "가는 길에 유료 도로가 있어요.",
        "hapsyo": "가는 길에 유료 도로가 있습니다.",
    },
    "en": {None: "The way includes a toll road."},
}

QUESTIONS: Mapping[str, Texts] = {"confirm": CONFIRM, "value": VALUE, "choose": CHOOSE}
TOPICS: Mapping[str, Mapping[Locale, str]] = {
    "open_close_trunk_door": {"ko": "트렁크", "en": "the trunk"},
    "set_head_lights_high_beams": {"ko": "상향등", "en": "the high beams"},
}
"""What tools that need a confirmation are about; a mail has a question of its own."""
