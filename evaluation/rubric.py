"""A criterion put before judges: its question in both languages, its scale, and the facts that go with it."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from scenarios.schema import Kind
from simulator.channel import Locale
from simulator.registry import UsageError, unknown
from simulator.vehicle.state import CARBENCH_MUTABLE

FOLDER = Path(__file__).parent / "rubrics"
POLICY_PREFIX = "policy."
# How pydantic names the two forms of a scale in the place of an error.
_FORMS_OF_SCALE = ("Likert", "literal['binary']")

FactName = Literal["points", "state", "weather", "routes", "removed", "ambiguity"]


class Likert(BaseModel):
    """A scale of whole numbers from `low` to `high`, the higher the better."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    low: int
    high: int

    @model_validator(mode="after")
    def _rises(self) -> "Likert":
        if self.low >= self.high:
            raise ValueError(f"low {self.low} must be less than high {self.high}")
        return self


class Rubric(BaseModel):
    """One judged criterion.

    `name` is `policy.ID` for a rule of conduct, which is asked only where the rules left it open; any other rubric is
    asked of every session of its `kinds`. `facts` names what the deterministic layer tells the judge, `state` the
    vehicle variables of the fact of that name. `question` holds our words for the judge in each language.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(pattern=r"^(policy\.\d{3}|[a-z][a-z0-9_]*)$")]
    source: Annotated[str, Field(min_length=1)]
    scale: Literal["binary"] | Likert = "binary"
    kinds: Annotated[tuple[Kind, ...], Field(min_length=1)]
    facts: tuple[FactName, ...] = ()
    state: tuple[str, ...] = ()
    question: dict[Locale, Annotated[str, Field(min_length=20)]]

    @model_validator(mode="after")
    def _is_complete(self) -> "Rubric":
        if set(self.question) != {"ko", "en"}:
            raise ValueError("question: is needed in ko and in en")
        for name in self.state:
            if name not in CARBENCH_MUTABLE:
                raise ValueError(f"state: {unknown('vehicle variable', name, CARBENCH_MUTABLE)}")
        if bool(self.state) != ("state" in self.facts):
            raise ValueError("state: goes with the fact 'state', and only with it")
        return self

    @property
    def policy(self) -> str | None:
        """The id of the policy it decides, or None."""
        return self.name.removeprefix(POLICY_PREFIX) if self.name.startswith(POLICY_PREFIX) else None

    @property
    def digest(self) -> str:
        """The SHA-256 of everything in it; a changed word makes earlier judgements stale."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()

    def share(self, verdict: bool | int) -> float:
        """Return a verdict as a value from 0 to 1."""
        if isinstance(self.scale, Likert):
            return (int(verdict) - self.scale.low) / (self.scale.high - self.scale.low)
        return float(verdict)


def load_rubric(path: Path) -> Rubric:
    """Read one rubric file; raises UsageError naming the file, the field and what is wrong with it."""
    import yaml

    try:
        content: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: not valid YAML: {' '.join(str(error).split())}") from None
    try:
        return Rubric.model_validate(content)
    except ValidationError as error:
        # A scale may be of two forms; the error that lies deepest is of the form that was meant.
        first = max(error.errors(), key=lambda found: (len(found["loc"]), found["type"] == "value_error"))
        place = ".".join(str(part) for part in first["loc"] if part not in _FORMS_OF_SCALE)
        problem = first["msg"].removeprefix("Value error, ")
        raise UsageError(f"{path}: {f'{place}: ' if place else ''}{problem}") from None


@lru_cache(maxsize=1)
def rubrics() -> dict[str, Rubric]:
    """Return the shipped rubrics by name, in order of name."""
    loaded = [load_rubric(path) for path in sorted(FOLDER.glob("*.yaml"))]
    return {rubric.name: rubric for rubric in sorted(loaded, key=lambda rubric: rubric.name)}
