"""What the recogniser promises beyond single replies."""

import subprocess
import sys
import unicodedata

import pytest

from simulator.channel import Locale
from simulator.language.acts import Act, Recognition, recognise


def test_evidence_names_the_clause_of_each_act_as_it_was_spoken() -> None:
    heard = recognise("I turned on the AC, but I can't change the Fan speed. Should I close the windows?", "en")
    assert heard.evidence == (
        (Act.DONE, "I turned on the AC"),
        (Act.LIMIT, "but I can't change the Fan speed"),
        (Act.CONFIRM, "Should I close the windows"),
    )
    assert heard.acts == (Act.DONE, Act.LIMIT, Act.CONFIRM)


@pytest.mark.parametrize(
    "speech",
    [
        "I've done it.",
        "I have done that for you.",
        "Okay, it has been done.",
        "We've done everything you asked.",
        "It's been done.",
    ],
)
def test_a_bare_claim_that_it_is_done_is_understood(speech: str) -> None:
    assert recognise(speech, "en").acts == (Act.DONE,)


@pytest.mark.parametrize("speech", ["I haven't done it yet.", "Have you done it?", "Should I have done that?"])
def test_not_having_done_it_is_no_such_claim(speech: str) -> None:
    assert Act.DONE not in recognise(speech, "en").acts


def test_the_question_is_the_last_act_that_expects_an_answer() -> None:
    heard = recognise("Should I open the window? And how far would you like it? The AC is already off.", "en")
    assert heard.acts == (Act.CONFIRM, Act.VALUE, Act.DONE)
    assert heard.question is Act.VALUE


def test_an_act_named_twice_counts_once_and_its_last_place_decides_the_question() -> None:
    heard = recognise("창문을 열까요? 얼마나 열까요? 정말 열어도 될까요?", "ko")
    assert heard.acts == (Act.CONFIRM, Act.VALUE)
    assert heard.question is Act.CONFIRM


@pytest.mark.parametrize(
    ("speech", "locale"),
    [
        ("I found a charger. Should I navigate there? Let me know if you need anything else!", "en"),
        ("충전소를 찾았어요. 그쪽으로 안내할까요? 더 필요하시면 언제든 말씀해 주세요!", "ko"),
    ],
)
def test_a_generic_closer_after_a_question_leaves_the_question(speech: str, locale: Locale) -> None:
    assert recognise(speech, locale).question is Act.CONFIRM


@pytest.mark.parametrize(
    ("speech", "locale", "stated"),
    [
        ("It's raining. Should I still open the sunroof?", "en", "It's raining"),
        ("비가 와요. 그래도 선루프를 열까요?", "ko", "비가 와요"),
    ],
)
def test_a_statement_before_a_question_is_its_ground(speech: str, locale: Locale, stated: str) -> None:
    heard = recognise(speech, locale)
    assert heard.acts == (Act.CONFIRM,)
    assert heard.stated == (stated,)


@pytest.mark.parametrize(
    ("announced", "announced_and_asked", "locale"),
    [
        ("I'll open the window now.", "I'll open the window. Is that okay?", "en"),
        ("창문을 열게요.", "창문을 열게요. 괜찮으세요?", "ko"),
        ("창문을 열겠습니다.", "창문을 열겠습니다. 괜찮으시겠습니까?", "ko"),
        ("창문 열게.", "창문 열게. 괜찮지?", "ko"),
    ],
)
def test_an_announcement_is_done_only_where_nothing_else_is_said(
    announced: str, announced_and_asked: str, locale: Locale
) -> None:
    assert recognise(announced, locale).acts == (Act.DONE,)
    assert recognise(announced_and_asked, locale).acts == (Act.CONFIRM,)


@pytest.mark.parametrize(
    ("speech", "locale", "acts"),
    [
        ("If you like, I can open the window instead.", "en", (Act.CONFIRM,)),
        ("I closed the roof. If you like, I can open the window instead.", "en", (Act.DONE,)),
        ("원하시면 창문을 열어 드릴 수 있어요.", "ko", (Act.CONFIRM,)),
        ("선루프를 닫았어요. 원하시면 창문을 열어 드릴 수 있어요.", "ko", (Act.DONE,)),
    ],
)
def test_an_offer_asks_unless_a_deed_was_reported(speech: str, locale: Locale, acts: tuple[Act, ...]) -> None:
    assert recognise(speech, locale).acts == acts


@pytest.mark.parametrize(
    ("speech", "locale"),
    [
        ("I can't open the sunroof until the shade is open, so I opened it first.", "en"),
        ("I can't open the sunroof while the shade is closed. Should I open the shade too?", "en"),
        ("No problem, it's closed.", "en"),
        ("The route doesn't include any toll roads.", "en"),
        ("You can't miss it, the station is 2 km ahead.", "en"),
        ("I didn't catch that, I can't hear you well.", "en"),
        ("문제없어요, 닫았습니다.", "ko"),
        ("안 닫힌 창문은 없어요.", "ko"),
        ("오늘 예정된 회의가 없어요.", "ko"),
        ("걱정 안 하셔도 돼요, 닫아 뒀어요.", "ko"),
        ("선셰이드가 닫혀 있으면 선루프를 못 열어요. 선셰이드도 열까요?", "ko"),
        ("죄송해요, 잘 못 들었어요.", "ko"),
        ("지금은 비가 올 수도 있으니 창문을 닫을까요?", "ko"),
    ],
)
def test_what_only_sounds_like_a_limit_is_none(speech: str, locale: Locale) -> None:
    assert Act.LIMIT not in recognise(speech, locale).acts


@pytest.mark.parametrize(
    ("speech", "locale"),
    [
        ("I can't see the fan level while the car is driving. Should I set it to 2 anyway?", "en"),
        ("주행 중에는 트렁크 상태를 확인할 수 없어요. 그래도 닫을까요?", "ko"),
    ],
)
def test_what_cannot_be_seen_stays_a_limit_under_a_condition(speech: str, locale: Locale) -> None:
    heard = recognise(speech, locale)
    assert Act.LIMIT in heard.acts
    assert heard.question is Act.CONFIRM


@pytest.mark.parametrize(
    ("hae", "haeyo", "hapsyo", "act"),
    [
        ("창문 열었어.", "창문 열었어요.", "창문을 열었습니다.", Act.DONE),
        ("창문 열까?", "창문 열까요?", "창문을 열어도 되겠습니까?", Act.CONFIRM),
        ("몇 도로 할까?", "몇 도로 할까요?", "몇 도로 하시겠습니까?", Act.VALUE),
        ("앞이야, 뒤야?", "앞이에요, 뒤예요?", "앞입니까, 뒤입니까?", Act.CHOOSE),
        ("그건 못 해.", "그건 못 해요.", "그것은 하지 못합니다.", Act.LIMIT),
        ("그런 기능은 없어.", "그런 기능은 없어요.", "그런 기능은 없습니다.", Act.LIMIT),
    ],
)
def test_the_speech_level_changes_nothing(hae: str, haeyo: str, hapsyo: str, act: Act) -> None:
    assert [recognise(speech, "ko").acts for speech in (hae, haeyo, hapsyo)] == [(act,)] * 3


def test_a_cited_draft_is_not_the_assistants_own_act() -> None:
    draft = 'Here is the draft: "I can\'t make it at three, could we meet at four instead?" Shall I send it?'
    assert Act.LIMIT not in recognise(draft, "en").acts
    assert recognise(draft, "en").question is Act.CONFIRM


def test_decomposed_hangul_reads_like_composed() -> None:
    speech = "창문을 열었어요. 에어컨도 켤까요?"
    assert recognise(unicodedata.normalize("NFD", speech), "ko") == recognise(speech, "ko")


def test_nothing_placed_is_other_without_evidence() -> None:
    assert recognise("", "ko") == Recognition(acts=(Act.OTHER,))
    assert recognise("Hello!", "en").question is None


def test_the_module_is_cheap_until_first_used() -> None:
    code = (
        "import sys, simulator.language.acts as acts\n"
        "assert 'simulator.language.acts_korean' not in sys.modules\n"
        "acts.recognise('네', 'ko')\n"
        "assert 'simulator.language.acts_korean' in sys.modules\n"
        "assert 'simulator.language.acts_english' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
