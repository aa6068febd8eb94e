"""What a question before a mail has to name: to whom it goes and what it says."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from simulator.policies.evidence import answered
from simulator.trajectory import Step

_WORD = re.compile(r"\d+|[^\W\d_]+")
# Shorter beginnings of words occur in any sentence; a Korean syllable says more than a Latin letter.
_LATIN_LETTERS = 4
_SYLLABLES = 2
# Beginnings of words that any mail may hold.
_PHRASE = re.compile(r"hell|dear|best|rega|kind|than|this|that|with|will|have|from|your|plea|안녕|감사|드림|올림")


def unnamed_recipients(addresses: Iterable[str], question: str, steps: Iterable[Step]) -> list[str]:
    """Return the addresses whose owners a question does not name.

    Owners are known by the contacts that tool results of `steps` showed, elsewhere by the address itself.
    """
    owners = dict(_owners(steps))
    spoken = "".join(question.casefold().split())
    return [
        address
        for address in addresses
        if not any(name in spoken for name in (address.casefold(), *owners.get(address, _parts(address))))
    ]


def says_content(content: str, speeches: Iterable[str], names: Iterable[str]) -> bool:
    """Tell whether the speeches take up some word or number of a mail's text other than a name.

    True also where the text has none of at least four letters or two syllables.
    """
    wanted = _stems(content) - {stem for name in names for stem in _stems(name)}
    return not wanted or any(wanted & _stems(speech) for speech in speeches)


def recipient_names(addresses: Iterable[str], steps: Iterable[Step]) -> list[str]:
    """Return what the owners of addresses may be called."""
    owners = dict(_owners(steps))
    return [name for address in addresses for name in owners.get(address, _parts(address))]


def _owners(steps: Iterable[Step]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for _, result in answered(steps, ("get_contact_information",)):
        try:
            contacts = json.loads(result.content)["result"].values()
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
        for contact in contacts:
            if isinstance(contact, dict) and isinstance(contact.get("email"), str):
                yield contact["email"], _names(contact.get("name"))


def _names(name: Mapping[str, Any] | Any) -> tuple[str, ...]:
    """Return first, last and whole name without spaces; one syllable or letter alone names nobody."""
    if not isinstance(name, dict):
        return ()
    first, last = (str(name.get(part, "")).casefold() for part in ("first_name", "last_name"))
    return tuple(known for known in (first, last, last + first) if len(known) > 1)


def _parts(address: str) -> tuple[str, ...]:
    return tuple(part for part in re.split(r"[._\d-]+", address.split("@")[0].casefold()) if len(part) > 1)


def _stems(text: str) -> set[str]:
    stems = set()
    for word in _WORD.findall(text.casefold()):
        if word.isdigit():
            stems.add(word)
        elif "가" <= word[0] <= "힣" and len(word) >= _SYLLABLES:
            stems.add(word[:_SYLLABLES])
        elif len(word) >= _LATIN_LETTERS:
            stems.add(word[:_LATIN_LETTERS])
    return {stem for stem in stems if _PHRASE.fullmatch(stem) is None}
