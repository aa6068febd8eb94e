"""How speech fared: error rates of what was heard, Korean endings at their very cells, and why something is open."""

import pytest
from drives import Drive, scenario
from panel_stories import SAID, WIDTHS, drawn, fits, full_events, renumbered, story_of, text_of
from rich.text import Text

from simulator.channel import Locale
from simulator.dashboard.facts import AnswerFacts, SentenceFacts
from simulator.dashboard.panels.speech import FULL_TURNS, SHORT_TURNS
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.registered import panel
from simulator.dashboard.spec import Look, Moment
from simulator.dashboard.story import Scoring, Story
from simulator.events import AssistantSpoke, ConditionChanged, Event
from simulator.language.alignment import align_space_free, align_words

ANSWER = SAID["ko"][2]
POLITE, FORMAL = "바람 세기를 3단으로 맞췄어요", "더 필요하십니까"


def facts(index: int, **more: object) -> AnswerFacts:
    start = ANSWER.index(FORMAL)
    sentences = (
        SentenceFacts((0, len(POLITE)), "haeyo", (len(POLITE) - 2, len(POLITE)), "어요"),
        SentenceFacts((start, start + len(FORMAL)), "hapsyo", (start + 5, start + 8), "ㅂ니까"),
    )
    usual: dict[str, object] = {"wanted": "haeyo", "kept": False, "reason": "x", "sentences": sentences, "grade": 3}
    return AnswerFacts(index, **(usual | more))  # type: ignore[arg-type]


def story(locale: Locale, turns: int = 3, *, known: bool = True, **more: object) -> Story:
    made = story_of(full_events(locale, turns), scenario(), locale)
    places = [index for index, event in enumerate(made.events) if isinstance(event, AssistantSpoke)]
    if known and locale == "ko":
        made.score(Scoring(answers=tuple(facts(index, **more) for index in places)))
    elif known:
        made.score(
            Scoring(answers=tuple(AnswerFacts(index, grade=2, grade_reasons=("9.0 s, at most 6",)) for index in places))
        )
    return made


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("locale", ["en", "ko"])
def test_every_line_fits(locale: Locale, lang: UiLang) -> None:
    made = story(locale, FULL_TURNS + 2)
    for width in WIDTHS:
        assert fits(drawn("speech", made, width, lang=lang), width)


def test_words_are_counted_in_english_and_characters_in_korean() -> None:
    intended, heard, _ = SAID["en"]
    wrong = align_words(intended, heard, "en")
    text = text_of(drawn("speech", story("en"), 80))
    assert f"● WER {wrong.rate:.3f} · {wrong.errors} errors in {wrong.reference_length} words" in text
    assert "1 substituted, 0 lost, 0 added" in text
    assert text.count("✓ WER 0.000") == 2
    intended, heard, _ = SAID["ko"]
    wrong = align_space_free(intended, heard, "ko")
    assert wrong.rate == pytest.approx(0.1)
    text = text_of(drawn("speech", story("ko"), 80, lang="ko"))
    assert f"글자 오류율(CER) {wrong.rate:.3f} · {wrong.reference_length}자 중 오류 1자" in text


def underlined(line: Text) -> str:
    """Return the pieces of a line that are underlined, by the cells they stand in."""
    plain = line.plain
    return "|".join(plain[span.start : span.end] for span in line.spans if "underline" in str(span.style))


def test_the_ending_is_highlighted_at_its_very_cells() -> None:
    lines = drawn("speech", story("ko", 1), 60)
    polite, formal = (next(line for line in lines if part in line.plain) for part in (POLITE, FORMAL))
    assert underlined(polite) == "어요"
    assert underlined(formal) == "십니까"
    assert polite.plain.startswith("✓ ")
    assert formal.plain.startswith("✗ ")
    assert "hapsyo (formal) · ending -ㅂ니까" in text_of(lines)


def test_an_ending_that_is_folded_stays_highlighted() -> None:
    made = story("ko", 1)
    for width in range(20, 60):
        marked = "".join(underlined(line).replace("|", "") for line in drawn("speech", made, width))
        assert marked == "어요십니까"


def test_the_wanted_level_and_whether_it_was_kept() -> None:
    assert "wanted: haeyo (polite) · ✗ level broken" in text_of(drawn("speech", story("ko", 1)))
    assert "요청한 말투: 해요체 · ✓ 말투 유지" in text_of(drawn("speech", story("ko", 1, kept=True), lang="ko"))


def test_without_the_analyser_the_reason_is_told() -> None:
    reason = "the Korean analyser is not installed: python -m pip install kiwipiepy"
    bare = story("ko", 1, kept=None, reason=reason, sentences=(), grade=None, grade_reasons=(reason,))
    text = text_of(drawn("speech", bare, 120))
    assert f"unscored: {reason}" in text
    assert ANSWER in text
    assert "한국어 분석기 미설치" in text_of(drawn("speech", bare, 120, lang="ko"))


def test_an_answer_that_nobody_has_looked_at_yet() -> None:
    assert "○ not analysed yet" in text_of(drawn("speech", story("ko", 1, known=False)))


def test_why_conciseness_is_not_the_best() -> None:
    assert "● conciseness 2 of 3 · 9.0 s, at most 6" in text_of(drawn("speech", story("en", 1)))
    assert "● 간결성 2/3 · 9.0초(최대 6초)" in text_of(drawn("speech", story("en", 1), lang="ko"))


def test_a_channel_that_recognises_nothing_says_so_once() -> None:
    reason = "text channel: nothing was recognised"
    drive = Drive(scenario())
    for _ in range(3):
        drive.hear("Please.", measurable=reason).say("Done.")
    text = text_of(drawn("speech", story_of(drive.trajectory.events, scenario()), 80))
    assert text.count(reason) == 1
    drive.hear("Please.", "Cheese.").say("What?")
    text = text_of(drawn("speech", story_of(drive.trajectory.events, scenario()), 80))
    assert text.count(reason) == 3
    assert "● WER 1.000" in text


def test_an_utterance_without_words_is_unscored() -> None:
    drive = Drive(scenario()).hear("…", "what").say("")
    text = text_of(drawn("speech", story_of(drive.trajectory.events, scenario()), 80))
    assert "unscored: the driver said nothing that can be compared" in text
    assert "the assistant said nothing" in text


def test_the_language_may_be_switched_in_mid_drive() -> None:
    english, korean = full_events("en", 1), full_events("ko", 2)[1:]
    at = {"seq": 0, "turn": 0, "at_ms": 0}
    switch = ConditionChanged.model_validate(at | {"name": "locale", "before": "en", "after": "ko"})
    later: list[Event] = [event.model_copy(update={"turn": event.turn + 1}) for event in korean]
    events = renumbered([*(event for event in english if event.type != "session_ended"), switch, *later])
    text = text_of(drawn("speech", story_of(events, scenario()), 80, lang="ko"))
    assert "단어 오류율(WER) 0.000" in text
    assert "글자 오류율(CER) 0.100" in text


def test_earlier_turns_are_told_in_short() -> None:
    turns = FULL_TURNS + SHORT_TURNS + 3
    lines = [line.plain for line in drawn("speech", story("ko", turns), 80)]
    assert lines[-1] == "… and 3 turns before"
    assert sum(line.startswith("turn ") for line in lines) == FULL_TURNS + SHORT_TURNS
    assert lines[-2].startswith("turn 4  ● CER 0.100  ✗ level broken  conciseness 3 of 3")


def test_an_answer_cannot_write_to_the_terminal() -> None:
    drive = Drive(scenario(), "ko").hear("부탁해요.").say("\x1b[2J창문을\n닫았\x07어요.")
    made = story_of(drive.trajectory.events, scenario(), "ko")
    for answers in ((), (AnswerFacts(3, sentences=(SentenceFacts((0, 14), "haeyo", (12, 14), "어요"),)),)):
        made.score(Scoring(answers=answers))
        text = text_of(drawn("speech", made))
        assert not {"\x1b", "\x07"} & set(text)
        assert "창문을" in text


def test_it_is_drawn_again_only_for_speech_and_what_is_known_of_it() -> None:
    made = story("en", 1, known=False)
    speech = panel("speech")
    seen = {place: speech.depends(Moment(made, place)) for place in range(1, len(made) + 1)}
    for place, event in enumerate(made.events, start=1):
        if place > 1:
            assert (seen[place] != seen[place - 1]) is (event.type in ("speech_recognised", "assistant_spoke"))
    made.score(Scoring(answers=(AnswerFacts(0),)))
    assert speech.depends(Moment(made, len(made))) != seen[len(made)]


def test_before_the_first_event() -> None:
    empty = Story(scenario(), "ko", scenario().build_world(0))
    assert text_of(panel("speech").draw(Moment(empty, 0), 20, 5, Look("en"))) == "No turn yet."
