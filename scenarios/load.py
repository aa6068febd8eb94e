"""Scenario files: found, read, and explained when they are wrong."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from scenarios.dialogue import KPIS
from scenarios.schema import FIELDS, Scenario
from simulator.registry import UsageError, nearest, unknown
from simulator.user_files import read_file

_SUFFIXES = (".yaml", ".yml")
_MAX_BYTES = 1_000_000
_MOST_VALUES = 20_000
_MOST_NESTING = 24
_DIALOGUE_FOLDER = "dialogue"
EVERYTHING = "catalogue"
"""The suite of all shipped scenarios but the dialogues."""
DIALOGUES = "locar"
"""The suite of all shipped dialogues; with `:KPI` behind it, those of one KPI."""


@cache
def _loader() -> Any:
    """Return a safe YAML loader that reads bare words as YAML 1.2 does, and refuses a key given twice.

    `on` stays a word, 14:05 is no number of seconds, 08 no octal number; dates stay texts, for the schema to read.
    Source: YAML 1.2 core schema; PyYAML follows 1.1.
    """
    import yaml

    # The same loader over libyaml where PyYAML was built with it: ten times faster on a large folder.
    safe: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(safe):  # type: ignore[misc, valid-type]
        def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
            keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
            for number, (key, _) in enumerate(node.value):
                if isinstance(key, yaml.ScalarNode) and key.value in keys[:number]:
                    problem = f"the key '{key.value}' stands here twice"
                    raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
            return dict(super().construct_mapping(node, deep))

    changed = {f"tag:yaml.org,2002:{kind}" for kind in ("bool", "int", "timestamp")}
    Loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in entries if tag not in changed]
        for first, entries in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))
    Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile("^[-+]?(?:0|[1-9][0-9]*)$"), list("-+0123456789"))
    return Loader


def _line_of(text: str, location: tuple[int | str, ...]) -> int | None:
    """Return the 1-based line of a field in the YAML text, as deep as the path can be followed."""
    import yaml

    node = yaml.compose(text, Loader=_loader())
    line: int | None = None
    for key in location:
        if isinstance(node, yaml.MappingNode):
            pairs = {pair[0].value: pair for pair in node.value}
            if str(key) not in pairs:
                break
            name, node = pairs[str(key)]
            line = name.start_mark.line + 1
        elif isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
            node = node.value[key]
            line = node.start_mark.line + 1
        else:
            break
    return line


def _named_place(message: str) -> tuple[tuple[int | str, ...], str]:
    """Split the field a check of the whole scenario names from what it says about it."""
    name, separator, rest = message.partition(": ")
    parts = name.split(".")
    if not separator or parts[0] not in Scenario.model_fields:
        return (), message
    return tuple(int(part) if part.isdecimal() else part for part in parts), rest


def _is_modest(data: Any) -> bool:
    """Return whether a document is of a size a scenario may have, its aliases written out."""
    left, count = [(data, 0)], 0
    while left:
        value, depth = left.pop()
        count += 1
        if count > _MOST_VALUES or depth > _MOST_NESTING:
            return False
        if isinstance(value, dict):
            left.extend((item, depth + 1) for item in value.values())
        elif isinstance(value, list):
            left.extend((item, depth + 1) for item in value)
    return True


def parse(text: str, source: str) -> Scenario:
    """Return the scenario in a YAML text; raises UsageError naming source, line and field."""
    import yaml

    try:
        data: Any = yaml.load(text, Loader=_loader())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f"{source}:{mark.line + 1}" if mark else source
        raise UsageError(f"{where}: not valid YAML: {error.problem}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        first_line = str(error).splitlines()[0] if str(error) else "too deeply nested"
        raise UsageError(f"{source}: not valid YAML: {first_line}") from None
    if not _is_modest(data):
        raise UsageError(f"{source}: more than {_MOST_VALUES} values, or nested more than {_MOST_NESTING} deep")
    if not isinstance(data, dict):
        raise UsageError(f"{source}:1: a scenario is a mapping with id, kind, driver, ...")
    try:
        return Scenario.model_validate(data)
    except ValidationError as error:
        problems = error.errors()
        # A misspelt key is reported twice, as unknown and as the one it should be: the first says more.
        first = next((problem for problem in problems if problem["type"] == "extra_forbidden"), problems[0])
        location = tuple(part for part in first["loc"] if part != "[key]")
        message = first["msg"].removeprefix("Value error, ")
        if first["type"] == "extra_forbidden":
            close = nearest(str(location[-1]), FIELDS)
            told = (
                "belongs somewhere else, see docs/scenarios.md" if close == location[-1] else f"did you mean '{close}'?"
            )
            message = "no such field" + (f": {told}" if close else "")
        named, told = _named_place(message)
        if named[: len(location)] == location:
            location, message = named or location, told
        line = _line_of(text, location) or 1
        field = ".".join(str(part) for part in location) or "scenario"
        raise UsageError(f"{source}:{line}: {field}: {message}") from None


def load_file(path: Path) -> Scenario:
    """Return the scenario of one file; raises UsageError for anything wrong with it."""
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise UsageError(f"{path}: larger than {_MAX_BYTES} bytes, this is no scenario")
        text = read_file(path).decode("utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 text (byte {error.start})") from None
    return parse(text, str(path))


def load_folder(folder: Path) -> list[Scenario]:
    """Return all scenarios below a folder in order of id; raises UsageError on the first bad file or a double id."""
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder")
    paths = sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES and path.is_file())
    if not paths:
        raise UsageError(f"{folder}: no scenario files (*.yaml) in it")
    return _unique((path, load_file(path)) for path in paths)


def _unique(loaded: Iterable[tuple[Path, Scenario]]) -> list[Scenario]:
    seen: dict[str, tuple[Path, Scenario]] = {}
    for path, scenario in loaded:
        if scenario.id in seen:
            raise UsageError(f"{path}: id: '{scenario.id}' is taken by {seen[scenario.id][0]}")
        seen[scenario.id] = path, scenario
    return [seen[key][1] for key in sorted(seen)]


@cache
def catalogue() -> dict[str, Scenario]:
    """Return the shipped scenarios by id, but the dialogues, which are many and seldom wanted."""
    return _loaded(path for path in _shipped() if not _is_dialogue(path))


@cache
def dialogues() -> dict[str, Scenario]:
    """Return the shipped dialogues by id."""
    return _loaded(path for path in _shipped() if _is_dialogue(path))


def shipped(scenario_id: str) -> Scenario | None:
    """Return a shipped scenario or dialogue by id, None when there is none."""
    return catalogue().get(scenario_id) or dialogues().get(scenario_id)


def _folder() -> Path:
    return Path(str(files("scenarios"))) / "catalogue"


def _shipped() -> list[Path]:
    return sorted(path for path in _folder().rglob("*") if path.suffix in _SUFFIXES and path.is_file())


def _is_dialogue(path: Path) -> bool:
    return path.relative_to(_folder()).parts[0] == _DIALOGUE_FOLDER


def _loaded(paths: Iterable[Path]) -> dict[str, Scenario]:
    return {scenario.id: scenario for scenario in _unique((path, load_file(path)) for path in paths)}


@cache
def suites() -> dict[str, tuple[str, ...]]:
    """Return the shipped suites: name to scenario ids in order."""
    import yaml

    text = (files("scenarios") / "suites.yaml").read_text(encoding="utf-8")
    return {name: tuple(ids) for name, ids in yaml.safe_load(text).items()}


def suite(name: str) -> list[Scenario]:
    """Return the scenarios of a shipped suite, all of `catalogue`, the dialogues, or those of a folder or file."""
    if name in suites():
        return [catalogue()[scenario] for scenario in suites()[name]]
    if name == EVERYTHING:
        return list(catalogue().values())
    if name.partition(":")[0] == DIALOGUES:
        return _dialogues_of(name.partition(":")[2] if ":" in name else None)
    path = existing(name)
    if path is None:
        raise unknown("suite", name, (*suites(), EVERYTHING, DIALOGUES))
    return load_folder(path) if path.is_dir() else [load_file(path)]


def _dialogues_of(kpi: str | None) -> list[Scenario]:
    if kpi is not None and kpi not in KPIS:
        raise unknown("KPI", kpi, KPIS)
    return [scenario for scenario in dialogues().values() if scenario.dialogue and kpi in (None, scenario.dialogue.kpi)]


def existing(name: str) -> Path | None:
    """Return the file or folder a person named, or None when there is none; no name is no path."""
    try:
        return Path(name) if name and Path(name).exists() else None
    except (OSError, ValueError):
        return None


def _suite_of(scenario: Scenario) -> str:
    if scenario.dialogue is not None:
        return DIALOGUES
    return next((name for name, ids in suites().items() if scenario.id in ids), EVERYTHING)


def pick(scenarios: Iterable[Scenario], ids: Iterable[str]) -> Iterator[Scenario]:
    """Yield the scenarios of the given ids; raises UsageError for an unknown one."""
    by_id = {scenario.id: scenario for scenario in scenarios}
    for name in dict.fromkeys(ids):
        if name not in by_id:
            elsewhere = shipped(name)
            if elsewhere is not None:
                raise UsageError(f"scenario '{name}' is of another suite: --suite {_suite_of(elsewhere)}")
            raise unknown("scenario", name, by_id)
        yield by_id[name]
