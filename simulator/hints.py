"""The names that a recogniser in this car would know: the map around it, the address book, what the car can do."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from simulator.channel import Channel, Locale, Passage, Spoken
from simulator.world.model import Place, World
from simulator.world.places import distance_km

MOST_NAMES = 30
_PLACES, _CONTACTS = 13, 9
# What the tools act on, in the words of a driver; rare words first.
VEHICLE_WORDS: dict[Locale, tuple[str, ...]] = {
    "ko": ("선루프", "선셰이드", "성에 제거", "앰비언트 라이트", "안개등", "상향등", "열선 시트", "충전소"),
    "en": (
        "sunroof",
        "sunshade",
        "defrost",
        "ambient light",
        "fog lights",
        "high beams",
        "seat heating",
        "charging station",
    ),
}


def expected_names(world: World, locale: Locale, place_id: str) -> tuple[str, ...]:
    """Return at most 30 names: the nearest towns, the first people of the address book, words for the car's parts.

    They follow from where the car is and from nothing that a scenario asks or expects, so they are the same for every
    utterance of a session and give no answer away.
    """
    chosen = (_towns(world, locale, place_id), _people(world, locale), VEHICLE_WORDS[locale])
    mixed = (name for group in zip_longest(*chosen) for name in group if name is not None)
    return tuple(dict.fromkeys(mixed))[:MOST_NAMES]


def _towns(world: World, locale: Locale, place_id: str) -> list[str]:
    here = world.place(place_id)
    if here is None:
        return []
    nearest = sorted(world.places(), key=lambda place: (_apart_km(here, place), place.id))
    return [place.name_ko if locale == "ko" and place.name_ko else place.name for place in nearest[:_PLACES]]


def _apart_km(here: Place, there: Place) -> float:
    return distance_km((here.longitude, here.latitude), (there.longitude, there.latitude))


def _people(world: World, locale: Locale) -> list[str]:
    return list(spoken_names(world, locale))[:_CONTACTS]


def spoken_names(world: World, locale: Locale) -> Iterator[str]:
    """Yield the people of the address book as they are called in a language."""
    for contact in world.contacts():
        first, last = contact["name"]["first_name"], contact["name"]["last_name"]
        # A Korean name is one word, the family name first.
        yield f"{last}{first}" if locale == "ko" and len(last) == 1 else f"{first} {last}"


class HintingChannel:
    """A channel that tells the recogniser the same names with every utterance; all else is the inner channel's."""

    def __init__(self, inner: Channel, names: tuple[str, ...]) -> None:
        self._inner = inner
        self._names = names
        self.name = inner.name
        self.accuracy_reason = inner.accuracy_reason

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def hear(self, intended: str, *, locale: Locale, utterance: int, hints: tuple[str, ...] = ()) -> Passage:
        """Carry an utterance with the session's names before those of its own."""
        names = tuple(dict.fromkeys((*self._names, *hints)))
        return await self._inner.hear(intended, locale=locale, utterance=utterance, hints=names)

    async def say(self, text: str, *, locale: Locale, utterance: int) -> Spoken | None:
        """Carry the assistant's speech back."""
        return await self._inner.say(text, locale=locale, utterance=utterance)

    async def aclose(self) -> None:
        """Release what the inner channel holds."""
        await self._inner.aclose()
