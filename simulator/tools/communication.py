"""Tools for contacts, phone calls and mails."""

from typing import Annotated

from simulator.language.hangul import has_hangul
from simulator.tools.distance import letters_apart, slips_apart
from simulator.tools.identifiers import check_contact
from simulator.tools.parameters import ToolValue
from simulator.tools.quirks import Quirk
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, ToolFault, tool
from simulator.world.rows import NameRow

# Up to here several contacts are offered, beyond it only the best one. Source: CAR-bench contact look-up.
_MOST_FOR_SEVERAL = 1


def _plain_score(name: NameRow, first: str | None, last: str | None) -> int | None:
    """Return how many letters differ in the components that were given; None when one differs too much."""
    asked = ((first, name["first_name"]), (last, name["last_name"]))
    total = 0
    for given, known in asked:
        distance = letters_apart(given, known) if given else 0
        if distance is None:
            return None
        total += distance
    return total


def _score(name: NameRow, first: str | None, last: str | None) -> int | None:
    """Return how many letters differ; a single name may also be a whole name, in either order."""
    first_name, last_name = name["first_name"], name["last_name"]
    if first and last:
        both = slips_apart(first, first_name), slips_apart(last, last_name)
        return None if both[0] is None or both[1] is None else both[0] + both[1]
    given, known = (first or "", first_name) if first else (last or "", last_name)
    whole = (f"{first_name} {last_name}", f"{last_name}{first_name}", f"{last_name} {first_name}")
    distances = [apart for name in (known, *whole) if (apart := slips_apart(given, name)) is not None]
    return min(distances, default=None)


@tool(domain="productivity", effect="get", order=52)
def get_contact_id_by_contact_name(
    car: Desk,
    contact_first_name: Annotated[str | None, Param("First (given) name.")] = None,
    contact_last_name: Annotated[str | None, Param("Last (family) name.")] = None,
) -> ToolValue:
    """Find the ids of contacts by first name, last name or both; small slips are forgiven.

    Several people may share a name: then all of them are told, and the driver has to choose.
    """
    code = "GET_CONTACT_ID_BY_CONTACT_NAME"
    if not contact_first_name and not contact_last_name:
        raise ToolFault(code, "GetContactIdByContactName_001: a first or a last name is needed.")
    plain = Quirk.PLAIN_NAMES in car.quirks
    score = _plain_score if plain else _score
    found = [
        (distance, contact)
        for contact in car.world.contacts()
        if (distance := score(contact["name"], contact_first_name, contact_last_name)) is not None
    ]
    if not found:
        raise ToolFault(code, "GetContactIdByContactName_002: nobody of that name is among the contacts.")
    found.sort(key=lambda row: row[0])
    best = found[0][0]
    told = {
        contact["id"]: _told_name(contact["name"])
        for distance, contact in found
        if distance <= _MOST_FOR_SEVERAL and (plain or distance == best)
    }
    if told:
        return {"matches": told}
    _, contact = found[0]
    return {"id": contact["id"], "name": _told_name(contact["name"])}


def _told_name(name: NameRow) -> str:
    """Return a full name as the reference writes it, in lower case; a Korean one family name first, in one word."""
    if has_hangul(name["last_name"]):
        return name["last_name"] + name["first_name"]
    return f"{name['first_name']} {name['last_name']}".lower()


@tool(domain="productivity", effect="get", order=54)
def get_contact_information(
    car: Desk, contact_ids: Annotated[list[str], Param("Ids of contacts, as found by name.")]
) -> ToolValue:
    """Tell name, phone number and email address of contacts; an id that belongs to nobody gives null."""
    for contact_id in contact_ids:
        check_contact(car, contact_id, "GET_CONTACT_INFORMATION_001")
    return {contact_id: car.world.contact(contact_id) for contact_id in contact_ids}


@tool(domain="productivity", effect="set", order=55, ends_session=True)
def call_phone_by_number(
    car: Desk, phone_number: Annotated[str, Param("The number to call, as told for a contact or a place.")]
) -> ToolValue:
    """Call a phone number. The call takes over the conversation, so make it the last thing you do."""
    car.outbox.phone_numbers_called = [*car.original.outbox.phone_numbers_called, phone_number]
    return {"phone_number_called": True}


@tool(domain="productivity", effect="set", order=56, requires_confirmation=True)
def send_email(
    car: Desk,
    content_message: Annotated[str, Param("The text of the mail.")],
    email_addresses: Annotated[list[str], Param("Addresses of contacts, as told for them.")],
) -> ToolValue:
    """Send a mail to one or more contacts, at once to all of them."""
    known = {contact["email"] for contact in car.world.contacts()}
    for index, address in enumerate(email_addresses):
        if address not in known:
            keeps = Quirk.MAIL_PARTLY_SENT in car.quirks
            _post(car, email_addresses[:index] if keeps else [])
            message = f"SendEmail_001: {address} belongs to no contact; look the address up first."
            raise ToolFault("SEND_EMAIL_001", message, keeps=keeps)
    _post(car, email_addresses)
    return {"email_sent": True}


def _post(car: Desk, addresses: list[str]) -> None:
    if addresses:
        car.outbox.email_addresses_sent_mail_to = [*car.original.outbox.email_addresses_sent_mail_to, *addresses]
