"""Whether a mishearing shows from inside the car: forty written before the rules had seen them, and their edges."""

import pytest
from drives import Call, scenario

from evaluation.blame_reading import Sign
from evaluation.blame_signs import read
from evaluation.blame_slots import Bounds, Utterance, heard_instead
from simulator.channel import Locale

WINDOW: Call = ("open_close_window", {"window": "PASSENGER", "percentage": 40})
TEMPERATURE: Call = ("set_climate_temperature", {"temperature": 22, "seat_zone": "DRIVER"})
SEAT: Call = ("set_seat_heating", {"seat_zone": "DRIVER", "level": 2})
FAN: Call = ("set_fan_speed", {"level": 3})
AMBIENT: Call = ("set_ambient_lights", {"on": True, "lightcolor": "RED"})
PHONE: Call = ("call_phone_by_number", {"phone_number": "+82"})
READING: Call = ("set_reading_light", {"position": "PASSENGER", "on": True})

Row = tuple[Locale, Call, str | None, str, str, bool]
FORTY: list[Row] = [
    ("en", FAN, "three", "Set the fan to level three.", "Set the fan to level tree.", True),
    ("en", FAN, "three", "Set the fan to three.", "Set the fan to nine.", True),
    ("en", FAN, "three", "Set the fan to three.", "Set the fan to.", True),
    ("en", FAN, "three", "Set the fan to three.", "Set the fan to one.", False),
    (
        "en",
        WINDOW,
        "forty percent",
        "Open the passenger window forty percent.",
        "Open the passenger window fourteen percent.",
        False,
    ),
    (
        "en",
        WINDOW,
        "forty percent",
        "Open the passenger window forty percent.",
        "Open the passenger window 140 percent.",
        True,
    ),
    (
        "en",
        WINDOW,
        "passenger",
        "Open the passenger window forty percent.",
        "Open the driver window forty percent.",
        False,
    ),
    (
        "en",
        WINDOW,
        "passenger",
        "Open the passenger window forty percent.",
        "Open the messenger window forty percent.",
        True,
    ),
    ("en", WINDOW, "window", "Open the window forty percent.", "Open the widow forty percent.", True),
    ("en", TEMPERATURE, "22 degrees", "Make it 22 degrees.", "Make it 32 degrees.", True),
    ("en", TEMPERATURE, "22 degrees", "Make it 22 degrees.", "Make it 20 degrees.", False),
    ("en", AMBIENT, "red", "Turn the ambient light red.", "Turn the ambient light green.", False),
    ("en", AMBIENT, "ambient light", "Turn the ambient light red.", "Turn the reading light red.", False),
    ("en", PHONE, "Sohee Kwon", "Call Sohee Kwon.", "Call so he wants.", True),
    ("en", PHONE, "Sohee Kwon", "Call Sohee Kwon.", "Call James Murphy.", False),
    ("en", PHONE, "Daegu", "Take me to Daegu.", "Take me to Busan.", False),
    ("en", PHONE, "Daegu", "Take me to Daegu.", "Take me today go.", True),
    ("en", READING, None, "Don't turn the reading light on.", "Do turn the reading light on.", False),
    ("en", READING, None, "Turn the reading light on.", "Turn the reading light off.", False),
    ("en", READING, None, "Turn the passenger reading light on.", "Thank you for watching.", True),
    ("ko", FAN, "3단", "바람 세기 3단으로 해 줘.", "바람 세기 9단으로 해 줘.", True),
    ("ko", FAN, "3단", "바람 세기 3단으로 해 줘.", "바람 세기 2단으로 해 줘.", False),
    ("ko", FAN, "3단", "바람 세기 3단으로 해 줘.", "바람 세기로 해 줘.", True),
    ("ko", WINDOW, "40퍼센트", "조수석 창문 40퍼센트만 열어 줘.", "조수석 창문 14퍼센트만 열어 줘.", False),
    ("ko", WINDOW, "조수석", "조수석 창문 40퍼센트만 열어 줘.", "운전석 창문 40퍼센트만 열어 줘.", False),
    ("ko", WINDOW, "조수석", "조수석 창문 40퍼센트만 열어 줘.", "창문 40퍼센트만 열어 줘.", True),
    ("ko", WINDOW, "창문", "창문 40퍼센트만 열어 줘.", "장문 40퍼센트만 열어 줘.", True),
    ("ko", TEMPERATURE, "22도", "온도 22도로 맞춰 주세요.", "온도 32도로 맞춰 주세요.", True),
    ("ko", TEMPERATURE, "22도", "온도 22도로 맞춰 주세요.", "온도 25도로 맞춰 주세요.", False),
    ("ko", AMBIENT, "빨간색", "무드등 빨간색으로 해 줘.", "무드등 파란색으로 해 줘.", False),
    ("ko", PHONE, "권소희", "권소희한테 전화해 줘.", "건소이한테 전화해 줘.", True),
    ("ko", PHONE, "권소희", "권소희한테 전화해 줘.", "최아름한테 전화해 줘.", False),
    ("ko", PHONE, "대구", "대구로 가자.", "부산으로 가자.", False),
    ("ko", PHONE, "대구", "대구로 가자.", "데구르 가자.", True),
    ("ko", READING, None, "독서등 켜지 마.", "독서등 켜.", False),
    ("ko", READING, None, "조수석 독서등 켜 줘.", "조수석 독서등 꺼 줘.", False),
    ("ko", READING, None, "조수석 독서등 켜 줘.", "시청해 주셔서 감사합니다.", True),
    ("ko", READING, "조수석 독서등", "조수석 독서등 켜 줘.", "jo su seok dok seo deung kyeo jwo.", True),
    ("ko", FAN, "3단", "바람 세기 3단으로 해 줘.", "바람 세기, 바람 세기, 바람 세기, 바람 세기, 바람 세기", True),
    ("en", SEAT, "two", "Seat heating on two.", "", True),
]


def said(locale: Locale, slot: str | None, intended: str, heard: str, confidence: float | None = None) -> Utterance:
    return Utterance(locale, 0, 0, intended, heard, (slot,) if slot else (), confidence, "ears")


def signs(call: Call, utterance: Utterance, bounds: Bounds | None = None) -> tuple[Sign, ...]:
    slot = utterance.slots[0] if utterance.slots else None
    return read(utterance, slot, scenario(call), bounds or {}).signs


@pytest.mark.parametrize(("locale", "call", "slot", "intended", "heard", "shows"), FORTY)
def test_a_mishearing_shows_or_is_plausible(
    locale: Locale, call: Call, slot: str | None, intended: str, heard: str, shows: bool
) -> None:
    found = read(said(locale, slot, intended, heard), slot, scenario(call), {})
    assert (bool(found.signs), found.plausible) == (shows, not shows)


def test_which_sign_it_is() -> None:
    assert signs(FAN, said("en", "three", "Fan to three.", "Fan to nine.")) == (Sign.OUT_OF_RANGE,)
    assert signs(FAN, said("en", "three", "Set the fan to three.", "Set the fan to.")) == (Sign.MISSING,)
    assert signs(PHONE, said("ko", "권소희", "권소희한테 전화해.", "건소이한테 전화해.")) == (Sign.UNKNOWN_NAME,)
    assert signs(FAN, said("ko", "3단", "바람 3단.", " ")) == (Sign.SILENCE,)
    assert signs(FAN, said("en", None, "Fan on.", "fan fan fan fan fan")) == (Sign.LOOP,)
    assert signs(FAN, said("en", None, "Fan on.", "팬 온.")) == (Sign.OTHER_SCRIPT,)
    assert signs(READING, said("en", None, "Reading light on.", "Thanks for watching!")) == (Sign.NOTHING_KNOWN,)


def test_confidence_counts_only_below_a_bound_of_its_own_engine_and_language() -> None:
    unsure = said("en", "three", "Set the fan to three.", "Set the fan to one.", 0.5)
    assert signs(FAN, unsure) == ()
    assert signs(FAN, unsure, {("ears", "ko"): 0.8, ("others", "en"): 0.8}) == ()
    assert signs(FAN, unsure, {("ears", "en"): 0.5}) == ()
    assert signs(FAN, unsure, {("ears", "en"): 0.51}) == (Sign.UNSURE,)


def test_a_telephone_number_in_digits_is_no_loop() -> None:
    assert signs(PHONE, said("en", None, "Dial 1 1 1 1 1 please.", "Dial 1 1 1 1 1 peas.")) == ()


def test_digits_without_a_letter_are_no_other_language() -> None:
    assert Sign.OTHER_SCRIPT not in signs(TEMPERATURE, said("ko", "22도", "22도.", "22"))


def test_a_thing_in_other_words_is_not_lost() -> None:
    heard = said("ko", "선루프", "선루프 열어 줘.", "썬루프 열어 줘.")
    found = read(heard, "선루프", scenario(("open_close_sunroof", {"percentage": 100})), {})
    assert (found.kept, found.signs, found.plausible) == (True, (), False)


def test_what_no_rule_knows_stays_open() -> None:
    heard = said("en", "fast plug", "One with a fast plug.", "One with a fat plug.")
    found = read(heard, "fast plug", scenario(FAN), {})
    assert (found.kept, found.signs, found.plausible) == (False, (), False)


@pytest.mark.parametrize(
    ("locale", "intended", "heard", "plausible"),
    [
        ("en", "Don't open the window.", "Open the window.", True),
        ("en", "Don't open the window.", "Open the widow.", False),
        ("en", "Never mind the fan.", "Mind the fan.", True),
        ("ko", "창문 열지 마세요.", "창문 열어 주세요.", True),
        ("ko", "창문 열지 마세요.", "창문 방지하세요.", False),
        ("ko", "끝까지는 말고 열어 줘.", "끝까지 열어 줘.", True),
    ],
)
def test_an_order_without_its_negation(locale: Locale, intended: str, heard: str, plausible: bool) -> None:
    assert read(said(locale, None, intended, heard), None, scenario(FAN), {}).plausible is plausible


def test_a_share_above_all_of_it_is_out_of_range_whatever_the_tool() -> None:
    beyond = said("en", "fifty percent", "Open it fifty percent.", "Open it 150 percent.")
    assert signs(FAN, beyond) == (Sign.OUT_OF_RANGE,)


def test_a_number_heard_twice_is_not_missing() -> None:
    heard = said("en", "three", "Seat on two, fan on three.", "Seat on two, fan on two.")
    assert signs(FAN, heard) == ()
    assert signs(FAN, said("en", "three", "Seat on two, fan on three.", "Seat on two, fan on.")) == (Sign.MISSING,)


def test_a_lost_negation_needs_the_rest_of_the_order() -> None:
    garbled = said("en", None, "Don't let the outside air in.", "Down led the outside air in.")
    assert read(garbled, None, scenario(FAN), {}).plausible is False


@pytest.mark.parametrize(
    ("locale", "slot", "intended", "heard", "instead"),
    [
        ("en", "passenger", "Open the passenger window.", "Open the messenger window.", "messenger"),
        ("en", "passenger", "Open the passenger window.", "Open the window.", ""),
        ("en", "twenty-three", "Make it twenty-three degrees.", "Make it twenty degrees.", "20"),
        ("en", "driver", "Heat the driver's seat.", "Heat the diver seat.", "diver"),
        ("en", "nowhere", "Open the window.", "Open the widow.", None),
        ("ko", "조수석", "조수석 창문 열어 줘.", "초수석 창문 열어 줘.", "초수석"),
        ("ko", "조수석", "조수석 창문 열어 줘.", "창문 열어 줘.", ""),
        ("ko", "23도", "온도 23도로.", "온도 20도로.", "이십도"),
    ],
)
def test_what_was_heard_in_a_slots_place(
    locale: Locale, slot: str, intended: str, heard: str, instead: str | None
) -> None:
    assert heard_instead(slot, intended, heard, locale) == instead
