"""Where the time of a turn went, tokens and costs: numbers, units, and lines that fit."""

import pytest
from drives import scenario
from panel_stories import FAN, WIDTHS, drawn, fits, full_events, live_turn, renumbered, story_of, text_of

from simulator.channel import Heard
from simulator.dashboard.facts import RoleCost
from simulator.dashboard.panels.timing import SHORT_TURNS, duration
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.registered import panel
from simulator.dashboard.spec import Look, Moment
from simulator.dashboard.spent_time import TIMING, spent_time
from simulator.dashboard.story import Scoring, Story
from simulator.events import Event, ModelCalled, SpeechRecognised, Timed, TurnTimed

AT = {"seq": 0, "turn": 0, "at_ms": 0}


def full(turns: int = 3) -> Story:
    return story_of(full_events("en", turns), scenario(FAN))


def with_calls(*calls: ModelCalled) -> Story:
    events: list[Event] = [event for event in full_events("en", 1) if not isinstance(event, ModelCalled)]
    return story_of(renumbered([*events, *calls]), scenario(FAN))


def called(**facts: object) -> ModelCalled:
    return ModelCalled.model_validate(AT | {"role": "assistant", "model": "m"} | facts)


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_line_fits(lang: UiLang) -> None:
    story = full()
    story.score(Scoring(costs=(RoleCost("assistant", None, reason="no price is known for '어떤-모델-이름'"),)))
    for width in WIDTHS:
        assert fits(drawn("timing", story, width, lang=lang), width)


def test_stages_in_order_with_their_times_and_letters() -> None:
    lines = drawn("timing", full(1))
    head, bar, *rest = (line.plain for line in lines)
    assert head == "turn 1  2.12 s in all"
    assert [cell for cell in bar if cell.isalpha()] == ["R", "A", "T", "V"]
    assert len(bar) == 60
    told = [" ".join(line.split()) for line in rest[:5]]
    assert told == [
        "R░ 400 ms recogniser",
        "A█ 1.50 s assistant",
        "T▒ 35 ms tools",
        "V═ 180 ms voice",
        "+ 250 ms in the queue of an endpoint",
    ]


def test_a_bar_is_as_long_as_its_time() -> None:
    events = full_events("en", 2)
    slow = [
        event.model_copy(update={"duration_ms": 4500.0})
        if isinstance(event, Timed) and event.stage == "agent" and event.turn == 1
        else event
        for event in events
    ]
    lines = [line.plain for line in drawn("timing", story_of(slow, scenario(FAN)), 72)]
    (short,) = (line for line in lines if line.startswith("  1 "))
    newest, earlier = lines[1], short.split()[-1]
    assert (len(newest), len(earlier)) == (60, round(59 * 2115 / 5115))


def test_a_live_turn_counts_what_was_waited_for() -> None:
    heard = SpeechRecognised.model_validate(AT | {"heard": Heard(text="x", engine="e", recognition_ms=900)})
    timed = live_turn(speech_end=1000, endpoint=1700, asr_final=1850, agent=2500, tts_first=2580, audio_out=2600)
    found = spent_time([heard, Timed.model_validate(AT | {"stage": "agent", "duration_ms": 600}), timed])
    assert list(found.stages()) == [
        ("endpoint", 700.0),
        ("recognition", 150.0),
        ("model", 600.0),
        ("voice", 80.0),
    ]
    assert (found.total, found.response) == (1530.0, 1600.0)


def test_a_typed_turn_has_no_endpoint() -> None:
    timed = live_turn(asr_final=100, agent=350, mode="typed")
    found = spent_time([timed])
    assert (list(found.stages()), found.response) == ([], 250.0)


def test_a_turn_nobody_timed_says_so() -> None:
    events: list[Event] = [event for event in full_events("en", 1) if not isinstance(event, Timed)]
    quiet = [
        event.model_copy(update={"heard": event.heard.model_copy(update={"recognition_ms": 0})})
        if isinstance(event, SpeechRecognised)
        else event
        for event in events
        if event.type != "speech_synthesised"
    ]
    assert "no times recorded" in text_of(drawn("timing", story_of(renumbered(quiet), scenario(FAN))))


def test_tokens_are_summed_and_what_nobody_counted_is_unknown() -> None:
    counted = called(prompt_tokens=1000, cached_tokens=400, completion_tokens=50, first_token_ms=320.0, retries=2)
    text = text_of(drawn("timing", with_calls(counted, called(prompt_tokens=234))))
    assert "calls 2  retries 2" in text
    assert "prompt 1,234 tokens  cached 400 tokens" in text
    assert "completion 50 tokens  reasoning unknown" in text
    assert "first token 320 ms" in text


def test_calls_without_an_answer_and_those_from_the_cache_count_no_tokens() -> None:
    text = text_of(drawn("timing", with_calls(called(prompt_tokens=9, cached_response=True), called(answered=False))))
    assert "without an answer 1" in text
    assert "from the cache 1" in text
    assert "prompt unknown" in text


def test_no_model_at_all() -> None:
    assert "No language model was asked." in text_of(drawn("timing", with_calls()))


@pytest.mark.parametrize(
    ("costs", "told"),
    [
        ((), "counted at the end of the turn"),
        ((RoleCost("assistant", None, reason="no price is known for 'm'"),), "unknown price"),
        ((RoleCost("assistant", 0.0123),), "cost $0.0123"),
        ((RoleCost("assistant", 0.0),), "cost $0.0000"),
        ((RoleCost("assistant", 12.5, "KRW"),), "cost ₩12.5000"),
    ],
)
def test_a_cost_is_never_guessed(costs: tuple[RoleCost, ...], told: str) -> None:
    story = with_calls(called())
    story.score(Scoring(costs=costs))
    assert told in text_of(drawn("timing", story))


def test_a_model_name_cannot_write_to_the_terminal() -> None:
    story = with_calls(called())
    story.score(Scoring(costs=(RoleCost("assistant", None, reason="no price is known for '\x1b[2J'"),)))
    assert "\x1b" not in text_of(drawn("timing", story))


def test_only_the_newest_turns_have_bars() -> None:
    turns = SHORT_TURNS + 5
    lines = [line.plain for line in drawn("timing", full(turns))]
    assert lines[-1] == "… and 4 turns before"
    assert lines[-2].startswith("  5 ")


def test_it_shows_the_moment_and_nothing_after_it() -> None:
    story = full()
    start, _ = story.turn_span(1)
    text = text_of(drawn("timing", story, position=start))
    assert text.startswith("turn 1")
    assert "calls 1" in text


def test_it_is_drawn_again_only_for_times_and_calls() -> None:
    story = full(1)
    timing = panel("timing")
    seen = {place: timing.depends(Moment(story, place)) for place in range(1, len(story) + 1)}
    for place, event in enumerate(story.events, start=1):
        if place > 1:
            told = event.type in ("timed", "model_called", "speech_recognised", "speech_synthesised")
            assert (seen[place] != seen[place - 1]) is told


def test_before_the_first_event() -> None:
    story = Story(scenario(FAN), "en", scenario(FAN).build_world(0))
    assert text_of(panel("timing").draw(Moment(story, 0), 30, 5, Look("ko"))) == "아직 턴이 없습니다."


@pytest.mark.parametrize(("took_ms", "told"), [(0.31, "0.3 ms"), (12, "12 ms"), (999.6, "1.00 s"), (61234, "61.23 s")])
def test_times_have_units(took_ms: float, told: str) -> None:
    assert duration(took_ms) == told


def test_what_no_stage_accounts_for_is_told() -> None:
    timed = TurnTimed.model_validate(AT | {"mode": "typed", "t_asr_final": 100.0, "t_agent": 1460.0})
    answered = Timed.model_validate(AT | {"stage": "agent", "duration_ms": 313.0})
    spent = spent_time([answered, timed])
    assert spent.response == 1360
    assert spent.elsewhere == 1047
    assert spent_time([answered]).elsewhere == 0
    events = [event for event in full_events("en", 1) if not isinstance(event, (*TIMING, ModelCalled))]
    told = text_of(drawn("timing", story_of(renumbered([*events, answered, timed]), scenario(FAN))))
    assert "answered after 1.36 s, 1.05 s of it in none of these stages" in told
