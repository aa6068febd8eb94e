"""What has to be said before a mail goes out."""

import pytest
from drives import Call, Drive, scenario

from simulator.channel import Locale
from simulator.policies.mail import says_content, unnamed_recipients
from simulator.world.generated import GeneratedWorld

CONTACTS = {locale: {row["id"]: row for row in GeneratedWorld(locale=locale).contacts()} for locale in ("en", "ko")}
HELEN, MINJUN = CONTACTS["en"]["con_0002"]["email"], CONTACTS["en"]["con_0001"]["email"]
LOOK: Call = ("get_contact_information", {"contact_ids": ["con_0001", "con_0002"]})


def mail(text: str, *addresses: str) -> Call:
    return "send_email", {"content_message": text, "email_addresses": list(addresses or (HELEN,))}


def start(locale: Locale = "en") -> Drive:
    return Drive(scenario(), locale).hear("Mail her.").step(LOOK)


@pytest.mark.parametrize(
    ("question", "addresses", "upheld"),
    [
        ("I'd mail Helen White that you are 20 minutes late. Shall I send it?", (HELEN,), True),
        ("Shall I email Helen that you'll be 20 minutes late?", (HELEN,), True),
        ("To Helen White: 20 minutes late. Want me to send it?", (HELEN,), True),
        ("Shall I send the mail about being 20 minutes late?", (HELEN,), None),
        ("Shall I send the mail to Helen?", (HELEN,), None),
        ("Shall I email Helen that you'll be 20 minutes late?", (HELEN, MINJUN), None),
        ("Shall I email Minjun and Helen that you'll be 20 minutes late?", (HELEN, MINJUN), True),
    ],
)
def test_the_question_names_everybody_and_the_content(
    question: str, addresses: tuple[str, ...], upheld: bool | None
) -> None:
    driven = start().say(question).hear("Yes.").step(mail("I am running 20 minutes late.", *addresses))
    assert driven.found("004") == [upheld]


@pytest.mark.parametrize(
    ("question", "upheld"),
    [
        ("helen white 님께 20분 늦는다고 메일을 보낼까요?", True),
        ("helen white 님께 20분 늦는다고 보낼까요?", True),
        ("helen white 님께 메일을 보낼까요?", None),
        ("20분 늦는다고 메일을 보낼까요?", None),
    ],
)
def test_korean_questions(question: str, upheld: bool | None) -> None:
    driven = start("ko").say(question).hear("네.").step(mail("20분 정도 늦을 것 같습니다."))
    assert driven.found("004") == [upheld]


def test_content_that_was_read_out_before_counts() -> None:
    driven = start().say("The mail says: I am running 20 minutes late. To whom?").hear("To Helen.")
    driven.say("Shall I send the mail to Helen White?").hear("Yes.").step(mail("I am running 20 minutes late."))
    assert driven.found("004") == [True]


def test_a_mail_without_a_word_before_it_or_after_a_no_is_a_breach() -> None:
    assert start().step(mail("Late.")).found("004") == [False]
    asked = start().say("Shall I email Helen that you are late?").hear("No, don't.")
    assert asked.step(mail("I am late.")).found("004") == [False]


def test_whose_contact_was_never_looked_up_goes_by_the_address() -> None:
    assert unnamed_recipients([HELEN], "Mail to Helen White?", []) == []
    assert unnamed_recipients([HELEN], "Mail to Dominik?", []) == [HELEN]


@pytest.mark.parametrize(
    ("content", "speech", "said"),
    [
        ("Hi Helen, the meeting is at four.", "a meeting", True),
        ("Hi Helen, the meeting is at four.", "to Helen", False),
        ("회의가 16시로 바뀌었어요", "회의 시간이 바뀌었다고", True),
        ("회의가 16시로 바뀌었어요", "16시라고", True),
        ("회의가 16시로 바뀌었어요", "안부를", False),
        ("Ok.", "anything", True),
    ],
)
def test_content_is_taken_up_by_a_word_or_a_number(content: str, speech: str, said: bool) -> None:
    assert says_content(content, [speech], ["helen", "white"]) is said
