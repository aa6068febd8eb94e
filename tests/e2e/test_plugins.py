"""Every command docs/plugins.md shows does what it says; remote ones are talked to over a real connection."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from a2a_servers import free_port

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", DOCS, re.S) for line in block.splitlines() if line]
PLAIN = [line for line in COMMANDS if " serve " not in line and "a2a:" not in line]
SERVE_A2A, RUN_A2A = (next(line for line in COMMANDS if part in line) for part in ("serve a2a", "--agent a2a:"))
STDIO, HTTP = (line for line in COMMANDS if "serve mcp" in line)
(PACKAGE,) = re.findall(r"```toml\n(.*?)```", DOCS, re.S)
ANNOUNCED = tomllib.loads(PACKAGE)["project"]["entry-points"]["dashtalk.agents"]
WORDS = {
    "en": ("The passenger window is a quarter open.", "The window behind you is at 25 percent too."),
    "ko": ("조수석 창문을 25퍼센트 열었어요.", "운전석 뒤 창문도 25퍼센트로 맞췄어요."),
}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return variables with a store of one's own and with the docs' package installed."""
    info = tmp_path / "site" / "trunk-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: trunk\nVersion: 1.0\n")
    shutil.copy(ROOT / "docs/examples/trunk_assistant.py", tmp_path / "site" / "my_assistant.py")
    (info / "entry_points.txt").write_text(
        "[dashtalk.agents]\n" + "\n".join(f"{n} = {p}" for n, p in ANNOUNCED.items())
    )
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DASHTALK_")}
    paths = os.pathsep.join([str(tmp_path / "site"), os.environ.get("PYTHONPATH", "")])
    return kept | {"DASHTALK_STORE": str(tmp_path / "runs.db"), "PYTHONPATH": paths, "NO_PROXY": "*"}


def words(command: str) -> list[str]:
    return [sys.executable, "-m", "simulator", *shlex.split(command)[1:]]


def run(command: str, environment: dict[str, str], code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        words(command), cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=300
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == code, done.stdout + done.stderr
    return done


@contextmanager
def started(command: str, environment: dict[str, str]) -> Iterator["tuple[subprocess.Popen[str], str]"]:
    """Start a server and yield it with its first line, which it prints when it can be reached."""
    process = subprocess.Popen(words(command), cwd=ROOT, env=environment, stderr=subprocess.PIPE, encoding="utf-8")
    assert process.stderr is not None
    try:
        yield process, process.stderr.readline()
    finally:
        process.terminate()
        process.wait(30)
        process.stderr.close()


def stored(environment: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("dashtalk show --json", environment).stdout)
    return found


@pytest.mark.parametrize("command", PLAIN)
def test_command_as_shown(command: str, environment: dict[str, str]) -> None:
    done = run(command, environment)
    if " run " in command:
        assert ", 0 defects" in done.stdout
    else:
        assert f"--agent trunk: {ANNOUNCED['trunk']}" in done.stdout


def test_both_examples_do_the_same_in_english(environment: dict[str, str]) -> None:
    made = {}
    for agent in ("trunk_assistant:TrunkAssistant", "reference_style:factory"):
        command = f"dashtalk run --agent docs.examples.{agent} --channel text --locale en --json -"
        rows = json.loads(run(command, environment).stdout)["results"]
        made[agent] = [(row["scenario"], row["outcome"]) for row in rows]
    first, second = made.values()
    assert first == second


def test_the_whole_first_drive_over_a2a_ends_as_without_it(environment: dict[str, str]) -> None:
    pytest.importorskip("a2a")
    pytest.importorskip("uvicorn")
    port = str(free_port())

    def outcomes(command: str) -> list[tuple[Any, ...]]:
        rows = json.loads(run(f"{command} --json -", environment).stdout)["results"]
        return sorted((row["scenario"], row["locale"], row["outcome"], row["turns"]) for row in rows)

    with started(SERVE_A2A.replace("9009", port), environment) as (_, line):
        assert f"http://127.0.0.1:{port}" in line
        remote = outcomes(RUN_A2A.replace("9009", port))
    here = outcomes("dashtalk run --agent baseline --channel text")
    assert remote == here
    assert len(remote) > 50
    assert "defect" not in {row[2] for row in remote}


def test_nobody_at_the_address_is_a_defect_of_every_session(environment: dict[str, str]) -> None:
    pytest.importorskip("a2a")
    command = f"dashtalk run --agent a2a:http://127.0.0.1:{free_port()} --channel text --scenario dis-too-hot"
    assert "2 defects" in run(command, environment, code=3).stdout


async def drive(client: Any, locale: str) -> dict[str, Any]:
    """Solve the scenario of the docs and return the answer to the last words."""

    async def tell(name: str, **arguments: Any) -> dict[str, Any]:
        (content,) = (await client.call_tool(name, arguments)).content
        found: dict[str, Any] = json.loads(content.text)
        return found

    first, second = WORDS[locale]
    await tell("open_close_window", window="PASSENGER", percentage=25)
    answer = await tell("send_message_to_user", message=first)
    assert not answer["done"]
    await tell("open_close_window", window="DRIVER_REAR", percentage=25)
    return await tell("send_message_to_user", message=second)


async def test_a_client_over_standard_input_and_output_passes(environment: dict[str, str], tmp_path: Path) -> None:
    pytest.importorskip("mcp")
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    command, *arguments = words(STDIO)
    server = StdioServerParameters(command=command, args=arguments, env=environment, cwd=ROOT)
    with (tmp_path / "stderr").open("w+", encoding="utf-8") as told:
        async with Client(stdio_client(server, errlog=told)) as client:
            answer = await drive(client, "ko")
        told.seek(0)
        scorecard = told.read()
    assert answer["done"]
    assert answer["outcome"] == "passed"
    assert "base-quarter-window" in scorecard
    assert "1 passed" in scorecard
    (row,) = stored(environment)["results"]
    assert (row["outcome"], row["locale"]) == ("passed", "ko")


async def test_a_client_over_http_passes_and_the_server_ends(environment: dict[str, str]) -> None:
    pytest.importorskip("mcp")
    from mcp.client.client import Client

    port = str(free_port())
    with started(HTTP.replace("8930", port), environment) as (process, line):
        (url,) = re.findall(r"http://\S+/mcp", line)
        assert "the driver speaks English, --locale ko brings one who speaks Korean" in line
        async with Client(url) as client:
            answer = await drive(client, "en")
        assert answer["outcome"] == "passed"
        assert process.wait(60) == 0
    (row,) = stored(environment)["results"]
    assert (row["outcome"], row["locale"]) == ("passed", "en")


async def test_a_client_that_leaves_early_is_no_failure(environment: dict[str, str], tmp_path: Path) -> None:
    pytest.importorskip("mcp")
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    command, *arguments = words(STDIO)
    server = StdioServerParameters(command=command, args=arguments, env=environment, cwd=ROOT)
    with (tmp_path / "stderr").open("w", encoding="utf-8") as told:
        async with Client(stdio_client(server, errlog=told)) as client:
            await client.list_tools()
    (row,) = stored(environment)["results"]
    assert row["outcome"] == "defect"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("dashtalk run --agent a2a:nowhere", "'nowhere' is no address of an A2A agent"),
        ("dashtalk serve a2a --agent oracle", "works from a scenario"),
        ("dashtalk serve a2a --port 70000", "port 70000"),
        ("dashtalk serve mcp base-quarter-windw", "did you mean 'base-quarter-window'"),
        ("dashtalk serve mcp base-quarter-window --locale all", "is spoken in en and ko, not in all"),
        ("dashtalk serve mcp base-quarter-window --http 70000", "port 70000"),
        ("dashtalk serve", "required: VERB"),
    ],
)
def test_mistakes_are_one_line(command: str, said: str, environment: dict[str, str]) -> None:
    pytest.importorskip("a2a")
    pytest.importorskip("mcp")
    done = run(command, environment, code=2)
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("door", ["a2a", "mcp"])
def test_without_the_extra_one_line_names_the_command(door: str, environment: dict[str, str], tmp_path: Path) -> None:
    blocker = (
        "import importlib.util as util\nreal = util.find_spec\n"
        f"util.find_spec = lambda name, package=None: None if name == {door!r} else real(name, package)\n"
    )
    (tmp_path / "site" / "sitecustomize.py").write_text(blocker)
    command = {"a2a": "dashtalk serve a2a", "mcp": "dashtalk serve mcp base-quarter-window"}[door]
    done = run(command, environment, code=2)
    assert f"python -m pip install '.[{door}]'" in done.stderr


def test_help_and_a_text_run_import_neither(environment: dict[str, str]) -> None:
    for command in ("dashtalk serve --help", "dashtalk run --agent oracle --channel text --scenario dis-too-hot"):
        python, *rest = words(command)
        done = subprocess.run(
            [python, "-X", "importtime", *rest], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        names = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
        assert names.isdisjoint({"a2a", "mcp", "mcp_types", "starlette", "uvicorn", "google"})
