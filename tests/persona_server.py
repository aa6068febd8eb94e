"""A model behind a small server that plays the driver well enough for one request."""

import json
from typing import Any

from openai_server import Answer, Received, says


def line(message: str, word: str) -> Answer:
    return says(json.dumps({"reasoning": "r", "message": message, "control_word": word}, ensure_ascii=False))


def played(request: Received) -> Answer:
    """Ask for what the scenario puts first, agree to everything, and stop after the second answer."""
    messages: list[dict[str, Any]] = request.body["messages"]
    words = request.body["response_format"]["json_schema"]["schema"]["properties"]["control_word"]["enum"]
    answers = sum(1 for message in messages if message["role"] == "user") - 1
    if answers >= 2:
        return line("", words[1])
    korean = "한국어" in messages[0]["content"]
    if answers:
        return line("네, 그렇게 해 주세요." if korean else "Yes, please do.", "CONTINUE")
    marker = "바라는 것: " if korean else "You want: "
    system = messages[0]["content"]
    return line(json.loads(system.split(marker, 1)[1].splitlines()[0]) if marker in system else "Hello?", "CONTINUE")
