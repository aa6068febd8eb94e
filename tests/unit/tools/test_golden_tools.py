"""What assistants are told about the tools changes only on purpose."""

import json
from pathlib import Path

from simulator.tools.catalogue import toolset

GOLDEN = Path(__file__).parents[2] / "golden" / "tools.json"
RENEW = "on purpose? then: dashtalk tools --toolset dashtalk-extras --format openai --json tests/golden/tools.json"


def test_names_texts_and_schemas_are_the_golden_ones() -> None:
    golden = {row["function"]["name"]: row["function"] for row in json.loads(GOLDEN.read_text(encoding="utf-8"))}
    specs = toolset("dashtalk-extras")
    assert list(golden) == [spec.name for spec in specs], RENEW
    for spec in specs:
        function = {"name": spec.name, "description": spec.description, "parameters": spec.parameters}
        assert golden[spec.name] == function, f"{spec.name}: {RENEW}"
