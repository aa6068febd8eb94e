"""Which quantities are metric, which are not, and which could be either."""

from collections.abc import Mapping

import pytest

from simulator.policies.units import units_in

FOREIGN = {
    "en": (
        "It's 72°F outside.",
        "seventy degrees Fahrenheit",
        "72 degrees F",
        "30 miles to go",
        "You drive 60 mph.",
        "I'll remind you at 3 pm.",
        "You arrive at 3:30 p.m.",
        "around three thirty p.m.",
        "at 7 in the evening",
        "200 feet ahead",
        "eleven a.m.",
    ),
    "ko": (
        "화씨 72도예요.",
        "30마일 남았어요.",
        "시속 60마일이에요.",
        "오후 3시에 도착해요.",
        "오전 9시 30분이에요.",
        "저녁 7시쯤이에요.",
        "밤 10시요.",
    ),
}
METRIC = {
    "en": ("It's 21 degrees.", "22.5°C", "5 km away", "You drive 100 km/h.", "at 15:30", "It is 9:05 now."),
    "ko": (
        "22도로 맞췄어요.",
        "스물두 도예요.",
        "5킬로미터 남았어요.",
        "15시 30분에 도착해요.",
        "15:30에 도착해요.",
        "영하 3도예요.",
        "0시예요.",
    ),
}
DOUBTFUL = {"en": ("at 3 o'clock", "It is 68 degrees."), "ko": ("3시에 도착해요.", "열두 시예요.")}
NONE = {
    "en": (
        "50 percent",
        "fan level 3",
        "It takes 30 minutes.",
        "The air goes to your feet.",
        "I am done.",
        "Both of them.",
        "2 hours and 10 minutes",
    ),
    "ko": (
        "50퍼센트 열었어요.",
        "3단으로 올렸어요.",
        "30분 걸려요.",
        "세 시간 걸려요.",
        "나도 이번 도시는 처음이에요.",
        "발 쪽으로 보냈어요.",
    ),
}


def flat(group: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(locale, text) for locale, texts in group.items() for text in texts]


@pytest.mark.parametrize(("locale", "text"), flat(FOREIGN))
def test_foreign(locale: str, text: str) -> None:
    assert units_in(text, locale).foreign, text  # type: ignore[arg-type]


@pytest.mark.parametrize(("locale", "text"), flat(METRIC))
def test_metric(locale: str, text: str) -> None:
    units = units_in(text, locale)  # type: ignore[arg-type]
    assert units.metric, text
    assert not units.foreign
    assert not units.doubtful


@pytest.mark.parametrize(("locale", "text"), flat(DOUBTFUL))
def test_doubtful(locale: str, text: str) -> None:
    units = units_in(text, locale)  # type: ignore[arg-type]
    assert units.doubtful, text
    assert not units.foreign


@pytest.mark.parametrize(("locale", "text"), flat(NONE))
def test_quantities_without_a_system_are_left_out(locale: str, text: str) -> None:
    units = units_in(text, locale)  # type: ignore[arg-type]
    assert units.foreign == units.metric == units.doubtful == ()
