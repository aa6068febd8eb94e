"""Bounded quantities of the vehicle and the enumerations the reference benchmark uses.

Source: CAR-bench state model, 31 mutable and 12 fixed variables.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

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

    def at_rest(self) -> bool:
        """Return whether this part counts for nothing at present, so that no digest and no record shows it.

        Only parts that came after sessions had been stored may ever say so: states of before then stay what they were.
        """
        return False

    def twin(self, changed: Mapping[str, Any] | None = None) -> Self:
        """Return a shallow copy with some variables replaced, unvalidated.

        Does what `model_copy` does for a model without extra or private fields, at a third of its time: every call
        of a tool that sets something copies twice.
        """
        copied = self.__class__.__new__(self.__class__)
        put = object.__setattr__
        put(copied, "__dict__", {**self.__dict__, **changed} if changed else self.__dict__.copy())
        put(copied, "__pydantic_fields_set__", self.__pydantic_fields_set__.copy())
        put(copied, "__pydantic_extra__", None)
        put(copied, "__pydantic_private__", None)
        return copied
