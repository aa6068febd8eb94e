"""What a session scores: components first, reasons for what is unscored, and nothing that a driver should not know."""

import pytest
from drives import Drive, scenario
from panel_stories import FAN, WIDTHS, drawn, fits, full_events, story_of, text_of

from simulator.cockpit.scoring import LiveScoring, turn_ends
from simulator.dashboard.panels.scores import COMPONENT_NAMES
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.registered import panel
from simulator.dashboard.spec import Moment
from simulator.dashboard.story import Scoring, Story
from simulator.events import Score
from simulator.language.duration import speech_ms
from simulator.users.human_drive import free_drive
from simulator.vehicle.change import Change

WRONG = Change(path="climate.fan_speed", before=2, after=3)


def scored() -> Story:
    of = scenario(FAN)
    events = full_events("en", 2)
    story = story_of(events, of)
    for position in turn_ends(events):
        story.score(LiveScoring().score(events[:position], of), position)
    return story


def with_scores(*scores: Score, **more: object) -> Story:
    story = story_of(full_events("en", 1), scenario(FAN))
    story.score(Scoring(scores=scores, **more))  # type: ignore[arg-type]
    return story


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_line_fits(lang: UiLang) -> None:
    story = scored()
    for width in WIDTHS:
        for revealed in (True, False):
            assert fits(drawn("scores", story, width, lang=lang, revealed=revealed), width)


def test_components_come_first_and_in_their_order() -> None:
    lines = [line.plain for line in drawn("scores", scored())]
    names = [line.split()[1] for line in lines if line[:1] in "✓✗●○·" and len(line.split()) > 1]
    parts = [name for name in names if name in COMPONENT_NAMES]
    assert parts == list(COMPONENT_NAMES)
    assert names.index("calls") > names.index(COMPONENT_NAMES[-1])


def test_a_value_has_no_more_digits_than_mean_something() -> None:
    lines = drawn("scores", with_scores(Score(metric="wer", value=1 / 18), Score(metric="r_policy", value=1.0)))
    text = text_of(lines)
    assert "wer 0.056  " in text
    assert "✓ r_policy 1" in text


def test_what_is_unscored_has_its_reason_once() -> None:
    reason = "text channel: nothing was recognised"
    names = ("wer", "wer_raw", "deletion_rate")
    text = text_of(drawn("scores", with_scores(*(Score(metric=name, value=None, reason=reason) for name in names))))
    assert text.count(f"unscored: {reason}") == 1
    assert all(name in text for name in names)
    korean = text_of(drawn("scores", with_scores(Score(metric="wer", value=None, reason=reason)), lang="ko"))
    assert "미채점: 텍스트 채널이라 인식 과정 없음" in korean


def test_while_the_session_goes_on_only_its_end_is_open() -> None:
    story = scored()
    first = next(turn_ends(story.events))
    text = text_of(drawn("scores", story, position=first))
    assert text.startswith("so far")
    assert "unscored: the session still goes on\n  r_user_end_conversation" in text
    assert "passed" not in text


def test_the_outcome_shows_at_the_end() -> None:
    text = text_of(drawn("scores", scored()))
    assert text.startswith("✗ failed\n  r_actions_final: ")


def test_what_is_expected_is_hidden_until_it_is_asked_for() -> None:
    told = Score(metric="r_actions_final", value=0.0, reason="at the end fan_speed is 2, expected 3")
    named = Score(metric="r_tool_subset", value=0.0, reason="set_fan_speed was never called")
    policy = Score(metric="r_policy", value=0.0, reason="policy 005: the sunshade stayed closed")
    reasons = tuple(f"{score.metric}: {score.reason}" for score in (told, named, policy))
    story = with_scores(told, named, policy, remaining=(WRONG,), outcome="failed", reasons=reasons)
    hidden = text_of(drawn("scores", story, 80, revealed=False))
    assert "F9" in hidden
    assert "fan_speed" not in hidden
    assert "sunshade" in hidden
    shown = text_of(drawn("scores", story, 80))
    assert "fan level 2 → level 3" in shown
    assert "at the end fan_speed is 2, expected 3" in shown
    assert "F9" not in shown


def test_nothing_remains() -> None:
    assert "✓ the car is as expected" in text_of(drawn("scores", with_scores(remaining=())))
    assert "nothing is expected of the car" in text_of(drawn("scores", with_scores(remaining=None)))


def test_a_free_drive_says_once_that_it_has_no_goal() -> None:
    free = free_drive()
    trajectory = Drive(free).hear("Hello.").say("Hello.").trajectory
    story = story_of(trajectory.events, free)
    story.score(LiveScoring().score(trajectory.events, free, scored=False))
    text = text_of(drawn("scores", story, 100))
    assert text.count("free drive") == 1
    assert "r_actions" not in text
    assert "Expected car" not in text


def test_speaking_time_is_that_of_the_answers_so_far() -> None:
    story = scored()
    answers = [event for event in story.events if event.type == "assistant_spoke"]
    seconds = [speech_ms(event.text) / 1000 for event in answers]
    text = text_of(drawn("scores", story))
    assert f"in all {sum(seconds):.1f} s" in text
    assert f"turn 2: {seconds[1]:.1f} s  turn 1: {seconds[0]:.1f} s" in text
    first = next(turn_ends(story.events))
    assert f"in all {seconds[0]:.1f} s" in text_of(drawn("scores", story, position=first))


def test_before_anything_is_scored() -> None:
    story = story_of(full_events("en", 1), scenario(FAN))
    assert "Scores come at the end of a turn." in text_of(drawn("scores", story))
    story = Story(scenario(FAN), "en", scenario(FAN).build_world(0))
    assert "no answer yet" in text_of(drawn("scores", story))


def test_reasons_cannot_write_to_the_terminal() -> None:
    story = with_scores(
        Score(metric="r_policy", value=0.0, reason="said \x1b[2J\n"), reasons=("\x07",), outcome="failed"
    )
    assert not {"\x1b", "\x07"} & set(text_of(drawn("scores", story)))


def test_late_scores_belong_to_the_place_they_were_taken_at() -> None:
    story = story_of(full_events("en", 3), scenario(FAN))
    first, second, *_ = turn_ends(story.events)
    story.score(Scoring(outcome="second"), second)
    story.score(Scoring(outcome="first"), first)
    story.score(Scoring(outcome="again"), second)
    found = [story.scoring_at(position) for position in (first - 1, first, second - 1, second, len(story))]
    assert [None if one is None else one.outcome for one in found] == [None, "first", "first", "again", "again"]


def test_it_is_drawn_again_for_new_scores_and_answers() -> None:
    story = scored()
    scores = panel("scores")
    end = len(story)
    assert scores.depends(Moment(story, end)) == scores.depends(Moment(story, end))
    assert scores.depends(Moment(story, end)) != scores.depends(Moment(story, end, revealed=False))
    before = scores.depends(Moment(story, end))
    story.score(Scoring(), end)
    assert scores.depends(Moment(story, end)) != before
