"""Bounded quantities of the vehicle and the enumerations the reference benchmark uses.

Source: CAR-bench state model, 31 mutable and 12 fixed variables.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Percent = Annotated[int, Field(ge=0, le=100)]
FanLevel = Annotated[int, Field(ge=0, le=5)]
HeatLevel = Annotated[int, Field(ge=0, le=3)]
CabinCelsius = Annotated[float, Field(ge=16, le=28, multiple_of=0.5)]

AmbientLight = Literal["OFF", "RED", "GREEN", "BLUE", "YELLOW", "WHITE", "PINK", "ORANGE", "PURPLE", "CYAN"]
AirflowDirection = Literal[
    "FEET", "HEAD", "HEAD_FEET", "WINDSHIELD", "WINDSHIELD_FEET", "WINDSHIELD_HEAD", "WINDSHIELD_HEAD_FEET"
]
AirCirculation = Literal["FRESH_AIR", "RECIRCULATION", "AUTO"]


class Part(BaseModel):
    """One part of the vehicle state: unknown fields are refused and every assignment is validated."""

    model_config = ConfigDict(extra="forbid", validate_assignment=True)
