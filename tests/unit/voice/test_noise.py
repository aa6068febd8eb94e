"""The noises: repeatable, different by seed, as loud and as coloured as they claim, and named without guessing."""

import pytest
from noise_levels import rms_level_db

from simulator.registry import UsageError
from voice.cabin import Cabin, cabin_noise
from voice.noise import KINDS, make_noise, parse_noise
from voice.speech_level import Weighting

numpy = pytest.importorskip("numpy")
RATE_HZ = 16_000


def speak(text: str):  # type: ignore[no-untyped-def]
    """A voice whose pitch follows the text."""
    at_s = numpy.arange(RATE_HZ) / RATE_HZ
    return 0.3 * numpy.sin(2 * numpy.pi * (100 + 20 * len(text)) * at_s)


def made(text: str, seed: int = 1, samples: int = 2 * RATE_HZ):  # type: ignore[no-untyped-def]
    return make_noise(parse_noise(text), samples, RATE_HZ, seed, texts=("a", "bb", "ccc"), speak=speak)[0]


@pytest.mark.parametrize("kind", KINDS)
def test_equal_seeds_make_equal_noise_and_others_do_not(kind: str) -> None:
    first = made(kind)
    assert first.size == 2 * RATE_HZ
    assert numpy.isfinite(first).all()
    assert numpy.abs(first).max() > 0
    assert (first == made(kind)).all()
    assert not (first == made(kind, seed=2)).all()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("samples", [1, 7, 1000, 12_345])
def test_any_length_can_be_had(kind: str, samples: int) -> None:
    assert made(kind, samples=samples).size == samples


def level_db(cabin: Cabin, weighting: Weighting = "Z") -> float:
    return rms_level_db(cabin_noise(cabin, 4 * RATE_HZ, RATE_HZ, 1), RATE_HZ, weighting)


def test_a_faster_car_is_louder_by_the_model() -> None:
    slow, middle, fast = (level_db(Cabin(speed_kmh=speed)) for speed in (60, 100, 130))
    assert slow == pytest.approx(61.5, abs=2.5)
    assert middle == pytest.approx(67.7, abs=2.5)
    assert fast == pytest.approx(71.6, abs=2.5)


def test_cabin_noise_is_bass_heavy() -> None:
    assert 6 < level_db(Cabin(speed_kmh=100)) - level_db(Cabin(speed_kmh=100), "A") < 11


@pytest.mark.parametrize(
    "louder",
    [
        Cabin(window=0.5),
        Cabin(hvac=1.0),
        Cabin(surface="rough"),
        Cabin(surface="wet"),
        Cabin(rain=1.0),
        Cabin(speed_kmh=130),
    ],
)
def test_whatever_is_switched_on_is_heard(louder: Cabin) -> None:
    assert level_db(louder, "A") > level_db(Cabin(), "A") + 1


def test_a_smooth_road_is_quieter_and_a_parked_car_quietest() -> None:
    parked, smooth, usual = (
        level_db(cabin) for cabin in (Cabin(speed_kmh=0, hvac=0), Cabin(surface="smooth"), Cabin())
    )
    assert parked < smooth - 20 < usual - 20


def test_an_engine_hums_at_its_firing_order_and_an_electric_car_does_not() -> None:
    spectra = [
        numpy.abs(numpy.fft.rfft(cabin_noise(Cabin(speed_kmh=0, hvac=0, rpm=rpm), 4 * RATE_HZ, RATE_HZ, 1)))
        for rpm in (3000, None)
    ]
    # 3000 rpm of four cylinders fire 100 times a second; a bin is 0.25 Hz wide.
    with_engine, without = (float((spectrum[360:440] ** 2).sum()) for spectrum in spectra)
    assert with_engine > 100 * without


def test_hard_rain_is_denser_than_a_drizzle() -> None:
    crest = [float(numpy.abs(made(text)).max() / made(text).std()) for text in ("rain:0.05", "rain:1")]
    assert crest[0] > 1.5 * crest[1]


def test_rain_lies_where_its_drops_ring() -> None:
    spectrum = numpy.abs(numpy.fft.rfft(made("rain:0.5"))) ** 2
    hz = numpy.fft.rfftfreq(2 * RATE_HZ, 1 / RATE_HZ)
    inside = spectrum[(hz > 500) & (hz < 7000)].sum()
    assert inside > 0.8 * spectrum.sum()


def test_babble_needs_a_voice_that_is_heard() -> None:
    with pytest.raises(UsageError, match="needs a voice"):
        make_noise(parse_noise("babble"), 100, RATE_HZ, 1)
    with pytest.raises(UsageError, match="can be heard"):
        make_noise(parse_noise("babble"), 100, RATE_HZ, 1, texts=("a",), speak=lambda text: numpy.zeros(0))


def test_what_is_asked_for_is_read() -> None:
    assert parse_noise(" cabin ").cabin == Cabin()
    noise = parse_noise("cabin:80:window=0.5:hvac=1:rpm=2500:surface=wet:rain=0.3")
    assert noise.cabin == Cabin(speed_kmh=80, rpm=2500, hvac=1, window=0.5, surface="wet", rain=0.3)
    assert parse_noise("rain:0.8").amount == 0.8
    assert parse_noise("babble:3").talkers == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("cabn", "noise: 'cabn' is no kind of noise and no folder: did you mean 'cabin'\\?"),
        ("qqqq", "give cabin, rain, music, babble, hvac, vehicle, or a folder with WAV files"),
        ("cabin:hvac=1:hvac=0", "hvac is given twice"),
        ("cabin:fast", "'fast' must be a number between 0 and 300"),
        ("cabin:nan", "'nan' must be a number"),
        ("cabin:100:wet", "write 'wet' as name=value"),
        ("cabin:100:windw=1", "cabin has no 'windw': did you mean 'window'\\?"),
        ("cabin:100:surface=roug", "unknown surface 'roug': did you mean 'rough'\\?"),
        ("cabin:100:window=2", "'2' must be a number between 0 and 1"),
        ("rain:2", "'2' must be a number between 0.05 and 1"),
        ("rain:0.5:1", "one number is enough"),
        ("babble:2.5", "talkers must be whole"),
        ("music:3", "music takes nothing after it"),
        ("vehicle:3", "vehicle takes nothing after it"),
    ],
)
def test_a_mistake_is_one_line(text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told) as mistake:
        parse_noise(text)
    assert "\n" not in str(mistake.value)
