"""The people the driver knows and their days, in both languages: the same people, numbers and times."""

from collections.abc import Mapping
from functools import cache

from simulator.world.draw import Draw
from simulator.world.places import cities, table
from simulator.world.rows import CalendarRow, ContactRow, MeetingRow

_MAIL_HOSTS = ("example.com", "example.net", "example.org")
CALENDAR_COUNT = 100
_DAYS_IN_MONTH = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@cache
def contacts(geography: int, locale: str) -> Mapping[str, ContactRow]:
    """Return everybody the driver knows by id."""
    found: dict[str, ContactRow] = {}
    for number, (first, last, first_ko, last_ko, origin) in enumerate(table("people"), 1):
        contact_id = f"con_{number:04d}"
        draw = Draw(f"{geography}:{contact_id}")
        # Neither 010-0... nor 07700 900... is ever given to a subscriber.
        phone = f"+82 10 0{draw.below(1000):03d} {number:04d}" if origin == "KR" else f"+44 7700 900{number:03d}"
        found[contact_id] = {
            "id": contact_id,
            "name": {
                "first_name": first_ko if locale == "ko" else first,
                "last_name": last_ko if locale == "ko" else last,
            },
            "phone_number": phone,
            "email": f"{first}.{last}@{draw.pick(_MAIL_HOSTS)}".lower(),
        }
    return found


@cache
def calendars(geography: int, locale: str) -> Mapping[str, CalendarRow]:
    """Return all calendar days by id: two meetings each, in cities of the table."""
    found: dict[str, CalendarRow] = {}
    topics = table("topics")
    people = tuple(contacts(geography, locale))
    for number in range(1, CALENDAR_COUNT + 1):
        calendar_id = f"cal_{number:04d}"
        draw = Draw(f"{geography}:{calendar_id}")
        month = 1 + draw.below(12)
        # Half of the days are spent in Korea, half in Europe: nobody meets on two continents in one day.
        here = [city.place for city in cities() if (city.country == "KR") == (number % 2 == 1)]
        meetings: list[MeetingRow] = []
        for earliest in (9, 14):
            place = draw.pick(here)
            topic, topic_ko = draw.pick(topics)
            first = draw.below(len(people))
            meetings.append(
                {
                    "start": {"hour": f"{earliest + draw.below(4):02d}", "minute": draw.pick(("00", "30"))},
                    "duration": draw.pick(("30min", "60min")),
                    "location": place.name_ko if locale == "ko" else place.name,
                    "attendees": [people[(first + step * 7) % len(people)] for step in range(1 + draw.below(5))],
                    "topic": topic_ko if locale == "ko" else topic,
                }
            )
        found[calendar_id] = {
            "id": calendar_id,
            "date": {"year": 2026, "month": month, "day": 1 + draw.below(_DAYS_IN_MONTH[month - 1])},
            "meetings": meetings,
        }
    return found
