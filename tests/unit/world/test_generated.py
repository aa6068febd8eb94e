"""What depends on the seed, what on the geography, and what is pinned."""

from simulator.world.generated import GeneratedWorld, constant_weather
from simulator.world.rows import CalendarRow

SEOUL, BUSAN = "loc_seo_100001", "loc_bus_100002"


def test_the_seed_draws_the_weather_and_nothing_else() -> None:
    one, other = GeneratedWorld(1), GeneratedWorld(2)
    assert [one.weather(place.id) for place in one.places()] != [other.weather(place.id) for place in other.places()]
    assert one.routes(SEOUL, BUSAN) == other.routes(SEOUL, BUSAN)
    assert one.contacts() == other.contacts()


def test_another_geography_is_another_map_over_the_same_ids() -> None:
    one, other = GeneratedWorld(), GeneratedWorld(geography=1)
    here, there = one.routes(SEOUL, BUSAN), other.routes(SEOUL, BUSAN)
    assert [route["route_id"] for route in here] == [route["route_id"] for route in there]
    assert [route["distance_km"] for route in here] != [route["distance_km"] for route in there]
    assert one.pois_at(SEOUL, "bakery") != other.pois_at(SEOUL, "bakery")


def test_pinned_weather_holds_for_its_city_only() -> None:
    fog = constant_weather("cloudy_and_fog", 3)
    world = GeneratedWorld(4, {SEOUL: fog})
    assert world.weather(SEOUL) == fog
    assert world.weather(BUSAN) == GeneratedWorld(4).weather(BUSAN)


def test_a_pinned_calendar_stands_beside_the_others() -> None:
    pinned: CalendarRow = {"id": "cal_today", "date": {"year": 2026, "month": 3, "day": 12}, "meetings": []}
    world = GeneratedWorld(calendar=pinned)
    assert world.calendar("cal_today") == pinned
    assert GeneratedWorld().calendar("cal_today") is None
    assert world.calendar("cal_0001") == GeneratedWorld().calendar("cal_0001")


def test_people_and_calendars_are_the_same_in_both_languages_but_for_names() -> None:
    english, korean = GeneratedWorld(locale="en"), GeneratedWorld(locale="ko")
    assert len(english.contacts()) == 100
    for here, there in zip(english.contacts(), korean.contacts(), strict=True):
        assert (here["id"], here["email"], here["phone_number"]) == (there["id"], there["email"], there["phone_number"])
        assert here["email"].split("@")[0] == f"{here['name']['first_name']}.{here['name']['last_name']}".lower()
        assert all("가" <= letter <= "힣" for letter in there["name"]["first_name"] + there["name"]["last_name"])
    for number in range(1, 101):
        first, second = english.calendar(f"cal_{number:04d}"), korean.calendar(f"cal_{number:04d}")
        assert first is not None
        assert second is not None
        assert first["date"] == second["date"]
        assert len(first["meetings"]) == 2
        for one, other in zip(first["meetings"], second["meetings"], strict=True):
            assert (one["start"], one["duration"], one["attendees"]) == (
                other["start"],
                other["duration"],
                other["attendees"],
            )
            assert len(set(one["attendees"])) == len(one["attendees"])
            assert one["location"] in [place.name for place in english.places()]
            assert other["location"] in [place.name_ko for place in korean.places()]
    assert english.calendar("cal_0101") is None
