"""The meaning of one device's words: which action with which zones and value."""

from collections.abc import Callable

from simulator.agents.baseline.frames import (
    LEVELS,
    OPENINGS,
    QUERY_ONLY,
    SWITCHES,
    ZONED,
    Action,
    Intent,
    ordered_zones,
)
from simulator.agents.baseline.reading_parts import DeviceWords
from simulator.agents.baseline.spotting import Mention
from simulator.channel import Locale

_SHARES = {"half": 50, "quarter": 25, "threequarters": 75}
_AIRFLOW_ORDER = ("WINDSHIELD", "HEAD", "FEET")
_TOPICS = ("weather", "climate", "preferences", "help", "thanks")
"""Naming one of these is asking about it; other things are only told when asked."""
_CIRCULATION = ("FRESH_AIR", "RECIRCULATION", "AUTO")


def intent_of(words: DeviceWords, question: bool, locale: Locale, device: str) -> Intent | None:
    """Return the wish these words express for `device`, or None when they express none.

    With an empty `device` only words that can mean a single device count: degrees, a colour, an air mode.
    """
    device = device if words.device or device else _implied(words)
    if not words.device and device and (implied := _implied(words)) and not _fits(words, device):
        device = implied
    if not device or not (words.device or _can_move(words, device)):
        return None
    if device in QUERY_ONLY:
        return Intent(device, "query") if question or device in _TOPICS else None
    zones = _zones(words.zones, device)
    if question:
        shown = zones if device in ZONED else ()
        return Intent(device, "query", shown)
    intent = _reader(device)(words, device, locale)
    if intent is None:
        return None
    if intent.device in ZONED and zones:
        return Intent(intent.device, intent.action, zones, intent.value, intent.by)
    if intent == Intent(device) and not words.device:
        return None
    return intent


def _implied(words: DeviceWords) -> str:
    if any(number.unit == "degree" for number in words.numbers):
        return "temperature"
    if words.colors and words.actions:
        return "ambient"
    if any(option in _CIRCULATION[:2] for option in words.options):
        return "circulation"
    if words.options and words.actions:
        return "airflow" if words.options[0] in _AIRFLOW_ORDER else ""
    if "warm" in words.actions or "cool" in words.actions:
        return "temperature"
    return ""


def _fits(words: DeviceWords, device: str) -> bool:
    if any(number.unit == "degree" for number in words.numbers) and device not in ("temperature", *LEVELS, "ac"):
        return False
    if words.colors and device not in ("ambient", "light"):
        return False
    if words.options:
        return device in ("airflow", "circulation", "defrost")
    return not ({"warm", "cool"} & set(words.actions) and device not in ("temperature", *LEVELS - {"fan"}))


def _can_move(words: DeviceWords, device: str) -> bool:
    """Say whether what is to be opened or closed unnamed can be: the window talked of before, not the defrost."""
    return not {"open", "close"} & set(words.actions) or device in (*OPENINGS, "trunk")


def _zones(said: list[str], device: str) -> tuple[str, ...]:
    places = set(said)
    if "FOR_ME" in places:
        places.discard("FOR_ME")
        if device in ("seat_heating", "temperature"):
            places.add("DRIVER")
    if "REAR" in places and len(places & {"DRIVER", "PASSENGER"}) == 1 and "FRONT" not in places:
        places = {f"{seat}_REAR" for seat in places & {"DRIVER", "PASSENGER"}}
    if (
        places & {"FRONT", "REAR"}
        and places & {"DRIVER", "PASSENGER", "BOTH", "ALL"}
        and not places >= {"FRONT", "REAR"}
    ):
        if places & {"DRIVER", "PASSENGER"}:
            places.discard("FRONT")
        elif places & {"BOTH", "ALL"}:
            places -= {"BOTH", "ALL"}
    for wide, seats in (
        ("FRONT", {"DRIVER", "PASSENGER"}),
        ("REAR", {"DRIVER_REAR", "PASSENGER_REAR"}),
        ("BOTH", {"DRIVER", "PASSENGER"}),
    ):
        if wide in places:
            places.discard(wide)
            places |= seats
    if device in ("temperature", "seat_heating") and places & {
        "DRIVER_REAR",
        "PASSENGER_REAR",
        "LEFT_REAR",
        "RIGHT_REAR",
    }:
        places = {"ALL"} if places >= {"DRIVER", "PASSENGER"} else places
    return ordered_zones(places) if places else ()


def _reader(device: str) -> Callable[[DeviceWords, str, Locale], Intent | None]:
    if device in OPENINGS:
        return _opening
    if device in LEVELS:
        return _level
    if device in SWITCHES:
        return _switch
    return {
        "trunk": _trunk,
        "temperature": _temperature,
        "airflow": _airflow,
        "circulation": _circulation,
        "defrost": _defrost,
        "ambient": _ambient,
    }.get(device, lambda *_: None)


def _opening(words: DeviceWords, device: str, locale: Locale) -> Intent | None:
    said = set(words.actions)
    moved_down, moved_up = "down" in said, "up" in said
    closes = "close" in said or (moved_up and device != "sunroof" and "open" not in said)
    opens = "open" in said or (moved_down and device == "window" and not closes)
    if "match" in said:
        return Intent(device, "match")
    share = _share(words)
    if share is not None:
        return Intent(device, "set", value=share)
    whole = device in ("sunroof", "sunshade") and bool({"ALL", "BOTH"} & set(words.zones))
    if whole or "full" in words.amounts or "max" in words.amounts:
        return Intent(device, "close") if closes else Intent(device, "set", value=100)
    amount = "some" if "some" in words.amounts else None
    if closes:
        return Intent(device, "close", value=amount)
    if opens:
        return Intent(device, "open", value=amount)
    if said & {"set", "change", "on"} or amount or (words.zones and not words.device):
        return Intent(device, "set" if said or amount else "", value=amount)
    return Intent(device) if not words.device else None


def _share(words: DeviceWords) -> float | None:
    for amount in words.amounts:
        if amount in _SHARES:
            return _SHARES[amount]
    for number in words.numbers:
        if number.number is None or number.unit not in ("percent", "fraction", None):
            continue
        if number.unit == "fraction" and number.number < 1:
            return number.number * 100
        return number.number
    return None


def _temperature(words: DeviceWords, device: str, locale: Locale) -> Intent | None:
    said = set(words.actions)
    direction: Action = "up" if said & {"up", "warm"} else ("down" if said & {"down", "cool"} else "")
    return _amount(words, device, direction, ("degree", "level", None), least_absolute=16)


def _level(words: DeviceWords, device: str, locale: Locale) -> Intent | None:
    said = set(words.actions)
    if "off" in said:
        return Intent(device, "off")
    direction: Action = "up" if "up" in said else ("down" if said & {"down", "cool"} else "")
    intent = _amount(words, device, direction, ("level", "degree", "times", None), least_absolute=None)
    if intent is None and said & {"on", "warm", "open"}:
        return Intent(device, "on")
    if intent is None and said & {"set", "change"}:
        return Intent(device, "on" if device != "fan" or "set" not in said else "change")
    return intent


def _amount(
    words: DeviceWords, device: str, direction: Action, units: tuple[str | None, ...], least_absolute: float | None
) -> Intent | None:
    numbers = [number for number in words.numbers if number.unit in units and number.number is not None]
    if numbers:
        number = numbers[0].number or 0.0
        large = least_absolute is not None and number >= least_absolute
        if direction and not words.absolute and not large:
            return Intent(device, direction, by=number)
        return Intent(device, "set", value=number)
    for extreme, meanings in (("max", ("max", "full")), ("min", ("min",))):
        if any(meaning in words.amounts for meaning in meanings):
            return Intent(device, "set", value=extreme)
    if direction:
        return Intent(device, direction, by="some" if "some" in words.amounts else None)
    if device == "temperature" and ({"set", "change"} & set(words.actions)):
        return Intent(device, "set")
    return Intent(device) if not words.device and words.zones else None


def _switch(words: DeviceWords, device: str, locale: Locale) -> Intent | None:
    said = set(words.actions)
    if device == "ac":
        if any(number.unit == "degree" for number in words.numbers):
            return _temperature(words, "temperature", locale)
        if said & {"up", "down"} and not said & {"on", "off"}:
            return _level(words, "fan", locale)
    if said & {"off", "down", "close"}:
        return Intent(device, "off")
    if said & {"on", "set", "up", "open"}:
        return Intent(device, "on")
    if not words.device and words.zones:
        return Intent(device)
    return None


def _trunk(words: DeviceWords, device: str, locale: Locale) -> Intent | None:
    said = set(words.actions)
    if said & {"close", "down"}:
        return Intent(device, "close")
    return Intent(device, "open") if said & {"open", "up", "on"} else None


def _airflow(words: DeviceWords, device: str, locale: Locale) -> Intent | None:
    parts = [part for part in _AIRFLOW_ORDER if part in words.options]
    if parts:
        return Intent(device, "set", value="_".join(parts))
    if set(words.actions) & {"change", "set", "on"}:
        return Intent(device, "change")
    return None


def _circulation(words: DeviceWords, device: str, locale: Locale) -> Intent | None:
    modes = [option for option in words.options if option in _CIRCULATION]
    if modes:
        return Intent(device, "set", value=modes[0])
    return Intent(device, "change") if words.actions else None


def _defrost(words: DeviceWords, device: str, locale: Locale) -> Intent | None:
    places = set(words.zones)
    if "WINDSHIELD" in words.options:
        places.add("FRONT")
    glass = None
    if places & {"ALL", "BOTH"} or places >= {"FRONT", "REAR"}:
        glass = "ALL"
    elif "FRONT" in places:
        glass = "FRONT"
    elif "REAR" in places:
        glass = "REAR"
    if not words.device and not words.actions and glass is None:
        return None
    action: Action = "off" if set(words.actions) & {"off", "close"} else "on"
    return Intent(device, action if words.device or words.actions else "", value=glass)


def _ambient(words: DeviceWords, device: str, locale: Locale) -> Intent | None:
    if words.colors:
        color: Mention = words.colors[0]
        return Intent(device, "set", value=color.meaning)
    said = set(words.actions)
    if "off" in said:
        return Intent(device, "off")
    if "on" in said:
        return Intent(device, "on")
    return Intent(device, "change") if said else None
