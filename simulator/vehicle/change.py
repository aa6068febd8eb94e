"""One difference between two vehicle states."""

from typing import Any

from pydantic import BaseModel, ConfigDict


class Change(BaseModel):
    """One variable of the vehicle state before and after; `path` is dotted, `part.variable`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    before: Any
    after: Any
