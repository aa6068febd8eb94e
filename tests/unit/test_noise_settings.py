"""Noise as a run is told of it: refused where nothing sounds, and heard from the car as it is."""

from dataclasses import replace
from typing import Any

import pytest

from scenarios.load import suite
from simulator.assembly import Channels
from simulator.cabin_situation import cabin_situation
from simulator.channel import NoiseRecord
from simulator.commands.event_lines import noise_line
from simulator.environment import Environment
from simulator.events import ToolCall
from simulator.registry import UsageError
from simulator.settings import Settings
from simulator.world.model import WeatherCondition
from simulator.world.weather import constant_weather


@pytest.mark.parametrize("channel", ["auto", "text", "errors"])
@pytest.mark.parametrize(("name", "value"), [("noise", "cabin"), ("impairments", "reverb")])
def test_noise_without_sound_is_a_mistake(channel: str, name: str, value: Any) -> None:
    with pytest.raises(UsageError, match=f"{name}: needs --channel voice; channel {channel} has no sound"):
        Channels(replace(Settings(channel=channel), **{name: value}))


def test_a_bad_noise_is_told_before_anything_runs() -> None:
    with pytest.raises(UsageError, match="did you mean 'cabin'"):
        Channels(Settings(channel="voice", noise="cabn"))
    with pytest.raises(UsageError, match="did you mean 'reverb'"):
        Channels(Settings(channel="voice", impairments="reverbb"))


def test_the_situation_follows_the_car() -> None:
    scenario = next(iter(suite("first-drive")))
    environment = Environment(scenario.build_state(), scenario.build_world(1, "en"), scenario.build_toolset())

    def person(name: str, **arguments: Any) -> None:
        call = ToolCall(id="1", name=name, arguments=arguments, actor="person")
        assert environment.call(call).fault is None

    person("open_close_window", window="DRIVER", percentage=0)
    before = cabin_situation(environment)
    person("open_close_window", window="DRIVER", percentage=100)
    person("set_fan_speed", level=5)
    after = cabin_situation(environment)
    assert after.windows == pytest.approx(before.windows + 1)
    assert after.fan == 1.0
    assert after.speed_kmh == environment.state.motion.speed_kph


@pytest.mark.parametrize(
    ("condition", "rain"),
    [("sunny", 0.0), ("cloudy_and_rain", 0.6), ("cloudy_and_rain_and_hail", 1.0)],
)
def test_rain_comes_from_the_weather_of_the_hour(
    condition: WeatherCondition, rain: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = next(iter(suite("first-drive")))
    world = scenario.build_world(1, "en")
    monkeypatch.setattr(type(world), "weather", lambda self, place_id: constant_weather(condition, 12))
    environment = Environment(scenario.build_state(), world, scenario.build_toolset())
    assert cabin_situation(environment).rain == rain


def test_noise_is_shown_in_one_line() -> None:
    record = NoiseRecord(kind="cabin:100", snr_db=5.0, weighting="A", seed=7, impairments="bt-narrow")
    assert noise_line(record) == "cabin:100 at 5 dB(A), bt-narrow, seed 7"
    record = NoiseRecord(kind="vehicle", snr_db=5.5, weighting="Z", seed=7, detail="80 km/h")
    assert noise_line(record) == "vehicle (80 km/h) at 5.5 dB, seed 7"
    assert noise_line(NoiseRecord(seed=7, impairments="reverb:80")) == "reverb:80, seed 7"
