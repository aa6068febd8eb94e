"""How parts are chosen and wired."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from drives import scenario

from scenarios.schema import Scenario
from simulator.agents.oracle import Oracle
from simulator.assembly import AGENTS, ChannelChoice, Channels, agent_factory, build_session, session_seed, spoken_texts
from simulator.channel import Locale, TextChannel
from simulator.events import SessionStarted
from simulator.registry import UsageError
from simulator.settings import Settings

TEXT = ChannelChoice("text", lambda seed: TextChannel())


def spoken() -> Scenario:
    facts = scenario().model_dump()
    for script in facts["driver"].values():
        script["spoken"] = True
    return Scenario.model_validate(facts)


@pytest.mark.parametrize("name", ["oracle", "silent", "premature", "fabricating", "over-asking", "baseline"])
@pytest.mark.parametrize("locale", ["ko", "en"])
def test_every_shipped_assistant_is_made_new_for_each_session(name: str, locale: Locale) -> None:
    make = agent_factory(Settings(agent=name))
    first, second = make(scenario(), locale), make(scenario(), locale)
    assert first is not second
    assert first.name == name


@pytest.mark.parametrize(("name", "meant"), [("orcale", "oracle"), ("basline", "baseline"), ("chta", "chat")])
def test_an_unknown_assistant(name: str, meant: str) -> None:
    with pytest.raises(UsageError, match=f"unknown agent '{name}': did you mean '{meant}'"):
        agent_factory(Settings(agent=name))


def test_chat_needs_a_model() -> None:
    assert "chat" in AGENTS
    with pytest.raises(UsageError, match="--model"):
        agent_factory(Settings(agent="chat"))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    importlib.invalidate_caches()
    yield tmp_path
    for name in ("counted_agent", "unbuildable_agent"):
        sys.modules.pop(name, None)


def test_ones_own_assistant_is_built_once_a_session_and_gets_the_settings(here: Path) -> None:
    (here / "counted_agent.py").write_text(
        "class Counted:\n"
        "    built = []\n"
        "    def __init__(self, settings):\n"
        "        self.built.append(settings)\n"
        "    async def respond(self, view): ...\n"
    )
    make = agent_factory(Settings(agent="counted_agent:Counted", model="mine"))
    assert make(scenario(), "en") is not make(scenario(), "en")
    built = sys.modules["counted_agent"].Counted.built
    assert len(built) == 2
    assert {settings["model"] for settings in built} == {"mine"}


def test_ones_own_assistant_that_cannot_be_built_is_told_at_once(here: Path) -> None:
    (here / "unbuildable_agent.py").write_text(
        "class Broken:\n"
        "    def __init__(self): raise RuntimeError('no licence')\n"
        "    async def respond(self, view): ...\n"
    )
    with pytest.raises(UsageError, match="no licence"):
        agent_factory(Settings(agent="unbuildable_agent:Broken"))


def test_text_is_the_channel_where_nothing_is_spoken() -> None:
    for settings, of in ((Settings(channel="text"), spoken()), (Settings(channel="auto"), scenario())):
        choice = Channels(settings, [of]).choose(of, "ko")
        assert (choice.name, choice.notice) == ("text", "")
        assert choice.build(1).name == "text"


def without_voice(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    import voice.channel

    asked: list[str] = []

    def build(locale: Locale, **named: object) -> object:
        asked.append(locale)
        return type("Found", (), {"channel": None, "reason": "no voice here", "fix": "install one"})()

    monkeypatch.setattr(voice.channel, "build_voice_channel", build)
    return asked


def test_a_spoken_scenario_without_a_voice_falls_back_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = without_voice(monkeypatch)
    channels = Channels(Settings(channel="auto"), [spoken()])
    first, second = channels.choose(spoken(), "ko"), channels.choose(spoken(), "ko")
    assert asked == ["ko"]
    assert first.name == second.name == "errors"
    assert first.notice == (
        "spoken sessions [ko] used simulated errors at 0.1 instead: no voice here; to bring one: install one"
    )
    assert first.build(3).accuracy_reason == "no speech was made: no voice here; to bring one: install one"


def test_speech_that_was_asked_for_and_cannot_be_had_is_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    without_voice(monkeypatch)
    with pytest.raises(UsageError, match="no voice here; to bring one: install one"):
        Channels(Settings(channel="voice"), [scenario()]).choose(scenario(), "en")


@pytest.mark.parametrize("channel", ["voice", "auto"])
def test_what_a_recogniser_cannot_put_in_place_is_told_before_a_session(
    monkeypatch: pytest.MonkeyPatch, channel: str
) -> None:
    import voice.channel
    from voice.tts.null import TimedSilence

    class Ears:
        name = "ears"

        def prepare(self) -> None:
            raise UsageError("cannot store the speech model in /full")

    found = voice.channel.VoiceAvailability(voice.channel.VoiceChannel(TimedSilence(), Ears()))  # type: ignore[arg-type]
    monkeypatch.setattr(voice.channel, "build_voice_channel", lambda locale, **named: found)
    with pytest.raises(UsageError, match="cannot store the speech model in /full"):
        Channels(Settings(channel=channel), [spoken()]).choose(spoken(), "ko")


def test_the_error_channel_is_calibrated_on_what_drivers_say() -> None:
    texts = spoken_texts([spoken(), scenario()])
    assert texts == {"ko": ("부탁해요.",), "en": ("Please.",)}


def test_seeds_differ_by_all_that_tells_sessions_apart_and_by_nothing_else() -> None:
    other = scenario().model_copy(update={"id": "other"})
    seeds = [
        session_seed(0, scenario(), "ko", 0),
        session_seed(1, scenario(), "ko", 0),
        session_seed(0, other, "ko", 0),
        session_seed(0, scenario(), "en", 0),
        session_seed(0, scenario(), "ko", 1),
    ]
    assert len(set(seeds)) == 5
    assert seeds[0] == session_seed(0, scenario(), "ko", 0)
    assert all(0 <= seed < 2**32 for seed in seeds)


async def test_a_session_carries_its_label_and_limits() -> None:
    settings = Settings(agent="oracle", max_turns=1)
    session = build_session(settings, scenario(), "en", 2, make_agent=Oracle, channel=TEXT)
    events = [event async for event in session.run()]
    started = events[0]
    assert isinstance(started, SessionStarted)
    assert (started.agent, started.user, started.channel, started.trial) == ("oracle", "scripted", "text", 2)
    assert started.seed == session_seed(0, scenario(), "en", 2)


def test_the_weather_is_the_same_in_every_language_and_trial() -> None:
    of = scenario().model_copy(update={"weather": None})
    sessions: list[tuple[Locale, int]] = [("ko", 0), ("en", 0), ("en", 1)]
    worlds = [
        build_session(Settings(seed=5), of, locale, trial, make_agent=Oracle, channel=TEXT)._environment.world
        for locale, trial in sessions
    ]
    assert len({tuple(world.weather(of.place) or ()) for world in worlds}) == 1


def test_a_setting_names_the_engines_of_spoken_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    import voice.channel

    asked: list[tuple[str, object, object]] = []

    def build(locale: Locale, **named: object) -> object:
        asked.append((locale, named["asr"], named["tts"]))
        return type("Found", (), {"channel": None, "reason": "no voice here", "fix": "install one"})()

    monkeypatch.setattr(voice.channel, "build_voice_channel", build)
    named = Settings(channel="voice", asr="faster-whisper-fast", tts="ko=mbrola,en=null")
    for locale in ("ko", "en"):
        with pytest.raises(UsageError, match="no voice here"):
            Channels(named, [scenario()]).choose(scenario(), locale)
    assert asked == [("ko", "faster-whisper-fast", "mbrola"), ("en", "faster-whisper-fast", "null")]
    assert named.recorded()["tts"] == "ko=mbrola,en=null"


@pytest.mark.parametrize(
    ("asr", "tts", "says"),
    [
        ("", "mbrola", "tts engine 'mbrola' has no 'en': it has ko"),
        ("", "pipper", "unknown tts engine 'pipper': did you mean 'piper'"),
        ("whisper", "", "unknown asr engine 'whisper'"),
        ("", "fr=piper", "unknown language 'fr'"),
        ("", "recordings", "recordings' is not installed: name a folder"),
    ],
)
def test_an_engine_that_cannot_be_used_is_told_before_anything_starts(asr: str, tts: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        Channels(Settings(channel="voice", asr=asr, tts=tts), [scenario()]).choose(scenario(), "en")
