"""The reference benchmark's peculiarities, one named switch each; without any the tools behave sensibly.

Source: CAR-bench as published; the numbers are those of the list of quirks to reproduce for score compatibility.
Quirks of scoring and of the session loop are no switches here: they belong to the scoring profiles.
"""

from enum import StrEnum


class Quirk(StrEnum):
    """One way in which the reference's tools differ from what a car should do."""

    WEATHER_SLOTS = "weather-slots"
    """Before 06:00 the weather is an error, later the next slot is always empty. Source: quirk 2."""
    TEMPERATURE_CHECK = "temperature-check"
    """The temperature tool refuses only what lies outside 0 to 100; the state refuses the rest. Source: quirk 3."""
    UNCHECKED_ARGUMENTS = "unchecked-arguments"
    """Arguments reach the tool as they come; what then goes wrong is told, unscored, and writes stay. Source: 4."""
    ALONG_ROUTE_SILENT = "along-route-silent"
    """Bad filters and unmatched detours fail the search along a route without being scored. Source: quirk 5."""
    NO_ROUTES_IS_AN_ERROR = "no-routes-is-an-error"
    """Asking for routes of a pair that has none counts as an execution error. Source: quirk 6."""
    REPLACE_TESTS_NEW_ID = "replace-tests-new-id"
    """Replacing a stop protects start and destination by testing the new id instead of the old. Source: quirk 11."""
    NAVIGATION_SET_BLINDLY = "navigation-set-blindly"
    """A new navigation with an unknown first route is no error, and one without routes becomes active. Source: 12."""
    MAIL_PARTLY_SENT = "mail-partly-sent"
    """Addresses before a refused one have got the mail. Source: quirk 13."""
    TRUNK_WORDS = "trunk-words"
    """A trunk that was closed by the tool is "CLOSE", not "closed" as before. Source: quirk 14."""
    PLANS_SHARED = "plans-shared"
    """All sessions of the process share one store of plans. Source: quirk 15."""
    REMOVED_STAYS_EXECUTABLE = "removed-stays-executable"
    """What a scenario takes away is hidden but still works. Source: quirk 22."""
    DATETIME_OVERWRITES = "datetime-overwrites"
    """The date calculator changes its argument and refuses days after the 30th. Source: quirk 23."""
    CHARGING_STOPS_EARLY = "charging-stops-early"
    """Calculated charging ends one percent below the target. Source: quirk 24."""
    CHARGING_OVERSHOOTS = "charging-overshoots"
    """Calculated charge may pass 100 percent, and a target of 0 counts as none. Source: charging tools."""
    PLAIN_NAMES = "plain-names"
    """Names are compared letter by letter in one script, near ones listed beside exact ones. Source: 25, name tools."""
    INDEX_ERRORS = "index-errors"
    """Ids cut short and stops at the end of the list are unscored exceptions. Source: id checks, edit tools."""
    NO_STATUS = "no-status"
    """Some failures, those of WITHOUT_STATUS, carry no status. Source: navigation tools."""
    ESCAPED_JSON = "escaped-json"
    """Results escape everything that is not ASCII. Source: conventions of results."""
    STANDING_CLOCK = "standing-clock"
    """For the tools it is always the time at which the session began. Source: fixed context."""


NATIVE: frozenset[Quirk] = frozenset()
CARBENCH: frozenset[Quirk] = frozenset(Quirk)

# Beginnings of the codes of scored failures that the reference tells without a status.
WITHOUT_STATUS = ("NAV_ADD_WP_", "SEARCH_POI_ATR_", "SEARCH_POI_AT_LOC_004")
