"""The owner's manual is whole, bilingual, and agrees with the fact sheet and with the simulated car."""

import re
from collections import Counter
from typing import Any, get_args

import pytest
import yaml
from manual_values import stands_in

import assets
from simulator.language.locale import LOCALES
from simulator.policies.climate import COOLING_MAX_WINDOW_PERCENT, DEFROST_MIN_FAN_LEVEL
from simulator.policies.communication import LARGEST_SILENT_DIFFERENCE_C
from simulator.tools.toolset import person_tools
from simulator.vehicle.battery import Battery, Charging, charge
from simulator.vehicle.quantities import AmbientLight
from simulator.world.manual import (
    Category,
    Chapter,
    Manual,
    Section,
    Value,
    Words,
    chapter,
    chapter_names,
    facts,
    manual,
)

CATEGORIES = 109
LEAST_SECTIONS = 350
# Units and what is printed on switches, sockets and labels; everything else has a Korean word.
LATIN = frozenset(
    re.findall(
        r"\w+",
        "EV AC DC VL V L USB C LED ABS ESC VIN SOS QR NFC GPS PIN ISOFIX i Size AUTO A OFF ON ECO P R N D READY RES "
        "DOT W CR yf kWh kW Ah m kPa mm cm km h inch kg g",
    )
)
HAPSYO = re.compile(r"(?:니다|십시오|니까)[.?!]?[)”’\"']?$")


def written(name: str) -> list[Section]:
    """Return the sections of a chapter that have a text."""
    return [section for category in chapter(name).categories for section in category.sections if section.body]


def spoken(section: Section) -> list[Words]:
    """Return everything a section says."""
    names = [value.name for value in section.values]
    return [section.title, *section.body, *section.steps, *section.warnings, *section.symptoms, *names]


def plain(loader: type[Any], page: str) -> Any:
    """Read a page with every scalar left as text, as the manual does; only `loader` decides how it is parsed."""
    return yaml.load(page, Loader=loader)


def fact(path: str) -> Any:
    found: Any = facts()
    for key in path.split("."):
        found = found.get(key, {})
    return found


def test_categories_and_sections_are_as_many_as_planned() -> None:
    book = manual()
    assert len(book.categories) == CATEGORIES
    assert len(book.sections) >= LEAST_SECTIONS
    assert all(3 <= len(category.sections) <= 6 for category in book.categories)


@pytest.mark.parametrize("name", chapter_names())
def test_every_planned_section_is_written(name: str) -> None:
    planned = [section for category in chapter(name).categories for section in category.sections]
    assert planned
    assert [section.id for section in planned if not section.body] == []


@pytest.mark.parametrize("name", ["contents", "search", "facts", *chapter_names()])
def test_readers_with_and_without_the_c_library_see_the_same(name: str) -> None:
    page = assets.text(f"manual/{name}.yaml")
    assert plain(yaml.BaseLoader, page) == plain(getattr(yaml, "CBaseLoader", yaml.BaseLoader), page)


def test_ids_stand_once_and_titles_within_a_category_differ() -> None:
    book = manual()
    assert [key for key, count in Counter(section.id for section in book.sections).items() if count > 1] == []
    for locale in LOCALES:
        for category in book.categories:
            titles = Counter(section.title.of(locale) for section in category.sections)
            assert max(titles.values()) == 1, category.id


@pytest.mark.parametrize("name", chapter_names())
def test_sections_referred_to_exist(name: str) -> None:
    referred = [(section.id, other) for section in written(name) for other in section.see]
    assert [pair for pair in referred if manual().place(pair[1]) is None or pair[0] == pair[1]] == []


@pytest.mark.parametrize("name", chapter_names())
def test_every_value_stands_in_both_texts_and_in_the_fact_sheet(name: str) -> None:
    faults = []
    for section in written(name):
        for value in section.values:
            for locale in LOCALES:
                if not stands_in(value, "\n".join(section.passages(locale)), locale):
                    faults.append(f"{section.id}: {value.name.en} is not in the {locale} text")
            mine = [value.number, value.unit] if value.text is None else {"text": value.text}
            if value.fact is not None and mine != fact(value.fact):
                faults.append(f"{section.id}: {value.fact} is {fact(value.fact)}, not {mine}")
    assert faults == []


@pytest.mark.parametrize("name", chapter_names())
def test_both_languages_are_written_in_their_own_letters(name: str) -> None:
    faults = []
    for section in written(name):
        for words in spoken(section):
            if re.search(r"[가-힣ㄱ-ㅣ]", words.en) or not re.search(r"[가-힣]", words.ko):
                faults.append(f"{section.id}: {words}")
            if latin := set(re.findall(r"[A-Za-z]+", words.ko)) - LATIN:
                faults.append(f"{section.id}: {latin} in {words.ko}")
    assert faults == []


@pytest.mark.parametrize("name", chapter_names())
def test_korean_is_polite_and_formal_but_for_what_drivers_say(name: str) -> None:
    faults = []
    for section in written(name):
        told = [words.ko for words in (*section.body, *section.steps, *section.warnings)]
        sentences = [sentence for text in told for sentence in re.split(r"(?<=[.?!])\s+", text)]
        faults += [f"{section.id}: not hapsyo: {sentence}" for sentence in sentences if not HAPSYO.search(sentence)]
        faults += [f"{section.id}: too formal: {words.ko}" for words in section.symptoms if HAPSYO.search(words.ko)]
    assert faults == []


@pytest.mark.parametrize("name", chapter_names())
def test_texts_are_clean_and_of_like_length(name: str) -> None:
    faults = []
    for section in written(name):
        texts = [text for words in spoken(section) for text in (words.en, words.ko)]
        faults += [f"{section.id}: stray spaces in {text!r}" for text in texts if text != " ".join(text.split())]
        # English takes about twice the letters; far beyond that something is left out in one language.
        faults += [
            f"{section.id}: {words}" for words in section.body if not 0.9 <= len(words.en) / len(words.ko) <= 3.6
        ]
    assert faults == []


@pytest.mark.parametrize("name", chapter_names())
def test_trouble_has_symptoms_and_something_to_do(name: str) -> None:
    trouble = [section for section in written(name) if section.symptoms]
    assert [section.id for section in trouble if len(section.symptoms) < 2] == []
    assert [section.id for section in trouble if not (section.steps or section.warnings)] == []


def test_the_sheet_agrees_with_the_simulated_car() -> None:
    battery, charging = Battery(), Charging()
    assert fact("battery.gross") == [battery.battery_capacity_kwh, "kWh"]
    assert fact("battery.usable") == [battery.usable_kwh, "kWh"]
    assert fact("battery.usable_share") == [battery.useable_battery_percentage, "%"]
    assert fact("battery.consumption") == [battery.energy_consumption, "kWh/100 km"]
    assert fact("charging.ac_power") == [battery.max_charging_power_ac, "kW"]
    assert fact("charging.dc_power") == [battery.max_charging_power_dc, "kW"]
    assert fact("charging.limit_default") == [charging.charge_limit_percent, "%"]
    assert 0 <= battery.usable_kwh / battery.energy_consumption * 100 - fact("battery.range")[0] < 10


@pytest.mark.parametrize(
    ("tool", "parameter", "bound", "path"),
    [
        ("set_climate_temperature", "temperature", "minimum", "climate.temperature_min"),
        ("set_climate_temperature", "temperature", "maximum", "climate.temperature_max"),
        ("set_climate_temperature", "temperature", "multipleOf", "climate.temperature_step"),
        ("set_fan_speed", "level", "maximum", "climate.fan_max"),
        ("set_seat_heating", "level", "maximum", "seats.heat_levels"),
        ("set_steering_wheel_heating", "level", "maximum", "seats.heat_levels"),
        ("set_charge_limit", "percentage", "minimum", "charging.limit_min"),
        ("set_charge_limit", "percentage", "maximum", "charging.limit_max"),
        ("set_charge_limit", "percentage", "multipleOf", "charging.limit_step"),
        ("open_close_window", "percentage", "multipleOf", "openings.window_step"),
    ],
)
def test_the_sheet_agrees_with_the_tools(tool: str, parameter: str, bound: str, path: str) -> None:
    assert fact(path)[0] == person_tools()[tool].parameters["properties"][parameter][bound]


def test_the_sheet_agrees_with_the_rules_of_conduct() -> None:
    assert fact("climate.defrost_fan")[0] == DEFROST_MIN_FAN_LEVEL
    assert fact("climate.cooling_windows")[0] == COOLING_MAX_WINDOW_PERCENT
    assert fact("climate.zone_difference")[0] == LARGEST_SILENT_DIFFERENCE_C
    assert fact("lights.ambient_colours")[0] == len(get_args(AmbientLight)) - 1


@pytest.mark.parametrize(
    ("path", "target_percent", "plug_kw", "power_type"),
    [
        ("charging.dc_10_80", 80, 250, "DC"),
        ("charging.dc_100kw_10_80", 80, 100, "DC"),
        ("charging.dc_50kw_10_80", 80, 50, "DC"),
        ("charging.ac_10_80", 80, 11, "AC"),
        ("charging.ac_10_100", 100, 11, "AC"),
    ],
)
def test_charging_takes_as_long_as_the_simulated_car_takes(
    path: str, target_percent: int, plug_kw: float, power_type: str
) -> None:
    minutes, unit = fact(path)
    assert unit == "min"
    plug = Charging(
        plugged_in=True,
        charging=True,
        plug_power_type="AC" if power_type == "AC" else "DC",
        plug_power_kw=plug_kw,
        charge_limit_percent=target_percent,
    )
    start = Battery(state_of_charge=10)
    assert charge(start, plug, minutes * 60_000) == target_percent
    assert charge(start, plug, (minutes - 1) * 60_000) < target_percent


def section(**parts: Any) -> dict[str, Any]:
    return {"id": "a.b.c", "title": {"en": "Title", "ko": "제목"}, **parts}


@pytest.mark.parametrize(
    "parts",
    [
        {"title": {"en": "Title"}},
        {"title": {"en": "", "ko": "제목"}},
        {"id": "a.b"},
        {"id": "A.b.c"},
        {"body": [{"en": "One", "ko": "하나", "de": "eins"}]},
        {"warnings": [{"en": "One", "ko": "하나", "severity": "bad"}]},
        {"values": [{"name": {"en": "One", "ko": "하나"}}]},
        {"values": [{"name": {"en": "One", "ko": "하나"}, "number": 1}]},
        {"values": [{"name": {"en": "One", "ko": "하나"}, "number": 1, "unit": "psi"}]},
        {"values": [{"name": {"en": "One", "ko": "하나"}, "number": 1, "unit": "km", "text": "1"}]},
        {"hint": "x"},
    ],
)
def test_a_wrong_section_is_refused(parts: dict[str, Any]) -> None:
    assert Section.model_validate(section()).body == ()
    with pytest.raises(ValueError, match="validation error"):
        Section.model_validate(section(**parts))


def test_a_file_is_read_as_text_and_no_key_may_stand_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    page = "id: a\ntitle: {en: On, ko: 켜짐}\ncategories: []\n"
    monkeypatch.setattr("assets.text", lambda name: page.replace("On", "on") if name == "manual/a.yaml" else page * 2)
    assert chapter.__wrapped__("a").title.en == "on"
    with pytest.raises(ValueError, match="line 1: a key stands twice"):
        chapter.__wrapped__("b")


def test_ids_name_where_they_stand() -> None:
    title = Words(en="Title", ko="제목")
    inner = Category(id="a.b", title=title, sections=(Section.model_validate(section()),))
    assert Chapter(id="a", title=title, categories=(inner,)).id == "a"
    with pytest.raises(ValueError, match=r"a\.b: stands in x"):
        Chapter(id="x", title=title, categories=(inner,))
    with pytest.raises(ValueError, match="stands twice"):
        Manual((Chapter(id="a", title=title, categories=(inner, inner)),))


def test_a_value_is_found_only_as_a_whole_number_with_its_unit() -> None:
    name = Words(en="x", ko="x")
    value = Value(name=name, number=20, unit="%")
    assert stands_in(value, "at most 20%.", "en")
    assert not stands_in(value, "120% or 20.5%", "en")
    level = Value(name=name, number=2, unit="level")
    assert stands_in(level, "풍량을 2단으로", "ko")
    assert not stands_in(level, "풍량을 12단으로", "ko")
    assert stands_in(Value(name=name, number=10000, unit="km"), "every 10,000 km", "en")
    assert not stands_in(Value(name=name, number=100, unit="km"), "100 km/h", "en")
    assert stands_in(Value(name=name, text="CR2032"), "CR2032 한 개", "ko")
