"""What all parts of a scenario file have in common."""

from pydantic import BaseModel, ConfigDict


class Strict(BaseModel):
    """A part of a scenario file; unknown keys are mistakes."""

    model_config = ConfigDict(frozen=True, extra="forbid")
