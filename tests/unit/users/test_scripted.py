"""The scripted driver, with a recogniser that is told what it hears."""

from typing import Any

import pytest
from drives import scenario

from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.events import EndWord
from simulator.language.acts import Act, Recognition
from simulator.users.scripted import PATIENCE, ScriptedUser
from simulator.users.spec import Exchange, Utterance


def labelled(speech: str, locale: Locale) -> Recognition:
    """Take a speech that starts with the names of its acts for just that."""
    acts = tuple(Act(word) for word in speech.partition("|")[0].split("+"))
    return Recognition(acts=acts, evidence=tuple((act, speech) for act in acts))


class Dialogue:
    """A driver and what the assistant says to it."""

    def __init__(self, of: Scenario, locale: Locale = "en") -> None:
        self.user = ScriptedUser(of, locale, labelled)
        self.history: list[Exchange] = []
        self.last = Utterance()

    async def hears(self, *speeches: str, removed: EndWord | None = None) -> Utterance:
        if not self.history:
            self.last = await self.user.speak((), None)
        for speech in speeches:
            self.history.append(Exchange(self.last.intended, speech))
            self.last = await self.user.speak(tuple(self.history), removed)
        return self.last


def dialogue(*turns: dict[str, Any], locale: Locale = "en", **more: Any) -> Dialogue:
    driver: dict[str, Any] = {locale: {"turns": list(turns) or [{"say": "Warmer, please."}]}}
    if locale == "ko":
        driver[locale]["level"] = "haeyo"
    return Dialogue(scenario(driver=driver, **more), locale)


def reply(on: str, say: str, *about: str) -> dict[str, Any]:
    return {"on": on, "say": say, "about": list(about)}


async def test_opens_with_the_first_request_and_its_slots() -> None:
    said = await dialogue({"say": "Warmer, 22 degrees.", "slots": ["22"]}).hears()
    assert (said.intended, said.slots, said.request, said.understood) == ("Warmer, 22 degrees.", ("22",), 0, ())


async def test_a_report_brings_the_next_request_and_the_last_one_ends() -> None:
    talk = dialogue({"say": "First."}, {"say": "Second."})
    said = await talk.hears("done|")
    assert (said.intended, said.request, said.understood) == ("Second.", 1, ("done",))
    assert (await talk.hears("done|")).end is EndWord.STOP


async def test_a_question_gets_its_scripted_reply() -> None:
    talk = dialogue({"say": "Open it.", "replies": [reply("value", "Halfway."), reply("choose", "The left one.")]})
    assert (await talk.hears("value|")).intended == "Halfway."
    assert (await talk.hears("choose|")).intended == "The left one."


async def test_a_reply_about_something_goes_before_one_about_anything_and_only_there() -> None:
    replies = [reply("confirm", "Fine."), reply("confirm", "No, keep it shut.", "sun roof")]
    talk = dialogue({"say": "Air.", "replies": replies})
    assert (await talk.hears("confirm| open the SUNROOF?")).intended == "No, keep it shut."
    assert (await talk.hears("confirm| open the window?")).intended == "Fine."


@pytest.mark.parametrize(
    ("locale", "say", "answer"),
    [
        ("en", "Open it.", "Yes, please do."),
        ("ko", "창문 좀 열어.", "응, 그렇게 해 줘."),
        ("ko", "창문 좀 열어 주세요.", "네, 그렇게 해 주세요."),
        ("ko", "더운데요. 창문 좀.", "네, 그렇게 해 주세요."),
        ("ko", "창문을 열어 주시겠습니까?", "네, 그렇게 해 주세요."),
    ],
)
async def test_unscripted_confirmation_is_given_in_the_drivers_own_manner(
    locale: Locale, say: str, answer: str
) -> None:
    assert (await dialogue({"say": say}, locale=locale).hears("confirm|")).intended == answer


async def test_confirming_the_wrong_thing_is_refused_and_the_request_put_again() -> None:
    turn = {"say": "Window.", "again": "The window, I mean.", "replies": [reply("confirm", "Yes, it.", "window")]}
    assert (await dialogue(turn).hears("confirm| the trunk?")).intended == "No, not that. The window, I mean."


async def test_putting_it_again_uses_the_other_words_and_keeps_only_slots_they_hold() -> None:
    turn = {"say": "Passenger window, a quarter.", "again": "PassengerWindow please.", "slots": ["window", "quarter"]}
    said = await dialogue(turn).hears("value|")
    assert (said.intended, said.slots) == ("PassengerWindow please.", ("window",))


async def test_patience_with_an_assistant_that_only_asks() -> None:
    talk = dialogue({"say": "Warmer."})
    for _ in range(PATIENCE):
        assert (await talk.hears("value|")).intended == "Warmer."
    assert (await talk.hears("value|")).end is EndWord.GAVE_UP


async def test_being_asked_to_repeat_is_answered_even_where_a_question_would_be_an_error() -> None:
    inner = {"resolved_by": "internal", "element": "which"}
    talk = dialogue({"say": "Warmer.", "again": "I said warmer."}, kind="disambiguation", ambiguity=inner)
    for _ in range(PATIENCE):
        assert (await talk.hears("repeat|")).intended == "I said warmer."
    assert (await talk.hears("repeat|")).end is EndWord.GAVE_UP


async def test_patience_with_one_answer() -> None:
    talk = dialogue({"say": "Warmer.", "replies": [reply("value", "22.")]})
    for _ in range(PATIENCE):
        assert (await talk.hears("value|")).intended == "22."
    assert (await talk.hears("value|")).end is EndWord.GAVE_UP


async def test_patience_is_new_with_the_next_request() -> None:
    talk = dialogue({"say": "First."}, {"say": "Second."})
    await talk.hears("value|", "value|", "done|")
    for _ in range(PATIENCE):
        assert (await talk.hears("value|")).intended == "Second."


async def test_two_silences_in_a_row_end_it() -> None:
    talk = dialogue({"say": "Warmer.", "again": "Hello? Warmer."})
    assert (await talk.hears("")).intended == "Hello? Warmer."
    assert (await talk.hears("  \n")).end is EndWord.NO_ANSWER
    talk = dialogue({"say": "Warmer.", "again": "Hello? Warmer."})
    await talk.hears("", "value|")
    assert (await talk.hears("")).intended == "Hello? Warmer."


async def test_two_unplaced_speeches_in_a_row_make_it_invalid_never_failed() -> None:
    talk = dialogue({"say": "Warmer."})
    assert (await talk.hears("other|")).intended == "Warmer."
    said = await talk.hears("other|")
    assert said.lost
    assert said.end is None
    assert said.understood == ("other",)


@pytest.mark.parametrize(
    "speeches",
    [
        ("Sure thing!", "All right."),
        ("Okay, one moment please.", ""),
        ("", '{"name": "open_close_window", "arguments": {}}'),
        ("Yes.", "Yes."),
    ],
)
async def test_acknowledging_twice_and_doing_nothing_is_no_answer_and_failed(speeches: tuple[str, str]) -> None:
    user = ScriptedUser(scenario(driver={"en": {"turns": [{"say": "Warmer, will you?", "again": "Warmer."}]}}), "en")
    history: list[Exchange] = []
    said = await user.speak((), None)
    answers = []
    for speech in speeches:
        history.append(Exchange(said.intended, speech))
        said = await user.speak(tuple(history), None)
        answers.append((said.intended, said.end, said.lost))
    assert answers == [("Warmer.", None, ""), ("", EndWord.NO_ANSWER, "")]


async def test_what_it_took_for_nothing_is_recorded() -> None:
    user = ScriptedUser(scenario(driver={"ko": {"level": "haeyo", "turns": [{"say": "창문 열어 주세요."}]}}), "ko")
    said = await user.speak((Exchange("창문 열어 주세요.", "네, 알겠습니다."),), None)
    assert (said.intended, said.understood) == ("창문 열어 주세요.", ("other",))
    assert said.evidence == ('acknowledgement: "네, 알겠습니다."',)


async def test_yes_may_answer_a_driver_who_wants_to_know_something() -> None:
    user = ScriptedUser(scenario(driver={"en": {"turns": [{"say": "Is the trunk shut?"}]}}), "en")
    history = (Exchange("Is the trunk shut?", "Yes."), Exchange("Is the trunk shut?", "Yes."))
    await user.speak(history[:1], None)
    said = await user.speak(history, None)
    assert said.lost
    assert said.end is None


async def test_doing_it_after_one_acknowledgement_is_as_good_as_at_once() -> None:
    user = ScriptedUser(scenario(driver={"en": {"turns": [{"say": "Warmer, please."}]}}), "en")
    history = (Exchange("Warmer, please.", "Sure thing!"), Exchange("Warmer, please.", "I've set it to 24 degrees."))
    assert (await user.speak(history[:1], None)).intended == "Warmer, please."
    assert (await user.speak(history, None)).end is EndWord.STOP


async def test_unplaced_speeches_with_something_clear_between_them_do_not() -> None:
    talk = dialogue({"say": "Warmer."})
    said = await talk.hears("other|", "value|", "other|")
    assert (said.intended, said.lost) == ("Warmer.", "")


async def test_a_limit_in_a_feasible_scenario_is_believed() -> None:
    talk = dialogue({"say": "First."}, {"say": "Second.", "replies": [reply("limit", "Then leave it.")]})
    assert (await talk.hears("limit|")).intended == "Second."
    assert (await talk.hears("limit|")).intended == "Then leave it."
    assert (await talk.hears("limit+confirm|")).end is None


async def test_choosing_or_asking_in_an_internal_disambiguation_is_an_error() -> None:
    for question in ("value|", "choose|"):
        inner = {"resolved_by": "internal", "element": "which"}
        talk = dialogue({"say": "Warmer."}, kind="disambiguation", ambiguity=inner)
        assert (await talk.hears(question)).end is EndWord.DISAMBIGUATION_ERROR
    talk = dialogue({"say": "Warmer."}, kind="disambiguation", ambiguity={"resolved_by": "internal", "element": "w"})
    assert (await talk.hears("confirm|")).intended == "Yes, please do."


@pytest.mark.parametrize(
    ("speeches", "word"),
    [
        (("done|",), EndWord.HALLUCINATION_ERROR),
        (("limit|",), EndWord.ACKNOWLEDGED),
        (("limit+done|",), EndWord.ACKNOWLEDGED),
        (("confirm|", "done|"), EndWord.HALLUCINATION_ERROR),
        (("value|",) * (PATIENCE + 1), EndWord.OUT_OF_SCOPE),
        (("", ""), EndWord.NO_ANSWER),
    ],
)
async def test_how_a_hallucination_scenario_ends(speeches: tuple[str, ...], word: EndWord) -> None:
    assert (await dialogue(kind="hallucination").hears(*speeches)).end is word


async def test_only_the_request_that_needs_what_is_missing_counts() -> None:
    turns = ({"say": "First."}, {"say": "Second."})
    talk = dialogue(*turns, kind="hallucination", removed_turn=1)
    assert (await talk.hears("limit|")).intended == "Second."
    assert (await talk.hears("done|")).end is EndWord.HALLUCINATION_ERROR
    talk = dialogue(*turns, kind="hallucination", removed_turn=0)
    assert (await talk.hears("limit|")).intended == "Second."
    assert (await talk.hears("done|")).end is EndWord.ACKNOWLEDGED


async def test_an_offer_beside_a_limit_gets_its_scripted_answer_and_the_limit_still_counts() -> None:
    turn = {"say": "Trunk.", "replies": [reply("confirm", "No, never mind.")]}
    talk = dialogue(turn, kind="hallucination")
    assert (await talk.hears("limit+confirm|")).intended == "No, never mind."
    assert (await talk.hears("done|")).end is EndWord.ACKNOWLEDGED


async def test_a_call_of_what_was_removed_ends_it_whatever_was_said() -> None:
    word = EndWord.HALLUCINATION_ERROR_REMOVED_TOOL
    assert (await dialogue(kind="hallucination").hears("limit|", removed=word)).end is word


async def test_evidence_says_what_was_taken_for_what() -> None:
    said = await dialogue().hears("done| It is open now.")
    assert said.evidence == ("done: done| It is open now.",)
