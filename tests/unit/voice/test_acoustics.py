"""The way from mouth to recogniser as a whole: paired noise, a record of it, and a car that is heard."""

import math

import pytest
from noise_levels import active_level_db, rms_level_db

from simulator.channel import CabinSituation, Heard, Locale, SituatedChannel
from simulator.registry import UsageError
from voice import channel as channel_module
from voice.acoustics import Acoustics, cabin_of, parse_acoustics, utterance_seed
from voice.audio import Pcm, from_floats, padded
from voice.channel import VoiceChannel

numpy = pytest.importorskip("numpy")
RATE_HZ = 16_000


def speech(seconds: float = 2.0) -> Pcm:
    draw = numpy.random.default_rng(3)
    at_s = numpy.arange(int(seconds * RATE_HZ)) / RATE_HZ
    syllables = numpy.clip(numpy.sin(2 * numpy.pi * 3 * at_s), 0, 1) * draw.standard_normal(at_s.size)
    return padded(from_floats(0.03 * syllables, RATE_HZ), before_ms=300, after_ms=300)


def values(pcm: Pcm):  # type: ignore[no-untyped-def]
    return pcm.floats().astype(numpy.float64)


def test_nothing_asked_for_changes_nothing() -> None:
    clean = speech()
    assert Acoustics().applied(clean, 1) == (clean, None)


@pytest.mark.parametrize("kind", ["cabin:110", "rain", "music", "hvac"])
def test_levels_differ_by_one_gain_of_the_same_noise(kind: str) -> None:
    clean = speech()
    seed = utterance_seed(7, 3, kind)
    rest = []
    for snr_db in (20.0, 10.0):
        mixed, record = parse_acoustics(kind, snr_db, "A", "").applied(clean, seed)
        assert mixed.sample_count == clean.sample_count
        assert record is not None
        assert (record.kind, record.snr_db, record.weighting, record.seed) == (kind, snr_db, "A", seed)
        noise = values(mixed) - values(clean)
        measured = active_level_db(values(clean), RATE_HZ, "A") - rms_level_db(noise, RATE_HZ, "A")
        assert measured == pytest.approx(snr_db, abs=0.1)
        rest.append(noise)
    quiet, loud = rest
    likeness = float(quiet @ loud / math.sqrt((quiet @ quiet) * (loud @ loud)))
    assert likeness > 0.999


def test_seeds_follow_run_utterance_and_kind() -> None:
    seeds = {utterance_seed(*facts) for facts in ((1, 0, "rain"), (2, 0, "rain"), (1, 1, "rain"), (1, 0, "music"))}
    assert len(seeds) == 4
    assert utterance_seed(1, 0, "rain") == utterance_seed(1, 0, "rain")


def ratio_in(situation: CabinSituation) -> float:
    _, record = parse_acoustics("vehicle", 10, "A", "").applied(speech(), 1, situation=situation)
    assert record is not None
    assert record.snr_db is not None
    return record.snr_db


def test_the_cars_own_state_decides_how_loud_it_is() -> None:
    usual = ratio_in(CabinSituation(speed_kmh=100, fan=0.2))
    assert usual == pytest.approx(10, abs=1)
    assert ratio_in(CabinSituation(speed_kmh=130, fan=0.2)) < usual - 3
    assert ratio_in(CabinSituation(speed_kmh=100, fan=0.2, windows=1)) < usual - 8
    assert ratio_in(CabinSituation(speed_kmh=100, fan=1)) < usual - 4
    assert ratio_in(CabinSituation(speed_kmh=100, fan=0.2, rain=1)) < usual - 3
    assert ratio_in(CabinSituation()) > usual + 15


def test_the_record_tells_what_the_car_did() -> None:
    _, record = parse_acoustics("vehicle", 10, "A", "bt-wide").applied(
        speech(), 1, situation=CabinSituation(speed_kmh=80, windows=0.5, fan=0.4)
    )
    assert record is not None
    assert record.detail == "80 km/h, windows 0.5, fan 0.4"
    assert record.impairments == "bt-wide"
    assert cabin_of(CabinSituation(rain=0.6)).surface == "wet"


@pytest.mark.parametrize(
    ("noise", "snr_db", "weighting", "told"),
    [
        ("cabin", 99.0, "A", "snr_db: 99 must lie between -30 and 60"),
        ("cabin", math.nan, "A", "snr_db: nan must lie"),
        ("cabin", 5.0, "B", "unknown noise_weighting 'B'"),
        ("cabn", 5.0, "A", "did you mean 'cabin'"),
    ],
)
def test_a_mistake_is_one_line(noise: str, snr_db: float, weighting: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        parse_acoustics(noise, snr_db, weighting, "")


class Voice:
    """A voice that makes the same noise-like speech of every text, as long as the text."""

    name = "voice"
    real_speech = True

    def voice(self, locale: Locale) -> str:
        return "voice"

    def fingerprint(self, locale: Locale) -> str:
        return "1"

    def synthesize(self, text: str, locale: Locale) -> Pcm:
        return speech(0.3 + len(text) / 20)


class Ear:
    """A recogniser that keeps what it was given."""

    name = "ear"

    def __init__(self) -> None:
        self.sounds: list[Pcm] = []

    def transcribe(self, pcm: Pcm, locale: Locale, hints: tuple[str, ...] = ()) -> Heard:
        self.sounds.append(pcm)
        return Heard(text="heard", engine=self.name)


def channel(monkeypatch: pytest.MonkeyPatch, noise: str, impairments: str = "") -> tuple[VoiceChannel, Ear]:
    monkeypatch.setattr(channel_module, "holds_speech", lambda pcm: True)
    ear = Ear()
    made = VoiceChannel(Voice(), ear, say_engine=Voice(), acoustics=parse_acoustics(noise, 5, "A", impairments))
    return made, ear


async def test_sessions_share_engines_and_not_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    shared, ear = channel(monkeypatch, "cabin:100")
    for seed in (1, 1, 2):
        passage = await shared.for_session(seed).hear("창문 열어", locale="ko", utterance=0)
        assert passage.spoken is not None
        assert passage.spoken.noise is not None
        assert passage.spoken.noise.kind == "cabin:100"
    first, again, other = ear.sounds
    assert first == again
    assert first != other


async def test_babble_is_made_of_the_sessions_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    shared, ear = channel(monkeypatch, "babble:3")
    await shared.for_session(1).hear("창문 열어", locale="ko", utterance=0)
    assert ear.sounds[0].sample_count > 0


async def test_an_echo_is_of_what_was_said_last(monkeypatch: pytest.MonkeyPatch) -> None:
    shared, ear = channel(monkeypatch, "", "echo:-6")
    session = shared.for_session(1)
    silent = await session.hear("one two three", locale="en", utterance=0)
    await session.say("a long answer of the assistant", locale="en", utterance=0)
    answered = await session.hear("one two three", locale="en", utterance=1)
    await shared.for_session(1).hear("one two three", locale="en", utterance=2)
    first, second = [passage.spoken.noise for passage in (silent, answered) if passage.spoken]
    assert first is not None
    assert second is not None
    assert (first.impairments, second.impairments) == ("", "echo:-6:40")
    before, after, elsewhere = ear.sounds
    assert before == elsewhere
    assert before != after


async def test_the_car_is_asked_when_the_driver_begins_to_speak(monkeypatch: pytest.MonkeyPatch) -> None:
    shared, _ = channel(monkeypatch, "vehicle")
    session = shared.for_session(1)
    assert isinstance(session, SituatedChannel)
    speeds = iter((0.0, 120.0))
    session.ride_in(lambda: CabinSituation(speed_kmh=next(speeds)))
    ratios = []
    for utterance in (0, 1):
        passage = await session.hear("one two three", locale="en", utterance=utterance)
        assert passage.spoken is not None
        assert passage.spoken.noise is not None
        ratios.append(passage.spoken.noise.snr_db or 0.0)
    assert ratios[0] > ratios[1] + 15
