"""The grade of a reply: every limit of it, and what each component counts."""

import unicodedata

import pytest

from evaluation.conciseness import Conciseness, read_conciseness
from simulator.language.josa import attach


def ko(text: str, **more: object) -> Conciseness:
    return read_conciseness(text, "ko", **more)  # type: ignore[arg-type]


def en(text: str, **more: object) -> Conciseness:
    return read_conciseness(text, "en", **more)  # type: ignore[arg-type]


def korean_of(syllables: int) -> str:
    """One sentence with one fact and that many syllables."""
    return "창문은 " + "아주 " * ((syllables - 6) // 2) + "참 " * (syllables % 2) + "깨끗해"


def english_of(words: int) -> str:
    return "The window is " + "very " * (words - 5) + "clean today"


@pytest.mark.parametrize(
    ("syllables", "seconds", "grade"), [(32, 5.818, 3), (33, 6.0, 3), (34, 6.182, 2), (66, 12.0, 2), (67, 12.182, 1)]
)
def test_korean_time_is_of_syllables(syllables: int, seconds: float, grade: int) -> None:
    found = ko(korean_of(syllables))
    assert (found.length, found.length_unit, found.seconds) == (syllables, "syllables", seconds)
    assert (found.grade, found.timing, found.sentences) == (grade, "estimated", 1)


@pytest.mark.parametrize(("words", "seconds", "grade"), [(16, 6.0, 3), (17, 6.375, 2), (32, 12.0, 2), (33, 12.375, 1)])
def test_english_time_is_of_words(words: int, seconds: float, grade: int) -> None:
    found = en(english_of(words))
    assert (found.length, found.length_unit, found.seconds) == (words, "words", seconds)
    assert (found.grade, found.sentences) == (grade, 1)


@pytest.mark.parametrize(("audio_ms", "grade"), [(6000, 3), (6001, 2), (12000, 2), (12001, 1)])
@pytest.mark.parametrize(("locale", "text"), [("ko", "창문은 깨끗해요."), ("en", "The window is clean today.")])
def test_the_real_length_is_taken_where_it_is_known(locale: str, text: str, audio_ms: int, grade: int) -> None:
    found = read_conciseness(text, locale, audio_ms=audio_ms)  # type: ignore[arg-type]
    assert (found.seconds, found.timing, found.grade) == (audio_ms / 1000, "measured", grade)


@pytest.mark.parametrize(
    ("text", "syllables"), [("3.5km", 7), ("22도", 4), ("20%", 5), ("오후 3시", 4), ("에어컨 ㅋㅋ 😀", 3), ("", 0)]
)
def test_what_is_written_in_signs_counts_as_it_is_said(text: str, syllables: int) -> None:
    assert ko(text).length == syllables


@pytest.mark.parametrize(
    ("text", "words"), [("22 degrees", 3), ("3.5 km", 4), ("It's 20%", 3), ("I can't do it", 4), ("110 km/h", 6)]
)
def test_english_numbers_and_units_count_as_words(text: str, words: int) -> None:
    assert en(text).length == words


def test_pauses_count_between_sentences_and_at_commas() -> None:
    plain, paused = ko("창문은 깨끗하고 차도 깨끗해요."), ko("창문은 깨끗하고, 차도 깨끗해요.")
    assert paused.seconds - plain.seconds == pytest.approx(0.25, abs=0.002)
    one, two = en("It is clean and it is fine"), en("It is clean. and it is fine")
    assert two.seconds - one.seconds == pytest.approx(0.5)


@pytest.mark.parametrize(("number", "grade"), [(1, 3), (2, 3), (3, 2), (4, 2), (5, 1)])
@pytest.mark.parametrize(("locale", "sentence"), [("ko", "문 닫아요."), ("en", "Doors locked.")])
def test_sentences(locale: str, sentence: str, number: int, grade: int) -> None:
    found = read_conciseness(" ".join([sentence] * number), locale)  # type: ignore[arg-type]
    assert (found.sentences, found.grade) == (number, grade)


@pytest.mark.parametrize(
    ("locale", "text", "number"),
    [
        ("ko", "네. 창문을 닫았어요.", 1),
        ("ko", "네, 알겠습니다. 창문을 닫았어요. 문도 잠갔어요.", 2),
        ("ko", "창문을 닫았어요 온도는 22도예요", 2),
        ("ko", "3.5km 남았고 2026. 11. 29. 일정이 있어요.", 1),
        ("ko", "창문을 닫았어요.\n문을 잠갔어요", 2),
        ("en", "Okay. The window is closed.", 1),
        ("en", "Yes, sure. It is 3.5 km to St. Paul at 5 p.m. today.", 1),
        ("en", "We arrive at 5 p.m. The battery is full.", 2),
        ("en", "Done 😀 The battery is full.", 2),
        ("en", "It is hot 🔥 and dry.", 1),
        ("en", "The window is closed! Anything wrong?", 2),
    ],
)
def test_what_a_sentence_is(locale: str, text: str, number: int) -> None:
    assert read_conciseness(text, locale).sentences == number  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("실내 온도를 22도로 맞췄어요.", 2),
        ("오후 3시 30분에 부산에 도착해요.", 2),
        ("전화번호는 02-123-4567입니다.", 4),
        ("주유소로 안내할까요?", 2),
        ("창문을 열고 창문을 닫았어요.", 1),
        ("세 시에 커피 두 잔을 샀어요.", 3),
        ("A7 출구로 나가세요.", 2),
        ("네, 켰어요.", 0),
    ],
)
def test_korean_facts(text: str, units: int) -> None:
    found = ko(text)
    assert found.units == units, found.unit_list


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("I've set the air conditioning to 22 degrees.", 2),
        ("You'll arrive in Busan at 5:30 p.m. with 35% battery left.", 4),
        ("Call 010-1234-5678.", 4),
        ("Should I open the rear window?", 2),
        ("It takes 5 hours and 30 minutes.", 1),
        ("The tire pressure is 2.4 bar.", 2),
        ("There are four charging stations.", 1),
        ("Okay, it is on.", 0),
    ],
)
def test_english_facts(text: str, units: int) -> None:
    found = en(text)
    assert found.units == units, found.unit_list


@pytest.mark.parametrize(("number", "grade"), [(4, 3), (5, 2), (7, 2), (8, 1)])
def test_facts_are_limited(number: int, grade: int) -> None:
    things = ("창문", "거울", "바퀴", "시계", "지도", "의자", "열쇠", "문")[:number]
    text = " ".join(attach(thing, "은/는") for thing in things) + " 좋아요."
    found = ko(text)
    assert (found.units, found.options, found.grade) == (number, 0, grade), found.unit_list


def test_the_drivers_words_are_no_facts_again() -> None:
    assert ko("에어컨을 22도로 맞췄어요.").units == 2
    assert ko("에어컨을 22도로 맞췄어요.", said="에어컨 22도로 해 줘").units == 0
    assert ko("오늘 오후에 비가 와요.").units == 2
    assert ko("오늘 오후에 비가 와요.", said="오늘 오후 날씨 어때").units == 1
    assert ko("오늘 3시에 비가 와요.", said="오늘 날씨 어때").units == 2
    assert en("The rear window is 40% open.", said="open the rear window to 40 percent").units == 0


@pytest.mark.parametrize(
    ("locale", "text", "options", "grade"),
    [
        ("ko", "강남점, 서초점, 잠실점이 있어요.", 3, 3),
        ("ko", "강남점, 서초점, 잠실점, 여의도점이 있어요.", 4, 1),
        ("ko", "강남점, 서초점, 잠실점, 여의도점이 있고 나머지는 화면에 있어요.", 4, 2),
        ("ko", "집과 회사 중 어디로 가세요?", 2, 3),
        ("ko", "1. 집\n2. 회사\n3. 학교", 3, 2),
        ("en", "There is Shell, Esso, and Total.", 3, 3),
        ("en", "There is Shell, Esso, Agip or Total.", 4, 1),
        ("en", "There is Shell, Esso, Agip or Total, and more on the screen.", 4, 2),
        ("en", "Where should it go, to your head, your feet or the windshield?", 3, 3),
        ("en", "Do you prefer the fast or the short route?", 2, 3),
    ],
)
def test_options(locale: str, text: str, options: int, grade: int) -> None:
    found = read_conciseness(text, locale)  # type: ignore[arg-type]
    assert (found.options, found.grade) == (options, grade), (found.why, found.unit_list)


@pytest.mark.parametrize("number", [5, 6])
def test_five_options_are_the_most_even_with_a_screen(number: int) -> None:
    names = ", ".join(("Shell", "Esso", "Agip", "Total", "Avia", "Jet")[:number])
    found = en(f"Nearby: {names}. The rest is on the screen.")
    assert (found.options == number) is (found.options > 0)
    listed = en("\n".join(f"{place}. Stop" for place in range(1, number + 1)) + "\nMore on the screen")
    assert listed.options == number
    assert any("options" in reason for reason in listed.why) is (number > 5)


@pytest.mark.parametrize(
    ("locale", "text", "filler"),
    [
        ("ko", "좋은 질문이에요. 창문은 닫혀 있어요.", "좋은 질문이에요"),
        ("ko", "물론입니다. 창문을 닫았어요.", "물론입니다"),
        ("ko", "죄송합니다. 정말 죄송합니다. 창문을 못 닫았어요.", "정말 죄송합니다"),
        ("ko", "창문을 닫았어요. 더 필요하신 게 있으면 말씀해 주세요.", "더 필요하신 게 있으면 말씀해 주세요"),
        ("ko", "창문을 닫았어요. 더 궁금하신 점이 있으신가요?", "더 궁금하신 점이 있으신가요"),
        ("ko", "창문을 닫았어요. 더 필요하신가요?", "더 필요하신가요"),
        ("ko", "창문 상태를 물어보셨군요. 지금 닫혀 있어요.", "창문 상태를 물어보셨군요"),
        ("en", "Great question! The window is closed.", "Great question"),
        ("en", "Certainly, the window is closed.", "Certainly"),
        ("en", "I'm sorry. I apologize for the trouble. The window stuck.", "I apologize for the trouble"),
        (
            "en",
            "The window is closed. Is there anything else I can do for you?",
            "Is there anything else I can do for you",
        ),
        ("en", "You asked about the window. The glass is closed.", "You asked about the window"),
    ],
)
def test_filler(locale: str, text: str, filler: str) -> None:
    found = read_conciseness(text, locale)  # type: ignore[arg-type]
    assert found.fillers == (filler,)
    assert 0 < found.filler_share < 1


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("ko", "죄송합니다, 창문을 못 닫았어요."),
        ("ko", "서울은 물론 부산도 비가 와요."),
        ("ko", "충전이 더 필요해요. 근처에 충전소가 있어요."),
        ("ko", "추가로 필요한 충전 시간은 30분입니다."),
        ("ko", "기름이 더 필요한 경우 근처 주유소는 2킬로미터 앞에 있어요."),
        ("en", "The window is closed, as you asked."),
        ("en", "That is what you asked for."),
        ("en", "It is warm like you asked."),
        ("en", "I'm sorry, the window is stuck."),
        ("en", "Stay on the golf course of courses."),
    ],
)
def test_courtesy_and_contents_are_no_filler(locale: str, text: str) -> None:
    assert read_conciseness(text, locale).fillers == ()  # type: ignore[arg-type]


@pytest.mark.parametrize(("more", "share", "grade"), [(0, 0.2, 3), (-1, 2 / 9, 2)])
def test_more_than_a_fifth_of_filler_costs_one_grade(more: int, share: float, grade: int) -> None:
    text = "Of course, the window is " + "very " * (3 + more) + "clean today"
    found = en(text)
    assert (found.filler_share, found.grade) == (round(share, 4), grade)


def test_filler_that_was_too_much_is_not_made_good_by_saying_more() -> None:
    short = "Of course, the window is closed."
    longer = en(short + " The roof is open and very wet.")
    assert en(short).grade == longer.grade == 2
    assert longer.filler_share < 0.2
    assert longer.why == ("filler is 33% of it (sentence 1)",)


def test_repeating_the_driver_makes_no_short_reply_too_long() -> None:
    said = "창문을 닫고 에어컨을 켜고 시트를 데우고 문을 잠가 줘"
    long = "창문을 닫았어요. 에어컨을 켰어요. 시트를 데웠어요. 문을 잠갔어요."
    assert ko(long, said=said).repeated_share == 1
    assert (ko(long).grade, ko(long, said=said).grade) == (2, 1)
    assert ko("창문을 닫았어요.", said=said).grade == 3


@pytest.mark.parametrize(
    ("text", "name", "grade"),
    [
        ("창문 설명은 https://example.com/a 에 있어요.", "web address", 1),
        ("창문 설명은 example.com에 있어요.", "web address", 1),
        ("| 창문 | 상태 |\n|---|---|\n| 앞 | 닫힘 |", "table", 1),
        ("창문 상태는 `closed`예요.", "code", 1),
        ("# 창문\n닫혀 있어요.", "heading", 1),
        ("창문은 [여기](a/b)를 보세요.", "link", 1),
        ("창문을 닫았어요 😀", "emoji", 2),
        ("**창문**을 닫았어요.", "emphasis", 2),
        ("- 창문 닫힘\n- 문 잠김", "bullets", 2),
    ],
)
def test_what_no_voice_can_say(text: str, name: str, grade: int) -> None:
    found = ko(text)
    assert (found.not_speakable, found.speakable, found.grade) == ((name,), False, grade)


@pytest.mark.parametrize("text", ["메일은 kim@example.com으로 보냈어요.", "외부 온도는 -3°C, 배터리는 80%예요."])
def test_mail_addresses_and_units_are_speakable(text: str) -> None:
    assert ko(text).speakable


@pytest.mark.parametrize(
    ("locale", "text", "grade"),
    [
        ("ko", "앞에 보행자, 브레이크 밟으세요!", 3),
        ("ko", "브레이크를 밟고 나서 핸들을 왼쪽으로 천천히 돌리세요.", 2),
        ("en", "Brake! Pedestrian ahead.", 3),
        ("en", "Brake, steer left, and stop!", 2),
        ("en", "Ice ahead. Fog ahead. Brake!", 2),
    ],
)
def test_an_urgent_warning_is_one_hazard_and_one_action(locale: str, text: str, grade: int) -> None:
    found = read_conciseness(text, locale, kind="urgent")  # type: ignore[arg-type]
    assert found.grade == grade, (found.why, found.seconds)


def test_up_to_three_steps_are_acceptable() -> None:
    steps = (
        "Pull over to the right side of the road.",
        "Open the hood with the lever under the wheel.",
        "Check the coolant in the white tank.",
        "Call the service centre for help.",
    )
    three, four = " ".join(steps[:3]), " ".join(steps)
    assert (en(three).grade, en(three, kind="steps").grade) == (1, 2)
    assert (en(three, kind="steps").steps, en(four, kind="steps").grade) == (3, 1)


def test_where_there_is_no_grade() -> None:
    assert ko("훔친 차로 도망치는 것은 도울 수 없어요.", kind="harmful").grade is None
    for locale, text in (("ko", ""), ("ko", "네, 켰어요."), ("en", "Done."), ("en", " \n"), ("en", "Of course!")):
        found = read_conciseness(text, locale)  # type: ignore[arg-type]
        assert found.grade is None
        assert found.why


@pytest.mark.parametrize("text", ["에어컨을 22도로 맞췄어요.", "물론입니다, 3.5km 남았어요. 각각 안내할까요?"])
def test_composed_and_decomposed_letters_are_the_same(text: str) -> None:
    said = "에어컨 22도"
    decomposed = unicodedata.normalize("NFD", text)
    assert decomposed != text
    assert ko(text, said=said) == ko(decomposed, said=unicodedata.normalize("NFD", said))


@pytest.mark.parametrize("locale", ["ko", "en"])
@pytest.mark.parametrize(
    "text", ["창문 ", "가", "1", "1 ", "window ", ". ", "😀", "|", "*", "\ud800", "\0", "ㅋ", "창문을 닫았어요. "]
)
def test_any_text_has_a_reading(locale: str, text: str) -> None:
    found = read_conciseness(text * 3000, locale)  # type: ignore[arg-type]
    assert found.grade in (None, 1, 2, 3)


def test_a_hundred_thousand_characters_are_too_long() -> None:
    assert ko("창문을 닫았어요 " * 11000).grade == 1
    assert en("close the window " * 6000).grade == 1
