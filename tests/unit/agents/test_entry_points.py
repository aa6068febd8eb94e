"""Assistants that installed packages bring."""

import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from simulator.agents.entry_points import installed_agents
from simulator.assembly import agent_factory
from simulator.commands.doctor import _agents
from simulator.registry import UsageError
from simulator.settings import Settings

MODULE = "from simulator.agents.spec import Reply\nclass A:\n  def respond(self, view): return Reply(speech='hello')\n"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a package with two assistants, one of which cannot be imported, and one with a name of ours."""
    info = tmp_path / "brought-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: brought\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[dashtalk.agents]\nbrought = brought_agent:A\nlost = no_such_module:A\n"
        'odd = "odd:A"\nbaseline = brought_agent:A\n'
    )
    (tmp_path / "brought_agent.py").write_text(MODULE)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])


@pytest.mark.usefixtures("installed")
def test_an_installed_assistant_is_known_by_its_name() -> None:
    assert installed_agents() == {
        "baseline": "brought_agent:A",
        "brought": "brought_agent:A",
        "lost": "no_such_module:A",
        "odd": '"odd:A"',
    }
    made = agent_factory(Settings(agent="brought"))(None, "en")  # type: ignore[arg-type]
    assert made.name == "brought_agent:A"
    ours = agent_factory(Settings(agent="baseline"))(None, "en")  # type: ignore[arg-type]
    assert ours.name == "baseline"


@pytest.mark.usefixtures("installed")
def test_the_doctor_lists_them_with_what_is_wrong() -> None:
    rows = {row["agent"]: row["problem"] for row in _agents()}
    assert rows["brought"] is None
    assert rows["baseline"] == "the name belongs to an assistant of our own"
    assert "no module 'no_such_module'" in rows["lost"]
    assert '"odd' in str(rows["odd"])


@pytest.mark.usefixtures("installed")
def test_a_name_nearly_right_is_suggested() -> None:
    with pytest.raises(UsageError, match="unknown agent 'brougth': did you mean 'brought'"):
        agent_factory(Settings(agent="brougth"))


def test_the_documented_package_names_an_assistant_of_a_module_it_ships() -> None:
    text = (Path(__file__).parents[3] / "docs/plugins.md").read_text(encoding="utf-8")
    block = text.partition("```toml\n")[2].partition("```")[0]
    package = tomllib.loads(block)
    ((name, path),) = package["project"]["entry-points"]["dashtalk.agents"].items()
    module, _, found = path.partition(":")
    assert (name, package["tool"]["setuptools"]["py-modules"]) == ("trunk", [module])
    assert {"name", "version"} <= set(package["project"])
    assert package["build-system"]["build-backend"] == "setuptools.build_meta"
    # The example that the text says to copy holds the class.
    assert hasattr(import_module("docs.examples.trunk_assistant"), found)
