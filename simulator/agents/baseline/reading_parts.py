"""What the words of one part mean: its devices, each with action, zones and value."""

import re
from dataclasses import dataclass, field, replace

from simulator.agents.baseline import lexicon_en, lexicon_ko
from simulator.agents.baseline.fragments import Part
from simulator.agents.baseline.frames import ZONED
from simulator.agents.baseline.spotting import Mention
from simulator.channel import Locale

_MOVES = ("open", "close", "up", "down")
_TWO_PAIRS = 4
_FRONT, _REAR = ("DRIVER", "PASSENGER"), ("DRIVER_REAR", "PASSENGER_REAR")
_SEATS = {
    "window": (*_FRONT, *_REAR),
    "reading_light": (*_FRONT, *_REAR),
    "seat_heating": _FRONT,
    "temperature": _FRONT,
}
_WIDE = {"FRONT": _FRONT, "REAR": _REAR, "LEFT_REAR": ("DRIVER_REAR",), "RIGHT_REAR": ("PASSENGER_REAR",)}
_HEATED = {"wheel": "steering_heating", "seat": "seat_heating", "glass": "defrost"}


@dataclass(slots=True)
class DeviceWords:
    """One named device and the words that belong to it; `absolute` marks a number said as a target (to, 로)."""

    device: str
    zones: list[str] = field(default_factory=list)
    numbers: list[Mention] = field(default_factory=list)
    amounts: list[str] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    colors: list[Mention] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    absolute: bool = False


def devices_of(part: Part, searched: str, locale: Locale) -> list[DeviceWords]:
    """Sort the part's words by device; actions and single values are shared by all of its devices."""
    named = _named_devices(part, searched)
    found = [DeviceWords(device) for device, _ in named] or [DeviceWords("")]
    places = [mention for _, mention in named]
    for mention in part.mentions:
        if mention.kind == "action":
            for words in found:
                words.actions.append(mention.meaning)
            continue
        owner = found[_owner(mention, places, part)]
        match mention.kind:
            case "zone":
                owner.zones.append(mention.meaning)
            case "number":
                owner.numbers.append(mention)
                owner.absolute = owner.absolute or _is_target(mention, searched, locale)
            case "amount" if not _is_excluded(mention, searched, locale):
                owner.amounts.append(mention.meaning)
            case "option":
                owner.options.append(mention.meaning)
            case "color":
                owner.colors.append(mention)
    _share(found)
    return [_without(words, part.excepted) for words in _by_place(found, part)]


def _by_place(found: list[DeviceWords], part: Part) -> list[DeviceWords]:
    """Give every seat its own number: three for the driver, one for the passenger."""
    marks = [mention for mention in part.mentions if mention.kind in ("zone", "number")]
    pairs = [mention.kind for mention in marks] == ["zone", "number"] * (len(marks) // 2)
    if len(found) != 1 or found[0].device not in ZONED or len(marks) < _TWO_PAIRS or not pairs:
        return found
    return [
        replace(found[0], zones=[zone.meaning], numbers=[number])
        for zone, number in zip(marks[::2], marks[1::2], strict=True)
    ]


def _without(words: DeviceWords, excepted: list[str]) -> DeviceWords:
    """Leave out the seats that were excepted: all windows but mine."""
    everywhere = _SEATS.get(words.device)
    if not excepted or everywhere is None:
        return words
    seats = {seat for zone in excepted for seat in _WIDE.get(zone, (zone,))}
    return replace(words, zones=[zone for zone in everywhere if zone not in seats])


def _named_devices(part: Part, searched: str) -> list[tuple[str, Mention]]:
    """Put compound names together: wheel + heat, seat + heat, glass + heat, window + defrost."""
    mentions = part.of("device")
    kinds = {mention.meaning for mention in mentions}
    warms = "heat" in kinds or any(mention.meaning in ("warm", "heat") for mention in part.of("action"))
    # A seat or a wheel has no other levels, and nothing else about it gets hot.
    warms = warms or (bool(kinds & {"wheel", "seat"}) and _is_of_heat(part, searched))
    named: list[tuple[str, Mention]] = []
    for mention in mentions:
        device = mention.meaning
        if device in _HEATED:
            if not warms and device == "glass" and any(action.meaning in _MOVES for action in part.of("action")):
                named.append(("window", mention))
            if not warms:
                continue
            device = _HEATED[device]
        elif device == "heat":
            if kinds & {"wheel", "seat", "glass"}:
                continue
            glass = "window" in kinds or any(option.meaning == "WINDSHIELD" for option in part.of("option"))
            device = "defrost" if glass else ("seat_heating" if part.has("zone") else "heat")
        if device == "window" and kinds & {"defrost", "heat"}:
            continue
        if device == "light" and part.has("color"):
            device = "ambient"
        if device == "air":
            device = _air(part, searched)
        if device == "climate" and "temperature" in kinds:
            continue
        named.append((device, mention))
    if not named and warms and re.search(r"\bseats?\b|좌석|자리", searched[part.start : part.end]):
        named.append(("seat_heating", next(mention for mention in part.mentions if mention.kind in ("zone", "action"))))
    unique: list[tuple[str, Mention]] = []
    for device, mention in named:
        if device in ("window", "reading_light", "seat_heating", "temperature") or device not in [d for d, _ in unique]:
            unique.append((device, mention))
    return unique


def _is_of_heat(part: Part, searched: str) -> bool:
    level = any(number.unit == "level" for number in part.of("number"))
    return level or bool(re.search("뜨겁게|따뜻하게|따끈하게|뜨끈하게", searched[part.start : part.end]))


def _air(part: Part, searched: str) -> str:
    """Air that has a direction, or whose direction is asked, is the airflow; other air is the fan."""
    options = {mention.meaning for mention in part.of("option")}
    if options & {"FRESH_AIR", "RECIRCULATION"}:
        return "circulation"
    asked_where = part.question and re.search(r"\bwhere\b|어디|어느쪽", searched[part.start : part.end])
    return "airflow" if options or asked_where else "fan"


def _owner(mention: Mention, places: list[Mention], part: Part) -> int:
    """Return which device a word belongs to: zones to the device right after them, else to the one before."""
    if len(places) < 2:
        return 0
    following = [index for index, place in enumerate(places) if place.start >= mention.end]
    preceding = [index for index, place in enumerate(places) if place.end <= mention.start]
    if mention.kind == "zone" and following:
        between = [
            other
            for other in part.mentions
            if mention.end <= other.start < places[following[0]].start and other.kind not in ("zone", "action")
        ]
        if not between:
            return following[0]
    return preceding[-1] if preceding else following[0]


def _is_target(number: Mention, searched: str, locale: Locale) -> bool:
    if locale == "ko":
        return bool(re.match(r"(?:정도|쯤)?(?:으로|로|까지|에맞)", searched[number.end :]))
    return bool(re.search(r"\b(?:to|at|of)(?: about| around| exactly| level)? $", searched[: number.start]))


def _is_excluded(amount: Mention, searched: str, locale: Locale) -> bool:
    """Say whether an amount is what the driver does not want: not all the way, 끝까지는 말고."""
    if locale == "en":
        return searched[: amount.start].endswith(("not ", "not to the "))
    return bool(re.match(r"(?:는|은|로는|으로는)?(?:말고|아니|안)", searched[amount.end :]))


def _share(found: list[DeviceWords]) -> None:
    """Give a value said once, with the last device, to the devices that lack one; zones move to who takes them."""
    last = found[-1]
    for words in found[:-1]:
        if not (words.numbers or words.amounts):
            words.numbers, words.amounts, words.absolute = last.numbers, last.amounts, last.absolute
        if words.device == "window" and not words.zones and last.device != "window":
            words.zones, last.zones = last.zones, []


def spoken_hour(part: Part, searched: str, locale: Locale) -> int | None:
    """Return the hour of day 0..23 a part names, or None."""
    words = lexicon_ko if locale == "ko" else lexicon_en
    text = searched[part.start : part.end] if part.end > part.start else searched
    named = _named_hour(searched, words.NAMED_HOURS, locale)
    if named is not None:
        return named
    for number in part.of("number"):
        clock = number.unit in ("oclock", "hour") or (number.unit is None and re.search(words.AFTERNOON, text))
        if not clock or number.number is None:
            continue
        hour = int(number.number)
        if hour < 12 and re.search(words.AFTERNOON, searched):
            hour += 12
        return hour if 0 <= hour <= 23 else None
    # Tonight at eight is eight, and only without an hour a part of the day stands for one.
    return _named_hour(searched, words.PARTS_OF_DAY, locale)


def _named_hour(searched: str, hours: dict[str, int], locale: Locale) -> int | None:
    for name, hour in hours.items():
        if re.search(rf"\b{name}\b" if locale == "en" else name, searched):
            return hour
    return None
