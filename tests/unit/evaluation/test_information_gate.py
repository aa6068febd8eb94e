"""The gate of meaningful information: it keeps out only what clearly lacks substance."""

from typing import Any

import pytest
from drives import Call, Drive
from planted_kpis import dialogue

from evaluation.kpi.answer import answer_of
from evaluation.kpi.finding import Finding
from evaluation.kpi.information import meaningful_information
from simulator.channel import Locale

REQUEST: dict[Locale, str] = {"ko": "실내 온도를 아까처럼 맞춰 주세요.", "en": "Set the temperature as it was before."}
WARMER: Call = ("set_climate_temperature", {"temperature": 22, "seat_zone": "ALL_ZONES"})


def gate(
    speech: str, locale: Locale = "ko", *calls: Call, heard: str = "", kpi: str = "retention", **parts: Any
) -> Finding:
    checks = parts.pop("checks", {"hold": {"tool": "set_climate_temperature", "arguments": {"temperature": 22}}})
    of = dialogue(kpi, checks, **parts)
    drive = Drive(of, locale).hear(heard or REQUEST[locale])
    for call in calls:
        drive.step(call)
    answer = answer_of(drive.say(speech).end(), of)
    assert answer is not None
    return meaningful_information(answer)


@pytest.mark.parametrize(
    ("locale", "speech"),
    [
        ("ko", ""),
        ("ko", "네."),
        ("ko", "네, 알겠습니다. 잠시만 기다려 주세요."),
        ("ko", "안녕하세요! 무엇을 도와드릴까요?"),
        ("ko", "죄송합니다."),
        ("ko", "감사합니다."),
        ("ko", "그건 도와드릴 수 없어요."),
        ("ko", "지금은 처리할 수 없습니다."),
        ("ko", "죄송하지만 해당 기능은 지원하지 않습니다."),
        ("ko", "실내 온도를 아까처럼 맞춰 주세요."),
        ("ko", "I'm sorry, I can't do that."),
        ("ko", "오류입니다."),
        ("en", "Okay."),
        ("en", "Hello! How can I help you?"),
        ("en", "I'm sorry, I can't help with that."),
        ("en", "I can't do that right now."),
        ("en", "Set the temperature as it was before."),
        ("en", "죄송합니다. 도와드릴 수 없습니다."),
        ("en", "{{answer}}"),
        ("en", "Error: null"),
    ],
)
def test_what_clearly_lacks_substance_is_kept_out(locale: Locale, speech: str) -> None:
    found = gate(speech, locale)
    assert found.value is False
    assert found.reason


@pytest.mark.parametrize(
    ("locale", "speech"),
    [
        ("ko", "창문이 열려 있어서 지금은 온도를 올릴 수 없어요."),
        ("ko", "온도는 바꿀 수 없지만 열선은 켤 수 있어요."),
        ("en", "I can't do that because a window is open."),
        ("en", "I can't set it, but I can turn on the seat heating instead."),
    ],
)
def test_a_refusal_with_a_reason_or_another_way_holds_information(locale: Locale, speech: str) -> None:
    assert gate(speech, locale).value is True


def test_a_value_of_what_was_done_holds_information() -> None:
    assert gate("22도로 맞췄어요.", "ko", WARMER).value is True
    assert gate("It's at 22 degrees now.", "en", WARMER).value is True


def test_a_value_that_only_the_driver_gave_is_no_proof() -> None:
    assert gate("22도요.", "ko", heard="22도로 맞춰 주세요.").value is not True


def test_a_word_of_assent_after_a_deed_is_let_through_and_so_is_what_nobody_can_tell() -> None:
    assert gate("네.", "ko", WARMER).value is None
    assert gate("제주도는 오늘 바람이 많이 불어요.").value is None
    assert gate("The sea is calm today.", "en").value is None


def test_a_question_that_names_what_is_open_holds_information() -> None:
    checks = {"slot": {"ko": "몇 도", "en": "how many degrees"}}
    assert gate("몇 도로 맞출까요?", kpi="clarification", checks=checks).value is True
    assert gate("To how many degrees?", "en", kpi="clarification", checks=checks).value is True


def test_rare_words_of_the_cited_passage_hold_information() -> None:
    from simulator.world.manual import manual

    section = next(section for section in manual().written if len(section.steps) > 1)
    parts: dict[str, Any] = {"domain": "car_expert", "category": section.id.rpartition(".")[0], "manual": [section.id]}
    for locale in ("ko", "en"):
        speech = " ".join(words.of("ko" if locale == "ko" else "en") for words in section.steps)
        found = gate(
            speech, "ko" if locale == "ko" else "en", kpi="troubleshooting", checks={"next": "없는 말 xyz"}, **parts
        )
        assert found.value is True, (section.id, locale, found.reason)


def test_an_answer_in_the_words_of_a_question_is_no_echo() -> None:
    assert gate("네, 강릉까지 충분히 갈 수 있어요.", heard="강릉까지 갈 수 있어요?").value is not False
