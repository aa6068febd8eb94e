"""The shapes of ids: points, routes, contacts and plugs."""

from simulator.tools.quirks import Quirk
from simulator.tools.spec import Desk, ToolFault, own_exception

_POINTS = frozenset(("poi", "loc"))
_ROUTES = frozenset(("rll", "rlp", "rpl", "rpp"))
_CONTACTS = frozenset(("con",))
_PLUGS = frozenset(("plg",))


def is_location(point_id: str) -> bool:
    """Tell whether a well-formed point is a city, not a point of interest."""
    return point_id.startswith("loc_")


def check_point(car: Desk, point_id: str, code: str) -> None:
    """Raise the fault `code` unless the id is one of a city or point of interest, such as loc_mun_9995."""
    _check(car, point_id, _POINTS, (3, 7), "a place", code)


def check_route(car: Desk, route_id: str, code: str) -> None:
    """Raise the fault `code` unless the id is one of a route, such as rll_mun_ber_123456."""
    _check(car, route_id, _ROUTES, (3, 7, 11), "a route", code)


def check_contact(car: Desk, contact_id: str, code: str) -> None:
    """Raise the fault `code` unless the id is one of a contact, such as con_1234."""
    _check(car, contact_id, _CONTACTS, (3,), "a contact", code)


def check_plug(car: Desk, plug_id: str, code: str) -> None:
    """Raise the fault `code` unless the id is one of a charging plug, such as plg_cha_123456."""
    _check(car, plug_id, _PLUGS, (3, 7), "a plug", code)


def _check(car: Desk, given: str, heads: frozenset[str], marks: tuple[int, ...], kind: str, code: str) -> None:
    """Compare by position. Source: CAR-bench id checks: underscores at fixed places, then digits."""
    fits = given[:3] in heads
    for mark in marks:
        if mark >= len(given) and Quirk.INDEX_ERRORS in car.quirks:
            raise own_exception("string index out of range")
        if given[mark : mark + 1] != "_":
            fits = False
            break
    if not fits or not given[marks[-1] + 1 :].isdigit():
        raise ToolFault(code, f"'{given}' is not the id of {kind}; look the id up first.")
