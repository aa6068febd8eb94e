"""Impairments: each does what it is named after, in one order, and a bad one is one clear line."""

import pytest
from noise_levels import active_level_db, rms_level_db

from simulator.registry import UsageError
from voice.impairments import clipped, parse_impairments
from voice.impairments_loss import lost_frames, with_losses
from voice.impairments_radio import a_law, cvsd, mu_law, narrowband, telephone, wideband
from voice.impairments_room import decay_ms, impulse_response, reverberant, with_echo
from voice.noise_shape import generator

numpy = pytest.importorskip("numpy")
RATE_HZ = 16_000


def white(seconds: float = 1.0):  # type: ignore[no-untyped-def]
    return 0.1 * numpy.random.default_rng(5).standard_normal(int(seconds * RATE_HZ))


def tone(hz: float, seconds: float = 1.0, rate_hz: int = RATE_HZ):  # type: ignore[no-untyped-def]
    return 0.3 * numpy.sin(2 * numpy.pi * hz * numpy.arange(int(seconds * rate_hz)) / rate_hz)


def band_level_db(samples, low_hz: float, high_hz: float) -> float:  # type: ignore[no-untyped-def]
    spectrum = numpy.abs(numpy.fft.rfft(samples)) ** 2
    hz = numpy.fft.rfftfreq(samples.size, 1 / RATE_HZ)
    return float(10 * numpy.log10(spectrum[(hz >= low_hz) & (hz < high_hz)].mean() + 1e-30))


def to_noise_db(wanted, got) -> float:  # type: ignore[no-untyped-def]
    """Return signal to coding noise, the gain of the way left out."""
    gain = float(wanted @ got / (wanted @ wanted))
    return float(10 * numpy.log10((gain * wanted) @ (gain * wanted) / ((got - gain * wanted) @ (got - gain * wanted))))


def test_a_narrow_link_carries_the_telephone_band_only() -> None:
    heard = narrowband(white(), RATE_HZ)
    assert heard.size == RATE_HZ
    inside = band_level_db(heard, 500, 3000)
    assert inside - band_level_db(heard, 0, 150) > 15
    assert inside - band_level_db(heard, 4000, 8000) > 30


def test_a_wide_link_carries_more() -> None:
    heard = wideband(white(), RATE_HZ)
    inside = band_level_db(heard, 500, 3000)
    assert abs(inside - band_level_db(heard, 5000, 6500)) < 1.5
    assert inside - band_level_db(heard, 0, 25) > 20
    assert inside - band_level_db(heard, 7700, 8000) > 5


def test_cvsd_follows_speech_with_audible_noise() -> None:
    wanted = tone(500, rate_hz=8000)
    assert 12 < to_noise_db(wanted[800:-800], cvsd(wanted)[800:-800]) < 45


@pytest.mark.parametrize("law", [a_law, mu_law])
def test_companding_keeps_its_ratio_over_forty_decibels(law) -> None:  # type: ignore[no-untyped-def]
    for gain in (1.0, 0.1, 0.03):
        wanted = gain * tone(441)
        assert 30 < to_noise_db(wanted, law(wanted)) < 45
    assert numpy.abs(law(numpy.array([-1.0, 1.0]))).max() <= 1.0


def test_companding_agrees_with_the_tables() -> None:
    """Against Python's own G.711, where it still has one."""
    audioop = pytest.importorskip("audioop")
    levels = numpy.arange(-32000, 32000, 37, dtype="<i2")
    for law, there, back in (
        (mu_law, audioop.lin2ulaw, audioop.ulaw2lin),
        (a_law, audioop.lin2alaw, audioop.alaw2lin),
    ):
        expected = numpy.frombuffer(back(there(levels.tobytes(), 2), 2), dtype="<i2")
        got = law(levels / 32768) * 32768
        step = numpy.maximum(numpy.abs(expected) / 16, 16)
        assert (numpy.abs(got - expected) <= step).all()
        assert float(numpy.mean(numpy.abs(got - expected) < 0.5)) > 0.95


@pytest.mark.parametrize("law", ["a", "mu"])
def test_a_telephone_is_narrow(law: str) -> None:
    heard = telephone(white(), RATE_HZ, law)
    assert heard.size == RATE_HZ
    assert band_level_db(heard, 500, 3000) - band_level_db(heard, 4100, 8000) > 30


@pytest.mark.parametrize(("rate", "burst"), [(0.05, 3.0), (0.1, 1.0), (0.3, 5.0)])
def test_packets_are_lost_at_the_rate_and_in_the_bursts_asked_for(rate: float, burst: float) -> None:
    lost = lost_frames(200_000, rate, burst, generator(1))
    assert float(lost.mean()) == pytest.approx(rate, rel=0.06)
    starts = int(numpy.count_nonzero(lost[1:] & ~lost[:-1])) + int(lost[0])
    assert float(lost.sum()) / starts == pytest.approx(burst, rel=0.06)
    assert (lost == lost_frames(200_000, rate, burst, generator(1))).all()


def test_lost_frames_are_silent_or_repeated() -> None:
    sound = numpy.arange(1, 1001, dtype=float)
    lost = numpy.array([False, True, True, False])
    silent = with_losses(sound, lost, RATE_HZ, repeat=False)
    assert not silent[320:960].any()
    assert (silent[960:] == sound[960:]).all()
    repeated = with_losses(sound, lost, RATE_HZ, repeat=True)
    assert (repeated[320:640] == sound[:320]).all()
    assert (repeated[640:960] == sound[:320]).all()
    assert not with_losses(sound, ~lost, RATE_HZ, repeat=True)[:320].any()


@pytest.mark.parametrize("rt60_ms", [50, 80, 120])
def test_a_cabin_reverberates_as_long_as_it_is_told(rt60_ms: float) -> None:
    response = impulse_response(RATE_HZ, rt60_ms)
    assert decay_ms(response, RATE_HZ) == pytest.approx(rt60_ms, rel=0.05)
    assert response.argmax() == 0
    assert float((response**2).sum()) == pytest.approx(1.0)
    assert response[response > 0].size > 20


def test_reverberation_keeps_length_and_level() -> None:
    sound = white(2)
    heard = reverberant(sound, RATE_HZ, 80)
    assert heard.size == sound.size
    assert rms_level_db(heard, RATE_HZ) == pytest.approx(rms_level_db(sound, RATE_HZ), abs=1)
    assert to_noise_db(sound, heard) < 10


def test_an_echo_comes_late_and_at_its_level() -> None:
    said, answer = white(2), tone(700, 1.0)
    heard = with_echo(said, answer, RATE_HZ, -15, 50) - said
    assert not heard[:799].any()
    expected = active_level_db(said, RATE_HZ) - 15
    assert active_level_db(heard[800 : 800 + RATE_HZ], RATE_HZ) == pytest.approx(expected, abs=0.2)
    assert not heard[801 + RATE_HZ :].any()
    assert (with_echo(said, numpy.zeros(100), RATE_HZ, -15, 50) == said).all()


def test_clipping_cuts_the_loudest_share() -> None:
    sound = white(2)
    heard = clipped(sound, 0.05)
    assert float(numpy.mean(heard != sound)) == pytest.approx(0.05, abs=0.001)
    assert (clipped(numpy.zeros(10), 0.05) == 0).all()


def test_order_of_writing_does_not_matter() -> None:
    text = "bt-narrow,loss:0.05:3,reverb,clip:0.01,gain:-12,echo:-15"
    impairments = parse_impairments(text)
    assert impairments.text == "reverb:80,echo:-15:40,gain:-12,clip:0.01,bt-narrow,loss:0.05:3"
    assert parse_impairments(", ".join(reversed(text.split(",")))) == impairments
    assert parse_impairments(impairments.text) == impairments
    assert impairments.echo is not None
    assert parse_impairments("").text == ""


def test_equal_seeds_impair_equally_and_gain_clips_at_full_scale() -> None:
    impairments = parse_impairments("loss:0.2:2:repeat,gain:30")
    first, again, other = (impairments.after_noise(white(), RATE_HZ, seed) for seed in (1, 1, 2))
    assert (first == again).all()
    assert not (first == other).all()
    assert numpy.abs(first).max() == 1.0


@pytest.mark.parametrize(
    "text", ["reverb", "echo:-15", "gain:-12", "clip:0.01", "bt-narrow", "bt-wide", "alaw", "mulaw", "loss:0.1"]
)
@pytest.mark.parametrize("samples", [1, 100, 4567])
def test_every_impairment_keeps_any_length(text: str, samples: int) -> None:
    impairments = parse_impairments(text)
    sound = white()[:samples]
    heard = impairments.after_noise(impairments.in_cabin(sound, RATE_HZ, white()), RATE_HZ, 1)
    assert heard.size == samples
    assert numpy.isfinite(heard).all()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("bt-narow", "unknown 'bt-narow': did you mean 'bt-narrow'\\?"),
        ("wobbling", "reverb, echo, gain"),
        ("loss", "'loss' lacks its share of packets: write loss:NUMBER, 0.001 to 0.5"),
        ("loss:5%", "'loss:5%': share of packets must be a number"),
        ("loss:0.5:1:2", "loss takes share of packets and mean burst in packets"),
        ("reverb:500", "RT60 in ms must be a number between 50 and 120"),
        ("echo", "lacks its level in dB"),
        ("echo:-15:500", "delay in ms must be a number between 20 and 80"),
        ("bt-wide:3", "bt-wide takes no number"),
        ("gain:-12,gain:3", "'gain' is given twice"),
        ("bt-wide,alaw", "exclude each other"),
        ("clip:nan", "must be a number"),
    ],
)
def test_a_mistake_is_one_line(text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told) as mistake:
        parse_impairments(text)
    assert "\n" not in str(mistake.value)
