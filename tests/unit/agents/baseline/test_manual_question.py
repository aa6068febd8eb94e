"""What is a question about the car, of which kind, and what it is about."""

import pytest

from simulator.agents.baseline.manual_question import asks, asks_how, kind_of, question_of, requests
from simulator.agents.baseline.manual_terms import measures, said_numbers, terms, words
from simulator.channel import Locale
from simulator.trajectory import AssistantSaid, DriverSaid


@pytest.mark.parametrize(
    ("heard", "locale"),
    [
        ("트렁크는 어떻게 열어요?", "ko"),
        ("비 올 때 충전해도 돼?", "ko"),
        ("이 표시는 무슨 뜻입니까?", "ko"),
        ("왜 바람이 안 나와?", "ko"),
        ("How do I open the trunk?", "en"),
        ("May I wash the car with the sunroof open?", "en"),
        ("What does that lamp mean?", "en"),
    ],
)
def test_how_and_whether_are_questions(heard: str, locale: Locale) -> None:
    assert asks_how(heard, locale)
    assert asks(heard, locale)


@pytest.mark.parametrize(
    ("heard", "locale"),
    [
        ("창문 좀 열어 줘", "ko"),
        ("에어컨 켜 주세요.", "ko"),
        ("무드등 보라색으로 바꿔 줄 수 있어요?", "ko"),
        ("선루프 끝까지 열어 봐.", "ko"),
        ("Turn on the heating, would you?", "en"),
        ("Could you open the window?", "en"),
        ("Great. Don't let any air in.", "en"),
    ],
)
def test_wishes_are_no_questions(heard: str, locale: Locale) -> None:
    assert requests(heard, locale)
    assert not asks(heard, locale)
    assert not asks_how(heard, locale)


@pytest.mark.parametrize("heard", ["값을 다시 확인해 주세요.", "공기압 좀 알려 줘", "이건 어떻게 켜?"])
def test_asking_to_be_told_is_no_wish(heard: str) -> None:
    assert not requests(heard, "ko")


@pytest.mark.parametrize(
    ("heard", "locale", "kind"),
    [
        ("그 값 맞아요?", "ko", "doubt"),
        ("100 kg 아니에요?", "ko", "doubt"),
        ("Are you sure about the limit?", "en", "doubt"),
        ("그다음에는 뭘 해요?", "ko", "next"),
        ("What do I do now?", "en", "next"),
        ("공기압은 얼마예요?", "ko", "fact"),
        ("How high is it?", "en", "fact"),
    ],
)
def test_kinds_of_questions(heard: str, locale: Locale, kind: str) -> None:
    assert kind_of(heard, True, locale) == kind


def test_nothing_said_cannot_be_doubted() -> None:
    assert kind_of("그거 맞아요?", False, "ko") == "fact"


def test_a_question_knows_what_was_said_before_it() -> None:
    messages = (DriverSaid("카시트는 어디에 달아?"), AssistantSaid("뒷좌석에 달아.", given=True), DriverSaid("앞은?"))
    question = question_of(messages, "ko")
    assert question.heard == "앞은?"
    assert question.history == (("카시트는 어디에 달아?", "뒷좌석에 달아."),)
    assert question.elliptic


def test_what_is_turned_down_is_not_asked_for() -> None:
    assert "뒤쪽" not in question_of((DriverSaid("뒤쪽 말고 앞쪽은요?"),), "ko").plain
    assert "rear" not in question_of((DriverSaid("Not the rear, the front"),), "en").plain


def test_words_say_what_a_text_is_about() -> None:
    assert words("안전벨트는 어떻게 매요?", "ko")[0] == "안전벨트"
    assert {"열다"} <= set(words("트렁크를 열어 보세요.", "ko")) & set(words("트렁크를 여십시오.", "ko"))
    assert words("그럼 이제 어떻게 해요?", "ko") == []
    assert words("How do I release the parking brake?", "en") == words("Releasing parking brakes", "en")
    assert words("What do I do now?", "en") == []


def test_figures_are_told_from_words() -> None:
    assert {"#250", "kw"} <= terms("250 kW", "en")
    assert terms("1,990 kg", "ko") >= {"#1990"}


def test_numbers_are_compared_with_their_units() -> None:
    assert said_numbers("3개까지 돼요.", "ko") == said_numbers("세 개까지 돼요.", "ko")
    assert said_numbers("15 km/h", "en") == {(15.0, "kmh")}
    assert said_numbers("no number", "en") == frozenset()


@pytest.mark.parametrize(
    ("question", "passage", "fit"),
    [
        ("시속 몇 km까지 돼요?", "30 km/h를 넘지 마십시오.", 1.0),
        ("시속 몇 km까지 돼요?", "20분 뒤에 꺼집니다.", 0.0),
        ("몇 번 깜박여요?", "3번 깜박입니다.", 1.0),
        ("얼마예요?", "3.5 L", 0.5),
        ("얼마예요?", "많습니다.", 0.0),
        ("How heavy may it be?", "750 kg", 1.0),
    ],
)
def test_a_number_fits_a_question_by_its_unit(question: str, passage: str, fit: float) -> None:
    assert measures(question, passage) == fit
