"""Every command docs/drivers.md shows does what it says, with a small server as the driver's model."""

import re
import shlex
from pathlib import Path

from command_line import Dashtalk
from openai_server import OpenAIServer
from persona_server import played

TEXT = (Path(__file__).parents[2] / "docs" / "drivers.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", TEXT, re.S) for line in block.splitlines() if line.strip()]
SMALL = ("--scenario", "base-trunk-groceries", "--channel", "text")


def test_every_command_runs(dashtalk: Dashtalk) -> None:
    assert len(COMMANDS) == 4
    with OpenAIServer() as server:
        server.answer = played
        for command in COMMANDS:
            words = shlex.split(re.sub(r"http://\S+", server.url, command))[1:]
            done = dashtalk(*words, *(SMALL if words[0] == "run" else ()), code=None)
            assert done.returncode in (0, 3), command + done.stderr
            if "--no-validity" in command:
                assert "not checked (--no-validity)" in done.stdout
            elif words[0] == "run":
                assert "valid" in done.stdout
        assert any(body.get("top_p") == 0.9 and body["temperature"] == 0.3 for body in server.chats)
