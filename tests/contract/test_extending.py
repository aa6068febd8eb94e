"""What is added in one place must not be missing in another, and docs/extending.md names only what there is."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from evaluation.aggregate import SPEECH_METRICS
from evaluation.report.scorecard import _SPEECH
from evaluation.report.titles import POLICY_TITLES
from scenarios.load import catalogue, suites
from simulator.agents.prompt_parts import POLICY_TOOLS
from simulator.events import Event
from simulator.policies.catalogue import policies

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
# Package, the catalogue that loads it, what registers there.
LISTS = (
    ("simulator.tools", "simulator/tools/catalogue.py", ("tool", "TOOLS")),
    ("simulator.policies", "simulator/policies/catalogue.py", ("policy", "POLICIES")),
    ("evaluation.metrics", "evaluation/catalogue.py", ("metric", "judged_metric", "METRICS")),
)
ABOUT_NO_TOOL = {"002", "004"}
# What they say is in the tables and in the policies' own lines.
WITHOUT_A_LINE = {"ModelCalled", "StepClosed", "Timed"}


def _outside_functions(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what runs when a module is imported: decorators, but no bodies of functions."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += node.decorator_list
        else:
            waiting += ast.iter_child_nodes(node)


def registers(source: str, names: tuple[str, ...]) -> bool:
    """Return whether importing a module registers something: by a decorator, or by `add` of a registry."""
    for node in _outside_functions(ast.parse(source)):
        if isinstance(node, ast.Call):
            called = node.func
            adds = isinstance(called, ast.Attribute) and called.attr == "add"
            held = called.value if isinstance(called, ast.Attribute) and adds else called
            if isinstance(held, ast.Name) and held.id in names and held.id.isupper() == adds:
                return True
    return False


def loaded(source: str, package: str) -> set[str]:
    """Return the modules of a package that a catalogue imports."""
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    return {name.name for node in imports if node.module == package for name in node.names}


@pytest.mark.parametrize(("package", "listed_in", "names"), LISTS)
def test_no_module_is_forgotten_in_its_catalogue(package: str, listed_in: str, names: tuple[str, ...]) -> None:
    folder = ROOT / package.replace(".", "/")
    own = {path.stem for path in folder.glob("*.py") if registers(path.read_text(encoding="utf-8"), names)}
    assert len(own) >= 8
    assert own - loaded((ROOT / listed_in).read_text(encoding="utf-8"), package) == set()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("@metric('a', scale='rate')\ndef score(): ...", True),
        ("@judged_metric('a')\ndef score(): ...", True),
        ("for name in NAMES:\n    METRICS.add(name, made(name))", True),
        ("metric('a')(score)", True),
        ("def register():\n    METRICS.add('a', 1)", False),
        ("known = METRICS['a']", False),
        ("found.add('a')", False),
    ],
)
def test_what_registers_is_found(source: str, expected: bool) -> None:
    assert registers(source, LISTS[2][2]) is expected


def test_every_shipped_scenario_is_in_a_suite() -> None:
    assert set(catalogue()) == set().union(*suites().values())


def test_every_policy_has_a_title_and_the_tools_it_is_about() -> None:
    ids = {entry.id for entry in policies()}
    assert set(POLICY_TITLES) == ids
    assert ids - set(POLICY_TOOLS) == ABOUT_NO_TOOL
    assert set(POLICY_TOOLS) - ids == set()


def test_every_metric_of_hearing_has_a_title() -> None:
    assert set(SPEECH_METRICS) == set(_SPEECH)


def test_every_event_has_a_line_or_is_said_to_have_none() -> None:
    kinds = {kind.__name__ for kind in get_args(get_args(Event)[0])}
    lines = (ROOT / "simulator" / "commands" / "event_lines.py").read_text(encoding="utf-8")
    assert {kind for kind in kinds if not re.search(rf"\b{kind}\(", lines)} == WITHOUT_A_LINE


def test_the_page_names_only_what_there_is() -> None:
    paths = {found for found in re.findall(r"[\w./-]+/[\w./-]*", PAGE) if found[0] not in "./" and "KIND" not in found}
    assert len(paths) > 50
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []
    links = re.findall(r"\]\(([\w.-]+)\)", PAGE)
    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
    for name, path in re.findall(r"`(\w+)` (?:in|of) `([\w./]+\.py)`", PAGE):
        assert name in (ROOT / path).read_text(encoding="utf-8"), name
    for name, path in re.findall(r"`(\w+)` \(`([\w./]+\.py)`\)", PAGE):
        assert name in (ROOT / path).read_text(encoding="utf-8"), name
