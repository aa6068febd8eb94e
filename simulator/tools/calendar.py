"""The tool that reads the driver's calendar."""

from typing import Annotated

from simulator.tools.parameters import ToolValue
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, ToolFault, tool

POLICY = "AUT-POL:023"


@tool(domain="productivity", effect="get", order=53)
def get_entries_from_calendar(
    car: Desk,
    month: Annotated[int, Param("Month of the current date.")],
    day: Annotated[int, Param("Day of the current date.")],
) -> ToolValue:
    """Read the meetings of the current day: start, duration, place, attendees as contact ids, and topic."""
    year, current_month, current_day = car.date
    if month != current_month or day != current_day:
        message = f"GetEntriesFromCalendar_001: {POLICY}: the calendar can be read for the current day only."
        raise ToolFault("GET_ENTRIES_FROM_CALENDAR_001", message, policy=POLICY)
    row = None if car.calendar_id is None else car.world.calendar(car.calendar_id)
    if row is None:
        return {"date": {"year": year, "month": current_month, "day": current_day}, "meetings": []}
    return {"date": row["date"], "meetings": row["meetings"]}
