"""Sessions of dialogues: the history is given and shown, one turn is played, and a stored session tells the same."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from drives import Call
from planted_kpis import WORDS, dialogue
from sessions import Playing, calls

from evaluation.store import Store
from evaluation.verdict import Outcome, score_session
from scenarios.dialogue import LEVELS, draw
from scenarios.schema import Scenario
from simulator.agents.a2a import _earlier as earlier_over_a2a
from simulator.agents.baseline.agent import BaselineAgent
from simulator.agents.chat import chat_message
from simulator.agents.spec import Reply
from simulator.assembly import AGENTS, ChannelChoice, Channels, build_session
from simulator.channel import Locale, TextChannel
from simulator.commands.event_lines import event_lines
from simulator.events import (
    AssistantSpoke,
    DriverSpoke,
    EndWord,
    ExchangeGiven,
    SessionStarted,
    SpeechRecognised,
    Termination,
)
from simulator.plan import make_plan
from simulator.serve.mcp import _earlier as earlier_over_mcp
from simulator.serve.remote_view import Conversation
from simulator.session import Session
from simulator.settings import Settings
from simulator.suite import Run
from simulator.trajectory import AssistantSaid, DriverSaid, Trajectory
from simulator.users.scripted import script_texts

HEATED: Call = ("set_seat_heating", {"level": 2, "seat_zone": "PASSENGER"})
TEXT = ChannelChoice("text", lambda seed: TextChannel())
PAIR = {
    "driver": {
        "haeyo": "조수석 열선 켜 주세요.",
        "hae": "조수석 열선 켜 줘.",
        "en": "Turn on the passenger's seat heating.",
    },
    "assistant": {
        "hae": "조수석 열선을 3단으로 켰어.",
        "haeyo": "조수석 열선을 3단으로 켰어요.",
        "hapsyo": "조수석 열선을 3단으로 켰습니다.",
        "en": "The passenger's seat heating is at level 3.",
    },
}
TARGET = {"haeyo": "한 단만 낮춰 주세요.", "hae": "한 단만 낮춰 줘.", "en": "One step less, please."}


def heated(**parts: Any) -> Scenario:
    checks = {"refine": {"tool": "set_seat_heating", "changed": {"level": 2}, "unchanged": {"seat_zone": "PASSENGER"}}}
    state = {"seat_heating_passenger": 3}
    return dialogue("refinement", checks, history=[PAIR] * 3, driver=TARGET, state=state, **parts)


def play(agent: Any, of: Scenario, locale: Locale = "ko", seed: int = 0, channel: ChannelChoice = TEXT) -> Session:
    session = build_session(Settings(seed=seed), of, locale, 0, make_agent=lambda *_: agent, channel=channel)

    async def run() -> None:
        assert [event async for event in session.run()] == session.trajectory.events

    asyncio.run(run())
    return session


def test_the_history_is_given_and_only_the_target_turn_is_played() -> None:
    agent = Playing(calls(HEATED), Reply(speech="조수석 열선을 2단으로 낮췄어요."))
    trajectory = play(agent, heated(level="haeyo")).trajectory
    given = list(trajectory.of(ExchangeGiven))
    assert [event.number for event in given] == [0, 1, 2]
    assert {event.assistant for event in given} == {"조수석 열선을 3단으로 켰어요."}
    assert len(list(trajectory.of(DriverSpoke))) == len(list(trajectory.of(AssistantSpoke))) == 1
    assert trajectory.events.index(given[-1]) < trajectory.events.index(next(trajectory.of(DriverSpoke)))
    assert trajectory.ended is not None
    assert (trajectory.ended.termination, trajectory.ended.end_word) == (Termination.USER_STOP, EndWord.STOP)
    seen = agent.views[0].messages
    assert [type(message) for message in seen] == [DriverSaid, AssistantSaid] * 3 + [DriverSaid]
    assert [getattr(message, "given", None) for message in seen] == [True] * 6 + [False]
    assert agent.views[0].speech_level == "haeyo"
    assert score_session(trajectory, heated(level="haeyo")).outcome is Outcome.PASSED


@pytest.mark.parametrize("seed", range(6))
def test_level_and_style_are_those_that_the_seed_draws(seed: int) -> None:
    of = heated()
    assert of.dialogue is not None
    drawn = draw(of.dialogue, of.id, seed)
    trajectory = play(Playing(), of, seed=seed).trajectory
    assert trajectory.started.speech_level == drawn.level
    given = next(trajectory.of(ExchangeGiven))
    assert given.driver == PAIR["driver"][drawn.style]
    assert given.assistant == PAIR["assistant"][drawn.level]
    assert next(trajectory.of(DriverSpoke)).intended == TARGET[drawn.style]


def test_an_english_session_has_no_level() -> None:
    trajectory = play(Playing(), heated(), "en").trajectory
    assert trajectory.started.speech_level is None
    assert next(trajectory.of(ExchangeGiven)).assistant == PAIR["assistant"]["en"]


def test_the_world_of_a_dialogue_does_not_depend_on_the_seed() -> None:
    of = heated()
    routes = [of.build_world(seed).routes("loc_seo_100001", "loc_dae_100005") for seed in (0, 5)]
    assert routes[0] == routes[1]


def test_errors_of_a_recogniser_touch_the_target_turn_only() -> None:
    of = heated(level="haeyo")
    settings = Settings(channel="errors", error_rate=0.6)
    choice = Channels(settings, [of]).choose(of, "ko")
    trajectory = play(Playing(), of, channel=choice).trajectory
    given = next(trajectory.of(ExchangeGiven))
    assert given.driver in PAIR["driver"].values()
    assert next(trajectory.of(SpeechRecognised)).heard.text != next(trajectory.of(DriverSpoke)).intended


@pytest.mark.parametrize("locale", ["ko", "en"])
def test_the_embedded_assistant_answers_the_target_and_leaves_the_history_alone(locale: Locale) -> None:
    trajectory = play(BaselineAgent(), heated(level="haeyo"), locale).trajectory
    assert trajectory.ended is not None
    assert trajectory.ended.termination is Termination.USER_STOP
    repeated = [call for step in trajectory.steps() for call in step.calls if call.arguments.get("level") == 3]
    assert not repeated, "what was wished for in the history was done again"
    assert next(trajectory.of(AssistantSpoke)).text


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("locale", ["ko", "en"])
def test_the_oracle_passes_and_those_who_say_nothing_do_not(locale: Locale, level: str) -> None:
    words = {"hae": "낮췄어.", "haeyo": "낮췄어요.", "hapsyo": "낮췄습니다.", "en": "It is at level 2 now."}
    of = heated(level=level, reference=words)
    for name, outcome in (("oracle", Outcome.PASSED), ("silent", Outcome.FAILED), ("fabricating", Outcome.UNSCORED)):
        agent = AGENTS[name](Settings())(
            of.drawn(draw(of.dialogue, of.id, 0)) if of.dialogue is not None else of, locale
        )
        verdict = score_session(play(agent, of, locale).trajectory, of)
        assert verdict.outcome is outcome, (name, verdict.reasons)


def test_a_stored_session_holds_the_history_and_scores_the_same(tmp_path: Path) -> None:
    store = Store(tmp_path / "runs.db")
    settings = Settings(agent="oracle", store=str(tmp_path / "runs.db"))
    of = heated(level="hapsyo")
    run = Run(make_plan(settings, [of]), store)
    asyncio.run(run.execute())
    for row in store.sessions(run.id):
        trajectory = store.trajectory(row["id"])
        assert len(list(trajectory.of(ExchangeGiven))) == 3
        assert trajectory.digest() == row["trajectory_digest"]
        again = score_session(trajectory, Scenario.model_validate_json(row["scenario"]))
        assert again.outcome.value == row["outcome"] == "passed"
        assert {score.metric: score.value for score in again.scores} == {
            score.metric: score.value for score in store.scores(row["id"])
        }


def test_the_history_is_shown_as_given() -> None:
    event = ExchangeGiven(seq=1, turn=0, at_ms=0, number=0, driver="열선 켜 줘.", assistant="켰어.")
    shown = " ".join(line for _, line in event_lines(event))
    assert "given" in shown
    assert "열선 켜 줘." in shown
    assert "켰어." in shown


def test_every_kind_of_assistant_is_told_the_history() -> None:
    trajectory = Trajectory(
        [
            _started(),
            ExchangeGiven(seq=1, turn=0, at_ms=0, number=0, driver="Warmer.", assistant="At 22 degrees."),
        ]
    )
    messages = trajectory.messages()
    assert [chat_message(message, "en")["role"] for message in messages] == ["user", "assistant"]
    told = earlier_over_a2a(messages)
    assert told == "User: Warmer.\n\nAssistant: At 22 degrees.\n\n"
    served = Conversation(f"System: You drive.\n\n{told}User: Cooler.", ())._messages
    assert served == [
        DriverSaid("Warmer.", given=True),
        AssistantSaid("At 22 degrees.", given=True),
        DriverSaid("Cooler."),
    ]


def test_over_mcp_the_history_is_part_of_the_instructions() -> None:
    agent = Playing()
    play(agent, heated(level="hae"), "en")
    told = earlier_over_mcp(agent.views[0])
    pair = f"Driver: {PAIR['driver']['en']}\nAssistant: {PAIR['assistant']['en']}\n"
    assert told == pair * 3


def test_a_voice_that_plays_recordings_needs_every_style_that_may_be_drawn() -> None:
    requests, answers = script_texts(heated(), "ko")
    assert set(requests) == {TARGET["hae"], TARGET["haeyo"]}
    assert answers == []


def _started() -> SessionStarted:
    return play(
        Playing(), dialogue("retention", {"must_say": {"ko": "가", "en": "a"}}, driver=WORDS)
    ).trajectory.started
