"""Speech that gives its hearer nothing, and speech that looks like it and does give something."""

import time

import pytest

from simulator.channel import Locale
from simulator.language.acts import Act, Empty, recognise
from simulator.language.acts_empty import empty

ACKNOWLEDGEMENTS: list[tuple[Locale, str]] = [
    *(
        ("en", speech)
        for speech in (
            "Sure thing!",
            "Okay, one moment please.",
            "Happy to help with that!",
            "All right.",
            "I understand. Please hold on a moment while I process your request.",
            "Of course! Is there anything else I can help you with?",
            "Great question!",
            "Got it, thanks for letting me know.",
            "Absolutely, I can help with that.",
            "Good morning! How can I help you today?",
        )
    ),
    *(
        ("ko", speech)
        for speech in (
            "네, 알겠습니다.",
            "잠시만 기다려 주세요.",
            "물론이죠.",
            "네 알겠습니다 잠시만요",
            "알겠어.",
            "응, 알았어.",
            "기꺼이 도와드리겠습니다.",
            "음, 그렇군요.",
            "요청 확인했습니다. 조금만 기다려 주시겠어요?",
            "그럼요, 무엇을 도와드릴까요?",
            "Sure thing!",
        )
    ),
]


@pytest.mark.parametrize(("locale", "speech"), ACKNOWLEDGEMENTS)
def test_an_acknowledgement_is_known_as_one(locale: Locale, speech: str) -> None:
    heard = recognise(speech, locale)
    assert (heard.acts, heard.empty) == ((Act.OTHER,), Empty.ACKNOWLEDGEMENT)


@pytest.mark.parametrize(("locale", "speech"), [("en", "Yes."), ("en", "No, no."), ("ko", "네."), ("ko", "아니요.")])
def test_yes_and_no_alone_are_told_apart_since_they_may_answer_something(locale: Locale, speech: str) -> None:
    assert recognise(speech, locale).empty is Empty.ASSENT


@pytest.mark.parametrize(
    "speech",
    [
        '{"name": "open_close_window", "arguments": {"window": "DRIVER", "percentage": 50}}',
        '[{"name": "get_weather", "arguments": {"note": "I cannot } see it"}}]',
        '{"name": "open_close_window", "arguments": {"window": "DRI',
        '<tool_call>\n{"name": "get_weather", "arguments": {}}\n</tool_call>',
        'open_close_window(window="DRIVER", percentage=50)',
        "functions.open_close_window:0",
        "get_weather",
        "```json\n{}\n```",
        "```python\nwindow.open()\n```",
        '[TOOL_CALLS] [{"name": "set_fan_speed"}]',
        "...",
        "👍",
        "the the the the the the",
    ],
)
@pytest.mark.parametrize("locale", ["ko", "en"])
def test_a_printed_call_and_other_marks_are_no_language_and_no_act(speech: str, locale: Locale) -> None:
    heard = recognise(speech, locale)
    assert (heard.acts, heard.evidence, heard.empty) == ((Act.OTHER,), (), Empty.NO_LANGUAGE)


def test_an_acknowledgement_beside_a_printed_call_is_still_one() -> None:
    assert recognise('Sure. {"name": "open_close_window"}', "en").empty is Empty.ACKNOWLEDGEMENT


@pytest.mark.parametrize(
    ("locale", "speech", "act"),
    [
        ("en", "Sure thing! I'll open the window.", Act.DONE),
        ("en", "On it.", Act.DONE),
        ("en", "Right away!", Act.DONE),
        ("en", "Okay, the trunk is open.", Act.DONE),
        ("en", "Sorry, I can't do that.", Act.LIMIT),
        ("en", "Sure. Which window?", Act.VALUE),
        ("en", 'Opening the window. {"name": "open_close_window"}', Act.DONE),
        ("ko", "네, 창문을 열게요.", Act.DONE),
        ("ko", "네, 알겠습니다. 바로 열어 드릴게요.", Act.DONE),
        ("ko", "죄송하지만 그 기능은 없어요.", Act.LIMIT),
        ("ko", "네, 얼마나 열까요?", Act.VALUE),
    ],
)
def test_a_promise_a_report_a_limit_and_a_question_keep_their_reading(locale: Locale, speech: str, act: Act) -> None:
    heard = recognise(speech, locale)
    assert act in heard.acts
    assert heard.empty is None


@pytest.mark.parametrize(
    ("locale", "speech"),
    [
        ("en", "Nice weather, hm."),
        ("en", "Well, that's that."),
        ("en", "Sure, the sky above the hills has turned a lovely shade."),
        ("ko", "그건 좀 그래요."),
        ("ko", "알겠지만 저라면 안 그러겠네."),
        ("ko", ""),
    ],
)
def test_sentences_the_rules_cannot_place_and_silence_are_not_taken_for_it(locale: Locale, speech: str) -> None:
    assert recognise(speech, locale).empty is None


@pytest.mark.parametrize("piece", ["please ", "a.", "{[", "<tool_call>", "so ", "네 ", "a_b(", "!", "`", "i can "])
def test_the_work_stays_linear(piece: str) -> None:
    def cpu_s(times: int) -> float:
        before = time.process_time()
        empty(piece * times + "x")
        return time.process_time() - before

    # Ten times the text may take ten times as long, a hundred times for anything that grows with its square.
    assert min(cpu_s(4000) for _ in range(3)) < 50 * min(cpu_s(400) for _ in range(3))


@pytest.mark.parametrize(
    ("speech", "locale"),
    [
        ("The window behind you is open now.", "ko"),
        ("I'm afraid that cannot be set here.", "ko"),
        ("뒷창문을 열었습니다.", "en"),
        ("그 기능은 없어요.", "en"),
        ("窓を開けました。", "en"),
        ("Das Fenster ist offen.", "ko"),
    ],
)
def test_a_sentence_the_driver_cannot_understand_is_no_answer(speech: str, locale: Locale) -> None:
    heard = recognise(speech, locale)
    assert (heard.acts, heard.empty) == ((Act.OTHER,), Empty.OTHER_LANGUAGE)


@pytest.mark.parametrize(
    ("speech", "locale"),
    [
        ("Hotel Lotte", "ko"),
        ("T2.", "ko"),
        ("22 °C", "ko"),
        ("Nice weather, hm.", "en"),
        ("날씨가 참 좋네 hotel", "ko"),
        ("서울", "en"),
    ],
)
def test_names_and_units_in_other_letters_are_no_sentence(speech: str, locale: Locale) -> None:
    assert recognise(speech, locale).empty is not Empty.OTHER_LANGUAGE
