"""A criterion put before judges: its question in both languages, its scale, and the facts that go with it."""

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, ValidationError, model_validator

from scenarios.dialogue import Kpi
from scenarios.schema import Kind
from simulator.channel import Locale
from simulator.registry import UsageError, nearest, unknown
from simulator.user_files import read_file
from simulator.vehicle.state import CARBENCH_MUTABLE

FOLDER = Path(__file__).parent / "rubrics"
POLICY_PREFIX = "policy."
OWN_PREFIX = "rubric."
# How pydantic names the two forms of a scale in the place of an error.
_FORMS_OF_SCALE = ("function-after", "Likert", "literal['binary']")

# The same question takes about half as many characters in Korean.
SHORTEST_QUESTION: dict[Locale, int] = {"en": 20, "ko": 8}

FactName = Literal["points", "state", "weather", "routes", "removed", "ambiguity", "dialogue"]
_ADDED_LATER = ("kpi", "examples")


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


class Example(BaseModel):
    """One exchange with the verdict it deserves, and why; `before` is what was said earlier, if that matters."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    before: str = ""
    driver: str
    assistant: str
    verdict: StrictBool | StrictInt
    why: str


class Rubric(BaseModel):
    """One judged criterion.

    `name` is `policy.ID` for a rule of conduct, which is asked only where the rules left it open, and `rubric.NAME` for
    one of a user's own; any other rubric than a policy is asked of every session of its `kinds`. `facts` names what
    the deterministic layer tells the judge, `state` the vehicle variables of the fact of that name. `question` holds
    our words for the judge in each language. A rubric with a `kpi` is asked of the dialogues of that KPI only;
    `examples` are put to the judge after the question.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(pattern=r"^(policy\.\d{3}|(rubric\.)?[a-z][a-z0-9_]*)$")]
    source: Annotated[str, Field(min_length=1)]
    scale: Literal["binary"] | Likert = "binary"
    kinds: Annotated[tuple[Kind, ...], Field(min_length=1)]
    facts: tuple[FactName, ...] = ()
    state: tuple[str, ...] = ()
    question: dict[Locale, str]
    kpi: Kpi | None = None
    examples: dict[Locale, tuple[Example, ...]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _is_complete(self) -> "Rubric":
        if set(self.question) != {"ko", "en"}:
            missing = " and ".join(sorted({"ko", "en"} - set(self.question)))
            raise ValueError(f"question: is needed in ko and in en; {missing} is missing")
        for locale, least in SHORTEST_QUESTION.items():
            if len(self.question[locale].strip()) < least:
                raise ValueError(f"question.{locale}: is too short to be a question: {least} characters are the least")
        for locale, examples in self.examples.items():
            for number, example in enumerate(examples):
                if isinstance(example.verdict, bool) != (self.scale == "binary"):
                    raise ValueError(f"examples.{locale}.{number}.verdict: is none of the scale")
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
        # What older rubrics do not have is no part of it: their judgements stay good.
        unused = {name for name in _ADDED_LATER if not getattr(self, name)}
        return hashlib.sha256(self.model_dump_json(exclude=unused).encode()).hexdigest()

    def share(self, verdict: bool | int) -> float:
        """Return a verdict as a value from 0 to 1."""
        if isinstance(self.scale, Likert):
            return (int(verdict) - self.scale.low) / (self.scale.high - self.scale.low)
        return float(verdict)


def load_rubric(path: Path) -> Rubric:
    """Read one rubric file; raises UsageError naming the file, the field and what is wrong with it."""
    import yaml

    try:
        content: Any = yaml.safe_load(read_file(path).decode("utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"{path}: not valid YAML: {' '.join(str(error).split())}") from None
    if not isinstance(content, dict):
        raise UsageError(f"{path}: no rubric: a rubric has the fields name, source, kinds and question")
    try:
        return Rubric.model_validate(content)
    except ValidationError as error:
        raise UsageError(f"{path}: {_explained(error)}") from None


def _explained(error: ValidationError) -> str:
    # A scale may be of two forms; the error that lies deepest is of the form that was meant. A field that is not known
    # is the cause of the one that is missing.
    first = max(
        error.errors(),
        key=lambda found: (len(found["loc"]), found["type"] == "extra_forbidden", found["type"] == "value_error"),
    )
    parts = [str(part) for part in first["loc"] if not str(part).startswith(_FORMS_OF_SCALE)]
    place, problem = ".".join(parts), first["msg"].removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        close = nearest(parts[-1], Rubric.model_fields if len(parts) == 1 else Likert.model_fields)
        return f"unknown field '{place}'" + (f": did you mean '{close}'?" if close else "")
    if first["type"] == "string_pattern_mismatch":
        problem = f"'{first['input']}' must be a word of the letters a to z, digits and _"
    return f"{place}: {problem}" if place else problem


def load_own(paths: Iterable[str]) -> tuple[Rubric, ...]:
    """Read rubrics of a user's own; each is called `rubric.NAME`, so that no shipped one ever takes its place.

    Raises UsageError for a file that is none, and for a name that a shipped rubric or another file has.
    """
    found: dict[str, Rubric] = {}
    for path in paths:
        loaded = load_rubric(Path(path).expanduser())
        if loaded.policy is not None or loaded.name in rubrics():
            raise UsageError(f"{path}: name: '{loaded.name}' is the name of a shipped rubric; choose another")
        if "points" in loaded.facts:
            raise UsageError(f"{path}: facts: 'points' are where a rule of conduct applied, which only rules have")
        named = loaded.model_copy(update={"name": OWN_PREFIX + loaded.name.removeprefix(OWN_PREFIX)})
        if named.name in found:
            raise UsageError(f"{path}: name: another file has the name '{loaded.name}' too; choose another")
        found[named.name] = named
    return tuple(found.values())


@lru_cache(maxsize=1)
def rubrics() -> dict[str, Rubric]:
    """Return the shipped rubrics by name, in order of name."""
    loaded = [load_rubric(path) for path in sorted(FOLDER.glob("*.yaml"))]
    return {rubric.name: rubric for rubric in sorted(loaded, key=lambda rubric: rubric.name)}
